"""The crash guard of the window.

A program error ends neither the program nor the match, and reveals no secrets.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from grenade_salad import __version__
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window import main
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.system import crash_reports
from grenade_salad.text import say
from tests.app.conftest import ImmediateExecutor, run_frames, run_until
from tests.app.history import find_button
from tests.app.saved_matches import open_saved_match
from tools.tables import get_top_scene

pytestmark = pytest.mark.caught

SECRET = "Ann holds the five of hearts"


class Failing:
    """Raises an error the first `times` times that it is called."""

    def __init__(self, times: int = 1, error: type[BaseException] = ValueError) -> None:
        self.remaining, self.error = times, error

    def __call__(self, *_: object, **__: object) -> None:
        if self.remaining:
            self.remaining -= 1
            ann = SECRET
            raise self.error(ann)


def read_reports(app: App) -> list[str]:
    """Return the texts of this app's crash reports."""
    return [file.read_text(encoding="utf-8") for file in sorted((app.data_folder / crash_reports.FOLDER).glob("*"))]


def run_guarded_frames(app: App, count: int = 1) -> None:
    """Run frames under the crash guard, as the program does."""
    clock = pygame.time.Clock()
    for _ in range(count):
        app.crash_guard.frame(clock)


FAILURES: dict[str, Callable[[TableScene], object]] = {
    "update": lambda scene: setattr(scene, "update", Failing()),
    "draw": lambda scene: setattr(scene, "draw", Failing()),
    "animating": lambda scene: setattr(scene.motion, "update", Failing()),
    "layout": lambda scene: setattr(scene, "layout", Failing()),
    "leaving": lambda scene: (
        setattr(scene, "update", Failing()),
        setattr(scene.controller.session.machines, "close", Failing()),
    ),
}


@pytest.mark.parametrize("place", FAILURES)
def test_error_in_a_frame_leaves_the_match_which_can_continue(app: App, place: str) -> None:
    scene = open_saved_match(app)
    assert isinstance(scene.controller.match, JournaledMatch)
    match_id, lines = scene.controller.match.id, list(scene.controller.match.entries)
    FAILURES[place](scene)
    scene.dirty = True
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(900, 600), w=900, h=600))
    pygame.display.set_mode((900, 600), pygame.RESIZABLE)
    run_guarded_frames(app, 3)
    assert app.running
    assert [type(scene) for scene in app.stack] == [HomeScene, Dialog]
    assert "Your match is saved" in say(app.scene.words)  # type: ignore[attr-defined]
    report_text = "".join(read_reports(app))
    assert f"match {match_id}, line {len(lines) + 1}" in report_text
    assert __version__ in report_text
    assert "builtins.ValueError" in report_text
    assert "app/test_crash_guard.py:" in report_text
    for secret in (SECRET, "Ann", "hearts", str(Path.home()), str(app.data_folder)):
        assert secret not in report_text
    find_button(app, "Go on").activate()
    run_guarded_frames(app, 3)
    resumed_scene = get_top_scene(app, TableScene)
    assert isinstance(resumed_scene.controller.match, JournaledMatch)
    assert (resumed_scene.controller.match.id, resumed_scene.controller.match.entries) == (match_id, lines)
    run_until(app, lambda: resumed_scene.controller.actor is not None)
    legal = resumed_scene.controller.match.state.legal_actions(0)
    assert resumed_scene.controller.act(legal[0])


def test_error_drops_clicks_but_not_closing_the_window(app: App) -> None:
    scene = open_saved_match(app)
    scene.handle = Failing()  # type: ignore[method-assign]
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=(640, 360), button=1))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    run_guarded_frames(app)
    assert not app.running


def test_error_without_match_leads_to_first_screen(app: App) -> None:
    app.push(HomeScene(app))
    app.open_rules()
    app.scene.update = Failing()  # type: ignore[method-assign]
    run_guarded_frames(app, 2)
    assert [type(scene) for scene in app.stack] == [HomeScene, Dialog]
    find_button(app, "Go on").activate()
    run_guarded_frames(app, 2)
    assert len(app.stack) == 1
    assert "Record: none was open" in read_reports(app)[0]


def test_three_errors_within_a_minute_end_the_program(app: App) -> None:
    app.push(HomeScene(app))
    for _ in range(3):
        assert app.running
        app.scene.update = Failing()  # type: ignore[method-assign]
        run_guarded_frames(app, 2)
    assert not app.running
    assert "had to close" in app.crash_guard.farewell
    assert len(read_reports(app)) == 3


def test_slower_errors_do_not_end_the_program(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    clock_time = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock_time[0])
    app.push(HomeScene(app))
    for _ in range(6):
        app.scene.update = Failing()  # type: ignore[method-assign]
        run_guarded_frames(app, 2)
        clock_time[0] += 31
    assert app.running


def test_keyboard_interrupt_ends_the_program(app: App) -> None:
    app.push(HomeScene(app))
    app.scene.update = Failing(1, KeyboardInterrupt)  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        run_guarded_frames(app)


def test_system_exit_is_handled_as_an_error(app: App) -> None:
    app.push(HomeScene(app))
    app.scene.update = Failing(1, SystemExit)  # type: ignore[method-assign]
    run_guarded_frames(app)
    assert app.running
    assert isinstance(app.scene, Dialog)


def test_program_ends_with_one_line_and_exit_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(HomeScene, "draw", Failing(100))
    assert main.run(tmp_path) == 1
    error_lines = capsys.readouterr().err.splitlines()
    assert len(error_lines) == 1
    assert error_lines[0].startswith("Grenade Salad had to close")
    file = Path(error_lines[0].rpartition(" report in ")[2].removesuffix("."))
    assert "builtins.ValueError" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("method", ["__init__", "on_entered"])
def test_program_that_cannot_start_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    monkeypatch.setattr(HomeScene, method, Failing(100))
    assert main.run(tmp_path) == 1
    (error_line,) = capsys.readouterr().err.splitlines()
    assert error_line.startswith("Grenade Salad can't start")


def test_unwritable_report_is_mentioned(app: App) -> None:
    (app.data_folder / crash_reports.FOLDER).write_text("in the way")
    assert say(app.crash_guard.write_report(ValueError(SECRET), "a test")) == "No report could be written."


def test_number_of_reports_is_limited(app: App) -> None:
    for _ in range(crash_reports.MAX_REPORTS + 5):
        app.crash_guard.write_report(ValueError(SECRET), "a test")
    assert len(read_reports(app)) == crash_reports.MAX_REPORTS


def test_report_includes_the_cause(app: App) -> None:
    try:
        try:
            Failing()()
        except ValueError as error:
            raise KeyError(SECRET) from error
    except KeyError as error:
        app.crash_guard.write_report(error, "a test")
    (report_text,) = read_reports(app)
    assert report_text.index("builtins.KeyError") < report_text.index("builtins.ValueError")
    assert SECRET not in report_text


def test_caught_errors_are_visible_to_tests(app: App) -> None:
    frames_before = app.frames_drawn
    app.push(HomeScene(app))
    assert ImmediateExecutor is app.worker
    run_frames(app)
    assert app.frames_drawn > frames_before
    assert crash_reports.caught == []
    app.scene.update = Failing()  # type: ignore[method-assign]
    run_guarded_frames(app)
    assert len(crash_reports.caught) == 1
    assert SECRET not in crash_reports.caught[0]
