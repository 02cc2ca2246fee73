"""A disk that is full or read-only in the middle of a match in the window."""

from __future__ import annotations

import errno
import threading
from pathlib import Path

import pytest

from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.journal.journal import open_journal
from grenade_salad.system import private_files
from tests.app.conftest import run_frames, run_until
from tests.app.history import find_button
from tests.app.saved_matches import open_saved_match
from tools.tables import get_journal


def set_writable(app: App, is_writable: bool) -> None:
    """Make the journal read-only, or writable again."""
    get_journal(app).run_query(lambda file: file.execute(f"PRAGMA query_only = {'OFF' if is_writable else 'ON'}"))


def act_first(scene: TableScene) -> bool:
    return scene.controller.act(
        scene.controller.match.state.legal_actions(scene.controller.match.state.active_seats()[0])[0]
    )


def test_match_continues_without_saving(app: App) -> None:
    scene = open_saved_match(app)
    journaled, lines = scene.journaled_match(), len(scene.controller.match.entries)
    assert journaled is not None
    set_writable(app, False)
    assert not act_first(scene)
    assert isinstance(app.scene, Dialog)
    find_button(app, "Play on without saving").activate()
    assert "From here on this match is not being saved; what came before is." in app.messages.texts
    assert act_first(scene)
    run_until(app, lambda: scene.controller.actor is not None or scene.controller.match.state.is_over, 3000)
    assert len(scene.controller.match.entries) > lines
    assert scene.journaled_match() is None
    set_writable(app, True)
    assert len(get_journal(app).record(journaled.id).entries) == lines
    scene.menu()
    find_button(app, "Leave the match").activate()
    assert app.scene.words == "This match is not saved anywhere."  # type: ignore[attr-defined]
    find_button(app, "Leave").activate()
    assert isinstance(app.scene, HomeScene)
    start_match.resume(app, journaled.id)
    assert isinstance(app.scene, TableScene)
    assert len(app.scene.controller.match.entries) == lines


def test_read_only_disk_allows_leaving_and_quitting(
    app: App, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = open_saved_match(app)
    journaled, lines = scene.journaled_match(), len(scene.controller.match.entries)
    assert journaled is not None
    set_writable(app, False)
    # The backup of the day is made in a thread, which must not meet the disk that cannot be written.
    for thread in threading.enumerate():
        if thread.name == "copy of the day":
            thread.join()

    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patched:
        for method in ("unlink", "replace", "write_bytes"):
            patched.setattr(Path, method, read_only)
        patched.setattr(private_files, "write", read_only)
        assert not act_first(scene)
        find_button(app, "Leave").activate()
        run_frames(app, 3)
        assert isinstance(app.scene, HomeScene)
        app.settings.volume = 0.123
        app.scene.back()
        find_button(app, "Quit").activate()
        assert app.running
        assert isinstance(app.scene, Dialog)
        assert app.scene.words == "The settings could not be saved: Read-only file system."
        find_button(app, "Quit").activate()
        assert not app.running
        app.leave()
    assert capsys.readouterr().err == "The settings could not be saved: Read-only file system.\n"
    with open_journal(app.data_folder) as journal:
        assert len(journal.record(journaled.id).entries) == lines
