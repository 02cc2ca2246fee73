"""Another name for somebody, everywhere: in the statistics, and in the records of the matches they played."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from grenade_salad.core import Json
from grenade_salad.journal.journaled_match import chains_of, text_of
from grenade_salad.match.lines import decode


def rename(connection: sqlite3.Connection, old: str, new: str) -> int:
    """The person `old` of all finished matches is called `new` from now on; in how many matches that was.

    Machines keep their names. Where somebody is called `new` already in the same match, a number is added. To be
    called within a transaction. Raises sqlite3.Error.
    """
    found = (
        "SELECT match, seat FROM seat JOIN match ON match.id = seat.match"
        " WHERE name = ? AND person AND length IS NOT NULL"
    )
    matches = connection.execute(found, (old,)).fetchall()
    for match, seat in matches:
        others = {name for (name,) in connection.execute("SELECT name FROM seat WHERE match = ?", (match,))}
        fresh = _free(new, others)
        connection.execute("UPDATE seat SET name = ? WHERE match = ? AND seat = ?", (fresh, match, seat))
        _rewrite(connection, match, old, fresh)
    return len(matches)


def _free(name: str, taken: Collection[str]) -> str:
    number, fresh = 2, name
    while fresh in taken:
        fresh, number = f"{name} ({number})", number + 1
    return fresh


def _rewrite(connection: sqlite3.Connection, match: int, old: str, new: str) -> None:
    """The header with the new name; each line's checksum depends on those before it."""
    rows = connection.execute("SELECT number, text FROM line WHERE match = ? ORDER BY number", (match,)).fetchall()
    first = decode(rows[0][1].encode())
    first["seats"] = _replaced(first["seats"], old, new)
    meta = first.get("meta")
    if isinstance(meta, dict):
        first["meta"] = {key: one if key == "controllers" else _replaced(one, old, new) for key, one in meta.items()}
    texts = [text_of(first), *(text for _, text in rows[1:])]
    change = "UPDATE line SET chain = ?, text = ? WHERE match = ? AND number = ?"
    for (number, _), chain, text in zip(rows, chains_of(texts), texts, strict=True):
        connection.execute(change, (chain, text, match, number))


def _replaced(value: Json, old: str, new: str) -> Json:
    """The same with the name in all lists of it."""
    if isinstance(value, list):
        return [new if one == old else _replaced(one, old, new) for one in value]
    if isinstance(value, dict):
        return {key: _replaced(one, old, new) for key, one in value.items()}
    return value
