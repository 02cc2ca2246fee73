"""Marks on the cloth: none after a move, faint ones after a hard landing.

They are wiped when hands take the cubes up.
"""

from __future__ import annotations

from collections import Counter

import pygame
import pytest

from grenade_salad.app.games.salad import traces
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.traces import Trace
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import MAT
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Circles, Drop, Move
from tests.app.conftest import run_until
from tests.app.salad_table import position, sit_down, wait_for_person


def count_traces(board: SaladBoard) -> Counter[str]:
    """Count the traces of each kind, and check that a jump to this line keeps them."""
    traces_before_jump = list(board.display.traces)
    board.show_position()
    assert board.display.traces == traces_before_jump
    return Counter(trace.kind for trace in traces_before_jump)


def drop_soldiers(app: App, board: SaladBoard, height: float) -> None:
    """Drop the soldiers of the setup from that height, and wait until they rest."""
    assert board.controller.act(Drop(height))
    run_until(app, lambda: board.controller.is_idle and not board.controller.match.state.pending_chance())


@pytest.fixture
def setting_up(app: App) -> SaladBoard:
    return sit_down(app, "pp", waits=False, speed="fast")


def test_hard_landing_leaves_a_mark_and_soft_landing_none(app: App, setting_up: SaladBoard) -> None:
    drop_soldiers(app, setting_up, 50.0)
    assert not count_traces(setting_up)
    drop_soldiers(app, setting_up, 250.0)
    assert count_traces(setting_up) == {"fall": len(setting_up.board_view.view.soldiers)}


def test_marks_are_wiped_when_hands_take_the_cubes_up(app: App, setting_up: SaladBoard) -> None:
    drop_soldiers(app, setting_up, 250.0)
    assert setting_up.display.traces
    assert setting_up.controller.act(Drop(50.0))
    run_until(app, lambda: setting_up.display.film is not None)
    assert not setting_up.display.traces


def test_mere_move_leaves_no_mark(app: App) -> None:
    board = sit_down(app, "pp", position())
    assert board.controller.act(Move(0, 0, (200.0, 230.0), 0.0))
    run_until(app, lambda: not board.table.motion.is_busy and bool(board.controller.match.entries))
    assert not count_traces(board)


@pytest.mark.parametrize(("height", "is_hard"), [(50.0, False), (300.0, True)])
def test_soldiers_of_three_circles_leave_marks_only_after_a_hard_landing(
    app: App, height: float, is_hard: bool
) -> None:
    board = sit_down(app, "pp", position(hands=(("circles",), ("arrow",))))
    previous_ids = {soldier.id for soldier in board.board_view.view.soldiers}
    assert board.controller.act(Circles(0, height))
    wait_for_person(app, board)
    landed = {soldier.id for soldier in board.board_view.view.soldiers} - previous_ids
    assert landed
    assert count_traces(board)["fall"] == (len(landed) if is_hard else 0)
    assert count_traces(board).keys() <= {"fall"}


def test_mark_of_a_landing_is_nowhere_darker_than_the_cloth() -> None:
    cloth = MAT
    surface = pygame.Surface((200, 200))
    surface.fill(cloth)
    camera = Camera(Rect(0, 0, 200, 200), (200.0, 200.0))
    traces.draw_traces(Canvas(surface, 1.0), camera, [Trace("fall", (100.0, 100.0), 20.0, 0.4)], is_resting=True)
    pixels = pygame.surfarray.array3d(surface).reshape(-1, 3)
    changed = pixels[(pixels != cloth).any(axis=1)]
    assert len(changed)
    assert (changed >= [value - 1 for value in cloth]).all(), "to the rounding of a colour"
    assert (changed.max(axis=0) < [value + 40 for value in cloth]).all(), "it is faint"
