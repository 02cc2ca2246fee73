"""Sizes of pictures, read from their first bytes before anything decodes them."""

from __future__ import annotations

import re
import struct

from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.text import m

MAX_PICTURE_BYTES = 8 * 1024 * 1024
"""Maximum bytes of one picture."""
MAX_PIXELS = 4096 * 4096
"""Maximum pixels of a picture: 64 MB when decoded."""
MAX_SIDE = 8192
"""Maximum pixels of the longer side."""
_SIZE_MARKERS = (0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF)
"""Markers of JPEG segments that contain the size."""
_LENGTH = r"\s*([0-9]{1,6}(?:\.[0-9]{0,6})?)(?:px|mm|pt)?\s*"
_FORBIDDEN = re.compile(
    r"<!(?!--)|<script|<image|<foreignobject|href|@import|\son\w+\s*=|url\s*\((?!\s*['\"]?#)", re.IGNORECASE
)
"""Parts of an SVG that refer elsewhere: entities, scripts, other pictures, links."""


def check_picture(name: str, data: bytes) -> tuple[int, int]:
    """Return the width and height of a picture in pixels.

    Raises BadBoxFile for anything else, and for a picture that is too large.
    """
    read_size = _SIZE_READERS.get(name.rpartition(".")[2].lower())
    if read_size is None:
        raise BadBoxFile(name, m("a picture is a PNG, JPEG, WebP or SVG"))
    try:
        size = read_size(data)
    except (struct.error, IndexError, UnicodeDecodeError):
        size = None
    if size is None:
        raise BadBoxFile(name, m("it is not the picture that its name says"))
    width, height = size
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_PIXELS):
        raise BadBoxFile(
            name,
            m("{width} x {height} pixels: there may be {most} at most", width=width, height=height, most=MAX_PIXELS),
        )
    return size


def _read_png_size(data: bytes) -> tuple[int, int] | None:
    # acTL begins an animation, which has many frames.
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or b"acTL" in data[:4096]:
        return None
    width, height = struct.unpack_from(">LL", data, 16)
    return width, height


def _read_jpeg_size(data: bytes) -> tuple[int, int] | None:
    if data[:3] != b"\xff\xd8\xff":
        return None
    offset = 2
    while data[offset] == 0xFF:
        marker = data[offset + 1]
        if marker == 0xFF:
            offset += 1
            continue
        if marker in _SIZE_MARKERS:
            height, width = struct.unpack_from(">HH", data, offset + 5)
            return width, height
        # TEM, RST0 to RST7 and SOI
        has_no_length = marker == 0x01 or 0xD0 <= marker <= 0xD8
        (length,) = (0,) if has_no_length else struct.unpack_from(">H", data, offset + 2)
        offset += 2 + length
    return None


def _read_webp_size(data: bytes) -> tuple[int, int] | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    kind = data[12:16]
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and data[20] == 0x2F:
        (bits,) = struct.unpack_from("<L", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and not data[20] & 0x02:  # An animated picture has many frames.
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    return None


def _read_svg_size(data: bytes) -> tuple[int, int] | None:
    text = data.decode()
    head = re.search(r"<svg\b[^>]*>", text)
    # References may also be hidden in character entities, which are not decoded here.
    if head is None or _FORBIDDEN.search(text) or "&#" in text:
        return None
    lengths = [re.search(rf"\b{side}=[\"']{_LENGTH}[\"']", head[0]) for side in ("width", "height")]
    view_box = re.search(rf"\bviewBox=[\"']\s*\S+\s+\S+\s+{_LENGTH}[\s,]{_LENGTH}[\"']", head[0])
    if all(lengths):
        width, height = (float(length[1]) for length in lengths if length)
    elif view_box:
        width, height = map(float, view_box.groups())
    else:
        return None
    return round(width), round(height)


_SIZE_READERS = {
    "png": _read_png_size,
    "jpg": _read_jpeg_size,
    "jpeg": _read_jpeg_size,
    "webp": _read_webp_size,
    "svg": _read_svg_size,
}
"""Functions by the ending of a file.

Each returns the width and height, or None if it is no such picture.
"""
