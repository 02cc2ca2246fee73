"""What players claim that decisions cost, against what the judge finds: `python -m tools.calibration GAME --matches N`.

Matches of machines are analysed, the dearest claims of each are judged as in the analysis of a match, and found is set
against claimed by size of claim. The slope says how much is found of what is claimed: 1 if claims are true. Then the
costs that would be shown are judged once more in other worlds, since luck made some of them look large.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import inf, sqrt
from statistics import fmean
from typing import TypeAlias

from grenade_salad import games
from grenade_salad.lab import analysis
from grenade_salad.lab.playout import house_rules, make_players, play
from grenade_salad.lab.workers import each, workers
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record

SIZES = (analysis.NOISE, 0.05, 0.1, 0.2, 0.4, inf)
"""Claims between two of these are counted together."""
_Z = 1.959964


_AGAIN = 1_000_003
"""Added to a seed for other worlds."""
Twice: TypeAlias = tuple[analysis.Point, analysis.Point | None]
"""A point that was judged, and, if it has a cost, the same judged anew."""


def judged(game: str, levels: Sequence[str], player: str, seed: int) -> list[Twice]:
    """The points of one match that the judge was asked about."""
    names = tuple(f"Player {seat + 1}" for seat in range(len(levels)))
    match = Match(Header(game, names, house_rules(game, len(levels)), seed))
    play(match, make_players(game, levels, seed))
    record = Record(f"match {seed}", match.header, tuple(match.entries))
    found = list(analysis.judged(record, list(analysis.analyse(record, player))))
    shown = [replace(point, found=None) for point in found if point.cost]
    anew = {point.line: point for point in analysis.judged(record, shown, _AGAIN)}
    return [(point, anew.get(point.line)) for point in found]


def slope(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The slope of the line through 0 that fits (claimed, found) best, and the half of its 95 % interval."""
    square = sum(claimed * claimed for claimed, _ in pairs)
    best = sum(claimed * found for claimed, found in pairs) / square
    rest = sum((claimed * (found - best * claimed)) ** 2 for claimed, found in pairs)
    return best, _Z * sqrt(rest * len(pairs) / max(1, len(pairs) - 1)) / square


def report(name: str, points: Sequence[Twice]) -> str:
    """One line: how many claims, their mean, what was found, the slope, and of those shown what is found anew."""
    pairs = [(point.claim or 0.0, point.found.gain) for point, _ in points if point.found]
    found, give = _mean([gain for _, gain in pairs])
    steep, more = slope(pairs)
    told = (
        f"{name:<10} {len(pairs):>4} claims of {fmean(one for one, _ in pairs):6.1%}, found {found:6.1%} +- {give:5.1%}"
    )
    told += f", slope {steep:5.2f} +- {more:4.2f}"
    again = [(point.found.gain, anew.found.gain) for point, anew in points if point.found and anew and anew.found]
    if len(again) > 1:
        shown, (found, give) = fmean(one for one, _ in again), _mean([two for _, two in again])
        told += f"; {len(again)} shown with {shown:.1%}, anew {found:.1%} +- {give:.1%}"
    return told


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the half of its 95 % interval."""
    mean = fmean(values)
    return mean, _Z * sqrt(sum((one - mean) ** 2 for one in values) / (len(values) - 1) / len(values))


def main(words: list[str] | None = None) -> int:
    """Print a line for each size of claim, and one for all."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration", description=__doc__)
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--levels", default="normal,casual", help="who plays the matches (default: normal,casual)")
    parser.add_argument("--player", default="expert:0.2", help="who claims (default: expert:0.2)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dask", help="the address of a Dask scheduler whose workers play")
    args = parser.parse_args(words)
    points: list[Twice] = []
    work = partial(judged, args.game, args.levels.split(","), args.player)
    with workers(args.jobs, args.dask) as executor:
        for found in each(work, range(args.seed, args.seed + args.matches), executor):
            points += found
    for low, high in [*pairwise(SIZES), (0.0, inf)]:
        some = [twice for twice in points if low < (twice[0].claim or 0.0) <= high]
        if len(some) > 1:
            print(report(f"over {low:.0%}" if low else "all", some))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
