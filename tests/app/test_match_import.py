"""A file that somebody sent is played through beside the window: how far it is, a way out, and a bound."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic, sleep

import pygame
import pytest

from grenade_salad import cli
from grenade_salad.app.history import import_scene
from grenade_salad.app.history.import_scene import TakingIn
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window import workers
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.journal import match_import as work
from grenade_salad.session import worker_process
from tests.app.conftest import frames, key
from tests.patience import LIMIT
from tools.tables import journal_of

HEADER = {"record": 2, "game": "grenade-salad", "seats": ["Ann", "Bo", "Cy", "Di"], "options": {}, "seed": 7}


def dear(folder: Path, drops: int) -> Path:
    """A small legal file that costs a drop of 40 soldiers each line: their luck is drawn from the seed."""
    file = folder / "dear.jsonl"
    lines = [HEADER, *[{"do": "drop", "height": 100.0}] * drops]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file


def dropped(app: App, file: Path) -> None:
    """The file is dropped on the first screen, and looked at for the first time."""
    app.push(HomeScene(app))
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    frames(app)


def words(app: App) -> str:
    """What stands on the dialog that is shown."""
    assert isinstance(app.scene, Dialog)
    return str(app.scene.words)


def test_it_says_how_far_it_is_and_can_be_left(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_scene, "_SLICE", 0.0)
    dropped(app, dear(tmp_path, 9))
    told = []
    for _ in range(4):
        told.append(words(app))
        frames(app)
    assert told == [f"Line {line} of 9" for line in range(4)]
    assert isinstance(app.scene, TakingIn)
    key(app, pygame.K_ESCAPE)
    frames(app, 3)
    assert isinstance(app.scene, HomeScene)
    assert journal_of(app).count() == 0


def test_a_file_that_is_too_dear_is_refused_with_the_bound(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = dear(tmp_path, 3)
    monkeypatch.setattr(import_scene, "MOST_WORK", 0.0)
    dropped(app, file)
    assert isinstance(app.scene, Dialog)
    assert app.scene.title == "dear.jsonl was rejected"
    assert words(app) == "Line 1: to play it this far takes over 0 s of work, and a file gets no more."
    monkeypatch.setattr("grenade_salad.journal.journal.MOST_WORK", 0.0)
    assert cli.main(["import", str(file), "--data", str(tmp_path / "other")]) == 2
    assert "takes over 0 s of work" in capsys.readouterr().err
    assert work.MOST_WORK > 1


@pytest.mark.caught
def test_rules_that_raise_refuse_the_file(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grenade_salad.games.salad.state.SaladState._apply", lambda state, action: 1 / 0)
    app.thinker = worker_process.AtOnce
    dropped(app, dear(tmp_path, 3))
    assert words(app).startswith("Something in the game is broken. There is a report in ")


@pytest.mark.slow
def test_beside_the_window_it_comes_into_the_journal(app: App, tmp_path: Path) -> None:
    app.thinker = workers.beside
    dropped(app, dear(tmp_path, 40))
    end = monotonic() + LIMIT
    while isinstance(app.scene, TakingIn):
        assert monotonic() < end
        app.frame()
        sleep(0.005)
    (match,) = journal_of(app).matches()
    assert (match.imported, match.lines) == (True, 80)
