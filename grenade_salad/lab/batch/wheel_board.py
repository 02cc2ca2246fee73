"""Rings and dice of many tables: what a move and an explosion do to them.

A ring has eight places. `key` is `joker << 8 | down`: the joker's place, whether it is in play or not, and a bit for
each card that is face down. `at` and `pips` have a row for each white die and a column for each table.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.cards import RING
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.ring import BLAST, DICE, ways
from grenade_salad.lab.batch.batch import Bytes, Flags, Indexes

PLACES = len(RING)
DIE = np.array(DICE, np.uint8)[:, None]
"""The dice, a row for each."""
ON_JOKER = 8
"""The bit of `Paths.onward` that says that the place is a joker in play."""
_FAR = np.uint8(PLACES)
assert PLACES == ON_JOKER == 1 << 3, "places are three bits"


class Paths(NamedTuple):
    """The ways through every ring, by the rules' own `ways`.

    `onward[key << 6 | at << 3 | roll]` is where a die ends, and ON_JOKER if that is a joker in play; with roll 0 where
    it is. `blown[key << 3 | at]` is what an explosion at a place makes of the ring: `key << 4 | to << 1 | takes`, where
    `to` is the next spade in play (WH-09). `spades[key]` is how many spades are in play.
    """

    onward: Bytes
    blown: Indexes
    spades: Bytes


@cache
def paths(counted: bool, joker_safe: bool) -> Paths:
    """The ways where cards face down are counted, or where they are not (WH-07), and the joker is safe or not."""
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
    key, at = np.divmod(np.arange(PLACES * 256 * PLACES), PLACES)
    takes = (key >> at & 1 == 0) & ~(joker_safe & (key >> 8 == at))
    after = key | takes << at
    return Paths(
        onward.ravel(), after << 4 | spade.ravel().take(after << 3 | at).astype(np.intp) << 1 | takes, spades.ravel()
    )


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
        self.paths = paths(options.face_down == "counted", options.joker_safe)
        self._twice = options.joker == "twice"

    def onward(self, at: Bytes, key: Indexes, roll: Bytes) -> tuple[Bytes, Bytes]:
        """Where dice end that are moved from `at`, and 1 for those that end on the joker, 0 for the others (WH-06)."""
        to = self.paths.onward.take(key << 6 | (at << 3 | roll))
        joker: Bytes = to >> np.uint8(3)
        to &= PLACES - 1
        return to, joker

    def raised(self, pips: Bytes, joker: Bytes, out: Bytes | None = None) -> Bytes:
        """What moved dice show then that showed `pips` (WH-06, WH-10)."""
        then = np.add(pips, 1, out=out)
        if self._twice:
            then += joker
            np.minimum(then, BLAST, out=then)
        return then

    def put_down(self, wheels: Wheels, moved: Flags, to: Bytes, then: Bytes, joker: Bytes) -> None:
        """Put the die down that is marked in each column, and raise what is to be raised (WH-06, WH-10)."""
        at, pips, _ = wheels
        pips += joker
        # A third of the time of np.copyto.
        at += (to - at) * moved
        pips += (then - pips) * moved

    def blow(self, wheels: Wheels, start: Bytes) -> tuple[Bytes, Bytes]:
        """Carry out the next explosion in each column: that of the die nearest to `start`, clockwise (WH-08 to WH-12).

        There is one in every column. Changes the arrays. Where, and 1 where it took the card, 0 elsewhere.
        """
        at, pips, key = wheels
        # The moved die lies at `start`; dice on one card are one explosion, so that no order among them is needed.
        far = (at - start & PLACES - 1) + (pips < BLAST) * _FAR
        where = np.minimum.reduce(far, axis=0) + start & PLACES - 1
        found = self.paths.blown.take(key << 3 | where)
        np.right_shift(found, 4, out=key)
        end = found.astype(np.uint8)
        there = at == where
        at += ((end >> 1 & PLACES - 1) - where) * there
        pips *= ~there
        pips += there
        return where, end & 1

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
