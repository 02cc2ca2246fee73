"""Evaluate scenarios: machine players try each, and its file gets the results.

    python -m tools.scenarios                    the bundled ones, with 200, 100 and 40 tries
    python -m tools.scenarios FILE ... --tries normal=50 expert=10

A scenario is rejected, with an exit status of 1, if no machine player reaches its goal, or if every one always does
and nothing better is possible.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grenade_salad.match.record import Record, RecordError
from grenade_salad.players.time_budget import SECONDS_VARIABLE
from grenade_salad.scenarios import LEVELS, Par, Scenario, encode_scenario, read
from grenade_salad.scenarios.evaluation import Try, measure_par, try_level, why_not
from grenade_salad.scenarios.shipped import FOLDER, TITLES_AND_STORIES, load_shipped
from grenade_salad.text import say

TRIES = {"normal": 200, "hard": 100, "expert": 40}
"""The number of tries of each level."""
_UNHURRIED = "600"
"""Seconds for a decision, so that other work on the machine cuts off no player."""


def evaluate(scenario: Scenario, tries: dict[str, int]) -> Scenario:
    """Return the scenario with pars of these many tries and the best as its solution."""
    pars: dict[str, Par] = {}
    all_tries: list[Try] = []
    for level in LEVELS:
        if tries.get(level):
            level_tries = [try_level(scenario, level, seed) for seed in range(tries[level])]
            pars[level] = measure_par(level_tries)
            all_tries += level_tries
            print(format_result(scenario, level, pars[level]), flush=True)
    return replace(scenario, par=pars, solution=find_solution(all_tries))


def find_solution(tries: Sequence[Try]) -> Record | None:
    """Return the shortest of the best tries; None if none reached the goal."""
    reached = [result for result in tries if result.reached]
    if not reached:
        return None
    best = max(reached, key=lambda result: (result.points, -len(result.match.entries)))
    return Record("solution", best.match.header, tuple(best.match.entries))


def format_result(scenario: Scenario, level: str, result: Par) -> str:
    """Return the result of a level as a line."""
    shares, points = (
        f"{middle:.3g} ({lower:.3g} to {upper:.3g})"
        for middle, lower, upper in (_to_percent(result.share), result.points)
    )
    return f"{scenario.name:20} {level:7} {result.reached:4} of {result.tries:4}: {shares} %, points {points}"


def _to_percent(share: tuple[float, float, float]) -> tuple[float, float, float]:
    middle, lower, upper = share
    return middle * 100, lower * 100, upper * 100


def format_table() -> str:
    """Return a table of the bundled scenarios' results, for docs/scenarios.md."""
    levels = " | ".join(LEVELS)
    lines = [f"| scenario | goal | {levels} | two stars | three |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for scenario in load_shipped():
        cells = [f"**{say(scenario.title)}** ({scenario.kind})", say(scenario.goal.message())]
        for level in LEVELS:
            result = scenario.par[level]
            _, lower, upper = _to_percent(result.share)
            cells.append(f"{result.reached} of {result.tries} ({lower:.0f} to {upper:.0f} %)")
        assert scenario.star_points is not None
        two, three = (say(scenario.goal.describe_points(points)) for points in scenario.star_points)
        cells += ["–" if two == three else two, three]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _parse_tries(words: Sequence[str]) -> dict[str, int]:
    parts = [word.partition("=") for word in words]
    return {level: int(count) for level, _, count in parts} or TRIES


def main(arguments: Sequence[str] | None = None) -> int:
    """Evaluate the scenarios of the files and save the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="scenarios; without any, those that come along")
    parser.add_argument("--tries", nargs="+", default=(), metavar="LEVEL=N", help="how often each level tries")
    parser.add_argument("--table", action="store_true", help="only tell what the files say, for docs")
    args = parser.parse_args(arguments)
    if args.table:
        print(format_table())
        return 0
    os.environ[SECONDS_VARIABLE] = _UNHURRIED
    if hasattr(os, "nice"):
        os.nice(19)
    refused = 0
    for file in args.files or [FOLDER / f"{name}.scenario" for name in TITLES_AND_STORIES]:
        try:
            scenario = evaluate(read(file), _parse_tries(args.tries))
        except (OSError, RecordError) as error:
            print(error, file=sys.stderr)
            return 2
        if reason := why_not(scenario):
            print(f"{file}: {say(reason)}", file=sys.stderr)
            refused += 1
        else:
            file.write_bytes(encode_scenario(scenario))
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
