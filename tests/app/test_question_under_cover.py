"""A question at one screen and the covers that people look under.

Neither outlives the other, and the status bar always names who is awaited.
"""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.scenarios import playing
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.games.live_grenade.actions import Draw, Skip
from grenade_salad.games.wheel import Advance
from grenade_salad.match.match import Controller
from grenade_salad.scenarios import load_shipped
from grenade_salad.text import say
from tests.app import live_grenade, wheel_table
from tests.app.conftest import click, hold_key, post_mouse, press_keys, release_key, run_frames, run_until, show_home
from tests.app.demo import SETUP, make_match_after_jack, play_jack, sit_down
from tools.tables import get_top_scene

WITHOUT_KING = LiveGrenadeSetup(
    hands=(("2H", "JD"), ("2C", "9C"), ("3H", "5C")),
    deck=("4C", "6D", "AS", "7C", "8C", "KD", "AH"),
    turn=0,
    direction=1,
)
TOO_LATE = "The time to answer was over."


def reach_question(app: App, setup: LiveGrenadeSetup = SETUP) -> TableScene:
    """Start a match of three people and reach a question to Bo and Cy."""
    show_home(app)
    table = sit_down(app, ["person", "person", "person"], setup)
    play_jack(app, table)
    run_frames(app, 30)
    return table


def status_text(table: TableScene) -> str:
    """Return the line in the bar over the table."""
    return say(table.bar_content()[0])


def passed_seconds(table: TableScene) -> float:
    """Return the seconds of the reaction time that have passed."""
    assert table.reaction is not None
    return table.reaction.phase.elapsed


def test_clock_stops_with_reason_while_cover_is_open(app: App) -> None:
    table = reach_question(app)
    previous_seconds = passed_seconds(table)
    hold_key(app, pygame.K_2, 10.0)
    assert get_top_scene(app, Cover).is_open
    assert passed_seconds(table) - previous_seconds == pytest.approx(0.4, abs=0.05), "until the cover opened"
    assert "Bo is looking" in status_text(table)
    assert table.reaction is not None
    assert "Bo is looking" in say(table.reaction.paused)
    release_key(app, pygame.K_2)
    run_frames(app, 60)
    assert passed_seconds(table) - previous_seconds == pytest.approx(1.4, abs=0.1)


def test_question_that_ends_under_held_key_closes_its_cover(app: App) -> None:
    table = live_grenade.show_match(app).table
    table.controller.act(Skip(0, ("JD",)))
    run_until(app, lambda: table.reaction is not None)
    run_frames(app, 30)
    hold_key(app, pygame.K_2, 32.0)
    assert app.scene is table, "no cover comes for a key that is still held"
    assert [entry.to_line()["do"] for entry in table.controller.match.entries] == ["skip", "pass", "pass"]
    assert table.controller.actor == 1
    press_keys(app, pygame.K_3)
    assert get_top_scene(app, Cover).owner.seat == 2, "others can look"
    release_key(app, pygame.K_2)


def test_clock_does_not_reveal_who_holds_a_king(app: App) -> None:
    observations = []
    for setup in (SETUP, WITHOUT_KING):
        table = reach_question(app, setup)
        observation: list[tuple[object, ...]] = []
        for code, seconds in ((pygame.K_2, 3), (pygame.K_3, 17), (pygame.K_2, 16)):
            for _ in range(seconds):
                hold_key(app, code, 1.0)
                share = None if table.reaction is None else table.reaction.share
                observation.append((share, isinstance(app.scene, Cover), status_text(table)))
            release_key(app, code)
        observations.append(observation)
        app.home()
    assert observations[0] == observations[1]


@pytest.mark.parametrize("is_cover_on_table", [True, False])
def test_late_player_about_to_answer_is_told(app: App, is_cover_on_table: bool) -> None:
    table = reach_question(app)
    if is_cover_on_table:
        press_keys(app, pygame.K_2)
    run_until(app, lambda: table.reaction is None, 900)
    assert (TOO_LATE in app.messages.texts) == is_cover_on_table
    if not is_cover_on_table:
        press_keys(app, pygame.K_3)
        assert TOO_LATE in app.messages.texts


def test_player_who_answered_is_not_told(app: App) -> None:
    table = reach_question(app)
    table.widgets.items[-1].activate()
    run_until(app, lambda: table.reaction is None, 30)
    press_keys(app, pygame.K_2, pygame.K_3)
    assert TOO_LATE not in app.messages.texts


def test_player_who_comes_much_later_is_not_told(app: App) -> None:
    table = reach_question(app)
    run_until(app, lambda: table.reaction is None, 900)
    run_frames(app, 180)
    press_keys(app, pygame.K_2, pygame.K_3)
    assert TOO_LATE not in app.messages.texts


@pytest.mark.parametrize("by", ["nothing", "key", "click", "click elsewhere"])
def test_single_person_is_told_only_about_an_answer_that_is_late(app: App, by: str) -> None:
    show_home(app)
    table = sit_down(app, ["random", "person", "random"], match=make_match_after_jack())
    run_until(app, lambda: table.reaction is not None)
    assert table.reaction is not None
    middle = table.reaction.rect.center
    run_until(app, lambda: table.reaction is None, 900)
    assert TOO_LATE not in app.messages.texts, "who only let the time pass did nothing wrong"
    match by:
        case "key":
            press_keys(app, pygame.K_RETURN)
        case "click":
            click(app, middle)
        case "click elsewhere":
            click(app, (3, 3))
    assert (TOO_LATE in app.messages.texts) == (by in ("key", "click"))
    assert not any(line.is_refusal for line in app.messages.lines)


@pytest.mark.parametrize("buried", [False, True])
def test_cover_of_question_closes_when_players_change(app: App, buried: bool) -> None:
    """A phone takes a seat, so the question is asked again.

    It must also work while a person reads the rules over the cover.
    """
    table = reach_question(app)
    press_keys(app, pygame.K_2)
    assert isinstance(app.scene, Cover)
    if buried:
        press_keys(app, pygame.K_F1)
        assert isinstance(app.scene, RulesScene)
    table.controller.change_controllers((Controller(), Controller(), Controller("bot", "normal")))
    if buried:
        press_keys(app, pygame.K_ESCAPE)
    assert app.scene is table
    run_until(app, lambda: table.reaction is not None)


def test_key_of_another_seat_brings_its_cover_without_an_answer(app: App) -> None:
    table = reach_question(app)
    press_keys(app, pygame.K_2)
    assert get_top_scene(app, Cover).owner.seat == 1
    hold_key(app, pygame.K_3, 1.0)
    cover = get_top_scene(app, Cover)
    assert cover.owner.seat == 2
    assert cover.is_open
    assert table.reaction is not None
    assert table.reaction.phase.answers == {}
    press_keys(app, pygame.K_2)
    assert not cover.is_open, "first it closes"
    release_key(app, pygame.K_3)
    press_keys(app, pygame.K_1)
    assert app.scene is cover, "Ann is not asked"


def test_eliminated_player_has_no_cover_in_live_grenade(app: App) -> None:
    hands = (("5H",), ("3H", "KS"), ("2S", "QC"))
    scene = live_grenade.show_match(app, hands=hands, deck=("AS", "4C", "AH", "4H"))
    scene.controller.act(Draw(0))
    run_until(app, lambda: scene.controller.actor is not None and not scene.alive()[0])
    assert scene.clickable_seats() == [1, 2]
    hold_key(app, pygame.K_1, 1.0)
    assert app.scene is scene.table
    release_key(app, pygame.K_1)
    click(app, scene.table.panels[0].rect.center)
    assert not isinstance(app.scene, Cover)


def test_eliminated_player_has_no_cover_in_the_wheel(app: App) -> None:
    app.settings.speed = "off"
    hearts = (("AH",), ("7H",), ("2H",), ("3H",))
    scene = wheel_table.open_position(app, hearts=hearts, dice=wheel_table.CHAIN, persons=4)
    scene.controller.act(Advance(0, 0))
    run_until(app, lambda: scene.controller.is_idle and not scene.display.alive[1])
    run_until(app, lambda: scene.controller.actor is not None)
    press_keys(app, pygame.K_2)
    assert app.scene is scene.table
    press_keys(app, pygame.K_3)
    assert isinstance(app.scene, Cover)


def test_status_bar_names_the_owner_of_the_cover(app: App) -> None:
    scene = live_grenade.show_match(app)
    press_keys(app, pygame.K_2)
    assert status_text(scene.table) == "Bo: look, or press Done"
    hold_key(app, pygame.K_2, 1.0)
    assert status_text(scene.table) == "Bo is looking under the cover"
    release_key(app, pygame.K_2)
    press_keys(app, pygame.K_ESCAPE)
    assert "Ann" in status_text(scene.table)
    scene.controller.act(Skip(0, ("JD",)))
    run_until(app, lambda: scene.table.reaction is not None)
    run_frames(app, 30)
    press_keys(app, pygame.K_2)
    assert status_text(scene.table).startswith("Bo and Cy may answer: ")


def test_deck_does_not_glow_while_a_cover_is_on_the_table(app: App) -> None:
    scene = live_grenade.show_match(app)
    assert scene.board_view.deck.is_lit
    assert scene.board_view.picture().is_deck_lit
    press_keys(app, pygame.K_1)
    for opened in (False, True):
        if opened:
            hold_key(app, pygame.K_1, 1.0)
        assert get_top_scene(app, Cover).is_open == opened
        assert not scene.board_view.deck.is_lit
        assert not scene.board_view.picture().is_deck_lit
        post_mouse(app, pygame.MOUSEBUTTONDOWN, scene.board_view.deck.rect.center)
        post_mouse(app, pygame.MOUSEBUTTONUP, scene.board_view.deck.rect.center)
        assert scene.controller.match.entries == []
    release_key(app, pygame.K_1)
    press_keys(app, pygame.K_ESCAPE)
    assert scene.board_view.deck.is_lit
    click(app, scene.board_view.deck.rect.center)
    assert scene.controller.match.entries == [Draw(0)]


@pytest.mark.parametrize("persons", [1, 2])
def test_scenario_alone_with_machines_has_no_clock(app: App, persons: int) -> None:
    show_home(app)
    scenario = next(scenario for scenario in load_shipped() if scenario.game == "live-grenade")
    playing.play(app, scenario, "Ann")
    table = get_top_scene(app, TableScene)
    if persons > 1:
        table.controller.change_controllers(tuple(Controller() for _ in table.controller.names))
        table.controller.have_looked.update(range(len(table.controller.names)))
    run_until(app, lambda: table.controller.actor is not None, 600)
    assert (table.controller.session.pace.countdown == 0.0) == (persons == 1)
