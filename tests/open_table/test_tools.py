"""Ruler, sight line, circle, and aimed shots, by real events.

Shots are aimed by keys, buttons and fingers.
"""

from __future__ import annotations

from math import degrees

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.box import Box, Kind, Lay
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import click, post_mouse, press_keys, press_pad, run_frames
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    UP,
    drag,
    last_action,
    last_action_as,
    piece_point,
    post_finger,
    press_button,
    push_table,
    table_point,
    wait_until_idle,
)

MM = Box(
    name="Measures",
    table=(600.0, 400.0),
    kinds=(
        Kind("cube", "cube", title="a cube", fronts=("a cube",), count=3, size=(20.0, 20.0), height=20.0),
        Kind("disc", "disc", title="a disc", fronts=("a disc",), count=2, size=(30.0, 30.0), height=8.0),
    ),
    layout=(
        Lay("cube", at=((200.0, 200.0), (228.0, 200.0), (300.0, 300.0))),
        Lay("disc", at=((400.0, 200.0), (400.0, 100.0))),
    ),
)


def tool_text(scene: OpenTableBoard) -> str:
    """Return the text of the tool, which screen readers get too."""
    return say(scene.preview_text())


def test_ruler_measures_mm_by_mouse_finger_and_keys(app: App) -> None:
    scene = push_table(app, MM)
    press_keys(app, pygame.K_x)
    press_button(app, scene, "Ruler")
    drag(app, table_point(scene, 100, 100), table_point(scene, 400, 100))
    tool = scene.desk.tool
    assert tool is not None
    assert tool.end[0] - tool.start[0] == pytest.approx(300, abs=2)
    end_x = tool.end[0]
    assert tool_text(scene).endswith("mm from end to end")
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP)
    press_keys(app, pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    assert tool.end == pytest.approx((end_x + 2 - 10, tool.start[1] + 1))
    press_pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert tool.end[0] == pytest.approx(end_x + 2)
    for kind, point in ((pygame.FINGERDOWN, (50, 50)), (pygame.FINGERMOTION, (50, 200)), (pygame.FINGERUP, (50, 200))):
        post_finger(app, kind, 0, table_point(scene, *point))
    assert tool.end[1] - tool.start[1] == pytest.approx(150, abs=2)
    press_keys(app, pygame.K_x)
    assert scene.desk.tool is None
    assert not scene.controller.match.entries, "it is in no record"
    click(app, piece_point(scene, 1))
    assert scene.desk.chosen == [1], "and things can be chosen again"


def test_sight_line_names_the_first_piece_it_meets(app: App) -> None:
    scene = push_table(app, MM)
    click(app, piece_point(scene, 2))
    press_keys(app, pygame.K_x)
    press_button(app, scene, "Sight line")
    drag(app, table_point(scene, 400, 160), table_point(scene, 400, 20))
    assert tool_text(scene).startswith("a disc is in the way after 4")
    drag(app, table_point(scene, 228, 200), table_point(scene, 100, 200))
    assert tool_text(scene).startswith("a cube is in the way after "), "not the one that it begins on"
    assert scene.desk.tool is not None
    drag(app, table_point(scene, 100, 350), table_point(scene, 500, 350))
    assert tool_text(scene).startswith("Nothing in the way for ")


def test_circle_counts_the_pieces_it_touches(app: App) -> None:
    scene = push_table(app, MM)
    click(app, piece_point(scene, 1))
    press_keys(app, pygame.K_x)
    press_button(app, scene, "Circle")
    assert tool_text(scene) == "2 things within 28 mm", "the blast of a tile around what was chosen"
    for _ in range(11):
        press_keys(app, pygame.K_MINUS)
    assert tool_text(scene) == "1 thing within 17 mm"
    press_keys(app, pygame.K_PLUS)
    assert tool_text(scene) == "2 things within 18 mm", "18.2 mm touch what begins at 18"


def test_a_shot_is_aimed_by_keys(app: App) -> None:
    scene = push_table(app, MM)
    click(app, piece_point(scene, 4))
    press_keys(app, pygame.K_s)
    aim = scene.desk.aim
    assert aim is not None
    for _ in range(6):
        if "meets a disc" in tool_text(scene):
            break
        press_button(app, scene, "Aim at the next")
    assert tool_text(scene) == "50 %, meets a disc"
    previous_angle = degrees(aim.angle)
    press_keys(app, pygame.K_q, pygame.K_q, pygame.K_e)
    press_keys(app, pygame.K_q, mod=pygame.KMOD_SHIFT)
    assert degrees(aim.angle) - previous_angle == pytest.approx(5.25)
    press_keys(app, pygame.K_PLUS, pygame.K_PLUS, pygame.K_MINUS)
    assert aim.share == pytest.approx(0.55)
    assert not scene.controller.match.entries, "the aim stays until it is shot"
    press_keys(app, pygame.K_s)
    wait_until_idle(app, scene)
    shot = last_action_as(scene, actions.Flick)
    assert shot.speed == pytest.approx(scene.desk.view.box.flick.fastest * 0.55)
    assert scene.desk.aim is None
    click(app, piece_point(scene, 5))
    press_keys(app, pygame.K_s, pygame.K_ESCAPE)
    assert scene.desk.aim is None
    assert last_action(scene) is shot


def test_a_finger_pulls_and_then_shoots(app: App) -> None:
    scene = push_table(app, boxes.DICE)
    click(app, piece_point(scene, 1))
    press_button(app, scene, "Flick")
    x, y = piece_point(scene, 1)
    post_finger(app, pygame.FINGERDOWN, 0, (x, y))
    for step in range(20):
        post_finger(app, pygame.FINGERMOTION, 0, (x - 5 * step, y))
    post_finger(app, pygame.FINGERUP, 0, (x - 95, y + 9))
    assert scene.desk.aim is not None
    assert scene.desk.aim.angle == pytest.approx(0.0, abs=0.02), "lifting it does not spoil the aim"
    assert not scene.controller.match.entries
    press_button(app, scene, "Flick")
    wait_until_idle(app, scene)
    assert isinstance(last_action(scene), actions.Flick)


def test_crokinole_disc_is_put_and_pulled_to_shoot(app: App) -> None:
    scene = push_table(app, bundled.load_box("crokinole").box)
    disc = next(piece.key for piece in scene.desk.pieces if piece.shape == "disc" and piece.holder is not None)
    start = scene.desk.view.box.flick.starts[0]
    drag(app, piece_point(scene, disc), table_point(scene, start.at[0], start.at[1] - start.most - 12))
    assert len(scene.controller.match.entries) == 1
    put = next(
        piece for piece in scene.desk.pieces if piece.shape == "disc" and piece.holder is None and not piece.locked
    )
    assert start.contains(put.position), "it is drawn to where the box lets it be put"
    x, y = piece_point(scene, put.key)
    drag(app, (x, y), (x, y + 60), lay_down=False)
    run_frames(app, 8)
    assert "%" in tool_text(scene)
    post_mouse(app, UP, (x, y + 60))
    wait_until_idle(app, scene)
    shot = last_action_as(scene, actions.Flick)
    assert degrees(shot.angle or 0) == pytest.approx(90, abs=2)
