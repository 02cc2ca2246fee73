"""A card is put on top of a pile, however long it is held there.

A key, a button or the marked edge of the pile puts it under the pile.
"""

from __future__ import annotations

from itertools import product

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.edges import edge_box
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.placed_pieces import PlacedPiece
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import post_mouse, press_keys, run_frames
from tests.open_table.at_table import (
    MOVE,
    UP,
    drag,
    last_action,
    last_action_as,
    piece_point,
    post_finger,
    push_table,
    put_under,
    table_point,
    wait_until_idle,
)
from tests.open_table.people import HELD


def lay_box(app: App, name: str = "cards") -> OpenTableBoard:
    opened = bundled.load_box(name)
    return push_table(
        app, opened.box, pictures=opened.pictures_hash, people=opened.box.seats[0], seats=opened.box.seats[0]
    )


def find_pile(scene: OpenTableBoard, key: int | str) -> PlacedPiece:
    piece = scene.desk.find_piece(key)
    assert piece is not None
    return piece


def take_card_off(app: App, scene: OpenTableBoard, to: tuple[float, float], pile: int | str) -> int:
    """Drag a card off the pile to a place, and return its id."""
    previous_keys = {piece.key for piece in scene.desk.pieces}
    drag(app, piece_point(scene, pile), table_point(scene, *to))
    [card_id] = {piece.key for piece in scene.desk.pieces} - previous_keys
    assert isinstance(card_id, int)
    return card_id


def test_card_held_over_a_pile_is_put_on_top_wherever_it_is_held(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    scale = scene.desk.camera.scale
    for waits, (right, down) in product((0, HELD, 5 * HELD), ((0, 0), (0, 42), (-28, -42), (28, 42))):
        card_id = take_card_off(app, scene, (200, 100), 1)
        (x, y), (over_x, over_y) = piece_point(scene, card_id), piece_point(scene, 1)
        end = over_x + right * scale, over_y + down * scale + 6
        drag(app, (x + right * scale, y + down * scale), end, waits=waits)
        assert last_action(scene) == actions.Move(0, what=(card_id,), to=1), (waits, right, down)


@pytest.mark.parametrize("name", ["cards", "grenade-salad", "live-grenade"])
def test_slow_hand_lays_a_card_on_top_of_every_pile_of_a_box(app: App, name: str) -> None:
    scene = lay_box(app, name)
    piles = [piece for piece in scene.desk.pieces if piece.is_stack and piece.shape == "card" and not piece.is_bag]
    assert piles
    for pile in piles:
        drag(app, piece_point(scene, pile.key), (scene.desk.camera.rect.right - 60, scene.desk.camera.rect.bottom - 40))
        card = scene.desk.view.order[-1]
        drag(app, piece_point(scene, card), piece_point(scene, pile.key), waits=2 * HELD)
        assert last_action_as(scene, actions.Move).to == pile.key
        assert not last_action_as(scene, actions.Move).under


def test_marked_edge_puts_a_card_under_a_loose_pile_and_under_its_own(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    card_id = take_card_off(app, scene, (200, 100), 1)
    put_under(app, scene, piece_point(scene, card_id), 1)
    assert last_action(scene) == actions.Move(0, what=(card_id,), to=1, under=True)
    put_under(app, scene, piece_point(scene, 1), 1)
    assert last_action(scene) == actions.Move(0, of=1, n=1, to=1, under=True)


def test_key_puts_a_dragged_card_under_a_pile(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    card_id = take_card_off(app, scene, (200, 100), 1)
    drag(app, piece_point(scene, card_id), piece_point(scene, 1), lay_down=False)
    press_keys(app, pygame.K_m)
    post_mouse(app, UP, piece_point(scene, 1))
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, what=(card_id,), to=1, under=True)


def test_edge_is_marked_only_after_the_card_was_over_the_pile(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    card_id = take_card_off(app, scene, (200, 100), 1)
    end = edge_box(scene.desk, find_pile(scene, 1)).midbottom
    end = end[0], end[1] - 2
    drag(app, piece_point(scene, card_id), end, waits=HELD)
    assert isinstance(last_action_as(scene, actions.Move).to, tuple), "who comes from below lays it there"


def test_edge_yields_to_a_card_that_is_on_it(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    card_on_edge = take_card_off(app, scene, (200, 100), 1)
    card_id = take_card_off(app, scene, (700, 100), 1)
    place = edge_box(scene.desk, find_pile(scene, 1)).center
    drag(app, piece_point(scene, card_on_edge), place)
    drag(app, piece_point(scene, card_id), piece_point(scene, 1), lay_down=False)
    run_frames(app, 2)
    post_mouse(app, MOVE, place)
    run_frames(app, 2)
    post_mouse(app, UP, place)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, what=(card_id,), to=card_on_edge)


def test_stones_have_no_edge(app: App) -> None:
    scene = lay_box(app, "go")
    bowl = next(piece for piece in scene.desk.pieces if piece.is_stack)
    x, y = piece_point(scene, bowl.key)
    drag(app, (x, y), (x + 9, y), lay_down=False)
    run_frames(app, 3)
    assert [press.carry.marked for press in scene.desk.presses.values() if press.carry is not None] == [None]


def test_finger_puts_a_card_under_a_pile_by_its_edge(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    card_id = take_card_off(app, scene, (200, 100), 1)
    start, over = piece_point(scene, card_id), piece_point(scene, 1)
    post_finger(app, pygame.FINGERDOWN, 0, start)
    for point in (((start[0] + over[0]) / 2, (start[1] + over[1]) / 2), over):
        post_finger(app, pygame.FINGERMOTION, 0, point)
        run_frames(app, HELD)
    edge = edge_box(scene.desk, find_pile(scene, 1)).center
    post_finger(app, pygame.FINGERMOTION, 0, edge)
    run_frames(app, 2)
    post_finger(app, pygame.FINGERUP, 0, edge)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, what=(card_id,), to=1, under=True)


@pytest.mark.parametrize("at_edge", ["top", "bottom"])
def test_edge_is_on_the_table_wherever_the_pile_lies(app: App, at_edge: str) -> None:
    scene = push_table(app, boxes.CARDS)
    drag(app, piece_point(scene, 1), table_point(scene, 450, 560 if at_edge == "top" else 40), held=HELD)
    pile = next(piece for piece in scene.desk.pieces if piece.is_stack)
    assert scene.desk.camera.rect.contains(edge_box(scene.desk, pile))
    card_id = take_card_off(app, scene, (200, 300), pile.key)
    put_under(app, scene, piece_point(scene, card_id), pile.key)
    assert last_action(scene) == actions.Move(0, what=(card_id,), to=pile.key, under=True)
