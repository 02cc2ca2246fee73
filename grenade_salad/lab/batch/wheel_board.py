"""Rings and dice of many tables: what a move and an explosion do to them.

A ring has eight places. `key` is `joker << 8 | down`: the joker's place, whether it is in play or not, and a bit for
each card that is face down. `position` and `pips` have a row for each white die and a column for each table.
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
"""The bit of `Paths.targets` that is set if the place is a joker in play."""
_OUT_OF_REACH = np.uint8(PLACES)
assert PLACES == ON_JOKER == 1 << 3, "places are three bits"


class Paths(NamedTuple):
    """All moves and explosions on every ring, by the rules' own functions."""

    targets: Bytes
    """`[key << 6 | position << 3 | roll]`: the place where a die ends.

    ON_JOKER is added if that is a joker in play. With roll 0 it is the place of the die.
    """
    after_blast: Indexes
    """`[key << 3 | position]`: the ring after an explosion at a place.

    It is `key << 4 | target << 1 | is_taken`, where `target` is the next spade in play (WH-09).
    """
    spade_counts: Bytes
    """`[key]`: the number of spades in play."""


@cache
def compute_paths(counted: bool, joker_safe: bool) -> Paths:
    """Compute the paths for these house rules.

    `counted` says whether face-down cards are counted (WH-07), `joker_safe` whether the joker is safe.
    """
    onward = np.zeros((PLACES, 256, PLACES, 8), np.uint8)
    onward[...] = np.arange(PLACES, dtype=np.uint8)[:, None]
    spade = np.zeros((PLACES, 256, PLACES), np.uint8)
    spades = np.zeros((PLACES, 256), np.uint8)
    for joker in range(PLACES):
        for down in range(256):
            in_play = -1 if down >> joker & 1 else joker
            ring_paths = find_routes.__wrapped__(PLACES, down, in_play, counted)
            spades[joker, down] = PLACES - down.bit_count() - (in_play >= 0)
            if spades[joker, down]:  # without a spade no game goes on
                onward[joker, down, :, 1:7] = [
                    [end + ON_JOKER * (end == in_play) for end in ends] for ends in ring_paths.onward
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
        """Return a copy of these columns."""
        # Three times as quick as with brackets.
        return Wheels(self.position.take(which, axis=1), self.pips.take(which, axis=1), self.key.take(which))

    def copy_into(self, target: Wheels, which: Indexes) -> None:
        """Write all columns into these columns of the target."""
        for die in DICE:
            target.position[die][which] = self.position[die]
            target.pips[die][which] = self.pips[die]
        target.key[which] = self.key


class RingRules:
    """The house rules that decide what happens to rings and dice."""

    def __init__(self, options: WheelOptions) -> None:
        self.paths = compute_paths(options.face_down == "counted", options.joker_safe)
        self._joker_raises_twice = options.joker == "twice"

    def find_targets(self, position: Bytes, key: Indexes, roll: Bytes) -> tuple[Bytes, Bytes]:
        """Return where dice at `position` end, and 1 where that is the joker (WH-06)."""
        target = self.paths.targets.take(key << 6 | (position << 3 | roll))
        joker: Bytes = target >> np.uint8(3)
        target &= PLACES - 1
        return target, joker

    def raise_pips(self, pips: Bytes, joker: Bytes, out: Bytes | None = None) -> Bytes:
        """Return the pips of moved dice after their move (WH-06, WH-10)."""
        new_pips = np.add(pips, 1, out=out)
        if self._joker_raises_twice:
            new_pips += joker
            np.minimum(new_pips, BLAST_PIPS, out=new_pips)
        return new_pips

    def put_down_dice(self, wheels: Wheels, is_moved: Flags, target: Bytes, new_pips: Bytes, joker: Bytes) -> None:
        """Put down the moved die of each column, and raise the others (WH-06, WH-10).

        They are raised where the die ends on the joker.
        """
        position, pips, _ = wheels
        pips += joker
        # A third of the time of np.copyto.
        position += (target - position) * is_moved
        pips += (new_pips - pips) * is_moved

    def explode_next(self, wheels: Wheels, start: Bytes) -> tuple[Bytes, Bytes]:
        """Carry out the next explosion in each column (WH-08 to WH-12).

        It is that of the die nearest to `start`, clockwise; there is one in every column. Changes the arrays. Returns
        where it was, and 1 where it took the card, else 0.
        """
        position, pips, key = wheels
        # The moved die is at `start`; dice on one card are one explosion, so that no order among them is needed.
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
        """Return 1 where another explosion follows, as long as the game is not over."""
        has_blast: Flags = np.logical_or.reduce(wheels.pips >= BLAST_PIPS, axis=0)
        return has_blast & (self.paths.spade_counts.take(wheels.key) > 1)


@cache
def next_seats(seats: int) -> NDArray[np.uint8]:
    """`[alive << 3 | seat]`: the next seat (WH-05).

    `alive` has a bit for each seat that is in the game.
    """
    table = np.zeros((1 << seats, 8), np.uint8)
    for alive in range(1, 1 << seats):
        for seat in range(seats):
            table[alive, seat] = next(
                candidate for step in range(1, seats + 1) if alive >> (candidate := (seat + step) % seats) & 1
            )
    return table.ravel()
