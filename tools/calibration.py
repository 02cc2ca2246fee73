"""Test whether the turn costs that an analysis shows are true.

    python -m tools.calibration GAME --matches N

Matches of machines are analysed as in the window. Each cost that would be shown is then estimated again, in many more
worlds, none of which contributed to the first estimate. The slope of the regression line through 0 is the share of
the shown costs that is real: 1 if they are true. A game is calibrated if its slope is within a quarter of 1 for at
least 60 shown costs.

With `--file` each match is added to a file as soon as it is done, and all matches of the file count: measure whenever
there is time, each time with other seeds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import TypeAlias

from grenade_salad import games
from grenade_salad.lab import analysis
from grenade_salad.lab.playout import make_options, make_players, play
from grenade_salad.lab.workers import map_seeds, workers
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record

WORLDS = 400
"""Number of worlds in which a shown cost is estimated again."""
MIN_COSTS, MAX_DEVIATION = 60, 0.25
"""Minimum number of shown costs, and maximum distance of the slope from 1."""
_SEED_OFFSET = 1_000_003
"""Added to a seed to get other worlds."""
_Z = 1.959964
CostEstimate: TypeAlias = tuple[float, float, float, float, float]
"""A shown cost and its new estimate.

In order: the shown cost, the ends of its interval, its cost when it was chosen, and the new estimate.
"""


def measure_costs(game: str, levels: Sequence[str], player: str, first_part: float, seed: int) -> list[CostEstimate]:
    """Return the costs that are shown of one match of players of these levels.

    Only decisions after the share `first_part` of the match count, 0 for all.
    """
    names = tuple(f"Player {seat + 1}" for seat in range(len(levels)))
    match = Match(Header(game, names, make_options(game, len(levels)), seed))
    play(match, make_players(game, levels, seed))
    record = Record(f"match {seed}", match.header, tuple(match.entries))
    first_line = first_part * len(record.entries)
    points = [point for point in analysis.find_points(record, player) if point.line > first_line]
    points = list(analysis.screen(record, points, player, odds=0))
    shown_points = [point for point in analysis.confirm_costs(record, points) if point.cost]
    fresh = analysis.confirm_costs(
        record, [replace(point, gap=None) for point in shown_points], _SEED_OFFSET, WORLDS, confirm_count=0
    )
    return [
        (
            shown_point.gap.gain,
            shown_point.gap.low,
            shown_point.gap.high,
            shown_point.claim or 0.0,
            fresh_point.gap.gain,
        )
        for shown_point, fresh_point in zip(shown_points, fresh, strict=True)
        if shown_point.gap and fresh_point.gap
    ]


def slope(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the best slope of a line through 0 for (shown, found), and its margin.

    The margin is half of the 95 % interval.
    """
    square = sum(shown * shown for shown, _ in pairs)
    best = sum(shown * fresh for shown, fresh in pairs) / square
    residual = sum((shown * (fresh - best * shown)) ** 2 for shown, fresh in pairs)
    return best, _Z * sqrt(residual * len(pairs) / max(1, len(pairs) - 1)) / square


def report(game: str, estimates: Sequence[CostEstimate]) -> str:
    """Return a line with the number of costs, their means, the slope and the verdict.

    The means are those shown and those found again. The line also says how many intervals contain the new estimate.
    """
    if len(estimates) < 2:
        return f"{game}: {len(estimates)} shown costs say nothing"
    best, margin = slope([(estimate[0], estimate[-1]) for estimate in estimates])
    claimed, _ = slope([(estimate[3], estimate[-1]) for estimate in estimates])
    held = sum(lower <= fresh <= upper for _, lower, upper, _, fresh in estimates)
    if abs(best - 1) > MAX_DEVIATION:
        verdict = "not calibrated"
    elif len(estimates) < MIN_COSTS:
        verdict = f"calibrated as far as {len(estimates)} of {MIN_COSTS} tell"
    else:
        verdict = "calibrated"
    return (
        f"{game}: {len(estimates)} shown costs of {fmean(estimate[0] for estimate in estimates):.1%}, anew "
        f"{fmean(estimate[-1] for estimate in estimates):.1%}; slope {best:.2f} +- {margin:.2f} "
        f"({claimed:.2f} of what the screening claimed); {held} of {len(estimates)} in their intervals: {verdict}"
    )


def main(words: list[str] | None = None) -> int:
    """Measure a game and print the report."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration", description=__doc__)
    parser.add_argument("game", choices=games.with_turns())
    parser.add_argument("--matches", type=int, default=20, help="how many are played (0: what is in the file counts)")
    parser.add_argument("--levels", default="easy,casual", help="who plays the matches (default: easy,casual)")
    parser.add_argument("--player", default=analysis.PLAYER, help="who says what could have been done")
    parser.add_argument("--late", type=float, default=0.0, help="only decisions after this part of a match")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--file", type=Path, help="where each match is added, and what is there counts")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dask", help="the address of a Dask scheduler whose workers play")
    args = parser.parse_args(words)
    estimates: list[CostEstimate] = []
    work = partial(measure_costs, args.game, args.levels.split(","), args.player, args.late)
    if args.file and args.file.exists():
        for line in args.file.read_text(encoding="utf-8").splitlines():
            estimates += [tuple(row) for row in json.loads(line)["shown"]]
    with workers(args.jobs, args.dask) as executor:
        for index, costs in enumerate(map_seeds(work, range(args.seed, args.seed + args.matches), executor)):
            estimates += costs
            if args.file:
                with args.file.open("a", encoding="utf-8") as file:
                    print(json.dumps({"levels": args.levels, "seed": args.seed + index, "shown": costs}), file=file)
    print(report(args.game, estimates))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
