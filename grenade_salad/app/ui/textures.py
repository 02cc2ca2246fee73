"""What lies on a table under everything, as tiles: linen, wood, paper."""

from __future__ import annotations

from functools import lru_cache

import pygame

from grenade_salad.app.ui import pictures
from grenade_salad.app.ui.theme import MAT, Colour


def tile_size(factor: float, zoom: float = 1.0) -> int:
    """How large a tile of linen is, in pixels: `factor` pixels in a unit of the screen, seen `zoom` times as near."""
    return max(64, round(320 * factor * min(zoom, 2.0) / 2) * 2)


@lru_cache(maxsize=2)
def load_linen(pixels: int) -> pygame.Surface:
    """The cloth before the lamp shines on it, as a tile of the given size in pixels: see `shapes.light_up`."""
    tile = load_tile("linen", pixels, MAT).copy()
    dark = tile.copy()
    for _ in range(2):
        tile.blit(dark, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return tile


@lru_cache(maxsize=2)
def load_tile(name: str, pixels: int, fallback: Colour) -> pygame.Surface:
    """A texture as a tile of the given size in pixels, in plain light. The surface is shared: do not draw on it."""
    tile = pygame.Surface((pixels, pixels)).convert()
    tile.fill(fallback)
    if pictures.has_bitmap(f"textures/{name}.png"):
        bitmap = pictures.load_bitmap(f"textures/{name}.png")
        tile = pygame.transform.smoothscale(bitmap.convert(), (pixels, pixels))
    return tile


def lay_tiles(surface: pygame.Surface, tile: pygame.Surface, origin: tuple[int, int], area: pygame.Rect) -> None:
    """Cover a part of the surface with a tile that begins at the origin; all in pixels."""
    width, height = tile.get_size()
    for left in range(origin[0] + (area.x - origin[0]) // width * width, area.right, width):
        for top in range(origin[1] + (area.y - origin[1]) // height * height, area.bottom, height):
            surface.blit(tile, (left, top))
