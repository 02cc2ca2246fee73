"""Layout of Grenade Salad: the mat fills the window, all else is at its edges."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.picks import PickButton
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Move
from grenade_salad.text import say
from tests.app.conftest import click, post, resize, run_frames, run_until
from tests.app.salad_table import ANNS_HAND, BOS_HAND, position, press, sit_down, wait_for_person
from tools.tables import get_top_scene

MIN_SHARES = [((1280, 720), 0.65), ((1920, 1080), 0.65), ((720, 1280), 0.55)]
"""For each size of the window the minimum share of it that the mat has."""
HANDS = (ANNS_HAND, BOS_HAND, ("footpath",), ("arrow",))


def _mat_share(app: App, board: SaladBoard) -> float:
    mat = board.table.places.table
    return mat.width * mat.height / (app.size[0] * app.size[1])


@pytest.mark.quick("pb-window2*", "pppp-window0*")
@pytest.mark.parametrize(("window", "min_share"), MIN_SHARES)
@pytest.mark.parametrize("kinds", ["pb", "pppp"])
def test_mat_has_most_of_window(app: App, window: tuple[int, int], min_share: float, kinds: str) -> None:
    board = sit_down(app, kinds, position(HANDS[: len(kinds)]), waits=False)
    resize(app, window)
    assert _mat_share(app, board) >= min_share
    assert not any(panel.rect.colliderect(board.table.places.table) for panel in board.table.panels)


@pytest.mark.parametrize(("window", "min_share"), MIN_SHARES)
@pytest.mark.parametrize("kinds", ["pb", "pppp"])
def test_mat_continues_under_panels_at_their_edges(
    app: App, window: tuple[int, int], min_share: float, kinds: str
) -> None:
    """Each panel faces its own edge of the table, with the mat under it.

    No soldier that the camera shows is under a panel.
    """
    app.settings.facing = "edges"
    board = sit_down(app, kinds, position(HANDS[: len(kinds)]), waits=False)
    resize(app, window)
    wait_for_person(app, board)
    view, boxes = board.board_view.camera.drawn_rect, [panel.on_screen() for panel in board.table.panels]
    covered = sum(box.clip(view).width * box.clip(view).height for box in boxes)
    assert (view.width * view.height - covered) / (app.size[0] * app.size[1]) >= min_share
    soldier_points = [board.board_view.camera.to_screen((cube.x, cube.y)) for cube in board.display.cubes.values()]
    assert not any(
        box.collidepoint(point)
        for box in boxes
        for point in soldier_points
        if board.board_view.camera.rect.collidepoint(point)
    )
    corner = view.x + 12, view.y + 12
    x, y = board.board_view.camera.to_table(corner)
    if 0 < x < 600 and 0 < y < 400:
        app.draw()
        red, _, blue, _ = app.screen.get_at((round(corner[0] * app.factor), round(corner[1] * app.factor)))
        assert red < 2 * blue, "cloth, not wood"


@pytest.mark.parametrize("scale", [100, 200])
def test_interface_scale_enlarges_soldiers(app: App, scale: int) -> None:
    app.settings.scale = scale
    app.fit()
    board = sit_down(app, "pb", position())
    run_frames(app, 2)
    assert board.board_view.camera.scale * board.options.cube >= 24 * 0.999
    assert app.factor >= scale / 100 * 0.8


@pytest.mark.quick("bpb-window0", "pp-window2")
@pytest.mark.parametrize("window", [(1280, 720), (960, 540), (720, 1280)])
@pytest.mark.parametrize("kinds", ["pp", "bpb", "pppp"])
def test_mine_question_is_off_the_mat(app: App, window: tuple[int, int], kinds: str) -> None:
    app.settings.countdown = 0.0
    board = sit_down(app, kinds, position(HANDS[: len(kinds)]), waits=False)
    resize(app, window)
    if kinds[0] == "p":
        wait_for_person(app, board)
        board.controller.act(Move(0, 1, (300.0, 230.0), 0.0))
    run_until(app, lambda: board.table.reaction is not None)
    reaction = board.table.reaction
    assert reaction is not None
    assert not reaction.rect.colliderect(board.table.places.table)
    buttons = [item for item in board.table.widgets.items if item in reaction._buttons]
    assert buttons
    assert all(reaction.rect.contains(item.rect) for item in buttons)


def test_log_is_a_line_with_a_drawer(app: App) -> None:
    board = sit_down(app, "pp", position())
    assert not board.table.log.visible
    press(app, board.table.log_line)
    assert board.table.log.visible
    press(app, board.table.log_line)
    assert not board.table.log.visible


@pytest.mark.quick("window0")
@pytest.mark.parametrize("window", [(1280, 720), (720, 1280)])
def test_hand_on_shared_screen_leaves_mat_visible(app: App, window: tuple[int, int]) -> None:
    board = sit_down(app, "pp", position(), waits=False)
    resize(app, window)
    wait_for_person(app, board)
    picture_without_hand = pygame.image.tobytes(app.screen, "RGB")
    press(app, board.controls.hand_button)
    strip = get_top_scene(app, Cover)
    mat = board.table.places.table
    assert (min(strip.box.top, mat.bottom) - mat.top) / mat.height > 0.7
    app.draw()
    closed_picture = pygame.image.tobytes(app.screen, "RGB")
    assert closed_picture != picture_without_hand
    assert not any(isinstance(item, PickButton) for item in strip.widgets.items)
    post(app, pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="")
    pick_buttons = [item for item in strip.widgets.items if isinstance(item, PickButton)]
    assert len(pick_buttons) == len(ANNS_HAND)
    assert all(strip.box.contains(item.rect) for item in pick_buttons)
    assert all(item.pick.tip or item.pick.why_not for item in pick_buttons)
    post(app, pygame.KEYUP, key=pygame.K_1, mod=0)
    app.draw()
    assert not strip.is_open
    picture_after = pygame.image.tobytes(app.screen, "RGB")
    assert (
        max(abs(value - closed_value) for value, closed_value in zip(picture_after, closed_picture, strict=True)) <= 8
    ), "nothing of it stays"


@pytest.mark.parametrize("scale", [100, 200])
def test_opening_and_closing_hand_leaves_camera_in_place(app: App, scale: int) -> None:
    app.settings.scale = scale
    app.fit()
    board = sit_down(app, "pp", position(), speed="normal")
    run_until(app, lambda: not board.battlefield.camera_rig.is_gliding)
    camera = board.board_view.camera
    press(app, board.controls.hand_button)
    assert isinstance(app.scene, Cover)
    for _ in range(20):
        run_frames(app)
        assert board.board_view.camera == camera
    app.pop()
    for _ in range(20):
        run_frames(app)
        assert board.board_view.camera == camera


def test_single_person_is_asked_as_you_by_separate_buttons(app: App) -> None:
    board = sit_down(app, "bp", position(), speed="fast", waits=False)
    run_until(app, lambda: board.table.reaction is not None and bool(board.table.reaction.people), 3000)
    assert "You may answer" in say(board.table.bar_content()[0])
    assert "Bo may" not in say(board.table.bar_content()[0])
    reaction = board.table.reaction
    assert reaction is not None
    boxes = [
        item.rect for item in board.table.widgets.items if item.visible and item.rect.clip(reaction.rect).width > 40
    ]
    assert len(boxes) >= 3
    overlaps = [box.inflate(8, 4).colliderect(other_box) for box, other_box in combinations(boxes, 2)]
    assert not any(overlaps), "the ring of one would lie over the next"


def test_drop_height_can_be_dragged_and_no_card_is_covered_at_200_percent(app: App) -> None:
    app.settings.scale = 200
    app.save_settings()
    board = sit_down(app, "pb")
    press(app, board.controls.drop_button)
    wait_for_person(app, board)
    slider_rect, drop_rect, keep_rect = (
        item.rect for item in (board.controls.height_slider, board.controls.drop_button, board.controls.keep_button)
    )
    assert keep_rect.width > 100, "it lies, and can be kept"
    assert slider_rect.width >= 180
    assert not any(
        rect.colliderect(other_rect) for rect, other_rect in combinations((slider_rect, drop_rect, keep_rect), 2)
    )
    height = board.controls.height_slider.value
    click(app, (slider_rect.x + slider_rect.width * 0.6, slider_rect.centery))
    assert board.controls.height_slider.value > height
    board = sit_down(app, "pb", position())
    assert app.size[0] < 900
    assert not any(
        card.rect.colliderect(other_card.rect) for card, other_card in combinations(board.board_view.cards, 2)
    )
