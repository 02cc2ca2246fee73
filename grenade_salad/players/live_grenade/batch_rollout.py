"""Games of many worlds to their ends, by players that decide for all worlds at once."""

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
    STEAL,
    TEN,
    Bools,
    Floats,
    Ints,
    Luck,
    Worlds,
    best_of,
    count,
    total,
)
from grenade_salad.players.live_grenade.normal import LATE, RESTLESS, SPARE

_SINGLE = np.array([-1, JACK, QUEEN, TEN, -1])
"""The sort of the card that does something alone."""
_LONGEST = 2000
"""Decisions after which a game is given up: every draw but one of an ace makes the deck smaller."""


@dataclass
class Stacked:
    """Plays that wait for answers: who made them in which world, what they do, from whom they steal, and how many Kings
    lie on them."""

    rows: Ints
    seat: Ints
    do: Ints
    target: Ints
    kings: Ints

    def only(self, which: Bools | Ints) -> Stacked:
        """Some of the plays."""
        return Stacked(self.rows[which], self.seat[which], self.do[which], self.target[which], self.kings[which])


class Quick(Protocol):
    """Somebody who decides for many worlds at once."""

    def turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """What whose turn it is does in these worlds, and from whom they steal."""

    def answers(self, worlds: Worlds, asked: Ints, plays: Stacked) -> Bools:
        """Whether the seats that are asked play a King; all of them have one."""


def pair_rank(hands: Ints) -> Ints:
    """Which sort a pair is taken from: the lowest rank of which there are two."""
    rank: Ints = (hands[:, RANKS] >= 2).argmax(1) + RANKS.start
    return rank


def play_on(worlds: Worlds, players: Sequence[Quick], luck: Luck, first: tuple[Ints, Ints] | None = None) -> Ints:
    """Play all games to their ends, each seat by its player; who wins each of the first worlds (-1: nobody yet).

    `first` is what is done in all worlds at first, and from whom is stolen. `worlds` is used up.
    """
    winners = np.full(int(worlds.first.max(initial=-1)) + 1, -1)
    for _ in range(_LONGEST):
        if not worlds.count:
            break
        rows = np.arange(worlds.count)
        do, target = first or decide(worlds, players, rows)
        first = None
        step(worlds, players, luck, do, target)
        over = count(worlds.alive) == 1
        if over.any():
            winners[worlds.first[over]] = worlds.alive[over].argmax(1)
            worlds = worlds.only(~over)
    return winners


def step(worlds: Worlds, players: Sequence[Quick], luck: Luck, do: Ints, target: Ints) -> None:
    """Carry out one thing in every world, with all answers to it."""
    drawing = do == DRAW
    worlds.draw(np.flatnonzero(drawing), luck)
    rows = np.flatnonzero(~drawing)
    if not len(rows):
        return
    seat, what = worlds.turn[rows], do[rows]
    plays = Stacked(rows, seat, what, target[rows], np.zeros(len(rows), dtype=np.int64))
    sort = np.where(what == PAIR, pair_rank(worlds.hands[rows, seat]), _SINGLE[what])
    worlds.remove(rows, seat, sort, np.where(what == PAIR, 2, 1))
    answer(worlds, players, plays, seat.copy())
    resolve(worlds, plays.only(plays.kings % 2 == 0), luck)


def resolve(worlds: Worlds, plays: Stacked, luck: Luck) -> None:
    """Carry out plays that were not cancelled."""
    steals = plays.do >= STEAL
    thefts = plays.only(steals)
    some = total(worlds.hands[thefts.rows, thefts.target]) > 0
    if some.any():
        worlds.steal(thefts.rows[some], thefts.target[some], luck)
    enders = plays.only(~steals)
    turned = enders.rows[(enders.do == REVERSE) & (count(worlds.alive[enders.rows]) > 2)]
    worlds.way[turned] *= -1
    worlds.end_turn(enders.rows)


def decide(worlds: Worlds, players: Sequence[Quick], rows: Ints) -> tuple[Ints, Ints]:
    """What whose turn it is does in these worlds, and from whom they steal."""
    if all(player is players[0] for player in players):
        return players[0].turns(worlds, rows)
    do, target = np.zeros_like(rows), np.zeros_like(rows)
    for player in {id(player): player for player in players}.values():
        seats = np.array([other is player for other in players])
        mine = rows[seats[worlds.turn[rows]]]
        if len(mine):
            do[mine], target[mine] = player.turns(worlds, mine)
    return do, target


def answer(worlds: Worlds, players: Sequence[Quick], plays: Stacked, last: Ints) -> None:
    """All others with a King are asked at once, until nobody cancels; the nearest from who played `last` does (LG-24).

    `plays` and `last` are brought up to date.
    """
    away = np.arange(1, len(players))
    open_ = np.arange(len(plays.rows))
    while len(open_):
        asked = (last[open_, None] + away) % len(players)
        at, place = np.nonzero(worlds.hands[plays.rows[open_, None], asked, KING] > 0)
        if not len(at):
            return
        wants = np.zeros(asked.shape, dtype=bool)
        wants[at, place] = _kings(worlds, players, asked[at, place], plays.only(open_[at]))
        some = wants.any(1)
        seat = asked[some, wants[some].argmax(1)]  # The nearest of those who want to.
        open_ = open_[some]
        worlds.remove(plays.rows[open_], seat, KING, 1)
        plays.kings[open_] += 1
        last[open_] = seat


def _kings(worlds: Worlds, players: Sequence[Quick], asked: Ints, plays: Stacked) -> Bools:
    if all(player is players[0] for player in players):
        return players[0].answers(worlds, asked, plays)
    wants = np.zeros(len(asked), dtype=bool)
    for player in {id(player): player for player in players}.values():
        mine = np.array([other is player for other in players])[asked]
        if mine.any():
            wants[mine] = player.answers(worlds, asked[mine], plays.only(mine))
    return wants


_WORTH = np.zeros(11, dtype=np.float32)
_WORTH[[KING, QUEEN, JACK, TEN]] = 0.45, 0.25, 0.25, 0.2
_WORTH[FRIEND] = 1.0


class QuickNormal:
    """Decides as `Normal` does, in many worlds."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """Steal where Best Friends are likely and one may be needed or spared, end the turn without a draw if it is
        dangerous, else draw.
        """
        seat = worlds.turn[rows]
        hand = worlds.hands[rows, seat]
        chance = _chances(worlds, rows, seat)
        target = best_of(chance, self._rng)
        risk, alone = _risk(worlds, rows), hand[:, FRIEND] == 0
        spare = total(hand[:, RANKS] // 2) + hand[:, TEN] >= SPARE[""]
        restless = (hand[:, TEN] > 0) & (self._rng.random(len(rows)) < RESTLESS[""])
        wants = alone | spare | restless | (risk >= LATE) | (count(worlds.alive[rows]) == 2)
        able = (chance.max(1) >= 0) & wants
        do = np.full(len(rows), DRAW)
        ends = (hand[:, JACK] + hand[:, QUEEN] > 0) & (risk >= np.where(alone, 0.35, 0.65))
        turn_round = self._rng.random(len(rows)) * (hand[:, JACK] + hand[:, QUEEN]) < hand[:, QUEEN]
        do[ends] = np.where(turn_round[ends], REVERSE, SKIP)
        do[able & (hand[:, RANKS] >= 2).any(1)] = PAIR
        do[able & (hand[:, TEN] > 0)] = STEAL
        return do, target

    def answers(self, worlds: Worlds, asked: Ints, plays: Stacked) -> Bools:
        """A King where it helps enough."""
        rows = plays.rows
        at = np.arange(len(rows))
        friends = _friends(worlds, rows, asked)
        mine = friends[at, asked]
        hand = worlds.hands[rows, asked]
        target = plays.target
        steals = plays.do >= STEAL
        size = worlds.hands[rows, target].sum(1)
        chance = friends[at, target] / np.maximum(size, 1)
        own = (hand @ _WORTH - np.where(mine > 1, 0.35 * mine, 0)) / np.maximum(hand.sum(1), 1)
        harm_theft = np.where((plays.seat == asked) & (size > 0), -2 * chance - 0.1, 0)
        harm_theft = np.where(target == asked, own, harm_theft)
        risk = _risk(worlds, rows)
        left = worlds.alive[rows].sum(1)
        way = np.where((plays.do == REVERSE) & (left > 2), -worlds.way[rows], worlds.way[rows])
        follows = worlds.next_seat(plays.seat, way, rows) == asked
        harm = 0.8 * risk * np.maximum(0, 1 - friends[at, plays.seat]) / (left - 1)
        harm = harm + np.where(follows, risk * np.where(mine > 0, 0.3, 1.0), 0)
        harm = np.where(plays.seat == asked, np.where(mine > 0, -0.1 * risk, -risk), harm)
        harm = np.where(steals, harm_theft, harm)
        wants: Bools = np.where(plays.kings % 2 == 1, -harm, harm) >= 0.15
        return wants


def _risk(worlds: Worlds, rows: Ints) -> Floats:
    aces = worlds.alive[rows].sum(1) - 1
    risk: Floats = aces / (worlds.deck[rows].sum(1) + aces)
    return risk


def _friends(worlds: Worlds, rows: Ints, seat: Ints) -> Floats:
    """How many Best Friends everybody may be expected to hold, by what the seat knows."""
    at = np.arange(len(rows))
    hands = worlds.hands[rows]
    sizes = hands.sum(2)
    sizes[at, seat] = 0
    seen = np.minimum(worlds.known[rows, seat, :, FRIEND], sizes)
    own = hands[at, seat, FRIEND]
    deck = worlds.deck[rows]
    hidden = hands[:, :, FRIEND].sum(1) - own + deck[:, FRIEND] - seen.sum(1)
    places = sizes.sum(1) + deck.sum(1) - seen.sum(1)
    share = np.where(places > 0, np.clip(hidden / np.maximum(places, 1e-9), 0, 1), 0)
    friends: Floats = seen + (sizes - seen) * share[:, None]
    friends[at, seat] = own
    return friends


def _chances(worlds: Worlds, rows: Ints, seat: Ints) -> Floats:
    """The chance that a card stolen from somebody is a Best Friend; -1 where nothing can be stolen."""
    sizes = worlds.hands[rows].sum(2)
    able = sizes > 0
    able[np.arange(len(rows)), seat] = False
    chances: Floats = np.where(able, _friends(worlds, rows, seat) / np.maximum(sizes, 1), -1)
    return chances
