"""An evening of Live Grenade on the window: the set-up, who waits, the end of a game, and the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.games.live_grenade import evening
from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.live_grenade.end import EveningEnd
from grenade_salad.app.games.live_grenade.evening import Evening, Guest
from grenade_salad.app.games.live_grenade.setup import EveningSetup
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Json
from grenade_salad.games.live_grenade import LiveGrenadeOptions, LiveGrenadeSetup
from grenade_salad.games.live_grenade.actions import Draw
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.text import say
from tests.app.conftest import click, frames, key, until
from tests.app.live_grenade import HANDS, SHORT, table
from tools.tables import on_top, scene_on

BOT = Controller("bot", "random")


def _header(waiting: tuple[Guest, ...] = (), leaving: str = "two", results: tuple[tuple[str, ...], ...] = ()) -> Header:
    rule = evening.LEAVING[1][0] if leaving == "losers" else evening.LEAVING[0][0]
    meta = {"evening": evening.written(Evening(waiting, rule, results))}
    return Header("live-grenade", ("Ann", "Bo", "Cy"), LiveGrenadeOptions(), 5, None, meta)


def _end(app: App, header: Header, seats: Sequence[Controller] = (Controller(), Controller(), BOT)) -> EveningEnd:
    """A game with this header, played to its end: Bo won, Cy was the last to go out, Ann before, and Dee first."""
    app.settings.speed = "off"
    drawn = ("AS", "5D", "AC") if len(seats) == 3 else ("AS", "AC", "5D", "AH")
    hands = (("4H",), ("5C",), ("6S",), ("7H",))[: len(seats)]
    header = replace(header, setup=LiveGrenadeSetup(hands, drawn, 0 if len(seats) == 3 else 3))
    table = Table(app, Match(header), tuple(seats), LiveGrenadeScene)
    app.push(table)
    until(app, lambda: table.actor is not None)
    while not table.match.state.is_over:
        if table.actor is not None:
            table.act(Draw(table.actor))
        app.frame()
    until(app, lambda: isinstance(app.scene, EveningEnd))
    end = on_top(app, EveningEnd)
    until(app, lambda: not end.deaf)
    assert end.ranking[0] == (1,)
    return end


def end_evening(app: App) -> EveningEnd:
    """Play a game of an evening to its end."""
    return _end(app, _header())


def test_home_leads_to_the_set_up_and_that_to_a_match_with_its_waiting_list(app: App) -> None:
    home = HomeScene(app)
    app.push(home)
    click(app, home.cards[1].rect.center)
    scene = on_top(app, EveningSetup)
    scene.widgets.set_focus(scene.waiting_choice)
    key(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert [guest.name for guest in scene.waiting] == ["Dee", "Eve"]
    scene.widgets.set_focus(scene.leaving_choice)
    key(app, pygame.K_RIGHT)
    click(app, scene.start_button.rect.center)
    match = on_top(app, Table)
    found = evening.read(match.match.header)
    assert found == Evening((Guest("Dee"), Guest("Eve")), "losers")


def test_the_set_up_offers_what_applies_and_says_why_not(app: App) -> None:
    scene = EveningSetup(app)
    app.push(scene)
    assert "short" not in scene.left_out()
    scene._ruled(LiveGrenadeOptions(short=True))
    assert scene.left_out() == ()
    scene._counted(5)
    assert "short" in scene.left_out()
    assert scene.options == LiveGrenadeOptions(decks=2)
    assert say(scene.refusal) == ""
    scene._ruled(LiveGrenadeOptions(decks=2, best_friends=12, extra_cards=8))
    assert say(scene.refusal) == "" or say(scene.refusal).startswith(("Best Friends in the deck", "Extra cards"))
    scene._ruled(LiveGrenadeOptions())
    assert "7 cannot play with 1 deck" in say(scene.refusal)
    scene._counted(0)
    scene._ruled(LiveGrenadeOptions(best_friends=12))
    assert say(scene.refusal).startswith("Best Friends in the deck: it must be 0 to")


def test_nobody_waits_who_sits_at_the_table(app: App) -> None:
    scene = EveningSetup(app)
    app.push(scene)
    scene._wait(2)
    scene._counted(3)
    assert not set(scene.names[: scene.count]) & {guest.name for guest in scene.waiting}
    scene.waiting[0] = Guest(scene.names[1])
    scene._check()
    assert say(scene.refusal) == f"Two players are called {scene.names[1]}."
    scene.waiting[0] = Guest(" ")
    scene._check()
    assert say(scene.refusal) == "Somebody in the queue has no name."


@pytest.mark.rule("LG-28")
def test_the_first_two_to_go_out_leave_and_the_next_game_has_who_waited(app: App) -> None:
    scene = _end(app, _header((Guest("Dee"), Guest("Eve", BOT), Guest("Finn"))))
    assert "Ann and Cy leave the table, Dee and Eve join." in say(scene.table.changes)
    click(app, scene.again_button.rect.center)
    match = on_top(app, Table)
    assert match.names == ("Dee", "Bo", "Eve")
    assert [one.person for one in match.controllers] == [True, True, False]
    now = evening.read(match.match.header)
    assert [guest.name for guest in now.waiting] == ["Finn", "Ann", "Cy"]
    assert now.waiting[2].controller == BOT
    assert now.results == (("Bo", "Cy", "Ann"),)


@pytest.mark.rule("LG-29")
def test_all_but_the_winner_leave_as_far_as_people_wait(app: App) -> None:
    waiting = tuple(Guest(name) for name in ("Eve", "Finn", "Gus"))
    first = _header(waiting, "losers")
    header = Header(first.game, ("Ann", "Bo", "Cy", "Dee"), first.options, 5, None, first.meta)
    scene = _end(app, header, [Controller()] * 4)
    assert [guest.name for guest in scene.rotation.seats] == ["Finn", "Bo", "Gus", "Eve"]
    few = _end(app, _header((Guest("Dee"),), "losers"), [Controller()] * 3)
    assert [guest.name for guest in few.rotation.seats] == ["Dee", "Bo", "Cy"]


@pytest.mark.rule("LG-08")
def test_the_winner_says_who_starts_and_may_say_nothing(app: App) -> None:
    scene = _end(app, _header())
    assert scene.choice.labels[scene.choice.chosen] == "Bo starts"
    scene.widgets.set_focus(scene.choice)
    key(app, pygame.K_RIGHT)
    key(app, pygame.K_TAB, pygame.K_RETURN)
    match = on_top(app, Table)
    options = match.match.header.options
    assert isinstance(options, LiveGrenadeOptions)
    assert options.starter == 2
    until(app, lambda: scene_on(match, LiveGrenadeScene).shown.seen.due is None, 900)
    assert scene_on(match, LiveGrenadeScene).shown.seen.turn == 2


def test_a_match_ends_with_how_everybody_went_out(app: App) -> None:
    scene = table(app, deck=SHORT)
    while not scene.table.match.state.is_over:
        assert scene.table.actor is not None
        scene.table.act(Draw(scene.table.actor))
        until(app, lambda: scene.table.actor is not None or scene.table.match.state.is_over)
    until(app, lambda: isinstance(app.scene, EveningEnd))
    end = on_top(app, EveningEnd)
    told = list(map(say, end.report.ending.notes.values()))
    assert "the last one left" in told
    assert sum("drew the ace of" in said for said in told) == len(HANDS) - 1
    key(app, pygame.K_ESCAPE)
    assert app.scene is scene.table
    frames(app, 5)
    assert "over" in say(scene.status())


def test_standings_put_the_most_wins_first() -> None:
    found = evening.standings(Evening((Guest("Dee"),), "two", (("Ann", "Bo"), ("Bo", "Ann"), ("Bo", "Cy"))))
    assert [(one.name, one.wins, one.places) for one in found] == [
        ("Bo", 2, (2, 1, 1)),
        ("Ann", 1, (1, 2, None)),
        ("Cy", 0, (None, None, 2)),
        ("Dee", 0, (None, None, None)),
    ]


@pytest.mark.parametrize(
    "said",
    [None, 7, [], {"waiting": 3, "leaving": 4, "results": "x"}, {"waiting": [["Ann"], 5, [1, 2]], "results": [3]}],
)
def test_an_evening_that_cannot_be_read_is_an_evening_that_begins(said: Json) -> None:
    header = Header("live-grenade", ("Ann", "Bo"), LiveGrenadeOptions(), 1, None, {"evening": said})
    assert evening.read(header) == Evening()


def test_the_end_can_be_read_on_a_small_window(app: App) -> None:
    results = tuple(("Ann", "Bo", "Cy") for _ in range(9))
    app.settings.scale = 200
    app.fit()
    scene = _end(app, _header((Guest("Dee"),), results=results))
    area = pygame.FRect(0, 0, *scene.size)
    for widget in (scene.choice, scene.again_button, scene.replay_button, scene.home_button, scene.look_button):
        assert area.contains(widget.rect)
    assert scene.scroll.content > scene.scroll.area.height
    scene.widgets.set_focus(scene.report)
    key(app, pygame.K_DOWN)
    assert scene.scroll.offset > 0
