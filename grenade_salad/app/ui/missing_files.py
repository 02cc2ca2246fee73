"""Files of the program that are missing or cannot be read: it plays on with stand-ins, and says so once."""

from __future__ import annotations

from pathlib import Path

from grenade_salad.system import resources
from grenade_salad.text import Message, m

_found: dict[str, None] = {}
_told = False


def note(file: Path | str) -> None:
    """This file should be there. One of a game of others is not of our installation, and is passed over."""
    path = Path(file)
    if path.is_absolute():
        if not path.is_relative_to(resources.assets()):
            return
        path = path.relative_to(resources.assets())
    _found[path.as_posix()] = None


def files() -> tuple[str, ...]:
    """Return the paths in assets/ of all files that were missing or damaged when they were needed."""
    return tuple(_found)


def news() -> Message | None:
    """What people should know, once; None if there is nothing."""
    global _told
    if _told or not _found:
        return None
    _told = True
    return m(
        "{n} file of the program is missing or damaged: {file}. Install it again to mend that; matches are safe",
        "{n} files of the program are missing or damaged, such as {file}. Install it again to mend that; "
        "matches are safe",
        n=len(_found),
        file=next(iter(_found)),
    )


def forget() -> None:
    """Begin anew: for another window."""
    global _told
    _told = False
    _found.clear()
