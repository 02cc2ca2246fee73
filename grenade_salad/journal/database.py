"""The file of the journal: opening it, and its errors in one line for people."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

from grenade_salad.journal import migrations
from grenade_salad.system import private_files
from grenade_salad.text import Words, m, say

FILE = "matches.db"
"""The name of the journal's file in the data directory."""
_PATIENCE = 10.0
"""Seconds that SQLite waits for another copy of the program."""
_MAX_QUOTE = 40
"""Maximum number of characters of an error of SQLite that a message quotes."""


class JournalError(Exception):
    """The journal cannot do what it should; the text is the one line for people."""


class Damaged(JournalError):
    """The file does not contain what was written to it."""


def damage_error(file: Path, why: Words) -> Damaged:
    """Return the error for a damaged file, in one line."""
    return Damaged(say(m("{file}: the file is damaged ({why})", file=str(file), why=why)))


class InUse(JournalError):
    """Another copy of the program has it open."""


def chain_crc(previous: int, text: str) -> int:
    """Return the CRC of a line that follows a line with the CRC `previous`.

    It is 0 for the header, which follows none.
    """
    return crc32(text.encode(), previous)


# Translators: follows the name of a file and a colon
_MESSAGES = {
    sqlite3.SQLITE_FULL: m("there is no room left on the disk"),
    sqlite3.SQLITE_IOERR: m("the disk can't be read or written: it may be full or damaged"),
    sqlite3.SQLITE_READONLY: m("it cannot be written"),
    sqlite3.SQLITE_CANTOPEN: m("it cannot be opened"),
    sqlite3.SQLITE_PERM: m("it cannot be opened"),
    sqlite3.SQLITE_AUTH: m("it cannot be opened"),
    sqlite3.SQLITE_BUSY: m("it is in use by another copy of the program"),
    sqlite3.SQLITE_LOCKED: m("it is in use by another copy of the program"),
    sqlite3.SQLITE_NOMEM: m("there is not enough memory"),
}
_DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DAMAGE_WORDS = ("no such", "already exists", "malformed", "Could not decode")
"""Words in errors without a code of their own that damaged tables cause."""


def _translate_error(file: Path, error: sqlite3.DatabaseError) -> JournalError | None:
    """Return the error in plain words, or None if it is a bug of the program."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _DAMAGE_CODES or isinstance(error, (sqlite3.DataError, sqlite3.IntegrityError)):
        return damage_error(file, str(error)[: 2 * _MAX_QUOTE])
    if code == sqlite3.SQLITE_ERROR and any(words in str(error) for words in _DAMAGE_WORDS):
        return damage_error(file, str(error)[:_MAX_QUOTE])
    message = _MESSAGES.get(code)
    return JournalError(say(m("{file}: {why}", file=str(file), why=message))) if message else None


@contextmanager
def as_journal_errors(file: Path) -> Iterator[None]:
    """Convert errors of the database and the disk to `JournalError`.

    Errors of the program pass through unchanged.
    """
    try:
        yield
    except UnicodeDecodeError:
        # Translators: follows the name of a file and a colon
        raise damage_error(file, m("it contains text that is not UTF-8")) from None
    except sqlite3.DatabaseError as error:
        if journal_error := _translate_error(file, error):
            raise journal_error from error
        raise
    except OSError as error:
        raise JournalError(f"{error.filename or file}: {error.strerror or error}") from error


def _check_version(connection: sqlite3.Connection, file: Path) -> sqlite3.Connection:
    """Return the connection, if this program can read the version of its tables."""
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        tables_version = migrations.read_version(connection)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
            raise damage_error(file, str(error)[:_MAX_QUOTE]) from None
        raise
    if not migrations.is_signed(connection, tables_version):
        # Translators: follows the name of a file and a colon
        raise damage_error(file, m("it is not signed as a journal"))
    if tables_version > len(migrations.VERSIONS):
        words = m(
            "{file}: it was written by a newer version of the program (tables of version {version})",
            file=str(file),
            version=tables_version,
        )
        raise JournalError(say(words))
    return connection


def connect(file: Path) -> sqlite3.Connection:
    """Open the database for reading and writing, created if missing.

    Raises sqlite3.Error, OSError, `JournalError`.
    """
    private_files.touch(file)
    connection = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)
    try:
        _check_version(connection, file)
        connection.execute("PRAGMA journal_mode = WAL")
        # A line is on the disk before its effect shows.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # What was deleted cannot be read from the file any more.
        connection.execute("PRAGMA secure_delete = ON")
        migrations.migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_read_only(file: Path) -> sqlite3.Connection:
    """Return a copy in memory of a database that cannot be written.

    Nothing at all is written, so its log (-wal) is read without SQLite. Raises sqlite3.Error, OSError,
    `JournalError`.
    """
    from grenade_salad.journal.sqlite_pages import Pages

    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with Pages(file) as pages:
            connection.deserialize(pages.to_file())
        _check_version(connection, file)
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection
