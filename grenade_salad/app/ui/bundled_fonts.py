"""Our own fonts, by size in real pixels, and what else is to be forgotten with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pygame

from grenade_salad.app.ui import missing_files
from grenade_salad.artwork import typefaces
from grenade_salad.artwork.typefaces import Face as Face

_LARGE = 4_000_000
"""Bytes of a font file from which on it is read from the disk, bit by bit: those of Chinese have up to 50 million."""


@lru_cache(maxsize=16)
def _content(file: str) -> bytes:
    return Path(file).read_bytes()


@lru_cache(maxsize=64)
def is_large(file: str) -> bool:
    """Whether each font of that file holds it open, and so should be few. Raises OSError."""
    return Path(file).stat().st_size > _LARGE


def opened(file: str, pixels: int) -> pygame.font.Font:
    """A new font. All of a file share its bytes: some systems allow a program no more than 256 open files.

    Raises OSError, pygame.error.
    """
    return pygame.font.Font(file if is_large(file) else BytesIO(_content(file)), max(6, pixels))


@lru_cache(maxsize=8)
def file(face: Face) -> str:
    """The font of a face; in a damaged installation that of another face, or the one that pygame brings."""
    others: tuple[Face, ...] = ("text", "bold", "italic", "title")
    for other in (face, *others):
        try:
            found = typefaces.file(other)
            opened(found, 12)
        except Exception:  # what fontpkg raises, among others, where a package is half there
            missing_files.note(typefaces.USUAL[other][1])
        else:
            return found
    return str(Path(pygame.__file__).parent / pygame.font.get_default_font())


@lru_cache(maxsize=64)
def font(pixels: int, face: Face = "text") -> pygame.font.Font:
    """The font whose capitals and descenders fit in about `pixels`."""
    return opened(file(face), pixels)


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    font.cache_clear()
    file.cache_clear()
    for call in _also:
        call()


_also: list[Callable[[], None]] = []


def also_forget(call: Callable[[], None]) -> None:
    """Call this too whenever caches are emptied: for what is loaded only if it is needed."""
    _also.append(call)
