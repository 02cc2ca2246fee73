"""Thumbnails are drawn in parts, and look the same afterwards."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import pygame
import pytest

from grenade_salad.app.games.open_table import thumbnail
from grenade_salad.app.games.open_table.setup import BoxSetup, ShelfScene
from grenade_salad.app.ui import shapes
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.boxes import bundled
from tests.app.conftest import app as app
from tests.app.conftest import every_frame as every_frame
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_frames
from tests.kinds import expect_type

_SIZE = (200, 130)


def _pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


@pytest.mark.parametrize("name", bundled.names())
def test_thumbnail_in_parts_is_the_same(app: App, name: str) -> None:
    opened = bundled.load_box(name)
    whole = _pixels(thumbnail.render_box(opened, _SIZE))
    forget_caches()
    parts = thumbnail.Thumbnail(opened, _SIZE)
    count = 0
    while parts.picture is None:
        parts.continue_until(0.0)
        count += 1
    assert count > 1, "without time, each call draws one part"
    assert _pixels(parts.picture) == whole


def test_thumbnail_begins_again_when_caches_are_emptied(app: App) -> None:
    opened = bundled.load_box("chess")
    whole = _pixels(thumbnail.render_box(opened, _SIZE))
    shapes.forget()
    parts = thumbnail.Thumbnail(opened, _SIZE)
    for _ in range(9):
        parts.continue_until(0.0)
    shapes.forget()
    parts.continue_until(inf)
    assert parts.picture is not None
    assert _pixels(parts.picture) == whole


def test_shelf_draws_one_part_a_frame_without_time(app: App, every_frame: None) -> None:
    app.slice_seconds = 0.0
    app.push(box_setup := BoxSetup(app))
    box_setup.show_shelf()
    shelf = expect_type(ShelfScene, app.scene)
    finished: list[int] = []
    for _ in range(4000):
        run_frames(app, 1)
        on_screen = [card for card in shelf.cards if card._thumbnail is not None]
        finished.append(sum(card._thumbnail.picture is not None for card in on_screen if card._thumbnail))
        if not shelf.dirty and finished[-1] == len(on_screen):
            break
    assert finished[-1] > 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(finished))
