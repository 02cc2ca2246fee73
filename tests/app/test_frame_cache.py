"""Cached frames of Live Grenade under moving cards equal drawn ones."""

from __future__ import annotations

from random import Random

import pygame

from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.match.match import Header, Match
from tests.app.conftest import post_mouse
from tools.tables import sit_down


def test_cached_frame_equals_drawn_frame(app: App) -> None:
    """Machines play, cards move and are held, people point and click, the log grows."""
    app.settings.speed = "fast"
    header = Header("live-grenade", ("Ann", "Bo", "Cy"), LiveGrenadeOptions(), 3)
    scene = sit_down(app, Match(header), LiveGrenadeBoard, 1)
    rng, cached_count, flying_count = Random(4), 0, 0
    for step in range(60):
        if step % 4 == 0 and app.scene is scene.table:
            position = rng.choice([widget.on_screen().center for widget in scene.table.widgets.items if widget.visible])
            post_mouse(app, rng.choice((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)), position)
        else:
            app.frame(1 / 10)
        if app.scene is not scene.table:
            app.pop()
            continue
        app.draw()
        app.draw()
        frame_cache = scene.frame_cache
        if frame_cache.frame_key is None or frame_cache.frame_key != scene.frame_key(
            app.canvas(), scene.board_view.picture()
        ):
            continue
        cached_pixels = pygame.image.tobytes(app.screen, "RGB")
        frame_cache.frame_key = frame_cache.last_key = None
        app.draw()
        assert cached_pixels == pygame.image.tobytes(app.screen, "RGB"), step
        cached_count += 1
        flying_count += bool(scene.board_view.display.flying)
    assert cached_count > 20
    assert flying_count > 3
