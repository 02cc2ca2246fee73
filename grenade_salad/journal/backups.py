"""Daily backups of the journal, the last seven, and restoring one of them."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

from grenade_salad.journal.copies import has_other_copies, lock_opening
from grenade_salad.journal.database import FILE, InUse, JournalError, as_journal_errors, connect
from grenade_salad.journal.recovery import finish_repair, move_aside
from grenade_salad.journal.sqlite_pages import log_path
from grenade_salad.system import private_files
from grenade_salad.text import m, say

MAX_BACKUPS = 7
"""Maximum number of daily backups, and of journals that were replaced by a backup."""
MAX_BYTES = 256 << 20
"""Maximum number of bytes in all backups.

The oldest are deleted first, the newest never.
"""
_NAME = re.compile(r"matches-(\d{4}-\d\d-\d\d(?:-before-\d+)?)\.db")


def backups_folder(data: Path) -> Path:
    """Return the folder of the backups in a data directory."""
    return data / "copies"


def backup_days(data: Path) -> list[str]:
    """Return the dates of the backups, the newest first.

    `DATE-before-N` is a journal that was replaced by a backup.
    """
    folder = backups_folder(data)
    name_matches = [_NAME.fullmatch(file.name) for file in folder.glob("*.db")] if folder.is_dir() else []
    return sorted((name[1] for name in name_matches if name), reverse=True)


def _backup_file(data: Path, day: str) -> Path:
    return backups_folder(data) / f"matches-{day}.db"


def make_backup(data: Path, day: str | None = None) -> Path | None:
    """Make the backup of the day (today) if there is none, and return its file.

    Returns None if it exists or if there is nothing to save. It opens the file again, so any thread may call it
    during matches. Raises `JournalError`.
    """
    backup = _backup_file(data, day or date.today().isoformat())
    source = data / FILE
    if backup.exists() or not source.is_file():
        return None
    # It gets its name when it is complete.
    unfinished = backup.with_suffix(".part")
    with as_journal_errors(source):
        private_files.make_folder(backup.parent)
        if shutil.disk_usage(backup.parent).free < 2 * source.stat().st_size:
            raise JournalError(
                say(m("{file}: there is no room on the disk for a copy of the journal", file=str(backup)))
            )
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as present:
            if not present.execute("SELECT 1 FROM match LIMIT 1").fetchone():
                return None
            unfinished.unlink(missing_ok=True)
            private_files.touch(unfinished)
            with closing(sqlite3.connect(unfinished)) as target:
                present.backup(target)
        unfinished.replace(backup)
        _delete_old(data)
    return backup


def _delete_old(data: Path) -> None:
    """Delete backups beyond MAX_BACKUPS and MAX_BYTES. Raises OSError."""
    all_days = backup_days(data)
    daily = [day for day in all_days if "before" not in day]
    remaining = daily[:MAX_BACKUPS] + [day for day in all_days if "before" in day][:MAX_BACKUPS]
    for day in set(all_days) - set(remaining):
        _backup_file(data, day).unlink(missing_ok=True)
    remaining.sort(reverse=True)
    while len(remaining) > 1 and sum(_backup_file(data, day).stat().st_size for day in remaining) > MAX_BYTES:
        _backup_file(data, remaining.pop()).unlink(missing_ok=True)


def restore(data: Path, day: str | None = None) -> str:
    """Make a backup the journal, by default the newest daily one.

    Returns what was done, in one line. The present journal is saved among the backups. Raises `JournalError`; `InUse`
    if any copy of the program is open.
    """
    all_days = backup_days(data)
    if day is None:
        day = next((name for name in all_days if "before" not in name), None)
    if day not in all_days:
        folder = str(backups_folder(data))
        if not all_days:
            raise JournalError(say(m("{folder}: there is no such copy; there are none yet", folder=folder)))
        days_there = ", ".join(all_days)
        raise JournalError(say(m("{folder}: there is no such copy, only {days}", folder=folder, days=days_there)))
    assert day is not None
    file = data / FILE
    with as_journal_errors(file):
        with lock_opening(data, file):
            if has_other_copies(data, own_copies=0):
                raise InUse(say(m("{file}: close all other copies of the program first", file=str(file))))
            finish_repair(file)
            matches, aside = _swap(data, day)
    if not aside:
        return say(
            m(
                "the copy of {day} is the journal now, with {n} match",
                "the copy of {day} is the journal now, with {n} matches",
                day=day,
                n=matches,
            )
        )
    return say(
        m(
            "the copy of {day} is the journal now, with {n} match; what was there before is kept as {aside}",
            "the copy of {day} is the journal now, with {n} matches; what was there before is kept as {aside}",
            day=day,
            n=matches,
            aside=aside,
        )
    )


def _swap(data: Path, day: str) -> tuple[int, str]:
    """Put a backup in the place of the journal.

    Returns the number of its matches, and the name of the previous journal among the backups, "" if there was none.
    """
    file, restored = data / FILE, backups_folder(data) / "restored.part"
    shutil.copyfile(_backup_file(data, day), restored)
    with closing(connect(restored)) as connection:
        matches: int = connection.execute("SELECT count(*) FROM match").fetchone()[0]
    aside = ""
    if file.exists():
        count = 1
        today = date.today().isoformat()
        while _backup_file(data, f"{today}-before-{count}").exists():
            count += 1
        aside = f"{today}-before-{count}"
        move_aside(file, _backup_file(data, aside))
    log_path(file).unlink(missing_ok=True)
    restored.replace(file)
    return matches, aside
