"""The command line. It imports next to nothing, so that `--help` is there at once."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from errno import ENOSPC, EPIPE
from importlib import import_module

from grenade_salad import __version__
from grenade_salad.commands import Fail

GAMES = ("grenade-salad", "live-grenade", "wheel")
"""The same as games.NAMES, which costs more to import."""


def _help(prog: str) -> argparse.HelpFormatter:
    """Help as wide as the terminal; argparse would import shutil for that, a quarter of the time of `--help`."""
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        width = 100
    return argparse.HelpFormatter(prog, width=max(40, min(width, 120) - 2))


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        """One line instead of the usage."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(word: str) -> int:
        try:
            number = int(word) if len(word) < 30 else high + 1
        except ValueError:
            raise argparse.ArgumentTypeError(f"{word!r} is not a whole number") from None
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"must be {low} to {high}, not {word[:30]}")
        return number

    return parse


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of seconds") from None
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"must be 0 to 3600 seconds, not {word[:30]}")
    return seconds


def _kept(sub: argparse.ArgumentParser, words: str = "where the matches are kept") -> None:
    """The option --data after the command; before it means the same."""
    sub.add_argument("--data", metavar="DIR", default=argparse.SUPPRESS, help=words)


def _paced(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--pace", metavar="SECONDS", type=_seconds, default=0.0, help="wait so long before each decision")


def _add_journal(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    number = _whole(1, 2**63 - 1)
    matches = command("matches", "list the matches that are kept, the newest first")
    matches.add_argument("--game", metavar="GAME", choices=GAMES, help="only of this game")
    matches.add_argument("--player", metavar="NAME", help="only with this player")
    matches.add_argument("--running", action="store_true", help="only those that are not over")
    matches.add_argument("--json", action="store_true", help="one JSON list instead of a line each")
    _kept(matches)
    statistics = command("statistics", "say who has won how often, and what else they have done")
    statistics.add_argument("--machines", action="store_true", help="machine players too")
    statistics.add_argument("--series", metavar="NAME", help="the table of this series alone")
    statistics.add_argument("--since", metavar="DATE", default="", help="the table of the matches since then (UTC)")
    statistics.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    _kept(statistics)
    export = command("export", "write the record of a match that is kept")
    export.add_argument("id", metavar="ID", type=number, help="its number: see matches")
    export.add_argument("file", metavar="FILE", nargs="?", help="where to (default: standard output)")
    _kept(export)
    taken = command("import", "keep the match of a record file")
    taken.set_defaults(module="import_")
    taken.add_argument("file", metavar="FILE", help="a match record")
    _kept(taken)
    resume = command("resume", "go on with a match that is kept")
    resume.add_argument("id", metavar="ID", type=number, help="its number: see matches")
    resume.add_argument("--simulate", action="store_true", help="let machines play it to its end")
    _paced(resume)
    _kept(resume)


def _add_arena(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    arena = command("arena", "let machine players play a tournament, and say who is how strong")
    arena.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))
    names = (
        "random, easy, normal, hard or expert; hard-careful, hard-reckless: a style; expert:0.1 thinks 0.1 s at most"
    )
    arena.add_argument("--players", metavar="P", nargs="+", required=True, help=names)
    many = "how many games; a deal is played with every rotation of the seats, and no deal in part (default: 100)"
    arena.add_argument("--games", metavar="N", type=_whole(1, 1_000_000), default=100, help=many)
    seeds = "deal k is played with seed S + k (default: 0)"
    arena.add_argument("--seed", metavar="S", type=_whole(0, 2**62), default=0, help=seeds)
    arena.add_argument("--jobs", metavar="J", type=_whole(1, 256), default=1, help="how many processes (default: 1)")
    arena.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="grenade-salad",
        description="Three games around one screen. Without a command it opens the window; without a display it plays "
        "a match of Grenade Salad by machine and leaves pictures of it.",
        allow_abbrev=False,
        formatter_class=_help,
    )
    parser.set_defaults(module="window")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("--data", metavar="DIR", help="where settings, matches and pictures are kept")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, words: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=words, description=words, allow_abbrev=False, formatter_class=_help)
        sub.set_defaults(module=name)
        return sub

    replay = command("replay", "say what happened in a match record, what the position is, or what may be done")
    replay.add_argument("file", metavar="FILE", help="a match record")
    replay.add_argument("--at", metavar="N", type=_whole(0, 10**9), help="stop after N lines below the header")
    replay.add_argument("--seat", metavar="S", type=_whole(0, 100), help="tell only what seat S may know")
    how = replay.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="the position as one JSON object")
    how.add_argument("--legal", action="store_true", help="what the seats may do now, one action a line")
    judged = "what a strong player would have done at each decision, and what the played one cost; with --json as JSON"
    replay.add_argument("--analyse", action="store_true", help=judged)

    simulate = command("simulate", "let machines play many games, and say how they went")
    simulate.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))
    simulate.add_argument(
        "--players", metavar="N", type=_whole(1, 100), help="how many seats (default: as many as sit well)"
    )
    simulate.add_argument(
        "--games", metavar="K", type=_whole(1, 1_000_000), default=10, help="how many games (default: 10)"
    )
    simulate.add_argument(
        "--seed",
        metavar="S",
        type=_whole(0, 2**63 - 1),
        default=0,
        help="game k is played with seed S + k (default: 0)",
    )
    simulate.add_argument(
        "--levels", metavar="L,L", default="normal", help="the level for all, or one for each seat: see arena"
    )
    simulate.add_argument("--jobs", metavar="J", type=_whole(1, 256), default=1, help="how many processes (default: 1)")
    simulate.add_argument("--record", metavar="DIR", help="leave the record of each game in this folder")
    simulate.add_argument("--json", action="store_true", help="one JSON object instead of a table")

    _paced(simulate)
    _kept(simulate, "keep each game among the matches in this folder")
    _add_arena(command)
    _add_journal(command)

    rules = command("rules", "print the rules of a game; without GAME, which games there are")
    rules.add_argument("game", metavar="GAME", choices=GAMES, nargs="?", help=", ".join(GAMES))
    return parser


def _run(words: list[str] | None) -> int:
    args = _parser().parse_args(words)
    status: int = import_module(f"grenade_salad.commands.{args.module}").run(args)
    sys.stdout.flush()
    return status


def main(words: list[str] | None = None) -> int:
    """Run the command; its exit status: 0, 2 for what cannot be done as asked, 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        return _run(words)
    except Fail as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        if error.errno not in (EPIPE, ENOSPC):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == EPIPE:
            return 141
        print(f"grenade-salad: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
