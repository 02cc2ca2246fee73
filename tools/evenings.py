"""Evenings that were played by machines under people's names, put into a journal to look at and to test with."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from grenade_salad.core import Action, Chance
from grenade_salad.games.salad import SaladOptions
from grenade_salad.journal.journal import Journal
from grenade_salad.lab.playout import house_rules, make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve")


@cache
def played(game: str, seats: int, seed: int, level: str = "random") -> Match:
    """A match that is over, the same every time; Grenade Salad for few turns."""
    options = house_rules(game, seats)
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=12)
    match = Match(Header(game, NAMES[:seats], options, seed))
    play(match, make_players(game, [level] * seats, seed))
    return match


def put(
    journal: Journal,
    match: Match,
    names: Sequence[str],
    begun: datetime,
    machines: Sequence[int] = (),
    lines: int | None = None,
    series: str | None = None,
) -> int:
    """Put a match, or its first lines, into the journal under these names, as if it had been played here then."""
    controllers = ["bot normal" if seat in machines else "person" for seat in range(len(names))]
    meta = {"controllers": [*controllers]} | ({"series": series} if series else {})
    header = replace(match.header, seats=tuple(names), meta=meta)
    entries: Sequence[Action | Chance] = match.entries[:lines]
    number = journal.add(Record("evening", header, tuple(entries)), imported=False)
    at = begun.astimezone(UTC).isoformat(timespec="milliseconds")

    def date(connection: sqlite3.Connection) -> None:
        change = "UPDATE match SET begun = ?, opened = ?, imported = 0 WHERE id = ?"
        connection.execute(change, (at, at, number))

    journal.ask(date)
    return number


def fill(journal: Journal, salad: str = "random") -> list[int]:
    """A dozen matches of some evenings; the last two are not finished. Their numbers, the oldest first."""
    now = datetime.now().astimezone().replace(hour=20, minute=5)
    week, yesterday, today = (now - timedelta(days=days) for days in (7, 1, 0))
    evening = timedelta(minutes=18)
    return [
        put(journal, played("live-grenade", 4, 1), ("Ann", "Bo", "Cy", "Dee"), week, series="cards"),
        put(journal, played("live-grenade", 4, 2), ("Bo", "Ann", "Dee", "Eve"), week + evening, series="cards"),
        put(journal, played("live-grenade", 4, 3), ("Cy", "Ann", "Dee", "Bo"), week + 2 * evening, series="cards"),
        put(journal, played("wheel", 5, 1), ("Ann", "Bo", "Cy", "Dee", "Eve"), week + 4 * evening),
        put(journal, played("grenade-salad", 3, 1, salad), ("Ann", "Bo", "Robo"), yesterday, (2,)),
        put(journal, played("grenade-salad", 3, 2, salad), ("Bo", "Cy", "Ann"), yesterday + 2 * evening),
        put(journal, played("wheel", 4, 2), ("Ann", "Robo", "Maximilian", "Bo"), yesterday + 3 * evening, (1,)),
        put(journal, played("wheel", 2, 3), ("Ann", "Maximilian"), yesterday + 4 * evening),
        put(journal, played("live-grenade", 5, 4), ("Ann", "Bo", "Cy", "Dee", "Eve"), today - 3 * evening),
        put(journal, played("grenade-salad", 3, 3, salad), ("Ann", "Cy", "Robo"), today - 2 * evening, (2,)),
        put(journal, played("live-grenade", 3, 5), ("Ann", "Robo", "Robot"), today - evening, (1, 2), lines=20),
        put(journal, played("grenade-salad", 3, 4, salad), ("Ann", "Bo", "Cy"), today, lines=12),
    ]
