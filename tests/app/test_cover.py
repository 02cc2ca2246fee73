"""The cover: not a pixel of a secret before somebody holds it open, and none after."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.shell import cover_words
from grenade_salad.app.shell.cover import OPEN_AT_MOST, Cover
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.window.application import App
from grenade_salad.text import say
from tests.app.conftest import click, frames, key, mouse, pad, post

pytestmark = pytest.mark.usefixtures("every_frame")

SECRET = (1, 254, 3)


class Seen:
    """What came of a cover."""

    def __init__(self, app: App) -> None:
        self.drawn = 0
        self.done: list[int | None] = []
        app.push(Scene(app))
        choices = [Pick("Cancel"), Pick("No", why_not="that is not yours"), Pick("Other")]
        self.cover = Cover(app, Who(2, "Cy"), self._draw, choices, self.done.append)
        app.push(self.cover)
        app.frame()

    def _draw(self, canvas: Canvas, box: Rect) -> None:
        self.drawn += 1
        canvas.fill(box, SECRET)


@pytest.fixture
def seen(app: App) -> Seen:
    return Seen(app)


def down(app: App, code: int) -> None:
    """A key goes down, and is held."""
    post(app, pygame.KEYDOWN, key=code, mod=0, unicode="")


def up(app: App, code: int) -> None:
    """It is let go."""
    post(app, pygame.KEYUP, key=code, mod=0, unicode="")


def shows(app: App) -> bool:
    """Whether there is a pixel of the secret on the screen."""
    app.draw()
    return pygame.mask.from_threshold(app.screen, SECRET, (1, 1, 1, 255)).count() > 0


@pytest.mark.parametrize("code", [pygame.K_3, pygame.K_SPACE, pygame.K_RETURN])
def test_it_shows_only_while_a_key_is_held(app: App, seen: Seen, code: int) -> None:
    assert not shows(app)
    assert seen.drawn == 0
    down(app, code)
    assert shows(app)
    up(app, code)
    count = seen.drawn
    assert not shows(app)
    frames(app, 20)
    assert seen.drawn == count
    assert seen.done == []


@pytest.mark.parametrize("code", [pygame.K_1, pygame.K_a, pygame.K_TAB, pygame.K_F1])
def test_other_keys_do_not_open_it(app: App, seen: Seen, code: int) -> None:
    down(app, code)
    assert not shows(app)


def test_the_mouse_holds_it_open(app: App, seen: Seen) -> None:
    mouse(app, pygame.MOUSEBUTTONDOWN, (640, 600))
    assert shows(app)
    mouse(app, pygame.MOUSEMOTION, (20, 100))
    assert shows(app)
    mouse(app, pygame.MOUSEBUTTONUP, (20, 100))
    assert not shows(app)
    assert seen.done == []


def test_the_pad_opens_it_with_one_press_and_closes_it_with_the_next(app: App, seen: Seen) -> None:
    pad(app, pygame.CONTROLLER_BUTTON_A)
    assert shows(app), "also when it is let go"
    pad(app, pygame.CONTROLLER_BUTTON_A)
    assert not shows(app)
    assert seen.done == []


@pytest.mark.parametrize("code", [pygame.K_3, pygame.K_SPACE, pygame.K_RETURN])
def test_by_a_setting_one_press_opens_it_and_the_next_closes_it(app: App, seen: Seen, code: int) -> None:
    app.settings.cover_by_press = True
    assert not shows(app)
    key(app, code)
    assert shows(app)
    key(app, code)
    assert not shows(app)
    assert seen.done == []


def test_by_a_setting_a_click_opens_it_one_beside_closes_it_and_one_on_a_choice_takes_it(app: App, seen: Seen) -> None:
    app.settings.cover_by_press = True
    click(app, (640, 600))
    assert shows(app)
    click(app, (640, 50))
    assert not shows(app)
    click(app, (640, 600))
    click(app, seen.cover.widgets.items[0].on_screen().center)
    assert seen.done == [0]
    assert not shows(app)


@pytest.mark.parametrize("by_press", [False, True])
def test_somebody_elses_key_closes_it(app: App, seen: Seen, by_press: bool) -> None:
    app.settings.cover_by_press = by_press
    down(app, pygame.K_3)
    assert shows(app)
    key(app, pygame.K_1)
    assert not shows(app)
    up(app, pygame.K_3)
    assert not shows(app)
    assert seen.done == []


def test_by_a_setting_it_closes_without_the_focus_and_after_a_time(app: App, seen: Seen) -> None:
    app.settings.cover_by_press = True
    key(app, pygame.K_SPACE)
    assert shows(app)
    post(app, pygame.WINDOWFOCUSLOST)
    assert not shows(app)
    key(app, pygame.K_SPACE)
    assert shows(app)
    frames(app, round(OPEN_AT_MOST * 10) + 2, 0.1)
    assert not shows(app)


def test_by_a_setting_choosing_goes_with_arrows_and_enter(app: App, seen: Seen) -> None:
    app.settings.cover_by_press = True
    key(app, pygame.K_3, pygame.K_DOWN, pygame.K_RETURN)
    assert seen.done == [2]


def test_it_closes_when_the_window_loses_the_focus_and_after_a_time(app: App, seen: Seen) -> None:
    down(app, pygame.K_SPACE)
    post(app, pygame.WINDOWFOCUSLOST)
    assert not shows(app)
    up(app, pygame.K_SPACE)
    down(app, pygame.K_SPACE)
    assert shows(app)
    frames(app, round(OPEN_AT_MOST * 10) + 2, 0.1)
    assert not shows(app)


def test_rules_opened_over_it_close_it(app: App, seen: Seen) -> None:
    down(app, pygame.K_SPACE)
    key(app, pygame.K_F1)
    up(app, pygame.K_SPACE)
    key(app, pygame.K_ESCAPE)
    assert app.scene is seen.cover
    assert not shows(app)


def test_resizing_keeps_the_secret(app: App, seen: Seen) -> None:
    pygame.display.set_mode((900, 600), pygame.RESIZABLE)
    post(app, pygame.VIDEORESIZE, size=(900, 600), w=900, h=600)
    assert not shows(app)
    assert seen.drawn == 0


def test_choosing_with_arrows_and_enter_while_a_key_is_held(app: App, seen: Seen) -> None:
    down(app, pygame.K_3)
    key(app, pygame.K_RIGHT, pygame.K_RETURN)
    assert seen.done == []
    assert app.messages.words == ["that is not yours"]
    key(app, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RETURN)
    assert seen.done == [2]
    assert app.scene is not seen.cover
    assert not shows(app)


def test_choosing_with_the_pad(app: App, seen: Seen) -> None:
    pygame.event.post(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=0, instance_id=0))
    pad(app, pygame.CONTROLLER_BUTTON_X)
    assert seen.done == [0]


def test_sliding_onto_a_choice_takes_it_but_a_short_click_takes_nothing(app: App, seen: Seen) -> None:
    mouse(app, pygame.MOUSEBUTTONDOWN, (400, 600))
    spot = seen.cover.widgets.items[0].on_screen().center
    mouse(app, pygame.MOUSEBUTTONUP, (400, 602))
    mouse(app, pygame.MOUSEBUTTONDOWN, spot)
    mouse(app, pygame.MOUSEBUTTONUP, (spot[0] + 3, spot[1]))
    assert seen.done == []
    mouse(app, pygame.MOUSEBUTTONDOWN, (400, 600))
    mouse(app, pygame.MOUSEMOTION, spot)
    mouse(app, pygame.MOUSEBUTTONUP, spot)
    assert seen.done == [0]


def test_esc_is_done_when_it_is_closed_and_only_closes_it_when_it_is_open(app: App, seen: Seen) -> None:
    down(app, pygame.K_3)
    key(app, pygame.K_ESCAPE)
    assert not shows(app)
    assert seen.done == []
    key(app, pygame.K_ESCAPE)
    assert seen.done == [None]


def test_it_says_once_that_it_is_gone(app: App, seen: Seen) -> None:
    seen.cover.expire()
    seen.cover.expire()
    assert seen.done == [None]


def test_a_pad_is_spoken_of_while_there_is_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (0, 1):
        monkeypatch.setattr(pygame.joystick, "get_count", lambda number=number: number)
        for by_press in (False, True):
            assert ("gamepad" in say(cover_words.opens("3", by_press=by_press))) == bool(number)
        for said in (
            cover_words.closes_by_press(picks=True),
            *(cover_words.closes(picks=True, short=short) for short in (False, True)),
        ):
            assert ("gamepad" in say(said)) == bool(number)


def test_unplugged_pad_leaves_no_hand_open(app: App, seen: Seen) -> None:
    post(app, pygame.CONTROLLERBUTTONDOWN, button=0, instance_id=0)
    post(app, pygame.CONTROLLERBUTTONUP, button=0, instance_id=0)
    assert shows(app)
    post(app, pygame.JOYDEVICEREMOVED, instance_id=0)
    assert not shows(app)


def test_unplugged_pad_leaves_the_hand_of_the_keyboard_alone(app: App, seen: Seen) -> None:
    down(app, pygame.K_3)
    post(app, pygame.JOYDEVICEREMOVED, instance_id=0)
    assert shows(app)


def test_pad_that_cannot_be_opened_is_passed_over(app: App, seen: Seen) -> None:
    post(app, pygame.JOYDEVICEADDED, device_index=99)
    down(app, pygame.K_3)
    assert shows(app)
