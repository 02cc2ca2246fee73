"""Files that only their owner may read.

Matches, settings, crash reports and tokens of phones: they tell who plays here, and how. On Windows the user's
folders are closed to others, and modes mean nothing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import platformdirs

from grenade_salad import PROGRAM
from grenade_salad.text import m, say

_OTHERS_MODE = stat.S_IRWXG | stat.S_IRWXO


class NoHome(Exception):
    """The system knows no folder of this user; the text is the one line for people."""


def settings_folder() -> Path:
    """Return the folder of settings, unless --data gives one. Raises `NoHome`."""
    return _user_folder(platformdirs.user_config_dir)


def data_folder() -> Path:
    """Return the folder of matches, unless --data gives one. Raises `NoHome`."""
    return _user_folder(platformdirs.user_data_dir)


def _user_folder(find_folder: Callable[..., str]) -> Path:
    """Return a folder of the program alone, closed to others.

    An earlier version may have left it open.
    """
    try:
        folder = Path(find_folder(PROGRAM, appauthor=False))
    except RuntimeError:
        folder = Path()
    # Older versions of platformdirs return the path unchanged, with its "~".
    if not folder.is_absolute():
        raise NoHome(say(m("You have no home folder on this computer: say where to save things, with --data FOLDER")))
    restrict_access(folder)
    return folder


def make_folder(folder: Path) -> None:
    """Make the folder if it is missing; an existing one keeps its mode.

    Raises OSError.
    """
    if folder.is_dir():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def restrict_access(path: Path) -> None:
    """Remove what others may do, as an earlier version allowed it.

    The file stays as it is if its mode is not ours to change.
    """
    with suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & _OTHERS_MODE:
            path.chmod(mode & ~_OTHERS_MODE)


def touch(file: Path) -> None:
    """Make an empty file if it is missing; only its owner may read it.

    Raises OSError.
    """
    if file.exists():
        restrict_access(file)
    else:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))


def write(file: Path, content: bytes) -> None:
    """Write the content to the file, whole or not at all. Raises OSError.

    Its folder is made if it is missing.
    """
    make_folder(file.parent)
    unfinished = file.with_name(f"{file.name}.new")
    with suppress(FileNotFoundError):
        unfinished.unlink()
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(content)
        unfinished.replace(file)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        raise
