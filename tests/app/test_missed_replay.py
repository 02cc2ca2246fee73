"""One more match: the same again from the first screen and the history, and a seat for whoever plays on."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match import start_match
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.setup.play_on import PlayOnScene
from grenade_salad.app.window import display
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.match.match import Controller, Header
from tests.app.conftest import click, frames, resize, until
from tests.app.history import open_history, press
from tools.tables import on_top

SEATS = (Controller(), Controller("bot", "normal-careful"), Controller())


def played(app: App, seats: tuple[Controller, ...] = SEATS, options: WheelOptions | None = None) -> MatchScene:
    """A match that somebody began, over the first screen."""
    app.push(HomeScene(app))
    frames(app, 2)
    header = Header("wheel", ("Vera", "Carl", "Wim"), options or WheelOptions(), 4)
    start_match.begin(app, header, seats, on_top=True)
    return on_top(app, MatchScene)


def test_the_same_again_is_one_click_from_the_first_screen(app: App) -> None:
    scene = played(app, options=WheelOptions(last_heart=True))
    seed = scene.match.header.seed
    app.home()
    home = on_top(app, HomeScene)
    assert home.same.visible
    assert home.same.tip == "Grenade, the wheel with Vera, Carl, Wim"
    click(app, home.same.rect.center)
    again = on_top(app, MatchScene)
    assert again.match.header.seats == ("Vera", "Carl", "Wim")
    assert again.match.header.options == WheelOptions(last_heart=True)
    assert again.controllers == SEATS
    assert again.match.header.seed != seed
    app.pop()
    assert app.scene is home


def test_who_has_played_nothing_is_not_offered_the_same(app: App) -> None:
    home = HomeScene(app)
    app.push(home)
    frames(app, 3)
    assert not home.same.visible


def test_any_match_of_the_history_can_be_played_again(app: App) -> None:
    played(app)
    app.home()
    history = open_history(app)
    click(app, history.rows[0].on_screen().center)
    press(app, "Same again")
    again = on_top(app, MatchScene)
    assert again.controllers == SEATS
    app.pop()
    assert app.scene is history


@pytest.mark.quick("table*")
@pytest.mark.parametrize(("eyes", "persons"), [("table", (True, False, False)), (2, (False, False, True))])
def test_who_plays_on_gets_a_seat(app: App, eyes: int | str, persons: tuple[bool, ...]) -> None:
    """Among machines alone it is whose turn it is, or through whose eyes one looked."""
    machines = (Controller("bot", "easy"),) * 3
    scene = played(app, machines)
    app.settings.speed = "off"
    until(app, lambda: app.scene is not scene, 5000)
    number = scene.journaled()
    assert number is not None
    app.home()
    app.watch(number.id)
    replay = on_top(app, ReplayScene)
    replay._choose_eyes(replay.views.index(eyes))
    replay.bar.go(2)
    starter = replay.shown.match.state.active_seats()[0]
    press(app, "Play on from here")
    assert isinstance(app.scene, PlayOnScene)
    if eyes == "table":
        persons = tuple(seat == starter for seat in range(3))
    assert tuple(one.person for one in app.scene.chosen) == persons
    press(app, "Play on")
    assert isinstance(app.scene, MatchScene)
    assert tuple(one.person for one in app.scene.controllers) == persons


@pytest.mark.parametrize("desktop", [(1280, 720), (1366, 768), (1024, 768), (1920, 1080), (3840, 2160)])
def test_the_first_window_and_what_is_around_it_fit_the_desktop(desktop: tuple[int, int]) -> None:
    wide, high = display.size_for(desktop)
    assert wide + 16 <= max(desktop[0], 1296)
    assert wide <= desktop[0] - 16
    assert high <= desktop[1] - 104
    assert (wide, high) == (desktop[0] - 16, desktop[1] - 104), "as large as can be"


def test_the_window_comes_back_as_it_was_left(
    tmp_path: Path, kept_window: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    for before, after in (((1904, 976), (1000, 700)), ((1000, 700), (1200, 640))):
        made = App(tmp_path, None)
        made.push(HomeScene(made))
        assert made.screen.get_size() == before
        resize(made, after)
        made.leave()
