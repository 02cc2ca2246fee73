"""Many games at once: by several workers, with a bar on a terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TypeVar

from grenade_salad import players as machine_players
from grenade_salad.commands import Fail
from grenade_salad.commands.house_rules import why_not
from grenade_salad.core import Illegal, Json, Options, registry
from grenade_salad.core.reasons import WrongSeatCount
from grenade_salad.lab.playout import Endless, house_rules
from grenade_salad.lab.workers import NoWorkers, workers
from grenade_salad.match.lines import BadLine, decode
from grenade_salad.players.external import Broken
from grenade_salad.text import Message, Words, m, say

T = TypeVar("T")

ENDS: dict[str, Message] = {
    "last_left": m("one player left", context="how matches ended"),
    "empty_hands": m("all hands empty", context="how matches ended"),
    "passed": m("all passed", context="how matches ended"),
    "standstill": m("standstill", context="how matches ended"),
    "turn_limit": m("turn limit", context="how matches ended"),
}
"""How to call each way in which a match may be over (`core.EndReason`)."""
USUAL_SEATS = 3
"""How many play if nobody says how many, where the game allows it."""
# Translators: before a bar of progress
_PLAYING = m("Playing")


def options_of(game: str, seats: int, chosen: Sequence[str], varied: Sequence[str] = ()) -> Options:
    """The house rules of `--option KEY=VALUE`, and of one setting of `--vary`, checked as those of records are.

    Raises Fail, which says with what a rule was given.
    """
    rules: dict[str, Json] = {}
    for words in (*chosen, *varied):
        key, equals, value = words.partition("=")
        if not key or not equals:
            raise Fail(say(m("--option: KEY=VALUE, as in decks=2, not {words}", words=repr(words[:40]))))
        if key in rules:
            raise Fail(say(m("--option: {key} is given twice", key=repr(key[:40]))))
        try:
            (rules[key],) = decode(f'{{"value": {value}}}'.encode()).values()
        except (BadLine, ValueError):
            rules[key] = value
    for key, one in rules.items():
        try:
            house_rules(game, seats, {key: one})
        except BadLine:
            why = why_not(game, key, one)
            by_hand = any(words.partition("=")[0] == key for words in chosen)
            raise Fail(say(m("--option: {why}", why=why) if by_hand else m("--vary: {why}", why=why))) from None
        except Illegal:
            continue
    try:
        return house_rules(game, seats, rules)
    except (BadLine, Illegal) as error:
        if varied:
            options_of(game, seats, chosen)  # what is impossible without it is not its fault
        flag = "--vary: " if varied else "--option: " if rules else ""
        raise Fail(f"{flag}{error}") from None


def _at_a_table(game: str, seats: int) -> None:
    """Raises Fail if the game is not for so many."""
    kind = registry.load(game)
    if not kind.min_seats <= seats <= kind.max_seats:
        wrong = WrongSeatCount(kind.title, seats, kind.min_seats, kind.max_seats).message()
        raise Fail(say(m("--players: {why}", why=wrong)))


def _counted(words: Sequence[str]) -> int | None:
    """How many play, if `--players` says no more than that."""
    number = len(words) == 1 and words[0].isascii() and words[0].isdecimal()
    return int(words[0][:6]) if number else None


def seats_of(game: str, words: Sequence[str], usual: int) -> int:
    """How many play, by `--players`, where all are of one level; the usual number if nothing is said. Raises Fail."""
    kind = registry.load(game)
    seats = min(max(usual, kind.min_seats), kind.max_seats) if not words else _counted(words)
    if seats is None:
        raise Fail(say(m("--players: here it is how many play, as in --players 3")))
    _at_a_table(game, seats)
    return seats


def players_of(game: str, words: Sequence[str], level: str = "", usual: int = USUAL_SEATS) -> list[str]:
    """Who plays, by `--players`: so many of one level (Normal, or the nearest), or the levels by name. Raises Fail."""
    if words and _counted(words) is None:
        players = list(words)
    else:
        players = [level or machine_players.nearest(game, "normal")] * seats_of(game, words, usual)
    for player in players:
        if why := machine_players.why_not_level(player, game):
            raise Fail(f"--players: {why}")
    _at_a_table(game, len(players))
    return players


def told_ends(ends: Iterable[str]) -> dict[str, Json]:
    """How many games ended why, the most frequent first."""
    return dict(Counter(ends).most_common())


def ends_in_words(ends: Mapping[str, Json], name: str = "") -> Message:
    """The same in a line under a table; `name` is whose games they were, if not everybody's."""
    # Translators: how many games ended so, and why
    ways = [m("{number} × {why}", number=str(number), why=ENDS.get(why, why)) for why, number in ends.items()]
    if name:
        return m("Games of {name} ended: {ways:,}", name=name, ways=ways)
    return m("Ended: {ways:,}", ways=ways)


@contextmanager
def workers_of(args: Namespace) -> Iterator[Executor | None]:
    """The processes of --jobs or the cluster of --dask; None for a single job. Raises Fail."""
    try:
        with workers(args.jobs, args.dask) as executor:
            yield executor
    except Endless as error:
        raise Fail(str(error)) from None
    except (NoWorkers, Broken) as error:
        raise Fail(f"grenade-salad: {error}") from None
    except Illegal as error:
        raise Fail(say(m("grenade-salad: a player made an illegal move: {why}", why=str(error)))) from None


def counted_games(number: int) -> Message:
    """So many games, as a part of a sentence."""
    return m("{n} game", "{n} games", n=number)


def between(low: Message | str, high: Message | str) -> str:
    """From one to the other, in a table."""
    # Translators: an interval of two numbers
    return say(m("{low} to {high}", low=low, high=high))


def shown(played: Iterable[T], total: int, words: Words = _PLAYING) -> Iterator[T]:
    """The games as they come, with a bar on a terminal, and these words before it."""
    if not sys.stderr.isatty():
        yield from played
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(played, say(words), total, console=Console(stderr=True), transient=True)
