"""Matches of a sweep at many tables at once: who wins, after how many decisions, and by what, of thousands in seconds.

The seeds mean other matches here than in `lab.sweep`; what comes of many is the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grenade_salad.core import Options
from grenade_salad.lab.batch.arena import TABLES, batch_of, ended_at, players_there, turns
from grenade_salad.lab.match_facts import Facts


def facts(levels: Sequence[str], deals: int, seed: int, options: Options) -> list[Facts]:
    """What came of the deals with the seeds from `seed` on; the players change seats with each, as in `lab.sweep`.

    Raises KeyError for a player who is not among `players_there`, ValueError without a deal.
    """
    seats = len(levels)
    batch = batch_of(options, seats, min(TABLES, deals))
    kinds = sorted(set(levels))
    number = np.array([kinds.index(level) for level in levels])
    sits = (np.arange(seats) - np.arange(deals)[:, None]) % seats
    wins, last = np.zeros((deals, seats)), np.zeros((deals, seats), np.intp)
    uses = np.zeros((deals, seats, len(batch.encoding.choices)), np.intp)
    first, decisions, ends = np.full(deals, -1), np.zeros(deals, np.intp), ""
    decides = [players_there(options, seats)[kind] for kind in kinds]
    seconds = np.zeros(len(kinds))
    for turn in turns(batch, decides, number[sits], seed + np.arange(deals), np.random.default_rng(seed), seconds):
        acts = (turn.choice >= 0).nonzero()[0]
        match, seat = turn.match[acts], turn.seat[acts]
        decisions[match] += 1
        last[match, seat] = decisions[match]
        first[match] = np.where(first[match] < 0, seat, first[match])
        uses[match, seat, turn.choice[acts]] += 1
        wins[turn.match[turn.ended], turn.winner] = 1
        ends = ends or ended_at(batch, turn)
    many, shares = uses.sum(axis=1), (uses * wins[:, :, None]).sum(axis=1)
    watched = 1 - last / decisions[:, None]
    return [
        Facts(
            seed=seed + deal,
            players=tuple(sits[deal].tolist()),
            wins=tuple(wins[deal].tolist()),
            first=int(first[deal]),
            turns=None,
            decisions=int(decisions[deal]),
            leads=None,
            watched=tuple(watched[deal].tolist()),
            uses={
                batch.encoding.choices[choice]: (int(many[deal, choice]), float(shares[deal, choice]))
                for choice in many[deal].nonzero()[0].tolist()
            },
            counted={},
            known=None,
            settled=None,
            sat_through={},
            ended=ends,
            mattered=None,
        )
        for deal in range(deals)
    ]
