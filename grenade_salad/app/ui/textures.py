"""Textures for the surface of a table, as tiles: linen, wood, paper."""

from __future__ import annotations

from functools import lru_cache

import pygame

from grenade_salad.app.ui import pictures
from grenade_salad.app.ui.theme import MAT, Colour


def tile_size(factor: float, zoom: float = 1.0) -> int:
    """Return the size of a tile of linen in pixels.

    `factor` is the number of pixels in a unit of the screen, `zoom` the enlargement.
    """
    return max(64, round(320 * factor * min(zoom, 2.0) / 2) * 2)


@lru_cache(maxsize=2)
def load_linen(pixels: int) -> pygame.Surface:
    """Return the cloth before the lamp shines on it, as a tile of a size in pixels.

    `shapes.shine` adds the light.
    """
    tile = load_tile("linen", pixels, MAT).copy()
    dark = tile.copy()
    for _ in range(2):
        tile.blit(dark, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
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
