"""The key of a seat opens its hand at the open table, as it does in the games."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.window.application import App
from grenade_salad.games.open_table import actions, boxes
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import press_keys
from tests.open_table.at_table import drag, last_action, piece_point, press, push_table, wait_until_idle


@pytest.mark.parametrize("seat", [0, 1])
def test_key_of_a_seat_gives_it_the_mouse_and_opens_its_hand_while_held(app: App, seat: int) -> None:
    scene = push_table(app, boxes.CARDS, people=3, seats=3)
    scene.controller.act(actions.Deal(0, of=1, n=3))
    wait_until_idle(app, scene)
    for _ in range(2):
        assert not scene.desk.strip_open
        press(app, pygame.K_1 + seat)
        assert scene.desk.strip_open
        assert scene.desk.seat == seat
        assert len(scene.desk.secret_faces()) == 3
        press_keys(app, pygame.K_RIGHT)
        assert scene.desk.card_index == 0, "arrows choose a card meanwhile"
        press(app, pygame.K_1 + seat, down=False)
        assert not scene.desk.strip_open
        assert scene.desk.seat == seat


def test_key_of_another_seat_closes_a_hand_and_opens_their_own(app: App) -> None:
    scene = push_table(app, boxes.CARDS, people=3, seats=3)
    press(app, pygame.K_1)
    press(app, pygame.K_2)
    assert (scene.desk.seat, scene.desk.strip_open) == (1, True)
    press(app, pygame.K_1, down=False)
    assert (scene.desk.seat, scene.desk.strip_open) == (1, True), "its own key holds it"
    press(app, pygame.K_2, down=False)
    assert not scene.desk.strip_open


def test_key_of_a_seat_takes_a_dragged_card_and_opens_no_hand(app: App) -> None:
    scene = push_table(app, boxes.CARDS, people=2)
    drag(app, piece_point(scene, 1), (piece_point(scene, 1)[0], piece_point(scene, 1)[1] + 160))
    card_id = scene.desk.view.order[-1]
    scene.desk.choose([card_id])
    press_keys(app, pygame.K_m)
    press(app, pygame.K_2)
    assert not scene.desk.strip_open
    press(app, pygame.K_2, down=False)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, what=(card_id,), to="hand 1")
