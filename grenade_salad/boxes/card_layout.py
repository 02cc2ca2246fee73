"""Layout of cards that the program sets: the place of each word, in mm.

It is the same at every size, and needs no window. The widths of letters are read from the program's own fonts.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import TypeAlias

from grenade_salad.artwork import typefaces
from grenade_salad.games.open_table.box import Kind, Printed
from grenade_salad.text.markdown import FontStyle

_UNKNOWN_WIDTH, _EAST_ASIAN_WIDTH = 0.62, 1.0
"""Widths of letters that our fonts do not have, as shares of the type size."""

_MARKS = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*", re.DOTALL)
"""Marks of bold and italic words."""
_LEADING = 1.22
"""Distance between lines, as a share of the type size."""
_SHRINK_FACTOR = 0.94
"""Factor by which type that does not fit becomes smaller, until it does."""
_USUAL_CARD_SIZE = 63.0, 88.0
"""Width and height in mm of the card for which the following lengths are.

On other cards they are scaled.
"""
_TITLE_SIZE, _NUMBER_SIZE, _TEXT_SIZE = 6.4, 7.2, 4.6
"""Largest type in mm."""
_EDGE, _GAP = 3.4, 2.0
"""Mm between the content and the edge of the card, and between two parts."""
_HEAD_HEIGHT = 13.0
_NUMBER_SIDE = 11.0
"""Side in mm of the square of the number."""
_NUMBER_SHARE = 0.76
"""Maximum share of its square's width that a number takes."""
_NUMBER_LEADING = 1.3
_PICTURE_SHARE = 0.46
"""Share of the height below the head that a picture takes if there is a text."""
_LARGE_ICON_SHARE = 0.78
"""Side of a large icon as a share of the picture's place."""
_MAX_TEXT_WITH_ICON = 160
"""Maximum number of letters of a text under a large icon."""
_ROUNDING_ERROR = 0.001


@lru_cache(maxsize=4)
def _read_widths(face: FontStyle) -> dict[int, float]:
    """Return the widths of the font's letters, by code, as shares of the size."""
    from fontTools.ttLib import TTFont

    with TTFont(typefaces.find_font_file(face), lazy=True) as font:
        em, metrics = font["head"].unitsPerEm, font["hmtx"]
        return {code: metrics[glyph][0] / em for code, glyph in font["cmap"].getBestCmap().items()}


@lru_cache(maxsize=4000)
def width(words: str, face: FontStyle = "text") -> float:
    """Return the width of a line, as a share of the type size.

    >>> 2 < width("Grenade") / width("Gr") < 5
    True
    >>> width("")
    0
    """
    widths = _read_widths(face)
    return sum(widths.get(ord(letter)) or _guess_width(letter) for letter in words)


def _guess_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    return _EAST_ASIAN_WIDTH if unicodedata.east_asian_width(letter) in "FW" else _UNKNOWN_WIDTH


Area: TypeAlias = tuple[float, float, float, float]
"""Left edge, top edge, width and height in mm, from the card's top left corner."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """Words of a line in one face; lengths are in mm from the card's top left corner."""

    words: str
    x: float
    """The left end."""
    y: float
    """The top of the line."""
    size: float
    """The size of the type."""
    face: FontStyle


@dataclass(frozen=True, slots=True)
class CardLayout:
    """The layout of a front."""

    runs: tuple[TextRun, ...]
    head_area: Area
    """The band behind the title."""
    picture_area: Area | None = None
    icon_area: Area | None = None
    number_area: Area | None = None
    crowded: str = ""
    """The column of what does not fit, or "".

    It does not fit even in the smallest type that is allowed.
    """


@lru_cache(maxsize=1200)
def lay_out_card(card: Printed, size: tuple[float, float], min_size: float, max_size: float = inf) -> CardLayout:
    """Return the layout of a card of that size.

    The size of the card and the minimum and maximum size of the type are in mm.
    """
    card_width, card_height = size
    usual_width, usual_height = _USUAL_CARD_SIZE
    scale = min(card_width, card_height * usual_width / usual_height) / usual_width
    edge = _EDGE * scale
    head_area = (0.0, 0.0, card_width, _HEAD_HEIGHT * scale)
    left, right = edge, card_width - edge
    number_area = icon_area = None
    runs: list[TextRun] = []
    crowded = ""
    if card.number:
        number_area, number_run = _lay_out_number(card.number, scale)
        runs.append(number_run)
        if number_run.size < min_size:
            crowded = "number"
        left = number_area[0] + number_area[2] + 1.6 * scale
    if card.icon and (card.picture or not _has_icon_space(card)):
        icon_area = (card_width - 11.0 * scale, 2.0 * scale, 9.0 * scale, 9.0 * scale)
        right = icon_area[0] - 1.0 * scale
    fitted = _fill_area(
        _split_spans(card.title, "title"),
        (left, 0.8 * scale, right - left, 11.4 * scale),
        min(_TITLE_SIZE * scale, max_size),
        min_size,
    )
    crowded = crowded or ("" if fitted is not None else "title")
    runs += fitted or ()
    top = head_area[3] + _GAP * scale
    picture_area = None
    if card.picture or (card.icon and icon_area is None):
        bottom = card_height - edge if not card.text else top + (card_height - top) * _PICTURE_SHARE
        picture_area = (edge, top, card_width - 2 * edge, bottom - top)
        if not card.picture:
            side = min(picture_area[2], picture_area[3]) * _LARGE_ICON_SHARE
            icon_area, picture_area = (card_width / 2 - side / 2, (top + bottom) / 2 - side / 2, side, side), None
        top = bottom + _GAP * scale
    body = (edge, top, card_width - 2 * edge, card_height - edge - top)
    fitted = _fill_area(
        _split_spans(card.text, "text"),
        body,
        min(_TEXT_SIZE * scale, max_size),
        min_size,
        is_centred=picture_area is None and icon_area is None,
    )
    crowded = crowded or ("" if fitted is not None else "text")
    return CardLayout((*runs, *(fitted or ())), head_area, picture_area, icon_area, number_area, crowded)


def _lay_out_number(text: str, scale: float) -> tuple[Area, TextRun]:
    """Return the square in the upper left corner, and the number in its middle."""
    side, text_width = _NUMBER_SIDE * scale, width(text, "title")
    left = top = 1.0 * scale
    size = min(_NUMBER_SIZE * scale, _NUMBER_SHARE * side / max(0.1, text_width))
    x, y = left + (side - text_width * size) / 2, top + (side - size * _NUMBER_LEADING) / 2
    return (left, top, side, side), TextRun(text, x, y, size, "title")


def lay_out_front(kind: Kind, front: int) -> CardLayout:
    """Return the layout of a front of a printed kind."""
    return lay_out_card(kind.printed[front], kind.size, kind.least)


def strip_marks(text: str) -> str:
    """Return the text without its marks.

    >>> strip_marks("**Draw** two *cards*")
    'Draw two cards'
    """
    return _MARKS.sub(lambda match: match[1] or match[2], text)


def _has_icon_space(card: Printed) -> bool:
    """True if a large icon has space in the place of a picture."""
    return len(card.text) <= _MAX_TEXT_WITH_ICON


def _split_spans(text: str, face: FontStyle) -> list[list[tuple[str, FontStyle]]]:
    """Return the lines of a text, each as words with their faces."""
    lines: list[list[tuple[str, FontStyle]]] = [[]]
    position = 0
    spans: list[tuple[str, FontStyle]] = []
    for match in _MARKS.finditer(text) if face == "text" else ():
        spans += [(text[position : match.start()], face), (match[1] or match[2], "bold" if match[1] else "italic")]
        position = match.end()
    for words, in_face in [*spans, (text[position:], face)]:
        for index, line in enumerate(words.split("\n")):
            if index:
                lines.append([])
            lines[-1] += [(word, in_face) for word in re.findall(r"\S+\s*|\s+", line)]
    return lines


def _fill_area(
    lines: list[list[tuple[str, FontStyle]]], area: Area, size: float, min_size: float, is_centred: bool = True
) -> tuple[TextRun, ...] | None:
    """Return the words in the area, as large as fits; None if they do not fit at all."""
    if not any(lines):
        return ()
    size = max(size, min_size)
    while True:
        if (runs := _wrap_lines(lines, area, size, is_centred)) is not None:
            return runs
        if size <= min_size:
            return None
        size = max(min_size, size * _SHRINK_FACTOR)


def _wrap_lines(
    lines: list[list[tuple[str, FontStyle]]], area: Area, size: float, is_centred: bool
) -> tuple[TextRun, ...] | None:
    """Return the words in the area, in type of that size; None if they do not fit."""
    left, top, area_width, area_height = area
    set_lines: list[list[tuple[str, FontStyle]]] = []
    for line in lines:
        set_lines.append([])
        used_width = 0.0
        for word, face in line:
            word_width = width(word.rstrip(), face) * size
            if word_width > area_width:
                return None
            if used_width + word_width > area_width + _ROUNDING_ERROR and set_lines[-1]:
                set_lines.append([])
                used_width = 0.0
            set_lines[-1].append((word, face))
            used_width += width(word, face) * size
    step = size * _LEADING
    if len(set_lines) * step > area_height + _ROUNDING_ERROR:
        return None
    y = top + (area_height - len(set_lines) * step) / 2 if is_centred else top
    runs = []
    for line in set_lines:
        x = left
        for words, face in _join_words(line):
            runs.append(TextRun(words, x, y, size, face))
            x += width(words, face) * size
        y += step
    return tuple(runs)


def _join_words(line: list[tuple[str, FontStyle]]) -> list[tuple[str, FontStyle]]:
    """Join neighbouring words of the same face."""
    joined: list[tuple[str, FontStyle]] = []
    for word, face in line:
        if joined and joined[-1][1] == face:
            joined[-1] = joined[-1][0] + word, face
        else:
            joined.append((word, face))
    return joined
