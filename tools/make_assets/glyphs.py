"""Outlines of single glyphs of a TrueType file, as SVG paths.

The pictures have no text elements, since nanosvg draws none.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path

from fontTools.ttLib import TTFont

from .svg import Point, num

SLAB = Path(str(files("fontpkg_alfa_slab_one"))) / "files" / "AlfaSlabOne-Regular.ttf"
TrueTypePoint = tuple[int, int, bool]
"""A point in units of the font, and True if it is on the curve."""


@cache
def _load_font() -> TTFont:
    # Not lazy: the file is read whole and closed.
    return TTFont(SLAB, lazy=False)


@cache
def _read_glyph(letter: str) -> tuple[int, list[list[TrueTypePoint]]]:
    """Return the advance width of a letter and its contours."""
    font = _load_font()
    name = font.getBestCmap()[ord(letter)]
    coordinates, ends, flags = font["glyf"][name].getCoordinates(font["glyf"])
    points = [(x, y, bool(flag & 1)) for (x, y), flag in zip(coordinates, flags, strict=True)]
    starts = [0, *(end + 1 for end in ends)]
    return font["hmtx"][name][0], [points[start : end + 1] for start, end in zip(starts, ends, strict=False)]


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
    glyphs = [_read_glyph(letter) for letter in letters]
    scale = height / max(y for contour in _read_glyph("H")[1] for _, y, _ in contour)
    total = sum(advance * scale * squeeze for advance, _ in glyphs) + gap * (len(letters) - 1)
    x, out = cx - total / 2, ""
    for advance, contours in glyphs:
        out += "".join(_outline(contour, x, base, scale, squeeze) for contour in contours)
        x += advance * scale * squeeze + gap
    return out
