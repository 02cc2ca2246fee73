"""People of this computer: their face, colour and name.

They are saved, shown, renamed and forgotten.
"""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.history.statistics import StatisticsScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.seating.profile import ProfilePage
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell import settings as settings_file
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.shell.settings import Look
from grenade_salad.app.ui import pictures
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.artwork import avatars
from grenade_salad.games.wheel import Advance
from grenade_salad.text.person_names import MAX_NAME_LENGTH
from tests.app.conftest import click, draw_rarely, press_keys, run_frames, run_until, type_text
from tests.app.history import press_by_keys
from tools.tables import get_journal, get_top_scene, open_setup


def open_wheel_setup(app: App) -> SetupScene:
    """Open the setup of the wheel over the first screen."""
    app.push(HomeScene(app))
    scene = open_setup(app, "wheel")
    app.frame()
    return scene


def open_profile(app: App, scene: SetupScene, seat: int) -> ProfilePage:
    """Press the face of a seat and return the profile page."""
    click(app, scene.rows[seat].badge.on_screen().center)
    return get_top_scene(app, ProfilePage)


def enter_name(app: App, person: ProfilePage, name: str) -> None:
    """Replace the name in the entry."""
    person.widgets.set_focus(person.entry)
    press_keys(app, pygame.K_END, *[pygame.K_BACKSPACE] * 16)
    type_text(app, name)


def play_to_end(app: App, scene: SetupScene) -> None:
    """Play a match to its end, and go home."""
    app.settings.speed = "off"
    press_by_keys(app, "Start")
    table = get_top_scene(app, TableScene)
    with draw_rarely(app):
        for _ in range(3000):
            if app.scene is not table:
                break
            if table.controller.actor is not None and table.controller.is_idle:
                table.controller.act(Advance(table.controller.actor, 0))
            app.frame(0.1)
    assert isinstance(app.scene, EndScene)
    app.home()


@pytest.mark.parametrize("side", [16, 40, 150])
def test_all_faces_can_be_drawn_and_differ(app: App, side: int) -> None:
    face_pixels = {
        pygame.image.tobytes(pictures.load_picture(avatars.picture_name(face), (side, side)), "RGBA")
        for face in range(60)
    }
    assert len(face_pixels) == avatars.AVATAR_COUNT == 60


def test_face_and_colour_are_saved_and_panel_shows_face(app: App) -> None:
    scene = open_wheel_setup(app)
    person = open_profile(app, scene, 0)
    enter_name(app, person, "Vera")
    click(app, person.faces[17].rect.center)
    click(app, person.colours[3].rect.center)
    press_by_keys(app, "Done")
    assert app.scene is scene
    assert scene.names[2] == "Vera", "the third seat has that colour"
    assert scene.controllers[2].is_person
    assert scene.rows[2].badge.avatar == avatars.picture_name(17)
    assert scene.rows[0].badge.avatar == "", "a machine sits there now"
    assert settings_file.load(app.folder)[0].people == {"Vera": Look(17, 2)}
    press_by_keys(app, "Start")
    table = get_top_scene(app, TableScene)
    assert [panel.avatar for panel in table.panels] == ["", "", avatars.picture_name(17)]


def test_renamed_person_is_renamed_in_statistics_and_records(app: App) -> None:
    scene = open_wheel_setup(app)
    person = open_profile(app, scene, 0)
    enter_name(app, person, "Vera")
    press_by_keys(app, "Done")
    play_to_end(app, scene)
    journal = app.journal
    assert journal is not None
    old_record = journal.record(1)
    app.push(StatisticsScene(app))
    app.frame()
    statistics = get_top_scene(app, StatisticsScene)
    assert [entry.name for entry in statistics.entries] == ["Vera"]
    assert statistics.entries[0].avatar == app.settings.avatar_picture("Vera")
    click(app, statistics.person_button.rect.center)
    person = app.scene  # type: ignore[assignment]
    assert isinstance(person, ProfilePage)
    enter_name(app, person, "Veronika")
    press_by_keys(app, "Done")
    assert isinstance(app.scene, Dialog)
    press_by_keys(app, "The same person")
    assert app.scene is statistics
    assert [entry.name for entry in statistics.entries] == ["Veronika"]
    new_record = journal.record(1)
    assert new_record.header.seats == ("Veronika", *old_record.header.seats[1:])
    assert new_record.entries == old_record.entries
    assert journal.match(1).seats == new_record.header.seats
    assert "Vera" not in app.settings.people
    assert "Veronika" in settings_file.load(app.folder)[0].people


@pytest.mark.slow
def test_new_person_leaves_old_matches_unchanged(app: App) -> None:
    scene = open_wheel_setup(app)
    play_to_end(app, scene)
    name = scene.names[0]
    app.push(SetupScene(app, "wheel"))
    app.frame()
    second_setup = get_top_scene(app, SetupScene)
    person = open_profile(app, second_setup, 0)
    enter_name(app, person, "Wim")
    press_by_keys(app, "Done")
    press_by_keys(app, "Somebody else")
    assert app.scene is second_setup
    assert second_setup.names[0] == "Wim"
    assert get_journal(app).match(1).seats[0] == name


def test_forgotten_person_is_removed_everywhere(app: App) -> None:
    scene = open_wheel_setup(app)
    person = open_profile(app, scene, 0)
    enter_name(app, person, "Vera")
    press_by_keys(app, "Done")
    play_to_end(app, scene)
    second_setup = open_setup(app, "wheel")
    run_frames(app)
    assert second_setup.names[0] == "Vera"
    open_profile(app, second_setup, 0)
    press_by_keys(app, "Forget this person")
    press_by_keys(app, "Forget")
    assert app.scene is second_setup
    assert second_setup.names[0] != "Vera"
    assert get_journal(app).record(1).header.seats[0] == "Somebody"
    assert "Vera" not in settings_file.load(app.folder)[0].people
    assert b"Vera" not in get_journal(app).export(1)
    assert "Vera" not in (app.folder / settings_file.FILE).read_text(encoding="utf-8")


def test_name_taken_in_a_match_gets_a_number(app: App) -> None:
    scene = open_wheel_setup(app)
    press_by_keys(app, "Start")
    table = get_top_scene(app, TableScene)
    app.settings.speed = "off"
    rival_name = table.controller.names[1]
    run_until(app, lambda: table.controller.actor is not None)
    with draw_rarely(app):
        while app.scene is table:
            if table.controller.actor is not None and table.controller.is_idle:
                table.controller.act(Advance(table.controller.actor, 0))
            app.frame(0.1)
    assert get_journal(app).rename(table.controller.names[0], rival_name) == 1
    assert get_journal(app).record(1).header.seats[0] == f"{rival_name} (2)"
    assert len(rival_name) < MAX_NAME_LENGTH
    assert scene.names[1] == rival_name
