"""Statistics of how matches end, with every number of seats.

python -m tools.endings [GAME] [--games N] [--level L] [--jobs J]
"""

from __future__ import annotations

import argparse
from collections import Counter

from grenade_salad import games
from grenade_salad.lab.simulate import simulate
from grenade_salad.lab.workers import workers


def main(words: list[str] | None = None) -> int:
    """Print a line for each number of seats, once all its matches have ended."""
    parser = argparse.ArgumentParser(prog="python -m tools.endings", description=__doc__)
    parser.add_argument("game", nargs="*", default=list(games.with_turns()), help="these games alone")
    parser.add_argument("--games", type=int, default=10_000, help="how many matches a number of seats (default: 10000)")
    parser.add_argument("--level", default="random", help="who plays (default: random)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dask", help="the address of a Dask scheduler whose workers play")
    args = parser.parse_args(words)
    with workers(args.jobs, args.dask) as executor:
        for name in args.game:
            kind = games.load(name)
            for seats in range(kind.min_seats, kind.max_seats + 1):
                played = list(simulate(name, [args.level] * seats, args.games, args.seed, executor, lines=False))
                ends = Counter(match.ended for match in played).most_common()
                longest = max(match.decisions for match in played)
                summary = ", ".join(f"{count} {why}" for why, count in ends)
                print(
                    f"{name}, {seats} players, {len(played)} matches: {summary}; {longest} decisions at most",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
