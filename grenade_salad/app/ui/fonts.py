"""Fonts for all letters of the world: those of the program, then of the system.

They are searched only when a line needs them. A letter that no font has is left to the caller.
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

_BUNDLED = ("noto-sans", "noto-sans-arabic", "noto-sans-devanagari", "noto-sans-thai")
"""Names in fontpkg of the fonts that come with the program for other scripts."""
_PREFERRED = (
    *("notocoloremoji", "seguiemj", "apple color emoji", "twemoji", "notosanscjk", "notosanshebrew", "notosans"),
    *("pingfang", "hiragino", "applesdgothic", "msyh", "yugoth", "malgun", "msgothic", "simsun", "arial unicode"),
    *("segoeui", "seguisym", "wqy", "droidsansfallback", "sourcehansans", "dejavusans.", "freesans", "unifont"),
)
"""Parts of the names of fonts with many letters, searched before others."""
_MAX_SYSTEM_FONTS = 600
"""Most system fonts that are searched for a letter."""


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
    """Return the sort key: likely fonts first, then short names.

    The regular style of a family often has the shortest name.
    """
    name = file.name.lower()
    rank = next((index for index, part in enumerate(_PREFERRED) if part in name), len(_PREFERRED))
    return rank, len(name), str(file)


@lru_cache(maxsize=1)
def _system_fonts() -> tuple[str, ...]:
    files: set[Path] = set()
    for folder in _folders():
        for directory, _, names in os.walk(folder):
            files.update(Path(directory) / name for name in names if name.lower().endswith((".ttf", ".otf", ".ttc")))
    return tuple(str(file) for file in sorted(files, key=_rank)[:_MAX_SYSTEM_FONTS])


@lru_cache(maxsize=1)
def _bundled_fonts() -> tuple[str, ...]:
    files = []
    for name in _BUNDLED:
        try:
            files.append(str(fontpkg.path(name)))
        except fontpkg.FontpkgError:
            continue
    return tuple(files)


@lru_cache(maxsize=24)
def _open(file: str) -> pygame.freetype.Font | None:
    """Open a font to read which letters it has, or return None.

    Fonts of pictures have a single size, which is 0 here.
    """
    pygame.freetype.init()
    for size in (12, 0):
        try:
            font = pygame.freetype.Font(file, size)
            font.get_metrics("x")
        except (pygame.error, OSError, ValueError):
            continue
        return font
    return None


@lru_cache(maxsize=4096)
def has_letter(file: str, letter: str) -> bool:
    """True if the font has the letter."""
    font = _open(file)
    return font is not None and font.get_metrics(letter)[0] is not None


_useful_files: list[str] = []
"""Fonts of the system in which a letter was found: they are tried first."""
_missing_groups: set[str] = set()
"""Scripts for which no font was found, and "pictures"."""


def _letter_group(letter: str) -> str:
    """Return the script of a letter: fonts have all letters of it or none.

    It is the first word of the letter's Unicode name.
    """
    return unicodedata.name(letter, "").split(" ")[0] or hex(ord(letter) >> 8)


@lru_cache(maxsize=4096)
def find_font(letter: str, *, picture: bool = False) -> str | None:
    """Return the file of a font that has the letter, besides our own, or None.

    `picture` prefers a font of coloured pictures. After a failure the system is not searched for that script again.
    """
    for file in () if picture else (*_bundled_fonts(), *_useful_files):
        if has_letter(file, letter):
            return file
    group = "pictures" if picture else _letter_group(letter)
    if group in _missing_groups:
        return None
    for file in _system_fonts():
        if has_letter(file, letter):
            if file not in _useful_files:
                _useful_files.append(file)
            return file
    _missing_groups.add(group)
    return None


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    _open.cache_clear()
    has_letter.cache_clear()
    find_font.cache_clear()
    _system_fonts.cache_clear()
    _useful_files.clear()
    _missing_groups.clear()
