"""Queries for the list of matches: a page of the history, or those to continue."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from grenade_salad.core import registry
from grenade_salad.text.person_names import display_names


@dataclass(frozen=True)
class MatchFilter:
    """A filter of matches; None includes all."""

    game: str | None = None
    name: str | None = None
    """The name of a person or machine player at the table."""
    finished: bool | None = None
    """False for running matches."""
    series: str | None = None
    imported: bool | None = None
    """False for matches that were played here."""


ALL = MatchFilter()


@dataclass(frozen=True)
class Summary:
    """A match in the history."""

    id: int
    game: str
    seats: tuple[str, ...]
    """The names as they were typed."""
    lines: int
    """The number of lines below the header."""
    begun: str
    """The time in UTC, in ISO format."""
    opened: str
    """The time when it was last played, in the same form."""
    finished: bool
    imported: bool
    series: str | None
    ranking: tuple[tuple[int, ...], ...]
    """The seats by place, the winners first; empty while it runs."""
    scores: tuple[int, ...] | None
    """None in games without points."""
    variant: str = field(default="", metadata={"key": "what"})
    """The one of many games that was played, by its English name.

    That is the box of an open table; "" for other games. Called "what" in JSON.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats as they are displayed; see `text.person_names`."""
        return display_names(self.seats)


def variant_sql() -> str:
    """Return an SQL expression for the variant of a `match`, by its English name.

    It is "" if its game has no variants.
    """
    cases = "".join(
        f" WHEN {_quote(name)} THEN {_quote(path)}" for name in registry.names() if (path := _variant_path(name))
    )
    header = "SELECT text FROM line WHERE line.match = match.id AND line.number = 0"
    return f"coalesce(json_extract(({header}), CASE game{cases} END), '')" if cases else "''"


def _variant_path(game: str) -> str:
    """Return the JSON path of the variant in a record's header, or ""."""
    try:
        return registry.plugin(game).variant_path
    except registry.NoGame:
        return ""


def _quote(text: str) -> str:
    """Return the text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


_Row: TypeAlias = tuple[int, str, str, str, int, str | None, int | None, int | None, str]


def _columns() -> str:
    """Return a query of a `_Row` for each match, for a condition to follow."""
    return (
        "SELECT id, game, begun, opened, imported, series, length,"
        f" coalesce(length, (SELECT max(number) FROM line WHERE match = id)), {variant_sql()} FROM match"
    )


_FILTER = (
    " WHERE (:game IS NULL OR game = :game) AND (:series IS NULL OR series = :series)"
    " AND (:finished IS NULL OR (length IS NOT NULL) = :finished)"
    " AND (:imported IS NULL OR (imported <> 0) = :imported)"
    " AND (:name IS NULL OR id IN (SELECT match FROM seat WHERE name = :name))"
)


def _read_summary(connection: sqlite3.Connection, row: _Row) -> Summary:
    match, game, begun, opened, imported, series, length, lines, variant = row
    query = "SELECT name, place, points FROM seat WHERE match = ? ORDER BY seat"
    seats: list[tuple[str, int | None, int | None]] = connection.execute(query, (match,)).fetchall()
    if not seats or lines is None:
        raise sqlite3.DataError(f"match {match} is not whole")
    places = [place for _, place, _ in seats]
    ranking = tuple(
        tuple(seat for seat, other_place in enumerate(places) if other_place == place)
        for place in sorted({place for place in places if place is not None})
    )
    scores = tuple(points for _, _, points in seats if points is not None)
    names = tuple(name for name, _, _ in seats)
    finished = length is not None
    return Summary(
        match, game, names, lines, begun, opened, finished, bool(imported), series, ranking, scores or None, variant
    )


def _read_summaries(connection: sqlite3.Connection, rows: Iterable[_Row]) -> list[Summary]:
    return [_read_summary(connection, row) for row in rows]


def matches(connection: sqlite3.Connection, match_filter: MatchFilter, first: int, limit: int) -> list[Summary]:
    """Return a page of the filtered matches, newest first; a limit of -1 is none.

    Raises sqlite3.Error.
    """
    page = {"first": first, "limit": limit}
    query = f"{_columns()}{_FILTER} ORDER BY id DESC LIMIT :limit OFFSET :first"
    return _read_summaries(connection, connection.execute(query, vars(match_filter) | page).fetchall())


def match(connection: sqlite3.Connection, match_id: int) -> Summary | None:
    """Return one match, or None. Raises sqlite3.Error."""
    row = connection.execute(f"{_columns()} WHERE id = ?", (match_id,)).fetchone()
    return None if row is None else _read_summary(connection, row)


def count_lines(connection: sqlite3.Connection, match_id: int, found_lines: int) -> int:
    """Return the number of lines of a match.

    It is more than `found_lines` if the file is damaged. A finished match says it. For a running one all lines of the
    journal are searched, not only the place of its lines: the search for those fails at a damaged one. Raises
    sqlite3.Error.
    """
    row = connection.execute("SELECT length FROM match WHERE id = ?", (match_id,)).fetchone()
    if row is not None and isinstance(row[0], int):
        return row[0]
    query = "SELECT max(number) FROM line WHERE +match = ? AND +number > ?"
    last_stray = connection.execute(query, (match_id, found_lines)).fetchone()[0]
    return found_lines if last_stray is None else int(last_stray)


def find_same(connection: sqlite3.Connection, game: str, texts: Sequence[str]) -> int | None:
    """Return the id of a match with exactly these lines, the header first, or None."""
    last = len(texts) - 1
    query = (
        "SELECT id FROM match JOIN line ON line.match = match.id WHERE game = ? AND number = ? AND text = ?"
        " AND NOT EXISTS (SELECT 1 FROM line AS further WHERE further.match = id AND further.number > ?)"
    )
    for (match_id,) in connection.execute(query, (game, last, texts[-1], last)).fetchall():
        lines = connection.execute("SELECT text FROM line WHERE match = ? ORDER BY number", (match_id,))
        if [text for (text,) in lines] == list(texts):
            return int(match_id)
    return None


def count(connection: sqlite3.Connection, match_filter: MatchFilter) -> int:
    """Return the number of matches that pass a filter. Raises sqlite3.Error."""
    result = connection.execute(f"SELECT count(*) FROM match{_FILTER}", vars(match_filter)).fetchone()[0]
    assert isinstance(result, int)
    return result


def find_names(connection: sqlite3.Connection, limit: int) -> list[str]:
    """Return the names with the most matches, people before machine players.

    Raises sqlite3.Error.
    """
    query = "SELECT name FROM seat GROUP BY name ORDER BY max(person) DESC, count(*) DESC, name LIMIT ?"
    return [str(name) for (name,) in connection.execute(query, (limit,))]


def unfinished_matches(connection: sqlite3.Connection, limit: int) -> list[Summary]:
    """Return the running matches, the last played one first; a limit of -1 is none.

    Raises sqlite3.Error.
    """
    query = f"{_columns()} WHERE length IS NULL ORDER BY opened DESC, id DESC LIMIT ?"
    return _read_summaries(connection, connection.execute(query, (limit,)).fetchall())
