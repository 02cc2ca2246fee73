"""Draws every picture and synthesises every sound of the project; `python -m tools.make_assets` writes assets/."""

from collections.abc import Callable
from pathlib import Path

from . import blast, dice, emblems, icons, marks, playing_cards, salad_cards, sounds, symbols, textures

_PICTURES = (symbols, marks, dice, icons, playing_cards, salad_cards, blast, emblems)


def pictures() -> dict[str, str]:
    """Every vector picture: its path under assets/ and its SVG."""
    return {path: text for module in _PICTURES for path, text in module.files().items()}


def binaries() -> dict[str, Callable[[], bytes]]:
    """Every texture and sound: its path under assets/ and what makes its bytes."""
    return textures.files() | sounds.files()


def make(folder: Path) -> None:
    """Write all files into the folder."""
    made = {path: text.encode() for path, text in pictures().items()}
    made |= {path: draw() for path, draw in binaries().items()}
    for path, data in made.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    emblems.write_icon(folder)
