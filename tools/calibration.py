"""Whether what an analysis says that turns cost is true: `python -m tools.calibration GAME --matches N`.

Matches of machines are analysed as in the window. Each cost that people would be shown is then found once more, in many
more worlds, none of which had a part in it. The slope of the line through 0 tells how much of what is shown is there: 1
if what is shown is true. A game is calibrated if its slope is 1 give or take a quarter, by at least 60 shown costs.

With `--file` each match is added to a file as soon as it is done, and what is there counts: measure whenever there is
time, each time with other seeds.
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
from grenade_salad.lab.playout import house_rules, make_players, play
from grenade_salad.lab.workers import each, workers
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record

WORLDS = 400
"""In how many worlds a shown cost is found anew."""
NEEDED, OFF = 60, 0.25
"""How many shown costs tell something, and how far from 1 the slope may be."""
_AGAIN = 1_000_003
"""Added to a seed for other worlds."""
_Z = 1.959964
Found: TypeAlias = tuple[float, float, float, float, float]
"""A cost that is shown with its interval, what was claimed of it where it was chosen, and what is found anew."""


def shown(game: str, levels: Sequence[str], player: str, late: float, seed: int) -> list[Found]:
    """The costs that are shown of one match of players of these levels, from that part of it on (0: of all of it)."""
    names = tuple(f"Player {seat + 1}" for seat in range(len(levels)))
    match = Match(Header(game, names, house_rules(game, len(levels)), seed))
    play(match, make_players(game, levels, seed))
    record = Record(f"match {seed}", match.header, tuple(match.entries))
    begun = late * len(record.entries)
    points = [point for point in analysis.analyse(record, player) if point.line > begun]
    points = list(analysis.screened(record, points, player, odds=0))
    found = [point for point in analysis.judged(record, points) if point.cost]
    anew = analysis.judged(record, [replace(point, found=None) for point in found], _AGAIN, WORLDS, confirm=0)
    return [
        (one.found.gain, one.found.low, one.found.high, one.claim or 0.0, two.found.gain)
        for one, two in zip(found, anew, strict=True)
        if one.found and two.found
    ]


def slope(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The slope of the line through 0 that fits (shown, found) best, and the half of its 95 % interval."""
    square = sum(told * told for told, _ in pairs)
    best = sum(told * found for told, found in pairs) / square
    rest = sum((told * (found - best * told)) ** 2 for told, found in pairs)
    return best, _Z * sqrt(rest * len(pairs) / max(1, len(pairs) - 1)) / square


def report(game: str, found: Sequence[Found]) -> str:
    """One line: how many costs, what is shown and found on average, the slope, how many intervals hold, the verdict."""
    if len(found) < 2:
        return f"{game}: {len(found)} shown costs say nothing"
    best, half = slope([(one[0], one[-1]) for one in found])
    claimed, _ = slope([(one[3], one[-1]) for one in found])
    held = sum(low <= anew <= high for _, low, high, _, anew in found)
    if abs(best - 1) > OFF:
        verdict = "not calibrated"
    elif len(found) < NEEDED:
        verdict = f"calibrated as far as {len(found)} of {NEEDED} tell"
    else:
        verdict = "calibrated"
    return (
        f"{game}: {len(found)} shown costs of {fmean(one[0] for one in found):.1%}, anew "
        f"{fmean(one[-1] for one in found):.1%}; slope {best:.2f} +- {half:.2f} ({claimed:.2f} of what the screening "
        f"claimed); {held} of {len(found)} in their intervals: {verdict}"
    )


def main(words: list[str] | None = None) -> int:
    """Print what is found."""
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
    found: list[Found] = []
    work = partial(shown, args.game, args.levels.split(","), args.player, args.late)
    if args.file and args.file.exists():
        for line in args.file.read_text(encoding="utf-8").splitlines():
            found += [tuple(one) for one in json.loads(line)["shown"]]
    with workers(args.jobs, args.dask) as executor:
        for number, costs in enumerate(each(work, range(args.seed, args.seed + args.matches), executor)):
            found += costs
            if args.file:
                with args.file.open("a", encoding="utf-8") as file:
                    print(json.dumps({"levels": args.levels, "seed": args.seed + number, "shown": costs}), file=file)
    print(report(args.game, found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
