"""Fonts for the letters of the world: those that come with the program, then those of the system.

Looked for only when a line needs them. What no font has is for the caller to draw.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import fontpkg  # type: ignore[import-untyped]
import pygame
import pygame.freetype

_SHIPPED = ("noto-sans", "noto-sans-arabic", "noto-sans-devanagari", "noto-sans-thai")
_KNOWN = (
    *("notocoloremoji", "seguiemj", "apple color emoji", "twemoji", "notosanscjk", "notosanshebrew", "notosans"),
    *("pingfang", "hiragino", "applesdgothic", "msyh", "yugoth", "malgun", "msgothic", "simsun", "arial unicode"),
    *("segoeui", "seguisym", "wqy", "droidsansfallback", "sourcehansans", "dejavusans.", "freesans", "unifont"),
)
"""Parts of the names of fonts that have much, looked at before others."""
_MOST = 600
"""Fonts of the system that are looked at for a letter."""


def _folders() -> Iterator[Path]:
    try:
        home = Path.home()
    except RuntimeError:
        home = Path(os.sep)
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"
        yield Path(os.environ.get("LOCALAPPDATA", str(home))) / "Microsoft" / "Windows" / "Fonts"
    elif sys.platform == "darwin":
        yield from (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts")
    else:
        yield from (Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share")) / "fonts", home / ".fonts")
        for folder in os.environ.get("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(":"):
            if folder:
                yield Path(folder) / "fonts"


def _rank(file: Path) -> tuple[int, int, str]:
    """The likeliest first; of a family the upright one of common weight, which often has the shortest name."""
    name = file.name.lower()
    known = next((at for at, part in enumerate(_KNOWN) if part in name), len(_KNOWN))
    return known, len(name), str(file)


@lru_cache(maxsize=1)
def _of_system() -> tuple[str, ...]:
    found: set[Path] = set()
    for folder in _folders():
        for place, _, names in os.walk(folder):
            found.update(Path(place) / name for name in names if name.lower().endswith((".ttf", ".otf", ".ttc")))
    return tuple(str(file) for file in sorted(found, key=_rank)[:_MOST])


@lru_cache(maxsize=1)
def _shipped() -> tuple[str, ...]:
    found = []
    for name in _SHIPPED:
        try:
            found.append(str(fontpkg.path(name)))
        except fontpkg.FontpkgError:
            continue
    return tuple(found)


@lru_cache(maxsize=24)
def _open(file: str) -> pygame.freetype.Font | None:
    """The font, for asking what it has. Those with pictures have one size alone, which is 0 here."""
    pygame.freetype.init()
    for size in (12, 0):
        try:
            made = pygame.freetype.Font(file, size)
            made.get_metrics("x")
        except (pygame.error, OSError, ValueError):
            continue
        return made
    return None


@lru_cache(maxsize=4096)
def has(file: str, letter: str) -> bool:
    """Whether the font has the letter."""
    font = _open(file)
    return font is not None and font.get_metrics(letter)[0] is not None


_useful: list[str] = []
_missing: set[str] = set()


def _group(letter: str) -> str:
    """Letters that fonts have together: a script, by the first word of the letter's name."""
    return unicodedata.name(letter, "").split(" ")[0] or hex(ord(letter) >> 8)


@lru_cache(maxsize=4096)
def found(letter: str, picture: bool = False) -> str | None:
    """The file of a font that has the letter, besides our own; None if there is none.

    `picture`: a font of coloured pictures is looked for first. The system is searched once in vain for each script.
    """
    for file in () if picture else (*_shipped(), *_useful):
        if has(file, letter):
            return file
    group = "pictures" if picture else _group(letter)
    if group in _missing:
        return None
    for file in _of_system():
        if has(file, letter):
            if file not in _useful:
                _useful.append(file)
            return file
    _missing.add(group)
    return None


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    _open.cache_clear()
    has.cache_clear()
    found.cache_clear()
    _of_system.cache_clear()
    _useful.clear()
    _missing.clear()
