"""Pictures of boxes, decoded once, in sizes of which each is half the next.

A picture is drawn in a new size from the next larger one, so that it costs what is drawn, not what is in the file.
Threads may decode pictures before a frame needs them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from io import BytesIO
from threading import Lock

import pygame

from grenade_salad.boxes.image_size import PNG_SIGNATURE

_MAX_BYTES = 256 * 1024 * 1024
"""Maximum bytes of decoded pictures."""
_MIN_SIDE = 32
"""Pixels of the longer side under which there is no smaller size."""

Sizes = tuple[pygame.Surface, ...]
"""A picture in all its sizes, the largest first."""


class DecodedPictures:
    """Decoded pictures by the hash of their box, their path and their length.

    Those that were not used for longest leave first. The same box may be here with small pictures, for the shelf: its
    files have other lengths.
    """

    def __init__(self, max_bytes: int = _MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._pictures: OrderedDict[tuple[str, str, int], Sizes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, files_hash: str, path: str, data: bytes) -> Sizes:
        """Return a picture in all its sizes, decoded if it is not here.

        The surfaces are shared: do not draw on them. Raises pygame.error.
        """
        key = files_hash, path, len(data)
        with self._lock:
            if (sizes := self._pictures.get(key)) is not None:
                self._pictures.move_to_end(key)
                return sizes
        sizes = _decode(path, data)
        with self._lock:
            if key not in self._pictures:
                self._pictures[key] = sizes
                self._bytes += _count_bytes(sizes)
            while self._bytes > self._max_bytes and len(self._pictures) > 1:
                self._bytes -= _count_bytes(self._pictures.popitem(last=False)[1])
        return sizes

    def decode_ahead(self, files_hash: str, files: Mapping[str, bytes], max_bytes: int | None = None) -> None:
        """Decode the pictures of a box, as far as they fit in `max_bytes`.

        None is the whole memory: those of other boxes make space for them. This runs in a thread.
        """
        total, max_total = 0, self._max_bytes if max_bytes is None else max_bytes
        for path, data in files.items():
            if not data.startswith(PNG_SIGNATURE):
                continue  # A drawing of a bundled box is drawn anew in each size.
            try:
                total += _count_bytes(self.get(files_hash, path, data))
            except pygame.error:
                continue  # It is shown by its words.
            if total > max_total:
                return

    def clear(self) -> None:
        """Forget all pictures."""
        with self._lock:
            self._pictures.clear()
            self._bytes = 0


def choose_size(sizes: Sizes, width: float, height: float) -> pygame.Surface:
    """Return the smallest surface that has the wanted size, else the largest."""
    large_enough = [image for image in sizes if image.get_width() >= width and image.get_height() >= height]
    return large_enough[-1] if large_enough else sizes[0]


def _decode(path: str, data: bytes) -> Sizes:
    image = pygame.image.load(BytesIO(data), "it.png" if data.startswith(PNG_SIGNATURE) else path)
    if image.get_bitsize() < 24:
        layer = pygame.Surface(image.get_size(), pygame.SRCALPHA, 32)
        layer.blit(image, (0, 0))
        image = layer
    sizes = [image]
    while max(sizes[-1].get_size()) > 2 * _MIN_SIDE:
        width, height = sizes[-1].get_size()
        sizes.append(pygame.transform.smoothscale(sizes[-1], (max(1, width // 2), max(1, height // 2))))
    return tuple(sizes)


def _count_bytes(sizes: Sizes) -> int:
    return sum(image.get_width() * image.get_height() * image.get_bytesize() for image in sizes)


cached = DecodedPictures()
"""The pictures of this process."""
