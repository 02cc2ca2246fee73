"""`python -m tools.strength [GAME ...]`: measure the players, and print the report line by line as it is done.

The status is 1 if somebody broke a rule, broke down or took too long; a bar that is missed is a finding like another.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from concurrent.futures import Executor
from dataclasses import asdict

from grenade_salad import games
from grenade_salad.commands.many import processes
from tools.strength import words
from tools.strength.bars import Result
from tools.strength.head import head
from tools.strength.manners import Manners
from tools.strength.seats import Seats
from tools.strength.tasks import PARTS, Found, missing, tasks

SEED = 1_000_000
"""Away from the seeds on which players were tuned."""


def _arguments(arguments: list[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m tools.strength", description=__doc__, allow_abbrev=False)
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"{', '.join(games.NAMES)} (default: all)")
    parser.add_argument("--parts", metavar="PART", nargs="+", choices=PARTS, default=PARTS, help=", ".join(PARTS))
    parser.add_argument("--scale", metavar="X", type=float, default=1.0, help="so many times the usual number of games")
    parser.add_argument("--jobs", metavar="J", type=int, default=1, help="how many processes (default: 1)")
    parser.add_argument("--seed", metavar="S", type=int, default=SEED, help=f"the first seed (default: {SEED})")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    args = parser.parse_args(arguments)
    if strangers := [name for name in args.games if name not in games.NAMES]:
        parser.error(f"there is no game {strangers[0]!r}; there are {', '.join(games.NAMES)}")
    if not 0 < args.scale <= 100 or not 1 <= args.jobs <= 256 or args.seed < 0:
        parser.error("--scale is more than 0 and at most 100, --jobs 1 to 256, --seed not below 0")
    args.games = args.games or list(games.NAMES)
    return args


def _line(found: Found) -> str:
    match found:
        case Result():
            return words.bar_line(found)
        case Seats():
            return words.seats_line(found)
        case _:
            return words.manners_line(found)


def _part(part: str, args: Namespace, executor: Executor | None, tell: bool) -> list[Found]:
    """One part of the report, told as it is done."""
    found: list[Found] = []
    if tell:
        print(f"\n{words.TITLES[part]}", *([words.BARS_HEAD] if part == "bars" else []), sep="\n", flush=True)
    for task in tasks(part, args.games, args.scale, args.seed):
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
    foreseen = sum(task.foreseen() for part in args.parts for task in tasks(part, args.games, args.scale, args.seed))
    print(f"This takes about {words.duration(foreseen / args.jobs)}.", file=sys.stderr, flush=True)
    with processes(args.jobs) as executor:
        found = {part: _part(part, args, executor, not args.json) for part in args.parts}
    if args.json:
        facts = asdict(top) | {"scale": args.scale, "jobs": args.jobs}
        print(json.dumps(facts | {part: [asdict(one) for one in some] for part, some in found.items()}))
    return int(any(isinstance(one, Manners) and not one.good for some in found.values() for one in some))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
