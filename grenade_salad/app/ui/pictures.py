"""Pictures from assets/, cached by name, size in pixels and tint.

A missing picture is replaced by a plain substitute.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import pygame

from grenade_salad.app.ui import missing_files, text
from grenade_salad.app.ui.surface_cache import SurfaceCache
from grenade_salad.app.ui.theme import BRASS, INK, PAPER, Colour
from grenade_salad.artwork import avatars, court_cards
from grenade_salad.system import resources
from grenade_salad.text.say import language

_cache = SurfaceCache(7 * 1024 * 1024, windows=2)


def load_picture(
    name: str, size: tuple[int, int], tint: Colour | None = None, angle: int = 0, mirrored: bool = False
) -> pygame.Surface:
    """Return the picture `name`, as large as fits into `size` pixels.

    The name is a path in assets/, such as "icons/gear.svg". White pictures take the tint. `angle` is in whole degrees
    counter-clockwise; a rotated picture is larger.
    """
    key = (name, max(1, size[0]), max(1, size[1]), tint, angle % 360, mirrored)

    def make() -> pygame.Surface:
        surface = _render(*key)
        has_window = pygame.display.get_init() and pygame.display.get_surface() is not None
        return surface.convert_alpha() if has_window else surface

    return _cache.get(key, make)


def forget() -> None:
    """Empty the cache: after a new window, or in tests."""
    _cache.clear()


def has_bitmap(name: str) -> bool:
    """True if the picture, which is not an SVG, can be loaded."""
    try:
        load_bitmap(name)
    except (FileNotFoundError, pygame.error):
        missing_files.add_file(resources.assets() / name)
        return False
    return True


def _render(name: str, width: int, height: int, tint: Colour | None, angle: int, mirrored: bool) -> pygame.Surface:
    if angle or mirrored:
        upright = load_picture(name, (width, height), tint)
        if mirrored:
            upright = pygame.transform.flip(upright, True, False)
        return pygame.transform.rotozoom(upright, angle, 1.0) if angle else upright
    if tint is not None:
        tinted = load_picture(name, (width, height)).copy()
        tinted.fill((*tint, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return tinted
    if name.startswith("face/"):
        drawing = BytesIO(avatars.svg(int(name.partition("/")[2])).encode())
        return pygame.image.load_sized_svg(drawing, (width, height))
    if court := court_cards.court_card_svg(name, language()):
        return pygame.image.load_sized_svg(BytesIO(court), (width, height))
    path = resources.assets() / name
    try:
        if path.suffix == ".svg":
            if path.parent == resources.assets() / "title" and (
                prerendered := load_baked(f"title/{path.stem}", (width, height))
            ):
                return prerendered
            return pygame.image.load_sized_svg(str(path), (width, height))
        return _scale_to_fit(load_bitmap(name), width, height)
    except (FileNotFoundError, pygame.error):
        missing_files.add_file(path)
        return _draw_substitute(name, width, height)


_BAKED = {
    ("table", (1280, 720)): "jpg",
    ("title/logo", (132, 132)): "png",
    ("title/salad", (255, 170)): "png",
    ("title/live_grenade", (255, 170)): "png",
    ("title/wheel", (255, 170)): "png",
    ("title/open_table", (255, 170)): "png",
}
"""Pictures of the first screen at the first window size.

tools/make_assets/baked.py renders them beforehand.
"""


def load_baked(name: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return the prerendered picture in that size, in the display's format, or None."""
    ending = _BAKED.get((name, size))
    if ending is None:
        return None
    file = resources.assets() / f"baked/{name}-{size[0]}x{size[1]}.{ending}"
    try:
        surface = pygame.image.load(str(file))
    except (FileNotFoundError, pygame.error):
        missing_files.add_file(file)
        return None
    return surface.convert() if ending == "jpg" else surface.convert_alpha()


@lru_cache(maxsize=16)
def load_bitmap(name: str) -> pygame.Surface:
    """Return a PNG as it is in its file, in no display's format.

    The surface is shared: do not draw on it.
    """
    return pygame.image.load(str(resources.assets() / name))


def _scale_to_fit(surface: pygame.Surface, width: int, height: int) -> pygame.Surface:
    share = min(width / surface.get_width(), height / surface.get_height())
    size = (max(1, round(surface.get_width() * share)), max(1, round(surface.get_height() * share)))
    if surface.get_bitsize() not in (24, 32):
        surface = surface.convert(32)
    return pygame.transform.smoothscale(surface, size)


def _draw_substitute(name: str, width: int, height: int) -> pygame.Surface:
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    box = surface.get_rect()
    if name.startswith(("icons/", "marks/", "symbols/")):
        pygame.draw.circle(surface, (255, 255, 255), box.center, min(width, height) * 0.4)
        return surface
    pygame.draw.rect(surface, PAPER, box, border_radius=max(2, width // 12))
    pygame.draw.rect(surface, BRASS, box, max(1, width // 40), border_radius=max(2, width // 12))
    label = name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    words = text.rendered(label, max(8, min(height // 4, width // 5)), INK, "bold")
    surface.blit(words, words.get_rect(center=box.center))
    return surface
