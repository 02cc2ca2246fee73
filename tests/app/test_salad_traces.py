"""Marks on the cloth: none of a mere move, a faint one of a hard landing, none once hands take the cubes up."""

from __future__ import annotations

from collections import Counter

import pygame
import pytest

from grenade_salad.app.games.salad import traces
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.salad.traces import Trace
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Circles, Drop, Move
from tests.app.conftest import until
from tests.app.salad_table import position, ready, sit_down


def kinds(scene: SaladScene) -> Counter[str]:
    """How many traces of each kind there are, now and after a jump to this line."""
    shown = list(scene.stage.traces)
    scene.jumped()
    assert scene.stage.traces == shown
    return Counter(trace.kind for trace in shown)


def drop(app: App, scene: SaladScene, height: float) -> None:
    """The set-up drop from that height has come to rest."""
    assert scene.table.act(Drop(height))
    until(app, lambda: scene.table.idle and not scene.table.match.state.pending_chance())


@pytest.fixture
def setting_up(app: App) -> SaladScene:
    return sit_down(app, "pp", waits=False, speed="fast")


def test_hard_landing_leaves_a_mark_and_soft_landing_none(app: App, setting_up: SaladScene) -> None:
    drop(app, setting_up, 50.0)
    assert not kinds(setting_up)
    drop(app, setting_up, 250.0)
    assert kinds(setting_up) == {"fall": len(setting_up.shown.view.soldiers)}


def test_marks_are_wiped_when_hands_take_the_cubes_up(app: App, setting_up: SaladScene) -> None:
    drop(app, setting_up, 250.0)
    assert setting_up.stage.traces
    assert setting_up.table.act(Drop(50.0))
    until(app, lambda: setting_up.stage.film is not None)
    assert not setting_up.stage.traces


def test_mere_move_leaves_no_mark(app: App) -> None:
    scene = sit_down(app, "pp", position())
    assert scene.table.act(Move(0, 0, (200.0, 230.0), 0.0))
    until(app, lambda: not scene.table.motion.busy and bool(scene.table.match.entries))
    assert not kinds(scene)


@pytest.mark.parametrize(("height", "marks"), [(50.0, 0), (300.0, 3)])
def test_soldiers_of_three_circles_leave_marks_only_after_a_hard_landing(app: App, height: float, marks: int) -> None:
    scene = sit_down(app, "pp", position(hands=(("circles",), ("arrow",))))
    before = {soldier.id for soldier in scene.shown.view.soldiers}
    assert scene.table.act(Circles(0, height))
    ready(app, scene)
    landed = {soldier.id for soldier in scene.shown.view.soldiers} - before
    assert kinds(scene)["fall"] == (len(landed) if marks else 0)
    assert kinds(scene).keys() <= {"fall"}


def test_mark_of_a_landing_is_nowhere_darker_than_the_cloth() -> None:
    cloth = (53, 82, 74)
    surface = pygame.Surface((200, 200))
    surface.fill(cloth)
    camera = Camera(Rect(0, 0, 200, 200), (200.0, 200.0))
    traces.draw(Canvas(surface, 1.0), camera, [Trace("fall", (100.0, 100.0), 20.0, 0.4)], rests=True)
    pixels = pygame.surfarray.array3d(surface).reshape(-1, 3)
    changed = pixels[(pixels != cloth).any(axis=1)]
    assert len(changed)
    assert (changed >= [value - 1 for value in cloth]).all(), "to the rounding of a colour"
    assert (changed.max(axis=0) < [value + 40 for value in cloth]).all(), "it is faint"
