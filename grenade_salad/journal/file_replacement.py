"""Recovery from a journal file that is deleted or replaced during a match.

It is noticed before the next line is written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from grenade_salad.journal.database import InUse, JournalError, connect
from grenade_salad.journal.recovery import create_journal, delete_log, free_aside_path, move_aside
from grenade_salad.journal.sqlite_pages import log_path
from grenade_salad.system import private_files
from grenade_salad.text import m, say

Identity = tuple[int, int] | None
"""Device and inode of a file, or None if there is none."""


def _identity(file: Path) -> Identity:
    try:
        status = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino


def identities(file: Path) -> tuple[Identity, Identity]:
    """Return the identities of a file and of its log. Raises OSError."""
    return _identity(file), _identity(log_path(file))


def _open_replacement(
    file: Path, has_running_matches: Callable[[sqlite3.Connection], bool]
) -> sqlite3.Connection | None:
    """Open the new file if it is a journal with the running matches.

    Returns None if it is not. Raises sqlite3.Error.
    """
    try:
        connection = connect(file)
    except (JournalError, sqlite3.DatabaseError):
        return None
    if has_running_matches(connection):
        return connection
    connection.close()
    return None


def _save_open_file(open_connection: sqlite3.Connection, new: Path) -> bool:
    """Copy the file that is still open to a new one; false if that is not possible."""
    try:
        private_files.touch(new)
        with closing(sqlite3.connect(new)) as target:
            open_connection.backup(target)
        connect(new).close()
    except (sqlite3.Error, OSError, JournalError):
        new.unlink(missing_ok=True)
        return False
    return True


def replace_journal(
    file: Path,
    open_connection: sqlite3.Connection,
    log: Identity,
    has_running_matches: Callable[[sqlite3.Connection], bool],
    is_alone: bool,
) -> tuple[sqlite3.Connection, str]:
    """Return a journal with the old name, and what happened, in one line.

    `open_connection` is that of the old file, and closed here. `log` is its log when it was last checked: if it is
    still there, it does not belong to the file that replaced the journal.

    A journal that replaced the file is used if it `has_running_matches`; any other file is moved aside, which is
    allowed only if no other copy of the program is open (`is_alone`). Raises `InUse`, OSError, sqlite3.Error.
    """
    private_files.make_folder(file.parent)
    cause = m("the file was deleted while the program was running")
    if file.exists():
        if _identity(log_path(file)) == log:
            delete_log(file)
        if connection := _open_replacement(file, has_running_matches):
            open_connection.close()
            return connection, say(
                m("{file}: another file was put in its place, and is the journal now", file=str(file))
            )
        if not is_alone:
            message = m(
                "{file}: another file was put in its place: close all other copies of the program", file=str(file)
            )
            raise InUse(say(message))
        aside = free_aside_path(file, "replaced")
        move_aside(file, aside)
        cause = m("another file was put in its place, and is kept as {aside}", aside=aside.name)
    delete_log(file)
    is_saved = create_journal(file, lambda new: _save_open_file(open_connection, new))
    open_connection.close()
    if is_saved:
        message = m(
            "{file}: {told}; everything in the journal could be saved, in a new file", file=str(file), told=cause
        )
    else:
        message = m(
            "{file}: {told}; only what is running now could be saved, in a new file", file=str(file), told=cause
        )
    return connect(file), say(message)
