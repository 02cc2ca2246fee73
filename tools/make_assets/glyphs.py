"""Outlines of single glyphs of a TrueType file, as SVG paths.

The pictures have no text elements, since nanosvg draws none.
"""

import struct
from functools import cache
from importlib.resources import files
from pathlib import Path

from .svg import Point, num

SLAB = Path(str(files("fontpkg_alfa_slab_one"))) / "files" / "AlfaSlabOne-Regular.ttf"
TrueTypePoint = tuple[int, int, bool]


@cache
def _tables(path: Path) -> tuple[bytes, dict[str, int]]:
    data = path.read_bytes()
    count = struct.unpack(">H", data[4:6])[0]
    records = (struct.unpack(">4sLLL", data[12 + 16 * i : 28 + 16 * i]) for i in range(count))
    return data, {tag.decode("ascii"): offset for tag, _, offset, _ in records}


def _glyph_index(path: Path, letter: str) -> int:
    data, tables = _tables(path)
    cmap = tables["cmap"]
    for i in range(struct.unpack(">H", data[cmap + 2 : cmap + 4])[0]):
        offset = cmap + struct.unpack(">L", data[cmap + 8 + 8 * i : cmap + 12 + 8 * i])[0]
        if struct.unpack(">H", data[offset : offset + 2])[0] == 4:
            return _lookup_format_4(data, offset, ord(letter))
    raise ValueError(f"no format 4 cmap in {path.name}")


def _lookup_format_4(data: bytes, offset: int, code: int) -> int:
    segments = struct.unpack(">H", data[offset + 6 : offset + 8])[0] // 2

    def array(position: int, kind: str = "H") -> tuple[int, ...]:
        return struct.unpack(f">{segments}{kind}", data[position : position + 2 * segments])

    ends, starts = array(offset + 14), array(offset + 16 + 2 * segments)
    deltas, offsets_start = array(offset + 16 + 4 * segments, "h"), offset + 16 + 6 * segments
    offsets = array(offsets_start)
    for i in range(segments):
        if starts[i] <= code <= ends[i]:
            if offsets[i] == 0:
                return (code + deltas[i]) & 0xFFFF
            glyph_position = offsets_start + 2 * i + offsets[i] + 2 * (code - starts[i])
            return (int(struct.unpack(">H", data[glyph_position : glyph_position + 2])[0]) + deltas[i]) & 0xFFFF
    raise ValueError(f"no glyph for {chr(code)!r}")


def _coordinates(data: bytes, offset: int, flags: list[int], short_bit: int, same_bit: int) -> tuple[list[int], int]:
    values, value = [], 0
    for flag in flags:
        if flag & short_bit:
            value += data[offset] if flag & same_bit else -data[offset]
            offset += 1
        elif not flag & same_bit:
            value += struct.unpack(">h", data[offset : offset + 2])[0]
            offset += 2
        values.append(value)
    return values, offset


def _contours(path: Path, letter: str) -> list[list[TrueTypePoint]]:
    data, tables = _tables(path)
    index = _glyph_index(path, letter)
    if struct.unpack(">h", data[tables["head"] + 50 : tables["head"] + 52])[0]:
        offset = struct.unpack(">L", data[tables["loca"] + 4 * index : tables["loca"] + 4 * index + 4])[0]
    else:
        offset = 2 * struct.unpack(">H", data[tables["loca"] + 2 * index : tables["loca"] + 2 * index + 2])[0]
    position = tables["glyf"] + offset
    count = struct.unpack(">h", data[position : position + 2])[0]
    if count < 0:
        raise ValueError(f"{letter!r} is a composite glyph")
    ends = struct.unpack(f">{count}H", data[position + 10 : position + 10 + 2 * count])
    position += 10 + 2 * count
    position += 2 + struct.unpack(">H", data[position : position + 2])[0]
    flags: list[int] = []
    while len(flags) <= ends[-1]:
        flag, repeats = data[position], 0
        position += 1
        if flag & 8:
            repeats = data[position]
            position += 1
        flags += [flag] * (repeats + 1)
    xs, position = _coordinates(data, position, flags, 2, 16)
    ys, _ = _coordinates(data, position, flags, 4, 32)
    points = [(x, y, bool(flag & 1)) for x, y, flag in zip(xs, ys, flags, strict=True)]
    return [points[start:end] for start, end in zip((0, *(e + 1 for e in ends)), (e + 1 for e in ends), strict=False)]


def _advance(path: Path, letter: str) -> int:
    data, tables = _tables(path)
    metrics = struct.unpack(">H", data[tables["hhea"] + 34 : tables["hhea"] + 36])[0]
    offset = tables["hmtx"] + 4 * min(_glyph_index(path, letter), metrics - 1)
    return int(struct.unpack(">H", data[offset : offset + 2])[0])


def _outline(contour: list[TrueTypePoint], x: float, y: float, scale: float, squeeze: float) -> str:
    def to_page(px: float, py: float) -> Point:
        return (x + px * scale * squeeze, y - py * scale)

    full: list[TrueTypePoint] = []
    for i, (px, py, is_on_curve) in enumerate(contour):
        qx, qy, is_next_on_curve = contour[(i + 1) % len(contour)]
        full.append((px, py, is_on_curve))
        if not is_on_curve and not is_next_on_curve:
            full.append(((px + qx) // 2, (py + qy) // 2, True))
    start = next(i for i, point in enumerate(full) if point[2])
    full = full[start:] + full[:start] + [full[start]]
    first = to_page(*full[0][:2])
    out, i = f"M{num(first[0])} {num(first[1])}", 1
    while i < len(full):
        bx, by = to_page(*full[i][:2])
        if full[i][2]:
            out += f"L{num(bx)} {num(by)}"
            i += 1
        else:
            cx, cy = to_page(*full[i + 1][:2])
            out += f"Q{num(bx)} {num(by)} {num(cx)} {num(cy)}"
            i += 2
    return out + "Z"


def text(letters: str, cx: float, base: float, height: float, squeeze: float = 1.0, gap: float = 0.0) -> str:
    """Return letters as one path, centred on cx, standing on base.

    `height` is that of a capital letter, `gap` is added between letters.
    """
    cap = max(y for contour in _contours(SLAB, "H") for _, y, _ in contour)
    scale = height / cap
    total = sum(_advance(SLAB, letter) * scale * squeeze for letter in letters) + gap * (len(letters) - 1)
    x, out = cx - total / 2, ""
    for letter in letters:
        out += "".join(_outline(contour, x, base, scale, squeeze) for contour in _contours(SLAB, letter))
        x += _advance(SLAB, letter) * scale * squeeze + gap
    return out
