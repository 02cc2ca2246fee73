"""`python -m tools.strength [GAME ...]`: measure the players, and print the report line by line as it is done.

The status is 1 if somebody broke a rule, broke down or took too long; a bar that is missed is a finding like another.
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
from grenade_salad.players.time_budget import PATIENCE
from tools.strength import words
from tools.strength.bars import Result
from tools.strength.head import head
from tools.strength.manners import Manners
from tools.strength.seats import Seats
from tools.strength.tasks import PARTS, Found, Line, fitting, missing, tasks
from tools.strength.tempers import Temper

HOURS = 4.0
SEED = 1_000_000
"""Away from the seeds on which players were tuned."""
_PATIENT = "60"
"""Seconds after which the clock cuts off who thinks, so that it is the same on a busy machine."""


def _arguments(arguments: list[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m tools.strength", description=__doc__, allow_abbrev=False)
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"{', '.join(games.with_turns())} (default: all)")
    parser.add_argument("--parts", metavar="PART", nargs="+", choices=PARTS, default=PARTS, help=", ".join(PARTS))
    parser.add_argument("--scale", metavar="X", type=float, default=1.0, help="so many times the usual number of games")
    most = "hours of one core for all of it: long lines are made shorter (default: 4, two hours on two cores)"
    parser.add_argument("--hours", metavar="H", type=float, default=HOURS, help=most)
    parser.add_argument("--jobs", metavar="J", type=int, default=1, help="how many processes (default: 1)")
    parser.add_argument("--dask", metavar="ADDRESS", help="play on the workers of this Dask scheduler instead")
    parser.add_argument("--seed", metavar="S", type=int, default=SEED, help=f"the first seed (default: {SEED})")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    args = parser.parse_args(arguments)
    if strangers := [name for name in args.games if name not in games.with_turns()]:
        parser.error(f"there is no game {strangers[0]!r}; there are {', '.join(games.with_turns())}")
    if not 0 < args.hours <= 1000:
        parser.error("--hours is more than 0 and at most 1000")
    if not 0 < args.scale <= 100 or not 1 <= args.jobs <= 256 or args.seed < 0:
        parser.error("--scale is more than 0 and at most 100, --jobs 1 to 256, --seed not below 0")
    args.games = args.games or list(games.with_turns())
    return args


def _line(found: Found) -> str:
    match found:
        case Result():
            return words.bar_line(found)
        case Seats():
            return words.seats_line(found)
        case Temper():
            return words.temper_line(found)
        case _:
            return words.manners_line(found)


def _part(part: str, lines: list[Line], args: Namespace, executor: Executor | None, tell: bool) -> list[Found]:
    """One part of the report, told as it is done."""
    found: list[Found] = []
    if tell:
        print(f"\n{words.TITLES[part]}", *([words.BARS_HEAD] if part == "bars" else []), sep="\n", flush=True)
    for task in lines:
        found.append(task.found(executor))
        if tell:
            print(_line(found[-1]), flush=True)
    if tell and part == "bars":
        for bar in missing(args.games):
            print(words.missing_line(bar))
    return found


def main(arguments: list[str]) -> int:
    """Measure and print."""
    args = _arguments(arguments)
    top = head()
    if not args.json:
        print(*words.head_lines(top, args.scale, args.jobs), sep="\n", flush=True)
    all_lines = [line for part in args.parts for line in tasks(part, args.games, args.scale, args.seed)]
    fit, seconds = fitting(all_lines, args.hours * 3600)
    print(f"This takes about {words.duration(seconds / args.jobs)}.", file=sys.stderr, flush=True)
    with workers(args.jobs, args.dask) as executor:
        found = {
            part: _part(part, [line for line in fit if line.part == part], args, executor, not args.json)
            for part in args.parts
        }
    if not args.json and (unshown := [one for one in found.get("bars", []) if isinstance(one, Result) and not one.met]):
        print(f"\nNot shown: {'; '.join(words.unshown(one) for one in unshown)}.")
    if args.json:
        facts = asdict(top) | {"scale": args.scale, "jobs": args.jobs}
        print(json.dumps(facts | {part: [asdict(one) for one in some] for part, some in found.items()}))
    return int(any(isinstance(one, Manners) and not one.good for some in found.values() for one in some))


if __name__ == "__main__":
    os.environ.setdefault(PATIENCE, _PATIENT)
    sys.exit(main(sys.argv[1:]))
