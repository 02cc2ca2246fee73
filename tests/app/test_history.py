"""The history on the window: found, filtered, paged, deleted, exported, imported, gone on with."""

from __future__ import annotations

import sys
from pathlib import Path

import pygame
import pytest

from grenade_salad.app.games.wheel.position_editor import SetUpWheelScene
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.import_scene import ImportScene
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.shell import settings
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.match.record import read_record
from grenade_salad.text import say
from tests.app.conftest import click, frames, key, mouse, pad, resize, until
from tests.app.history import button, buttons, filled, open_history, press, press_by_keys
from tools.tables import on_top


def choose(app: App, which: Choice, by: int = 1) -> None:
    """Change a choice with the arrow keys."""
    app.scene.widgets.set_focus(which)
    key(app, *[pygame.K_RIGHT] * by)


def drop(app: App, file: Path) -> None:
    """Drop a file on the window."""
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    frames(app, 2)


def test_an_empty_history_says_so_and_lets_positions_be_set_up(app: App) -> None:
    scene = open_history(app)
    assert (scene.rows, scene.total) == ([], 0)
    key(app, pygame.K_PAGEDOWN)
    assert not scene.older.enabled
    press_by_keys(app, "Set up a position")
    press(app, say(registry.plugin("wheel").on_box))
    assert isinstance(app.scene, SetUpWheelScene)
    key(app, pygame.K_ESCAPE)
    assert app.scene is scene
    press(app, "Back")
    assert isinstance(app.scene, HomeScene)


def test_all_matches_newest_first_in_pages(app: App) -> None:
    journal = filled(app)
    scene = open_history(app)
    numbers = [match.id for match in journal.matches()]
    page = len(scene.rows)
    assert 4 <= page < len(numbers)
    assert [row.match.id for row in scene.rows] == numbers[:page]
    key(app, pygame.K_PAGEDOWN)
    assert [row.match.id for row in scene.rows] == numbers[page : 2 * page]
    press(app, "Newer")
    assert scene.first == 0
    press(app, "Newer")
    assert "These are the newest matches." in app.messages.words
    at = scene.rows[0].on_screen().center
    pygame.mouse.set_pos(round(at[0] * app.factor), round(at[1] * app.factor))
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0, flipped=False))
    frames(app)
    assert scene.first == page
    resize(app, (1280, 1600))
    assert [row.match.id for row in scene.rows] == numbers


def test_the_pages_of_ten_thousand_matches_are_pages(app: App) -> None:
    journal = filled(app)
    journal.ask(_ten_thousand)
    scene = open_history(app)
    assert scene.total > 10_000
    page = len(scene.rows)
    seen = [row.match.id for row in scene.rows]
    for _ in range(3):
        key(app, pygame.K_PAGEDOWN)
        seen += [row.match.id for row in scene.rows]
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) == 4 * page
    choose(app, scene.person_choice)
    assert all(scene.names[0] in row.match.seats for row in scene.rows)


def _ten_thousand(connection: object) -> None:
    """Finished matches without lines: the history does not read lines."""
    execute = connection.execute  # type: ignore[attr-defined]
    numbers = "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 10099)"
    execute(f"INSERT INTO match {numbers} SELECT i, 'wheel', '2026-01-01', '2026-01-01', 0, NULL, 1 FROM n")
    for seat, name in enumerate(("Ann", "Zoe")):
        execute(f"INSERT INTO seat {numbers} SELECT i, {seat}, '{name}', 1, {seat + 1}, NULL, '{{}}' FROM n")


def test_the_filters_of_the_last_time_are_there_again(app: App) -> None:
    filled(app)
    scene = open_history(app)
    choose(app, scene.game_choice)
    choose(app, scene.state_choice)
    shown = [row.match.id for row in scene.rows]
    app.home()
    again = open_history(app)
    assert [row.match.id for row in again.rows] == shown
    assert (again.game_choice.chosen, again.state_choice.chosen) == (1, 1)
    assert settings.load(app.folder)[0].history == settings.Filter("grenade-salad", None, True)
    app.settings.history = settings.Filter("no such game")
    assert open_history(app).total == len(scene.app.journal.matches())


def test_filters_by_game_person_and_state(app: App) -> None:
    filled(app)
    scene = open_history(app)
    choose(app, scene.game_choice)
    assert {row.match.game for row in scene.rows} == {"grenade-salad"}
    everybody = scene.total
    choose(app, scene.person_choice)
    name = scene.names[0]
    assert scene.rows
    assert all(name in row.match.seats for row in scene.rows)
    choose(app, scene.state_choice, 2)
    assert [row.match.finished for row in scene.rows] == [False] * scene.total
    choose(app, scene.state_choice, 0)
    key(app, pygame.K_LEFT)
    assert all(row.match.finished for row in scene.rows)
    key(app, pygame.K_LEFT)
    scene.widgets.set_focus(scene.person_choice)
    key(app, *[pygame.K_LEFT] * 2)
    assert scene.total == everybody


def test_deleting_is_asked_first_and_esc_keeps_it(app: App) -> None:
    journal = filled(app)
    scene = open_history(app)
    count = scene.total
    number = scene.rows[3].match.id
    click(app, scene.rows[3].on_screen().center)
    press(app, "Delete")
    assert isinstance(app.scene, Dialog)
    key(app, pygame.K_ESCAPE)
    assert (app.scene, scene.total) == (scene, count)
    key(app, pygame.K_RETURN)
    press_by_keys(app, "Delete")
    press_by_keys(app, "Delete")
    assert app.scene is scene
    assert scene.total == count - 1
    assert number not in [match.id for match in journal.matches()]
    assert scene.widgets.focus is scene.rows[3]


def test_a_match_becomes_a_page_beside_the_window(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(app)
    scene = open_history(app)
    click(app, scene.rows[2].on_screen().center)
    press(app, "Share")
    until(app, lambda: isinstance(app.scene, Dialog) and len(app.scene.answers) == 3)
    (page,) = (tmp_path / "records").glob("*.html")
    assert page.read_bytes().startswith(b"<!DOCTYPE html>")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "platform", "linux")
    press(app, "Show the folder")
    assert str(page) in app.messages.words[-1], "where nothing can open it, one is told where it is"
    assert app.scene is scene


def test_a_match_goes_out_as_a_file_and_comes_in_again(app: App, tmp_path: Path) -> None:
    journal = filled(app)
    scene = open_history(app)
    row = scene.rows[2]
    for _ in range(2):
        click(app, row.on_screen().center)
        press(app, "Export")
    files = sorted((tmp_path / "records").glob("*.jsonl"))
    assert len(files) == 2, "a second file takes the place of none"
    assert files[0].read_bytes() == journal.export(row.match.id)
    assert read_record(files[0]).header.seats == row.match.seats
    before = scene.total
    journal.delete(row.match.id)
    drop(app, files[0])
    assert app.scene is scene
    assert scene.total == before
    assert scene.rows[0].match.imported
    assert scene.rows[0].match.ranking == row.match.ranking
    app.home()
    drop(app, files[1])
    assert isinstance(app.scene, HistoryScene)
    assert app.scene.total == before, "it is there already"


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"", 1), (b"\x00\xff\n", 1), (b'{"record": 1}\n', 1), (b"[" * 90_000 + b"\n", 1)],
)
def test_a_file_that_is_no_record_is_refused_with_line_and_reason(
    app: App, tmp_path: Path, data: bytes, line: int
) -> None:
    scene = open_history(app)
    file = tmp_path / "sent.jsonl"
    file.write_bytes(data)
    drop(app, file)
    dialog = on_top(app, Dialog)
    assert dialog.title == "sent.jsonl was rejected"
    assert dialog.words.startswith(f"Line {line}: ")
    key(app, pygame.K_RETURN)
    assert (app.scene, scene.total) == (scene, 0)


def test_a_record_against_the_rules_is_refused_at_its_line(app: App, tmp_path: Path) -> None:
    journal = filled(app)
    lines = journal.export(journal.matches()[3].id).splitlines(keepends=True)
    file = tmp_path / "cheat.jsonl"
    file.write_bytes(b"".join((*lines[:3], lines[3], lines[3], lines[3], *lines[4:])))
    open_history(app)
    drop(app, file)
    assert isinstance(app.scene, Dialog)
    assert app.scene.words.startswith(("Line 5: ", "Line 6: "))
    drop(app, tmp_path / "nothing.jsonl")
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, HistoryScene)


def test_the_import_folder_by_pad_alone(app: App, tmp_path: Path) -> None:
    journal = filled(app)
    number = journal.matches()[4].id
    scene = open_history(app)
    count = scene.total
    press(app, "Import")
    assert isinstance(app.scene, ImportScene)
    folder = tmp_path / "records" / "received"
    assert folder.is_dir()
    (folder / "match.jsonl").write_bytes(journal.export(number))
    journal.delete(number)
    (folder / "bad.jsonl").write_text("{}\n")
    (folder / "notes.txt").write_text("no record")
    press(app, "Check again")
    assert sum(words.startswith(("match.jsonl", "bad.jsonl")) for words in buttons(app)) == 2
    assert not any(words.startswith("notes") for words in buttons(app))
    found = next(words for words in buttons(app) if words.startswith("match"))
    for _ in app.scene.widgets.items:
        if app.scene.widgets.focus is button(app, found):
            break
        pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    pad(app, pygame.CONTROLLER_BUTTON_A)
    assert app.scene is scene
    assert scene.total == count
    assert scene.rows[0].match.imported


def test_an_unfinished_match_goes_on_from_here(app: App) -> None:
    filled(app)
    scene = open_history(app)
    match = scene.rows[1].match
    assert not match.finished
    click(app, scene.rows[1].on_screen().center)
    press(app, "Go on")
    assert isinstance(app.scene, MatchScene)
    assert len(app.scene.match.entries) >= match.lines
    mouse(app, pygame.MOUSEMOTION, (5, 5))
    app.home()
    assert isinstance(app.scene, HomeScene)


def test_a_file_that_is_dropped_on_a_match_is_no_accident(app: App, tmp_path: Path) -> None:
    filled(app)
    scene = open_history(app)
    click(app, scene.rows[1].on_screen().center)
    press(app, "Go on")
    drop(app, tmp_path / "any.jsonl")
    assert isinstance(app.scene, MatchScene)
