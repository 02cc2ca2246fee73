"""Dated copies of the journal: one a day, the last seven; and going back to one of them."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

from grenade_salad.journal.database import FILE, InUse, JournalError, connect, plainly
from grenade_salad.journal.locks import wait_for
from grenade_salad.journal.recovery import finish_mending, locks_in, move_aside, others
from grenade_salad.journal.sqlite_pages import log_of
from grenade_salad.system import private_files
from grenade_salad.text import m, say

MOST = 7
"""How many daily copies are kept, and how many journals from before a restoration."""
MOST_BYTES = 256 << 20
"""All copies together; the oldest go first, the newest always stays."""
_NAME = re.compile(r"matches-(\d{4}-\d\d-\d\d(?:-before-\d+)?)\.db")


def folder_of(data: Path) -> Path:
    """Where the copies of a data directory are."""
    return data / "copies"


def days(data: Path) -> list[str]:
    """The copies that there are, by date, the newest first; `DATE-before-N` was the journal until a restoration."""
    there = folder_of(data)
    names = [_NAME.fullmatch(file.name) for file in there.glob("*.db")] if there.is_dir() else []
    return sorted((name[1] for name in names if name), reverse=True)


def _file(data: Path, day: str) -> Path:
    return folder_of(data) / f"matches-{day}.db"


def keep_copy(data: Path, day: str | None = None) -> Path | None:
    """Make the copy of the day (today), unless it is there or there is nothing to copy; where it is, if it was made.

    It opens the file anew, so any thread may call it while matches are played. Raises JournalError.
    """
    copy = _file(data, day or date.today().isoformat())
    source = data / FILE
    if copy.exists() or not source.is_file():
        return None
    part = copy.with_suffix(".part")
    with plainly(source):
        private_files.make_folder(copy.parent)
        if shutil.disk_usage(copy.parent).free < 2 * source.stat().st_size:
            raise JournalError(say(m("{file}: there is no room on the disk for a copy of the journal", file=str(copy))))
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as present:
            if not present.execute("SELECT 1 FROM match LIMIT 1").fetchone():
                return None
            part.unlink(missing_ok=True)
            private_files.touch(part)
            with closing(sqlite3.connect(part)) as made:
                present.backup(made)
        part.replace(copy)
        _forget_old(data)
    return copy


def _forget_old(data: Path) -> None:
    """Keep to MOST and MOST_BYTES. Raises OSError."""
    found = days(data)
    dated = [day for day in found if "before" not in day]
    left = dated[:MOST] + [day for day in found if "before" in day][:MOST]
    for day in set(found) - set(left):
        _file(data, day).unlink(missing_ok=True)
    left.sort(reverse=True)
    while len(left) > 1 and sum(_file(data, day).stat().st_size for day in left) > MOST_BYTES:
        _file(data, left.pop()).unlink(missing_ok=True)


def restore(data: Path, day: str | None = None) -> str:
    """Let the copy of that day (the newest dated one) be the journal; what was done, in one line.

    The present journal is kept among the copies. Raises JournalError; InUse while any copy of the program is open.
    """
    found = days(data)
    if day is None:
        day = next((one for one in found if "before" not in one), None)
    if day not in found:
        folder = str(folder_of(data))
        if not found:
            raise JournalError(say(m("{folder}: there is no such copy; there are none yet", folder=folder)))
        days_there = ", ".join(found)
        raise JournalError(say(m("{folder}: there is no such copy, only {days}", folder=folder, days=days_there)))
    assert day is not None
    file = data / FILE
    with plainly(file):
        opening = wait_for(locks_in(data) / "opening")
        if opening is None:
            raise InUse(say(m("{file} is in use by another copy of the program", file=str(file))))
        with opening:
            if others(data, own=0):
                raise InUse(say(m("{file}: close all other copies of the program first", file=str(file))))
            finish_mending(file)
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
    """How many matches the copy has, and under what name the journal before it is kept ("" if there was none)."""
    file, new = data / FILE, folder_of(data) / "restored.part"
    shutil.copyfile(_file(data, day), new)
    with closing(connect(new)) as made:
        matches: int = made.execute("SELECT count(*) FROM match").fetchone()[0]
    aside = ""
    if file.exists():
        number = 1
        today = date.today().isoformat()
        while _file(data, f"{today}-before-{number}").exists():
            number += 1
        aside = f"{today}-before-{number}"
        move_aside(file, _file(data, aside))
    log_of(file).unlink(missing_ok=True)
    new.replace(file)
    return matches, aside
