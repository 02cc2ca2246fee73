"""Matches of a sweep at many tables at once: thousands in seconds.

The facts are who wins, after how many decisions and by which choices. The seeds mean other matches here than in
`lab.sweep`; the results of many matches are the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grenade_salad.core import Options
from grenade_salad.lab.batch.arena import TABLES, batch_players, find_batch_end_reason, make_batch, play_turns
from grenade_salad.lab.match_facts import Facts


def collect_facts(levels: Sequence[str], deals: int, seed: int, options: Options) -> list[Facts]:
    """Play the deals with the seeds from `seed` on, and return their facts.

    The players change seats with each deal, as in `lab.sweep`. Raises KeyError for a player who is not among
    `batch_players`, ValueError without a deal.
    """
    seats = len(levels)
    batch = make_batch(options, seats, min(TABLES, deals))
    distinct_levels = sorted(set(levels))
    level_index = np.array([distinct_levels.index(level) for level in levels])
    seating = (np.arange(seats) - np.arange(deals)[:, None]) % seats
    wins, last = np.zeros((deals, seats)), np.zeros((deals, seats), np.intp)
    uses = np.zeros((deals, seats, len(batch.encoding.choices)), np.intp)
    first, decisions, ends = np.full(deals, -1), np.zeros(deals, np.intp), ""
    players = [batch_players(options, seats)[level] for level in distinct_levels]
    seconds = np.zeros(len(distinct_levels))
    for turn in play_turns(
        batch, players, level_index[seating], seed + np.arange(deals), np.random.default_rng(seed), seconds
    ):
        acts = (turn.choice >= 0).nonzero()[0]
        match, seat = turn.match[acts], turn.seat[acts]
        decisions[match] += 1
        last[match, seat] = decisions[match]
        first[match] = np.where(first[match] < 0, seat, first[match])
        uses[match, seat, turn.choice[acts]] += 1
        wins[turn.match[turn.ended], turn.winner] = 1
        ends = ends or find_batch_end_reason(batch, turn)
    use_counts, shares = uses.sum(axis=1), (uses * wins[:, :, None]).sum(axis=1)
    watched = 1 - last / decisions[:, None]
    return [
        Facts(
            seed=seed + deal,
            players=tuple(seating[deal].tolist()),
            wins=tuple(wins[deal].tolist()),
            first=int(first[deal]),
            turns=None,
            decisions=int(decisions[deal]),
            leads=None,
            watched=tuple(watched[deal].tolist()),
            uses={
                batch.encoding.choices[choice]: (int(use_counts[deal, choice]), float(shares[deal, choice]))
                for choice in use_counts[deal].nonzero()[0].tolist()
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
