"""Thumbnails and tables are drawn in parts, and look the same afterwards."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import pygame
import pytest

from grenade_salad.app.games.open_table import thumbnail
from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.pictures import blur_shadow
from grenade_salad.app.games.open_table.setup import BoxSetup, ShelfScene
from grenade_salad.app.match import start_match
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.ui import shapes
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header
from tests.app.conftest import app as app
from tests.app.conftest import every_frame as every_frame
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_frames
from tests.kinds import expect_type
from tools.tables import get_board

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


def _begin(app: App, name: str) -> OpenTableBoard:
    box = bundled.load_box(name)
    header = Header("open-table", ("Ann", "Bo"), registry.load("open-table").options(), 7, setup=box.setup)
    app.push(HomeScene(app))
    start_match.begin(app, header, (Controller("person"),) * 2)
    return get_board(app.scene, OpenTableBoard)


@pytest.mark.parametrize("name", ["chess", "cards"])
def test_table_drawn_in_parts_is_the_same(app: App, every_frame: None, name: str) -> None:
    _begin(app, name)
    run_frames(app, 200)
    app.draw()  # Without dust in the air.
    whole = pygame.surfarray.array3d(app.screen).astype(int)
    app.home()
    forget_caches()
    app.slice_seconds = 0.0
    board = _begin(app, name)
    run_frames(app, 3)
    empty = pygame.surfarray.array3d(app.screen)
    assert not board._first_drawing.is_over, "each frame draws one part"
    assert app.scene.is_animating, "the next frame draws more"
    run_frames(app, 200)
    assert board._first_drawing.is_over
    app.draw()
    # SDL encodes shadows by run lengths once it has drawn them, and then rounds them otherwise.
    assert abs(pygame.surfarray.array3d(app.screen) - whole).max() <= 1
    assert abs(empty - whole).max() > 100


@pytest.mark.parametrize("frames", [0, 2])
def test_table_under_a_message_is_drawn_whole(app: App, every_frame: None, frames: int) -> None:
    app.slice_seconds = 0.0
    board = _begin(app, "chess")
    run_frames(app, frames)
    assert not board._first_drawing.is_over
    app.push(Dialog(app, "Look", "here", [Answer("OK", do_nothing, back=True)]))
    run_frames(app, 1)
    assert board._first_drawing.is_over


@pytest.mark.parametrize("radius", [2, 3, 5, 8])
@pytest.mark.parametrize("form", ["plain", "round corners", "hole", "small", "narrow"])
def test_shadow_of_a_board_has_the_same_pixels_as_one_blur(app: App, radius: int, form: str) -> None:
    size = {"small": (40, 30), "narrow": (700, 90)}.get(form, (700, 500))
    layer = pygame.Surface((size[0] + 4 * radius, size[1] + 4 * radius), pygame.SRCALPHA)
    box = pygame.Rect((2 * radius, 2 * radius), size)
    shapes.fill_rounded(layer, box, (20, 16, 12), 9 if form == "round corners" else 0)
    if form == "hole":
        layer.fill((0, 0, 0, 0), pygame.Rect(300, 200, 2, 2))
    layer.fill((255, 255, 255, 140), special_flags=pygame.BLEND_RGBA_MULT)
    assert _pixels(blur_shadow(layer, radius)) == _pixels(pygame.transform.gaussian_blur(layer, radius))
