"""Evenings played by machines under people's names, for screenshots and tests.

They are stored in a journal.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from grenade_salad.core import Action, Chance, Json
from grenade_salad.games.salad import SaladOptions
from grenade_salad.journal.journal import Journal
from grenade_salad.lab.playout import make_options, make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve")


@cache
def play_match(game: str, seats: int, seed: int, level: str = "random") -> Match:
    """Return a match that is over, always the same one.

    Grenade Salad is limited to few turns.
    """
    options = make_options(game, seats)
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=12)
    match = Match(Header(game, NAMES[:seats], options, seed))
    play(match, make_players(game, [level] * seats, seed))
    return match


def store_match(
    journal: Journal,
    match: Match,
    names: Sequence[str],
    begun: datetime,
    machines: Sequence[int] = (),
    lines: int | None = None,
    series: str | None = None,
) -> int:
    """Store a match, or its first lines, in the journal, as if played at that time."""
    controllers = ["bot normal" if seat in machines else "person" for seat in range(len(names))]
    meta: dict[str, Json] = {"controllers": [*controllers], **({"series": series} if series else {})}
    header = replace(match.header, seats=tuple(names), meta=meta)
    entries: Sequence[Action | Chance] = match.entries[:lines]
    match_id = journal.add_record(Record("evening", header, tuple(entries)), imported=False)
    timestamp = begun.astimezone(UTC).isoformat(timespec="milliseconds")

    def set_date(connection: sqlite3.Connection) -> None:
        statement = "UPDATE match SET begun = ?, opened = ?, imported = 0 WHERE id = ?"
        connection.execute(statement, (timestamp, timestamp, match_id))

    journal.run_query(set_date)
    return match_id


def fill_journal(journal: Journal, salad: str = "random") -> list[int]:
    """Store a dozen matches of some evenings and return their ids, the oldest first.

    The last two matches are not finished.
    """
    this_evening = datetime.now().astimezone().replace(hour=20, minute=5)
    week, yesterday, today = (this_evening - timedelta(days=days) for days in (7, 1, 0))
    evening = timedelta(minutes=18)

    def store(game: str, seed: int, names: str, begun: datetime, **facts: Any) -> int:
        people = names.split()
        level = salad if game == "grenade-salad" else "random"
        return store_match(journal, play_match(game, len(people), seed, level), people, begun, **facts)

    return [
        store("live-grenade", 1, "Ann Bo Cy Dee", week, series="cards"),
        store("live-grenade", 2, "Bo Ann Dee Eve", week + evening, series="cards"),
        store("live-grenade", 3, "Cy Ann Dee Bo", week + 2 * evening, series="cards"),
        store("wheel", 1, "Ann Bo Cy Dee Eve", week + 4 * evening),
        store("grenade-salad", 1, "Ann Bo Robo", yesterday, machines=(2,)),
        store("grenade-salad", 2, "Bo Cy Ann", yesterday + 2 * evening),
        store("wheel", 2, "Ann Robo Maximilian Bo", yesterday + 3 * evening, machines=(1,)),
        store("wheel", 3, "Ann Maximilian", yesterday + 4 * evening),
        store("live-grenade", 4, "Ann Bo Cy Dee Eve", today - 3 * evening),
        store("grenade-salad", 3, "Ann Cy Robo", today - 2 * evening, machines=(2,)),
        store("live-grenade", 5, "Ann Robo Robot", today - evening, machines=(1, 2), lines=20),
        store("grenade-salad", 4, "Ann Bo Cy", today, lines=12),
    ]
