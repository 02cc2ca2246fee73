"""Draws every picture and synthesises every sound of the project.

`python -m tools.make_assets` writes assets/ and the drawn pictures in boxes/.
"""

from collections.abc import Callable
from pathlib import Path

from . import (
    baked,
    blast,
    box_pictures,
    dice,
    emblems,
    hands,
    icons,
    marks,
    playing_cards,
    salad_cards,
    sounds,
    symbols,
    textures,
)

_PICTURES = (symbols, marks, dice, icons, playing_cards, salad_cards, blast, hands, emblems)


def pictures() -> dict[str, str]:
    """Return every vector picture: its path under assets/ and its SVG."""
    return {path: text for module in _PICTURES for path, text in module.files().items()}


def binaries() -> dict[str, Callable[[], bytes]]:
    """Return every texture and sound by its path under assets/, as a maker of bytes."""
    return textures.files() | sounds.files()


def make_boxes(folder: Path) -> None:
    """Write the pictures of the boxes into their folders."""
    _write(folder, {path: text.encode() for path, text in box_pictures.files().items()})


def make(folder: Path) -> None:
    """Write all files into the folder."""
    contents = {path: text.encode() for path, text in pictures().items()}
    contents |= {path: draw() for path, draw in binaries().items()}
    _write(folder, contents)
    emblems.write_icon(folder)
    _write(folder, {path: draw() for path, draw in baked.files().items()})


def _write(folder: Path, contents: dict[str, bytes]) -> None:
    for path, data in contents.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
