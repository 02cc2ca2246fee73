"""Matches of Normals: at many tables as `arena` plays them, against one by one.

Times are of the processor, and both sides take turns, so that a busy machine slows both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import fmean

from grenade_salad.lab.arena import tournament
from grenade_salad.lab.batch.arena import tournament as at_many_tables
from grenade_salad.lab.playout import make_options
from tools.bench.figures import Figure, make_figure, measure_seconds

GOAL = 10.0
"""The least ratio that is worth it."""
_SIDES = (("live-grenade", 3, 10_000, 90), ("wheel", 3, 1_500, 30), ("wheel", 2, 1_500, 30))
"""Games, seats, and matches of a round: at many tables, and one by one."""
_ROUNDS = 5


def figures() -> Iterator[Figure]:
    """Yield how many times as fast matches are at many tables."""
    for game, seats, matches, few in _SIDES:
        levels, options = ("normal",) * seats, make_options(game, seats)
        batch_seconds, ratios = [], []
        for seed in range(_ROUNDS):
            one_by_one: partial[object] = partial(list, tournament(game, levels, few // seats, seed, None, options))
            single = measure_seconds(one_by_one) / few * matches
            batch_seconds.append(measure_seconds(partial(at_many_tables, levels, matches // seats, seed, options)))
            ratios.append(single / batch_seconds[-1])
        note = f"{fmean(batch_seconds):.1f} s for {matches} matches of Normals"
        yield make_figure(f"arena {game} with {seats}, at many tables", "times one by one", GOAL, ratios, note)
