"""Textures for the surface of a table, as tiles: linen, felt, wood, paper."""

from __future__ import annotations

from functools import lru_cache

import pygame

from grenade_salad.app.ui import pictures
from grenade_salad.app.ui.theme import FELT, MAT, Colour

_TILE_UNITS = 320
"""Width of a tile of linen in units, where the table is not enlarged."""
_MAX_TILE_ZOOM = 2.0
"""Enlargement of the table from which the threads grow no more."""


def tile_size(factor: float, zoom: float = 1.0) -> int:
    """Return the size of a tile of linen in pixels.

    `factor` is the number of pixels in a unit of the screen, `zoom` the enlargement.
    """
    return max(64, round(_TILE_UNITS * factor * min(zoom, _MAX_TILE_ZOOM) / 2) * 2)


@lru_cache(maxsize=2)
def load_linen(pixels: int) -> pygame.Surface:
    """Return the linen right under the lamp, as a tile.

    `pixels` is its width and height. `shapes.light_linen` then makes it darker where the lamp is far.
    """
    return load_tile("linen", pixels, MAT)


@lru_cache(maxsize=2)
def load_felt(pixels: int) -> pygame.Surface:
    """Return the felt, three times as bright as in plain light, as a tile.

    `pixels` is its width and height. `shapes.light_felt` then makes it as bright as the lamp does.
    """
    plain = load_tile("felt", pixels, FELT)
    tile = plain.copy()
    for _ in range(2):
        tile.blit(plain, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return tile


@lru_cache(maxsize=2)
def load_tile(name: str, pixels: int, fallback: Colour) -> pygame.Surface:
    """Return a texture in plain light as a tile of a size in pixels.

    The surface is shared: do not draw on it.
    """
    tile = pygame.Surface((pixels, pixels)).convert()
    tile.fill(fallback)
    if pictures.has_bitmap(f"textures/{name}.png"):
        bitmap = pictures.load_bitmap(f"textures/{name}.png")
        tile = pygame.transform.smoothscale(bitmap.convert(), (pixels, pixels))
    return tile


def lay_tiles(surface: pygame.Surface, tile: pygame.Surface, origin: tuple[int, int], area: pygame.Rect) -> None:
    """Cover an area with tiles that begin at the origin; all in pixels."""
    width, height = tile.get_size()
    for left in range(origin[0] + (area.x - origin[0]) // width * width, area.right, width):
        for top in range(origin[1] + (area.y - origin[1]) // height * height, area.bottom, height):
            surface.blit(tile, (left, top))
