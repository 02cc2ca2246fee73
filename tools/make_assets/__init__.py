"""Draws every picture and synthesises every sound of the project; `python -m tools.make_assets` writes assets/."""

from pathlib import Path

from . import blast, dice, emblems, icons, marks, playing_cards, salad_cards, symbols

_PICTURES = (symbols, marks, dice, icons, playing_cards, salad_cards, blast, emblems)


def pictures() -> dict[str, str]:
    """Every vector picture: its path under assets/ and its SVG."""
    return {path: text for module in _PICTURES for path, text in module.files().items()}


def make(folder: Path) -> None:
    """Write all files into the folder."""
    for path, text in pictures().items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
