"""Scenarios judged: machines try each, and what they reach is written into its file; what is none is refused.

    python -m tools.scenarios                    those that come along, with 200, 100 and 40 tries
    python -m tools.scenarios FILE ... --tries normal=50 expert=10

Refused, with an exit status of 1, is what no machine can do, or every machine always does with nothing beyond it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grenade_salad.match.record import RecordError
from grenade_salad.players.time_budget import PATIENCE
from grenade_salad.scenarios import LEVELS, Par, Scenario, encoded, read
from grenade_salad.scenarios.evaluation import TRIES, Try, attempts, par, solution, why_not
from grenade_salad.scenarios.shipped import FOLDER, shipped
from grenade_salad.scenarios.words import WORDS
from grenade_salad.text import say

_UNHURRIED = "600"
"""Seconds for a decision: on a machine with other work, nobody's thinking is cut off by the clock."""


def judged(scenario: Scenario, tries: dict[str, int]) -> Scenario:
    """The scenario with the pars of these many tries, and the best of them as its solution."""
    pars: dict[str, Par] = {}
    all_tries: list[Try] = []
    for level in LEVELS:
        if tries.get(level):
            found = list(attempts(scenario, level, range(tries[level])))
            pars[level] = par(found)
            all_tries += found
            print(line(scenario, level, pars[level]), flush=True)
    return replace(scenario, par=pars, solution=solution(all_tries))


def line(scenario: Scenario, level: str, one: Par) -> str:
    """What a level came to, in a line."""
    shares, points = (f"{mid:.3g} ({low:.3g} to {high:.3g})" for mid, low, high in (_percent(one.share), one.points))
    return f"{scenario.name:20} {level:7} {one.reached:4} of {one.tries:4}: {shares} %, points {points}"


def _percent(share: tuple[float, float, float]) -> tuple[float, float, float]:
    mid, low, high = share
    return mid * 100, low * 100, high * 100


def table() -> str:
    """What machines reach in those that come along, for docs/scenarios.md."""
    levels = " | ".join(LEVELS)
    lines = [f"| scenario | goal | {levels} | two stars | three |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for one in shipped():
        cells = [f"**{say(one.title)}** ({one.kind})", say(one.goal.message())]
        for level in LEVELS:
            found = one.par[level]
            _, low, high = _percent(found.share)
            cells.append(f"{found.reached} of {found.tries} ({low:.0f} to {high:.0f} %)")
        assert one.needed is not None
        two, three = (say(one.goal.describe_points(points)) for points in one.needed)
        cells += ["–" if two == three else two, three]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _tries(told: Sequence[str]) -> dict[str, int]:
    parts = [one.partition("=") for one in told]
    return {level: int(number) for level, _, number in parts} or TRIES


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the scenarios of these files, and write what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="scenarios; without any, those that come along")
    parser.add_argument("--tries", nargs="+", default=(), metavar="LEVEL=N", help="how often each level tries")
    parser.add_argument("--table", action="store_true", help="only tell what the files say, for docs")
    args = parser.parse_args(arguments)
    if args.table:
        print(table())
        return 0
    os.environ[PATIENCE] = _UNHURRIED
    if hasattr(os, "nice"):
        os.nice(19)
    refused = 0
    for file in args.files or [FOLDER / f"{name}.scenario" for name in WORDS]:
        try:
            found = judged(read(file), _tries(args.tries))
        except (OSError, RecordError) as error:
            print(error, file=sys.stderr)
            return 2
        if why := why_not(found):
            print(f"{file}: {say(why)}", file=sys.stderr)
            refused += 1
        else:
            file.write_bytes(encoded(found))
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
