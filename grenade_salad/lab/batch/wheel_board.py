"""Rings and dice of many tables: what a move and an explosion do to them.

A ring has eight places. `key` is `joker << 8 | down`: the joker's place, whether it is in play or not, and a bit for
each card that is face down. `at` and `pips` have a row for each white die and a column for each table.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.board import BLAST, DICE, ways
from grenade_salad.games.wheel.cards import RING
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.lab.batch.batch import Bytes, Flags
from grenade_salad.lab.batch.luck import Indexes

PLACES = len(RING)
DIE = np.array(DICE, np.uint8)[:, None]
"""The dice, a row for each."""
ON_JOKER = 8
"""The bit of `Paths.onward` that says that the place is a joker in play."""
assert PLACES == ON_JOKER == 1 << 3, "places are three bits"


class Paths(NamedTuple):
    """The ways through every ring, by the rules' own `ways`.

    `onward[key << 6 | at << 3 | roll]` is where a die ends, and ON_JOKER if that is a joker in play; with roll 0 where
    it is. `spade[key << 3 | at]` is the next spade in play, `spades[key]` how many there are.
    """

    onward: Bytes
    spade: Bytes
    spades: Bytes


@cache
def paths(counted: bool) -> Paths:
    """The ways where cards face down are counted, or where they are not (WH-07)."""
    onward = np.zeros((PLACES, 256, PLACES, 8), np.uint8)
    onward[...] = np.arange(PLACES, dtype=np.uint8)[:, None]
    spade = np.zeros((PLACES, 256, PLACES), np.uint8)
    spades = np.zeros((PLACES, 256), np.uint8)
    for joker in range(PLACES):
        for down in range(256):
            in_play = -1 if down >> joker & 1 else joker
            found = ways.__wrapped__(PLACES, down, in_play, counted)
            spades[joker, down] = PLACES - down.bit_count() - (in_play >= 0)
            if spades[joker, down]:  # without one no game goes on
                onward[joker, down, :, 1:7] = [[to + ON_JOKER * (to == in_play) for to in six] for six in found.onward]
                spade[joker, down] = found.spade
    return Paths(onward.ravel(), spade.ravel(), spades.ravel())


class Wheels(NamedTuple):
    """Rings and dice of some tables, a column for each."""

    at: Bytes
    pips: Bytes
    key: Indexes

    def of(self, which: Indexes) -> Wheels:
        """A copy of these columns."""
        # Three times as quick as with brackets.
        return Wheels(self.at.take(which, axis=1), self.pips.take(which, axis=1), self.key.take(which))

    def into(self, other: Wheels, which: Indexes) -> None:
        """Write all columns into these of the other."""
        for die in DICE:
            other.at[die][which] = self.at[die]
            other.pips[die][which] = self.pips[die]
        other.key[which] = self.key


class Rules:
    """The house rules that say what happens to rings and dice."""

    def __init__(self, options: WheelOptions) -> None:
        self.paths = paths(options.face_down == "counted")
        self.twice = options.joker == "twice"
        self.joker_safe = options.joker_safe

    def move(self, wheels: Wheels, roll: Bytes, moved: Flags) -> tuple[Bytes, Flags, Flags]:
        """Move the dice that are marked and raise what is to be raised (WH-06, WH-10).

        One die is marked in a column, or none, and then the roll there is 0.

        Changes the dice. Where it was put down (0 if none was moved), whether that was the joker, and whether anything
        blows up now.
        """
        at, pips, key = wheels
        start = np.bitwise_or.reduce(at * moved, axis=0)
        to = self.paths.onward.take(key << 6 | (start << 3 | roll))
        joker = to >= ON_JOKER
        to &= PLACES - 1
        np.copyto(at, to, where=moved)
        pips += moved | joker
        if self.twice:
            pips += moved & joker
            np.minimum(pips, BLAST, out=pips)
        return to, joker, np.logical_or.reduce(pips >= BLAST, axis=0)

    def blow(self, wheels: Wheels, start: Bytes) -> tuple[Bytes, Flags]:
        """Carry out the next explosion in each column: that of the die nearest to `start`, clockwise (WH-08 to WH-12).

        There is one in every column. Changes the arrays. Where, and whether it took the card.
        """
        at, pips, key = wheels
        # The moved die lies at `start`; dice on one card are one explosion, so that no order among them is needed.
        far = np.where(pips >= BLAST, at - start & PLACES - 1, PLACES)
        where = np.minimum.reduce(far, axis=0) + start & PLACES - 1
        bit = np.left_shift(1, where, dtype=np.intp)
        takes = key & bit == 0
        if self.joker_safe:
            takes &= key >> 8 != where
        key |= bit * takes
        there = at == where
        np.copyto(at, self.paths.spade.take(key << 3 | where), where=there)
        np.copyto(pips, 1, where=there)
        return where, takes

    def waiting(self, wheels: Wheels) -> Flags:
        """Whether another explosion follows in each column, as far as the game goes on."""
        more: Flags = np.logical_or.reduce(wheels.pips >= BLAST, axis=0)
        return more & (self.paths.spades.take(wheels.key) > 1)


@cache
def next_seats(seats: int) -> NDArray[np.uint8]:
    """`[alive << 3 | seat]`: whose turn is next (WH-05). `alive` has a bit for each seat that is in the game."""
    found = np.zeros((1 << seats, 8), np.uint8)
    for alive in range(1, 1 << seats):
        for seat in range(seats):
            found[alive, seat] = next(
                one for step in range(1, seats + 1) if alive >> (one := (seat + step) % seats) & 1
            )
    return found.ravel()
