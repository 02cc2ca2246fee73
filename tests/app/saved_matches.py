"""Matches of the journal in the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window.application import App
from grenade_salad.match.match import Controller
from grenade_salad.match.record import Record, read_record
from tests.app.conftest import run_until, show_home
from tests.app.demo import make_header
from tools.tables import get_journal, get_top_scene

OLD_RECORD = Path(__file__).parent.parent / "records" / "released" / "version-1-ten-empty-rounds.jsonl"
"""A record of 0.1.0, of a match that no action can end."""


def open_saved_match(app: App) -> TableScene:
    """Start a match of the journal of a person and machines, at the person's turn."""
    show_home(app)
    start_match.begin(
        app, make_header(), [Controller(), Controller("bot", "easy"), Controller("bot", "easy")], on_top=True
    )
    scene = get_top_scene(app, TableScene)
    run_until(app, lambda: scene.controller.actor is not None)
    return scene


def resume_old_match(app: App, players: list[str]) -> TableScene:
    """Resume the old match in the window with these players."""
    record = read_record(OLD_RECORD)
    header = replace(record.header, meta={"controllers": [*players]})
    show_home(app)
    start_match.resume(app, get_journal(app).add_record(Record("old", header, record.entries), imported=False))
    scene = get_top_scene(app, TableScene)
    run_until(app, lambda: isinstance(app.scene, Dialog))
    return scene
