"""Type: fonts by size in pixels, rendered lines, wrapping. Everything here counts in real pixels.

Nearly all lines hold only what our own fonts have, and are one call of pygame; `scripts` does the others.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

import pygame

from grenade_salad.app.ui import bundled_fonts
from grenade_salad.app.ui.bundled_fonts import Face, font
from grenade_salad.app.ui.theme import Colour

_KEEP = 500
"""Lines that the cache keeps."""
_LEAST, _READABLE = 0.7, 10
"""How much smaller a line gets before it is cut, as a share of its size and in pixels."""
_COMMON = re.compile(r"[ -~\u00a0-¬®-ÿ–—‘’“”…•]*").fullmatch
"""What all our fonts have, and what is written from left to right without more ado."""
_NARROW, _ISOLATES = "\u202f", {0x2068: "", 0x2069: ""}
"""A space that our fonts do not have, and marks that `bidi` does not need: it draws one line at a time."""

_lines: OrderedDict[tuple[str, int, Colour, Face], pygame.Surface] = OrderedDict()


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    bundled_fonts.forget()
    for cache in (width, wrapped, fitted):
        cache.cache_clear()
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
    """One line of type, whatever is in it. The surface is shared: do not draw on it."""
    key = (line, pixels, colour, face_of(bold, title, italic))
    found = _lines.get(key)
    if found is not None:
        _lines.move_to_end(key)
        return found
    line = _drawn(line)
    if _COMMON(line):
        made = font(pixels, key[3]).render(line, True, colour)
    else:
        from grenade_salad.app.ui import font_fallback

        made = font_fallback.rendered(line, pixels, colour, key[3])
    if pygame.display.get_init() and pygame.display.get_surface() is not None:
        made = made.convert_alpha()
    _lines[key] = made
    if len(_lines) > _KEEP:
        _lines.popitem(last=False)
    return made


def _drawn(line: str) -> str:
    """The line in what fonts have."""
    return line if line.isascii() else line.replace(_NARROW, "\u00a0").translate(_ISOLATES)


@lru_cache(maxsize=2000)
def width(line: str, pixels: int, face: Face = "text") -> int:
    """How wide the line is."""
    line = _drawn(line)
    if _COMMON(line):
        return font(pixels, face).size(line)[0]
    from grenade_salad.app.ui import font_fallback

    return font_fallback.width(line, pixels, face)


def caret(line: str, at: int, pixels: int) -> int:
    """How far from its left end the cursor stands before the character `at`."""
    whole, before = width(line, pixels), width(line[:at], pixels)
    if _COMMON(line):
        return before
    from grenade_salad.app.ui import bidi

    levels = bidi.levels(line)
    return whole - before if levels and min(levels) > 0 else before


def clusters(line: str) -> Sequence[str]:
    """The line in what people take for single letters, with all their marks and joiners."""
    if _COMMON(line):
        return line
    from grenade_salad.app.ui import font_fallback

    return font_fallback.clusters(line)


@lru_cache(maxsize=1000)
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
            while width(word, pixels, face) > wide and len(clusters(word)) > 1:
                part = _fitting(word, pixels, wide, face)
                lines.append(part)
                word = word[len(part) :]
            line = word
        lines.append(line)
    return tuple(lines)


def squeezed(line: str, pixels: int, wide: int, face: Face = "text") -> int:
    """The size at which the line is no wider than `wide`; `pixels` if it fits, or if it would be hard to read."""
    for smaller in range(pixels, max(_READABLE, round(pixels * _LEAST)) - 1, -1):
        if width(line, smaller, face) <= wide:
            return smaller
    return pixels


def shortened(line: str, pixels: int, wide: int, face: Face = "text") -> str:
    """The line, cut with an ellipsis if it is wider than `wide` pixels."""
    if width(line, pixels, face) <= wide:
        return line
    room = wide - width("…", pixels, face)
    return _fitting(line, pixels, room, face, least=0).rstrip() + "…"


@lru_cache(maxsize=1000)
def fitted(line: str, pixels: int, wide: int, face: Face) -> tuple[str, int]:
    """The line at the size in pixels at which it is no wider than `wide`: squeezed, then shortened."""
    pixels = squeezed(line, pixels, wide, face)
    return shortened(line, pixels, wide, face), pixels


def _fitting(line: str, pixels: int, wide: int, face: Face, least: int = 1) -> str:
    """As many of its first letters as fit, and at least the given number."""
    parts = clusters(line)
    low, high = least, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        if width("".join(parts[:middle]), pixels, face) <= wide:
            low = middle
        else:
            high = middle - 1
    return "".join(parts[:low])
