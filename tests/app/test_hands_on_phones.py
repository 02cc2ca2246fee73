"""Hands on phones only: the screen draws no secrets, so it can be streamed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match.start_match import make_match_table
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Setup
from grenade_salad.games.live_grenade import Draw, LiveGrenadeSetup
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.phases import Deciding
from grenade_salad.text import say
from tests.app.conftest import ImmediateExecutor, post, press_down, press_keys, run_frames
from tests.app.covers import CoverProbe, shows_secret
from tests.app.salad_table import position
from tests.marks import slow_but
from tools.tables import open_setup

pytestmark = pytest.mark.usefixtures("every_frame")

NAMES = ("Ann", "Bo", "Cy")
MACHINE = Controller("bot", "random")
DECK = ("4C", "6D", "AS", "7C", "8C", "AH")
WORLDS: dict[str, tuple[Setup, Setup]] = {
    "grenade-salad": (
        position((("hammers", "arrow", "explosion"), ("footpath", "arrow"), ("pointer",))),
        position((("footpath", "footpath", "pointer"), ("footpath", "arrow"), ("pointer",))),
    ),
    "live-grenade": (
        LiveGrenadeSetup((("2H", "JD"), ("2C", "KD"), ("3H", "5C")), ("9C", *DECK), turn=0, direction=1),
        LiveGrenadeSetup((("2H", "9C"), ("2C", "KD"), ("3H", "5C")), ("JD", *DECK), turn=0, direction=1),
    ),
}
"""Two worlds that differ only in the cards of Ann, the only person.

To every other seat they are the same.
"""


def record_frames(
    folder: Path, name: str, setup: Setup | None, seconds: float = 4.0, *, hands_on_phones: bool = True
) -> list[bytes]:
    """Return the pixels of many frames while keys try to show a hand."""
    app = App(folder)
    app.worker = app.thinker = ImmediateExecutor
    app.settings.hands_on_phones = hands_on_phones
    try:
        app.push(HomeScene(app))
        match = Match(Header(name, NAMES, games.load(name).options(), 5, setup))
        scene = make_match_table(app, match, (Controller(), MACHINE, MACHINE))
        app.push(scene)
        frames_pixels = []
        for frame in range(round(seconds * 10)):
            app.frame(0.1)
            if frame % 10 == 5:
                press_keys(app, pygame.K_1, pygame.K_h, pygame.K_SPACE, pygame.K_TAB, pygame.K_RETURN)
            app.draw()
            frames_pixels.append(pygame.image.tobytes(app.screen, "RGB"))
        return frames_pixels
    finally:
        app.close()


@pytest.mark.parametrize("name", slow_but(["live-grenade"], WORLDS))
def test_no_pixel_depends_on_a_hand(tmp_path: Path, name: str) -> None:
    first_frames, second_frames = (
        record_frames(tmp_path / str(index), name, setup) for index, setup in enumerate(WORLDS[name])
    )
    assert first_frames == second_frames


@pytest.mark.quick("live-grenade")
@pytest.mark.parametrize("name", WORLDS)
def test_pixels_depend_on_hand_without_the_setting(tmp_path: Path, name: str) -> None:
    """Show that the test above can fail."""
    worlds = WORLDS[name]
    first_frames, second_frames = (
        record_frames(tmp_path / str(index), name, setup, 1.0, hands_on_phones=False)
        for index, setup in enumerate(worlds)
    )
    assert first_frames != second_frames


@pytest.mark.parametrize("name", games.with_turns())
def test_drawing_reads_no_seat_view(app: App, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    app.settings.hands_on_phones = True
    options = replace(games.load(name).options(), starter=0)  # type: ignore[call-arg]
    scene = make_match_table(app, match := Match(Header(name, NAMES, options, 5)), (Controller(), MACHINE, MACHINE))
    app.push(scene)
    requested_seats: set[int | None] = set()
    view = type(match.state).view

    def noted(state: object, seat: int | None) -> object:
        requested_seats.add(seat)
        return view(state, seat)  # type: ignore[arg-type]

    for _ in range(200):
        app.frame(0.1)
        with monkeypatch.context() as patched:
            patched.setattr(type(match.state), "view", noted)
            app.draw()
    assert requested_seats <= {None}
    assert isinstance(scene, TableScene)
    assert scene.controller.viewer is None
    assert scene.controller.actor is None
    assert isinstance(scene.controller.session.phase, Deciding)
    assert scene.controller.session.phase.by == "phone", "it waits for a phone, never for the screen"
    assert "Ann's phone is away" in say(scene.bar_content()[0])


def test_cover_stays_closed(app: App) -> None:
    probe = CoverProbe(app)
    app.settings.hands_on_phones = True
    for code in (pygame.K_3, pygame.K_SPACE, pygame.K_RETURN):
        press_down(app, code)
        assert not shows_secret(app)
    post(app, pygame.CONTROLLERBUTTONDOWN, button=0, instance_id=0)
    post(app, pygame.MOUSEBUTTONDOWN, pos=(640, 200), touch=False, button=1)
    assert not shows_secret(app)
    assert probe.draw_count == 0
    assert "phones only" in app.messages.texts[0]


def test_setting_hides_log_secrets_and_hand_in_a_match(app: App) -> None:
    setup = WORLDS["live-grenade"][0]
    match = Match(Header("live-grenade", NAMES, games.load("live-grenade").options(), 5, setup))
    scene = make_match_table(app, match, (Controller(), MACHINE, MACHINE))
    assert isinstance(scene, TableScene)
    app.settings.speed = "off"
    app.push(scene)
    run_frames(app, 60)
    scene.controller.act(Draw(0))
    scene.controller.show_everything()
    assert any("9 of clubs" in log_entry.words for log_entry in scene.log.lines), (
        "the own draw is told to a single person"
    )
    app.settings.hands_on_phones = True
    run_frames(app, 3)
    assert not any("9 of clubs" in log_entry.words for log_entry in scene.log.lines)
    assert scene.controller.viewer is None
    scene.controller.show_everything()
    assert scene.controller.view == scene.controller.match.state.view(None)
    app.settings.hands_on_phones = False
    run_frames(app, 3)
    assert scene.controller.viewer == 0


def test_replay_of_running_match_shows_only_the_table(app: App, tmp_path: Path) -> None:
    app.settings.hands_on_phones = True
    with open_journal(tmp_path / "journal") as journal:
        seats = {"controllers": ["person", "bot", "bot"]}
        header = Header("live-grenade", NAMES, games.load("live-grenade").options(), 5, meta={**seats})
        match = journal.begin(header)
        match.resolve_chance()
        scene = ReplayScene(app, journal.match(1), journal.record(1))
        assert scene.views == ["table"]
        assert scene.table.controller.viewer is None
        match.close()


def test_setup_needs_a_phone_for_every_person(app: App) -> None:
    app.settings.hands_on_phones = True
    scene = open_setup(app, "grenade-salad")
    assert "phones only" in scene.refusal
    for seat in range(scene.count):
        scene.give_seat(seat, Controller("phone" if seat == 0 else "bot"))
    assert scene.refusal == ""
