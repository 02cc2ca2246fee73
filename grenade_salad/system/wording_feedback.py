"""Better wording that a person suggests, in a file for the makers of the program.

Nothing is sent by itself. A sentence may reveal a hand: it is written because a person chose and confirmed
it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from grenade_salad import __version__
from grenade_salad.system import private_files

FOLDER = "wrong words"
"""The folder of the file and its pictures, in the folder of data."""
MAX_LENGTH = 400
"""Maximum number of characters of a sentence."""
_MAX_BYTES = 1_000_000
"""The size in bytes up to which phones may add to the file."""


def add_feedback(folder: Path, code: str, screen: str, english: str, current: str, better: str) -> Path:
    """Append better wording to the file; return a path without suffix for a picture.

    `code` is the language, `screen` the place of the sentence, `english` may have several lines. Raises
    OSError.
    """
    feedback_folder = folder / FOLDER
    private_files.make_folder(folder)
    private_files.make_folder(feedback_folder)
    timestamp = datetime.now(UTC)
    picture = feedback_folder / f"{timestamp:%Y%m%d-%H%M%S-%f}"
    lines = [
        f"{timestamp:%Y-%m-%d %H:%M:%S} UTC, "
        f"Grenade Salad {__version__}, language {code}, {screen}, picture {picture.name}",
        *(f"English: {line}" for line in english.split("\n")),
        f"Now:     {_to_one_line(current)}",
        f"Better:  {_to_one_line(better)}",
    ]
    private_files.touch(feedback_path(folder))
    with feedback_path(folder).open("a", encoding="utf-8") as file:
        file.write("\n".join([*lines, "", ""]))
    return picture


def has_space(folder: Path) -> bool:
    """True if the file may grow: phones must not fill the disk with it."""
    file = feedback_path(folder)
    return not file.exists() or file.stat().st_size < _MAX_BYTES


def feedback_path(folder: Path) -> Path:
    """Return the path of the file, in a folder of data."""
    return folder / FOLDER / "wrong words.txt"


def _to_one_line(text: str) -> str:
    return " ".join(text.split())[:MAX_LENGTH]
