"""Sizes of pictures, read from their first bytes before anything decodes them."""

from __future__ import annotations

import re
import struct

from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.text import Message, m

MAX_PICTURE_BYTES = 8 * 1024 * 1024
"""Maximum bytes of one picture."""
MAX_PIXELS = 4096 * 4096
"""Maximum pixels of a picture: 64 MB when decoded."""
MAX_SIDE = 8192
"""Maximum pixels of the longer side."""
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
"""The first bytes of a PNG."""
_SIZE_MARKERS = (0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF)
"""Markers of JPEG segments that contain the size."""
_LENGTH = r"\s{0,9}([0-9]{1,6}(?:\.[0-9]{0,20})?)(px|mm|pt|in|cm)?\s{0,9}"
_NUMBER = r"[-+0-9.eE]{1,24}"
_VIEW_BOX = re.compile(
    rf"\bviewBox=[\"']\s{{0,9}}{_NUMBER}[\s,]{{1,9}}{_NUMBER}[\s,]{{1,9}}{_LENGTH}[\s,]{_LENGTH}[\"']"
)
_PIXELS = {"in": 96.0, "cm": 96 / 2.54}
"""Pixels of units of an SVG in which a picture would be tiny otherwise."""
_FORBIDDEN = re.compile(
    r"<!(?!--)|<script|<image|<foreignobject|href(?!\s{0,9}=\s{0,9}[\"']#)|@import|\son[a-z]+\s*=|url\s*\((?!\s*['\"]?#)",
    re.IGNORECASE,
)
"""Parts of an SVG that refer elsewhere: entities, scripts, other pictures, links."""
_DOCTYPE = re.compile(r"<!DOCTYPE\s[^<>\[\]]{0,1000}>", re.IGNORECASE)
"""A declaration without entities, which is harmless."""
_SVG_HEAD = re.compile(r"<svg(?=[\s>])(?:[^<>\"']|\"[^<>\"]*\"|'[^<>']*')*>")
_MAX_SVG_HEAD = 10_000
"""Maximum number of characters of the tag that begins an SVG."""
_GRADIENT = re.compile(r"<(?:linear|radial)Gradient", re.IGNORECASE)
_MAX_GRADIENTS = 1000
"""SDL_image searches all gradients for each shape."""
_MAX_STYLE_LENGTH = 64 * 1024
"""Maximum number of characters of CSS, which SDL_image searches for each shape."""
_DASHES = re.compile(r"stroke-dasharray\s{0,9}[:=]\s{0,9}[\"']?([-+0-9.eE,\s%a-z]{0,400})", re.IGNORECASE)
_MIN_DASH_SHARE = 1e-4
"""Minimum length of the dashes of a line, as a share of the drawing's longer side."""


def check_picture(name: str, data: bytes) -> tuple[int, int]:
    """Return the width and height of a picture in pixels.

    Raises BadBoxFile for anything else, and for a picture that is too large.
    """
    read_size = _SIZE_READERS.get(name.rpartition(".")[2].lower())
    if read_size is None:
        raise BadBoxFile(name, m("a picture is a PNG, JPEG, WebP, GIF or SVG"))
    try:
        size = read_size(data)
    except (struct.error, IndexError, UnicodeDecodeError):
        size = None
    except _CostlyDrawing as error:
        raise BadBoxFile(name, error.why) from None
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
    if data[:8] != PNG_SIGNATURE or data[12:16] != b"IHDR" or b"acTL" in data[:4096]:
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
    text = _DOCTYPE.sub("", data.decode("utf-8-sig"), count=1)
    head = _find_svg_head(text)
    # References may also be hidden in character entities, which are not decoded here.
    if not head or _FORBIDDEN.search(text) or "&#" in text:
        return None
    lengths = [re.search(rf"\b{side}=[\"']{_LENGTH}[\"']", head) for side in ("width", "height")]
    if all(lengths):
        width, height = (float(length[1]) * _PIXELS.get(length[2], 1.0) for length in lengths if length)
    elif view_box := _VIEW_BOX.search(head):
        width, height = float(view_box[1]), float(view_box[3])
    else:
        return None
    _check_svg_cost(text, max(width, height))
    return round(width), round(height)


def _find_svg_head(text: str) -> str:
    """Return the tag that begins the drawing, or an empty text.

    It is the first tag of the file: before it are only comments and the declaration of XML.
    """
    position = 0
    while True:
        while position < len(text) and text[position].isspace():
            position += 1
        end_mark = {"<?": "?>", "<!": "-->"}.get(text[position : position + 2])
        if end_mark is None:
            break
        end = text.find(end_mark, position)
        if end < 0:
            return ""
        position = end + len(end_mark)
    head = _SVG_HEAD.match(text, position, position + _MAX_SVG_HEAD)
    return head[0] if head else ""


class _CostlyDrawing(Exception):
    """An SVG that would take minutes to draw; its message says why."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


def _check_svg_cost(text: str, longer_side: float) -> None:
    """Raise _CostlyDrawing for what takes much longer to draw than to read."""
    if sum(1 for _ in _GRADIENT.finditer(text)) > _MAX_GRADIENTS:
        raise _CostlyDrawing(m("it has more than {most} gradients", most=_MAX_GRADIENTS))
    styles = text.split("<style")[1:]
    if sum(len(style.partition("</style")[0]) for style in styles) > _MAX_STYLE_LENGTH:
        # Translators: CSS is the language of styles in drawings
        raise _CostlyDrawing(m("it has more than {most} letters of CSS", most=_MAX_STYLE_LENGTH))
    for dashes in _DASHES.finditer(text):
        lengths = [float(length) for length in re.findall(r"[0-9]{0,9}\.?[0-9]{1,9}(?:e-?[0-9]{1,2})?", dashes[1])]
        if 0 < sum(lengths) < longer_side * _MIN_DASH_SHARE:
            raise _CostlyDrawing(m("its lines have dashes that are too short to be seen"))


def _read_gif_size(data: bytes) -> tuple[int, int] | None:
    # Of an animation, the first frame is shown.
    if data[:6] not in (b"GIF87a", b"GIF89a"):
        return None
    width, height = struct.unpack_from("<HH", data, 6)
    return width, height


_SIZE_READERS = {
    "png": _read_png_size,
    "jpg": _read_jpeg_size,
    "jpeg": _read_jpeg_size,
    "webp": _read_webp_size,
    "gif": _read_gif_size,
    "svg": _read_svg_size,
}
"""Functions by the ending of a file.

Each returns the width and height, or None if it is no such picture.
"""
