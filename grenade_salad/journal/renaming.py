"""Renames a person everywhere: in the statistics and in records of matches."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from grenade_salad.core import Json
from grenade_salad.journal.journaled_match import compute_chains, encode_line
from grenade_salad.match.lines import decode


def rename(connection: sqlite3.Connection, old: str, new: str) -> int:
    """Rename the person `old` in all finished matches; returns the number of matches.

    Machine players are not renamed. If another seat of the match is called `new` already, a number is added. To be
    called within a transaction. Raises sqlite3.Error.
    """
    query = (
        "SELECT match, seat FROM seat JOIN match ON match.id = seat.match"
        " WHERE name = ? AND person AND length IS NOT NULL"
    )
    matches = connection.execute(query, (old,)).fetchall()
    for match, seat in matches:
        other_names = {name for (name,) in connection.execute("SELECT name FROM seat WHERE match = ?", (match,))}
        free_name = _find_free_name(new, other_names)
        connection.execute("UPDATE seat SET name = ? WHERE match = ? AND seat = ?", (free_name, match, seat))
        _rewrite(connection, match, old, free_name)
    return len(matches)


def _find_free_name(name: str, taken: Collection[str]) -> str:
    suffix, free_name = 2, name
    while free_name in taken:
        free_name, suffix = f"{name} ({suffix})", suffix + 1
    return free_name


def _rewrite(connection: sqlite3.Connection, match: int, old: str, new: str) -> None:
    """Write the header with the new name, and all checksums.

    The checksum of a line depends on those before it.
    """
    rows = connection.execute("SELECT number, text FROM line WHERE match = ? ORDER BY number", (match,)).fetchall()
    first = decode(rows[0][1].encode())
    first["seats"] = _replace_name(first["seats"], old, new)
    meta = first.get("meta")
    if isinstance(meta, dict):
        first["meta"] = {
            key: part if key == "controllers" else _replace_name(part, old, new) for key, part in meta.items()
        }
    texts = [encode_line(first), *(text for _, text in rows[1:])]
    change = "UPDATE line SET chain = ?, text = ? WHERE match = ? AND number = ?"
    for (line_number, _), chain, text in zip(rows, compute_chains(texts), texts, strict=True):
        connection.execute(change, (chain, text, match, line_number))


def _replace_name(value: Json, old: str, new: str) -> Json:
    """Return the value with the name replaced in all of its lists."""
    if isinstance(value, list):
        return [new if part == old else _replace_name(part, old, new) for part in value]
    if isinstance(value, dict):
        return {key: _replace_name(part, old, new) for key, part in value.items()}
    return value
