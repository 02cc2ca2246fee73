"""Measure match lengths: `python -m tools.match_length [GAME ...] [--games N]`.

Machine players (--level L) play that many matches by the usual rules for each number of seats that fits the window.
The medians of turns and of decisions, passes not counted, are written to the data file that `lab.match_length` reads.
Games that are not named keep their entries. With 200 matches the median of turns is accurate to about 5 % (95 %
confidence): each line prints the interval.
"""

from __future__ import annotations

import argparse
import json
from statistics import median

from grenade_salad import games
from grenade_salad.app.ui.theme import SEATS
from grenade_salad.core import Action
from grenade_salad.core.events import TurnBegan
from grenade_salad.lab.match_length import FILE
from grenade_salad.lab.playout import make_options, make_players, play
from grenade_salad.match.match import Header, Match, Step


def play_match(game: str, seats: int, level: str, seed: int) -> tuple[int, int]:
    """Return the number of turns in a match, and of decisions other than passes."""
    turns = decisions = 0

    def count_step(step: Step) -> None:
        nonlocal turns, decisions
        turns += sum(isinstance(event, TurnBegan) for event in step.events)
        decisions += isinstance(step.entry, Action) and not step.entry.is_pass

    names = tuple(f"Player {seat + 1}" for seat in range(seats))
    match = Match(Header(game, names, make_options(game, seats), seed))
    play(match, make_players(game, [level] * seats, seed), count_step)
    return turns, decisions


def median_interval(values: list[int]) -> tuple[int, int]:
    """Return the 95 % confidence interval of the median, by ranks of the values."""
    ordered, half = sorted(values), 0.98 * len(values) ** 0.5
    lower, upper = int(len(ordered) / 2 - half), int(len(ordered) / 2 + half)
    return ordered[max(0, lower)], ordered[min(len(ordered) - 1, upper)]


def main(words: list[str] | None = None) -> int:
    """Play the matches, print their lengths and write the file."""
    parser = argparse.ArgumentParser(prog="python -m tools.match_length", description=__doc__)
    parser.add_argument("game", nargs="*", default=list(games.with_turns()), help="these games alone")
    parser.add_argument("--games", type=int, default=200, help="how many matches a number of seats (default: 200)")
    parser.add_argument("--level", default="normal", help="who plays (default: normal)")
    args = parser.parse_args(words)
    table = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in args.game:
        game = games.load(name)
        table[name] = {}
        for seats in range(game.min_seats, min(game.max_seats, SEATS) + 1):
            lengths = [play_match(name, seats, args.level, seed) for seed in range(args.games)]
            turns, decisions = ([length[part] for length in lengths] for part in (0, 1))
            table[name][str(seats)] = {"turns": median(turns), "decisions": median(decisions)}
            print(
                f"{name}, {seats} players, {args.games} matches: {median(turns):.0f} turns {median_interval(turns)}, "
                f"{median(decisions):.0f} decisions {median_interval(decisions)}",
                flush=True,
            )
        FILE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
