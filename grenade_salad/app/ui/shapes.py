"""Shapes with smooth edges, cached as surfaces: boxes, paper, shadows, the table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache

import pygame

from grenade_salad.app.ui import lamp, pictures
from grenade_salad.app.ui.surface_cache import SurfaceCache
from grenade_salad.app.ui.theme import INK, PAPER, PAPER_EDGE, WHITE, WOOD, WOOD_DARK, Colour, mix

_cache = SurfaceCache(16 * 1024 * 1024, windows=5)
reset_count = 0
"""Number of times the caches were emptied; copies from before are then invalid."""
_LIGHT_MAP_SIZE = (640, 360)
"""Pixels of the light before it is stretched: it changes slowly."""
_PLAIN_LIGHT = (88, 88, 88)
"""Plain light to multiply by: a third of white, so that light can be brighter."""
_LINEN_LIGHT_ALPHA = 85
"""Share of the lamp's shade that falls on linen, of 255.

So its edges are only a little darker.
"""
_RIM_WIDTH = 6.5
"""Width of the raised edge of a table, in pixels of a window 720 pixels high."""
_TILE_WINDOW_HEIGHT = 1080
"""Height of a window in pixels in which a tile of wood has its own size."""


def cache_limit() -> int:
    """Return the maximum bytes of pixels that are cached."""
    return _cache.limit


def get_cached(key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
    """Return the surface of a key, drawn by `make` if it is not cached.

    The surface is shared: do not draw on it.
    """
    return _cache.get(key, make)


def is_cached(key: Hashable) -> bool:
    """True if a surface is cached under the key."""
    return key in _cache


def find_cached(key: Hashable) -> pygame.Surface | None:
    """Return the surface of a key, or None if it is not cached."""
    return _cache.find(key)


def accelerate(surface: pygame.Surface) -> pygame.Surface:
    """Store a surface in runs, so that it is drawn in a third of the time.

    For surfaces whose pixels are nearly all opaque or empty, by SDL's RLE. Not for what is scaled or drawn on later:
    that undoes the runs.
    """
    surface.set_alpha(255, pygame.RLEACCEL)
    return surface


def forget() -> None:
    """Empty the caches: after a new window, or in tests."""
    global reset_count
    reset_count += 1
    _cache.clear()
    for cache in (corner_disc, _paper_texture, table):
        cache.cache_clear()


@lru_cache(maxsize=128)
def corner_disc(radius: int, colour: Colour) -> pygame.Surface:
    """Return a disc of a radius in pixels; its quarters are the corners of boxes."""
    large = pygame.Surface((radius * 8, radius * 8), pygame.SRCALPHA)
    large.fill((*colour, 0))
    pygame.draw.circle(large, colour, (radius * 4, radius * 4), radius * 4)
    return pygame.transform.smoothscale(large, (radius * 2, radius * 2))


def fill_rounded(surface: pygame.Surface, box: pygame.Rect, colour: Colour, radius: int) -> None:
    """Fill a box with round, smooth corners; all in pixels."""
    radius = max(0, min(radius, box.width // 2, box.height // 2))
    if radius < 2:
        surface.fill(colour, box)
        return
    surface.fill(colour, (box.x + radius, box.y, box.width - 2 * radius, box.height))
    surface.fill(colour, (box.x, box.y + radius, box.width, box.height - 2 * radius))
    disc = corner_disc(radius, colour)
    right, bottom = box.right - radius, box.bottom - radius
    for x, y, u, v in ((box.x, box.y, 0, 0), (right, box.y, 1, 0), (box.x, bottom, 0, 1), (right, bottom, 1, 1)):
        surface.blit(disc, (x, y), (u * radius, v * radius, radius, radius))


def shadow(size: tuple[int, int], radius: int, blur: int, strength: int) -> pygame.Surface:
    """Return a soft shadow of a box, larger than it by 2 x blur on each side.

    All lengths are in pixels; strength is at most 255.
    """

    def make() -> pygame.Surface:
        edge = radius + 2 * blur
        if min(size) < 2 * edge:
            return _render_shadow(size, radius, blur, strength)
        return _stretch_shadow(_small_shadow(radius, blur, strength), size, edge + 2 * blur, blur)

    return get_cached(("shadow", size, radius, blur, strength), make)


def draw_shadow_rim(surface: pygame.Surface, box: pygame.Rect, radius: int, blur: int, strength: int) -> None:
    """Draw the soft shadow of a large box without the middle, which will be covered.

    It is not cached.
    """
    outer = box.inflate(4 * blur, 4 * blur)
    if min(box.size) < 2 * (radius + 2 * blur):
        surface.blit(shadow(box.size, radius, blur, strength), outer)
        return
    for part, offset in _stretch_parts(
        _small_shadow(radius, blur, strength), outer.size, radius + 4 * blur, hollow=True
    ):
        surface.blit(part, (outer.x + offset[0], outer.y + offset[1]))


def _small_shadow(radius: int, blur: int, strength: int) -> pygame.Surface:
    """Return the shadow of the smallest box that has corners, edges and a middle."""
    side = 2 * (radius + 2 * blur) + 1
    return get_cached(("soft", radius, blur, strength), lambda: _render_shadow((side, side), radius, blur, strength))


def _render_shadow(size: tuple[int, int], radius: int, blur: int, strength: int) -> pygame.Surface:
    step = max(1, blur // 4)
    width, height = (size[0] + 4 * blur) // step + 1, (size[1] + 4 * blur) // step + 1
    small = pygame.Surface((width, height), pygame.SRCALPHA)
    box = pygame.Rect(2 * blur // step, 2 * blur // step, max(1, size[0] // step), max(1, size[1] // step))
    pygame.draw.rect(small, (0, 0, 0, strength), box, border_radius=max(0, radius // step))
    small = pygame.transform.gaussian_blur(small, max(1, blur // step))
    return pygame.transform.smoothscale(small, (size[0] + 4 * blur, size[1] + 4 * blur)).convert_alpha()


def _stretch_shadow(soft: pygame.Surface, size: tuple[int, int], edge: int, blur: int) -> pygame.Surface:
    """Return a shadow for a box: the corners are kept, edges and middle stretched."""
    surface = pygame.Surface((size[0] + 4 * blur, size[1] + 4 * blur), pygame.SRCALPHA).convert_alpha()
    for part, offset in _stretch_parts(soft, surface.get_size(), edge):
        surface.blit(part, offset, special_flags=pygame.BLEND_RGBA_MAX)
    return surface


def _stretch_parts(
    soft: pygame.Surface, size: tuple[int, int], edge: int, *, hollow: bool = False
) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
    """Yield the parts of a small shadow, stretched to a size, and their offsets.

    All in pixels. `hollow` leaves out the middle.
    """
    width, height = size
    across = ((0, edge, 0, edge), (edge, 1, edge, width - 2 * edge), (edge + 1, edge, width - edge, edge))
    along = ((0, edge, 0, edge), (edge, 1, edge, height - 2 * edge), (edge + 1, edge, height - edge, edge))
    for from_x, from_width, x, to_width in across:
        for from_y, from_height, y, to_height in along:
            if hollow and from_width == from_height == 1:
                continue
            part = soft.subsurface((from_x, from_y, from_width, from_height))
            if (from_width, from_height) != (to_width, to_height):
                part = pygame.transform.scale(part, (to_width, to_height))
            yield part, (x, y)


def outline(size: tuple[int, int], radius: int, width: int, colour: Colour) -> pygame.Surface:
    """Return the outline of a box with round, smooth corners, in pixels."""

    def make() -> pygame.Surface:
        surface, hole = (pygame.Surface(size, pygame.SRCALPHA).convert_alpha() for _ in range(2))
        box = surface.get_rect()
        surface.fill((*colour, 0))
        fill_rounded(surface, box, colour, radius)
        hole.fill((0, 0, 0, 0))
        fill_rounded(hole, box.inflate(-2 * width, -2 * width), (255, 255, 255), radius - width)
        hole.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
        return surface

    return get_cached(("outline", size, radius, width, colour), make)


def paper(size: tuple[int, int], radius: int, colour: Colour = PAPER, edge: Colour = PAPER_EDGE) -> pygame.Surface:
    """Return a sheet of paper with a fine edge, in pixels."""

    def make() -> pygame.Surface:
        sheet = pygame.Surface(size, pygame.SRCALPHA)
        box = sheet.get_rect()
        fill_rounded(sheet, box, edge, radius)
        line = max(1, radius // 8)
        fill_rounded(sheet, box.inflate(-2 * line, -2 * line), colour, radius - line)
        _add_paper_texture(sheet)
        return accelerate(sheet.convert_alpha())

    return get_cached(("paper", size, radius, colour, edge), make)


def _add_paper_texture(sheet: pygame.Surface) -> None:
    """Make paper of any colour as uneven as the texture is around its own mean."""
    if not pictures.has_bitmap("textures/paper.png"):
        return
    lighter, darker = _paper_texture()
    for left in range(0, sheet.get_width(), lighter.get_width()):
        for top in range(0, sheet.get_height(), lighter.get_height()):
            sheet.blit(lighter, (left, top), special_flags=pygame.BLEND_RGB_ADD)
            sheet.blit(darker, (left, top), special_flags=pygame.BLEND_RGB_SUB)


@lru_cache(maxsize=1)
def _paper_texture() -> tuple[pygame.Surface, pygame.Surface]:
    tile = pictures.load_bitmap("textures/paper.png").convert()
    mean = pygame.transform.average_color(tile)[:3]
    lighter, darker = tile.copy(), pygame.Surface(tile.get_size()).convert()
    lighter.fill(mean, special_flags=pygame.BLEND_RGB_SUB)
    darker.fill(mean)
    darker.blit(tile, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return lighter, darker


@lru_cache(maxsize=1)
def table(size: tuple[int, int]) -> pygame.Surface:
    """Return the oak table under the lamp, as large as the window in pixels.

    The last one is always cached: rendering takes as long as two frames.
    """
    return pictures.load_baked("table", size) or render_table(size)


def render_table(size: tuple[int, int]) -> pygame.Surface:
    """Render the table from its wood and its light."""
    wood = pygame.Surface(size)
    wood.fill(WOOD)
    if pictures.has_bitmap("textures/oak.png"):
        tile = pictures.load_bitmap("textures/oak.png")
        _cover_with(wood, tile)
    if pictures.has_bitmap(lamp.LIGHT):
        light = pictures.load_bitmap(lamp.LIGHT)
        wood.blit(pygame.transform.smoothscale(light.convert_alpha(), size), (0, 0))
    else:
        wood.blit(pygame.transform.smoothscale(_draw_lamp(), size), (0, 0), special_flags=pygame.BLEND_MULT)
    _draw_rim(wood)
    return wood.convert()


def light_linen(surface: pygame.Surface, box: pygame.Rect) -> None:
    """Light the linen in a box, which was drawn as it is right under the lamp.

    Only the visible part is lit; all in pixels.
    """
    _blend_light(surface, box, get_cached(("light on linen",), _light_map_of_linen), pygame.BLEND_RGB_MULT)


def light_felt(surface: pygame.Surface, box: pygame.Rect) -> None:
    """Light the felt in a box, which is three times as bright as in plain light.

    Only the visible part is lit; all in pixels.
    """
    _blend_light(surface, box, get_cached(("light on felt",), _light_map_of_felt), pygame.BLEND_RGB_MULT)


def overlay_light(surface: pygame.Surface, box: pygame.Rect) -> None:
    """Light a table that was drawn as in plain light, such as wood or paper."""
    if pictures.has_bitmap(lamp.LIGHT):
        _blend_light(surface, box, pictures.load_bitmap(lamp.LIGHT), 0)


def _blend_light(surface: pygame.Surface, box: pygame.Rect, light: pygame.Surface, blend_mode: int) -> None:
    """Draw the visible part of the light, stretched over the box of a table."""
    visible = box.clip(surface.get_clip())
    if visible.width <= 0 or visible.height <= 0:
        return
    across, down = box.width / light.get_width(), box.height / light.get_height()
    left, top = int((visible.x - box.x) / across), int((visible.y - box.y) / down)
    right = min(light.get_width(), int((visible.right - box.x) / across) + 1)
    bottom = min(light.get_height(), int((visible.bottom - box.y) / down) + 1)
    part = light.subsurface((left, top, right - left, bottom - top))
    # The light changes so slowly that smoothscale, which takes three times as long, would look the same.
    lit = pygame.transform.scale(part, (round((right - left) * across), round((bottom - top) * down)))
    surface.blit(lit, (round(box.x + left * across), round(box.y + top * down)), special_flags=blend_mode)


def _light_map_of_linen() -> pygame.Surface:
    """Return the lamp's light on linen, to multiply by."""
    light = pygame.Surface(_LIGHT_MAP_SIZE).convert()
    light.fill(WHITE)
    if pictures.has_bitmap(lamp.LIGHT):
        shade = pictures.load_bitmap(lamp.LIGHT).convert_alpha()
        shade.set_alpha(_LINEN_LIGHT_ALPHA)
        light.blit(shade, (0, 0))
    return light


def _light_map_of_felt() -> pygame.Surface:
    """Return the lamp's light on felt, to multiply by."""
    light = pygame.Surface(_LIGHT_MAP_SIZE).convert()
    light.fill(_PLAIN_LIGHT)
    if pictures.has_bitmap(lamp.LIGHT):
        light.blit(pictures.load_bitmap(lamp.LIGHT).convert_alpha(), (0, 0))
    return light


def _draw_rim(wood: pygame.Surface) -> None:
    """Draw a raised edge around the table.

    It is dark moulding with a lit inner side and a soft shade at its foot.
    """
    rim_width = max(3, round(min(wood.get_size()) / 720 * _RIM_WIDTH))
    lit_width = max(1, rim_width // 4)
    for step in range(2 * rim_width):
        if step < rim_width - lit_width:
            tone, blend_mode = mix((104, 92, 84), (150, 132, 116), step / rim_width), pygame.BLEND_RGB_MULT
        elif step < rim_width:
            tone, blend_mode = (52, 37, 22), pygame.BLEND_RGB_ADD
        else:
            tone, blend_mode = (
                mix((120, 110, 104), (255, 255, 255), (step - rim_width + 1) / rim_width),
                pygame.BLEND_RGB_MULT,
            )
        box = wood.get_rect().inflate(-2 * step, -2 * step)
        if min(box.size) < 2:
            return
        for side in (
            (box.x, box.y, box.width, 1),
            (box.x, box.bottom - 1, box.width, 1),
            (box.x, box.y + 1, 1, box.height - 2),
            (box.right - 1, box.y + 1, 1, box.height - 2),
        ):
            wood.fill(tone, side, special_flags=blend_mode)


def _cover_with(surface: pygame.Surface, tile: pygame.Surface) -> None:
    """Cover the surface with a tile, scaled so that it is repeated only a few times."""
    scale = max(surface.get_height() / _TILE_WINDOW_HEIGHT, 0.5)
    width, height = max(1, round(tile.get_width() * scale)), max(1, round(tile.get_height() * scale))
    scaled = pygame.transform.smoothscale(tile.convert(), (width, height))
    for left in range(0, surface.get_width(), width):
        for top in range(0, surface.get_height(), height):
            surface.blit(scaled, (left, top))


def _draw_lamp() -> pygame.Surface:
    """Return a plain pool of light, for an installation without the lamp's picture."""
    light = pygame.Surface((64, 36), 0, 32)
    for x in range(64):
        for y in range(36):
            distance = ((x / 31.5 - 1) ** 2 + (y / 17.5 - 1) ** 2) / 2
            light.set_at((x, y), mix((255, 250, 240), mix(WOOD_DARK, INK, 0.3), min(1.0, distance**1.1)))
    return light
