"""A journal whose file is deleted or replaced while the program plays: noticed before the next line, and mended."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from grenade_salad.journal.database import InUse, JournalError, connect
from grenade_salad.journal.recovery import aside_of, forget_log, make, move_aside
from grenade_salad.journal.sqlite_pages import log_of
from grenade_salad.system import private_files
from grenade_salad.text import m, say

Identity = tuple[int, int] | None


def _identity(file: Path) -> Identity:
    try:
        found = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def identities(file: Path) -> tuple[Identity, Identity]:
    """Which file stands under that name, and which is its log: device and number there, or None. Raises OSError."""
    return _identity(file), _identity(log_of(file))


def _taken(file: Path, known: Callable[[sqlite3.Connection], bool]) -> sqlite3.Connection | None:
    """The file that stands there, if it is a journal with all that is known here. Raises sqlite3.Error."""
    try:
        there = connect(file)
    except (JournalError, sqlite3.DatabaseError):
        return None
    if known(there):
        return there
    there.close()
    return None


def _saved(before: sqlite3.Connection, new: Path) -> bool:
    """Whether all that was in the journal could be read from the file that is still open, into a new one."""
    try:
        private_files.touch(new)
        with closing(sqlite3.connect(new)) as made:
            before.backup(made)
        connect(new).close()
    except (sqlite3.Error, OSError, JournalError):
        new.unlink(missing_ok=True)
        return False
    return True


def come_back(
    file: Path, before: sqlite3.Connection, log: Identity, known: Callable[[sqlite3.Connection], bool], alone: bool
) -> tuple[sqlite3.Connection, str]:
    """A journal under the old name again, and what happened, in one line. `before` is still open, and closed here.

    `log` is its log as it was seen last: if that still lies there, it is not the log of what was put in its place.

    A journal that somebody put there is taken if it knows the matches that run (`known`); any other file is kept
    aside, which must not happen under the hands of others (`alone`). Raises InUse, OSError, sqlite3.Error.
    """
    private_files.make_folder(file.parent)
    told = m("the file was deleted while the program was running")
    if file.exists():
        if _identity(log_of(file)) == log:
            forget_log(file)
        if there := _taken(file, known):
            before.close()
            return there, say(m("{file}: another file was put in its place, and is the journal now", file=str(file)))
        if not alone:
            words = m(
                "{file}: another file was put in its place: close all other copies of the program", file=str(file)
            )
            raise InUse(say(words))
        aside = aside_of(file, "replaced")
        move_aside(file, aside)
        told = m("another file was put in its place, and is kept as {aside}", aside=aside.name)
    forget_log(file)
    saved = make(file, lambda new: _saved(before, new))
    before.close()
    if saved:
        words = m("{file}: {told}; everything in the journal could be saved, in a new file", file=str(file), told=told)
    else:
        words = m("{file}: {told}; only what is running now could be saved, in a new file", file=str(file), told=told)
    return connect(file), say(words)
