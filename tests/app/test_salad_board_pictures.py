"""Pictures of fixed positions, compared with a tolerance.

Run this module with `python -m` to make them again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from math import dist
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.app.games.salad import preview
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.display_state import FlyingCard
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect, record_lines
from grenade_salad.app.ui.theme import EMBER
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.match.match import Controller
from tests.app.conftest import ImmediateExecutor, post_mouse, resize
from tests.app.golden import FOLDER, MAX_SHARE, looks_unchanged, measure_difference
from tests.app.salad_table import click, click_card, offset_point, position, screen_position, sit_down

SIZE = (480, 270)


def _show_explosion(app: App) -> None:
    board = _open_turn(app)
    click_card(app, board, "explosion")
    post_mouse(app, pygame.MOUSEMOTION, offset_point(screen_position(board, 1), board, 10, 10))


def _show_arrow(app: App) -> None:
    board = _open_turn(app, "centre")
    click_card(app, board, "arrow")
    click(app, screen_position(board, 0))
    post_mouse(app, pygame.MOUSEMOTION, screen_position(board, 5))


def _show_move(app: App) -> None:
    board = _open_turn(app)
    click(app, screen_position(board, 0))
    post_mouse(app, pygame.MOUSEMOTION, offset_point(screen_position(board, 0), board, 0, 80))


def _open_turn(app: App, sight: str = "nine") -> SaladBoard:
    options = SaladOptions(starter=0, sight=sight)  # type: ignore[arg-type]
    return sit_down(app, "pb", position(), options)


PICTURES: dict[str, Callable[[App], None]] = {"explosion": _show_explosion, "arrow": _show_arrow, "move": _show_move}


def take_picture(app: App, name: str) -> pygame.Surface:
    """Return the picture, so small that fonts of another version do not count."""
    app.worker = app.thinker = ImmediateExecutor
    PICTURES[name](app)
    app.messages.lines.clear()
    app.draw()
    return pygame.transform.smoothscale(app.screen, SIZE)


@pytest.mark.parametrize("name", PICTURES)
def test_picture_equals_saved_one(app: App, name: str) -> None:
    assert looks_unchanged(take_picture(app, name), f"salad_{name}.png")


def draw_without_cache(app: App, board: SaladBoard) -> None:
    """Draw the frame without cached ones."""
    cache = board.board_view.cache
    previous_keys = cache.frame_key, cache.last_key
    cache.frame_key = cache.last_key = None
    app.draw()
    cache.frame_key, cache.last_key = previous_keys


@pytest.mark.slow
def test_cached_frame_equals_drawn_frame(app: App) -> None:
    """Whatever happens around the mat, a cached frame is correct.

    Soldiers fall and fly, people point, choose and aim, and log lines come.
    """
    app.settings.hint_level = "normal"
    board = sit_down(app, "pbb", options=SaladOptions(starter=0, turn_limit=3), seed=3, speed="fast", waits=False)
    board.controller.change_controllers((Controller(), Controller("bot", "random"), Controller("bot", "random")))
    rng, compared_count = Random(4), 0
    for index in range(150):
        if index == 5:
            board.drop()
        elif index == 60:
            board.keep()
        elif index % 3 == 0:
            point = rng.choice([widget.on_screen().center for widget in board.table.widgets.items if widget.visible])
            post_mouse(app, rng.choice((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)), point)
        else:
            app.frame(1 / 10)
        if app.scene is not board.table:
            app.pop()
            continue
        app.draw()
        app.draw()
        if board.board_view.cache.frame_key is None or board.board_view.cache.frame_key != board.board_view.frame.key(
            app.canvas()
        ):
            continue
        cached_pixels = pygame.surfarray.array3d(app.screen).astype(int)
        draw_without_cache(app, board)
        difference = abs(cached_pixels - pygame.surfarray.array3d(app.screen)).max()
        assert difference <= 6, index
        compared_count += 1
    assert compared_count > 40
    assert len(board.controller.match.entries) > 3


def test_partly_redrawn_frame_equals_drawn_frame(app: App) -> None:
    """While soldiers move, only what was drawn over the table is restored.

    This is correct also after a toast, a turn of the camera, a flying card and dust.
    """
    board = _open_turn(app)
    field, display, compared_count = board.battlefield, board.display, 0
    field.camera_rig.glance(field.camera.with_scale(field.camera.scale * 2, (200.0, 150.0)))
    field.camera_rig.cut()
    board.table.motion.pace = 1.0
    board.table.motion.play(1e9, lambda _: None)
    rng = Random(1)
    for index in range(48):
        for cube in display.cubes.values():
            cube.x, cube.y, cube.angle = cube.x + rng.uniform(-4, 4), cube.y + rng.uniform(-4, 4), cube.angle + 0.1
        if index == 12:
            app.say("A toast", seconds=0.1)
        if index == 24:
            field.camera_rig.glance(field.camera.pan_by(100, 30))
            field.camera_rig.cut()
        display.cards = [FlyingCard("arrow", "deck", "discard", 0.5)] if index == 36 else []
        compared_count += (
            app._last_drawn is board.table
            and board.board_view.cache.is_on_window
            and board.board_view.cache.over_mat is not None
        )
        app.frame()
        if index % 3 == 0:
            while board.board_view.cache.sprites.is_late:
                app.draw()
            pixels = pygame.image.tobytes(app.screen, "RGB")
            app._last_drawn = None
            app.draw()
            assert pygame.image.tobytes(app.screen, "RGB") == pixels, index
    assert compared_count > 25


def test_blast_is_drawn_no_farther_than_it_reaches(app: App) -> None:
    """Only its thin edge is outside, since players judge by it who dies (GS-19)."""
    canvas, reach, middle_point = app.canvas(), 28.2, (300.0, 200.0)
    camera = Camera(Rect(0, 0, *canvas.size), (600.0, 400.0), zoom=4.0)
    app.screen.fill("black")
    preview.draw_disc(canvas, camera, middle_point, reach, EMBER, 60, is_dashed=True)
    centre, radius = canvas.pixel_point(camera.to_screen(middle_point)), reach * camera.scale * canvas.factor
    mask = pygame.mask.from_threshold(app.screen, (0, 0, 0), (2, 2, 2))
    mask.invert()
    max_excess = max(
        dist(centre, (x, y)) - radius
        for x in range(mask.get_size()[0])
        for y in range(mask.get_size()[1])
        if mask.get_at((x, y))
    )
    assert max_excess <= 3


def test_other_position_looks_different(app: App) -> None:
    saved_picture = pygame.image.load(str(FOLDER / "salad_explosion.png")).convert()
    assert measure_difference(take_picture(app, "move"), saved_picture)[1] > MAX_SHARE


@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (720, 1280)])
def test_panel_of_three_circles_contains_title_and_slider(app: App, size: tuple[int, int]) -> None:
    board = sit_down(app, "pb", position(hands=(("circles",), ("arrow",))))
    resize(app, size)
    board.choose_card("circles")
    with record_lines() as lines:
        board.table.dirty = True
        app.draw()
    panel, slider = board.board_view.hand_layout.panel, board.controls.height_slider.rect
    assert panel.contains(slider.inflate(8, 8)), "with the frame of the focus"
    assert not slider.colliderect(board.controls.confirm_button.rect)
    panel_box = app.canvas().pixel_rect(panel)
    (title,) = [box for words, box in lines if words == "Three Circles" and panel_box.contains(box)]
    assert not title.colliderect(app.canvas().pixel_rect(slider))
    (plan,) = [box for words, box in lines if words == "This gives up your move." and panel_box.contains(box)]
    whole = app.canvas().text("This gives up your move.", (0, 0))
    assert plan.width / plan.height == pytest.approx(whole.width / whole.height, rel=0.12), "no dots instead of words"


def _save_pictures() -> None:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        app = App(Path(tempfile.mkdtemp()))
        pygame.image.save(take_picture(app, name), str(FOLDER / f"salad_{name}.png"))
        app.close()


if __name__ == "__main__":
    _save_pictures()
