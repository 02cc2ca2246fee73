"""The open table on the window: everything by real events."""

from __future__ import annotations

from itertools import combinations
from math import dist, pi
from typing import Any

import pygame
import pytest

from grenade_salad.app.games.open_table import render
from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions, boxes
from tests.app.conftest import app as app
from tests.app.conftest import click, frames, key, mouse, resize, until
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    DOWN,
    MOVE,
    UP,
    at,
    card,
    drag,
    finger,
    last,
    last_as,
    lay,
    lying,
    press,
    put_under,
    rest,
    settle_key,
    state,
)

HELD = 30
"""Frames that are longer than a press that takes the whole stack."""


def words(button: Button) -> str:
    return str(button.words)


def is_open(scene: OpenTableScene) -> bool:
    return scene.desk.strip_open


def reads(scene: OpenTableScene) -> bool:
    return scene.desk.reading


def test_what_is_clicked_shows_its_verbs_and_enter_is_the_first(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    assert not scene.desk.chosen
    click(app, lying(scene, 1))
    assert [words(button) for button in scene.panel.buttons] == [
        "Draw to my hand (T)",
        "Shuffle (R)",
        "Deal… (D)",
        "Turn the pile over (F)",
        "Look through (V)",
        "More…",
    ]
    click(app, scene.panel.buttons[5].rect.center)
    assert [words(button) for button in scene.panel.buttons] == [
        "Take how many… (C)",
        "Look at how many… (O)",
        "Move… (M)",
        "Lock (L)",
        "Name it… (W)",
        "More…",
    ]
    click(app, scene.panel.buttons[5].rect.center)
    assert [words(button) for button in scene.panel.buttons] == ["Put into the box", "More…"]
    click(app, scene.panel.buttons[1].rect.center)
    assert [button.kind for button in scene.panel.buttons].count("main") == 1
    key(app, pygame.K_RETURN)
    assert last(scene) == actions.Move(0, of=1, to="hand 0")
    rest(app, scene)
    click(app, lying(scene, 1))
    click(app, lying(scene, 1))
    assert last(scene) == actions.Move(0, of=1, to="hand 0")
    assert state(scene).view(None).holders[0].count == 2
    mouse(app, DOWN, lying(scene, 1), 3)
    mouse(app, UP, lying(scene, 1), 3)
    assert scene.desk.menu is not None
    click(app, scene.panel.buttons[1].rect.center)
    assert last(scene) == actions.Shuffle(0, 1)
    assert scene.desk.menu is None


@pytest.mark.rule("OT-02", "OT-09")
def test_the_top_of_a_stack_and_all_of_it(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    drag(app, lying(scene, 1), at(scene, 200, 450))
    [piece] = state(scene).view(None).pieces
    assert (piece.x, piece.y) == pytest.approx((200, 450), abs=2)
    assert piece.face.front is None
    drag(app, at(scene, 400, 300), at(scene, 700, 450), held=HELD)
    assert (stack := state(scene).view(None).stacks[0]).count == 51
    assert abs(stack.x - 700) < 2
    x, y = lying(scene, 1)
    half = 63 / 2 * scene.desk.camera.scale
    drag(app, (x - half + 2, y), at(scene, 600, 150))
    assert state(scene).view(None).stacks[0].y < 300, "its rim takes all of it"
    drag(app, lying(scene, 2), lying(scene, 1))
    assert last(scene) == actions.Move(0, what=(2,), to=1)
    drag(app, lying(scene, 1), at(scene, 100, 100))
    number = state(scene).view(None).pieces[0].number
    drag(app, lying(scene, number), lying(scene, 1), waits=HELD)
    assert last(scene) == actions.Move(0, what=(number,), to=1)
    drag(app, lying(scene, 1), at(scene, 100, 100))
    number = state(scene).view(None).pieces[0].number
    put_under(app, scene, lying(scene, number), 1)
    assert last(scene) == actions.Move(0, what=(number,), to=1, under=True)


@pytest.mark.rule("OT-03")
def test_holders_and_snap_points_take_what_is_dropped_near(app: App) -> None:
    scene = lay(app, boxes.DRAUGHTS)
    man = next(one for one in scene.desk.things if one.kind is not None and one.kind.name == "white")
    assert isinstance(man.key, int)
    drag(app, lying(scene, man.key), at(scene, 283, 268))
    moved = state(scene).view(None).piece(man.key)
    assert moved is not None
    assert (moved.x, moved.y) == (275.0, 275.0)
    other = next(one for one in scene.desk.things if one.kind is not None and one.kind.name == "black")
    assert isinstance(other.key, int)
    drag(app, lying(scene, other.key), at(scene, 50, 300))
    assert last(scene) == actions.Move(0, what=(other.key,), to="taken 0")
    # what is in the holder can be taken out of it again; a right click while it is carried puts it back
    drag(app, lying(scene, other.key), at(scene, 300, 50), lay_down=False)
    mouse(app, DOWN, at(scene, 300, 50), 3)
    mouse(app, UP, at(scene, 300, 50), 3)
    mouse(app, UP, at(scene, 300, 50))
    assert last(scene) == actions.Move(0, what=(other.key,), to="taken 0")
    drag(app, lying(scene, 1), at(scene, 300, 590))
    assert len(scene.table.match.entries) == 2, "the board is locked: a drag on it frames"


def test_what_is_carried_turns(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    drag(app, lying(scene, 1), at(scene, 200, 450), lay_down=False)
    key(app, pygame.K_q)
    mouse(app, UP, at(scene, 200, 450))
    rest(app, scene)
    assert state(scene).view(None).pieces[0].angle == pytest.approx(0.7854, abs=1e-3)


def test_several_turn_together_and_those_of_a_place_lie_side_by_side(app: App) -> None:
    scene = lay(app, bundled.opened("crokinole").setup.box)
    held = [one.key for one in scene.desk.things if one.holder == "white discs"]
    inside = [number for number in held if isinstance(number, int)][:3]
    scene.desk.choose(list(inside))
    drag(app, lying(scene, inside[0]), at(scene, 400, 300))
    line = last_as(scene, actions.Move)
    spots = [pose[:2] for pose in line.poses]
    assert (line.to, len(spots)) == (spots[0], 3)
    assert spots[0] == pytest.approx((400, 300), abs=1)
    assert all(dist(one, other) >= 33.9 for one, other in combinations(spots, 2)), "none lies on another"
    scene.desk.choose(list(inside))
    before = {key: scene.desk.thing(key) for key in inside}
    key(app, pygame.K_m)
    key(app, pygame.K_q)
    key(app, pygame.K_q)
    settle_key(app, pygame.K_RETURN)
    first = before[inside[0]]
    for number in inside:
        was, now = before[number], scene.desk.thing(number)
        assert first is not None
        assert was is not None
        assert now is not None
        across, up = was.at[0] - first.at[0], was.at[1] - first.at[1]
        assert now.at == pytest.approx((first.at[0] - up, first.at[1] + across), abs=0.2), "a quarter round the first"
        assert now.angle == pytest.approx(was.angle + pi / 2, abs=1e-3)


def test_play_face_down_from_a_secret_hand(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    click(app, scene.panel.of_box[0].rect.center)
    rest(app, scene)
    press(app, pygame.K_SPACE)
    assert is_open(scene)
    drag(app, card(scene, 2), at(scene, 600, 450), lay_down=False)
    press(app, pygame.K_SPACE, down=False)
    key(app, pygame.K_f)
    mouse(app, UP, at(scene, 600, 450))
    rest(app, scene)
    move = last_as(scene, actions.Move)
    assert (move.of, move.at, move.face) == ("hand 0", (2,), "down")
    assert state(scene).view(None).pieces[0].face.side == -1
    # held with the pointer alone: it opens, and the card leaves it with the pointer
    drag(app, card(scene, 0), lying(scene, "hand 0") if scene.desk.thing("hand 0") else at(scene, 300, 450))
    assert not is_open(scene)
    assert state(scene).view(None).pieces[1].face.side == 0


@pytest.mark.rule("OT-06", "OT-08", "OT-12", "OT-17")
def test_keys_deal_undo_and_pass(app: App) -> None:
    scene = lay(app, boxes.CARDS, persons=2, seats=3)
    click(app, lying(scene, 1))
    settle_key(app, pygame.K_d, pygame.K_3)
    assert last(scene) == actions.Deal(0, 1, 3)
    key(app, pygame.K_2)
    assert scene.table.actor == 1
    key(app, pygame.K_u)
    assert last(scene) == Undo(1, 1)
    rest(app, scene)
    assert [one.count for one in state(scene).view(None).holders[:3]] == [0, 0, 0]
    settle_key(app, pygame.K_END)
    assert last(scene) == actions.Set(1, "turn", to=0)
    assert scene.table.actor == 0
    settle_key(app, pygame.K_END)
    assert scene.table.actor == 1, "it passed from Ann to Bo, and nobody sits in the third seat"
    click(app, lying(scene, 1))
    settle_key(app, pygame.K_m, pygame.K_LEFT, pygame.K_LEFT, pygame.K_RETURN)
    move = last_as(scene, actions.Move)
    assert move.of == 1


@pytest.mark.rule("OT-07")
def test_two_people_drag_at_once(app: App) -> None:
    scene = lay(app, boxes.DRAUGHTS)
    white, black = (
        next(one.key for one in scene.desk.things if one.kind is not None and one.kind.name == name)
        for name in ("white", "black")
    )
    start = [lying(scene, white), lying(scene, black)]
    end = [at(scene, 275, 275), at(scene, 325, 325)]
    for number in (0, 1):
        finger(app, pygame.FINGERDOWN, number, start[number])
    for share in (0.3, 1.0):
        for number in (0, 1):
            x, y = (a + (b - a) * share for a, b in zip(start[number], end[number], strict=True))
            finger(app, pygame.FINGERMOTION, number, (x, y))
    assert sum(one.carry is not None for one in scene.desk.hands.values()) == 2
    for number in (1, 0):
        finger(app, pygame.FINGERUP, number, end[number])
    rest(app, scene)
    view = state(scene).view(None)
    for man, where in ((white, (275.0, 275.0)), (black, (325.0, 325.0))):
        piece = view.piece(int(man))
        assert piece is not None
        assert (piece.x, piece.y) == where


def test_look_around_and_read(app: App) -> None:
    scene = lay(app, boxes.DICE)
    whole = scene.desk.camera.scale
    key(app, pygame.K_PLUS)
    assert scene.desk.camera.scale > whole
    middle = scene.desk.camera.middle
    mouse(app, DOWN, (500, 300), 3)
    mouse(app, MOVE, (560, 300))
    mouse(app, UP, (560, 300), 3)
    assert scene.desk.camera.middle != middle
    assert scene.desk.menu is None
    key(app, pygame.K_0)
    assert scene.desk.camera.scale == pytest.approx(whole)
    mouse(app, MOVE, lying(scene, 1))
    key(app, pygame.K_z)
    assert reads(scene)
    key(app, pygame.K_z)
    assert not reads(scene)
    click(app, lying(scene, 1))
    settle_key(app, pygame.K_r)
    assert last(scene) == actions.Roll(0, (1,))
    resize(app, (720, 1280))
    frames(app, 2)
    click(app, lying(scene, 2))
    assert scene.desk.chosen == [2]


@pytest.mark.rule("OT-18")
def test_somebody_says_who_won(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    finish = next(button for button in scene.panel.buttons if words(button) == "Finish…")
    click(app, finish.rect.center)
    assert [words(button) for button in scene.panel.buttons] == ["Ann won", "Bo won", "Just clear the table"]
    key(app, pygame.K_ESCAPE)
    assert any(words(button) == "Finish…" for button in scene.panel.buttons)
    click(app, next(button for button in scene.panel.buttons if words(button) == "Finish…").rect.center)
    click(app, scene.panel.buttons[1].rect.center)
    until(app, lambda: isinstance(app.scene, EndScene))
    assert state(scene).ranking() == ((1,), (0,))


def test_by_keys_alone(app: App) -> None:
    scene = lay(app, boxes.DRAUGHTS)
    scene.table.widgets.set_focus(scene.ground)
    for _ in range(12):
        if (one := scene.desk.thing(scene.desk.chosen[0]) if scene.desk.chosen else None) is not None and one.at[
            0
        ] > 100:
            break
        key(app, pygame.K_RIGHT)
    assert one is not None
    assert scene.ground.heard().value
    before = one.at
    settle_key(app, pygame.K_m, pygame.K_UP, pygame.K_RETURN)
    move = last_as(scene, actions.Move)
    assert move.what == (one.key,)
    moved = scene.desk.thing(one.key)
    assert moved is not None
    assert moved.at[1] > before[1]


def test_a_card_is_played_by_keys_while_the_hand_is_open(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    click(app, scene.panel.of_box[0].rect.center)
    rest(app, scene)
    press(app, pygame.K_SPACE)
    key(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.desk.card == 1
    key(app, pygame.K_RETURN)
    press(app, pygame.K_SPACE, down=False)
    rest(app, scene)
    move = last_as(scene, actions.Move)
    assert (move.of, move.at, move.face) == ("hand 0", (1,), "up")


def test_a_push_moves_what_it_meets_while_it_is_seen(app: App) -> None:
    scene = lay(app, boxes.DICE)
    click(app, lying(scene, 1))
    push = next(button for button in scene.panel.buttons if words(button) == "Push")
    click(app, push.rect.center)
    start, end = lying(scene, 1), at(scene, 380, 300)
    heard: list[tuple[str, float]] = []
    app.audio.play = lambda name, volume=1.0, where=0.0: heard.append((name, volume))  # type: ignore[method-assign]
    drag(app, start, end, lay_down=False)
    for step in range(40):
        mouse(app, MOVE, (start[0] + (end[0] - start[0]) * step / 40, start[1]))
    assert scene.table.session.pushing == 0
    assert {name for name, _ in heard} == {"die_hit"}, "dice knock on dice while they are pushed"
    assert all(0 < loud <= 1 for _, loud in heard)
    assert (there := scene.desk.poses[1][0]) > 260
    mouse(app, UP, end)
    while not scene.table.idle:
        assert scene.desk.poses[1][0] >= there - 1, "it goes on where it was let go"
        frames(app)
    rest(app, scene)
    assert isinstance(last(scene), actions.Push)
    assert scene.table.session.pushing is None
    assert not scene.desk.poses
    die = state(scene).view(None).piece(1)
    assert die is not None
    assert die.x > 300


def test_a_shot_is_a_pull_back(app: App) -> None:
    scene = lay(app, boxes.DICE)
    for length in (0.0, -80.0):
        click(app, at(scene, 100, 100))
        click(app, lying(scene, 1))
        flick = next(button for button in scene.panel.buttons if words(button) == "Flick (S)")
        click(app, flick.rect.center)
        x, y = lying(scene, 1)
        drag(app, (x, y), (x - 40, y), lay_down=False)
        for _ in range(20):
            mouse(app, MOVE, (x + length, y))
        mouse(app, UP, (x + length, y))
        frames(app, 30)
    rest(app, scene)
    shots = [entry for entry in scene.table.match.entries if isinstance(entry, actions.Flick)]
    assert len(shots) == 1, "back on the piece it is none"
    assert shots[0].angle == pytest.approx(0.0, abs=0.05)
    assert shots[0].speed == pytest.approx(1500, rel=0.05)


def test_the_name_of_a_piece_that_is_read_lies_on_its_own_ground(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is under it: the strip with its cards, buttons, a panel."""
    scene = lay(app, boxes.CARDS)
    mouse(app, MOVE, lying(scene, 1))
    key(app, pygame.K_z)
    assert reads(scene)
    written: list[Rect] = []
    text = Canvas.text

    def noted(canvas: Canvas, *rest: Any, **more: Any) -> Rect:
        written.append(text(canvas, *rest, **more))
        return written[-1]

    monkeypatch.setattr(Canvas, "text", noted)
    render.draw_reading(app.canvas(), scene.desk)
    box = written[-1]
    for x in (box.x - 6, box.right + 6):
        assert app.screen.get_at((round(x * app.factor), round(box.centery * app.factor)))[:3] == INK
