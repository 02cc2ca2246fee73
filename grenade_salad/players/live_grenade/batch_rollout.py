"""Games of many worlds at once, with players that decide for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from grenade_salad.players.live_grenade.determinizations import (
    DRAW,
    FRIEND,
    JACK,
    KING,
    PAIR,
    QUEEN,
    RANKS,
    REVERSE,
    SKIP,
    SORTS,
    STEAL,
    TEN,
    Bools,
    Floats,
    Ints,
    WorldRandom,
    Worlds,
    count_true,
    pick_best,
    sum_cards,
)
from grenade_salad.players.live_grenade.normal import (
    ANY_CARD_WORTH,
    CANCEL_STAKE,
    ESCAPE_COST,
    FURTHER_FRIEND_WORTH,
    NEXT_DRAW_COST,
    OWN_ESCAPE_WORTH,
    OWN_THEFT_WORTH,
    RESTLESS_RATE,
    SKIP_RISK_ALONE,
    SKIP_RISK_WITH_FRIEND,
    SPARE_THEFTS,
    STEAL_RISK,
    WORTH,
)

_ACTION_SORTS = np.array([-1, JACK, QUEEN, TEN, -1])
"""The sort of the card that does each action alone; -1 for none."""
_MAX_DECISIONS = 2000
"""Number of decisions after which a game is given up.

Every draw but that of an ace makes the deck smaller.
"""


@dataclass
class PendingPlays:
    """Plays that wait for answers, one row each."""

    rows: Ints
    """The index of the world."""
    seat: Ints
    action: Ints
    """The number of the action, such as `STEAL`."""
    target: Ints
    """The victim of a theft."""
    kings: Ints
    """The number of Kings on top."""

    def select(self, chosen: Bools | Ints) -> PendingPlays:
        """Return the chosen plays."""
        return PendingPlays(
            self.rows[chosen], self.seat[chosen], self.action[chosen], self.target[chosen], self.kings[chosen]
        )


class QuickPlayer(Protocol):
    """A player that decides for many worlds at once."""

    def choose_turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """Return the action of the seat on turn in each world, and its victim."""

    def choose_answers(self, worlds: Worlds, asked_seats: Ints, plays: PendingPlays) -> Bools:
        """Return which of the asked seats play a King. All of them have one."""


def pair_rank(hands: Ints) -> Ints:
    """Return the sort of which a pair is played: the lowest rank with two cards."""
    rank: Ints = (hands[:, RANKS] >= 2).argmax(1) + RANKS.start
    return rank


def play_on(
    worlds: Worlds,
    players: Sequence[QuickPlayer],
    world_rng: WorldRandom,
    first_action: tuple[Ints, Ints] | None = None,
) -> Ints:
    """Play all games to their ends; return the winner of each original world.

    Each seat plays by its player. The winner is -1 if the game was given up. `first_action` has the first actions of
    all worlds and their victims. `worlds` is used up.
    """
    winners = np.full(int(worlds.origin.max(initial=-1)) + 1, -1)
    for _ in range(_MAX_DECISIONS):
        if not worlds.count:
            break
        rows = np.arange(worlds.count)
        action, target = first_action or decide(worlds, players, rows)
        first_action = None
        step(worlds, players, world_rng, action, target)
        is_over = count_true(worlds.alive) == 1
        if is_over.any():
            winners[worlds.origin[is_over]] = worlds.alive[is_over].argmax(1)
            worlds = worlds.select(~is_over)
    return winners


def step(worlds: Worlds, players: Sequence[QuickPlayer], world_rng: WorldRandom, action: Ints, target: Ints) -> None:
    """Carry out one action in every world, with all answers to it."""
    is_draw = action == DRAW
    worlds.draw(np.flatnonzero(is_draw), world_rng)
    rows = np.flatnonzero(~is_draw)
    if not len(rows):
        return
    seat, played = worlds.turn[rows], action[rows]
    plays = PendingPlays(rows, seat, played, target[rows], np.zeros(len(rows), dtype=np.int64))
    sort = np.where(played == PAIR, pair_rank(worlds.hands[rows, seat]), _ACTION_SORTS[played])
    worlds.remove(rows, seat, sort, np.where(played == PAIR, 2, 1))
    answer(worlds, players, plays, seat.copy())
    resolve(worlds, plays.select(plays.kings % 2 == 0), world_rng)


def resolve(worlds: Worlds, plays: PendingPlays, world_rng: WorldRandom) -> None:
    """Carry out plays that were not cancelled."""
    is_theft = plays.action >= STEAL
    thefts = plays.select(is_theft)
    has_cards = sum_cards(worlds.hands[thefts.rows, thefts.target]) > 0
    if has_cards.any():
        worlds.steal(thefts.rows[has_cards], thefts.target[has_cards], world_rng)
    enders = plays.select(~is_theft)
    reversed_rows = enders.rows[(enders.action == REVERSE) & (count_true(worlds.alive[enders.rows]) > 2)]
    worlds.direction[reversed_rows] *= -1
    worlds.end_turn(enders.rows)


def decide(worlds: Worlds, players: Sequence[QuickPlayer], rows: Ints) -> tuple[Ints, Ints]:
    """Return the action of the seat on turn in each world, and its victim."""
    if all(player is players[0] for player in players):
        return players[0].choose_turns(worlds, rows)
    action, target = np.zeros_like(rows), np.zeros_like(rows)
    for player in {id(player): player for player in players}.values():
        seats = np.array([seat_player is player for seat_player in players])
        own_rows = rows[seats[worlds.turn[rows]]]
        if len(own_rows):
            action[own_rows], target[own_rows] = player.choose_turns(worlds, own_rows)
    return action, target


def answer(worlds: Worlds, players: Sequence[QuickPlayer], plays: PendingPlays, last: Ints) -> None:
    """Ask all others with a King at once, until nobody cancels (LG-24).

    Of those who want to cancel, the nearest after the seat in `last` does. `plays` and `last` are updated.
    """
    offsets = np.arange(1, len(players))
    pending = np.arange(len(plays.rows))
    while len(pending):
        asked_seats = (last[pending, None] + offsets) % len(players)
        row, column = np.nonzero(worlds.hands[plays.rows[pending, None], asked_seats, KING] > 0)
        if not len(row):
            return
        wants = np.zeros(asked_seats.shape, dtype=bool)
        wants[row, column] = _choose_kings(worlds, players, asked_seats[row, column], plays.select(pending[row]))
        is_cancelled = wants.any(1)
        seat = asked_seats[is_cancelled, wants[is_cancelled].argmax(1)]  # The nearest of those who want to cancel.
        pending = pending[is_cancelled]
        worlds.remove(plays.rows[pending], seat, KING, 1)
        plays.kings[pending] += 1
        last[pending] = seat


def _choose_kings(worlds: Worlds, players: Sequence[QuickPlayer], asked_seats: Ints, plays: PendingPlays) -> Bools:
    if all(player is players[0] for player in players):
        return players[0].choose_answers(worlds, asked_seats, plays)
    wants = np.zeros(len(asked_seats), dtype=bool)
    for player in {id(player): player for player in players}.values():
        own_rows = np.array([seat_player is player for seat_player in players])[asked_seats]
        if own_rows.any():
            wants[own_rows] = player.choose_answers(worlds, asked_seats[own_rows], plays.select(own_rows))
    return wants


_CARD_WORTH = np.zeros(len(SORTS), dtype=np.float32)
"""Worth of a card of each sort in the own hand."""
_CARD_WORTH[[KING, QUEEN, JACK, TEN]] = [WORTH[letter] for letter in "KQJ1"]
_CARD_WORTH[FRIEND] = 1.0


class QuickNormal:
    """Decides as `NormalPlayer` does, in many worlds."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def choose_turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """Return the action of each turn, and its victim.

        It steals if Best Friends are likely and one is needed or can be spared, ends the turn without a draw if that is
        dangerous, and draws otherwise.
        """
        seat = worlds.turn[rows]
        hand = worlds.hands[rows, seat]
        chance = _friend_chances(worlds, rows, seat)
        target = pick_best(chance, self._rng)
        risk, lacks_friend = _draw_risk(worlds, rows), hand[:, FRIEND] == 0
        has_spare = sum_cards(hand[:, RANKS] // 2) + hand[:, TEN] >= SPARE_THEFTS[""]
        is_restless = (hand[:, TEN] > 0) & (self._rng.random(len(rows)) < RESTLESS_RATE[""])
        wants_theft = (
            lacks_friend | has_spare | is_restless | (risk >= STEAL_RISK) | (count_true(worlds.alive[rows]) == 2)
        )
        can_steal = (chance.max(1) >= 0) & wants_theft
        action = np.full(len(rows), DRAW)
        ends_turn = (hand[:, JACK] + hand[:, QUEEN] > 0) & (
            risk >= np.where(lacks_friend, SKIP_RISK_ALONE[""], SKIP_RISK_WITH_FRIEND[""])
        )
        prefers_reverse = self._rng.random(len(rows)) * (hand[:, JACK] + hand[:, QUEEN]) < hand[:, QUEEN]
        action[ends_turn] = np.where(prefers_reverse[ends_turn], REVERSE, SKIP)
        action[can_steal & (hand[:, RANKS] >= 2).any(1)] = PAIR
        action[can_steal & (hand[:, TEN] > 0)] = STEAL
        return action, target

    def choose_answers(self, worlds: Worlds, asked_seats: Ints, plays: PendingPlays) -> Bools:
        """Return True for those that play a King: where it helps enough."""
        rows = plays.rows
        row_index = np.arange(len(rows))
        friends = _expected_friends(worlds, rows, asked_seats)
        own_friends = friends[row_index, asked_seats]
        hand = worlds.hands[rows, asked_seats]
        target = plays.target
        is_theft = plays.action >= STEAL
        size = worlds.hands[rows, target].sum(1)
        chance = friends[row_index, target] / np.maximum(size, 1)
        excess = np.where(own_friends > 1, (1 - FURTHER_FRIEND_WORTH) * own_friends, 0)
        own_harm = (hand @ _CARD_WORTH - excess) / np.maximum(hand.sum(1), 1)
        harm_theft = np.where((plays.seat == asked_seats) & (size > 0), -OWN_THEFT_WORTH * chance - ANY_CARD_WORTH, 0)
        harm_theft = np.where(target == asked_seats, own_harm, harm_theft)
        risk = _draw_risk(worlds, rows)
        left = worlds.alive[rows].sum(1)
        direction = np.where((plays.action == REVERSE) & (left > 2), -worlds.direction[rows], worlds.direction[rows])
        is_next = worlds.next_seat(plays.seat, direction, rows) == asked_seats
        harm = ESCAPE_COST * risk * np.maximum(0, 1 - friends[row_index, plays.seat]) / (left - 1)
        harm = harm + np.where(is_next, risk * np.where(own_friends > 0, NEXT_DRAW_COST, 1.0), 0)
        harm = np.where(plays.seat == asked_seats, np.where(own_friends > 0, -OWN_ESCAPE_WORTH * risk, -risk), harm)
        harm = np.where(is_theft, harm_theft, harm)
        plays_king: Bools = np.where(plays.kings % 2 == 1, -harm, harm) >= CANCEL_STAKE[""]
        return plays_king


def _draw_risk(worlds: Worlds, rows: Ints) -> Floats:
    aces = worlds.alive[rows].sum(1) - 1
    risk: Floats = aces / (worlds.deck[rows].sum(1) + aces)
    return risk


def _expected_friends(worlds: Worlds, rows: Ints, seat: Ints) -> Floats:
    """Return the number of Best Friends to expect in each hand, as the seat knows."""
    row_index = np.arange(len(rows))
    hands = worlds.hands[rows]
    sizes = hands.sum(2)
    sizes[row_index, seat] = 0
    known_friends = np.minimum(worlds.expected[rows, seat, :, FRIEND], sizes)
    own_friends = hands[row_index, seat, FRIEND]
    deck = worlds.deck[rows]
    hidden = hands[:, :, FRIEND].sum(1) - own_friends + deck[:, FRIEND] - known_friends.sum(1)
    places = sizes.sum(1) + deck.sum(1) - known_friends.sum(1)
    share = np.where(places > 0, np.clip(hidden / np.maximum(places, 1e-9), 0, 1), 0)
    friends: Floats = known_friends + (sizes - known_friends) * share[:, None]
    friends[row_index, seat] = own_friends
    return friends


def _friend_chances(worlds: Worlds, rows: Ints, seat: Ints) -> Floats:
    """Return the chance that a stolen card is a Best Friend, by victim.

    It is -1 where nothing can be stolen.
    """
    sizes = worlds.hands[rows].sum(2)
    can_steal = sizes > 0
    can_steal[np.arange(len(rows)), seat] = False
    chances: Floats = np.where(can_steal, _expected_friends(worlds, rows, seat) / np.maximum(sizes, 1), -1)
    return chances
