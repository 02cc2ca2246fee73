"""Quick matches in batches, by all house rules: one match a column.

Each player takes the die that looks best for this move alone, by the number of hidden hearts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.cards import JOKER
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, PIPS, RingState, find_routes
from grenade_salad.players.exact_math import on_grid

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
DELAY_FACTOR, FUTURE_WEIGHT, JOKER_CHANCE = 0.15, 0.7, 0.1
"""Weights as in `normal`, tuned for players who look only at their own move."""
LOSS = 6.0
"""What the explosion of an own card costs; a rival's is worth its chance."""
_BITS = 20
"""Bits after the point of the worth of dice and explosions.

Sums of their products are exact.
"""
_MAX_MOVES = 100
"""Maximum number of moves; matches of four players end after 60."""


@dataclass(frozen=True, eq=False)
class _RingPlan:
    """The moves in a ring, by its cards face down (bits)."""

    card_count: int
    joker: int
    """Its index in the ring, or -1."""
    onward: Ints
    """Where a die goes: [face down, place, roll - 1]."""
    next_spade: Ints
    """The next spade in play: [face down, place]."""
    reach: Floats
    """Worth of a die for a card that it may blow up: [face down, place, pips, card]."""
    spades_in_play: Ints
    """Number of spades in play: [face down]."""


@lru_cache(maxsize=16)
def _make_plan(cards: int, joker: int, counts_face_down: bool) -> _RingPlan:
    """Return the plan of a ring. `joker` is its index, or -1."""
    downs = range(1 << cards)
    joker_places = [joker if joker >= 0 and not down >> joker & 1 else -1 for down in downs]
    plans = [
        find_routes(cards, down, place, counts_face_down)
        for down, place in zip(downs, joker_places, strict=True)
        if down != downs[-1]
    ]
    # With all cards face down no match goes on; rows of zeros keep the shape.
    onward = np.array([*(plan.onward for plan in plans), ((0,) * len(PIPS),) * cards])
    next_spade = np.array([*(plan.next_spade for plan in plans), (0,) * cards])
    one_move = np.zeros((len(onward), cards, cards))
    for roll in range(len(PIPS)):
        np.add.at(one_move, (np.arange(len(onward))[:, None], np.arange(cards)[None], onward[:, :, roll]), 1)
    reach = np.zeros((len(onward), cards, BLAST_PIPS + 1, cards))
    # Whole numbers of paths, so that the products are exact.
    paths, rolls = one_move, len(PIPS)
    for pips in range(BLAST_PIPS - 1, 0, -1):
        joker_worth = JOKER_CHANCE * np.array([[place >= 0] for place in joker_places])[:, :, None] * np.eye(cards)
        reach[:, :, pips] = on_grid(
            FUTURE_WEIGHT * DELAY_FACTOR ** (BLAST_PIPS - 1 - pips) * (paths / rolls + joker_worth), _BITS
        )
        paths, rolls = paths @ one_move, rolls * len(PIPS)
    spades_in_play = np.array(
        [cards - down.bit_count() - (place >= 0) for down, place in zip(downs, joker_places, strict=True)]
    )
    return _RingPlan(cards, joker, onward, next_spade, reach, spades_in_play)


class _MatchBatch:
    """A batch of matches.

    `held` are the bits that each player (first axis) has left, 0 for a player who is out.
    """

    def __init__(self, board: RingState, held: Ints, turn: int, last_heart: bool) -> None:
        match_count = held.shape[1]
        self.plan = _make_plan(len(board.ring), _find_joker(board), board.options.face_down == "counted")
        self.options = board.options
        self.last_heart = last_heart
        self.die_positions = np.repeat(np.array(board.die_positions)[:, None], match_count, axis=1)
        self.pips = np.repeat(np.array(board.pips)[:, None], match_count, axis=1)
        self.down = np.full(match_count, board.down)
        self.held = held.copy()
        self.turn = np.full(match_count, turn)
        self.ids = np.arange(match_count)

    def select(self, chosen: Flags) -> None:
        """Continue with the chosen matches only."""
        self.die_positions, self.pips, self.held = (
            self.die_positions[:, chosen],
            self.pips[:, chosen],
            self.held[:, chosen],
        )
        self.down, self.turn, self.ids = self.down[chosen], self.turn[chosen], self.ids[chosen]

    def put_down(self, dice: Ints, targets: Ints) -> None:
        """Move a die in each match, with all that follows (WH-06 to WH-14)."""
        columns = np.arange(len(dice))
        on_joker = self._is_on_joker(targets)
        self.die_positions[dice, columns] = targets
        self.pips[dice, columns] += 1
        self.pips[:, on_joker] += 1
        if self.options.joker == "once":
            self.pips[dice[on_joker], np.flatnonzero(on_joker)] -= 1
        np.minimum(self.pips, BLAST_PIPS, out=self.pips)
        self._explode(np.flatnonzero(self.pips[dice, columns] >= BLAST_PIPS), targets)
        if (self.pips >= BLAST_PIPS).any():
            distances = (self.die_positions - targets) % self.plan.card_count
            for order in np.argsort(distances, axis=0, kind="stable"):
                exploding = np.flatnonzero(
                    (self.pips[order, columns] >= BLAST_PIPS) & (self.plan.spades_in_play[self.down] > 1)
                )
                self._explode(exploding, self.die_positions[order, columns])

    def _is_on_joker(self, places: Ints) -> Flags:
        joker = self.plan.joker
        return (places == joker) & (self.down >> joker & 1 == 0) if joker >= 0 else np.zeros(places.shape, np.bool_)

    def _explode(self, matches: Ints, places: Ints) -> None:
        """Carry out an explosion in these matches, unless they are over.

        See WH-08, WH-09, WH-12 and WH-13.
        """
        matches = matches[(self.held[:, matches] > 0).sum(axis=0) > 1]
        if not len(matches):
            return
        blast_place, bit = places[matches], 1 << places[matches]
        is_taken = self.down[matches] & bit == 0
        if self.options.joker_safe:
            is_taken &= blast_place != self.plan.joker
        self.down[matches] |= np.where(is_taken, bit, 0)
        to = self.plan.next_spade[self.down[matches], blast_place]
        for die in DICE:
            hit = self.die_positions[die, matches] == blast_place
            self.die_positions[die, matches[hit]] = to[hit]
            self.pips[die, matches[hit]] = 1
        # Without `last_heart` one heart puts a player out (WH-13).
        for held in self.held:
            lost = is_taken & (held[matches] & bit != 0)
            held[matches[lost]] &= ~bit[lost] if self.last_heart else 0

    def begin_turn(self) -> None:
        """Begin the turn of the next player who is still in."""
        players, columns = len(self.held), np.arange(len(self.turn))
        waiting = np.ones(len(self.turn), np.bool_)
        for _ in range(players):
            self.turn = np.where(waiting, (self.turn + 1) % players, self.turn)
            waiting &= self.held[self.turn, columns] == 0

    def choose(self, roll_indexes: Ints) -> tuple[Ints, Ints]:
        """Return the die that each player on turn moves, and its target.

        `roll_indexes` are the rolls less 1, as in `onward`.
        """
        worth, columns = self._card_worth(), np.arange(len(roll_indexes))
        targets = self.plan.onward[self.down, self.die_positions, roll_indexes]
        pips = self.pips + 1
        worth_now = self._dice_worth(self.die_positions, self.pips, worth)
        worth_after, worth_raised = (
            self._dice_worth(targets, pips, worth),
            self._dice_worth(self.die_positions, pips, worth),
        )
        explodes = pips >= BLAST_PIPS
        worth_after[explodes], worth_raised[explodes] = (
            worth[columns, targets][explodes],
            worth[columns, self.die_positions][explodes],
        )
        gain, raise_gain = worth_after - worth_now, worth_raised - worth_now
        on_joker = self._is_on_joker(targets)
        # The joker raises the other dice too (WH-10), and the moved die is counted as spent.
        gain = np.where(on_joker, raise_gain.sum(axis=0) - raise_gain - worth_now, gain)
        dice = gain.argmax(axis=0)
        return dice, targets[dice, columns]

    def _dice_worth(self, places: Ints, pips: Ints, worth: Floats) -> Floats:
        """Return the worth of dice (first axis) at these places with these numbers."""
        plan = self.plan
        index = (self.down * plan.card_count + places) * (BLAST_PIPS + 1) + pips
        value: Floats = np.einsum("dmc,mc->dm", plan.reach.reshape(-1, plan.card_count)[index], worth)
        return value

    def _card_worth(self) -> Floats:
        """Return the worth of an explosion of each card, by match.

        It is that for the player on turn.
        """
        cards = np.arange(self.plan.card_count)
        is_up = self.down[:, None] >> cards & 1 == 0
        is_own = np.take_along_axis(self.held, self.turn[None], axis=0).T >> cards & 1 == 1
        held = (self.held & ~self.down)[:, :, None] >> cards & 1
        hidden = held.sum(axis=(0, 2)) - (is_own & is_up).sum(axis=1)
        is_rival_candidate = is_up & ~is_own & (cards != self.plan.joker)
        chance = np.minimum(1.0, hidden / np.maximum(1, is_rival_candidate.sum(axis=1)))
        return on_grid(np.where(is_own & is_up, -LOSS, 0.0) + is_rival_candidate * chance[:, None], _BITS)


def _find_joker(board: RingState) -> int:
    return next((place for place, card in enumerate(board.ring) if card == JOKER), -1)


def play_out(board: RingState, seat: int, roll: int, held: Ints, last_heart: bool, rng: np.random.Generator) -> Floats:
    """Return the seat's share of a win, for each die (first axis) and each world.

    It is 1 for a win and 0 for a loss. A match that is not over after `_MAX_MOVES` moves is shared equally by the
    players who are in: it may take long where cards face down are counted.

    `roll` is 1 to 6. `held[player, world]` has a bit for each card of the ring that a player has left, and is 0 for a
    player who is out. All dice have the same later rolls in the same world.
    """
    worlds = held.shape[1]
    matches = _MatchBatch(board, np.tile(held, len(DICE)), seat, last_heart)
    wins = np.zeros(worlds * len(DICE))
    dice = np.repeat(np.arange(len(DICE)), worlds)
    targets = matches.plan.onward[matches.down, np.array(board.die_positions)[dice], roll - 1]
    for _ in range(_MAX_MOVES):
        matches.put_down(dice, targets)
        players_left = (matches.held > 0).sum(axis=0)
        is_in = matches.held[seat] > 0
        wins[matches.ids[is_in & (players_left == 1)]] = 1.0
        matches.select(is_in & (players_left > 1))
        if not len(matches.ids):
            break
        matches.begin_turn()
        roll_indexes = rng.integers(len(PIPS), size=(worlds,))
        dice, targets = matches.choose(roll_indexes[matches.ids % worlds])
    wins[matches.ids] = 1 / (matches.held > 0).sum(axis=0)
    return wins.reshape(len(DICE), worlds)
