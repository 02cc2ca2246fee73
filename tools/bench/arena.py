"""Matches of three Normals at Live Grenade, at many tables at once as `arena` plays them, against one by one.

The processor's time counts, and both sides take turns, so that a busy machine slows both.
"""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from time import process_time

from grenade_salad.lab.arena import tournament
from grenade_salad.lab.batch.arena import tournament as at_many_tables
from grenade_salad.lab.playout import house_rules

GOAL = 10.0
"""The least that it is worth."""
_LEVELS = ("normal",) * 3
_MANY, _FEW, _ROUNDS, _T = 10_000, 90, 5, 2.7764


def run() -> None:
    """Print one line: seconds for 10,000 matches on both sides, and the ratio with its 95 % interval."""
    options = house_rules("live-grenade", len(_LEVELS))
    many, ratios = [], []
    for number in range(_ROUNDS):
        begun = process_time()
        list(tournament("live-grenade", _LEVELS, _FEW // len(_LEVELS), number, None, options))
        single = (process_time() - begun) / _FEW * _MANY
        begun = process_time()
        at_many_tables(_LEVELS, _MANY // len(_LEVELS), number, options)
        many.append(process_time() - begun)
        ratios.append(single / many[-1])
    mean, half = fmean(ratios), _T * stdev(ratios) / sqrt(_ROUNDS)
    verdict = "met" if mean - half >= GOAL else "MISSED" if mean + half < GOAL else "open"
    print(
        f"arena: {_MANY} matches of three Normals in {fmean(many):.1f} s, one by one {fmean(many) * mean:.0f} s; "
        f"ratio {mean:.1f} ({mean - half:.1f} to {mean + half:.1f}), goal {GOAL:g}: {verdict}"
    )
