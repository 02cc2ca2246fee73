"""Pictures of the first screen, drawn once for a window of 1280 x 720.

Opening such a picture takes a fifth of the time of drawing it. They are made from the pictures in assets/, so that
those must be written first.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pygame

PICTURES = {
    "logo": (132, 132),
    "salad": (255, 170),
    "live_grenade": (255, 170),
    "wheel": (255, 170),
    "open_table": (255, 170),
}
"""Pictures of title/, and their sizes on the first screen."""


def _open_window() -> None:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    if not pygame.display.get_init() or pygame.display.get_surface() is None:
        pygame.display.init()
        pygame.display.set_mode((1280, 720))


def _encode(picture: pygame.Surface, name: str) -> bytes:
    import pygame

    file = io.BytesIO()
    pygame.image.save(picture, file, name)
    return file.getvalue()


def draw_table(size: tuple[int, int]) -> bytes:
    """Draw the table under the lamp as JPEG: the grain of the wood hides artefacts."""
    _open_window()
    from grenade_salad.app.ui import shapes

    return _encode(shapes.render_table(size), "table.jpg")


def draw_title_picture(name: str, size: tuple[int, int]) -> bytes:
    """Draw a picture of title/ in this size."""
    _open_window()
    import pygame

    from grenade_salad.system import resources

    return _encode(pygame.image.load_sized_svg(str(resources.assets() / f"title/{name}.svg"), size), f"{name}.png")


def files() -> dict[str, Callable[[], bytes]]:
    drawings: dict[str, Callable[[], bytes]] = {"baked/table-1280x720.jpg": partial(draw_table, (1280, 720))}
    for name, size in PICTURES.items():
        drawings[f"baked/title/{name}-{size[0]}x{size[1]}.png"] = partial(draw_title_picture, name, size)
    return drawings
