"""A card lies on top of a pile however long it rests there; under it by a key, a button or its marked edge."""

from __future__ import annotations

from itertools import product

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.edges import edge_of
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.placed_pieces import Lying
from tests.app.conftest import app as app
from tests.app.conftest import frames, key, mouse
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import MOVE, UP, at, drag, finger, last, last_as, lay, lying, put_under, rest
from tests.open_table.people import HELD


def table(app: App, name: str = "cards") -> OpenTableScene:
    opened = bundled.opened(name)
    return lay(app, opened.box, pictures=opened.hash, persons=opened.box.seats[0], seats=opened.box.seats[0])


def pile_of(scene: OpenTableScene, key: int | str) -> Lying:
    one = scene.desk.thing(key)
    assert one is not None
    return one


def loose_card(app: App, scene: OpenTableScene, to: tuple[float, float], pile: int | str) -> int:
    """A card is taken off the pile and laid down there."""
    before = {one.key for one in scene.desk.things}
    drag(app, lying(scene, pile), at(scene, *to))
    [number] = {one.key for one in scene.desk.things} - before
    assert isinstance(number, int)
    return number


def test_card_rests_on_a_pile_and_lies_on_top_wherever_it_is_held(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    scale = scene.desk.camera.scale
    for waits, (right, down) in product((0, HELD, 5 * HELD), ((0, 0), (0, 42), (-28, -42), (28, 42))):
        number = loose_card(app, scene, (200, 100), 1)
        (x, y), (over_x, over_y) = lying(scene, number), lying(scene, 1)
        end = over_x + right * scale, over_y + down * scale + 6
        drag(app, (x + right * scale, y + down * scale), end, waits=waits)
        assert last(scene) == actions.Move(0, what=(number,), to=1), (waits, right, down)


@pytest.mark.parametrize("name", ["cards", "grenade-salad", "live-grenade"])
def test_slow_hand_lays_a_card_on_top_of_every_pile_of_a_box(app: App, name: str) -> None:
    scene = table(app, name)
    piles = [one for one in scene.desk.things if one.stack and one.shape == "card" and not one.bag]
    assert piles
    for pile in piles:
        drag(app, lying(scene, pile.key), (scene.desk.camera.rect.right - 60, scene.desk.camera.rect.bottom - 40))
        card = scene.desk.view.order[-1]
        drag(app, lying(scene, card), lying(scene, pile.key), waits=2 * HELD)
        assert last_as(scene, actions.Move).to == pile.key
        assert not last_as(scene, actions.Move).under


def test_card_goes_under_by_the_marked_edge_of_a_loose_pile_and_of_its_own(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    number = loose_card(app, scene, (200, 100), 1)
    put_under(app, scene, lying(scene, number), 1)
    assert last(scene) == actions.Move(0, what=(number,), to=1, under=True)
    put_under(app, scene, lying(scene, 1), 1)
    assert last(scene) == actions.Move(0, of=1, n=1, to=1, under=True)


def test_card_goes_under_by_the_key_while_it_is_dragged(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    number = loose_card(app, scene, (200, 100), 1)
    drag(app, lying(scene, number), lying(scene, 1), lay_down=False)
    key(app, pygame.K_m)
    mouse(app, UP, lying(scene, 1))
    rest(app, scene)
    assert last(scene) == actions.Move(0, what=(number,), to=1, under=True)


def test_edge_is_marked_only_after_the_pile_was_met(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    number = loose_card(app, scene, (200, 100), 1)
    end = edge_of(scene.desk, pile_of(scene, 1)).midbottom
    end = end[0], end[1] - 2
    drag(app, lying(scene, number), end, waits=HELD)
    assert isinstance(last_as(scene, actions.Move).to, tuple), "who comes from below lays it there"


def test_edge_gives_way_to_what_lies_on_it(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    other = loose_card(app, scene, (200, 100), 1)
    number = loose_card(app, scene, (700, 100), 1)
    place = edge_of(scene.desk, pile_of(scene, 1)).center
    drag(app, lying(scene, other), place)
    drag(app, lying(scene, number), lying(scene, 1), lay_down=False)
    frames(app, 2)
    mouse(app, MOVE, place)
    frames(app, 2)
    mouse(app, UP, place)
    rest(app, scene)
    assert last(scene) == actions.Move(0, what=(number,), to=other)


def test_stones_have_no_edge(app: App) -> None:
    scene = table(app, "go")
    bowl = next(one for one in scene.desk.things if one.stack)
    x, y = lying(scene, bowl.key)
    drag(app, (x, y), (x + 9, y), lay_down=False)
    frames(app, 3)
    assert [press.carry.marked for press in scene.desk.hands.values() if press.carry is not None] == [None]


def test_finger_puts_a_card_under_by_the_edge(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    number = loose_card(app, scene, (200, 100), 1)
    start, over = lying(scene, number), lying(scene, 1)
    finger(app, pygame.FINGERDOWN, 0, start)
    for point in (((start[0] + over[0]) / 2, (start[1] + over[1]) / 2), over):
        finger(app, pygame.FINGERMOTION, 0, point)
        frames(app, HELD)
    edge = edge_of(scene.desk, pile_of(scene, 1)).center
    finger(app, pygame.FINGERMOTION, 0, edge)
    frames(app, 2)
    finger(app, pygame.FINGERUP, 0, edge)
    rest(app, scene)
    assert last(scene) == actions.Move(0, what=(number,), to=1, under=True)


@pytest.mark.parametrize("at_edge", ["top", "bottom"])
def test_edge_is_on_the_table_wherever_the_pile_lies(app: App, at_edge: str) -> None:
    scene = lay(app, boxes.CARDS)
    drag(app, lying(scene, 1), at(scene, 450, 560 if at_edge == "top" else 40), held=HELD)
    pile = next(one for one in scene.desk.things if one.stack)
    assert scene.desk.camera.rect.contains(edge_of(scene.desk, pile))
    number = loose_card(app, scene, (200, 300), pile.key)
    put_under(app, scene, lying(scene, number), pile.key)
    assert last(scene) == actions.Move(0, what=(number,), to=pile.key, under=True)
