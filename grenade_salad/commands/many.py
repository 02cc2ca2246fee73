"""Many games at once: options, players, workers, and a progress bar."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TypeVar

from grenade_salad.commands import Fail
from grenade_salad.commands.house_rules import why_not
from grenade_salad.core import Illegal, Json, Options, registry
from grenade_salad.core.reasons import WrongSeatCount
from grenade_salad.lab.playout import Endless, make_options
from grenade_salad.lab.workers import NoWorkers, workers
from grenade_salad.match.lines import BadLine, decode
from grenade_salad.players import nearest_player, why_not_level
from grenade_salad.players.external import ExternalPlayerError
from grenade_salad.text import Message, Words, m, say

T = TypeVar("T")

END_LABELS: dict[str, Message] = {
    "last_left": m("one player left", context="how matches ended"),
    "empty_hands": m("all hands empty", context="how matches ended"),
    "passed": m("all passed", context="how matches ended"),
    "standstill": m("standstill", context="how matches ended"),
    "turn_limit": m("turn limit", context="how matches ended"),
}
"""Labels of the reasons why a match may be over (`core.EndReason`)."""
DEFAULT_SEATS = 3
"""Default number of players, where the game allows it."""
MAX_QUOTE = 40
"""Maximum number of characters of a wrong word that a message quotes."""
_MAX_COUNT_DIGITS = 6
# Translators: before a bar of progress
_PLAYING = m("Playing")


def parse_options(game: str, seats: int, chosen: Sequence[str], varied: Sequence[str] = ()) -> Options:
    """Return the house rules of `--option KEY=VALUE` and of one setting of `--vary`.

    They are checked as those of records are. Raises Fail, which names the option with a wrong rule.
    """
    rules: dict[str, Json] = {}
    for words in (*chosen, *varied):
        key, equals, value = words.partition("=")
        if not key or not equals:
            raise Fail(say(m("--option: KEY=VALUE, as in decks=2, not {words}", words=repr(words[:MAX_QUOTE]))))
        if key in rules:
            raise Fail(say(m("--option: {key} is given twice", key=repr(key[:MAX_QUOTE]))))
        try:
            (rules[key],) = decode(f'{{"value": {value}}}'.encode()).values()
        except (BadLine, ValueError):
            rules[key] = value
    for key, choice in rules.items():
        try:
            make_options(game, seats, {key: choice})
        except BadLine:
            why = why_not(game, key, choice)
            is_chosen = any(words.partition("=")[0] == key for words in chosen)
            raise Fail(say(m("--option: {why}", why=why) if is_chosen else m("--vary: {why}", why=why))) from None
        except Illegal:
            continue
    try:
        return make_options(game, seats, rules)
    except (BadLine, Illegal) as error:
        if varied:
            parse_options(game, seats, chosen)  # Raises Fail about `--option` if that is to blame.
        flag = "--vary: " if varied else "--option: " if rules else ""
        raise Fail(f"{flag}{error}") from None


def check_seat_count(game: str, seats: int) -> None:
    """Raise Fail if the game is not for this number of players."""
    kind = registry.load(game)
    if not kind.min_seats <= seats <= kind.max_seats:
        wrong = WrongSeatCount(kind.title, seats, kind.min_seats, kind.max_seats).message()
        raise Fail(say(m("--players: {why}", why=wrong)))


def _parse_count(words: Sequence[str]) -> int | None:
    """Return the number of players, if `--players` gives only that; else None."""
    is_number = len(words) == 1 and words[0].isascii() and words[0].isdecimal()
    # More digits are too many players as well.
    return int(words[0][:_MAX_COUNT_DIGITS]) if is_number else None


def parse_seat_count(game: str, words: Sequence[str], default: int) -> int:
    """Return the number of players by `--players`, where all are of one level.

    Return the default if none is given. Raises Fail.
    """
    kind = registry.load(game)
    seats = min(max(default, kind.min_seats), kind.max_seats) if not words else _parse_count(words)
    if seats is None:
        raise Fail(say(m("--players: here it is how many play, as in --players 3")))
    check_seat_count(game, seats)
    return seats


def parse_players(game: str, words: Sequence[str], level: str = "", default: int = DEFAULT_SEATS) -> list[str]:
    """Return the levels of the players by `--players`: a number, or their names.

    With a number, all are of one level: Normal by default, or the nearest. Raises Fail.
    """
    if words and _parse_count(words) is None:
        players = list(words)
    else:
        players = [level or nearest_player(game, "normal")] * parse_seat_count(game, words, default)
    for player in players:
        if why := why_not_level(player, game):
            raise Fail(f"--players: {why}")
    check_seat_count(game, len(players))
    return players


def count_ends(ends: Iterable[str]) -> dict[str, Json]:
    """Return the number of games by end reason, the most frequent first."""
    return dict(Counter(ends).most_common())


def format_ends(ends: Mapping[str, Json], name: str = "") -> Message:
    """Return the end reasons as a line under a table.

    `name` is the player whose games these are, if not all are counted.
    """
    # Translators: how many games ended so, and why
    parts = [
        m("{number} × {why}", number=str(count), why=END_LABELS.get(reason, reason)) for reason, count in ends.items()
    ]
    if name:
        return m("Games of {name} ended: {ways:,}", name=name, ways=parts)
    return m("Ended: {ways:,}", ways=parts)


@contextmanager
def open_workers(args: Namespace) -> Iterator[Executor | None]:
    """Open the processes of --jobs or the cluster of --dask; None for a single job.

    Raises Fail.
    """
    try:
        with workers(args.jobs, args.dask) as executor:
            yield executor
    except Endless as error:
        raise Fail(str(error)) from None
    except (NoWorkers, ExternalPlayerError) as error:
        raise Fail(f"grenade-salad: {error}") from None
    except Illegal as error:
        raise Fail(say(m("grenade-salad: a player made an illegal move: {why}", why=str(error)))) from None


def format_game_count(count: int) -> Message:
    """Return a number of games as a part of a sentence."""
    return m("{n} game", "{n} games", n=count)


def format_interval(lower: Message | str, upper: Message | str) -> str:
    """Return an interval for a table."""
    # Translators: an interval of two numbers
    return say(m("{low} to {high}", low=lower, high=upper))


def print_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table as wide as the terminal allows."""
    from rich.console import Console
    from rich.table import Table

    table = Table(*heads)
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def show_progress(played: Iterable[T], total: int, words: Words = _PLAYING) -> Iterator[T]:
    """Yield the games as they are played, with a progress bar on a terminal.

    `words` are before the bar.
    """
    if not sys.stderr.isatty():
        yield from played
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(played, say(words), total, console=Console(stderr=True), transient=True)
