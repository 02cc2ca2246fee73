"""Cards that the program sets: where each word of a front stands, in mm, the same at every size, without a window.

How wide letters of the program's own type are is read from its fonts.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from grenade_salad.artwork import typefaces
from grenade_salad.artwork.typefaces import Face
from grenade_salad.games.open_table.box import Kind, Printed

_UNKNOWN, _WIDE = 0.62, 1.0
"""Of a letter that our fonts do not have, in shares of the size: usual ones, and those of East Asia."""


@lru_cache(maxsize=4)
def _widths(face: Face) -> dict[int, float]:
    """The width of each letter that the font has, by its code, as a share of the size."""
    data = Path(typefaces.file(face)).read_bytes()
    (number,) = struct.unpack_from(">H", data, 4)
    tables = {}
    for at in range(12, 12 + 16 * number, 16):
        name, _, start, _ = struct.unpack_from(">4sLLL", data, at)
        tables[name] = start
    (em,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (longs,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    advances = [struct.unpack_from(">H", data, tables[b"hmtx"] + 4 * glyph)[0] / em for glyph in range(longs)]
    return {code: advances[min(glyph, longs - 1)] for code, glyph in _glyphs(data, tables[b"cmap"]).items()}


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Which glyph shows which letter: the table of format 4, which every font has."""
    (number,) = struct.unpack_from(">H", data, cmap + 2)
    starts = [cmap + struct.unpack_from(">L", data, cmap + 8 + 8 * at)[0] for at in range(number)]
    at = next(start for start in starts if data[start : start + 2] == b"\0\4")
    (double,) = struct.unpack_from(">H", data, at + 6)
    half = double // 2
    ends = struct.unpack_from(f">{half}H", data, at + 14)
    firsts = struct.unpack_from(f">{half}H", data, at + 16 + double)
    deltas = struct.unpack_from(f">{half}H", data, at + 16 + 2 * double)
    offsets_at = at + 16 + 3 * double
    offsets = struct.unpack_from(f">{half}H", data, offsets_at)
    found = {}
    for part, (first, end, delta, offset) in enumerate(zip(firsts, ends, deltas, offsets, strict=True)):
        for code in range(first, min(end, 0xFFFE) + 1):
            glyph = code
            if offset:
                (glyph,) = struct.unpack_from(">H", data, offsets_at + 2 * part + offset + 2 * (code - first))
            if glyph or not offset:
                found[code] = (glyph + delta) & 0xFFFF
    return found


@lru_cache(maxsize=4000)
def width(words: str, face: Face = "text") -> float:
    """How wide a line is, as a share of the size of the type.

    >>> 2 < width("Grenade") / width("Gr") < 5
    True
    >>> width("")
    0
    """
    known = _widths(face)
    return sum(known.get(ord(letter)) or _guess(letter) for letter in words)


def _guess(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    return _WIDE if unicodedata.east_asian_width(letter) in "FW" else _UNKNOWN


_MARKS = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*", re.DOTALL)
_LEADING = 1.22
"""From line to line, as a share of the size."""
_SMALLER = 0.94
_TITLE, _NUMBER, _TEXT = 6.4, 10.0, 4.6
"""The largest type in mm, on a card of 63 mm."""
_USUAL = 63.0

Area = tuple[float, float, float, float]
"""Left edge, upper edge, width and height in mm, from the card's upper left corner."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one face: the left end of the line and its top, and the size of the type, in mm."""

    words: str
    x: float
    y: float
    size: float
    face: Face


@dataclass(frozen=True, slots=True)
class Laid:
    """A front as it is set; `crowded` is the column of what does not fit in the smallest type that is allowed."""

    runs: tuple[Run, ...]
    head: Area
    picture: Area | None = None
    icon: Area | None = None
    number: Area | None = None
    crowded: str = ""


@lru_cache(maxsize=1200)
def laid(one: Printed, size: tuple[float, float], least: float) -> Laid:
    """Where everything stands on a card of that size in mm, in type of at least so many mm."""
    wide, high = size
    scale = min(wide, high * _USUAL / 88) / _USUAL
    edge = 3.4 * scale
    head = (0.0, 0.0, wide, 13.0 * scale)
    left, right = edge, wide - edge
    number = icon = None
    runs: list[Run] = []
    crowded = ""
    if one.number:
        side = 11.0 * scale
        number = (1.0 * scale, 1.0 * scale, max(side, min(wide * 0.4, side)), side)
        figure = min(_NUMBER * 0.72 * scale, 0.76 * number[2] / max(0.1, width(one.number, "title")))
        if figure < least:
            crowded = "number"
        at = number[0] + (number[2] - width(one.number, "title") * figure) / 2
        runs.append(Run(one.number, at, number[1] + (side - figure * 1.3) / 2, figure, "title"))
        left = number[0] + number[2] + 1.6 * scale
    if one.icon and (one.picture or not _roomy(one)):
        icon = (wide - 11.0 * scale, 2.0 * scale, 9.0 * scale, 9.0 * scale)
        right = icon[0] - 1.0 * scale
    found = _filled(_spans(one.title, "title"), (left, 0.8 * scale, right - left, 11.4 * scale), _TITLE * scale, least)
    crowded = crowded or ("" if found is not None else "title")
    runs += found or ()
    below = head[3] + 2.0 * scale
    picture = None
    if one.picture or (one.icon and icon is None):
        low = high - edge if not one.text else below + (high - below) * 0.46
        picture = (edge, below, wide - 2 * edge, low - below)
        if not one.picture:
            side = min(picture[2], picture[3]) * 0.78
            icon, picture = (wide / 2 - side / 2, (below + low) / 2 - side / 2, side, side), None
        below = low + 2.0 * scale
    body = (edge, below, wide - 2 * edge, high - edge - below)
    found = _filled(_spans(one.text, "text"), body, _TEXT * scale, least, middle=picture is None and icon is None)
    crowded = crowded or ("" if found is not None else "text")
    return Laid((*runs, *(found or ())), head, picture, icon, number, crowded)


def of_kind(kind: Kind, front: int) -> Laid:
    """The front of a kind that is printed, as it is set."""
    return laid(kind.printed[front], kind.size, kind.least)


def unmarked(text: str) -> str:
    """The text without its marks.

    >>> unmarked("**Draw** two *cards*")
    'Draw two cards'
    """
    return _MARKS.sub(lambda found: found[1] or found[2], text)


def _roomy(one: Printed) -> bool:
    """Whether there is room for a large icon where a picture would be."""
    return len(one.text) <= 160


def _spans(text: str, face: Face) -> list[list[tuple[str, Face]]]:
    """The lines of a text, each as words with their faces."""
    lines: list[list[tuple[str, Face]]] = [[]]
    at = 0
    pieces: list[tuple[str, Face]] = []
    for found in _MARKS.finditer(text) if face == "text" else ():
        pieces += [(text[at : found.start()], face), (found[1] or found[2], "bold" if found[1] else "italic")]
        at = found.end()
    for words, in_face in [*pieces, (text[at:], face)]:
        for number, line in enumerate(words.split("\n")):
            if number:
                lines.append([])
            lines[-1] += [(word, in_face) for word in re.findall(r"\S+\s*|\s+", line)]
    return lines


def _filled(
    lines: list[list[tuple[str, Face]]], area: Area, size: float, least: float, middle: bool = True
) -> tuple[Run, ...] | None:
    """The words in the area, as large as fits; None if even the smallest type is too large."""
    if not any(lines):
        return ()
    size = max(size, least)
    while True:
        if (found := _wrapped(lines, area, size, middle)) is not None:
            return found
        if size <= least:
            return None
        size = max(least, size * _SMALLER)


def _wrapped(lines: list[list[tuple[str, Face]]], area: Area, size: float, middle: bool) -> tuple[Run, ...] | None:
    left, top, wide, high = area
    set_lines: list[list[tuple[str, Face]]] = []
    for line in lines:
        set_lines.append([])
        used = 0.0
        for word, face in line:
            long = width(word.rstrip(), face) * size
            if long > wide:
                return None
            if used + long > wide + 0.001 and set_lines[-1]:
                set_lines.append([])
                used = 0.0
            set_lines[-1].append((word, face))
            used += width(word, face) * size
    step = size * _LEADING
    if len(set_lines) * step > high + 0.001:
        return None
    y = top + (high - len(set_lines) * step) / 2 if middle else top
    runs = []
    for line in set_lines:
        x = left
        for words, face in _joined(line):
            runs.append(Run(words, x, y, size, face))
            x += width(words, face) * size
        y += step
    return tuple(runs)


def _joined(line: list[tuple[str, Face]]) -> list[tuple[str, Face]]:
    """Words beside each other in one face are one run."""
    out: list[tuple[str, Face]] = []
    for word, face in line:
        if out and out[-1][1] == face:
            out[-1] = out[-1][0] + word, face
        else:
            out.append((word, face))
    return out
