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
    blown = (then >= BLAST) | (joker.view(np.bool_) & (np.maximum.reduce(pips, axis=0) >= BLAST - 1))
    # First as if nothing blew up.
    up = mine & ~key.astype(np.uint8)
    lies: Bytes = up >> at & np.uint8(1)
    np.bitwise_and(up >> to, 1, out=on_own)
    weighs = lies * pips
    np.add(_sum(weighs) - weighs, on_own * then, out=lying)
    lying += joker * (_sum(lies) - lies)
    which = blown.ravel().nonzero()[0]
    die = (which >= tables).astype(np.uint8) + (which >= 2 * tables)
    table = which - die.astype(np.intp) * tables
    after, moved, start = wheels.of(table), die == DIE, to.ravel().take(which)
    rules.put_down(after, moved, start, then.ravel().take(which), joker.ravel().take(which))
    sums = _chains(rules, after, start, mine.take(table), hidden.take(table))
    for numbers, each in zip((blasts, own, others), sums, strict=True):
        numbers.ravel()[which] = each
    lies = (mine.take(table) & ~after.key.astype(np.uint8)) >> after.at & 1
    on_own.ravel()[which] = np.bitwise_or.reduce(lies & moved, axis=0)
    lying.ravel()[which] = _sum(lies * after.pips)
    found *= roll > 0
    return found.swapaxes(0, 1).reshape(_EACH * _NUMBERS, tables)


def _sum(rows: Bytes) -> Bytes:
    """The sum of the rows of the dice, as bytes: numpy's own makes wide numbers of them first."""
    found: Bytes = rows[0] + rows[1] + rows[2]
    return found


def _chains(rules: Rules, wheels: Wheels, start: Bytes, mine: Bytes, hidden: Bytes) -> tuple[Bytes, Bytes, Bytes]:
    """Carry out all explosions in these columns, one at least in each.

    How many, of how many own hearts, and of how many that may be another's.
    """
    where, takes = rules.blow(wheels, start)
    blasts, own, others = np.ones_like(start), takes & mine >> where, takes & hidden >> where
    which = rules.waiting(wheels).nonzero()[0]
    while len(which):
        some = wheels.of(which)
        where, takes = rules.blow(some, start[which])
        some.into(wheels, which)
        blasts[which] += 1
        own[which] += takes & mine[which] >> where
        others[which] += takes & hidden[which] >> where
        which = which[rules.waiting(some)]
    return blasts, own, others
