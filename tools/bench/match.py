"""The time of whole matches of Grenade Salad by machine players."""

from __future__ import annotations

from statistics import median

from grenade_salad.lab.playout import run_playout

_SEEDS = range(5)


def run() -> None:
    """Print drops, decisions and seconds of a match for two, three and four players."""
    for seats in (2, 3, 4):
        playouts = [run_playout("grenade-salad", ("normal",) * seats, seed) for seed in _SEEDS]
        drops, decisions = median(result.drops for result in playouts), median(result.decisions for result in playouts)
        seconds = median(result.seconds for result in playouts)
        print(f"match of {seats}: {drops:.0f} drops, {decisions:.0f} decisions, {seconds:.2f} s (medians)")
