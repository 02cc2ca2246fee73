"""The statistics on the window: what stands there is what happened, and everything is reached."""

from __future__ import annotations

from datetime import datetime, timedelta

import pygame

from grenade_salad.app.history.statistics import EveningSheet, PersonSheet, StatisticsScene, bars_of, medals_of
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad.events import Killed, MineWentOff, Struck, Threw
from grenade_salad.match.seek import Jumps
from grenade_salad.text import m, say
from tests.app.conftest import click, frames, key, pad
from tests.app.history import filled, press
from tools.evenings import played, put
from tools.tables import journal_of, on_top


def open_statistics(app: App) -> StatisticsScene:
    """From the first screen, with the mouse."""
    app.push(HomeScene(app))
    frames(app)
    press(app, "Statistics")
    return on_top(app, StatisticsScene)


def person(scene: StatisticsScene) -> PersonSheet:
    """The person that is shown."""
    assert isinstance(scene.shown, PersonSheet)
    return scene.shown


def evening(scene: StatisticsScene) -> EveningSheet:
    """The evening that is shown."""
    assert isinstance(scene.shown, EveningSheet)
    return scene.shown


def test_without_a_finished_match_it_says_so(app: App) -> None:
    match = played("wheel", 4, 2)
    put(journal_of(app), match, match.header.seats, datetime.now().astimezone(), lines=8)
    scene = open_statistics(app)
    assert (scene.entries, scene.shown) == ([], None)
    key(app, pygame.K_RIGHT, pygame.K_ESCAPE)
    assert isinstance(app.scene, HomeScene)


def test_everybody_with_what_they_have_played_and_won(app: App) -> None:
    journal = filled(app)
    scene = open_statistics(app)
    finished = [match for match in journal.matches() if match.finished]
    for entry in scene.entries:
        click(app, entry.on_screen().center)
        shown = person(scene).person
        theirs = [match for match in finished if shown.name in match.seats]
        won = [match for match in theirs if match.seats.index(shown.name) in match.ranking[0]]
        assert (entry.name, shown.played, shown.won) == (shown.name, len(theirs), len(won))
        assert entry.said == f"{len(won)} of {len(theirs)} won"
    names = [entry.name for entry in scene.entries]
    assert "Robo" not in names
    assert set(names) == {"Ann", "Bo", "Cy", "Dee", "Eve", "Maximilian"}
    scene.widgets.set_focus(scene.machines_toggle)
    key(app, pygame.K_SPACE)
    assert "Robo" in [entry.name for entry in scene.entries]


def test_kills_by_each_weapon_are_those_of_the_match(app: App) -> None:
    match = played("grenade-salad", 3, 2)
    put(journal_of(app), match, ("Ann", "Bo", "Cy"), datetime.now().astimezone())
    scene = open_statistics(app)
    expected: dict[tuple[int, str], int] = {}
    weapon = ""
    for step in Jumps(match.header, match.entries).steps:
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
                        what = (by, "Own soldiers hit" if owner == by else weapon)
                        expected[what] = expected.get(what, 0) + 1
    assert sum(expected.values()) > 5
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        index = next(at for at, entry in enumerate(scene.entries) if entry.name == name)
        click(app, scene.entries[index].on_screen().center)
        (tally,) = person(scene).person.tallies
        for bar in bars_of(tally):
            assert bar.value == expected.get((seat, say(bar.label)), 0), (name, bar)
        assert (m("points in total"), tally.points) in medals_of(tally)


def test_the_evenings_with_their_tables_by_pad_alone(app: App) -> None:
    journal = filled(app)
    scene = open_statistics(app)
    for _ in scene.widgets.items:
        if scene.widgets.focus is scene.page_choice:
            break
        pad(app, pygame.CONTROLLER_BUTTON_LEFTSHOULDER)
    pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    names = [entry.name for entry in scene.entries]
    assert "cards" in names
    assert len(names) == 4
    shown = evening(scene)
    assert shown.evening.matches == tuple(match.id for match in reversed(journal.matches()) if match.finished)[-2:]
    pad(app, pygame.CONTROLLER_BUTTON_DPAD_DOWN, pygame.CONTROLLER_BUTTON_DPAD_DOWN, pygame.CONTROLLER_BUTTON_A)
    chosen = next(entry for entry in scene.entries if entry.chosen)
    assert chosen.name == scene.entries[1].name
    played_then = evening(scene).played
    assert len(played_then) == 4
    for standing in evening(scene).standings:
        won = sum(standing.name in [match.seats[seat] for seat in match.ranking[0]] for match in played_then)
        assert (standing.played, standing.won) == (
            sum(standing.name in match.seats for match in played_then),
            won,
        )
    wins = [standing.won for standing in evening(scene).standings]
    assert wins == sorted(wins, reverse=True)


def test_an_evening_goes_on_after_midnight(app: App) -> None:
    match = played("wheel", 2, 3)
    late = datetime.now().astimezone().replace(hour=23, minute=30) - timedelta(days=40)
    for hours in (0, 3, 20):
        put(journal_of(app), match, ("Ann", "Bo"), late + timedelta(hours=hours))
    scene = open_statistics(app)
    scene.widgets.set_focus(scene.page_choice)
    key(app, pygame.K_RIGHT)
    assert [entry.said for entry in scene.entries] == ["1 match", "2 matches"]


def test_a_long_sheet_scrolls_by_keys_and_wheel(app: App) -> None:
    filled(app)
    scene = open_statistics(app)
    app.settings.scale = 200
    app.save_settings()
    shown = person(scene)
    assert scene.sheet_scroll.content > scene.sheet_scroll.area.height
    scene.widgets.set_focus(shown)
    key(app, pygame.K_DOWN)
    assert scene.sheet_scroll.offset == 60
    key(app, *[pygame.K_DOWN] * 20)
    end = scene.sheet_scroll.content - scene.sheet_scroll.area.height
    assert scene.sheet_scroll.offset == end
    scene.widgets.set_focus(shown)
    key(app, pygame.K_HOME)
    assert scene.sheet_scroll.offset == 0
    key(app, pygame.K_PAGEDOWN)
    assert scene.sheet_scroll.offset == 300
    at = scene.sheet_scroll.area.center
    pygame.mouse.set_pos(round(at[0] * app.factor), round(at[1] * app.factor))
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0, flipped=False))
    frames(app)
    assert scene.sheet_scroll.offset == 240
