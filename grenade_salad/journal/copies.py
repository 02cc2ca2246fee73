"""Copies of the program that have the journal open, and the lock of its opening."""

from __future__ import annotations

import os
from pathlib import Path

from grenade_salad.journal.database import InUse
from grenade_salad.journal.locks import Lock, try_lock, wait_for_lock
from grenade_salad.text import m, say


def locks_folder(folder: Path) -> Path:
    """Return the folder of the locks in a data directory."""
    return folder / "locks"


def register_copy(folder: Path) -> Lock:
    """Lock a file that says that this copy of the program has the journal open.

    Raises OSError.
    """
    index = 0
    while (lock := try_lock(locks_folder(folder) / f"copy-{os.getpid()}-{index}")) is None:
        index += 1
    return lock


def has_other_copies(folder: Path, own_copies: int = 1) -> bool:
    """True if more than `own_copies` copies of the program have the journal open.

    Raises OSError.
    """
    held_count = 0
    for file in sorted(locks_folder(folder).glob("copy-*")):
        lock = try_lock(file)
        held_count += lock is None
        if lock is not None:
            lock.release()
    return held_count > own_copies


def lock_opening(folder: Path, file: Path) -> Lock:
    """Lock the journal against other copies while it is opened, repaired or replaced.

    Raises `InUse`, OSError.
    """
    opening = wait_for_lock(locks_folder(folder) / "opening")
    if opening is None:
        raise InUse(say(m("{file} is in use by another copy of the program", file=str(file))))
    return opening
