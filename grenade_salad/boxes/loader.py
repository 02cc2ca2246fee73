"""Load a box from whatever people have opened, and see when its files change."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

from grenade_salad.boxes import door
from grenade_salad.boxes.answers import NO_ANSWERS, Answers
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.files import MAX_FILES

ENDINGS = (".zip", ".csv", ".tsv", ".xlsx", ".ods", ".pcio", ".vtt")
"""Endings of files in the folder of boxes that are on the shelf."""
_SHEET_ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xls", ".ods")
"""Endings of files that may have pictures beside them."""
Fingerprint: TypeAlias = tuple[tuple[str, int, int], ...]
"""Name, time of change in ns and size in bytes of each file of a box."""


def open_box(path: Path, answers: Answers = NO_ANSWERS) -> LoadedBox:
    """Return the box at a path, whatever it is. Raises BadBoxFile with all errors."""
    return door.open_any(path, answers)


def fingerprint(path: Path) -> Fingerprint:
    """Return the fingerprint of a box, () if it is gone.

    It differs after a change of a file.
    """
    stamps: list[tuple[str, int, int]] = []
    pending = [path.parent if path.suffix.lower() in _SHEET_ENDINGS else path]
    try:
        if not pending[0].is_dir():
            status = path.stat()
            return ((path.name, status.st_mtime_ns, status.st_size),)
        while pending and len(stamps) <= MAX_FILES:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if entry.name.startswith(".") or entry.is_symlink():
                        continue
                    if entry.is_dir():
                        pending.append(Path(entry.path))
                    else:
                        status = entry.stat()
                        stamps.append((entry.path, status.st_mtime_ns, status.st_size))
    except OSError:
        return ()
    return tuple(sorted(stamps))
