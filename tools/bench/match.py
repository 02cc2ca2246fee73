"""A whole match of Grenade Salad by machine players, on the real physics: what it takes."""

from __future__ import annotations

from statistics import median

from grenade_salad.lab.playout import playout

_SEEDS = range(5)


def run() -> None:
    """Print drops, decisions and seconds of a match for two, three and four players."""
    for seats in (2, 3, 4):
        played = [playout("grenade-salad", ("normal",) * seats, seed) for seed in _SEEDS]
        drops, decisions = median(one.drops for one in played), median(one.decisions for one in played)
        seconds = median(one.seconds for one in played)
        print(f"match of {seats}: {drops:.0f} drops, {decisions:.0f} decisions, {seconds:.2f} s (medians)")
