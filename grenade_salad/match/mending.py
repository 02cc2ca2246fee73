"""Mending a damaged journal: the damaged file is kept aside, and what can be read of it goes on in a new one."""

from __future__ import annotations

import os
from pathlib import Path

from grenade_salad.match.locks import Lock, take
from grenade_salad.match.pages import log_of
from grenade_salad.match.salvage import salvage


def _new(file: Path) -> Path:
    return file.with_name(file.stem + ".mending.db")


def _aside(file: Path) -> Path:
    number = 1
    while (aside := file.with_name(f"{file.stem}.damaged-{number}.db")).exists():
        number += 1
    return aside


def _memory_of(file: Path) -> Path:
    return file.with_name(file.name + "-shm")


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
    log_of(file).unlink(missing_ok=True)
    _memory_of(file).unlink(missing_ok=True)
    _new(file).replace(file)


def mend(file: Path) -> str:
    """Keep the damaged file aside and write what can be read of it to a new one; what became of it, in one line.

    Nobody else may have the file open. A process that is killed in here loses nothing: see `finish_mending`.
    Raises OSError, sqlite3.Error.
    """
    _new(file).unlink(missing_ok=True)
    saved = salvage(file, _new(file))
    aside = _aside(file)
    if log_of(file).exists():
        log_of(aside).write_bytes(log_of(file).read_bytes())
    file.replace(aside)
    finish_mending(file)
    short = f", {saved.cut} of them cut short" if saved.cut else ""
    lost = f", {saved.lost} could not" if saved.lost else ""
    matches = "1 match" if saved.matches == 1 else f"{saved.matches} matches"
    return f"{matches} with {saved.lines} lines could be read{short}{lost}; the damaged file is kept as {aside.name}"
