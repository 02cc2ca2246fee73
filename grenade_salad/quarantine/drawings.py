"""Draw the pictures of a box that are put together from others and from words.

This runs in the quarantine alone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from math import cos, radians, sin

import pygame

from grenade_salad.artwork.typefaces import find_font_file
from grenade_salad.boxes.drawings import MAX_PARTS, Drawing, DrawingPart
from grenade_salad.boxes.svg_copies import expand_uses

_MAX_DEPTH = 3
"""Maximum number of drawings in each other."""
_MAX_CACHED = 24
"""Number of decoded pictures, and of those in one size, that are cached."""
_MAX_SIDE = 4096
"""Maximum pixels along a side of a part."""
_MIN_TYPE, _MAX_TYPE = 5, 400
"""Pixels of the smallest and the largest type."""
_LEADING = 1.2
_MAX_LINES = 60

Size = tuple[int, int]


class Drawer:
    """Draws pictures from the bytes of others."""

    def __init__(self, pictures: Mapping[str, bytes], drawings: Mapping[str, Drawing]) -> None:
        self._pictures, self._drawings = pictures, drawings
        self._decoded: OrderedDict[str, pygame.Surface | None] = OrderedDict()
        self._sized: OrderedDict[tuple[str, Size, int], pygame.Surface | None] = OrderedDict()
        self.has_lost_part = False
        """True if a part of something that was drawn could not be decoded."""
        self._incomplete: set[str] = set()
        """Drawings in others that lack a part."""

    def draw(self, drawing: Drawing, size: Size, depth: int = 0) -> pygame.Surface:
        """Return the drawing in that size in pixels."""
        surface = pygame.Surface(size, pygame.SRCALPHA, 32)
        scale = size[0] / drawing.size[0], size[1] / drawing.size[1]
        for part in drawing.parts[:MAX_PARTS]:
            self._draw_part(surface, part, scale, depth)
        return surface

    def _draw_part(self, surface: pygame.Surface, part: DrawingPart, scale: tuple[float, float], depth: int) -> None:
        width, height = (
            max(1, min(_MAX_SIDE, round(side * share)))
            for side, share in zip((part.width, part.height), scale, strict=True)
        )
        left, top = part.x * scale[0], part.y * scale[1]
        # Words may be longer than their place, which they leave at its lower edge.
        shift = 0.0
        if part.words:
            layer = _write(part, width, max(height, surface.get_height() - top), scale[1])
            shift = (layer.get_height() - height) / 2
            left += (layer.get_width() - width) / 2
        elif part.picture:
            picture = self._find(part.picture, (width, height), depth)
            self.has_lost_part |= picture is None or part.picture in self._incomplete
            if picture is None:
                return
            layer = pygame.Surface((width, height), pygame.SRCALPHA, 32)
            if part.colour:
                layer.fill(part.colour)
            layer.blit(picture, picture.get_rect(center=layer.get_rect().center))
        else:
            layer = pygame.Surface((width, height), pygame.SRCALPHA, 32)
            layer.fill(part.colour or "#ffffff")
        turn = radians(part.degrees % 360)
        centre = left + width / 2 - shift * sin(turn), top + height / 2 + shift * cos(turn)
        if turn:
            layer = pygame.transform.rotozoom(layer, -part.degrees, 1.0)
        surface.blit(layer, layer.get_rect(center=(round(centre[0]), round(centre[1]))))

    def _find(self, name: str, size: Size, depth: int) -> pygame.Surface | None:
        """Return a picture as large as fits the size; None if it cannot be decoded."""
        key = name, size, depth
        if key not in self._sized:
            self._sized[key] = self._render(name, size, depth)
            if len(self._sized) > _MAX_CACHED:
                self._sized.popitem(last=False)
        return self._sized[key]

    def _render(self, name: str, size: Size, depth: int) -> pygame.Surface | None:
        drawing = self._drawings.get(name)
        if drawing is not None and depth < _MAX_DEPTH:
            had_lost_part, self.has_lost_part = self.has_lost_part, False
            surface = self.draw(drawing, _fit(drawing.size, size), depth + 1)
            if self.has_lost_part:
                self._incomplete.add(name)
            self.has_lost_part |= had_lost_part
            return surface
        data = self._pictures.get(name, b"")
        try:
            if name.lower().endswith(".svg"):
                return pygame.image.load_sized_svg(BytesIO(expand_uses(data)), size)
            image = self._decode(name, data)
        except pygame.error:
            return None
        return None if image is None else pygame.transform.smoothscale(image, _fit(image.get_size(), size))

    def _decode(self, name: str, data: bytes) -> pygame.Surface | None:
        """Return a picture in its own size, with 32 bits a pixel."""
        if name not in self._decoded:
            image = pygame.image.load(BytesIO(data), name)
            layer = pygame.Surface(image.get_size(), pygame.SRCALPHA, 32)
            layer.blit(image, (0, 0))
            self._decoded[name] = layer
            if len(self._decoded) > _MAX_CACHED:
                self._decoded.popitem(last=False)
        return self._decoded[name]


def _fit(size: tuple[float, float], within: Size) -> Size:
    """Return the size in its own proportions, as large as fits.

    >>> _fit((10, 20), (100, 100)), _fit((300.0, 100.0), (30, 30))
    ((50, 100), (30, 10))
    """
    scale = min(within[0] / size[0], within[1] / size[1])
    return max(1, min(_MAX_SIDE, round(size[0] * scale))), max(1, min(_MAX_SIDE, round(size[1] * scale)))


@lru_cache(maxsize=32)
def _load_font(pixels: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(find_font_file("text"), pixels)


def _write(part: DrawingPart, width: int, max_height: float, scale: float) -> pygame.Surface:
    """Return words on nothing, wrapped to the width.

    They are smaller if they end below `max_height`.
    """
    pixels = max(_MIN_TYPE, min(_MAX_TYPE, round(part.type_size * scale)))
    while True:
        font = _load_font(pixels)
        lines, step = _wrap(font, part.words, width), max(1, round(pixels * _LEADING))
        if len(lines) * step <= max(max_height, step) or pixels <= _MIN_TYPE:
            break
        pixels = max(_MIN_TYPE, int(pixels * 0.85))
    images = [font.render(line, True, part.colour or "#000000") for line in lines]
    layer_width = min(_MAX_SIDE, max(width, *(image.get_width() for image in images)))
    layer = pygame.Surface((layer_width, min(_MAX_SIDE, len(lines) * step)), pygame.SRCALPHA, 32)
    for index, image in enumerate(images):
        space = max(0, width - image.get_width())
        left = {"left": 0, "center": space // 2, "right": space}[part.align]
        layer.blit(image, (left, index * step + (step - image.get_height()) // 2))
    return layer


def _wrap(font: pygame.font.Font, words: str, width: int) -> list[str]:
    lines = [""]
    for word in words.replace("\0", "").split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if font.size(longer)[0] <= width or not lines[-1]:
            lines[-1] = longer
        elif len(lines) < _MAX_LINES:
            lines.append(word)
        else:
            break
    return lines
