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
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, find_routes
from grenade_salad.lab.batch.batch import Bytes, Flags, Indexes

PLACES = len(RING)
DIE = np.array(DICE, np.uint8)[:, None]
"""The dice, a row for each."""
ON_JOKER = 8
"""The bit of `Paths.targets` that says that the place is a joker in play."""
_OUT_OF_REACH = np.uint8(PLACES)
assert PLACES == ON_JOKER == 1 << 3, "places are three bits"


class Paths(NamedTuple):
    """The ways through every ring, by the rules' own `ways`.

    `onward[key << 6 | at << 3 | roll]` is where a die ends, and ON_JOKER if that is a joker in play; with roll 0 where
    it is. `blown[key << 3 | at]` is what an explosion at a place makes of the ring: `key << 4 | to << 1 | takes`, where
    `to` is the next spade in play (WH-09). `spades[key]` is how many spades are in play.
    """

    targets: Bytes
    after_blast: Indexes
    spade_counts: Bytes


@cache
def compute_paths(counted: bool, joker_safe: bool) -> Paths:
    """The ways where cards face down are counted, or where they are not (WH-07), and the joker is safe or not."""
    onward = np.zeros((PLACES, 256, PLACES, 8), np.uint8)
    onward[...] = np.arange(PLACES, dtype=np.uint8)[:, None]
    spade = np.zeros((PLACES, 256, PLACES), np.uint8)
    spades = np.zeros((PLACES, 256), np.uint8)
    for joker in range(PLACES):
        for down in range(256):
            in_play = -1 if down >> joker & 1 else joker
            ring_paths = find_routes.__wrapped__(PLACES, down, in_play, counted)
            spades[joker, down] = PLACES - down.bit_count() - (in_play >= 0)
            if spades[joker, down]:  # without one no game goes on
                onward[joker, down, :, 1:7] = [
                    [to + ON_JOKER * (to == in_play) for to in six] for six in ring_paths.onward
                ]
                spade[joker, down] = ring_paths.next_spade
    key, position = np.divmod(np.arange(PLACES * 256 * PLACES), PLACES)
    is_taken = (key >> position & 1 == 0) & ~(joker_safe & (key >> 8 == position))
    after = key | is_taken << position
    return Paths(
        onward.ravel(),
        after << 4 | spade.ravel().take(after << 3 | position).astype(np.intp) << 1 | is_taken,
        spades.ravel(),
    )


class Wheels(NamedTuple):
    """Rings and dice of some tables, a column for each."""

    position: Bytes
    pips: Bytes
    key: Indexes

    def select(self, which: Indexes) -> Wheels:
        """A copy of these columns."""
        # Three times as quick as with brackets.
        return Wheels(self.position.take(which, axis=1), self.pips.take(which, axis=1), self.key.take(which))

    def copy_into(self, target: Wheels, which: Indexes) -> None:
        """Write all columns into these of the other."""
        for die in DICE:
            target.position[die][which] = self.position[die]
            target.pips[die][which] = self.pips[die]
        target.key[which] = self.key


class RingRules:
    """The house rules that say what happens to rings and dice."""

    def __init__(self, options: WheelOptions) -> None:
        self.paths = compute_paths(options.face_down == "counted", options.joker_safe)
        self._joker_raises_twice = options.joker == "twice"

    def find_targets(self, position: Bytes, key: Indexes, roll: Bytes) -> tuple[Bytes, Bytes]:
        """Where dice end that are moved from `at`, and 1 for those that end on the joker, 0 for the others (WH-06)."""
        target = self.paths.targets.take(key << 6 | (position << 3 | roll))
        joker: Bytes = target >> np.uint8(3)
        target &= PLACES - 1
        return target, joker

    def raise_pips(self, pips: Bytes, joker: Bytes, out: Bytes | None = None) -> Bytes:
        """What moved dice show then that showed `pips` (WH-06, WH-10)."""
        new_pips = np.add(pips, 1, out=out)
        if self._joker_raises_twice:
            new_pips += joker
            np.minimum(new_pips, BLAST_PIPS, out=new_pips)
        return new_pips

    def put_down_dice(self, wheels: Wheels, is_moved: Flags, target: Bytes, new_pips: Bytes, joker: Bytes) -> None:
        """Put the die down that is marked in each column, and raise what is to be raised (WH-06, WH-10)."""
        position, pips, _ = wheels
        pips += joker
        # A third of the time of np.copyto.
        position += (target - position) * is_moved
        pips += (new_pips - pips) * is_moved

    def explode_next(self, wheels: Wheels, start: Bytes) -> tuple[Bytes, Bytes]:
        """Carry out the next explosion in each column: that of the die nearest to `start`, clockwise (WH-08 to WH-12).

        There is one in every column. Changes the arrays. Where, and 1 where it took the card, 0 elsewhere.
        """
        position, pips, key = wheels
        # The moved die lies at `start`; dice on one card are one explosion, so that no order among them is needed.
        distance = (position - start & PLACES - 1) + (pips < BLAST_PIPS) * _OUT_OF_REACH
        place = np.minimum.reduce(distance, axis=0) + start & PLACES - 1
        outcome = self.paths.after_blast.take(key << 3 | place)
        np.right_shift(outcome, 4, out=key)
        low_byte = outcome.astype(np.uint8)
        has_exploded = position == place
        position += ((low_byte >> 1 & PLACES - 1) - place) * has_exploded
        pips *= ~has_exploded
        pips += has_exploded
        return place, low_byte & 1

    def has_explosion(self, wheels: Wheels) -> Flags:
        """Whether another explosion follows in each column, as far as the game goes on."""
        has_blast: Flags = np.logical_or.reduce(wheels.pips >= BLAST_PIPS, axis=0)
        return has_blast & (self.paths.spade_counts.take(wheels.key) > 1)


@cache
def next_seats(seats: int) -> NDArray[np.uint8]:
    """`[alive << 3 | seat]`: whose turn is next (WH-05). `alive` has a bit for each seat that is in the game."""
    table = np.zeros((1 << seats, 8), np.uint8)
    for alive in range(1, 1 << seats):
        for seat in range(seats):
            table[alive, seat] = next(
                candidate for step in range(1, seats + 1) if alive >> (candidate := (seat + step) % seats) & 1
            )
    return table.ravel()
