"""Bitmaps inside an SVG, which are taken out of it and laid over the drawing.

Only `image` elements with data addresses count, where they are, or where `use` shows them.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as BadBase64
from dataclasses import dataclass
from math import atan2, degrees, hypot

from grenade_salad.boxes.virtualtabletop.game_state import read_number

_MAX_IMAGES = 40
_IMAGE = re.compile(rb"<image\b([^<>]*)(?:/>|>\s*</image>)")
_USE = re.compile(rb"<use\b([^<>]*)(?:/>|>\s*</use>)")
_ATTRIBUTE = re.compile(rb"([\w:-]{1,40})\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale)\s*\(([^()]{1,200})\)\s*")
_SHAPE = re.compile(rb"<(?:path|rect|circle|ellipse|polygon|polyline|line|text)\b")
_DEFINITIONS = re.compile(rb"<defs\b|</defs>")
_VIEW_BOX = re.compile(rb"\bviewBox\s*=\s*[\"']([^\"']{1,100})[\"']")

Attributes = dict[str, str]


@dataclass(frozen=True, slots=True)
class EmbeddedImage:
    """A bitmap of an SVG and its place, as shares of the whole drawing."""

    data: bytes
    x: float
    y: float
    width: float
    height: float
    degrees: float = 0.0


def _read_attributes(tag: bytes) -> Attributes:
    return {
        match[1].decode("ascii", "replace").rpartition(":")[2]: (match[2] or match[3] or b"").decode("utf-8", "replace")
        for match in _ATTRIBUTE.finditer(tag)
    }


def _read_numbers(words: str) -> list[float]:
    return [read_number(part, 0.0) for part in re.split(r"[\s,]+", words.strip())][:6]


def read_transform(words: str) -> tuple[float, float, float, float]:
    """Return scale, degrees and shift of a transform.

    One that is unknown does nothing.

    >>> read_transform("matrix(2,0,0,2,5,6)"), read_transform("translate(3 4)"), read_transform("skewX(9)")
    ((2.0, 0.0, 5.0, 6.0), (1.0, 0.0, 3.0, 4.0), (1.0, 0.0, 0.0, 0.0))
    """
    match = _TRANSFORM.fullmatch(words)
    numbers = _read_numbers(match[2]) if match else []
    if match and match[1] == "matrix" and len(numbers) == 6:
        a, b, _, _, x, y = numbers
        return hypot(a, b) or 1.0, degrees(atan2(b, a)), x, y
    if match and match[1] == "translate" and numbers:
        return 1.0, 0.0, numbers[0], numbers[1] if len(numbers) > 1 else 0.0
    if match and match[1] == "scale" and numbers:
        return numbers[0] or 1.0, 0.0, 0.0, 0.0
    return 1.0, 0.0, 0.0, 0.0


def split_images(svg: bytes, size: tuple[float, float]) -> tuple[bytes, list[EmbeddedImage]]:
    """Return an SVG without its bitmaps, b"" if nothing is left, and the bitmaps.

    `size` is that of the drawing if it does not say what part of it is visible.
    """
    view_box = _VIEW_BOX.search(svg[:4000])
    box = _read_numbers(view_box[1].decode("ascii", "replace")) if view_box else []
    left, top, width, height = box if len(box) == 4 and box[2] > 0 and box[3] > 0 else (0.0, 0.0, *size)
    definitions = _find_definitions(svg)
    by_id: dict[str, Attributes] = {}
    places: list[tuple[int, Attributes, Attributes]] = []
    for match in _IMAGE.finditer(svg):
        attributes = _read_attributes(match[1])
        by_id.setdefault(attributes.get("id", ""), attributes)
        if len(places) < _MAX_IMAGES and not any(begin <= match.start() < end for begin, end in definitions):
            places.append((match.start(), attributes, {}))
    for match in _USE.finditer(svg):
        attributes = _read_attributes(match[1])
        target = attributes.get("href", "").removeprefix("#")
        if target and target in by_id and len(places) < 2 * _MAX_IMAGES:
            places.append((match.start(), by_id[target], attributes))
    images = []
    for _, attributes, use in sorted(places, key=lambda place: place[0])[:_MAX_IMAGES]:
        if data := _decode(attributes.get("href", "")):
            images.append(_place(data, attributes, use, (left, top, width, height)))
    rest = _USE.sub(lambda match: b"" if _shows_image(match[1], by_id) else match[0], _IMAGE.sub(b"", svg))
    return (rest if _SHAPE.search(rest) else b""), images


def _find_definitions(svg: bytes) -> list[tuple[int, int]]:
    """Return the beginnings and ends of the first parts that are only shown by `use`."""
    spans: list[tuple[int, int]] = []
    begin = -1
    for match in _DEFINITIONS.finditer(svg):
        if match[0] != b"</defs>":
            begin = match.start() if begin < 0 else begin
        elif begin >= 0:
            spans.append((begin, match.end()))
            begin = -1
        if len(spans) >= _MAX_IMAGES:
            break
    return spans


def _shows_image(tag: bytes, by_id: dict[str, Attributes]) -> bool:
    return _read_attributes(tag).get("href", "").removeprefix("#") in by_id


def _decode(address: str) -> bytes:
    head, comma, data = address.partition(",")
    if not comma or not head.startswith("data:image/") or not head.endswith(";base64"):
        return b""
    try:
        return b64decode(data.encode())
    except (BadBase64, ValueError):
        return b""


def _place(
    data: bytes, image: Attributes, use: Attributes, view_box: tuple[float, float, float, float]
) -> EmbeddedImage:
    """Return the place of a bitmap, as shares of the visible part of the drawing."""
    left, top, width, height = view_box
    scale, turn, shift_x, shift_y = read_transform(use.get("transform") or image.get("transform", ""))
    own_width = read_number(image.get("width", "").removesuffix("px"), width, 0, 1e5) * scale
    own_height = read_number(image.get("height", "").removesuffix("px"), height, 0, 1e5) * scale
    x = (read_number(image.get("x"), 0) + read_number(use.get("x"), 0)) * scale + shift_x - left
    y = (read_number(image.get("y"), 0) + read_number(use.get("y"), 0)) * scale + shift_y - top
    return EmbeddedImage(data, x / width, y / height, own_width / width, own_height / height, turn)
