"""What lies on a table under everything, as tiles: linen, wood, paper."""

from __future__ import annotations

from functools import lru_cache

import pygame

from grenade_salad.app.ui import pictures
from grenade_salad.app.ui.theme import MAT, Colour


def fineness(factor: float, zoom: float = 1.0) -> int:
    """How large a tile of linen is, in pixels: `factor` pixels in a unit of the screen, seen `zoom` times as near."""
    return max(64, round(320 * factor * min(zoom, 2.0) / 2) * 2)


@lru_cache(maxsize=2)
def linen(pixels: int) -> pygame.Surface:
    """The cloth before the lamp shines on it, as a tile of the given size in pixels: see `shapes.shine`."""
    tile = plain("linen", pixels, MAT).copy()
    dark = tile.copy()
    for _ in range(2):
        tile.blit(dark, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return tile


@lru_cache(maxsize=2)
def plain(name: str, pixels: int, stand_in: Colour) -> pygame.Surface:
    """A texture as a tile of the given size in pixels, in plain light. The surface is shared: do not draw on it."""
    tile = pygame.Surface((pixels, pixels)).convert()
    tile.fill(stand_in)
    if pictures.exists(f"textures/{name}.png"):
        whole = pictures.bitmap(f"textures/{name}.png")
        tile = pygame.transform.smoothscale(whole.convert(), (pixels, pixels))
    return tile


def lay(surface: pygame.Surface, tile: pygame.Surface, origin: tuple[int, int], inside: pygame.Rect) -> None:
    """Cover a part of the surface with a tile that begins at the origin; all in pixels."""
    wide, high = tile.get_size()
    for left in range(origin[0] + (inside.x - origin[0]) // wide * wide, inside.right, wide):
        for top in range(origin[1] + (inside.y - origin[1]) // high * high, inside.bottom, high):
            surface.blit(tile, (left, top))
