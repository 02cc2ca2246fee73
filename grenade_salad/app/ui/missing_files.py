"""Files of the program that are missing or damaged.

The program goes on with substitutes, and reports them once.
"""

from __future__ import annotations

from pathlib import Path

from grenade_salad.system import resources
from grenade_salad.text import Message, m

_missing: dict[str, None] = {}
"""Paths in assets/, as a set that keeps their order."""
_is_reported = False


def add_file(file: Path | str) -> None:
    """Note a file that should exist. Files of other packages' games are ignored."""
    path = Path(file)
    if path.is_absolute():
        if not path.is_relative_to(resources.assets()):
            return
        path = path.relative_to(resources.assets())
    _missing[path.as_posix()] = None


def list_files() -> tuple[str, ...]:
    """Return the paths in assets/ of all files that were missing or damaged."""
    return tuple(_missing)


def take_warning() -> Message | None:
    """Return the warning for the user once; None if there is nothing new."""
    global _is_reported
    if _is_reported or not _missing:
        return None
    _is_reported = True
    return m(
        "{n} file of the program is missing or damaged: {file}. Install it again to mend that; matches are safe",
        "{n} files of the program are missing or damaged, such as {file}. Install it again to mend that; "
        "matches are safe",
        n=len(_missing),
        file=next(iter(_missing)),
    )


def forget() -> None:
    """Start again, as for another window."""
    global _is_reported
    _is_reported = False
    _missing.clear()
