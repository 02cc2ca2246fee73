"""Measure the machine players: `python -m tools.strength [GAME ...]`.

The report is printed line by line. The exit status is 1 if a player broke a rule, failed or took too long; a missed bar
is a finding like any other.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from concurrent.futures import Executor
from dataclasses import asdict

from grenade_salad import games
from grenade_salad.lab.workers import workers
from grenade_salad.players.time_budget import SECONDS_VARIABLE
from tools.strength import report
from tools.strength.bars import Result
from tools.strength.manners import Manners
from tools.strength.tasks import PARTS, AnyTask, Finding, find_missing_bars, fit_into_time, make_tasks

HOURS = 4.0
SEED = 1_000_000
"""The first seed, outside the seeds on which players were tuned."""
_PATIENCE = "60"
"""Seconds before the clock stops a player; a busy machine must change nothing."""


def _parse_arguments(arguments: list[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m tools.strength", description=__doc__, allow_abbrev=False)
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"{', '.join(games.with_turns())} (default: all)")
    parser.add_argument("--parts", metavar="PART", nargs="+", choices=PARTS, default=PARTS, help=", ".join(PARTS))
    parser.add_argument("--scale", metavar="X", type=float, default=1.0, help="so many times the usual number of games")
    hours_help = "hours of one core for all of it: long lines are made shorter (default: 4, two hours on two cores)"
    parser.add_argument("--hours", metavar="H", type=float, default=HOURS, help=hours_help)
    parser.add_argument("--jobs", metavar="J", type=int, default=1, help="how many processes (default: 1)")
    parser.add_argument("--dask", metavar="ADDRESS", help="play on the workers of this Dask scheduler instead")
    parser.add_argument("--seed", metavar="S", type=int, default=SEED, help=f"the first seed (default: {SEED})")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    args = parser.parse_args(arguments)
    if unknown := [name for name in args.games if name not in games.with_turns()]:
        parser.error(f"there is no game {unknown[0]!r}; there are {', '.join(games.with_turns())}")
    if not 0 < args.hours <= 1000:
        parser.error("--hours is more than 0 and at most 1000")
    if not 0 < args.scale <= 100 or not 1 <= args.jobs <= 256 or args.seed < 0:
        parser.error("--scale is more than 0 and at most 100, --jobs 1 to 256, --seed not below 0")
    args.games = args.games or list(games.with_turns())
    return args


def _measure_part(
    part: str, lines: list[AnyTask], args: Namespace, executor: Executor | None, is_printed: bool
) -> list[Finding]:
    """Measure one part of the report, and print each line as it is done."""
    findings: list[Finding] = []
    if is_printed:
        print(f"\n{report.TITLES[part]}", *([report.BARS_HEAD] if part == "bars" else []), sep="\n", flush=True)
    for task in lines:
        findings.append(task.measure(executor))
        if is_printed:
            print(report.FORMATS[type(findings[-1])](findings[-1]), flush=True)
    if is_printed and part == "bars":
        for bar in find_missing_bars(args.games):
            print(report.format_missing(bar))
    return findings


def main(arguments: list[str]) -> int:
    """Measure the players and print the report."""
    args = _parse_arguments(arguments)
    report_head = report.describe_checkout()
    if not args.json:
        print(*report.format_head(report_head, args.scale, args.jobs), sep="\n", flush=True)
    all_lines = [line for part in args.parts for line in make_tasks(part, args.games, args.scale, args.seed)]
    fit, seconds = fit_into_time(all_lines, args.hours * 3600)
    print(f"This takes about {report.format_duration(seconds / args.jobs)}.", file=sys.stderr, flush=True)
    with workers(args.jobs, args.dask) as executor:
        findings = {
            part: _measure_part(part, [line for line in fit if line.part == part], args, executor, not args.json)
            for part in args.parts
        }
    if not args.json and (
        not_met := [finding for finding in findings.get("bars", []) if isinstance(finding, Result) and not finding.met]
    ):
        print(f"\nNot shown: {'; '.join(report.format_unmet(finding) for finding in not_met)}.")
    if args.json:
        facts = asdict(report_head) | {"scale": args.scale, "jobs": args.jobs}
        print(
            json.dumps(
                facts
                | {part: [asdict(finding) for finding in part_findings] for part, part_findings in findings.items()}
            )
        )
    return int(
        any(
            isinstance(finding, Manners) and not finding.is_good
            for part_findings in findings.values()
            for finding in part_findings
        )
    )


if __name__ == "__main__":
    os.environ.setdefault(SECONDS_VARIABLE, _PATIENCE)
    sys.exit(main(sys.argv[1:]))
