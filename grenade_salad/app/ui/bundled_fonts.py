"""Bundled fonts by size in real pixels, and caches that are emptied with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pygame

from grenade_salad.app.ui import missing_files
from grenade_salad.artwork import typefaces
from grenade_salad.text.markdown import FontStyle

_LARGE_FILE = 4_000_000
"""Bytes from which a font file is read from the disk bit by bit.

Chinese fonts have up to 50 million.
"""


@lru_cache(maxsize=16)
def _content(file: str) -> bytes:
    return Path(file).read_bytes()


@lru_cache(maxsize=64)
def is_large(file: str) -> bool:
    """True if each font of that file holds it open, so there should be few.

    Raises OSError.
    """
    return Path(file).stat().st_size > _LARGE_FILE


def open_font(file: str, pixels: int) -> pygame.font.Font:
    """Open a font. All fonts of a file share its bytes.

    Some systems allow a program no more than 256 open files. Raises OSError, pygame.error.
    """
    return pygame.font.Font(file if is_large(file) else BytesIO(_content(file)), max(6, pixels))


@lru_cache(maxsize=8)
def font_file(face: FontStyle) -> str:
    """Return the font file of a style.

    In a damaged installation it is that of another style, or pygame's own.
    """
    fallbacks: tuple[FontStyle, ...] = ("text", "bold", "italic", "title")
    for candidate in (face, *fallbacks):
        try:
            font_path = typefaces.find_font_file(candidate)
            open_font(font_path, 12)
        except Exception:  # fontpkg raises other errors, too, if a package is incomplete
            missing_files.add_file(typefaces.FONT_FILES[candidate][1])
        else:
            return font_path
    return str(Path(pygame.__file__).parent / pygame.font.get_default_font())


@lru_cache(maxsize=64)
def font(pixels: int, face: FontStyle = "text") -> pygame.font.Font:
    """Return the font whose capitals and descenders fit in about `pixels`."""
    return open_font(font_file(face), pixels)


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    font.cache_clear()
    font_file.cache_clear()
    for reset in _reset_hooks:
        reset()


_reset_hooks: list[Callable[[], None]] = []


def on_forget(reset: Callable[[], None]) -> None:
    """Also call `reset` when caches are emptied, for modules that are loaded late."""
    _reset_hooks.append(reset)
