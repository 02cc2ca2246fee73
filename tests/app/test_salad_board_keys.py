"""Grenade Salad without a mouse: keys, gamepad, finger and random input."""

from __future__ import annotations

from math import dist
from random import Random

import pygame
import pytest

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.games.salad import placement_search
from grenade_salad.games.salad.actions import Arrow, End, Explosion, Hammers, Move, Pass, Pointer
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.text import say
from tests.app.conftest import click, post, post_mouse, press_keys, press_pad, resize, run_frames, run_until
from tests.app.salad_table import (
    offset_point,
    position,
    screen_position,
    shows_match_position,
    sit_down,
    tab_to,
    wait_for_person,
)
from tools.tables import get_top_scene

ARROWS = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT)


def test_two_people_play_whole_match_with_keys_alone(app: App) -> None:
    app.settings.countdown = 0.0
    board = sit_down(app, "pp", options=SaladOptions(starter=0, turn_limit=4), seed=8)
    press_keys(app, pygame.K_RETURN)
    wait_for_person(app, board)
    press_keys(app, pygame.K_RETURN)
    for turn in range(4):
        wait_for_person(app, board)
        assert board.controller.actor == turn % 2
        _move_by_keys(app, board)
        _look_by_keys(app, board)
        tab_to(app, board.controls.end_turn_button)
        press_keys(app, pygame.K_RETURN)
    run_until(app, lambda: isinstance(app.scene, EndScene))
    kinds = [type(entry) for entry in board.controller.match.entries]
    assert kinds.count(Move) == kinds.count(Pass) == kinds.count(End) == 4
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is board.table, "Esc shows the table again"


def _move_by_keys(app: App, board: SaladBoard) -> None:
    """Lift a soldier, move it by 20 mm and place it; the opponent looks and passes."""
    assert board.table.widgets.focus is board.battlefield
    press_keys(app, pygame.K_RIGHT)
    chosen = board.battlefield.cursor
    assert chosen is not None
    start = board.display.cubes[chosen]
    for arrow_key in ARROWS:
        entry_count = len(board.controller.match.entries)
        press_keys(app, pygame.K_RETURN)
        assert board.battlefield.intent.kind == "move"
        press_keys(app, arrow_key, arrow_key, mod=pygame.KMOD_LSHIFT)
        ghost, spot = board.battlefield.preview.ghost, board.battlefield.intent.point
        assert ghost is not None
        assert spot == (ghost.x, ghost.y), "keys go on from where it is seen"
        assert dist(spot, (start.x, start.y)) == pytest.approx(
            20.0, abs=placement_search.REACH if ghost.is_legal else 1e-6
        )
        press_keys(app, pygame.K_q)
        press_keys(app, pygame.K_RETURN)
        if len(board.controller.match.entries) > entry_count:
            break
        press_keys(app, pygame.K_ESCAPE)
        assert board.battlefield.intent.kind == ""
    run_until(app, lambda: board.table.reaction is not None)
    run_frames(app, 40)
    press_keys(app, pygame.K_RETURN)
    assert isinstance(app.scene, Cover)
    press_keys(app, pygame.K_ESCAPE)
    wait_for_person(app, board)


def _look_by_keys(app: App, board: SaladBoard) -> None:
    """Hold the seat's key to look, choose the first playable card, and cancel it."""
    assert board.controller.actor is not None
    seat_key = pygame.K_1 + board.controller.actor
    press_keys(app, seat_key)
    cover = get_top_scene(app, Cover)
    post(app, pygame.KEYDOWN, key=seat_key, mod=0, unicode="")
    assert cover.is_open
    for _ in range(5):
        press_keys(app, pygame.K_RETURN)
        if app.scene is board.table:
            break
        press_keys(app, pygame.K_RIGHT)
    post(app, pygame.KEYUP, key=seat_key, mod=0)
    assert app.scene is board.table
    assert board.battlefield.intent.kind
    press_keys(app, pygame.K_ESCAPE)
    assert board.battlefield.intent.kind == ""


def test_soldier_is_moved_over_obstacle_with_keys(app: App) -> None:
    board = sit_down(app, "pp", setup=position())
    board.battlefield.lift(0)
    ghost_xs = []
    for _ in range(7):
        press_keys(app, pygame.K_RIGHT)
        ghost = board.battlefield.preview.ghost
        assert ghost is not None
        assert ghost.is_legal
        ghost_xs.append(ghost.x)
    assert ghost_xs == pytest.approx([201, 202, 203, 204, 205, 220.95, 221.95], abs=1e-5)
    press_keys(app, pygame.K_LEFT, pygame.K_LEFT)
    press_keys(app, pygame.K_RETURN)
    move = board.controller.match.entries[0]
    assert isinstance(move, Move)
    assert move.to == pytest.approx((205.05, 200.0), abs=1e-5)


def test_cards_are_played_with_keys_alone(app: App) -> None:
    board = sit_down(app, "pb", setup=position())
    for card, kind in (("hammers", Hammers), ("arrow", Arrow)):
        tab_to(app, next(hand_card for hand_card in board.board_view.cards if hand_card.card == card))
        press_keys(app, pygame.K_RETURN)
        assert board.table.widgets.focus is board.battlefield
        assert board.battlefield.preview.action is not None, "keys begin at somebody who can be hit"
        press_keys(app, pygame.K_RETURN)
        assert isinstance(board.controller.match.entries[-1], kind) or kind in map(type, board.controller.match.entries)
        wait_for_person(app, board)
    assert board.controller.view.cards_left == 0


def test_keys_place_reserve_soldier_and_throw_grenade(app: App) -> None:
    board = sit_down(app, "pb", setup=position((("pointer", "explosion"), ("arrow",))))
    tab_to(app, board.board_view.cards[1])
    press_keys(app, pygame.K_RETURN)
    preview = board.battlefield.preview
    assert preview.blast is not None
    assert preview.victims, "keys begin at an enemy in reach"
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP)
    press_keys(app, pygame.K_RETURN)
    assert Explosion in map(type, board.controller.match.entries)
    wait_for_person(app, board)
    tab_to(app, board.board_view.cards[0])
    press_keys(app, pygame.K_RETURN)
    first = board.battlefield.preview.ghost
    assert first is not None
    assert first.is_legal, "keys begin where a soldier has room"
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT, mod=pygame.KMOD_LSHIFT)
    press_keys(app, pygame.K_e, pygame.K_RETURN)
    placed = next(entry for entry in board.controller.match.entries if isinstance(entry, Pointer))
    assert placed.to == (first.x + 20.0, first.y)
    assert placed.angle != 0.0


def test_turn_is_played_with_gamepad_alone(app: App) -> None:
    board = sit_down(app, "pb", setup=position())
    a, b = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B
    press_pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, a)
    assert board.battlefield.intent.kind == "move"
    press_pad(app, b)
    assert board.battlefield.intent.kind == ""
    press_pad(app, a)
    pygame.event.post(
        pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_DPAD_DOWN, instance_id=0)
    )
    run_frames(app, 60)
    pygame.event.post(
        pygame.event.Event(pygame.CONTROLLERBUTTONUP, button=pygame.CONTROLLER_BUTTON_DPAD_DOWN, instance_id=0)
    )
    app.frame()
    moved = board.battlefield.intent.point
    assert moved is not None
    run_frames(app, 30)
    assert board.battlefield.intent.point == moved, "let go, it stops"
    press_pad(app, pygame.CONTROLLER_BUTTON_X)
    press_pad(app, a)
    wait_for_person(app, board)
    assert isinstance(board.controller.match.entries[0], Move)
    for _ in range(40):
        if board.table.widgets.focus is board.controls.end_turn_button:
            break
        press_pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    press_pad(app, a)
    assert End in map(type, board.controller.match.entries)


def _send_finger(app: App, kind: int, spot: tuple[float, float]) -> None:
    width, height = app.screen.get_size()
    x, y = spot[0] * app.factor / width, spot[1] * app.factor / height
    post(app, kind, x=x, y=y, dx=0.0, dy=0.0, finger_id=1, touch_id=1)


def test_finger_shows_preview_before_action(app: App) -> None:
    board = sit_down(app, "pb", setup=position())
    rect = next(hand_card for hand_card in board.board_view.cards if hand_card.card == "explosion").on_screen()
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        _send_finger(app, kind, (rect.centerx, rect.y + 20))
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        _send_finger(app, kind, offset_point(screen_position(board, 1), board, 12, 12))
    assert say(board.battlefield.preview.effect, begin=True) == "Kills 1 of Bo's, 1 of yours!"
    assert board.controller.match.entries == []
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        _send_finger(app, kind, board.controls.confirm_button.rect.center)
    assert isinstance(board.controller.match.entries[0], Explosion)


@pytest.mark.slow
def test_one_person_plays_whole_match_against_machines(app: App) -> None:
    app.settings.countdown = 0.5
    board = sit_down(app, "pbb", options=SaladOptions(starter=0, turn_limit=6), seed=3)
    press_keys(app, pygame.K_RETURN)
    wait_for_person(app, board)
    press_keys(app, pygame.K_RETURN)
    reaction_count = 0
    for _ in range(200):
        run_until(
            app,
            lambda: (
                app.scene is not board.table
                or board.table.reaction is not None
                or (board.controller.is_idle and board.controller.actor is not None)
            ),
        )
        if app.scene is not board.table:
            break
        assert not isinstance(app.scene, Cover), "a single person among machines is never covered"
        if board.table.reaction is not None:
            reaction_count += 1
            run_until(app, lambda: board.table.reaction is None)
            continue
        tab_to(app, board.controls.end_turn_button)
        press_keys(app, pygame.K_RETURN)
    assert isinstance(app.scene, EndScene)
    assert reaction_count > 0
    assert shows_match_position(board)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_input_breaks_nothing(app: App, seed: int) -> None:
    rng = Random(seed)
    app.settings.countdown = 0.3
    kinds = ("pp", "pb", "ppb")[seed % 3]
    board = sit_down(
        app, kinds, options=SaladOptions(turn_limit=3), seed=seed, speed=rng.choice(("off", "fast")), waits=False
    )
    keys = (*ARROWS, pygame.K_RETURN, pygame.K_TAB, pygame.K_q, pygame.K_e, pygame.K_1, pygame.K_2, pygame.K_0)
    keys += (pygame.K_PLUS, pygame.K_MINUS, pygame.K_ESCAPE)
    for _ in range(260):
        match rng.randrange(12):
            case 0 | 1 | 2:
                press_keys(app, rng.choice(keys), mod=rng.choice((0, 0, pygame.KMOD_LSHIFT)))
            case 3:
                resize(app, rng.choice(((1280, 720), (960, 540), (700, 900))))
            case 4:
                press_pad(app, rng.randrange(15))
            case 5:
                post(app, pygame.WINDOWFOCUSLOST)
            case _:
                spot = (rng.uniform(0, app.size[0]), rng.uniform(60, app.size[1]))
                kind = rng.choice((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
                post_mouse(app, kind, spot, rng.choice((1, 1, 1, 3)))
        if board.table not in app.stack:
            break
        if app.scene is board.table and board.controller.is_idle and board.table.reaction is None:
            assert shows_match_position(board)
            assert board.controller.view == board.controller.match.state.view(board.controller.viewer)


CROWD = (
    Soldier(0, 0, 100.0, 100.0, 0.0),
    *(Soldier(1 + index, 1, 284.0 + 8.0 * index, 200.0, 0.0) for index in range(5)),
)
"""An enemy at the middle of the table, with others at both sides."""


def test_pointer_by_keys_begins_at_free_spot(app: App) -> None:
    board = sit_down(app, "pb", setup=position((("pointer",), ("arrow",)), CROWD))
    tab_to(app, board.board_view.cards[0])
    press_keys(app, pygame.K_RETURN)
    assert board.battlefield.preview.action is not None
    button = board.controls.confirm_button
    assert button.enabled
    tab_to(app, button)
    press_keys(app, pygame.K_RETURN)
    wait_for_person(app, board)
    assert any(isinstance(entry, Pointer) for entry in board.controller.match.entries)


def test_confirm_button_is_enabled_only_where_it_acts(app: App) -> None:
    board = sit_down(app, "pb", setup=position((("pointer", "arrow"), ("arrow",)), CROWD))
    field, button = board.battlefield, board.controls.confirm_button
    board.choose_card("pointer")
    assert not button.enabled, "nothing is aimed at yet"
    for place, is_enabled in (((200.0, 300.0), True), ((300.0, 200.0), False), ((200.0, 300.0), True)):
        field.intent.point = place
        field.refresh()
        assert (button.enabled, field.preview.action is not None) == (is_enabled, is_enabled)
    field.intent.point = (300.0, 200.0)
    field.refresh()
    click(app, button.on_screen().center)
    assert not board.controller.match.entries
    assert say(button.why_disabled) in app.messages.texts
    board.choose_card("pointer")
    press_keys(app, pygame.K_RIGHT, pygame.K_RETURN)
    assert field.intent.kind == "move"
    assert button.enabled, "it puts down whom nobody has moved"
