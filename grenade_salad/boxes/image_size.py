"""How large a picture is, from its first bytes: before anything decodes it."""

from __future__ import annotations

import re
import struct
from math import isfinite

from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.text import m

LONGEST_PICTURE = 8 * 1024 * 1024
"""Bytes of one picture."""
MOST_PIXELS = 4096 * 4096
WIDEST = 8192
"""Pixels of the longer side."""
_FRAMES = (0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF)
"""The markers of JPEG that tell the size."""
_LENGTH = r"\s*([0-9]{1,6}(?:\.[0-9]{0,6})?)(?:px|mm|pt)?\s*"
_FORBIDDEN = re.compile(
    r"<!(?!--)|<script|<image|<foreignobject|href|@import|\son\w+\s*=|url\s*\((?!\s*['\"]?#)", re.IGNORECASE
)
"""Parts of an SVG that lead elsewhere: entities, programs, other pictures, links."""


def check_picture(name: str, data: bytes) -> tuple[int, int]:
    """The width and height of a picture in pixels. Raises BadBoxFile for what is none, or too large."""
    find = {"png": _png, "jpg": _jpeg, "jpeg": _jpeg, "webp": _webp, "svg": _svg}.get(name.rpartition(".")[2].lower())
    if find is None:
        raise BadBoxFile(name, m("a picture is a PNG, JPEG, WebP or SVG"))
    try:
        size = find(data)
    except (struct.error, IndexError, UnicodeDecodeError):
        size = None
    if size is None:
        raise BadBoxFile(name, m("it is not the picture that its name says"))
    width, height = size
    if not (0 < width <= WIDEST and 0 < height <= WIDEST and width * height <= MOST_PIXELS):
        raise BadBoxFile(
            name,
            m("{width} x {height} pixels: there may be {most} at most", width=width, height=height, most=MOST_PIXELS),
        )
    return size


def _png(data: bytes) -> tuple[int, int] | None:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or b"acTL" in data[:4096]:
        return None
    width, height = struct.unpack_from(">LL", data, 16)
    return width, height


def _jpeg(data: bytes) -> tuple[int, int] | None:
    if data[:3] != b"\xff\xd8\xff":
        return None
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        alone = marker == 0x01 or 0xD0 <= marker <= 0xD8
        (length,) = (0,) if alone else struct.unpack_from(">H", data, at + 2)
        at += 2 + length
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    kind = data[12:16]
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and data[20] == 0x2F:
        (bits,) = struct.unpack_from("<L", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and not data[20] & 0x02:  # one that moves has many frames
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    return None


def _svg(data: bytes) -> tuple[int, int] | None:
    text = data.decode()
    head = re.search(r"<svg\b[^>]*>", text)
    # what leads elsewhere may also stand in other letters, which nothing here reads
    if head is None or _FORBIDDEN.search(text) or "&#" in text:
        return None
    found = [re.search(rf"\b{side}=[\"']{_LENGTH}[\"']", head[0]) for side in ("width", "height")]
    box = re.search(rf"\bviewBox=[\"']\s*\S+\s+\S+\s+{_LENGTH}[\s,]{_LENGTH}[\"']", head[0])
    sides = (
        [float(one[1]) for one in found if one] if all(found) else [float(side) for side in box.groups()] if box else []
    )
    return (round(sides[0]), round(sides[1])) if len(sides) == 2 and all(map(isfinite, sides)) else None
