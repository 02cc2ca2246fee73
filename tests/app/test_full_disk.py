"""A disk that is full, or becomes read-only, in the middle of a match on the window."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from grenade_salad.app.match import start_match
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Controller
from grenade_salad.system import private_files
from tests.app.conftest import at_home, frames, until
from tests.app.demo import header
from tools.tables import journal_of, on_top


def play(app: App) -> MatchScene:
    """A match of a person and machines, at the person's turn."""
    at_home(app)
    start_match.begin(app, header(), [Controller(), Controller("bot", "easy"), Controller("bot", "easy")], on_top=True)
    scene = on_top(app, MatchScene)
    until(app, lambda: scene.actor is not None)
    return scene


def writable(app: App, on: bool) -> None:
    """The disk lets nothing be written to the journal, or does again."""
    journal_of(app).ask(lambda file: file.execute(f"PRAGMA query_only = {'OFF' if on else 'ON'}"))


def press(app: App, words: str) -> None:
    next(one for one in app.scene.widgets.items if isinstance(one, Button) and one.words == words).accept()


def first(scene: MatchScene) -> bool:
    return scene.act(scene.match.state.legal_actions(scene.match.state.active_seats()[0])[0])


def test_one_can_play_on_without_saving(app: App) -> None:
    scene = play(app)
    kept, lines = scene.journaled(), len(scene.match.entries)
    assert kept is not None
    writable(app, False)
    assert not first(scene)
    assert isinstance(app.scene, Dialog)
    press(app, "Play on without saving")
    assert "From here on this match is not being saved; what came before is." in app.messages.words
    assert first(scene)
    until(app, lambda: scene.actor is not None or scene.match.state.is_over, 3000)
    assert len(scene.match.entries) > lines
    assert scene.journaled() is None
    writable(app, True)
    assert len(journal_of(app).record(kept.id).entries) == lines
    scene.menu()
    press(app, "Leave the match")
    assert app.scene.words == "This match is not saved anywhere."  # type: ignore[attr-defined]
    press(app, "Leave")
    assert isinstance(app.scene, HomeScene)
    start_match.resume(app, kept.id)
    assert isinstance(app.scene, MatchScene)
    assert len(app.scene.match.entries) == lines


def test_a_disk_that_becomes_read_only_lets_one_leave_and_quit(
    app: App, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = play(app)
    number, lines = scene.journaled(), len(scene.match.entries)
    assert number is not None
    writable(app, False)

    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as disk:
        for what in ("unlink", "replace", "write_bytes"):
            disk.setattr(Path, what, read_only)
        disk.setattr(private_files, "write", read_only)
        assert not first(scene)
        press(app, "Leave")
        frames(app, 3)
        assert isinstance(app.scene, HomeScene)
        app.settings.volume = 0.123
        app.scene.back()
        press(app, "Quit")
        assert app.running
        assert isinstance(app.scene, Dialog)
        assert app.scene.words == "The settings could not be saved: Read-only file system."
        press(app, "Quit")
        assert not app.running
        app.leave()
    assert capsys.readouterr().err == "The settings could not be saved: Read-only file system.\n"
    with open_journal(app.data_folder) as journal:
        assert len(journal.record(number.id).entries) == lines
