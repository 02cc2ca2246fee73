"""Statistics in the window: they agree with the matches, and all can be reached."""

from __future__ import annotations

from datetime import datetime, timedelta

import pygame

from grenade_salad.app.history.statistics import EveningReport, PersonReport, StatisticsScene, list_medals, make_bars
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad.events import Killed, MineWentOff, Struck, Threw
from grenade_salad.match.seek import MatchSeeker
from grenade_salad.text import m, say
from tests.app.conftest import click, press_keys, press_pad, run_frames
from tests.app.history import fill_history, press
from tools.evenings import play_match, store_match
from tools.tables import get_journal, get_top_scene


def open_statistics(app: App) -> StatisticsScene:
    """Open the statistics from the first screen with the mouse."""
    app.push(HomeScene(app))
    run_frames(app)
    press(app, "Statistics")
    return get_top_scene(app, StatisticsScene)


def person_report(scene: StatisticsScene) -> PersonReport:
    """Return the visible page of a person."""
    assert isinstance(scene.current_report, PersonReport)
    return scene.current_report


def evening_report(scene: StatisticsScene) -> EveningReport:
    """Return the visible page of an evening."""
    assert isinstance(scene.current_report, EveningReport)
    return scene.current_report


def test_page_without_finished_match_is_empty(app: App) -> None:
    match = play_match("wheel", 4, 2)
    store_match(get_journal(app), match, match.header.seats, datetime.now().astimezone(), lines=8)
    scene = open_statistics(app)
    assert (scene.entries, scene.current_report) == ([], None)
    press_keys(app, pygame.K_RIGHT, pygame.K_ESCAPE)
    assert isinstance(app.scene, HomeScene)


def test_people_have_their_played_and_won_matches(app: App) -> None:
    journal = fill_history(app)
    scene = open_statistics(app)
    finished = [match for match in journal.matches() if match.finished]
    for entry in scene.entries:
        click(app, entry.on_screen().center)
        person = person_report(scene).person
        own_matches = [match for match in finished if person.name in match.seats]
        won = [match for match in own_matches if match.seats.index(person.name) in match.ranking[0]]
        assert (entry.name, person.played, person.won) == (person.name, len(own_matches), len(won))
        assert entry.detail == f"{len(won)} of {len(own_matches)} won"
    names = [entry.name for entry in scene.entries]
    assert "Robo" not in names
    assert set(names) == {"Ann", "Bo", "Cy", "Dee", "Eve", "Maximilian"}
    scene.widgets.set_focus(scene.machines_toggle)
    press_keys(app, pygame.K_SPACE)
    assert "Robo" in [entry.name for entry in scene.entries]


def test_kills_by_weapon_are_those_of_the_match(app: App) -> None:
    match = play_match("grenade-salad", 3, 2)
    store_match(get_journal(app), match, ("Ann", "Bo", "Cy"), datetime.now().astimezone())
    scene = open_statistics(app)
    expected: dict[tuple[int, str], int] = {}
    weapon = ""
    for step in MatchSeeker(match.header, match.entries).steps:
        for event in step.events:
            match event:
                case Struck(card=card):
                    weapon = card.capitalize()
                case Threw():
                    weapon = "Explosion"
                case MineWentOff():
                    weapon = "Mines"
                case Killed(by=by, soldiers=soldiers):
                    for _, owner in soldiers:
                        kill_type = (by, "Own soldiers hit" if owner == by else weapon)
                        expected[kill_type] = expected.get(kill_type, 0) + 1
    assert sum(expected.values()) > 5
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        index = next(place for place, entry in enumerate(scene.entries) if entry.name == name)
        click(app, scene.entries[index].on_screen().center)
        (tally,) = person_report(scene).person.tallies
        for bar in make_bars(tally):
            assert bar.value == expected.get((seat, say(bar.label)), 0), (name, bar)
        assert (m("points in total"), tally.points) in list_medals(tally)


def test_evenings_are_reached_with_gamepad_alone(app: App) -> None:
    journal = fill_history(app)
    scene = open_statistics(app)
    for _ in scene.widgets.items:
        if scene.widgets.focus is scene.page_choice:
            break
        press_pad(app, pygame.CONTROLLER_BUTTON_LEFTSHOULDER)
    press_pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    names = [entry.name for entry in scene.entries]
    assert "cards" in names
    assert len(names) == 4
    report = evening_report(scene)
    assert report.evening.matches == tuple(match.id for match in reversed(journal.matches()) if match.finished)[-2:]
    press_pad(app, pygame.CONTROLLER_BUTTON_DPAD_DOWN, pygame.CONTROLLER_BUTTON_DPAD_DOWN, pygame.CONTROLLER_BUTTON_A)
    chosen = next(entry for entry in scene.entries if entry.chosen)
    assert chosen.name == scene.entries[1].name
    evening_matches = evening_report(scene).played
    assert len(evening_matches) == 4
    for standing in evening_report(scene).standings:
        won = sum(standing.name in [match.seats[seat] for seat in match.ranking[0]] for match in evening_matches)
        assert (standing.played, standing.won) == (
            sum(standing.name in match.seats for match in evening_matches),
            won,
        )
    wins = [standing.won for standing in evening_report(scene).standings]
    assert wins == sorted(wins, reverse=True)


def test_evening_continues_after_midnight(app: App) -> None:
    match = play_match("wheel", 2, 3)
    late = datetime.now().astimezone().replace(hour=23, minute=30) - timedelta(days=40)
    for hours in (0, 3, 20):
        store_match(get_journal(app), match, ("Ann", "Bo"), late + timedelta(hours=hours))
    scene = open_statistics(app)
    scene.widgets.set_focus(scene.page_choice)
    press_keys(app, pygame.K_RIGHT)
    assert [entry.detail for entry in scene.entries] == ["1 match", "2 matches"]


def test_long_page_scrolls_by_keys_and_mouse_wheel(app: App) -> None:
    fill_history(app)
    scene = open_statistics(app)
    app.settings.scale = 200
    app.save_settings()
    report = person_report(scene)
    assert scene.report_scroll.content > scene.report_scroll.area.height
    scene.widgets.set_focus(report)
    press_keys(app, pygame.K_DOWN)
    assert scene.report_scroll.offset == 60
    press_keys(app, *[pygame.K_DOWN] * 20)
    end = scene.report_scroll.content - scene.report_scroll.area.height
    assert scene.report_scroll.offset == end
    scene.widgets.set_focus(report)
    press_keys(app, pygame.K_HOME)
    assert scene.report_scroll.offset == 0
    press_keys(app, pygame.K_PAGEDOWN)
    assert scene.report_scroll.offset == 300
    center = scene.report_scroll.area.center
    pygame.mouse.set_pos(round(center[0] * app.factor), round(center[1] * app.factor))
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0, flipped=False))
    run_frames(app)
    assert scene.report_scroll.offset == 240
