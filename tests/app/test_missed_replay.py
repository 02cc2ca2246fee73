"""Rematches from the first screen and the history, and playing on from a replay."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match import start_match
from grenade_salad.app.match.play_on import PlayOnScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window import display
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.match.match import Controller, Header
from tests.app.conftest import click, resize, run_frames, run_until
from tests.app.history import open_history, press
from tools.tables import get_top_scene

SEATS = (Controller(), Controller("bot", "normal-careful"), Controller())


def open_match(app: App, seats: tuple[Controller, ...] = SEATS, options: WheelOptions | None = None) -> TableScene:
    """Start a match over the first screen and return its scene."""
    app.push(HomeScene(app))
    run_frames(app, 2)
    header = Header("wheel", ("Vera", "Carl", "Wim"), options or WheelOptions(), 4)
    start_match.begin(app, header, seats, on_top=True)
    return get_top_scene(app, TableScene)


def test_rematch_is_one_click_from_first_screen(app: App) -> None:
    scene = open_match(app, options=WheelOptions(last_heart=True))
    seed = scene.controller.match.header.seed
    app.home()
    home = get_top_scene(app, HomeScene)
    assert home.same_again.visible
    assert home.same_again.tip == "Grenade, the wheel with Vera, Carl, Wim"
    click(app, home.same_again.rect.center)
    rematch = get_top_scene(app, TableScene)
    assert rematch.controller.match.header.seats == ("Vera", "Carl", "Wim")
    assert rematch.controller.match.header.options == WheelOptions(last_heart=True)
    assert rematch.controller.controllers == SEATS
    assert rematch.controller.match.header.seed != seed
    app.pop()
    assert app.scene is home


def test_rematch_is_not_offered_before_the_first_match(app: App) -> None:
    home = HomeScene(app)
    app.push(home)
    run_frames(app, 3)
    assert not home.same_again.visible


def test_any_match_in_history_can_be_played_again(app: App) -> None:
    open_match(app)
    app.home()
    history = open_history(app)
    click(app, history.rows[0].on_screen().center)
    press(app, "Same again")
    rematch = get_top_scene(app, TableScene)
    assert rematch.controller.controllers == SEATS
    app.pop()
    assert app.scene is history


@pytest.mark.quick("table*")
@pytest.mark.parametrize(("eyes", "persons"), [("table", (True, False, False)), (2, (False, False, True))])
def test_person_who_continues_a_replay_gets_a_seat(app: App, eyes: int | str, persons: tuple[bool, ...]) -> None:
    """After a match of machines, the person gets the seat in turn or in view."""
    machines = (Controller("bot", "easy"),) * 3
    scene = open_match(app, machines)
    app.settings.speed = "off"
    run_until(app, lambda: app.scene is not scene, 5000)
    match_id = scene.journaled_match()
    assert match_id is not None
    app.home()
    app.watch(match_id.id)
    replay = get_top_scene(app, ReplayScene)
    replay._choose_view(replay.views.index(eyes))
    replay.bar.go_to(2)
    starter = replay.table.controller.match.state.active_seats()[0]
    press(app, "Play on from here")
    assert isinstance(app.scene, PlayOnScene)
    if eyes == "table":
        persons = tuple(seat == starter for seat in range(3))
    assert tuple(controller.is_person for controller in app.scene.chosen) == persons
    press(app, "Play on")
    assert isinstance(app.scene, TableScene)
    assert tuple(controller.is_person for controller in app.scene.controller.controllers) == persons


@pytest.mark.parametrize("desktop", [(1280, 720), (1366, 768), (1024, 768), (1920, 1080), (3840, 2160)])
def test_first_window_with_its_frame_fits_the_desktop(desktop: tuple[int, int]) -> None:
    width, height = display.size_for(desktop)
    assert width + 16 <= max(desktop[0], 1296)
    assert width <= desktop[0] - 16
    assert height <= desktop[1] - 104
    assert (width, height) == (desktop[0] - 16, desktop[1] - 104), "as large as can be"


def test_window_size_is_restored(tmp_path: Path, kept_window: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    for old_size, new_size in (((1904, 976), (1000, 700)), ((1000, 700), (1200, 640))):
        app = App(tmp_path, None)
        app.push(HomeScene(app))
        assert app.screen.get_size() == old_size
        resize(app, new_size)
        app.leave()
