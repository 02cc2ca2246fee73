"""Type: rendered lines, widths and wrapping. All lengths are in real pixels.

Nearly all lines hold only letters of the bundled fonts, and are one call of pygame; `font_fallback` handles the
others.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

import pygame

from grenade_salad.app.ui import bundled_fonts
from grenade_salad.app.ui.bundled_fonts import font
from grenade_salad.app.ui.theme import Colour
from grenade_salad.text.markdown import FontStyle

_MAX_LINES = 500
"""Number of cached lines."""
_MIN_SCALE, _MIN_PIXELS = 0.7, 10
"""Smallest size of a line before it is cut, as a share of its size and in pixels."""
_is_common = re.compile(r"[ -~\u00a0-¬®-ÿ–—‘’“”…•]*").fullmatch
"""Matches lines of letters that all bundled fonts have, from left to right.

`font_fallback` and `bidi` are imported only for other lines, since few matches have any.
"""
_NARROW_SPACE, _ISOLATES = "\u202f", {0x2068: "", 0x2069: ""}
"""A space that the bundled fonts lack, and marks that `bidi` does not need.

`bidi` works on one line at a time.
"""

_lines: OrderedDict[tuple[str, int, Colour, FontStyle], pygame.Surface] = OrderedDict()


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    bundled_fonts.forget()
    for cache in (width, wrap_text, fit_line):
        cache.cache_clear()
    _lines.clear()


def choose_style(*, bold: bool = False, title: bool = False, italic: bool = False) -> FontStyle:
    """Return the one font style for these wishes: a title is never bold or italic.

    >>> choose_style(bold=True, title=True), choose_style()
    ('title', 'text')
    """
    if title:
        return "title"
    if bold:
        return "bold"
    return "italic" if italic else "text"


def rendered(line: str, pixels: int, colour: Colour, face: FontStyle = "text") -> pygame.Surface:
    """Render one line of type, whatever is in it.

    The surface is shared: do not draw on it.
    """
    key = (line, pixels, colour, face)
    cached = _lines.get(key)
    if cached is not None:
        _lines.move_to_end(key)
        return cached
    line = _replace_missing(line)
    if _is_common(line):
        surface = font(pixels, face).render(line, True, colour)
    else:
        from grenade_salad.app.ui import font_fallback

        surface = font_fallback.rendered(line, pixels, colour, face)
    if pygame.display.get_init() and pygame.display.get_surface() is not None:
        surface = surface.convert_alpha()
    _lines[key] = surface
    if len(_lines) > _MAX_LINES:
        _lines.popitem(last=False)
    return surface


def _replace_missing(line: str) -> str:
    """Replace what the bundled fonts lack."""
    return line if line.isascii() else line.replace(_NARROW_SPACE, "\u00a0").translate(_ISOLATES)


@lru_cache(maxsize=2000)
def width(line: str, pixels: int, face: FontStyle = "text") -> int:
    """Return the width of the line."""
    line = _replace_missing(line)
    if _is_common(line):
        return font(pixels, face).size(line)[0]
    from grenade_salad.app.ui import font_fallback

    return font_fallback.width(line, pixels, face)


def caret(line: str, index: int, pixels: int) -> int:
    """Return the distance of the cursor before character `index` from the left end."""
    full_width, prefix_width = width(line, pixels), width(line[:index], pixels)
    if _is_common(line):
        return prefix_width
    from grenade_salad.app.ui import bidi

    levels = bidi.levels(line)
    return full_width - prefix_width if levels and min(levels) > 0 else prefix_width


def split_clusters(line: str) -> Sequence[str]:
    """Return what people take for single letters, with all marks and joiners."""
    if _is_common(line):
        return line
    from grenade_salad.app.ui import font_fallback

    return font_fallback.split_clusters(line)


@lru_cache(maxsize=1000)
def wrap_text(words: str, pixels: int, max_width: int, face: FontStyle = "text") -> tuple[str, ...]:
    """Return the text in lines of at most `max_width` pixels.

    A word that is too long is broken.
    """
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if width(longer, pixels, face) <= max_width:
                line = longer
                continue
            if line:
                lines.append(line)
            while width(word, pixels, face) > max_width and len(split_clusters(word)) > 1:
                part = _fitting_prefix(word, pixels, max_width, face)
                lines.append(part)
                word = word[len(part) :]
            line = word
        lines.append(line)
    return tuple(lines)


def squeeze_size(line: str, pixels: int, max_width: int, face: FontStyle = "text") -> int:
    """Return the size at which the line is no wider than `max_width`.

    It is `pixels` if the line fits, or if it would be hard to read.
    """
    for smaller in range(pixels, max(_MIN_PIXELS, round(pixels * _MIN_SCALE)) - 1, -1):
        if width(line, smaller, face) <= max_width:
            return smaller
    return pixels


def shortened(line: str, pixels: int, max_width: int, face: FontStyle = "text") -> str:
    """Return the line, cut with an ellipsis if it is wider than `max_width`."""
    if width(line, pixels, face) <= max_width:
        return line
    space = max_width - width("…", pixels, face)
    return _fitting_prefix(line, pixels, space, face, min_letters=0).rstrip() + "…"


@lru_cache(maxsize=1000)
def fit_line(line: str, pixels: int, max_width: int, face: FontStyle) -> tuple[str, int]:
    """Return the line and its size in pixels, squeezed and shortened to `max_width`."""
    pixels = squeeze_size(line, pixels, max_width, face)
    return shortened(line, pixels, max_width, face), pixels


def _fitting_prefix(line: str, pixels: int, max_width: int, face: FontStyle, min_letters: int = 1) -> str:
    """Return as many of the first letters as fit, and at least `min_letters`."""
    parts = split_clusters(line)
    lower, upper = min_letters, len(parts)
    while lower < upper:
        middle = (lower + upper + 1) // 2
        if width("".join(parts[:middle]), pixels, face) <= max_width:
            lower = middle
        else:
            upper = middle - 1
    return "".join(parts[:lower])
