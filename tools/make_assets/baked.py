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

_TITLE_SIZES = {
    "logo": (132, 132),
    "salad": (255, 170),
    "live_grenade": (255, 170),
    "wheel": (255, 170),
    "open_table": (255, 170),
}
"""Sizes on the first screen of the pictures in title/."""
_WINDOW_SIZE = (1280, 720)
"""Size of the window that the table is drawn for, in pixels."""


def _ensure_display() -> None:
    """Open an invisible window unless there is a display.

    Pictures are converted to its format.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    if not pygame.display.get_init() or pygame.display.get_surface() is None:
        pygame.display.init()
        pygame.display.set_mode(_WINDOW_SIZE)


def _encode(picture: pygame.Surface, file_name: str) -> bytes:
    """Encode a picture in the format of the file's ending."""
    import pygame

    file = io.BytesIO()
    pygame.image.save(picture, file, file_name)
    return file.getvalue()


def draw_table(size: tuple[int, int]) -> bytes:
    """Return the table under the lamp as a JPEG.

    The grain of the wood hides its artefacts.
    """
    _ensure_display()
    from grenade_salad.app.ui import shapes

    return _encode(shapes.render_table(size), "table.jpg")


def draw_title_picture(name: str, size: tuple[int, int]) -> bytes:
    """Return a picture of title/ in this size, as a PNG."""
    _ensure_display()
    import pygame

    from grenade_salad.system import resources

    return _encode(pygame.image.load_sized_svg(str(resources.assets() / f"title/{name}.svg"), size), f"{name}.png")


def files() -> dict[str, Callable[[], bytes]]:
    """Return the path of every baked picture in assets/, and what draws it."""
    width, height = _WINDOW_SIZE
    drawings: dict[str, Callable[[], bytes]] = {f"baked/table-{width}x{height}.jpg": partial(draw_table, _WINDOW_SIZE)}
    for name, size in _TITLE_SIZES.items():
        drawings[f"baked/title/{name}-{size[0]}x{size[1]}.png"] = partial(draw_title_picture, name, size)
    return drawings
