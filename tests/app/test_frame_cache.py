"""Frames of Live Grenade that are kept under what flies: whatever happens, they are what would be drawn."""

from __future__ import annotations

from random import Random

import pygame

from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.match.match import Header, Match
from tests.app.conftest import mouse
from tools.tables import sit_down


def test_a_kept_frame_is_what_would_be_drawn(app: App) -> None:
    """Machines play, cards fly and are held, people point and click, the log grows."""
    app.settings.speed = "fast"
    header = Header("live-grenade", ("Ann", "Bo", "Cy"), LiveGrenadeOptions(), 3)
    scene = sit_down(app, Match(header), LiveGrenadeScene, 1)
    rng, used, flew = Random(4), 0, 0
    for number in range(60):
        if number % 4 == 0 and app.scene is scene.table:
            there = rng.choice([one.on_screen().center for one in scene.table.widgets.items if one.visible])
            mouse(app, rng.choice((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)), there)
        else:
            app.frame(1 / 10)
        if app.scene is not scene.table:
            app.pop()
            continue
        app.draw()
        app.draw()
        kept = scene.kept
        if kept.frame_key is None or kept.frame_key != scene.under(app.canvas(), scene.shown.picture()):
            continue
        shown = pygame.image.tobytes(app.screen, "RGB")
        kept.frame_key = kept.last_key = None
        app.draw()
        assert shown == pygame.image.tobytes(app.screen, "RGB"), number
        used += 1
        flew += bool(scene.shown.stage.flying)
    assert used > 20
    assert flew > 3
