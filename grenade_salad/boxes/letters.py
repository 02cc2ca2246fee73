"""How wide letters of the program's own type are, read from the fonts: text is set to a size without a window."""

from __future__ import annotations

import struct
import unicodedata
from functools import lru_cache
from pathlib import Path

from grenade_salad import typefaces
from grenade_salad.typefaces import Face

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
