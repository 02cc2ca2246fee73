"""A received file is played through beside the window.

It shows its progress, can be cancelled and has a limit.
"""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic, sleep

import pygame
import pytest

from grenade_salad import cli
from grenade_salad.app.history import import_scene
from grenade_salad.app.history.import_scene import ImportDialog
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window.application import App, make_thread_executor
from grenade_salad.app.window.home import HomeScene
from grenade_salad.journal import match_import as work
from tests.app.conftest import press_keys, run_frames
from tests.patience import LIMIT, wait_until
from tests.quarantine.in_process import InProcessQuarantine
from tools.tables import get_journal

HEADER = {"record": 2, "game": "grenade-salad", "seats": ["Ann", "Bo", "Cy", "Di"], "options": {}, "seed": 7}


def write_costly_record(folder: Path, drops: int) -> Path:
    """Write a small legal file in which each line costs a drop of 40 soldiers.

    Their chance is drawn from the seed.
    """
    file = folder / "dear.jsonl"
    lines = [HEADER, *[{"do": "drop", "height": 100.0}] * drops]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file


def drop_file(app: App, file: Path) -> None:
    """Drop the file on the first screen, and draw the page that reads it."""
    app.push(HomeScene(app))
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))

    def is_known() -> bool:
        app.frame()
        return isinstance(app.scene, ImportDialog)

    wait_until(is_known)
    run_frames(app)


def dialog_text(app: App) -> str:
    """Return the text of the visible dialog."""
    assert isinstance(app.scene, Dialog)
    return str(app.scene.words)


def test_import_shows_progress_and_can_be_cancelled(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_scene, "_REPORT_SECONDS", 0.0)
    drop_file(app, write_costly_record(tmp_path, 9))
    progress = []
    for _ in range(4):
        progress.append(dialog_text(app))
        run_frames(app)
    assert progress == [f"Line {line} of 9" for line in range(4)]
    assert isinstance(app.scene, ImportDialog)
    press_keys(app, pygame.K_ESCAPE)
    run_frames(app, 3)
    assert isinstance(app.scene, HomeScene)
    assert get_journal(app).count() == 0


def test_too_costly_file_is_refused_with_the_limit(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_costly_record(tmp_path, 3)
    # Less than nothing: the clock of a processor may stand still for some lines.
    monkeypatch.setattr(import_scene, "MAX_WORK", -0.1)
    drop_file(app, file)
    assert isinstance(app.scene, Dialog)
    assert app.scene.title == "dear.jsonl was rejected"
    assert dialog_text(app) == "Line 1: to play it this far takes over 0 s of work, and a file gets no more."
    monkeypatch.setattr("grenade_salad.commands.import_.MAX_WORK", -0.1)
    assert cli.main(["import", str(file), "--data", str(tmp_path / "other")]) == 2
    assert "takes over 0 s of work" in capsys.readouterr().err
    assert work.MAX_WORK > 1


@pytest.mark.caught
def test_file_is_refused_if_rules_raise(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grenade_salad.games.salad.state.SaladState._apply", lambda state, action: 1 / 0)
    app.quarantine = InProcessQuarantine()
    drop_file(app, write_costly_record(tmp_path, 3))
    assert dialog_text(app).startswith("Something in the game is broken. There is a report in ")


@pytest.mark.slow
def test_file_is_imported_beside_the_window(app: App, tmp_path: Path) -> None:
    app.worker = make_thread_executor
    drop_file(app, write_costly_record(tmp_path, 40))
    end = monotonic() + LIMIT
    while isinstance(app.scene, ImportDialog):
        assert monotonic() < end
        app.frame()
        sleep(0.005)
    (match,) = get_journal(app).matches()
    assert (match.imported, match.lines) == (True, 80)
