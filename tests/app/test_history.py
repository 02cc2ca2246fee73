"""The history in the window.

Matches are listed, filtered, paged, deleted, exported, imported and continued.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pygame
import pytest

from grenade_salad.app.games.wheel.position_editor import SetUpWheelScene
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.import_scene import ImportDialog, ImportScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell import settings
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.match.record import read_record
from grenade_salad.text import say
from tests.app.conftest import click, post_mouse, press_keys, press_pad, resize, run_frames, run_until
from tests.app.history import fill_history, find_button, list_buttons, open_history, press, press_by_keys
from tools.tables import get_top_scene


def choose(app: App, choice: Choice, presses: int = 1) -> None:
    """Change a choice with the arrow keys."""
    app.scene.widgets.set_focus(choice)
    press_keys(app, *[pygame.K_RIGHT] * presses)


def drop_file(app: App, file: Path) -> None:
    """Drop a file on the window, and wait until it was read."""
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    run_frames(app, 2)
    wait_for_import(app)


def wait_for_import(app: App) -> None:
    """Wait until a file was read, in its own process."""
    run_until(app, lambda: not isinstance(app.scene, ImportDialog))


def test_empty_history_says_so_and_offers_position_editor(app: App) -> None:
    scene = open_history(app)
    assert (scene.rows, scene.total) == ([], 0)
    press_keys(app, pygame.K_PAGEDOWN)
    assert not scene.older.enabled
    press_by_keys(app, "Set up a position")
    press(app, say(registry.plugin("wheel").display_title))
    assert isinstance(app.scene, SetUpWheelScene)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is scene
    press(app, "Back")
    assert isinstance(app.scene, HomeScene)


def test_matches_are_listed_newest_first_in_pages(app: App) -> None:
    journal = fill_history(app)
    scene = open_history(app)
    match_ids = [match.id for match in journal.matches()]
    page = len(scene.rows)
    assert 4 <= page < len(match_ids)
    assert [row.match.id for row in scene.rows] == match_ids[:page]
    press_keys(app, pygame.K_PAGEDOWN)
    assert [row.match.id for row in scene.rows] == match_ids[page : 2 * page]
    press(app, "Newer")
    assert scene.first == 0
    press(app, "Newer")
    assert "These are the newest matches." in app.messages.texts
    row_centre = scene.rows[0].on_screen().center
    pygame.mouse.set_pos(round(row_centre[0] * app.factor), round(row_centre[1] * app.factor))
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0, flipped=False))
    run_frames(app)
    assert scene.first == page
    resize(app, (1280, 1600))
    assert [row.match.id for row in scene.rows] == match_ids


def test_ten_thousand_matches_are_paged(app: App) -> None:
    journal = fill_history(app)
    journal.run_query(_add_ten_thousand)
    scene = open_history(app)
    assert scene.total > 10_000
    page = len(scene.rows)
    listed_ids = [row.match.id for row in scene.rows]
    for _ in range(3):
        press_keys(app, pygame.K_PAGEDOWN)
        listed_ids += [row.match.id for row in scene.rows]
    assert listed_ids == sorted(listed_ids, reverse=True)
    assert len(set(listed_ids)) == 4 * page
    choose(app, scene.person_choice)
    assert all(scene.names[0] in row.match.seats for row in scene.rows)


def _add_ten_thousand(connection: object) -> None:
    """Add finished matches without lines, since the history does not read lines."""
    execute = connection.execute  # type: ignore[attr-defined]
    numbers = "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 10099)"
    execute(f"INSERT INTO match {numbers} SELECT i, 'wheel', '2026-01-01', '2026-01-01', 0, NULL, 1 FROM n")
    for seat, name in enumerate(("Ann", "Zoe")):
        execute(f"INSERT INTO seat {numbers} SELECT i, {seat}, '{name}', 1, {seat + 1}, NULL, '{{}}' FROM n")


def test_last_filters_are_restored(app: App) -> None:
    fill_history(app)
    scene = open_history(app)
    choose(app, scene.game_choice)
    choose(app, scene.state_choice)
    listed_ids = [row.match.id for row in scene.rows]
    app.home()
    second_history = open_history(app)
    assert [row.match.id for row in second_history.rows] == listed_ids
    assert (second_history.game_choice.chosen, second_history.state_choice.chosen) == (1, 1)
    assert settings.load(app.folder)[0].history == settings.Filter("grenade-salad", None, True)
    app.settings.history = settings.Filter("no such game")
    assert open_history(app).total == len(scene.app.journal.matches())


def test_matches_are_filtered_by_game_person_and_state(app: App) -> None:
    fill_history(app)
    scene = open_history(app)
    choose(app, scene.game_choice)
    assert {row.match.game for row in scene.rows} == {"grenade-salad"}
    unfiltered_total = scene.total
    choose(app, scene.person_choice)
    name = scene.names[0]
    assert scene.rows
    assert all(name in row.match.seats for row in scene.rows)
    choose(app, scene.state_choice, 2)
    assert [row.match.finished for row in scene.rows] == [False] * scene.total
    choose(app, scene.state_choice, 0)
    press_keys(app, pygame.K_LEFT)
    assert all(row.match.finished for row in scene.rows)
    press_keys(app, pygame.K_LEFT)
    scene.widgets.set_focus(scene.person_choice)
    press_keys(app, *[pygame.K_LEFT] * 2)
    assert scene.total == unfiltered_total


def test_deleting_asks_first_and_escape_cancels(app: App) -> None:
    journal = fill_history(app)
    scene = open_history(app)
    count = scene.total
    match_id = scene.rows[3].match.id
    click(app, scene.rows[3].on_screen().center)
    press(app, "Delete")
    assert isinstance(app.scene, Dialog)
    press_keys(app, pygame.K_ESCAPE)
    assert (app.scene, scene.total) == (scene, count)
    press_keys(app, pygame.K_RETURN)
    press_by_keys(app, "Delete")
    press_by_keys(app, "Delete")
    assert app.scene is scene
    assert scene.total == count - 1
    assert match_id not in [match.id for match in journal.matches()]
    assert scene.widgets.focus is scene.rows[3]


def test_match_is_exported_as_web_page_in_background(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_history(app)
    scene = open_history(app)
    click(app, scene.rows[2].on_screen().center)
    press(app, "Share")
    run_until(app, lambda: isinstance(app.scene, Dialog) and len(app.scene.answers) == 3)
    (page,) = (tmp_path / "records").glob("*.html")
    assert page.read_bytes().startswith(b"<!DOCTYPE html>")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "platform", "linux")
    press(app, "Show the folder")
    assert str(page) in app.messages.texts[-1], "where nothing can open it, one is told where it is"
    assert app.scene is scene


def test_match_is_exported_and_imported_again(app: App, tmp_path: Path) -> None:
    journal = fill_history(app)
    scene = open_history(app)
    row = scene.rows[2]
    for _ in range(2):
        click(app, row.on_screen().center)
        press(app, "Export")
    files = sorted((tmp_path / "records").glob("*.jsonl"))
    assert len(files) == 2, "a second file takes the place of none"
    assert files[0].read_bytes() == journal.export(row.match.id)
    assert read_record(files[0]).header.seats == row.match.seats
    previous_total = scene.total
    journal.delete(row.match.id)
    drop_file(app, files[0])
    assert app.scene is scene
    assert scene.total == previous_total
    assert scene.rows[0].match.imported
    assert scene.rows[0].match.ranking == row.match.ranking
    app.home()
    drop_file(app, files[1])
    assert isinstance(app.scene, HistoryScene)
    assert app.scene.total == previous_total, "it is there already"


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"", 1), (b"\x00\xff\n", 1), (b'{"record": 1}\n', 1), (b"[" * 90_000 + b"\n", 1)],
)
def test_file_that_is_no_record_is_rejected_with_line_and_reason(
    app: App, tmp_path: Path, data: bytes, line: int
) -> None:
    scene = open_history(app)
    file = tmp_path / "sent.jsonl"
    file.write_bytes(data)
    drop_file(app, file)
    dialog = get_top_scene(app, Dialog)
    assert dialog.title == "sent.jsonl was rejected"
    assert dialog.words.startswith(f"Line {line}: ")
    press_keys(app, pygame.K_RETURN)
    assert (app.scene, scene.total) == (scene, 0)


def test_record_against_the_rules_is_rejected_at_its_line(app: App, tmp_path: Path) -> None:
    journal = fill_history(app)
    lines = journal.export(journal.matches()[3].id).splitlines(keepends=True)
    file = tmp_path / "cheat.jsonl"
    file.write_bytes(b"".join((*lines[:3], lines[3], lines[3], lines[3], *lines[4:])))
    open_history(app)
    drop_file(app, file)
    assert isinstance(app.scene, Dialog)
    assert app.scene.words.startswith(("Line 5: ", "Line 6: "))
    drop_file(app, tmp_path / "nothing.jsonl")
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, HistoryScene)


def test_import_folder_works_by_gamepad_alone(app: App, tmp_path: Path) -> None:
    journal = fill_history(app)
    match_id = journal.matches()[4].id
    scene = open_history(app)
    count = scene.total
    press(app, "Import")
    assert isinstance(app.scene, ImportScene)
    folder = tmp_path / "records" / "received"
    assert folder.is_dir()
    (folder / "match.jsonl").write_bytes(journal.export(match_id))
    journal.delete(match_id)
    (folder / "bad.jsonl").write_text("{}\n")
    (folder / "notes.txt").write_text("no record")
    press(app, "Check again")
    assert sum(words.startswith(("match.jsonl", "bad.jsonl")) for words in list_buttons(app)) == 2
    assert not any(words.startswith("notes") for words in list_buttons(app))
    button_words = next(words for words in list_buttons(app) if words.startswith("match"))
    for _ in app.scene.widgets.items:
        if app.scene.widgets.focus is find_button(app, button_words):
            break
        press_pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    wait_for_import(app)
    assert app.scene is scene
    assert scene.total == count
    assert scene.rows[0].match.imported


def test_unfinished_match_continues_from_history(app: App) -> None:
    fill_history(app)
    scene = open_history(app)
    match = scene.rows[1].match
    assert not match.finished
    click(app, scene.rows[1].on_screen().center)
    press(app, "Go on")
    assert isinstance(app.scene, TableScene)
    assert len(app.scene.controller.match.entries) >= match.lines
    post_mouse(app, pygame.MOUSEMOTION, (5, 5))
    app.home()
    assert isinstance(app.scene, HomeScene)


def test_file_dropped_on_a_match_does_no_harm(app: App, tmp_path: Path) -> None:
    fill_history(app)
    scene = open_history(app)
    click(app, scene.rows[1].on_screen().center)
    press(app, "Go on")
    drop_file(app, tmp_path / "any.jsonl")
    assert isinstance(app.scene, TableScene)
