"""An evening of Live Grenade: setup, waiting list, end of a match, and the next."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.games.live_grenade import evening
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.live_grenade.end import EveningEnd
from grenade_salad.app.games.live_grenade.evening import Evening, Guest
from grenade_salad.app.games.live_grenade.setup import EveningSetup
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Json
from grenade_salad.games.live_grenade import LiveGrenadeOptions
from grenade_salad.games.live_grenade.actions import Draw
from grenade_salad.match.match import Controller, Header
from grenade_salad.text import say
from tests.app.conftest import click, press_keys, run_frames, run_until
from tests.app.live_grenade import BOT, HANDS, SHORT, make_evening_header, play_evening_match, show_match
from tools.tables import get_board, get_top_scene


def test_home_leads_to_setup_and_match_with_waiting_list(app: App) -> None:
    home = HomeScene(app)
    app.push(home)
    click(app, home.cards[1].rect.center)
    scene = get_top_scene(app, EveningSetup)
    scene.widgets.set_focus(scene.waiting_choice)
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert [guest.name for guest in scene.waiting] == ["Dee", "Eve"]
    scene.widgets.set_focus(scene.leaving_choice)
    press_keys(app, pygame.K_RIGHT)
    click(app, scene.start_button.rect.center)
    match = get_top_scene(app, TableScene)
    saved_evening = evening.read_evening(match.controller.match.header)
    assert saved_evening == Evening((Guest("Dee"), Guest("Eve")), "losers")


def test_setup_offers_valid_options_and_gives_reasons(app: App) -> None:
    scene = EveningSetup(app)
    app.push(scene)
    assert "short" not in scene.hidden_rules()
    scene._on_rules_changed(LiveGrenadeOptions(short=True))
    assert scene.hidden_rules() == ()
    scene._choose_count(5)
    assert "short" in scene.hidden_rules()
    assert scene.options == LiveGrenadeOptions(decks=2)
    assert say(scene.refusal) == ""
    scene._on_rules_changed(LiveGrenadeOptions(decks=2, best_friends=12, extra_cards=8))
    assert say(scene.refusal) == "" or say(scene.refusal).startswith(("Best Friends in the deck", "Extra cards"))
    scene._on_rules_changed(LiveGrenadeOptions())
    assert "7 cannot play with 1 deck" in say(scene.refusal)
    scene._choose_count(0)
    scene._on_rules_changed(LiveGrenadeOptions(best_friends=12))
    assert say(scene.refusal).startswith("Best Friends in the deck: it must be 0 to")


def test_waiting_list_excludes_seated_players(app: App) -> None:
    scene = EveningSetup(app)
    app.push(scene)
    scene._set_waiting_count(2)
    scene._choose_count(3)
    assert not set(scene.names[: scene.count]) & {guest.name for guest in scene.waiting}
    scene.waiting[0] = Guest(scene.names[1])
    scene._check()
    assert say(scene.refusal) == f"Two players are called {scene.names[1]}."
    scene.waiting[0] = Guest(" ")
    scene._check()
    assert say(scene.refusal) == "Somebody in the queue has no name."


@pytest.mark.rule("LG-28")
def test_first_two_out_leave_and_waiting_guests_join(app: App) -> None:
    scene = play_evening_match(app, make_evening_header((Guest("Dee"), Guest("Eve", BOT), Guest("Finn"))))
    assert "Ann and Cy leave the table, Dee and Eve join." in say(scene.table.changes)
    click(app, scene.again_button.rect.center)
    match = get_top_scene(app, TableScene)
    assert match.controller.names == ("Dee", "Bo", "Eve")
    assert [controller.is_person for controller in match.controller.controllers] == [True, True, False]
    next_evening = evening.read_evening(match.controller.match.header)
    assert [guest.name for guest in next_evening.waiting] == ["Finn", "Ann", "Cy"]
    assert next_evening.waiting[2].controller == BOT
    assert next_evening.results == (("Bo", "Cy", "Ann"),)


@pytest.mark.rule("LG-29")
def test_losers_leave_while_guests_wait(app: App) -> None:
    waiting = tuple(Guest(name) for name in ("Eve", "Finn", "Gus"))
    first = make_evening_header(waiting, "losers")
    header = Header(first.game, ("Ann", "Bo", "Cy", "Dee"), first.options, 5, None, first.meta)
    scene = play_evening_match(app, header, [Controller()] * 4)
    assert [guest.name for guest in scene.seat_change.seats] == ["Finn", "Bo", "Gus", "Eve"]
    one_guest_end = play_evening_match(app, make_evening_header((Guest("Dee"),), "losers"), [Controller()] * 3)
    assert [guest.name for guest in one_guest_end.seat_change.seats] == ["Dee", "Bo", "Cy"]


@pytest.mark.rule("LG-08")
def test_winner_may_choose_the_starter(app: App) -> None:
    scene = play_evening_match(app, make_evening_header())
    assert scene.choice.labels[scene.choice.chosen] == "Bo starts"
    scene.widgets.set_focus(scene.choice)
    press_keys(app, pygame.K_RIGHT)
    press_keys(app, pygame.K_TAB, pygame.K_RETURN)
    match = get_top_scene(app, TableScene)
    options = match.controller.match.header.options
    assert isinstance(options, LiveGrenadeOptions)
    assert options.starter == 2
    run_until(app, lambda: get_board(match, LiveGrenadeBoard).board_view.view.due is None, 900)
    assert get_board(match, LiveGrenadeBoard).board_view.view.turn == 2


def test_end_page_tells_the_exit_of_every_player(app: App) -> None:
    scene = show_match(app, deck=SHORT)
    while not scene.controller.match.state.is_over:
        assert scene.controller.actor is not None
        scene.controller.act(Draw(scene.controller.actor))
        run_until(app, lambda: scene.controller.actor is not None or scene.controller.match.state.is_over)
    run_until(app, lambda: isinstance(app.scene, EveningEnd))
    end = get_top_scene(app, EveningEnd)
    notes = list(map(say, end.report.ending.notes.values()))
    assert "the last one left" in notes
    assert sum("drew the ace of" in note for note in notes) == len(HANDS) - 1
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is scene.table
    run_frames(app, 5)
    assert "over" in say(scene.status())


def test_standings_are_sorted_by_wins() -> None:
    guest_standings = evening.rank_guests(Evening((Guest("Dee"),), "two", (("Ann", "Bo"), ("Bo", "Ann"), ("Bo", "Cy"))))
    assert [(standing.name, standing.wins, standing.places) for standing in guest_standings] == [
        ("Bo", 2, (2, 1, 1)),
        ("Ann", 1, (1, 2, None)),
        ("Cy", 0, (None, None, 2)),
        ("Dee", 0, (None, None, None)),
    ]


@pytest.mark.parametrize(
    "saved",
    [None, 7, [], {"waiting": 3, "leaving": 4, "results": "x"}, {"waiting": [["Ann"], 5, [1, 2]], "results": [3]}],
)
def test_unreadable_evening_is_replaced_by_a_new_one(saved: Json) -> None:
    header = Header("live-grenade", ("Ann", "Bo"), LiveGrenadeOptions(), 1, None, {"evening": saved})
    assert evening.read_evening(header) == Evening()


def test_end_page_fits_a_small_window(app: App) -> None:
    results = tuple(("Ann", "Bo", "Cy") for _ in range(9))
    app.settings.scale = 200
    app.fit()
    scene = play_evening_match(app, make_evening_header((Guest("Dee"),), results=results))
    area = pygame.FRect(0, 0, *scene.size)
    for widget in (scene.choice, scene.again_button, scene.replay_button, scene.home_button, scene.look_button):
        assert area.contains(widget.rect)
    assert scene.scroll.content > scene.scroll.area.height
    scene.widgets.set_focus(scene.report)
    press_keys(app, pygame.K_DOWN)
    assert scene.scroll.offset > 0
