"""The table of each game at all supported window sizes.

Run this module to make the pictures again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from grenade_salad.app.window.application import App
from grenade_salad.match.match import Controller
from tests.app import live_grenade, salad_table, wheel_table
from tests.app.conftest import ImmediateExecutor, post_mouse, resize, run_frames
from tests.app.golden import FOLDER, MAX_SHARE, looks_unchanged, measure_difference
from tests.marks import slow_but

SIZES = {
    "1280x720": ((1280, 720), 100),
    "960x540": ((960, 540), 100),
    "720x1280": ((720, 1280), 100),
    "1280x720-200": ((1280, 720), 200),
    "3840x2160": ((3840, 2160), 100),
}
"""Window size in pixels, and scale in per cent."""
_LONG = 320
"""Longer side of a saved picture, in pixels.

It is small, so that other versions of a font make no difference.
"""
_KEPT_BITS = 0xF0
"""Bits of each colour that are saved.

The grain of wood and cloth would be most of a picture's size.
"""


def _salad(app: App) -> None:
    scene = salad_table.sit_down(app, "pb", salad_table.position(), waits=False)
    scene.controller.change_controllers((Controller(), Controller()))
    salad_table.wait_for_person(app, scene)


def _live_grenade(app: App) -> None:
    live_grenade.show_match(app, persons=1)


def _wheel(app: App) -> None:
    wheel_table.open_position(app, persons=1)


TABLES: dict[str, Callable[[App], None]] = {"salad": _salad, "live_grenade": _live_grenade, "wheel": _wheel}


def capture(app: App, game: str, size: str) -> pygame.Surface:
    """Return a small picture of a game's table in a window of that size."""
    window, app.settings.scale = SIZES[size]
    app.worker = app.thinker = ImmediateExecutor
    app.settings.reduced_motion, app.settings.speed = True, "off"
    TABLES[game](app)
    resize(app, window)
    app.fit()
    post_mouse(app, pygame.MOUSEMOTION, (1.0, 1.0))
    run_frames(app, 5)
    app.messages.lines.clear()
    app.draw()
    share = _LONG / max(window)
    small = pygame.transform.smoothscale(app.screen, (round(window[0] * share), round(window[1] * share)))
    return pygame.surfarray.make_surface(pygame.surfarray.array3d(small) & _KEPT_BITS)


@pytest.mark.quick("salad-720x1280", "live_grenade-960x540", "wheel-1280x720*")
@pytest.mark.parametrize("size", slow_but([size_name for size_name in SIZES if size_name != "3840x2160"], SIZES))
@pytest.mark.parametrize("game", TABLES)
def test_table_looks_as_before_at_every_size(app: App, game: str, size: str) -> None:
    assert looks_unchanged(capture(app, game, size), _file_name(game, size))


def test_sizes_differ_by_more_than_the_tolerance(app: App) -> None:
    other_picture = pygame.image.load(str(FOLDER / _file_name("salad", "1280x720-200"))).convert()
    assert measure_difference(capture(app, "salad", "1280x720"), other_picture)[1] > MAX_SHARE


def _file_name(game: str, size: str) -> str:
    return f"sizes/{game}_{size}.png"


def _make_pictures() -> None:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    (FOLDER / "sizes").mkdir(parents=True, exist_ok=True)
    for game in TABLES:
        for size in SIZES:
            app = App(Path(tempfile.mkdtemp()))
            pygame.image.save(capture(app, game, size), str(FOLDER / _file_name(game, size)))
            app.close()


if __name__ == "__main__":
    _make_pictures()
