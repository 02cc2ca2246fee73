"""A question at one screen and the covers that people look under: neither outlives the other, and nobody is left
waiting without knowing for whom."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.scenarios import playing
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.games.live_grenade.actions import Draw, Skip
from grenade_salad.games.wheel import Advance
from grenade_salad.match.match import Controller
from grenade_salad.scenarios import shipped
from grenade_salad.text import say
from tests.app import live_grenade, wheel_table
from tests.app.conftest import at_home, click, frames, keep_down, key, let_go, mouse, until
from tests.app.demo import SETUP, sit_down
from tests.app.test_table_scene import after_the_jack, to_window
from tools.tables import on_top

WITHOUT_KING = LiveGrenadeSetup(
    hands=(("2H", "JD"), ("2C", "9C"), ("3H", "5C")),
    deck=("4C", "6D", "AS", "7C", "8C", "KD", "AH"),
    turn=0,
    direction=1,
)
TOO_LATE = "Too late: the time to answer is over."


def asked(app: App, setup: LiveGrenadeSetup = SETUP) -> Table:
    """Three people, of whom Bo and Cy are asked, and heard."""
    at_home(app)
    table = sit_down(app, ["person", "person", "person"], setup)
    to_window(app, table)
    frames(app, 30)
    return table


def head(table: Table) -> str:
    """The line in the bar over the table."""
    return say(table.bar()[0])


def passed(table: Table) -> float:
    """Seconds of the time to react that have gone."""
    assert table.reaction is not None
    return table.reaction.passed


def test_clock_stands_while_the_cover_is_held_open_and_says_why(app: App) -> None:
    table = asked(app)
    before = passed(table)
    keep_down(app, pygame.K_2, 10.0)
    assert on_top(app, Cover).open
    assert passed(table) - before == pytest.approx(0.4, abs=0.05), "until the cover opened"
    assert "Bo is looking" in head(table)
    assert table.reaction is not None
    assert "Bo is looking" in say(table.reaction.paused)
    let_go(app, pygame.K_2)
    frames(app, 60)
    assert passed(table) - before == pytest.approx(1.4, abs=0.1)


def test_question_ends_while_a_key_is_held_and_takes_its_cover_along(app: App) -> None:
    table = live_grenade.table(app).table
    table.act(Skip(0, ("JD",)))
    until(app, lambda: table.reaction is not None)
    frames(app, 30)
    keep_down(app, pygame.K_2, 32.0)
    assert app.scene is table, "no cover comes for a key that is still held"
    assert [entry.to_line()["do"] for entry in table.match.entries] == ["skip", "pass", "pass"]
    assert table.actor == 1
    key(app, pygame.K_3)
    assert on_top(app, Cover).who.seat == 2, "others can look"
    let_go(app, pygame.K_2)


def test_nobody_can_tell_from_the_clock_who_holds_a_king(app: App) -> None:
    courses = []
    for setup in (SETUP, WITHOUT_KING):
        table = asked(app, setup)
        course: list[tuple[object, ...]] = []
        for code, seconds in ((pygame.K_2, 3), (pygame.K_3, 17), (pygame.K_2, 16)):
            for _ in range(seconds):
                keep_down(app, code, 1.0)
                share = None if table.reaction is None else table.reaction.share
                course.append((share, isinstance(app.scene, Cover), head(table)))
            let_go(app, code)
        courses.append(course)
        app.home()
    assert courses[0] == courses[1]


@pytest.mark.parametrize("lies", [True, False])
def test_too_late_is_told_to_who_was_about_to_answer(app: App, lies: bool) -> None:
    table = asked(app)
    if lies:
        key(app, pygame.K_2)
    until(app, lambda: table.reaction is None, 900)
    assert (TOO_LATE in app.messages.words) == lies
    if not lies:
        key(app, pygame.K_3)
        assert TOO_LATE in app.messages.words


def test_nobody_is_too_late_who_answered_or_comes_long_after(app: App) -> None:
    table = asked(app)
    table.widgets.items[-1].accept()
    until(app, lambda: table.reaction is None, 30)
    key(app, pygame.K_2, pygame.K_3)
    assert TOO_LATE not in app.messages.words
    app.home()
    table = asked(app)
    until(app, lambda: table.reaction is None, 900)
    frames(app, 180)
    key(app, pygame.K_2, pygame.K_3)
    assert TOO_LATE not in app.messages.words


def test_who_is_alone_with_machines_is_told_too(app: App) -> None:
    at_home(app)
    table = sit_down(app, ["random", "person", "random"], match=after_the_jack())
    until(app, lambda: table.reaction is not None)
    until(app, lambda: table.reaction is None, 900)
    assert TOO_LATE in app.messages.words


@pytest.mark.parametrize("buried", [False, True])
def test_cover_of_a_question_goes_when_others_sit_down(app: App, buried: bool) -> None:
    """A phone takes a seat, so that the match is asked anew, even while somebody reads the rules over the cover."""
    table = asked(app)
    key(app, pygame.K_2)
    assert isinstance(app.scene, Cover)
    if buried:
        key(app, pygame.K_F1)
        assert isinstance(app.scene, RulesScene)
    table.change_controllers((Controller(), Controller(), Controller("bot", "normal")))
    if buried:
        key(app, pygame.K_ESCAPE)
    assert app.scene is table
    until(app, lambda: table.reaction is not None)


def test_another_key_brings_the_cover_of_somebody_else_without_an_answer(app: App) -> None:
    table = asked(app)
    key(app, pygame.K_2)
    assert on_top(app, Cover).who.seat == 1
    keep_down(app, pygame.K_3, 1.0)
    cover = on_top(app, Cover)
    assert cover.who.seat == 2
    assert cover.open
    assert table.reaction is not None
    assert table.reaction.asking.answers == {}
    key(app, pygame.K_2)
    assert not cover.open, "first it closes"
    let_go(app, pygame.K_3)
    key(app, pygame.K_1)
    assert app.scene is cover, "Ann is not asked"


def test_who_is_out_of_live_grenade_has_no_cover(app: App) -> None:
    hands = (("5H",), ("3H", "KS"), ("2S", "QC"))
    scene = live_grenade.table(app, hands=hands, deck=("AS", "4C", "AH", "4H"))
    scene.table.act(Draw(0))
    until(app, lambda: scene.table.actor is not None and not scene.alive()[0])
    assert scene.seats_clickable() == [1, 2]
    keep_down(app, pygame.K_1, 1.0)
    assert app.scene is scene.table
    let_go(app, pygame.K_1)
    click(app, scene.table.panels[0].rect.center)
    assert not isinstance(app.scene, Cover)


def test_who_is_out_of_the_wheel_has_no_cover(app: App) -> None:
    app.settings.speed = "off"
    hearts = (("AH",), ("7H",), ("2H",), ("3H",))
    scene = wheel_table.table(app, hearts=hearts, dice=wheel_table.CHAIN, persons=4)
    scene.table.act(Advance(0, 0))
    until(app, lambda: scene.table.idle and not scene.stage.alive[1])
    until(app, lambda: scene.table.actor is not None)
    key(app, pygame.K_2)
    assert app.scene is scene.table
    key(app, pygame.K_3)
    assert isinstance(app.scene, Cover)


def test_head_names_whose_cover_lies_on_the_table(app: App) -> None:
    scene = live_grenade.table(app)
    key(app, pygame.K_2)
    assert head(scene.table) == "Waiting for Bo to look, or to press Done"
    keep_down(app, pygame.K_2, 1.0)
    assert head(scene.table) == "Bo is looking under the cover"
    let_go(app, pygame.K_2)
    key(app, pygame.K_ESCAPE)
    assert "Ann" in head(scene.table)
    scene.table.act(Skip(0, ("JD",)))
    until(app, lambda: scene.table.reaction is not None)
    frames(app, 30)
    key(app, pygame.K_2)
    assert head(scene.table).startswith("Bo may look under the cover  ·  Bo and Cy may answer: ")


def test_deck_is_not_gold_while_a_cover_lies_on_the_table(app: App) -> None:
    scene = live_grenade.table(app)
    assert scene.shown.deck.shines
    assert scene.shown.picture().deck_lit
    key(app, pygame.K_1)
    for opened in (False, True):
        if opened:
            keep_down(app, pygame.K_1, 1.0)
        assert on_top(app, Cover).open == opened
        assert not scene.shown.deck.shines
        assert not scene.shown.picture().deck_lit
        mouse(app, pygame.MOUSEBUTTONDOWN, scene.shown.deck.rect.center)
        mouse(app, pygame.MOUSEBUTTONUP, scene.shown.deck.rect.center)
        assert scene.table.match.entries == []
    let_go(app, pygame.K_1)
    key(app, pygame.K_ESCAPE)
    assert scene.shown.deck.shines
    click(app, scene.shown.deck.rect.center)
    assert scene.table.match.entries == [Draw(0)]


@pytest.mark.parametrize("persons", [1, 2])
def test_scenario_alone_with_machines_has_no_clock(app: App, persons: int) -> None:
    at_home(app)
    scenario = next(each for each in shipped() if each.game == "live-grenade")
    playing.play(app, scenario, "Ann")
    table = on_top(app, Table)
    if persons > 1:
        table.change_controllers(tuple(Controller() for _ in table.names))
        table.saw.update(range(len(table.names)))
    until(app, lambda: table.actor is not None, 600)
    assert (table.session.pace.countdown == 0.0) == (persons == 1)
