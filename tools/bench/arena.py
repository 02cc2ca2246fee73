"""Matches of Normals, at many tables at once as `arena` plays them, against one by one.

The processor's time counts, and both sides take turns, so that a busy machine slows both.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from time import process_time

from grenade_salad.lab.arena import tournament
from grenade_salad.lab.batch.arena import tournament as at_many_tables
from grenade_salad.lab.playout import house_rules
from tools.bench.figures import Figure, of_rounds, show

GOAL = 10.0
"""The least that it is worth."""
_SIDES = (("live-grenade", 3, 90), ("wheel", 3, 60), ("wheel", 2, 30))
"""Games, seats, and how many matches are played one by one in a round."""
_MANY, _ROUNDS = 10_000, 5


def run() -> None:
    """Print a line for each game and number of seats."""
    show(figures())


def figures() -> Iterator[Figure]:
    """How many times as fast 10,000 matches are."""
    for game, seats, few in _SIDES:
        levels, options = ("normal",) * seats, house_rules(game, seats)
        many, ratios = [], []
        for number in range(_ROUNDS):
            begun = process_time()
            list(tournament(game, levels, few // seats, number, None, options))
            single = (process_time() - begun) / few * _MANY
            begun = process_time()
            at_many_tables(levels, _MANY // seats, number, options)
            many.append(process_time() - begun)
            ratios.append(single / many[-1])
        beside = f"{fmean(many):.1f} s for {_MANY} matches of Normals"
        yield of_rounds(f"arena {game} with {seats}, at many tables", "times one by one", GOAL, ratios, beside)
