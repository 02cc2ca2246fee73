"""Pictures of strangers, written again as PNG in the sizes that are shown.

This runs in the quarantine alone. Nothing of the original bytes leaves it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from math import sqrt

import numpy as np
import pygame

from grenade_salad.boxes.box_reader import LoadedBox, list_pictures
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.image_size import PNG_SIGNATURE, check_picture
from grenade_salad.boxes.svg_copies import expand_uses
from grenade_salad.games.open_table.box import Box, Kind, Point
from grenade_salad.quarantine.drawings import Drawer
from grenade_salad.quarantine.process import Report
from grenade_salad.text import m

_PIXELS_PER_MM = 12.0
"""Pixels of a picture for each mm of its piece: a card is 756 x 1056 pixels."""
_MIN_SIDE, _MAX_SIDE = 256.0, 4096.0
"""Pixels of the longer side of a picture: those of tiny pieces, and of boards."""
MAX_PICTURE_PIXELS = 6 * 1024 * 1024
"""Maximum pixels of one picture; a larger one is reduced."""
MAX_PIXELS = 48 * 1024 * 1024
"""Maximum pixels of all pictures of a box; beyond that, each is reduced."""
BRIEF_PIXELS = 1024 * 1024
"""The same for the shelf, which shows them small."""
_COVER_SIDE = 480
"""Maximum pixels of the longer side of a cover, which is shown on the shelf."""
_MAX_CACHED_BYTES = 96 * 1024 * 1024
"""Maximum bytes of PNG that the process remembers."""
_encoded: dict[tuple[str, bytes, tuple[int, int]], bytes] = {}
"""The PNG of files by their format, hash and size, the last one at the end."""
_RGB, _RGBA, _FILTER_UP = 2, 6, 2
"""Types of pixels in a PNG, and rows as differences from the row above."""


def measure_pictures(box: Box) -> dict[str, Point]:
    """Return the size in mm at which each picture file of a box is shown.

    It is the largest of all its pieces. A file of several pictures is as large as all of them side by side.
    """
    sizes: dict[str, Point] = {}
    for kind in box.kinds:
        for name, size in _measure_kind(kind):
            width, height = sizes.get(name, (0.0, 0.0))
            sizes[name] = max(width, size[0]), max(height, size[1])
    return sizes


def _measure_kind(kind: Kind) -> Iterator[tuple[str, Point]]:
    width, height = kind.size
    columns, rows = kind.sheet
    for name in kind.pictures:
        yield name, (width * columns, height * rows)
    yield kind.back_picture, kind.size
    for printed in kind.printed:
        yield printed.picture, kind.size
        yield printed.icon, kind.size


@dataclass(frozen=True)
class EncodedPictures:
    """The pictures of a box as PNG."""

    pictures: dict[str, bytes]
    """Those that it shows, by their names."""
    incomplete_count: int = 0
    """Number of those that are put together from others, and lack one."""
    cover: bytes = b""


def encode_pictures(loaded: LoadedBox, report: Report, max_pixels: int = MAX_PIXELS) -> EncodedPictures:
    """Return each picture that a box shows as PNG.

    Those that are put together from others are drawn. A picture that cannot be decoded is left out of a foreign box;
    for others, it raises BadBoxFile.
    """
    names = [name for name in list_pictures(loaded.box) if name in loaded.pictures]
    sizes = _choose_sizes(loaded, names, max_pixels)
    drawer = Drawer(loaded.pictures, loaded.drawings)
    result: dict[str, bytes] = {}
    incomplete_count = 0
    for name in names:
        if (drawing := loaded.drawings.get(name)) is not None:
            report(name)
            drawer.has_lost_part = False
            result[name] = _write_png(drawer.draw(drawing, sizes[name]))
            incomplete_count += drawer.has_lost_part
            continue
        try:
            result[name] = encode_picture(name, loaded.pictures[name], sizes[name], report)
        except BadBoxFile:
            if not loaded.is_foreign:
                raise
    return EncodedPictures(result, incomplete_count, _encode_cover(loaded, drawer, report))


def _encode_cover(loaded: LoadedBox, drawer: Drawer, report: Report) -> bytes:
    """Return the picture for the shelf as PNG; b"" without one that can be decoded."""
    name = loaded.cover_name
    if name not in loaded.pictures:
        return b""
    drawing = loaded.drawings.get(name)
    try:
        width, height = drawing.size if drawing is not None else check_picture(name, loaded.pictures[name])
        share = min(_COVER_SIDE / max(width, height), 1.0 if drawing is None and not _is_drawing(name) else _COVER_SIDE)
        size = max(1, round(width * share)), max(1, round(height * share))
        if drawing is None:
            return encode_picture(name, loaded.pictures[name], size, report)
    except BadBoxFile:
        return b""
    report(name)
    return _write_png(drawer.draw(drawing, size))


def _choose_sizes(loaded: LoadedBox, names: Iterable[str], max_pixels: int) -> dict[str, tuple[int, int]]:
    """Return the size in pixels of each picture, so that all are within `max_pixels`."""
    shown_sizes = measure_pictures(loaded.box)
    sizes: dict[str, Point] = {}
    for name in names:
        drawing = loaded.drawings.get(name)
        original = drawing.size if drawing is not None else check_picture(name, loaded.pictures[name])
        is_scalable = drawing is not None or _is_drawing(name)
        sizes[name] = _choose_size(original, shown_sizes.get(name, (0.0, 0.0)), is_scalable)
    total = sum(width * height for width, height in sizes.values())
    share = min(1.0, sqrt(max_pixels / max(1.0, total)))
    return {
        name: (max(1, round(width * share)), max(1, round(height * share))) for name, (width, height) in sizes.items()
    }


def _choose_size(original: Point, shown_size: Point, is_drawing: bool) -> Point:
    """Return the size in pixels, in the proportions of the original.

    A drawing may be enlarged, a photo is not.
    """
    width, height = original
    scale = max(
        min(shown_size[0] * _PIXELS_PER_MM / width, shown_size[1] * _PIXELS_PER_MM / height),
        _MIN_SIDE / max(width, height),
    )
    limits = [scale, _MAX_SIDE / max(width, height), sqrt(MAX_PICTURE_PIXELS / (width * height))]
    scale = min(limits if is_drawing else [1.0, *limits])
    return width * scale, height * scale


def _is_drawing(name: str) -> bool:
    return name.lower().endswith(".svg")


def encode_picture(name: str, data: bytes, size: tuple[int, int], report: Report) -> bytes:
    """Return a picture of that size in pixels as PNG.

    One that was written before is remembered: a box is often read again after a change of its words. Raises BadBoxFile.
    """
    report(name)
    key = name.rpartition(".")[2].lower(), sha256(data).digest(), size
    if (cached := _encoded.pop(key, None)) is None:
        cached = _write_png(_decode(name, data, size))
    _encoded[key] = cached
    while sum(map(len, _encoded.values())) > _MAX_CACHED_BYTES and len(_encoded) > 1:
        del _encoded[next(iter(_encoded))]
    return cached


def _decode(name: str, data: bytes, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture of that size in pixels. Raises BadBoxFile."""
    try:
        if _is_drawing(name):
            image = pygame.image.load_sized_svg(BytesIO(expand_uses(data)), size)
        else:
            image = pygame.image.load(BytesIO(data), name)
    except pygame.error:
        raise BadBoxFile(name, m("it is not the picture that its name says")) from None
    if image.get_size() != size or image.get_bitsize() < 24:
        image = _scale(image, size)
    return image


def _write_png(image: pygame.Surface) -> bytes:
    """Return a picture as PNG: a quarter of pygame's time, for about the same size."""
    has_alpha = bool(image.get_masks()[3])
    depth, colour_type = (4, _RGBA) if has_alpha else (3, _RGB)
    width, height = image.get_size()
    raw = pygame.image.tobytes(image, "RGBA" if has_alpha else "RGB")
    pixels = np.frombuffer(raw, np.uint8).reshape(height, width * depth)
    rows = np.empty((height, 1 + width * depth), np.uint8)
    rows[:, 0], rows[0, 1:] = _FILTER_UP, pixels[0]
    np.subtract(pixels[1:], pixels[:-1], out=rows[1:, 1:])
    packer = zlib.compressobj(1, strategy=zlib.Z_RLE)
    data = packer.compress(rows.tobytes()) + packer.flush()
    head = struct.pack(">LLBBBBB", width, height, 8, colour_type, 0, 0, 0)
    return b"".join((PNG_SIGNATURE, _pack_chunk(b"IHDR", head), _pack_chunk(b"IDAT", data), _pack_chunk(b"IEND", b"")))


def _pack_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def _scale(image: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    if image.get_bitsize() < 24:
        # Only surfaces of 24 and 32 bits are scaled smoothly.
        layer = pygame.Surface(image.get_size(), pygame.SRCALPHA, 32)
        layer.blit(image, (0, 0))
        image = layer
    return pygame.transform.smoothscale(image, size)
