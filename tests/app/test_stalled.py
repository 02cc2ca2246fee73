"""A match of 0.1.0 that no action can end: people are asked, machines stop."""

from __future__ import annotations

import pytest

from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad import End
from grenade_salad.match.match import VERSION
from grenade_salad.match.record import read_record
from tests.app.conftest import run_until
from tests.app.history import find_button
from tests.app.saved_matches import OLD_RECORD, resume_old_match
from tools.tables import get_journal, get_top_scene


@pytest.mark.rule("GS-34")
def test_people_can_continue_by_current_rules(app: App) -> None:
    old_scene = resume_old_match(app, ["person", "person"])
    old_summary, entry_count, actor = (
        old_scene.journaled_match(),
        len(old_scene.controller.match.entries),
        old_scene.controller.actor,
    )
    find_button(app, "Go on as it is").activate()
    assert old_scene.controller.act(End(actor))
    run_until(app, lambda: old_scene.controller.actor not in (None, actor))
    assert app.scene is old_scene, "asked once"
    app.pop()
    assert old_summary is not None
    start_match.resume(app, old_summary.id)
    run_until(app, lambda: isinstance(app.scene, Dialog))
    find_button(app, "By today's rules").activate()
    new_scene = get_top_scene(app, TableScene)
    assert new_scene.controller.match.header.version == VERSION
    new_summary = new_scene.journaled_match()
    assert new_summary is not None
    assert new_summary.id != old_summary.id
    assert len(get_journal(app).record(old_summary.id).entries) == entry_count + 1


@pytest.mark.rule("GS-34")
def test_machines_alone_stop_in_the_window(app: App) -> None:
    scene = resume_old_match(app, ["bot easy", "bot easy"])
    assert len(scene.controller.match.entries) == len(read_record(OLD_RECORD).entries)
    assert "By today's rules" in [button.words for button in app.scene.widgets.items if isinstance(button, Button)]
    find_button(app, "Leave").activate()
    assert isinstance(app.scene, HomeScene)
