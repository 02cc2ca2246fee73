"""The tables of the journal, version by version.

A released version is never changed: a change is a new version.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

_VERSION_1 = (
    # `opened` is when it was last played at; `length` is the number of lines below the header of a finished match.
    """CREATE TABLE match (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        begun TEXT NOT NULL,
        opened TEXT NOT NULL,
        imported INTEGER NOT NULL,
        series TEXT,
        length INTEGER
    )""",
    # Line 0 is the header. `chain` is the CRC of the text; from line 1 on it goes on from that of the line before.
    """CREATE TABLE line (
        match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
        number INTEGER NOT NULL,
        chain INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID""",
    # `place` counts from 1, the winners; `facts` is a JSON object of numbers for the statistics. Both when finished.
    """CREATE TABLE seat (
        match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        person INTEGER NOT NULL,
        place INTEGER,
        points INTEGER,
        facts TEXT,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID""",
    "CREATE INDEX seat_name ON seat (name)",
    "CREATE INDEX match_running ON match (opened) WHERE length IS NULL",
)

_SIGNATURE = 0x47530000
"""The application id of a journal of version 0: "GS" in hexadecimal."""

VERSIONS = (_VERSION_1,)
"""Statements from each version of the tables to the next; 0 is an empty file."""


def read_version(connection: sqlite3.Connection) -> int:
    """Return the version of the tables. Raises sqlite3.Error."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    assert isinstance(version, int)
    return version


def is_signed(connection: sqlite3.Connection, version: int) -> bool:
    """True if the file's signature is that of a journal of this version.

    Raises sqlite3.Error.
    """
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    return bool(application_id == (_SIGNATURE + version if version else 0))


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block in a transaction, which is on the disk at its end."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def migrate(connection: sqlite3.Connection) -> None:
    """Upgrade the tables to the newest version in one transaction.

    Raises sqlite3.Error.
    """
    if read_version(connection) >= len(VERSIONS):
        return
    with transaction(connection):
        for index in range(read_version(connection), len(VERSIONS)):
            for statement in VERSIONS[index]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {index + 1}")
            connection.execute(f"PRAGMA application_id = {_SIGNATURE + index + 1}")
