"""A match of 0.1.0 that nothing brings on any more: people are asked, machines stop."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grenade_salad.app.match import start_match
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad import End
from grenade_salad.match.match import VERSION
from grenade_salad.match.record import Record, read_record
from tests.app.conftest import at_home, until
from tools.tables import journal_of, on_top

FILE = Path(__file__).parent.parent / "records" / "released" / "version-1-ten-empty-rounds.jsonl"


def resumed(app: App, players: list[str]) -> MatchScene:
    """The match on the window, with these players."""
    record = read_record(FILE)
    header = replace(record.header, meta={"controllers": [*players]})
    at_home(app)
    start_match.resume(app, journal_of(app).add(Record("old", header, record.entries), imported=False))
    scene = on_top(app, MatchScene)
    until(app, lambda: isinstance(app.scene, Dialog))
    return scene


def press(app: App, words: str) -> None:
    next(one for one in app.scene.widgets.items if isinstance(one, Button) and one.words == words).accept()


@pytest.mark.rule("GS-34")
def test_people_are_offered_to_go_on_by_todays_rules(app: App) -> None:
    old = resumed(app, ["person", "person"])
    number, lines, actor = old.journaled(), len(old.match.entries), old.actor
    press(app, "Go on as it is")
    assert old.act(End(actor))
    until(app, lambda: old.actor not in (None, actor))
    assert app.scene is old, "asked once"
    app.pop()
    assert number is not None
    start_match.resume(app, number.id)
    until(app, lambda: isinstance(app.scene, Dialog))
    press(app, "By today's rules")
    new = on_top(app, MatchScene)
    assert new.match.header.version == VERSION
    kept = new.journaled()
    assert kept is not None
    assert kept.id != number.id
    assert len(journal_of(app).record(number.id).entries) == lines + 1


@pytest.mark.rule("GS-34")
def test_machines_alone_stop_on_the_window(app: App) -> None:
    scene = resumed(app, ["bot easy", "bot easy"])
    assert len(scene.match.entries) == len(read_record(FILE).entries)
    assert "By today's rules" in [one.words for one in app.scene.widgets.items if isinstance(one, Button)]
    press(app, "Leave")
    assert isinstance(app.scene, HomeScene)
