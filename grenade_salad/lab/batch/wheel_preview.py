"""What moving each die would do at many tables, as the encoder of the wheel tells it."""

from __future__ import annotations

import numpy as np

from grenade_salad.games.wheel.board import BLAST, DICE
from grenade_salad.lab.batch.batch import Bytes
from grenade_salad.lab.batch.wheel_board import DIE, Rules, Wheels

_EACH = len(DICE)
_NUMBERS = 7


def previews(rules: Rules, wheels: Wheels, roll: Bytes, mine: Bytes, hidden: Bytes) -> Bytes:
    """The numbers of `_ABOUT_A_DIE` for die 0, then for die 1 and 2: a row for each, a column for each table; zeros
    where nothing is rolled. `mine` and `hidden` have a bit for each place that is an own heart, or may be another's."""
    at, pips, key = wheels
    tables = len(roll)
    found = np.zeros((_NUMBERS, _EACH, tables), np.uint8)
    blasts, own, others, on_joker, then, on_own, lying = found
    to, joker = rules.onward(at, key, roll)
    on_joker[:] = joker
    rules.raised(pips, joker, out=then)
    blown = (then >= BLAST) | (joker & (np.maximum.reduce(pips, axis=0) >= BLAST - 1))
    # First as if nothing blew up.
    up = mine & ~key.astype(np.uint8)
    lies = up >> at & 1
    np.bitwise_and(up >> to, 1, out=on_own)
    weighs = lies * pips
    np.add(np.add.reduce(weighs, axis=0) - weighs, on_own * then, out=lying)
    lying += joker * (np.add.reduce(lies, axis=0) - lies)
    which = blown.ravel().nonzero()[0]
    die = (which >= tables).astype(np.uint8) + (which >= 2 * tables)
    table = which - die.astype(np.intp) * tables
    after, moved, start = wheels.of(table), die == DIE, to.ravel().take(which)
    rules.put_down(after, moved, start, then.ravel().take(which), joker.ravel().take(which))
    sums = np.zeros((3, len(which)), np.uint8)
    _chains(rules, after, start, mine.take(table), hidden.take(table), sums)
    for numbers, more in zip((blasts, own, others), sums, strict=True):
        numbers.ravel()[which] = more
    lies = (mine.take(table) & ~after.key.astype(np.uint8)) >> after.at & 1
    on_own.ravel()[which] = np.bitwise_or.reduce(lies & moved, axis=0)
    lying.ravel()[which] = np.add.reduce(lies * after.pips, axis=0)
    found *= roll > 0
    return found.swapaxes(0, 1).reshape(_EACH * _NUMBERS, tables)


def _chains(rules: Rules, wheels: Wheels, start: Bytes, mine: Bytes, hidden: Bytes, sums: Bytes) -> None:
    """Carry out all explosions in these columns, one at least in each; adds how many, and of which hearts, to `sums`."""
    which = np.arange(len(start))
    some = wheels
    while len(which):
        where, takes = rules.blow(some, start)
        if some is not wheels:
            some.into(wheels, which)
        bit = takes << where
        sums[0, which] += 1
        sums[1, which] += mine[which] & bit != 0
        sums[2, which] += hidden[which] & bit != 0
        more = rules.waiting(some).nonzero()[0]
        some, start, which = some.of(more), start[more], which[more]
