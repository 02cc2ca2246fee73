"""The net under the window: a mistake in the program ends neither the program nor the match, and tells no secrets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from grenade_salad import __version__
from grenade_salad.app.match import start_match
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window import main
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.system import crash_reports
from grenade_salad.text import say
from tests.app.conftest import AtOnce, frames, until
from tests.app.demo import header
from tools.tables import on_top

pytestmark = pytest.mark.caught

SECRET = "Ann holds the five of hearts"
PERSON = ("person", "bot easy", "bot easy")


class Bad:
    """What goes wrong where it is put, so many times."""

    def __init__(self, times: int = 1, error: type[BaseException] = ValueError) -> None:
        self.left, self.error = times, error

    def __call__(self, *_: object, **__: object) -> None:
        if self.left:
            self.left -= 1
            ann = SECRET
            raise self.error(ann)


def play(app: App) -> MatchScene:
    """A match of the journal on the window."""
    from grenade_salad.match.match import Controller

    app.push(HomeScene(app))
    app.push(HomeScene(app))
    start_match.begin(app, header(), [Controller(), Controller("bot", "easy"), Controller("bot", "easy")])
    scene = on_top(app, MatchScene)
    app.settings.speed = "off"
    until(app, lambda: scene.actor is not None)
    return scene


def reports(app: App) -> list[str]:
    """What stands in the reports of this app."""
    return [file.read_text(encoding="utf-8") for file in sorted((app.data_folder / crash_reports.FOLDER).glob("*"))]


def press(app: App, words: str) -> None:
    """Press a button of the scene on top."""
    next(one for one in app.scene.widgets.items if isinstance(one, Button) and one.words == words).accept()


def net_frames(app: App, count: int = 1) -> None:
    """Frames as the program runs them."""
    clock = pygame.time.Clock()
    for _ in range(count):
        app.net.frame(clock)


PLACES: dict[str, Callable[[MatchScene], object]] = {
    "update": lambda scene: setattr(scene, "update", Bad()),
    "draw": lambda scene: setattr(scene, "draw", Bad()),
    "animating": lambda scene: setattr(scene.motion, "update", Bad()),
    "layout": lambda scene: setattr(scene, "layout", Bad()),
    "leaving": lambda scene: (setattr(scene, "update", Bad()), setattr(scene.machines, "close", Bad())),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_mistake_in_a_frame_leaves_the_match_and_it_goes_on(app: App, place: str) -> None:
    scene = play(app)
    assert isinstance(scene.match, JournaledMatch)
    number, lines = scene.match.id, list(scene.match.entries)
    PLACES[place](scene)
    scene.dirty = True
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(900, 600), w=900, h=600))
    pygame.display.set_mode((900, 600), pygame.RESIZABLE)
    net_frames(app, 3)
    assert app.running
    assert [type(one) for one in app.stack] == [HomeScene, Dialog]
    assert "Your match is saved" in say(app.scene.words)  # type: ignore[attr-defined]
    written = "".join(reports(app))
    assert f"match {number}, line {len(lines) + 1}" in written
    assert __version__ in written
    assert "builtins.ValueError" in written
    assert "app/test_crash_guard.py:" in written
    for secret in (SECRET, "Ann", "hearts", str(Path.home()), str(app.data_folder)):
        assert secret not in written
    press(app, "Go on")
    net_frames(app, 3)
    again = on_top(app, MatchScene)
    assert isinstance(again.match, JournaledMatch)
    assert (again.match.id, again.match.entries) == (number, lines)
    until(app, lambda: again.actor is not None)
    legal = again.match.state.legal_actions(0)
    assert again.act(legal[0])


def test_what_was_clicked_meanwhile_is_forgotten_but_closing_the_window_is_not(app: App) -> None:
    scene = play(app)
    scene.handle = Bad()  # type: ignore[method-assign]
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=(640, 360), button=1))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    net_frames(app)
    assert not app.running


def test_without_a_match_one_goes_on_from_the_first_screen(app: App) -> None:
    app.push(HomeScene(app))
    app.open_rules()
    app.scene.update = Bad()  # type: ignore[method-assign]
    net_frames(app, 2)
    assert [type(one) for one in app.stack] == [HomeScene, Dialog]
    press(app, "Go on")
    net_frames(app, 2)
    assert len(app.stack) == 1
    assert "Record: none was open" in reports(app)[0]


def test_three_within_a_minute_end_the_program(app: App) -> None:
    app.push(HomeScene(app))
    for _ in range(3):
        assert app.running
        app.scene.update = Bad()  # type: ignore[method-assign]
        net_frames(app, 2)
    assert not app.running
    assert "had to close" in app.net.farewell
    assert len(reports(app)) == 3


def test_three_in_more_than_a_minute_do_not(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    app.push(HomeScene(app))
    for _ in range(6):
        app.scene.update = Bad()  # type: ignore[method-assign]
        net_frames(app, 2)
        now[0] += 31
    assert app.running


def test_what_is_to_end_the_program_does(app: App) -> None:
    app.push(HomeScene(app))
    app.scene.update = Bad(1, KeyboardInterrupt)  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        net_frames(app)


def test_what_would_end_the_program_by_itself_is_a_mistake(app: App) -> None:
    app.push(HomeScene(app))
    app.scene.update = Bad(1, SystemExit)  # type: ignore[method-assign]
    net_frames(app)
    assert app.running
    assert isinstance(app.scene, Dialog)


def test_the_program_ends_with_one_line_and_its_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(HomeScene, "draw", Bad(100))
    assert main.run(tmp_path) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].startswith("Grenade Salad had to close")
    file = Path(said[0].rpartition(" report in ")[2].removesuffix("."))
    assert "builtins.ValueError" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("where", ["__init__", "entered"])
def test_a_program_that_cannot_start_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    monkeypatch.setattr(HomeScene, where, Bad(100))
    assert main.run(tmp_path) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("Grenade Salad can't start")


def test_a_report_that_cannot_be_written_is_said(app: App) -> None:
    (app.data_folder / crash_reports.FOLDER).write_text("in the way")
    assert say(app.net.write(ValueError(SECRET), "a test")) == "No report could be written."


def test_reports_do_not_pile_up(app: App) -> None:
    for _ in range(crash_reports.MOST + 5):
        app.net.write(ValueError(SECRET), "a test")
    assert len(reports(app)) == crash_reports.MOST


def test_the_cause_is_told_too(app: App) -> None:
    try:
        try:
            Bad()()
        except ValueError as error:
            raise KeyError(SECRET) from error
    except KeyError as error:
        app.net.write(error, "a test")
    (written,) = reports(app)
    assert written.index("builtins.KeyError") < written.index("builtins.ValueError")
    assert SECRET not in written


def test_the_tests_see_what_the_net_caught(app: App) -> None:
    frames_before = app.frames_drawn
    app.push(HomeScene(app))
    assert AtOnce is app.worker
    frames(app)
    assert app.frames_drawn > frames_before
    assert crash_reports.caught == []
    app.scene.update = Bad()  # type: ignore[method-assign]
    net_frames(app)
    assert len(crash_reports.caught) == 1
    assert SECRET not in crash_reports.caught[0]
