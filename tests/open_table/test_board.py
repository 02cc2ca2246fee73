"""The open table on the window, by real events alone."""

from __future__ import annotations

from itertools import combinations
from math import dist, pi
from typing import Any

import pygame
import pytest

from grenade_salad.app.games.open_table import render
from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions, boxes
from tests.app.conftest import app as app
from tests.app.conftest import click, post_mouse, press_keys, resize, run_frames, run_until
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    DOWN,
    MOVE,
    UP,
    drag,
    hand_card_point,
    last_action,
    last_action_as,
    piece_point,
    post_finger,
    press,
    press_and_wait,
    push_table,
    put_under,
    table_point,
    table_state,
    wait_until_idle,
)

HELD = 30
"""Frames of a press that is long enough to take the whole stack."""


def label(button: Button) -> str:
    return str(button.words)


def is_strip_open(scene: OpenTableBoard) -> bool:
    return scene.desk.strip_open


def is_reading(scene: OpenTableBoard) -> bool:
    return scene.desk.is_reading


def test_click_shows_commands_and_enter_does_the_first(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    assert not scene.desk.chosen
    click(app, piece_point(scene, 1))
    assert [label(button) for button in scene.panel.buttons] == [
        "Draw to my hand (T)",
        "Shuffle (R)",
        "Deal… (D)",
        "Turn the pile over (F)",
        "Look through (V)",
        "More…",
    ]
    click(app, scene.panel.buttons[5].rect.center)
    assert [label(button) for button in scene.panel.buttons] == [
        "Take how many… (C)",
        "Look at how many… (O)",
        "Move… (M)",
        "Lock (L)",
        "Name it… (W)",
        "More…",
    ]
    click(app, scene.panel.buttons[5].rect.center)
    assert [label(button) for button in scene.panel.buttons] == ["Put into the box", "More…"]
    click(app, scene.panel.buttons[1].rect.center)
    assert [button.kind for button in scene.panel.buttons].count("main") == 1
    press_keys(app, pygame.K_RETURN)
    assert last_action(scene) == actions.Move(0, of=1, to="hand 0")
    wait_until_idle(app, scene)
    click(app, piece_point(scene, 1))
    click(app, piece_point(scene, 1))
    assert last_action(scene) == actions.Move(0, of=1, to="hand 0")
    assert table_state(scene).view(None).holders[0].count == 2
    post_mouse(app, DOWN, piece_point(scene, 1), 3)
    post_mouse(app, UP, piece_point(scene, 1), 3)
    assert scene.desk.menu_point is not None
    click(app, scene.panel.buttons[1].rect.center)
    assert last_action(scene) == actions.Shuffle(0, 1)
    assert scene.desk.menu_point is None


def test_one_card_in_a_place_is_not_offered_for_a_shuffle(app: App) -> None:
    scene = push_table(app, bundled.load_box("cards").box)
    for count in (1, 2):
        scene.controller.act(actions.Move(0, of="draw", to="discard"))
        wait_until_idle(app, scene)
        click(app, piece_point(scene, "discard"))
        assert ("Shuffle (R)" in [label(button) for button in scene.panel.buttons]) is (count > 1)
        press_keys(app, pygame.K_ESCAPE)


@pytest.mark.rule("OT-02", "OT-09")
def test_drag_takes_the_top_card_and_a_long_press_the_whole_stack(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    drag(app, piece_point(scene, 1), table_point(scene, 200, 450))
    [piece] = table_state(scene).view(None).pieces
    assert (piece.x, piece.y) == pytest.approx((200, 450), abs=2)
    assert piece.face.front is None
    drag(app, table_point(scene, 400, 300), table_point(scene, 700, 450), held=HELD)
    assert (stack := table_state(scene).view(None).stacks[0]).count == 51
    assert abs(stack.x - 700) < 2
    x, y = piece_point(scene, 1)
    half = 63 / 2 * scene.desk.camera.scale
    drag(app, (x - half + 2, y), table_point(scene, 600, 150))
    assert table_state(scene).view(None).stacks[0].y < 300, "its rim takes all of it"
    drag(app, piece_point(scene, 2), piece_point(scene, 1))
    assert last_action(scene) == actions.Move(0, what=(2,), to=1)
    drag(app, piece_point(scene, 1), table_point(scene, 100, 100))
    card_id = table_state(scene).view(None).pieces[0].number
    drag(app, piece_point(scene, card_id), piece_point(scene, 1), waits=HELD)
    assert last_action(scene) == actions.Move(0, what=(card_id,), to=1)
    drag(app, piece_point(scene, 1), table_point(scene, 100, 100))
    card_id = table_state(scene).view(None).pieces[0].number
    put_under(app, scene, piece_point(scene, card_id), 1)
    assert last_action(scene) == actions.Move(0, what=(card_id,), to=1, under=True)


@pytest.mark.rule("OT-03")
def test_holders_and_snap_points_take_pieces_put_near_them(app: App) -> None:
    scene = push_table(app, boxes.DRAUGHTS)
    man = next(piece for piece in scene.desk.pieces if piece.kind is not None and piece.kind.name == "white")
    assert isinstance(man.key, int)
    drag(app, piece_point(scene, man.key), table_point(scene, 283, 268))
    moved = table_state(scene).view(None).piece(man.key)
    assert moved is not None
    assert (moved.x, moved.y) == (275.0, 275.0)
    black_man = next(piece for piece in scene.desk.pieces if piece.kind is not None and piece.kind.name == "black")
    assert isinstance(black_man.key, int)
    drag(app, piece_point(scene, black_man.key), table_point(scene, 50, 300))
    assert last_action(scene) == actions.Move(0, what=(black_man.key,), to="taken 0")
    # A piece can be taken out of the holder again; a right click during the drag puts it back.
    drag(app, piece_point(scene, black_man.key), table_point(scene, 300, 50), lay_down=False)
    post_mouse(app, DOWN, table_point(scene, 300, 50), 3)
    post_mouse(app, UP, table_point(scene, 300, 50), 3)
    post_mouse(app, UP, table_point(scene, 300, 50))
    assert last_action(scene) == actions.Move(0, what=(black_man.key,), to="taken 0")
    drag(app, piece_point(scene, 1), table_point(scene, 300, 590))
    assert len(scene.controller.match.entries) == 2, "the board is locked: a drag on it frames"


def test_key_turns_a_dragged_card(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    drag(app, piece_point(scene, 1), table_point(scene, 200, 450), lay_down=False)
    press_keys(app, pygame.K_q)
    post_mouse(app, UP, table_point(scene, 200, 450))
    wait_until_idle(app, scene)
    assert table_state(scene).view(None).pieces[0].angle == pytest.approx(0.7854, abs=1e-3)


def test_several_pieces_turn_together_and_leave_a_place_side_by_side(app: App) -> None:
    scene = push_table(app, bundled.load_box("crokinole").setup.box)
    held = [piece.key for piece in scene.desk.pieces if piece.holder == "white discs"]
    inside = [piece_id for piece_id in held if isinstance(piece_id, int)][:3]
    scene.desk.choose(list(inside))
    drag(app, piece_point(scene, inside[0]), table_point(scene, 400, 300))
    line = last_action_as(scene, actions.Move)
    spots = [pose[:2] for pose in line.poses]
    assert (line.to, len(spots)) == (spots[0], 3)
    assert spots[0] == pytest.approx((400, 300), abs=1)
    assert all(dist(spot, other_spot) >= 33.9 for spot, other_spot in combinations(spots, 2)), "none lies on another"
    scene.desk.choose(list(inside))
    previous = {key: scene.desk.find_piece(key) for key in inside}
    press_keys(app, pygame.K_m)
    press_keys(app, pygame.K_q)
    press_keys(app, pygame.K_q)
    press_and_wait(app, pygame.K_RETURN)
    first = previous[inside[0]]
    for piece_id in inside:
        old, moved = previous[piece_id], scene.desk.find_piece(piece_id)
        assert first is not None
        assert old is not None
        assert moved is not None
        across, up = old.position[0] - first.position[0], old.position[1] - first.position[1]
        assert moved.position == pytest.approx((first.position[0] - up, first.position[1] + across), abs=0.2), (
            "a quarter round the first"
        )
        assert moved.angle == pytest.approx(old.angle + pi / 2, abs=1e-3)


def test_card_is_played_face_down_from_a_secret_hand(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    click(app, scene.panel.box_buttons[0].rect.center)
    wait_until_idle(app, scene)
    press(app, pygame.K_SPACE)
    assert is_strip_open(scene)
    drag(app, hand_card_point(scene, 2), table_point(scene, 600, 450), lay_down=False)
    press(app, pygame.K_SPACE, down=False)
    press_keys(app, pygame.K_f)
    post_mouse(app, UP, table_point(scene, 600, 450))
    wait_until_idle(app, scene)
    move = last_action_as(scene, actions.Move)
    assert (move.of, move.at, move.face) == ("hand 0", (2,), "down")
    assert table_state(scene).view(None).pieces[0].face.side == -1
    # Held with the pointer alone, the hand opens, and the card leaves it with the pointer.
    drag(
        app,
        hand_card_point(scene, 0),
        piece_point(scene, "hand 0") if scene.desk.find_piece("hand 0") else table_point(scene, 300, 450),
    )
    assert not is_strip_open(scene)
    assert table_state(scene).view(None).pieces[1].face.side == 0


@pytest.mark.rule("OT-06", "OT-08", "OT-12", "OT-17")
def test_keys_deal_undo_and_pass(app: App) -> None:
    scene = push_table(app, boxes.CARDS, people=2, seats=3)
    click(app, piece_point(scene, 1))
    press_and_wait(app, pygame.K_d, pygame.K_3)
    assert last_action(scene) == actions.Deal(0, 1, 3)
    press_keys(app, pygame.K_2)
    assert scene.controller.actor == 1
    press_keys(app, pygame.K_u)
    assert last_action(scene) == Undo(1, 1)
    wait_until_idle(app, scene)
    assert [holder.count for holder in table_state(scene).view(None).holders[:3]] == [0, 0, 0]
    press_and_wait(app, pygame.K_END)
    assert last_action(scene) == actions.Set(1, "turn", to=0)
    assert scene.controller.actor == 0
    press_and_wait(app, pygame.K_END)
    assert scene.controller.actor == 1, "it passed from Ann to Bo, and nobody sits in the third seat"
    click(app, piece_point(scene, 1))
    press_and_wait(app, pygame.K_m, pygame.K_LEFT, pygame.K_LEFT, pygame.K_RETURN)
    move = last_action_as(scene, actions.Move)
    assert move.of == 1


@pytest.mark.rule("OT-07")
def test_two_people_drag_at_once(app: App) -> None:
    scene = push_table(app, boxes.DRAUGHTS)
    white, black = (
        next(piece.key for piece in scene.desk.pieces if piece.kind is not None and piece.kind.name == name)
        for name in ("white", "black")
    )
    start = [piece_point(scene, white), piece_point(scene, black)]
    end = [table_point(scene, 275, 275), table_point(scene, 325, 325)]
    for finger_id in (0, 1):
        post_finger(app, pygame.FINGERDOWN, finger_id, start[finger_id])
    for share in (0.3, 1.0):
        for finger_id in (0, 1):
            x, y = (a + (b - a) * share for a, b in zip(start[finger_id], end[finger_id], strict=True))
            post_finger(app, pygame.FINGERMOTION, finger_id, (x, y))
    assert sum(hand.carry is not None for hand in scene.desk.presses.values()) == 2
    for finger_id in (1, 0):
        post_finger(app, pygame.FINGERUP, finger_id, end[finger_id])
    wait_until_idle(app, scene)
    view = table_state(scene).view(None)
    for man, point in ((white, (275.0, 275.0)), (black, (325.0, 325.0))):
        piece = view.piece(int(man))
        assert piece is not None
        assert (piece.x, piece.y) == point


def test_camera_moves_and_a_piece_is_enlarged(app: App) -> None:
    scene = push_table(app, boxes.DICE)
    full_scale = scene.desk.camera.scale
    press_keys(app, pygame.K_PLUS)
    assert scene.desk.camera.scale > full_scale
    middle = scene.desk.camera.middle
    post_mouse(app, DOWN, (500, 300), 3)
    post_mouse(app, MOVE, (560, 300))
    post_mouse(app, UP, (560, 300), 3)
    assert scene.desk.camera.middle != middle
    assert scene.desk.menu_point is None
    press_keys(app, pygame.K_0)
    assert scene.desk.camera.scale == pytest.approx(full_scale)
    post_mouse(app, MOVE, piece_point(scene, 1))
    press_keys(app, pygame.K_z)
    assert is_reading(scene)
    press_keys(app, pygame.K_z)
    assert not is_reading(scene)
    click(app, piece_point(scene, 1))
    press_and_wait(app, pygame.K_r)
    assert last_action(scene) == actions.Roll(0, (1,))
    resize(app, (720, 1280))
    run_frames(app, 2)
    click(app, piece_point(scene, 2))
    assert scene.desk.chosen == [2]


@pytest.mark.rule("OT-18")
def test_player_declares_the_winner(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    finish = next(button for button in scene.panel.buttons if label(button) == "Finish…")
    click(app, finish.rect.center)
    assert [label(button) for button in scene.panel.buttons] == ["Ann won", "Bo won", "Just clear the table"]
    press_keys(app, pygame.K_ESCAPE)
    assert any(label(button) == "Finish…" for button in scene.panel.buttons)
    click(app, next(button for button in scene.panel.buttons if label(button) == "Finish…").rect.center)
    click(app, scene.panel.buttons[1].rect.center)
    run_until(app, lambda: isinstance(app.scene, EndScene))
    assert table_state(scene).ranking() == ((1,), (0,))


def test_piece_is_moved_by_keys_alone(app: App) -> None:
    scene = push_table(app, boxes.DRAUGHTS)
    scene.table.widgets.set_focus(scene.tabletop)
    for _ in range(12):
        if (
            piece := scene.desk.find_piece(scene.desk.chosen[0]) if scene.desk.chosen else None
        ) is not None and piece.position[0] > 100:
            break
        press_keys(app, pygame.K_RIGHT)
    assert piece is not None
    assert scene.tabletop.accessible_node().value
    previous_point = piece.position
    press_and_wait(app, pygame.K_m, pygame.K_UP, pygame.K_RETURN)
    move = last_action_as(scene, actions.Move)
    assert move.what == (piece.key,)
    moved = scene.desk.find_piece(piece.key)
    assert moved is not None
    assert moved.position[1] > previous_point[1]


def test_a_card_is_played_by_keys_while_the_hand_is_open(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    click(app, scene.panel.box_buttons[0].rect.center)
    wait_until_idle(app, scene)
    press(app, pygame.K_SPACE)
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.desk.card_index == 1
    press_keys(app, pygame.K_RETURN)
    press(app, pygame.K_SPACE, down=False)
    wait_until_idle(app, scene)
    move = last_action_as(scene, actions.Move)
    assert (move.of, move.at, move.face) == ("hand 0", (1,), "up")


def test_push_moves_what_it_meets_during_the_drag(app: App) -> None:
    scene = push_table(app, boxes.DICE)
    click(app, piece_point(scene, 1))
    push = next(button for button in scene.panel.buttons if label(button) == "Push")
    click(app, push.rect.center)
    start, end = piece_point(scene, 1), table_point(scene, 380, 300)
    sounds: list[tuple[str, float]] = []
    app.audio.play = lambda name, volume=1.0, pan=0.0: sounds.append((name, volume))  # type: ignore[method-assign]
    drag(app, start, end, lay_down=False)
    for step in range(40):
        post_mouse(app, MOVE, (start[0] + (end[0] - start[0]) * step / 40, start[1]))
    assert scene.controller.session.pushing_seat == 0
    assert {name for name, _ in sounds} == {"die_hit"}, "dice knock on dice while they are pushed"
    assert all(0 < loud <= 1 for _, loud in sounds)
    assert (reached_x := scene.desk.poses[1][0]) > 260
    post_mouse(app, UP, end)
    while not scene.controller.is_idle:
        assert scene.desk.poses[1][0] >= reached_x - 1, "it goes on where it was let go"
        run_frames(app)
    wait_until_idle(app, scene)
    assert isinstance(last_action(scene), actions.Push)
    assert scene.controller.session.pushing_seat is None
    assert not scene.desk.poses
    die = table_state(scene).view(None).piece(1)
    assert die is not None
    assert die.x > 300


def test_pull_back_shoots(app: App) -> None:
    scene = push_table(app, boxes.DICE)
    for length in (0.0, -80.0):
        click(app, table_point(scene, 100, 100))
        click(app, piece_point(scene, 1))
        flick = next(button for button in scene.panel.buttons if label(button) == "Flick (S)")
        click(app, flick.rect.center)
        x, y = piece_point(scene, 1)
        drag(app, (x, y), (x - 40, y), lay_down=False)
        for _ in range(20):
            post_mouse(app, MOVE, (x + length, y))
        post_mouse(app, UP, (x + length, y))
        run_frames(app, 30)
    wait_until_idle(app, scene)
    shots = [entry for entry in scene.controller.match.entries if isinstance(entry, actions.Flick)]
    assert len(shots) == 1, "back on the piece it is none"
    assert shots[0].angle == pytest.approx(0.0, abs=0.05)
    assert shots[0].speed == pytest.approx(1500, rel=0.05)


def test_name_of_an_enlarged_piece_has_its_own_background(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The strip with its cards, buttons or a panel may be under the name."""
    scene = push_table(app, boxes.CARDS)
    post_mouse(app, MOVE, piece_point(scene, 1))
    press_keys(app, pygame.K_z)
    assert is_reading(scene)
    written: list[Rect] = []
    text = Canvas.text

    def record_text(canvas: Canvas, *rest: Any, **options: Any) -> Rect:
        written.append(text(canvas, *rest, **options))
        return written[-1]

    monkeypatch.setattr(Canvas, "text", record_text)
    render.draw_reading(app.canvas(), scene.desk)
    box = written[-1]
    for x in (box.x - 6, box.right + 6):
        assert app.screen.get_at((round(x * app.factor), round(box.centery * app.factor)))[:3] == INK
