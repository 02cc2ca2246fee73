"""The keys of the seats can be changed and count wherever a key names a seat."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest

from grenade_salad.app.pages.keys_page import KeysScene
from grenade_salad.app.shell import seat_keys, settings
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from tests.app.conftest import click, post, press_keys, run_frames, run_until
from tests.app.covers import shows_secret
from tests.app.demo import play_jack, sit_down
from tests.app.screens import focusable_widgets
from tools.tables import get_top_scene

PROMPT = "Press the new key (Esc: keep the old one)"


def choose_seat(app: App, seat: int) -> None:
    """Focus the button of a seat's key with Tab, and press Enter."""
    scene = get_top_scene(app, KeysScene)
    button = focusable_widgets(app)[1 + seat]
    run_until(app, lambda: scene.widgets.focus is button or press_keys(app, pygame.K_TAB) is not None, 60)
    press_keys(app, pygame.K_RETURN)


def read_buttons(app: App) -> list[str]:
    """Return the words on the buttons of the seats."""
    return [str(getattr(item, "words", "")) for item in focusable_widgets(app)[1 : 1 + seat_keys.SEATS]]


def test_new_key_is_pressed_after_enter_and_saved(app: App) -> None:
    app.push(HomeScene(app))
    app.push(KeysScene(app))
    choose_seat(app, 0)
    assert read_buttons(app)[0] == PROMPT
    press_keys(app, pygame.K_a)
    assert read_buttons(app) == ["A", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert settings.load(app.folder)[0].seat_keys == list("a23456789")
    choose_seat(app, 8)
    press_keys(app, pygame.K_KP5)
    assert read_buttons(app)[8] == "keypad 5"


def test_key_of_another_seat_is_swapped(app: App) -> None:
    app.push(KeysScene(app))
    choose_seat(app, 1)
    press_keys(app, pygame.K_4)
    assert app.settings.seat_keys == list("143256789")


def test_own_key_is_chosen_again(app: App) -> None:
    app.push(KeysScene(app))
    choose_seat(app, 1)
    press_keys(app, pygame.K_2)
    assert app.settings.seat_keys == list(seat_keys.DEFAULT)
    assert read_buttons(app)[1] == "2"


@pytest.mark.parametrize(
    "code",
    [
        pygame.K_TAB,
        pygame.K_RETURN,
        pygame.K_SPACE,
        pygame.K_LEFT,
        pygame.K_F5,
        pygame.K_p,
        pygame.K_LSHIFT,
        pygame.K_q,
    ],
)
def test_reserved_keys_are_refused_and_escape_cancels(app: App, code: int) -> None:
    app.push(HomeScene(app))
    app.push(KeysScene(app))
    choose_seat(app, 2)
    press_keys(app, code)
    assert len(app.messages.texts) == 1
    assert "can't be a seat's key" in app.messages.texts[0]
    assert read_buttons(app)[2] == PROMPT
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, KeysScene)
    assert read_buttons(app) == list("123456789")
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, HomeScene)


def test_click_elsewhere_cancels(app: App) -> None:
    app.push(HomeScene(app))
    app.push(KeysScene(app))
    choose_seat(app, 2)
    click(app, (app.size[0] / 2, 30))
    assert read_buttons(app) == list("123456789")
    press_keys(app, pygame.K_a)
    assert app.settings.seat_keys == list("123456789")


@pytest.mark.parametrize(
    "saved_keys",
    [list("12345678"), list("112345678"), list("p23456789"), [" ", *"23456789"], ["f1", *"23456789"], [""] * 9],
)
def test_invalid_saved_keys_become_the_default_ones(tmp_path: Path, saved_keys: list[str]) -> None:
    (tmp_path / settings.FILE).write_bytes(msgspec.json.encode({"seat_keys": saved_keys, "mute": True}))
    loaded, warning = settings.load(tmp_path)
    assert (loaded.seat_keys, loaded.mute, warning) == (list(seat_keys.DEFAULT), True, "")


def test_every_key_has_one_name() -> None:
    codes = [*range(1, 1000), *range(pygame.K_F1, pygame.K_F1 + 300)]
    named = {code: name for code in codes if (name := seat_keys.key_name(code))}
    assert {seat_keys.key_code(name): name for name in named.values()} == named
    assert len(set(seat_keys.DEFAULT)) == seat_keys.SEATS
    assert seat_keys.repair(seat_keys.DEFAULT) == list(seat_keys.DEFAULT)


def test_chosen_key_opens_and_holds_the_cover(app: App) -> None:
    app.settings.speed = "off"
    app.settings.seat_keys = list("12x456789")
    app.push(HomeScene(app))
    scene = sit_down(app, ["person", "person", "person"])
    play_jack(app, scene)
    assert scene.reaction is not None
    assert [button.words for button in scene.reaction._buttons] == ["2  Bo", "X  Cy", "All pass"]
    assert scene.panels[2].key_name == "X"
    run_frames(app, 30)
    press_keys(app, pygame.K_3)
    assert app.scene is scene
    press_keys(app, pygame.K_x)
    assert isinstance(app.scene, Cover)
    for code, is_visible in ((pygame.K_3, False), (pygame.K_x, True)):
        post(app, pygame.KEYDOWN, key=code, mod=0, unicode="")
        assert shows_secret(app) == is_visible
