"""What moving each die would do at many tables, as the encoder of the wheel tells it."""

from __future__ import annotations

import numpy as np

from grenade_salad.games.wheel.board import DICE
from grenade_salad.lab.batch.batch import Bytes
from grenade_salad.lab.batch.wheel_board import Rules, Wheels

_EACH = len(DICE)


def previews(rules: Rules, wheels: Wheels, roll: Bytes, mine: Bytes, hidden: Bytes) -> Bytes:
    """The numbers of `_ABOUT_A_DIE` for die 0, then for die 1 and 2: a row for each, a column for each table; zeros
    where nothing is rolled. `mine` and `hidden` have a bit for each place that is an own heart, or may be another's."""
    tables = len(roll)
    # Each table stands here three times, with another die to be moved.
    after = Wheels(np.tile(wheels.at, _EACH), np.tile(wheels.pips, _EACH), np.tile(wheels.key, _EACH))
    roll, mine, hidden = np.tile(roll, _EACH), np.tile(mine, _EACH), np.tile(hidden, _EACH)
    moved = np.eye(_EACH, dtype=np.bool_).repeat(tables, axis=1)
    to, joker, blown = rules.move(after, roll, moved)
    found = np.zeros((7, _EACH * tables), np.uint8)
    blasts, own, others, on_joker, then, on_own, lying = found
    on_joker[:] = joker
    np.bitwise_or.reduce(after.pips * moved, axis=0, out=then)
    which = blown.nonzero()[0]
    wheels, start = after.of(which), to[which]
    while len(which):
        where, takes = rules.blow(wheels, start)
        wheels.into(after, which)
        blasts[which] += 1
        own[which] += takes & (mine[which] >> where & 1)
        others[which] += takes & (hidden[which] >> where & 1)
        more = rules.waiting(wheels).nonzero()[0]
        wheels, start, which = wheels.of(more), start[more], which[more]
    lies = (mine & ~after.key.astype(np.uint8)) >> after.at & 1
    np.bitwise_or.reduce(lies * moved, axis=0, out=on_own)
    np.add.reduce(lies * after.pips, axis=0, out=lying)
    found *= roll > 0
    by_die = found.reshape(7, _EACH, tables).swapaxes(0, 1)
    return by_die.reshape(7 * _EACH, tables)
