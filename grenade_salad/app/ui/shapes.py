"""Shapes with smooth edges, baked once: rounded boxes, paper with a soft shadow, the table under the lamp."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache

import pygame

from grenade_salad.app.ui import lamp, pictures
from grenade_salad.app.ui.theme import INK, PAPER, PAPER_EDGE, WOOD, WOOD_DARK, Colour, mix

_KEEP, _WINDOWS = 16 * 1024 * 1024, 5
"""The cache's limit in bytes of pixels, or in windows full of them."""
_baked: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
_kept = 0
times_forgotten = 0
"""Who keeps what these caches gave keeps it no longer once this has changed."""


def room() -> int:
    """How many bytes of pixels are kept."""
    return pictures.room(_KEEP, _WINDOWS)


def baked(key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
    """What `make` draws, kept under the key while there is room. The surface is shared: do not draw on it."""
    global _kept
    found = _baked.get(key)
    if found is not None:
        _baked.move_to_end(key)
        return found
    made = make()
    _baked[key] = made
    _kept += made.get_width() * made.get_height() * 4
    while _kept > room() and len(_baked) > 1:
        _, old = _baked.popitem(last=False)
        _kept -= old.get_width() * old.get_height() * 4
    return made


def known(key: Hashable) -> bool:
    """Whether a picture is kept under the key."""
    return key in _baked


def swift(made: pygame.Surface) -> pygame.Surface:
    """A picture whose pixels are nearly all opaque or empty, so that it is drawn in a third of the time.

    SDL keeps it in runs. Not for what is scaled or drawn on later: that takes the runs apart.
    """
    made.set_alpha(255, pygame.RLEACCEL)
    return made


def forget() -> None:
    """Empty the caches: after a new window, or in tests."""
    global _kept, times_forgotten
    times_forgotten += 1
    _baked.clear()
    _kept = 0
    corner.cache_clear()
    _fibres.cache_clear()
    _table.cache_clear()


@lru_cache(maxsize=128)
def corner(radius: int, colour: Colour) -> pygame.Surface:
    """A disc of that radius in pixels with smooth edges; its quarters are the corners of boxes."""
    large = pygame.Surface((radius * 8, radius * 8), pygame.SRCALPHA)
    large.fill((*colour, 0))
    pygame.draw.circle(large, colour, (radius * 4, radius * 4), radius * 4)
    return pygame.transform.smoothscale(large, (radius * 2, radius * 2))


def rounded(surface: pygame.Surface, box: pygame.Rect, colour: Colour, radius: int) -> None:
    """Fill a box with round, smooth corners; all in pixels."""
    radius = max(0, min(radius, box.width // 2, box.height // 2))
    if radius < 2:
        surface.fill(colour, box)
        return
    surface.fill(colour, (box.x + radius, box.y, box.width - 2 * radius, box.height))
    surface.fill(colour, (box.x, box.y + radius, box.width, box.height - 2 * radius))
    disc = corner(radius, colour)
    right, low = box.right - radius, box.bottom - radius
    for x, y, u, v in ((box.x, box.y, 0, 0), (right, box.y, 1, 0), (box.x, low, 0, 1), (right, low, 1, 1)):
        surface.blit(disc, (x, y), (u * radius, v * radius, radius, radius))


def shadow(size: tuple[int, int], radius: int, blur: int, strength: int) -> pygame.Surface:
    """A soft shadow of a box, larger than it by 2 x blur on each side; all in pixels, strength up to 255."""

    def make() -> pygame.Surface:
        inside = radius + 2 * blur
        if min(size) < 2 * inside:
            return _blurred(size, radius, blur, strength)
        return _stretched(_soft(radius, blur, strength), size, inside + 2 * blur, blur)

    return baked(("shadow", size, radius, blur, strength), make)


def shade_around(surface: pygame.Surface, box: pygame.Rect, radius: int, blur: int, strength: int) -> None:
    """Draw the soft shadow of a large box whose middle will be covered: only its rim, and nothing is kept of it."""
    whole = box.inflate(4 * blur, 4 * blur)
    if min(box.size) < 2 * (radius + 2 * blur):
        surface.blit(shadow(box.size, radius, blur, strength), whole)
        return
    for part, at in _parts(_soft(radius, blur, strength), whole.size, radius + 4 * blur, hollow=True):
        surface.blit(part, (whole.x + at[0], whole.y + at[1]))


def _soft(radius: int, blur: int, strength: int) -> pygame.Surface:
    """The shadow of the smallest box that has corners, edges and a middle."""
    side = 2 * (radius + 2 * blur) + 1
    return baked(("soft", radius, blur, strength), lambda: _blurred((side, side), radius, blur, strength))


def _blurred(size: tuple[int, int], radius: int, blur: int, strength: int) -> pygame.Surface:
    step = max(1, blur // 4)
    wide, high = (size[0] + 4 * blur) // step + 1, (size[1] + 4 * blur) // step + 1
    small = pygame.Surface((wide, high), pygame.SRCALPHA)
    box = pygame.Rect(2 * blur // step, 2 * blur // step, max(1, size[0] // step), max(1, size[1] // step))
    pygame.draw.rect(small, (0, 0, 0, strength), box, border_radius=max(0, radius // step))
    small = pygame.transform.gaussian_blur(small, max(1, blur // step))
    return pygame.transform.smoothscale(small, (size[0] + 4 * blur, size[1] + 4 * blur)).convert_alpha()


def _stretched(soft: pygame.Surface, size: tuple[int, int], edge: int, blur: int) -> pygame.Surface:
    """A shadow with its corners as they are, and its edges and its middle as long as the box."""
    made = pygame.Surface((size[0] + 4 * blur, size[1] + 4 * blur), pygame.SRCALPHA).convert_alpha()
    for part, at in _parts(soft, made.get_size(), edge):
        made.blit(part, at, special_flags=pygame.BLEND_RGBA_MAX)
    return made


def _parts(
    soft: pygame.Surface, size: tuple[int, int], edge: int, *, hollow: bool = False
) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
    """The corners, edges and the middle of a small shadow, stretched to that size in pixels, and where they go;
    without the middle if it is `hollow`."""
    wide, high = size
    across = ((0, edge, 0, edge), (edge, 1, edge, wide - 2 * edge), (edge + 1, edge, wide - edge, edge))
    along = ((0, edge, 0, edge), (edge, 1, edge, high - 2 * edge), (edge + 1, edge, high - edge, edge))
    for from_x, from_wide, x, to_wide in across:
        for from_y, from_high, y, to_high in along:
            if hollow and from_wide == from_high == 1:
                continue
            part = soft.subsurface((from_x, from_y, from_wide, from_high))
            if (from_wide, from_high) != (to_wide, to_high):
                part = pygame.transform.scale(part, (to_wide, to_high))
            yield part, (x, y)


def outline(size: tuple[int, int], radius: int, width: int, colour: Colour) -> pygame.Surface:
    """The outline of a box with round, smooth corners, in pixels."""

    def make() -> pygame.Surface:
        made, hole = (pygame.Surface(size, pygame.SRCALPHA).convert_alpha() for _ in range(2))
        box = made.get_rect()
        made.fill((*colour, 0))
        rounded(made, box, colour, radius)
        hole.fill((0, 0, 0, 0))
        rounded(hole, box.inflate(-2 * width, -2 * width), (255, 255, 255), radius - width)
        hole.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        made.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
        return made

    return baked(("outline", size, radius, width, colour), make)


def paper(size: tuple[int, int], radius: int, colour: Colour = PAPER, edge: Colour = PAPER_EDGE) -> pygame.Surface:
    """A sheet of paper with a fine edge, in pixels."""

    def make() -> pygame.Surface:
        sheet = pygame.Surface(size, pygame.SRCALPHA)
        box = sheet.get_rect()
        rounded(sheet, box, edge, radius)
        line = max(1, radius // 8)
        rounded(sheet, box.inflate(-2 * line, -2 * line), colour, radius - line)
        _add_fibres(sheet)
        return swift(sheet.convert_alpha())

    return baked(("paper", size, radius, colour, edge), make)


def _add_fibres(sheet: pygame.Surface) -> None:
    """Make a sheet of any colour as uneven as the paper's texture is around its own mean."""
    if not pictures.exists("textures/paper.png"):
        return
    lighter, darker = _fibres()
    for left in range(0, sheet.get_width(), lighter.get_width()):
        for top in range(0, sheet.get_height(), lighter.get_height()):
            sheet.blit(lighter, (left, top), special_flags=pygame.BLEND_RGB_ADD)
            sheet.blit(darker, (left, top), special_flags=pygame.BLEND_RGB_SUB)


@lru_cache(maxsize=1)
def _fibres() -> tuple[pygame.Surface, pygame.Surface]:
    tile = pictures.bitmap("textures/paper.png").convert()
    mean = pygame.transform.average_color(tile)[:3]
    lighter, darker = tile.copy(), pygame.Surface(tile.get_size()).convert()
    lighter.fill(mean, special_flags=pygame.BLEND_RGB_SUB)
    darker.fill(mean)
    darker.blit(tile, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return lighter, darker


def table(size: tuple[int, int]) -> pygame.Surface:
    """The oak table under the lamp, as large as the window in pixels. The last one is kept whatever else is: to make it
    takes as long as two frames."""
    return _table(size)


@lru_cache(maxsize=1)
def _table(size: tuple[int, int]) -> pygame.Surface:
    return pictures.shipped("table", size) or lit_table(size)


def lit_table(size: tuple[int, int]) -> pygame.Surface:
    """The table, drawn from its wood and its light."""
    wood = pygame.Surface(size)
    wood.fill(WOOD)
    if pictures.exists("textures/oak.png"):
        tile = pictures.bitmap("textures/oak.png")
        _cover(wood, tile)
    if pictures.exists(lamp.LIGHT):
        light = pictures.bitmap(lamp.LIGHT)
        wood.blit(pygame.transform.smoothscale(light.convert_alpha(), size), (0, 0))
    else:
        wood.blit(pygame.transform.smoothscale(_lamp(), size), (0, 0), special_flags=pygame.BLEND_MULT)
    _rim(wood)
    return wood.convert()


def shine(surface: pygame.Surface, table: pygame.Rect) -> None:
    """Let the lamp shine on a table that was drawn three times as bright as it is in plain light.

    Only as much of the table as can be seen is lit; all in pixels.
    """
    _light_up(surface, table, baked(("light",), _light), pygame.BLEND_RGB_MULT)


def lay_light(surface: pygame.Surface, table: pygame.Rect) -> None:
    """Let the lamp shine on a table that was drawn as it is in plain light, for what is too pale for `shine`."""
    if pictures.exists(lamp.LIGHT):
        _light_up(surface, table, pictures.bitmap(lamp.LIGHT), 0)


def _light_up(surface: pygame.Surface, table: pygame.Rect, light: pygame.Surface, how: int) -> None:
    seen = table.clip(surface.get_clip())
    if seen.width <= 0 or seen.height <= 0:
        return
    across, down = table.width / light.get_width(), table.height / light.get_height()
    left, top = int((seen.x - table.x) / across), int((seen.y - table.y) / down)
    right = min(light.get_width(), int((seen.right - table.x) / across) + 1)
    low = min(light.get_height(), int((seen.bottom - table.y) / down) + 1)
    part = light.subsurface((left, top, right - left, low - top))
    # Its light changes so slowly that nobody sees the difference to smoothscale, which takes thrice as long.
    made = pygame.transform.scale(part, (round((right - left) * across), round((low - top) * down)))
    place = round(table.x + left * across), round(table.y + top * down)
    surface.blit(made, place, special_flags=how)


def _light() -> pygame.Surface:
    """The lamp's light as a picture to multiply by: a third of white is plain light."""
    light = pygame.Surface((640, 360)).convert()
    light.fill((88, 88, 88))
    if pictures.exists(lamp.LIGHT):
        light.blit(pictures.bitmap(lamp.LIGHT).convert_alpha(), (0, 0))
    return light


def _rim(wood: pygame.Surface) -> None:
    """A raised edge around the table: dark moulding, its inner side in the light, and a soft shade at its foot."""
    wide = max(3, round(min(wood.get_size()) / 720 * 6.5))
    lit = max(1, wide // 4)
    for step in range(2 * wide):
        if step < wide - lit:
            tone, how = mix((104, 92, 84), (150, 132, 116), step / wide), pygame.BLEND_RGB_MULT
        elif step < wide:
            tone, how = (52, 37, 22), pygame.BLEND_RGB_ADD
        else:
            tone, how = mix((120, 110, 104), (255, 255, 255), (step - wide + 1) / wide), pygame.BLEND_RGB_MULT
        box = wood.get_rect().inflate(-2 * step, -2 * step)
        if min(box.size) < 2:
            return
        for side in (
            (box.x, box.y, box.width, 1),
            (box.x, box.bottom - 1, box.width, 1),
            (box.x, box.y + 1, 1, box.height - 2),
            (box.right - 1, box.y + 1, 1, box.height - 2),
        ):
            wood.fill(tone, side, special_flags=how)


def _cover(surface: pygame.Surface, tile: pygame.Surface) -> None:
    """Cover the surface with a tile, scaled so that it need not be repeated more than a few times."""
    scale = max(surface.get_height() / 1080, 0.5)
    wide, high = max(1, round(tile.get_width() * scale)), max(1, round(tile.get_height() * scale))
    scaled = pygame.transform.smoothscale(tile.convert(), (wide, high))
    for left in range(0, surface.get_width(), wide):
        for top in range(0, surface.get_height(), high):
            surface.blit(scaled, (left, top))


def _lamp() -> pygame.Surface:
    light = pygame.Surface((64, 36), 0, 32)
    for x in range(64):
        for y in range(36):
            away = ((x / 31.5 - 1) ** 2 + (y / 17.5 - 1) ** 2) / 2
            light.set_at((x, y), mix((255, 250, 240), mix(WOOD_DARK, INK, 0.3), min(1.0, away**1.1)))
    return light
