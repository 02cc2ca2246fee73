"""The command line.

It imports next to nothing, so that `--help` appears at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from errno import ENOSPC, EPIPE
from importlib import import_module
from io import TextIOWrapper

from grenade_salad import PROGRAM, __version__, limit_to_one_core
from grenade_salad.commands import Fail, argparse_messages
from grenade_salad.core import discovery
from grenade_salad.text import m, say, use_language
from grenade_salad.text.languages import system_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from grenade_salad.system.plugin_blame import PluginGame

GAMES = tuple(discovery.games())
"""The installed games, read without importing any."""

SHELLS = ("bash", "zsh", "fish")
"""The shells that completion supports."""

_MIN_WIDTH, _DEFAULT_WIDTH, _MAX_WIDTH = 40, 100, 120
"""Widths of the help in columns; the default is for a file or a pipe."""
_MAX_SEED = 2**62
_MAX_ID = 2**63 - 1
"""The largest id of a match in the journal."""
_MAX_LINE = 10**9
"""The largest number of a line or a puzzle."""
_MAX_COUNT = 1_000_000
"""Maximum number of games."""
_MAX_TRIES = 100_000
"""Maximum number of tries of a scenario, and of puzzles."""
_MAX_PACE = 3600
"""Maximum number of seconds before a decision."""
_MAX_MINUTES = 1440
"""Maximum number of minutes of a search: a day."""
_MAX_QUOTE = 30
"""Maximum number of characters of a wrong word that a message quotes."""
_MAX_ERROR_LENGTH = 200
"""Maximum number of characters of an error of a game from another package."""


def _make_help_formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter of help as wide as the terminal.

    argparse would import shutil for the width, which takes a quarter of the time of `--help`.
    """
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        width = _DEFAULT_WIDTH
    # As argparse does, two columns stay free.
    return _Formatter(prog, width=max(_MIN_WIDTH, min(width, _MAX_WIDTH) - 2))


class _Formatter(argparse.HelpFormatter):
    """Translates the usage line of argparse."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        # Translators: the command line, before the command; a space follows
        super().add_usage(usage, actions, groups, say(m("usage: ")) if prefix is None else prefix)


class _Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, **settings)
        # Translators: a head in the help of the command line
        self._positionals.title, self._optionals.title = say(m("positional arguments")), say(m("options"))
        self.add_argument("-h", "--help", action="help", help=say(m("show this help message and exit")))

    def error(self, message: str) -> None:  # type: ignore[override]
        """Print one line instead of the usage."""
        # Translators: the command line refuses something; {message} says why
        text = m("{program}: {message} (see {program} --help)", program=self.prog, message=message)
        self.exit(2, say(text) + "\n")


def _integer_type(minimum: int, maximum: int) -> Callable[[str], int]:
    def parse(word: str) -> int:
        try:
            # `int` is slow for thousands of digits, and refuses more of them.
            value = int(word) if len(word) < _MAX_QUOTE else maximum + 1
        except ValueError:
            # Translators: {word} is what somebody typed
            raise argparse.ArgumentTypeError(say(m("{word} is not a whole number", word=repr(word)))) from None
        if not minimum <= value <= maximum:
            text = m("must be {low} to {high}, not {word}", low=str(minimum), high=str(maximum), word=word[:_MAX_QUOTE])
            raise argparse.ArgumentTypeError(say(text))
        return value

    return parse


def _parse_seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        raise argparse.ArgumentTypeError(say(m("{word} is not a number of seconds", word=repr(word)))) from None
    if not 0 <= seconds <= _MAX_PACE:
        raise argparse.ArgumentTypeError(say(m("must be 0 to 3600 seconds, not {word}", word=word[:_MAX_QUOTE])))
    return seconds


def _add_game(sub: argparse.ArgumentParser, count: str | None = None) -> None:
    sub.add_argument("game", metavar="GAME", choices=GAMES, nargs=count, help=", ".join(GAMES))


def _add_json_option(sub: argparse.ArgumentParser, words: str) -> None:
    sub.add_argument("--json", action="store_true", help=words)


def _add_seed_option(sub: argparse.ArgumentParser, words: str, maximum: int = _MAX_SEED) -> None:
    sub.add_argument("--seed", metavar="S", type=_integer_type(0, maximum), default=0, help=words)


def _add_games_option(sub: argparse.ArgumentParser, words: str, default: int, metavar: str = "N") -> None:
    sub.add_argument("--games", metavar=metavar, type=_integer_type(1, _MAX_COUNT), default=default, help=words)


def _add_position_options(sub: argparse.ArgumentParser) -> None:
    """Add the options of the line and the seat of which a position is shown."""
    sub.add_argument(
        "--at", metavar="N", type=_integer_type(0, _MAX_LINE), help=say(m("stop after N lines below the header"))
    )
    sub.add_argument("--seat", metavar="S", type=_integer_type(0, 100), help=say(m("show only what seat S may know")))


def _add_data_option(sub: argparse.ArgumentParser, words: str = "") -> None:
    """Add the option --data after the command; before it, it means the same."""
    sub.add_argument(
        "--data", metavar="DIR", default=argparse.SUPPRESS, help=words or say(m("where the matches are saved"))
    )


def _add_players_option(sub: argparse.ArgumentParser) -> None:
    """Add the option --players, which means the same in every command."""
    help_text = say(
        m("who plays: how many, as in 3, or the machine players by name, as in hard normal (all names: arena --help)")
    )
    sub.add_argument("--players", metavar="P", nargs="+", default=[], help=help_text)


def _add_rule_option(sub: argparse.ArgumentParser) -> None:
    words = say(
        m(
            "a house rule: see rules GAME --options; may be given several times "
            "(default for decks: as many as the players need)"
        )
    )
    sub.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help=words)


def _add_worker_options(sub: argparse.ArgumentParser) -> None:
    group = sub.add_mutually_exclusive_group()
    group.add_argument(
        "--jobs", metavar="J", type=_integer_type(1, 256), default=1, help=say(m("how many processes (default: 1)"))
    )
    address = say(m("play on the workers of this Dask scheduler, as in tcp://10.0.0.1:8786"))
    group.add_argument("--dask", metavar="ADDRESS", help=address)


def _add_pace_option(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--pace",
        metavar="SECONDS",
        type=_parse_seconds,
        default=0.0,
        help=say(m("wait this long before each decision")),
    )


def _add_journal(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    id_type = _integer_type(1, _MAX_ID)
    matches = command("matches", say(m("list the saved matches, newest first")))
    matches.add_argument("--game", metavar="GAME", help=say(m("only matches of this game")))
    matches.add_argument("--player", metavar="NAME", help=say(m("only matches with this player")))
    matches.add_argument("--running", action="store_true", help=say(m("only unfinished matches")))
    _add_json_option(matches, say(m("one JSON list instead of one line for each match")))
    group = matches.add_mutually_exclusive_group()
    group.add_argument("--delete", metavar="ID", type=id_type, help=say(m("delete this match")))
    restore_help = say(m("go back to that day's copy, as in 2026-11-21 (default: the latest)"))
    group.add_argument("--restore", metavar="DATE", nargs="?", const="", help=restore_help)
    _add_data_option(matches)
    statistics = command("statistics", say(m("show who has won how often, and other figures")))
    statistics.add_argument("--machines", action="store_true", help=say(m("include machine players")))
    statistics.add_argument("--series", metavar="NAME", help=say(m("only the table of this series")))
    statistics.add_argument("--since", metavar="DATE", default="", help=say(m("only the matches since then (UTC)")))
    _add_json_option(statistics, say(m("one JSON object instead of lines")))
    _add_data_option(statistics)
    export = command("export", say(m("write the record of a saved match")))
    export.add_argument("id", metavar="ID", type=id_type, help=say(m("its number: see matches")))
    export.add_argument("file", metavar="FILE", nargs="?", help=say(m("where to (default: standard output)")))
    export.add_argument("--force", action="store_true", help=say(m("overwrite the file if it is there")))
    _add_data_option(export)
    share = command("share", say(m("make one page that replays a match in any browser, offline")))
    share.add_argument("match", metavar="ID_OR_FILE", help=say(m("a saved match (see matches) or a record file")))
    share.add_argument("--out", metavar="FILE", required=True, help=say(m("where to, as in evening.html")))
    share.add_argument("--language", metavar="CODE", help=say(m("the language of its log (default: yours)")))
    _add_data_option(share)
    import_command = command("import", say(m("import the match from a record file")))
    import_command.set_defaults(module="import_")
    import_command.add_argument("file", metavar="FILE", help=say(m("a match record")))
    _add_data_option(import_command)
    resume = command("resume", say(m("go on with a saved match")))
    resume.add_argument("id", metavar="ID", type=id_type, help=say(m("its number: see matches")))
    resume.add_argument("--simulate", action="store_true", help=say(m("let machines play it out")))
    _add_pace_option(resume)
    _add_data_option(resume)


def _add_host(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    host = command("host", say(m("a table for phones only, without a window; Ctrl-C ends it and saves the match")))
    _add_game(host)
    seats_help = say(m("how many seats (default: 3, or the nearest number that the game allows)"))
    host.add_argument("--players", metavar="N", type=_integer_type(1, 9), help=seats_help)
    _add_rule_option(host)
    host.add_argument("--match", metavar="ID", type=_integer_type(1, _MAX_ID), help=say(m("go on with this match")))
    host.add_argument("--address", metavar="IP", help=say(m("listen on this address of this computer")))
    # Translators: help for an option of a command: which box of the open table lies there
    box_help = say(m("what lies on the open table: cards, dice, chess and so on (default: cards)"))
    host.add_argument("--box", metavar="NAME", help=box_help)
    port_help = say(m("and on this port (default: 8080, or any that is free)"))
    host.add_argument("--port", metavar="P", type=_integer_type(1, 65535), help=port_help)
    public_help = say(
        m("the address of a tunnel or a reverse proxy that leads here, such as https://salad.example.org")
    )
    host.add_argument("--public-url", metavar="URL", help=public_help)
    # Translators: help for an option of a command, which may be given several times
    proxy_help = say(m("the address of the proxy as this computer sees it (default: this computer's own); repeatable"))
    host.add_argument("--proxy", metavar="IP", action="append", default=[], help=proxy_help)
    _add_data_option(host)


def _add_arena(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    arena = command("arena", say(m("let machine players play a tournament, and show how strong each is")))
    _add_game(arena)
    names = say(
        m("random, easy, casual, normal, hard, expert; hard-careful, hard-reckless: a style; expert:0.1: thinks 0.1 s")
    )
    arena.add_argument(
        "--players",
        metavar="P",
        nargs="+",
        default=[],
        # Translators: {names} lists the machine players that can be named
        help=say(m("who plays: how many, as in 3, or the machine players by name: {names}", names=names)),
    )
    _add_rule_option(arena)
    ladder_help = say(m("every level of the game against the one below it, as Elo with intervals"))
    arena.add_argument("--ladder", action="store_true", help=ladder_help)
    games_help = say(
        m(
            "how many games (with --ladder, for each level); each deal is played in every rotation of the seats "
            "(default: 100)"
        )
    )
    _add_games_option(arena, games_help, 100)
    _add_seed_option(arena, say(m("deal k is played with seed S + k (default: 0)")))
    _add_worker_options(arena)
    _add_json_option(arena, say(m("one JSON object instead of a table")))


def _add_scenarios(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    scenarios = command("scenarios", say(m("list the scenarios, tell one, or try it without a window")))
    scenario_help = say(m("a scenario by the name of its file, or a file; without it, list those that come along"))
    scenarios.add_argument("scenario", metavar="NAME_OR_FILE", nargs="?", help=scenario_help)
    # Translators: help for an option: LEVEL is the name of a level of machine players, as in "normal"; typed stays
    level_help = say(m("let a machine of this level try it; typed: you do, with a move in each line of the input"))
    scenarios.add_argument("--play", metavar="LEVEL", help=level_help)
    scenarios.add_argument(
        "--tries", metavar="N", type=_integer_type(1, _MAX_TRIES), default=1, help=say(m("how many tries (default: 1)"))
    )
    _add_seed_option(scenarios, say(m("try k has seed S + k (default: 0)")))


def _add_puzzles(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    words = say(m("find puzzles (moments with one clearly best choice), or check them"))
    puzzles = command("puzzles", words)
    _add_game(puzzles)
    group = puzzles.add_mutually_exclusive_group(required=True)
    group.add_argument(
        "--find",
        metavar="N",
        type=_integer_type(1, _MAX_TRIES),
        help=say(m("find this many, in matches between machines")),
    )
    group.add_argument("--check", action="store_true", help=say(m("check puzzles again, on fresh random deals")))
    # Translators: puzzle N is told as a line of text, as in "wheel; seats 2; turn b"
    show_help = say(m("the position of puzzle N as a line, as its seat knows it"))
    group.add_argument("--show", metavar="N", type=_integer_type(1, _MAX_LINE), help=show_help)
    sample_help = say(m("check only this many, chosen at random (default: all)"))
    puzzles.add_argument("--sample", metavar="K", type=_integer_type(1, _MAX_TRIES), help=sample_help)
    file_help = say(m("the file for new puzzles, or the puzzles to check (default: those that come with the game)"))
    puzzles.add_argument("--file", metavar="FILE", help=file_help)
    history_help = say(m("look in your saved matches instead of in matches between machines"))
    puzzles.add_argument("--history", action="store_true", help=history_help)
    _add_seed_option(
        puzzles, say(m("match k is played with seed S + k; checks with another seed use other deals (default: 0)"))
    )
    _add_worker_options(puzzles)
    _add_json_option(puzzles, say(m("one JSON object instead of lines")))
    _add_data_option(puzzles)


def _add_sweep(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    sweep = command("sweep", say(m("play the same deals under several house rules, and show what they change")))
    _add_game(sweep)
    vary_help = say(m("a house rule and its values; if several are given, every combination is played"))
    sweep.add_argument("--vary", metavar="KEY=A,B", action="append", default=[], help=vary_help)
    _add_rule_option(sweep)
    _add_players_option(sweep)
    _add_games_option(sweep, say(m("how many deals, the same in every setting (default: 100)")), 100)
    _add_seed_option(sweep, say(m("deal k is played with seed S + k (default: 0)")))
    quick_help = say(m("takes a third of the time: does not check whether decisions mattered"))
    sweep.add_argument("--quick", action="store_true", help=quick_help)
    at_once_help = say(m("at many tables at once: tells only who wins, after how many decisions, and by what"))
    sweep.add_argument("--at-once", action="store_true", help=at_once_help)
    _add_worker_options(sweep)
    _add_json_option(sweep, say(m("one JSON object instead of a table")))
    sweep.add_argument("--csv", metavar="FILE", help=say(m("write a row for each match")))
    sweep.add_argument("--report", metavar="FILE.html", help=say(m("write a page of plots, in one file")))


def _parse_minutes(word: str) -> float:
    try:
        minutes = float(word)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= _MAX_MINUTES:
        raise argparse.ArgumentTypeError(
            say(m("must be more than 0 and at most 1440 minutes, not {word}", word=word[:_MAX_QUOTE]))
        )
    return minutes


def _add_exploit(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    exploit = command("exploit", say(m("look for one rule that beats a machine player, and tell the best")))
    _add_game(exploit)
    against_help = say(m("the machine player, in all other seats; the rule changes what it does (default: normal)"))
    exploit.add_argument("--against", metavar="LEVEL", default="normal", help=against_help)
    seats_help = say(m("how many sit at the table (default: 2, or as few as the game allows)"))
    exploit.add_argument("--seats", metavar="N", type=_integer_type(1, 100), help=seats_help)
    _add_rule_option(exploit)
    minutes_help = say(m("how many minutes of one core (default: 10)"))
    exploit.add_argument("--minutes", metavar="M", type=_parse_minutes, default=10.0, help=minutes_help)
    _add_seed_option(exploit, say(m("deal k is played with seed S + k (default: 0)")))
    rule_help = say(m("try only the rule in this file, which --json wrote"))
    exploit.add_argument("--rule", metavar="FILE", help=rule_help)
    _add_games_option(exploit, say(m("how many games, with --rule (default: 1000)")), 1000)
    _add_json_option(exploit, say(m("one JSON object instead of lines")))


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, in the current language."""
    parser = _Parser(
        prog=PROGRAM,
        description=say(
            m(
                "Three games and an open table around one screen. Without a command it opens the window; without a "
                "display, machines play a match of Grenade Salad, and pictures of it are saved."
            )
        ),
        allow_abbrev=False,
        formatter_class=_make_help_formatter,
    )
    parser.set_defaults(module="window")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("--data", metavar="DIR", help=say(m("where settings, matches and pictures are saved")))
    player_help = say(m("let people choose this class as a machine player, as in my_package.Player@0.1 for 0.1 s"))
    parser.add_argument("--player", metavar="CLASS", action="append", help=player_help)
    box_help = say(
        m("put this box on the open table: a folder, a zip or a CSV, or one that comes along, such as chess")
    )
    parser.add_argument("--box", metavar="FILE", help=box_help)
    # Translators: help for an option: a file with a position and a goal
    parser.add_argument("--scenario", metavar="FILE", help=say(m("open this scenario, to play it")))
    # Translators: a head in the help of the command line
    commands = parser.add_subparsers(title=say(m("commands")), metavar="COMMAND")

    def command(name: str, words: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name, help=words, description=words, allow_abbrev=False, formatter_class=_make_help_formatter
        )
        sub.set_defaults(module=name)
        return sub

    _add_replay(command)
    _add_show(command)
    _add_simulate(command)
    _add_host(command)
    _add_arena(command)
    _add_sweep(command)
    _add_exploit(command)
    _add_puzzles(command)
    _add_scenarios(command)
    _add_journal(command)
    _add_rules(command)
    _add_new_game(command)
    _add_box(command)
    words = say(m("print what completes commands in a shell, to be put where the shell looks for it"))
    completion = command("completion", words)
    completion.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    completion.set_defaults(parser=parser)
    return parser


def _add_replay(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    replay = command("replay", say(m("show what happened in a match record, the position, or the legal actions")))
    replay.add_argument("file", metavar="FILE", help=say(m("a match record")))
    _add_position_options(replay)
    formats = replay.add_mutually_exclusive_group()
    formats.add_argument("--json", action="store_true", help=say(m("the position as one JSON object")))
    formats.add_argument("--legal", action="store_true", help=say(m("what the seats may do now, one action per line")))
    analyse_help = say(
        m("what a strong player would have done at each decision, and what the choice made cost; with --json as JSON")
    )
    replay.add_argument("--analyse", action="store_true", help=analyse_help)


def _add_show(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    show = command("show", say(m("show a position: as a line of text, as a list, and as a picture")))
    position_help = say(m('a line such as "wheel; seats 2; turn b", or a file: one with a position, or a match record'))
    show.add_argument("position", metavar="POSITION_OR_FILE", help=position_help)
    _add_position_options(show)
    sights_help = say(
        m("who sees and reaches whom in Grenade Salad, or with SOLDIER what it could do to each, in numbers")
    )
    show.add_argument("--sights", metavar="SOLDIER", nargs="?", const="", help=sights_help)
    record_help = say(m("write a match record that begins there, to be imported and played"))
    show.add_argument("--record", metavar="FILE", help=record_help)
    show.add_argument("--out", metavar="FILE.png", help=say(m("save a picture of the table of Grenade Salad")))


def _add_simulate(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    simulate = command("simulate", say(m("let machines play many games, and show how they went")))
    _add_game(simulate)
    _add_players_option(simulate)
    _add_games_option(simulate, say(m("how many games (default: 10)")), 10, "K")
    _add_seed_option(simulate, say(m("game k is played with seed S + k (default: 0)")), 2**63 - 1)
    simulate.add_argument("--levels", metavar="L,L", help=say(m("the level for all, or one for each seat: see arena")))
    _add_worker_options(simulate)
    simulate.add_argument("--record", metavar="DIR", help=say(m("save the record of each game in this folder")))
    _add_json_option(simulate, say(m("one JSON object instead of a table")))
    _add_rule_option(simulate)
    _add_pace_option(simulate)
    _add_data_option(simulate, say(m("save each game among the matches in this folder")))


def _add_rules(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    rules = command("rules", say(m("print the rules of a game; without GAME, list the games")))
    _add_game(rules, "?")
    rules.add_argument("--options", action="store_true", help=say(m("the house rules of the game, for --option")))


def _add_new_game(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    new = command("new-game", say(m("write a package with a small working game, as a start for a game of your own")))
    new.set_defaults(module="new_game")
    new.add_argument("name", metavar="NAME", help=say(m("what it is called: a to z, 0 to 9 and -, as in high-card")))


def _add_box(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    box = command("box", say(m("boxes of the open table, games in a folder: begin one, look one over, zip one")))
    action_help = say(m("write a folder that works at once; say all that is wrong with one; make a zip of it"))
    box.add_argument("what", metavar="new|check|pack", choices=("new", "check", "pack"), help=action_help)
    box.add_argument("folder", metavar="NAME", help=say(m("the folder (of check: or the file)")))
    from_help = say(m("new: begin with what is in FILE: a spreadsheet, pictures, or a game of another program"))
    box.add_argument("--from", dest="source", metavar="FILE", help=from_help)


def _open_missing_streams() -> bool:
    """Open missing standard streams to nowhere; return True if there was no output.

    A stream is missing after `>&-` or in a window of Windows. Else the next file that is opened, such as the journal,
    would get its number, and whatever is printed would be written to it.
    """
    is_closed = sys.stdout is None
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    return is_closed


def _run_command(words: list[str] | None, is_closed: bool) -> int:
    use_language(system_language())
    argparse_messages.install_messages()
    args = make_parser().parse_args(words)
    if is_closed and args.module != "window":
        raise Fail(say(m("grenade-salad: standard output is closed")))
    if args.module != "window":
        for why in discovery.refusals():
            print(discovery.to_one_line(why), file=sys.stderr)
    module = import_module(f"grenade_salad.commands.{args.module}")
    try:
        status: int = module.run(args)
    except (Fail, discovery.NoGame, OSError):
        raise
    except (Exception, SystemExit) as error:
        if _is_refusal(error):
            raise Fail(str(error)) from None
        if (plugin := _find_plugin(error, getattr(args, "game", None))) is None:
            raise
        why = f"{type(error).__name__}: {error}"[:_MAX_ERROR_LENGTH]
        text = m("the game {game} of {package} is broken: {why}", game=plugin.game, package=plugin.package, why=why)
        raise Fail(say(text)) from error
    sys.stdout.flush()
    return status


def _is_refusal(error: BaseException) -> bool:
    """True if the text of the error is written for people."""
    from grenade_salad.journal.database import JournalError
    from grenade_salad.match.record import RecordError
    from grenade_salad.system.private_files import NoHome

    return isinstance(error, JournalError | RecordError | NoHome)


def _find_plugin(error: BaseException, playing: str | None) -> PluginGame | None:
    from grenade_salad.system import plugin_blame

    return plugin_blame.blame_error(error, playing or "")


def main(words: list[str] | None = None) -> int:
    """Run the command and return its exit status.

    It is 0, 1 on a full disk, 2 for what cannot be done as requested, 130 after Ctrl-C, or 141 if no program reads the
    output any more.
    """
    limit_to_one_core()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    is_closed = _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        return _run_command(words, is_closed)
    except (Fail, discovery.NoGame) as error:
        print(discovery.strip_control_codes(str(error)), file=sys.stderr)
        return 2
    except OSError as error:
        if error.errno not in (EPIPE, ENOSPC):
            raise
        # Python flushes the stream again at its end, and would print the same error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == EPIPE:
            # As a shell reports a program that was ended by SIGPIPE.
            return 141
        print(f"grenade-salad: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
