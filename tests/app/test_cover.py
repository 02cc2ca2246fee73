"""The cover: no pixel of a hand is visible unless a player holds it open."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.shell.cover import (
    MAX_OPEN_SECONDS,
    describe_closing,
    describe_closing_by_press,
    describe_opening,
)
from grenade_salad.app.window.application import App
from grenade_salad.text import say
from tests.app.conftest import click, post, post_mouse, press_down, press_keys, press_pad, release_key, run_frames
from tests.app.covers import CoverProbe, shows_secret

pytestmark = pytest.mark.usefixtures("every_frame")


@pytest.fixture
def probe(app: App) -> CoverProbe:
    return CoverProbe(app)


@pytest.mark.parametrize("code", [pygame.K_3, pygame.K_SPACE, pygame.K_RETURN])
def test_cover_shows_hand_only_while_key_is_held(app: App, probe: CoverProbe, code: int) -> None:
    assert not shows_secret(app)
    assert probe.draw_count == 0
    press_down(app, code)
    assert shows_secret(app)
    release_key(app, code)
    count = probe.draw_count
    assert not shows_secret(app)
    run_frames(app, 20)
    assert probe.draw_count == count
    assert probe.answers == []


@pytest.mark.parametrize("code", [pygame.K_1, pygame.K_a, pygame.K_TAB, pygame.K_F1])
def test_other_keys_do_not_open_cover(app: App, probe: CoverProbe, code: int) -> None:
    press_down(app, code)
    assert not shows_secret(app)


def test_mouse_holds_cover_open(app: App, probe: CoverProbe) -> None:
    post_mouse(app, pygame.MOUSEBUTTONDOWN, (640, 600))
    assert shows_secret(app)
    post_mouse(app, pygame.MOUSEMOTION, (20, 100))
    assert shows_secret(app)
    post_mouse(app, pygame.MOUSEBUTTONUP, (20, 100))
    assert not shows_secret(app)
    assert probe.answers == []


def test_gamepad_opens_cover_with_one_press_and_closes_with_next(app: App, probe: CoverProbe) -> None:
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    assert shows_secret(app), "also when it is let go"
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    assert not shows_secret(app)
    assert probe.answers == []


@pytest.mark.parametrize("code", [pygame.K_3, pygame.K_SPACE, pygame.K_RETURN])
def test_press_setting_opens_with_one_press_and_closes_with_next(app: App, probe: CoverProbe, code: int) -> None:
    app.settings.cover_by_press = True
    assert not shows_secret(app)
    press_keys(app, code)
    assert shows_secret(app)
    press_keys(app, code)
    assert not shows_secret(app)
    assert probe.answers == []


def test_press_setting_opens_closes_and_chooses_by_click(app: App, probe: CoverProbe) -> None:
    app.settings.cover_by_press = True
    click(app, (640, 600))
    assert shows_secret(app)
    click(app, (640, 50))
    assert not shows_secret(app)
    click(app, (640, 600))
    click(app, probe.cover.widgets.items[0].on_screen().center)
    assert probe.answers == [0]
    assert not shows_secret(app)


@pytest.mark.parametrize("by_press", [False, True])
def test_key_of_another_seat_closes_cover(app: App, probe: CoverProbe, by_press: bool) -> None:
    app.settings.cover_by_press = by_press
    press_down(app, pygame.K_3)
    assert shows_secret(app)
    press_keys(app, pygame.K_1)
    assert not shows_secret(app)
    release_key(app, pygame.K_3)
    assert not shows_secret(app)
    assert probe.answers == []


def test_press_setting_closes_on_focus_loss_and_after_time(app: App, probe: CoverProbe) -> None:
    app.settings.cover_by_press = True
    press_keys(app, pygame.K_SPACE)
    assert shows_secret(app)
    post(app, pygame.WINDOWFOCUSLOST)
    assert not shows_secret(app)
    press_keys(app, pygame.K_SPACE)
    assert shows_secret(app)
    run_frames(app, round(MAX_OPEN_SECONDS * 10) + 2, 0.1)
    assert not shows_secret(app)


def test_press_setting_chooses_with_arrows_and_enter(app: App, probe: CoverProbe) -> None:
    app.settings.cover_by_press = True
    press_keys(app, pygame.K_3, pygame.K_DOWN, pygame.K_RETURN)
    assert probe.answers == [2]


def test_cover_closes_on_focus_loss_and_after_time(app: App, probe: CoverProbe) -> None:
    press_down(app, pygame.K_SPACE)
    post(app, pygame.WINDOWFOCUSLOST)
    assert not shows_secret(app)
    release_key(app, pygame.K_SPACE)
    press_down(app, pygame.K_SPACE)
    assert shows_secret(app)
    run_frames(app, round(MAX_OPEN_SECONDS * 10) + 2, 0.1)
    assert not shows_secret(app)


def test_rules_opened_over_cover_close_it(app: App, probe: CoverProbe) -> None:
    press_down(app, pygame.K_SPACE)
    press_keys(app, pygame.K_F1)
    release_key(app, pygame.K_SPACE)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is probe.cover
    assert not shows_secret(app)


def test_resizing_keeps_cover_closed(app: App, probe: CoverProbe) -> None:
    pygame.display.set_mode((900, 600), pygame.RESIZABLE)
    post(app, pygame.VIDEORESIZE, size=(900, 600), w=900, h=600)
    assert not shows_secret(app)
    assert probe.draw_count == 0


def test_arrows_and_enter_choose_while_key_is_held(app: App, probe: CoverProbe) -> None:
    press_down(app, pygame.K_3)
    press_keys(app, pygame.K_RIGHT, pygame.K_RETURN)
    assert probe.answers == []
    assert app.messages.texts == ["that is not yours"]
    press_keys(app, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RETURN)
    assert probe.answers == [2]
    assert app.scene is not probe.cover
    assert not shows_secret(app)


def test_gamepad_chooses(app: App, probe: CoverProbe) -> None:
    pygame.event.post(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=0, instance_id=0))
    press_pad(app, pygame.CONTROLLER_BUTTON_X)
    assert probe.answers == [0]


def test_sliding_onto_a_choice_takes_it_but_short_click_does_not(app: App, probe: CoverProbe) -> None:
    post_mouse(app, pygame.MOUSEBUTTONDOWN, (400, 600))
    spot = probe.cover.widgets.items[0].on_screen().center
    post_mouse(app, pygame.MOUSEBUTTONUP, (400, 602))
    post_mouse(app, pygame.MOUSEBUTTONDOWN, spot)
    post_mouse(app, pygame.MOUSEBUTTONUP, (spot[0] + 3, spot[1]))
    assert probe.answers == []
    post_mouse(app, pygame.MOUSEBUTTONDOWN, (400, 600))
    post_mouse(app, pygame.MOUSEMOTION, spot)
    post_mouse(app, pygame.MOUSEBUTTONUP, spot)
    assert probe.answers == [0]


def test_escape_closes_open_cover_and_leaves_closed_one(app: App, probe: CoverProbe) -> None:
    press_down(app, pygame.K_3)
    press_keys(app, pygame.K_ESCAPE)
    assert not shows_secret(app)
    assert probe.answers == []
    press_keys(app, pygame.K_ESCAPE)
    assert probe.answers == [None]


def test_expired_cover_answers_once(app: App, probe: CoverProbe) -> None:
    probe.cover.expire()
    probe.cover.expire()
    assert probe.answers == [None]


def test_cover_text_mentions_gamepad_only_if_connected(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    for count in (0, 1):
        monkeypatch.setattr(pygame.joystick, "get_count", lambda count=count: count)
        for by_press in (False, True):
            assert ("gamepad" in say(describe_opening("3", by_press=by_press))) == bool(count)
        for message in (describe_closing_by_press(picks=True), describe_closing(picks=True)):
            assert ("gamepad" in say(message)) == bool(count)


def test_unplugged_pad_leaves_no_hand_open(app: App, probe: CoverProbe) -> None:
    post(app, pygame.CONTROLLERBUTTONDOWN, button=0, instance_id=0)
    post(app, pygame.CONTROLLERBUTTONUP, button=0, instance_id=0)
    assert shows_secret(app)
    post(app, pygame.JOYDEVICEREMOVED, instance_id=0)
    assert not shows_secret(app)


def test_unplugged_pad_keeps_hand_opened_by_keyboard_open(app: App, probe: CoverProbe) -> None:
    press_down(app, pygame.K_3)
    post(app, pygame.JOYDEVICEREMOVED, instance_id=0)
    assert shows_secret(app)


def test_pad_that_cannot_be_opened_is_ignored(app: App, probe: CoverProbe) -> None:
    post(app, pygame.JOYDEVICEADDED, device_index=99)
    press_down(app, pygame.K_3)
    assert shows_secret(app)
