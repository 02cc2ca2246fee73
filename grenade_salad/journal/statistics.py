"""Statistics: queries on the finished matches of the journal.

Run them with `Journal.run_query`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field

from grenade_salad.journal.queries import variant_sql
from grenade_salad.match.stats import load_stats


@dataclass(frozen=True)
class Tally:
    """Results of a player in one game, or one variant of it."""

    name: str
    game: str
    played: int
    won: int
    """The number of matches with a first place, shared or not."""
    points: int | None
    """None in games without points."""
    facts: Mapping[str, int]
    """Sums or maxima: see `core.stats`, which has words for them, too."""
    variant: str = field(default="", metadata={"key": "what"})
    """As in `queries.Summary`."""


@dataclass(frozen=True)
class Standing:
    """A row in the table of an evening."""

    name: str
    played: int
    won: int
    points: int
    """The sum over all games."""


@dataclass(frozen=True)
class Evening:
    """Finished matches of one evening here, or of a series."""

    day: str
    """The date in ISO format, or the name of the series."""
    series: str | None
    since: str
    """The time when the first of its matches began."""
    until: str
    """The time when the last of its matches began."""
    matches: tuple[int, ...]
    """The ids, in the order in which the matches began."""


_FINISHED = " WHERE length IS NOT NULL AND (person OR :machines)"
_SEATS = f" FROM seat JOIN match ON match.id = seat.match{_FINISHED}"


def tally_players(connection: sqlite3.Connection, machines: bool = False) -> list[Tally]:
    """Return a tally of each game for each person, by name. Raises sqlite3.Error.

    With `machines`, machine players are included.
    """
    facts: dict[tuple[str, str, str], dict[str, int]] = {}
    variant_column = variant_sql()
    query = (
        f"SELECT name, game, {variant_column} AS variant, fact.key, sum(fact.value), max(fact.value)"
        " FROM seat JOIN match ON match.id = seat.match,"
        f" json_each(seat.facts) AS fact{_FINISHED} GROUP BY name, game, variant, fact.key"
    )
    for name, game, variant, fact, total, maximum in connection.execute(query, {"machines": machines}):
        facts.setdefault((name, game, variant), {})[fact] = maximum if fact in load_stats(game).maximum_facts else total
    query_played = (
        f"SELECT name, game, {variant_column} AS variant, count(*), coalesce(sum(place = 1), 0), sum(points){_SEATS}"
        " GROUP BY name, game, variant ORDER BY name, game, variant"
    )
    return [
        Tally(name, game, count, won, points, facts.get((name, game, variant), {}), variant)
        for name, game, variant, count, won, points in connection.execute(query_played, {"machines": machines})
    ]


def list_evenings(connection: sqlite3.Connection, limit: int = 200) -> list[Evening]:
    """Return the last evenings, the newest first.

    An evening ends at six in the morning of this machine's clock. A series is an evening of its own. Raises
    sqlite3.Error.
    """
    query = (
        "SELECT coalesce(series, date(begun, 'localtime', '-6 hours'), '?') AS day, series, min(begun), max(begun),"
        " group_concat(id) FROM match WHERE length IS NOT NULL AND (series IS NOT NULL OR NOT imported)"
        " GROUP BY day, series ORDER BY 4 DESC LIMIT ?"
    )
    rows = connection.execute(query, (limit,))
    return [
        Evening(day, series, since, until, tuple(sorted(int(match_id) for match_id in match_ids.split(","))))
        for day, series, since, until, match_ids in rows
    ]


def evening_table(
    connection: sqlite3.Connection,
    since: str = "",
    series: str | None = None,
    machines: bool = True,
    until: str = "9999",
) -> list[Standing]:
    """Return the table of an evening.

    It has the matches begun here between two times (UTC, ISO format), or those of one series. The player with most
    wins is first, then points decide. Raises sqlite3.Error.
    """
    of_evening = " AND (:series IS NULL OR series = :series) AND (series = :series OR NOT imported)"
    of_evening += " AND begun BETWEEN :since AND :until"
    query = (
        f"SELECT name, count(*), coalesce(sum(place = 1), 0), coalesce(sum(points), 0){_SEATS}{of_evening}"
        " GROUP BY name ORDER BY 3 DESC, 4 DESC, 2, name"
    )
    rows = connection.execute(query, {"since": since, "until": until, "series": series, "machines": machines})
    return [Standing(*row) for row in rows]
