"""People of this machine: a face, a colour and a name, kept, shown, renamed and forgotten."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.history.statistics import StatisticsScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.seating.profile import PersonScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell import settings as keep
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.shell.settings import Look
from grenade_salad.app.ui import pictures
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.artwork import avatars
from grenade_salad.games.wheel import Advance
from grenade_salad.text.person_names import LONGEST_NAME
from tests.app.conftest import click, frames, key, unseen, until, write
from tests.app.history import press_by_keys
from tools.tables import journal_of, on_top, set_up


def wheel_set_up(app: App) -> SetupScene:
    """The set-up of the wheel over the first screen."""
    app.push(HomeScene(app))
    scene = set_up(app, "wheel")
    app.frame()
    return scene


def meet(app: App, scene: SetupScene, seat: int) -> PersonScene:
    """Press the face of a seat."""
    click(app, scene.rows[seat].badge.on_screen().center)
    return on_top(app, PersonScene)


def call(app: App, person: PersonScene, name: str) -> None:
    """Write another name."""
    person.widgets.set_focus(person.entry)
    key(app, pygame.K_END, *[pygame.K_BACKSPACE] * 16)
    write(app, name)


def played(app: App, scene: SetupScene) -> None:
    """Play a match to its end, and go home."""
    app.settings.speed = "off"
    press_by_keys(app, "Start")
    table = on_top(app, Table)
    with unseen(app):
        for _ in range(3000):
            if app.scene is not table:
                break
            if table.actor is not None and table.idle:
                table.act(Advance(table.actor, 0))
            app.frame(0.1)
    assert isinstance(app.scene, EndScene)
    app.home()


@pytest.mark.parametrize("side", [16, 40, 150])
def test_every_face_can_be_drawn_and_no_two_are_alike(app: App, side: int) -> None:
    seen = {pygame.image.tobytes(pictures.picture(avatars.picture(face), (side, side)), "RGBA") for face in range(60)}
    assert len(seen) == avatars.FACES == 60


def test_a_face_and_a_colour_are_kept_and_the_panel_shows_the_face(app: App) -> None:
    scene = wheel_set_up(app)
    person = meet(app, scene, 0)
    call(app, person, "Vera")
    click(app, person.faces[17].rect.center)
    click(app, person.colours[3].rect.center)
    press_by_keys(app, "Done")
    assert app.scene is scene
    assert scene.names[2] == "Vera", "the third seat has that colour"
    assert scene.controllers[2].person
    assert scene.rows[2].badge.face == avatars.picture(17)
    assert scene.rows[0].badge.face == "", "a machine sits there now"
    assert keep.load(app.folder)[0].people == {"Vera": Look(17, 2)}
    press_by_keys(app, "Start")
    table = on_top(app, Table)
    assert [panel.face for panel in table.panels] == ["", "", avatars.picture(17)]


def test_a_renamed_person_is_renamed_in_statistics_and_records(app: App) -> None:
    scene = wheel_set_up(app)
    person = meet(app, scene, 0)
    call(app, person, "Vera")
    press_by_keys(app, "Done")
    played(app, scene)
    journal = app.journal
    assert journal is not None
    before = journal.record(1)
    app.push(StatisticsScene(app))
    app.frame()
    statistics = on_top(app, StatisticsScene)
    assert [entry.name for entry in statistics.entries] == ["Vera"]
    assert statistics.entries[0].face == app.settings.face("Vera")
    click(app, statistics.person_button.rect.center)
    person = app.scene  # type: ignore[assignment]
    assert isinstance(person, PersonScene)
    call(app, person, "Veronika")
    press_by_keys(app, "Done")
    assert isinstance(app.scene, Dialog)
    press_by_keys(app, "The same person")
    assert app.scene is statistics
    assert [entry.name for entry in statistics.entries] == ["Veronika"]
    after = journal.record(1)
    assert after.header.seats == ("Veronika", *before.header.seats[1:])
    assert after.entries == before.entries
    assert journal.match(1).seats == after.header.seats
    assert "Vera" not in app.settings.people
    assert "Veronika" in keep.load(app.folder)[0].people


@pytest.mark.slow
def test_somebody_else_of_another_name_leaves_the_matches_alone(app: App) -> None:
    scene = wheel_set_up(app)
    played(app, scene)
    name = scene.names[0]
    app.push(SetupScene(app, "wheel"))
    app.frame()
    later = on_top(app, SetupScene)
    person = meet(app, later, 0)
    call(app, person, "Wim")
    press_by_keys(app, "Done")
    press_by_keys(app, "Somebody else")
    assert app.scene is later
    assert later.names[0] == "Wim"
    assert journal_of(app).match(1).seats[0] == name


def test_a_forgotten_person_is_nowhere(app: App) -> None:
    scene = wheel_set_up(app)
    person = meet(app, scene, 0)
    call(app, person, "Vera")
    press_by_keys(app, "Done")
    played(app, scene)
    later = set_up(app, "wheel")
    frames(app)
    assert later.names[0] == "Vera"
    meet(app, later, 0)
    press_by_keys(app, "Forget this person")
    press_by_keys(app, "Forget")
    assert app.scene is later
    assert later.names[0] != "Vera"
    assert journal_of(app).record(1).header.seats[0] == "Somebody"
    assert "Vera" not in keep.load(app.folder)[0].people
    assert b"Vera" not in journal_of(app).export(1)
    assert "Vera" not in (app.folder / keep.FILE).read_text(encoding="utf-8")


def test_a_name_that_is_taken_in_a_match_gets_a_number(app: App) -> None:
    scene = wheel_set_up(app)
    press_by_keys(app, "Start")
    table = on_top(app, Table)
    app.settings.speed = "off"
    other = table.names[1]
    until(app, lambda: table.actor is not None)
    with unseen(app):
        while app.scene is table:
            if table.actor is not None and table.idle:
                table.act(Advance(table.actor, 0))
            app.frame(0.1)
    assert journal_of(app).rename(table.names[0], other) == 1
    assert journal_of(app).record(1).header.seats[0] == f"{other} (2)"
    assert len(other) < LONGEST_NAME
    assert scene.names[1] == other
