"""Type: fonts by size in pixels, rendered lines, wrapping. Everything here counts in real pixels."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Literal, TypeAlias

import fontpkg  # type: ignore[import-untyped]
import pygame

from grenade_salad.app.ui.theme import Colour

Face: TypeAlias = Literal["text", "bold", "italic", "title"]

_KEEP = 1500
"""Lines that the cache keeps."""

_lines: OrderedDict[tuple[str, int, Colour, Face], pygame.Surface] = OrderedDict()


@lru_cache(maxsize=8)
def _file(face: Face) -> str:
    if face == "title":
        return str(fontpkg.path("alfa-slab-one"))
    style, weight = ("italic" if face == "italic" else "normal"), (700 if face == "bold" else 400)
    return str(fontpkg.path("atkinson-hyperlegible", weight=weight, style=style))


@lru_cache(maxsize=64)
def font(pixels: int, face: Face = "text") -> pygame.font.Font:
    """The font whose capitals and descenders fit in about `pixels`."""
    return pygame.font.Font(_file(face), max(6, pixels))


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    font.cache_clear()
    wrapped.cache_clear()
    _lines.clear()


def face_of(bold: bool = False, title: bool = False, italic: bool = False) -> Face:
    """The face of these wishes."""
    if title:
        return "title"
    if bold:
        return "bold"
    return "italic" if italic else "text"


def rendered(
    line: str, pixels: int, colour: Colour, bold: bool = False, title: bool = False, italic: bool = False
) -> pygame.Surface:
    """One line of type. The surface is shared: do not draw on it."""
    key = (line, pixels, colour, face_of(bold, title, italic))
    found = _lines.get(key)
    if found is not None:
        _lines.move_to_end(key)
        return found
    made = font(pixels, key[3]).render(line.replace("\0", ""), True, colour)
    if pygame.display.get_init() and pygame.display.get_surface() is not None:
        made = made.convert_alpha()
    _lines[key] = made
    if len(_lines) > _KEEP:
        _lines.popitem(last=False)
    return made


def width(line: str, pixels: int, face: Face = "text") -> int:
    """How wide the line is."""
    return font(pixels, face).size(line.replace("\0", ""))[0]


@lru_cache(maxsize=2000)
def wrapped(words: str, pixels: int, wide: int, face: Face = "text") -> tuple[str, ...]:
    """The text in lines of at most `wide` pixels; a word that is too long is broken."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if width(longer, pixels, face) <= wide:
                line = longer
                continue
            if line:
                lines.append(line)
            while width(word, pixels, face) > wide and len(word) > 1:
                cut = _fitting(word, pixels, wide, face)
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        lines.append(line)
    return tuple(lines)


def shortened(line: str, pixels: int, wide: int, face: Face = "text") -> str:
    """The line, cut with an ellipsis if it is wider than `wide` pixels."""
    if width(line, pixels, face) <= wide:
        return line
    room = wide - width("…", pixels, face)
    return line[: _fitting(line, pixels, room, face, least=0)].rstrip() + "…"


def _fitting(line: str, pixels: int, wide: int, face: Face, least: int = 1) -> int:
    low, high = least, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        if width(line[:middle], pixels, face) <= wide:
            low = middle
        else:
            high = middle - 1
    return low
