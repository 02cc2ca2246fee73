"""The files that come with the program: in the wheel, or in the checkout."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def _bundled_folder(in_wheel: str, in_checkout: str) -> Path:
    """Return a folder in the package, or in the checkout that it is in."""
    inside = _PACKAGE / in_wheel
    return inside if inside.is_dir() else _PACKAGE.parent / in_checkout


def assets() -> Path:
    """Return the folder of pictures and sounds."""
    return _bundled_folder("_assets", "assets")


def boxes() -> Path:
    """Return the folder of the boxes of the open table, which has a folder for each."""
    return _bundled_folder("_boxes", "boxes")


def rules() -> Path:
    """Return the folder of the numbered rules, with one Markdown file for each game."""
    return _bundled_folder("_rules", "docs/rules")


def localized_page(page: Path, language: str) -> Path:
    """Return the page in that language, or the page itself without a translation.

    Translations are in a folder of the language beside the page.
    """
    candidates = (page.parent / code / page.name for code in (language, language.partition("_")[0]))
    return next((candidate for candidate in candidates if candidate.is_file()), page)
