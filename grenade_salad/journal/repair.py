"""Mending a damaged journal: the damaged file is kept aside, and what can be read of it goes on in a new one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from grenade_salad.journal.database import connect
from grenade_salad.journal.locks import Lock, take
from grenade_salad.journal.recovery import Saved, salvage
from grenade_salad.journal.sqlite_pages import log_of
from grenade_salad.text import m
from grenade_salad.text.message import Message


def _new(file: Path) -> Path:
    return file.with_name(file.stem + ".mending.db")


def aside_of(file: Path, why: str) -> Path:
    """A free name beside the file, which says why it is kept there."""
    number = 1
    while (aside := file.with_name(f"{file.stem}.{why}-{number}.db")).exists():
        number += 1
    return aside


def _memory_of(file: Path) -> Path:
    return file.with_name(file.name + "-shm")


def forget_log(file: Path) -> None:
    """Remove what SQLite keeps beside a file that is gone: a new file would be given its pages. Raises OSError."""
    log_of(file).unlink(missing_ok=True)
    _memory_of(file).unlink(missing_ok=True)


def move_aside(file: Path, aside: Path) -> None:
    """Keep the file with its log under another name. Nobody may have it open. Raises OSError."""
    if log_of(file).exists():
        log_of(aside).write_bytes(log_of(file).read_bytes())
    file.replace(aside)


def make(file: Path, fill: Callable[[Path], bool]) -> bool:
    """Make a journal where there is none; whether `fill` could put something into it, else it is an empty one.

    It gets its name when it is whole, so an empty file is never one that was just being made. Raises OSError,
    sqlite3.Error, JournalError.
    """
    new = file.with_name(file.stem + ".new.db")
    new.unlink(missing_ok=True)
    forget_log(new)
    filled = fill(new)
    if not filled:
        connect(new).close()
    forget_log(file)
    new.replace(file)
    return filled


def locks_in(folder: Path) -> Path:
    """Where the locks of the data directory are."""
    return folder / "locks"


def sign_in(folder: Path) -> Lock:
    """Say that this copy of the program has the journal open. Raises OSError."""
    number = 0
    while (lock := take(locks_in(folder) / f"copy-{os.getpid()}-{number}")) is None:
        number += 1
    return lock


def others(folder: Path, own: int = 1) -> bool:
    """Whether more than `own` copies of the program have the journal open. Raises OSError."""
    held = 0
    for file in sorted(locks_in(folder).glob("copy-*")):
        lock = take(file)
        held += lock is None
        if lock is not None:
            lock.let_go()
    return held > own


def finish_mending(file: Path) -> None:
    """Go on where a process was killed that mended the file. Raises OSError."""
    if not _new(file).exists():
        return
    if file.exists():
        _new(file).unlink()
        return
    forget_log(file)
    _new(file).replace(file)


def mend(file: Path) -> Message:
    """Keep the damaged file aside and write what can be read of it to a new one; what became of it, in one line.

    Nobody else may have the file open. A process that is killed in here loses nothing: see `finish_mending`.
    Raises OSError, sqlite3.Error.
    """
    _new(file).unlink(missing_ok=True)
    saved = salvage(file, _new(file))
    aside = aside_of(file, "damaged")
    move_aside(file, aside)
    finish_mending(file)
    # Translators: how much could be read of a damaged file; follows in the place of {read}
    read = m("{n} match with {lines} lines", "{n} matches with {lines} lines", n=saved.matches, lines=saved.lines)
    # Translators: {read} says how much could be read
    return m("{read}; the damaged file is kept as {aside}", read=_read(saved, read), aside=aside.name)


def _read(saved: Saved, read: Message) -> Message:
    match (saved.cut > 0, saved.lost > 0):
        case (False, False):
            return m("{read} could be read", read=read)
        case (True, False):
            return m("{read} could be read, {cut} of them cut short", read=read, cut=saved.cut)
        case (False, True):
            return m("{read} could be read, {lost} could not", read=read, lost=saved.lost)
        case _:
            return m(
                "{read} could be read, {cut} of them cut short, {lost} could not",
                read=read,
                cut=saved.cut,
                lost=saved.lost,
            )
