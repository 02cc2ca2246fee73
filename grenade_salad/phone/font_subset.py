"""A font with a few of its glyphs, as WOFF: for pages that have our type inside.

Glyphs keep their numbers, so that kerning stays as it is; those that nobody needs become empty. Hints for coarse
screens go. A character that the font has not is left to the reader's own fonts.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

_KEPT = ("GDEF", "GPOS", "OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")
_WORDS, _SCALE, _SCALES, _MATRIX, _MORE = 0x1, 0x8, 0x40, 0x80, 0x20
"""Flags of a glyph that is made of others."""


def subset(file: Path, characters: Iterable[str]) -> bytes:
    """The font of a TrueType file with the glyphs of those characters. Raises OSError, struct.error."""
    tables = _tables(file.read_bytes())
    wanted = {ord(one) for one in characters}
    shown = {code: glyph for code, glyph in _glyphs(tables["cmap"]).items() if code in wanted}
    (long,) = struct.unpack_from(">h", tables["head"], 50)
    (many,) = struct.unpack_from(">H", tables["maxp"], 4)
    starts = struct.unpack(f">{many + 1}{'L' if long else 'H'}", tables["loca"])
    ends = starts if long else tuple(2 * one for one in starts)
    outlines = [tables["glyf"][ends[at] : ends[at + 1]] for at in range(many)]
    needed = _with_parts({0, *shown.values()}, outlines)
    left = [outline if at in needed else b"" for at, outline in enumerate(outlines)]
    places = [0]
    for outline in left:
        places.append(places[-1] + len(outline))
    tables["glyf"] = b"".join(left)
    tables["loca"] = struct.pack(f">{many + 1}L", *places)
    tables["head"] = tables["head"][:50] + struct.pack(">h", 1) + tables["head"][52:]
    tables["cmap"] = _cmap(shown)
    tables["post"] = struct.pack(">L", 0x30000) + tables["post"][4:32]
    return _woff({name: tables[name] for name in _KEPT if name in tables})


def _tables(font: bytes) -> dict[str, bytes]:
    (many,) = struct.unpack_from(">H", font, 4)
    found = {}
    for at in range(many):
        tag, _, start, length = struct.unpack_from(">4sLLL", font, 12 + 16 * at)
        found[tag.decode("ascii")] = font[start : start + length]
    return found


def _glyphs(cmap: bytes) -> dict[int, int]:
    """The glyph of each character of the basic plane, from the table for Windows in format 4."""
    (many,) = struct.unpack_from(">H", cmap, 2)
    heads = [struct.unpack_from(">HHL", cmap, 4 + 8 * at) for at in range(many)]
    start = next(at for platform, encoding, at in heads if (platform, encoding) == (3, 1))
    double = struct.unpack_from(">H", cmap, start + 6)[0]
    rows = [start + 14 + at * double + (2 if at else 0) for at in range(4)]
    found: dict[int, int] = {}
    for at in range(0, double, 2):
        (last, first, delta, offset) = (struct.unpack_from(">H", cmap, row + at)[0] for row in rows)
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offset:
                (glyph,) = struct.unpack_from(">H", cmap, rows[3] + at + offset + 2 * (code - first))
            if glyph or not offset:
                found[code] = (glyph + delta) & 0xFFFF
    return {code: glyph for code, glyph in found.items() if glyph}


def _with_parts(wanted: set[int], outlines: list[bytes]) -> set[int]:
    """Those glyphs, and the ones that they are made of."""
    found, due = set[int](), list(wanted)
    while due:
        glyph = due.pop()
        if glyph in found:
            continue
        found.add(glyph)
        outline = outlines[glyph]
        if len(outline) < 10 or struct.unpack_from(">h", outline)[0] >= 0:
            continue
        at, flags = 10, _MORE
        while flags & _MORE:
            flags, part = struct.unpack_from(">HH", outline, at)
            due.append(part)
            scaled = 2 if flags & _SCALE else 4 if flags & _SCALES else 8 if flags & _MATRIX else 0
            at += 4 + (4 if flags & _WORDS else 2) + scaled
    return found


def _cmap(shown: Mapping[int, int]) -> bytes:
    """A segment for each character: there are few."""
    codes = [*sorted(shown), 0xFFFF]
    deltas = [*((shown[code] - code) & 0xFFFF for code in codes[:-1]), 1]
    many = len(codes)
    power = 1 << (many.bit_length() - 1)
    head = struct.pack(">HHHH", 2 * many, 2 * power, power.bit_length() - 1, 2 * (many - power))
    rows = struct.pack(f">{many}HH{many}H{many}H{many}H", *codes, 0, *codes, *deltas, *[0] * many)
    return struct.pack(">HHHHL", 0, 1, 3, 1, 12) + struct.pack(">HHH", 4, 14 + len(rows), 0) + head + rows


def _woff(tables: Mapping[str, bytes]) -> bytes:
    entries, body = b"", b""
    start, whole = 44 + 20 * len(tables), 12 + 16 * len(tables)
    for name, table in sorted(tables.items()):
        packed = min(zlib.compress(table, 9), table, key=len)
        padded = table + bytes(-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}L", padded)) & 0xFFFFFFFF
        entries += struct.pack(">4sLLLL", name.encode(), start + len(body), len(packed), len(table), total)
        body += packed + bytes(-len(packed) % 4)
        whole += len(padded)
    sizes = (start + len(body), len(tables), 0, whole, 1, 0, 0, 0, 0, 0, 0)
    return struct.pack(">4sLLHHLHHLLLLL", b"wOFF", 0x00010000, *sizes) + entries + body
