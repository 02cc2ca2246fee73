"""Where the files are that come with the program: in the wheel, or in the checkout."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def _shipped(in_wheel: str, in_checkout: str) -> Path:
    inside = _PACKAGE / in_wheel
    return inside if inside.is_dir() else _PACKAGE.parent / in_checkout


def assets() -> Path:
    """The folder of pictures and sounds."""
    return _shipped("_assets", "assets")


def boxes() -> Path:
    """The folder of the boxes of the open table, a folder each."""
    return _shipped("_boxes", "boxes")


def rules() -> Path:
    """The folder of the numbered rules, one Markdown file a game, named as the game."""
    return _shipped("_rules", "docs/rules")


def in_language(page: Path, language: str) -> Path:
    """The page in that language, from the folder of the language beside it; the page itself if there is none."""
    there = (page.parent / code / page.name for code in (language, language.partition("_")[0]))
    return next((translated for translated in there if translated.is_file()), page)
