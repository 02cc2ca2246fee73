"""Better words that somebody has for a sentence of the program, in a file that can be sent to its makers.

Nothing is sent by itself. A sentence may tell what a hand holds: it is written because somebody chose it and said so.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from grenade_salad import __version__
from grenade_salad.system import private_files

FOLDER = "wrong words"
"""Where the file and its pictures are, in the folder of data."""
MAX_LENGTH = 400
"""Letters of a sentence that is taken."""
_MAX_BYTES = 1_000_000
"""Bytes of a file that phones may add to."""


def add_feedback(folder: Path, code: str, screen: str, english: str, current: str, better: str) -> Path:
    """Put better words at the end of the file; the path, without its ending, at which a picture of them may be kept.

    `code` is the language, `screen` where the sentence stood, `english` may have several lines. Raises OSError.
    """
    place = folder / FOLDER
    private_files.make_folder(folder)
    private_files.make_folder(place)
    time = datetime.now(UTC)
    picture = place / f"{time:%Y%m%d-%H%M%S-%f}"
    lines = [
        f"{time:%Y-%m-%d %H:%M:%S} UTC, Grenade Salad {__version__}, language {code}, {screen}, picture {picture.name}",
        *(f"English: {line}" for line in english.split("\n")),
        f"Now:     {_line(current)}",
        f"Better:  {_line(better)}",
    ]
    private_files.touch(feedback_path(folder))
    with feedback_path(folder).open("a", encoding="utf-8") as file:
        file.write("\n".join([*lines, "", ""]))
    return picture


def has_space(folder: Path) -> bool:
    """Whether the file may grow: phones write into it as well, and nobody is to fill the disk with it."""
    file = feedback_path(folder)
    return not file.exists() or file.stat().st_size < _MAX_BYTES


def feedback_path(folder: Path) -> Path:
    """The file, in a folder of data."""
    return folder / FOLDER / "wrong words.txt"


def _line(text: str) -> str:
    return " ".join(text.split())[:MAX_LENGTH]
