"""What moving each die would do at many tables, as the encoder of the wheel tells it."""

from __future__ import annotations

import numpy as np

from grenade_salad.games.wheel.board import DICE
from grenade_salad.lab.batch.batch import Bytes
from grenade_salad.lab.batch.luck import Indexes
from grenade_salad.lab.batch.wheel_board import Rules

_EACH = len(DICE)


def previews(rules: Rules, at: Bytes, pips: Bytes, key: Indexes, roll: Bytes, mine: Bytes, hidden: Bytes) -> Bytes:
    """The numbers of `_ABOUT_A_DIE` for die 0, then for die 1 and 2: a row for each, a column for each table; zeros
    where nothing is rolled. `mine` and `hidden` have a bit for each place that is an own heart, or may be another's."""
    tables = len(roll)
    # Each table stands here three times, with another die to be moved; `at` and the like are copies.
    at, pips = np.tile(at, _EACH), np.tile(pips, _EACH)
    key, roll = np.tile(key, _EACH), np.tile(roll, _EACH)
    mine, hidden = np.tile(mine, _EACH), np.tile(hidden, _EACH)
    moved = np.eye(_EACH, dtype=np.bool_).repeat(tables, axis=1)
    to, joker, blown = rules.move(at, pips, key, roll, moved)
    found = np.zeros((7, _EACH * tables), np.uint8)
    blasts, own, others, on_joker, then, on_own, lying = found
    on_joker[:] = joker
    np.bitwise_or.reduce(pips * moved, axis=0, out=then)
    which = blown.nonzero()[0]
    at_, pips_, key_, start = at[:, which], pips[:, which], key[which], to[which]
    while len(which):
        where, takes = rules.blow(at_, pips_, key_, start)
        at[:, which], pips[:, which], key[which] = at_, pips_, key_
        blasts[which] += 1
        own[which] += takes & (mine[which] >> where & 1)
        others[which] += takes & (hidden[which] >> where & 1)
        more = rules.waiting(pips_, key_).nonzero()[0]
        at_, pips_, key_, start, which = at_[:, more], pips_[:, more], key_[more], start[more], which[more]
    lies = (mine & ~key.astype(np.uint8)) >> at & 1
    np.bitwise_or.reduce(lies * moved, axis=0, out=on_own)
    np.add.reduce(lies * pips, axis=0, out=lying)
    found *= roll > 0
    by_die = found.reshape(7, _EACH, tables).swapaxes(0, 1)
    return by_die.reshape(7 * _EACH, tables)
