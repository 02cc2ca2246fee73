"""Ruler, sight line and circle, and shots that are aimed by keys, buttons and fingers: by real events."""

from __future__ import annotations

from math import degrees

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.box import Box, Kind, Lay
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import click, frames, key, mouse, pad
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import UP, at, drag, finger, last, last_as, lay, lying, rest
from tests.open_table.test_menu_commands import verb

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


def told(scene: OpenTableScene) -> str:
    """What is said of it to everybody, readers too."""
    return say(scene.doing())


def test_a_ruler_tells_mm_to_mouse_finger_and_keys(app: App) -> None:
    scene = lay(app, MM)
    key(app, pygame.K_x)
    verb(app, scene, "Ruler")
    drag(app, at(scene, 100, 100), at(scene, 400, 100))
    tool = scene.desk.tool
    assert tool is not None
    assert tool.end[0] - tool.start[0] == pytest.approx(300, abs=2)
    far = tool.end[0]
    assert told(scene).endswith("mm from end to end")
    key(app, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP)
    key(app, pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    assert tool.end == pytest.approx((far + 2 - 10, tool.start[1] + 1))
    pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert tool.end[0] == pytest.approx(far + 2)
    for kind, where in ((pygame.FINGERDOWN, (50, 50)), (pygame.FINGERMOTION, (50, 200)), (pygame.FINGERUP, (50, 200))):
        finger(app, kind, 0, at(scene, *where))
    assert tool.end[1] - tool.start[1] == pytest.approx(150, abs=2)
    key(app, pygame.K_x)
    assert scene.desk.tool is None
    assert not scene.table.match.entries, "it is in no record"
    click(app, lying(scene, 1))
    assert scene.desk.chosen == [1], "and things can be chosen again"


def test_a_sight_line_names_what_it_meets_first(app: App) -> None:
    scene = lay(app, MM)
    click(app, lying(scene, 2))
    key(app, pygame.K_x)
    verb(app, scene, "Sight line")
    drag(app, at(scene, 400, 160), at(scene, 400, 20))
    assert told(scene).startswith("a disc is in the way after 4")
    drag(app, at(scene, 228, 200), at(scene, 100, 200))
    assert told(scene).startswith("a cube is in the way after "), "not the one that it begins on"
    assert scene.desk.tool is not None
    drag(app, at(scene, 100, 350), at(scene, 500, 350))
    assert told(scene).startswith("Nothing in the way for ")


def test_a_circle_counts_what_it_touches(app: App) -> None:
    scene = lay(app, MM)
    click(app, lying(scene, 1))
    key(app, pygame.K_x)
    verb(app, scene, "Circle")
    assert told(scene) == "2 things within 28 mm", "the blast of a tile around what was chosen"
    for _ in range(11):
        key(app, pygame.K_MINUS)
    assert told(scene) == "1 thing within 17 mm"
    key(app, pygame.K_PLUS)
    assert told(scene) == "2 things within 18 mm", "18.2 mm touch what begins at 18"


def test_a_shot_is_aimed_by_keys(app: App) -> None:
    scene = lay(app, MM)
    click(app, lying(scene, 4))
    key(app, pygame.K_s)
    aim = scene.desk.aim
    assert aim is not None
    for _ in range(6):
        if "meets a disc" in told(scene):
            break
        verb(app, scene, "Aim at the next")
    assert told(scene) == "50 %, meets a disc"
    before = degrees(aim.angle)
    key(app, pygame.K_q, pygame.K_q, pygame.K_e)
    key(app, pygame.K_q, mod=pygame.KMOD_SHIFT)
    assert degrees(aim.angle) - before == pytest.approx(5.25)
    key(app, pygame.K_PLUS, pygame.K_PLUS, pygame.K_MINUS)
    assert aim.share == pytest.approx(0.55)
    assert not scene.table.match.entries, "the aim stays until it is shot"
    key(app, pygame.K_s)
    rest(app, scene)
    shot = last_as(scene, actions.Flick)
    assert shot.speed == pytest.approx(scene.desk.view.box.flick.fastest * 0.55)
    assert scene.desk.aim is None
    click(app, lying(scene, 5))
    key(app, pygame.K_s, pygame.K_ESCAPE)
    assert scene.desk.aim is None
    assert last(scene) is shot


def test_a_finger_pulls_and_then_shoots(app: App) -> None:
    scene = lay(app, boxes.DICE)
    click(app, lying(scene, 1))
    verb(app, scene, "Flick")
    x, y = lying(scene, 1)
    finger(app, pygame.FINGERDOWN, 0, (x, y))
    for step in range(20):
        finger(app, pygame.FINGERMOTION, 0, (x - 5 * step, y))
    finger(app, pygame.FINGERUP, 0, (x - 95, y + 9))
    assert scene.desk.aim is not None
    assert scene.desk.aim.angle == pytest.approx(0.0, abs=0.02), "lifting it does not spoil the aim"
    assert not scene.table.match.entries
    verb(app, scene, "Flick")
    rest(app, scene)
    assert isinstance(last(scene), actions.Flick)


def test_a_shot_at_crokinole_is_put_and_pull(app: App) -> None:
    scene = lay(app, bundled.opened("crokinole").box)
    disc = next(one.key for one in scene.desk.things if one.shape == "disc" and one.holder is not None)
    start = scene.desk.view.box.flick.starts[0]
    drag(app, lying(scene, disc), at(scene, start.at[0], start.at[1] - start.most - 12))
    assert len(scene.table.match.entries) == 1
    put = next(one for one in scene.desk.things if one.shape == "disc" and one.holder is None and not one.locked)
    assert start.has(put.at), "it is drawn to where the box lets it be put"
    x, y = lying(scene, put.key)
    drag(app, (x, y), (x, y + 60), lay_down=False)
    frames(app, 8)
    assert "%" in told(scene)
    mouse(app, UP, (x, y + 60))
    rest(app, scene)
    shot = last_as(scene, actions.Flick)
    assert degrees(shot.angle or 0) == pytest.approx(90, abs=2)
