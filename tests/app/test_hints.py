"""What would you do? Advice on one's own turn, for one's own eyes, and only where the table allows it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest

from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.salad import hint
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.match.hints import THINKS
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell import seat_keys
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Action
from grenade_salad.games.live_grenade.actions import Draw, Steal
from grenade_salad.games.salad.actions import Arrow, Circles, End, Explosion, Footpath, Hammers, Move, Pass, Pointer
from grenade_salad.games.salad.aim import Intent
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.phases import Showing
from grenade_salad.session.player_worker import Hint
from grenade_salad.text import Reader, Seat, m, say
from tests.app import live_grenade, salad_table, wheel_table
from tests.app.conftest import click, frames, key, pad, post, until
from tests.app.history import press_by_keys
from tests.app.test_thinking import WhenTold
from tools.tables import on_top, scene_on, set_up


@pytest.fixture(autouse=True)
def _home(app: App) -> None:
    app.settings.speed, app.settings.hint_level = "off", "normal"
    app.push(HomeScene(app))


def picture(app: App) -> bytes:
    """All pixels of the window, when it has been drawn so often that what can be kept of it is kept."""
    for _ in range(3):
        app.draw()
    return wheel_table.picture(app)


def table(app: App, game: str, persons: int) -> Table:
    """Ann's turn."""
    if game == "wheel":
        scene: Table = wheel_table.table(app, persons).table
    elif game == "live-grenade":
        scene = live_grenade.table(app, persons).table
    else:
        kinds = "pp" if persons > 1 else "pb"
        scene = salad_table.sit_down(app, kinds, salad_table.position(), waits=False).table
    frames(app, 30)
    assert scene.actor == 0
    return scene


GAMES = ("grenade-salad", "live-grenade", "wheel")


def ask(app: App) -> None:
    """The key of the hint, and the answer."""
    key(app, pygame.K_h)
    frames(app, 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_single_person_gets_a_hint_on_the_table_and_it_goes_with_the_next_move(app: App, game: str) -> None:
    scene = table(app, game, 1)
    before, lines = picture(app), len(scene.match.entries)
    ask(app)
    assert isinstance(scene.hints.shown, Hint)
    assert scene.match.state.why_not(scene.hints.shown.action) is None
    assert len(scene.match.entries) == lines, "nothing is done by a hint"
    assert picture(app) != before
    scene.act(scene.hints.shown.action)
    frames(app, 2)
    assert scene.hints.shown is None


@pytest.mark.parametrize("game", GAMES)
def test_it_goes_again_with_the_button_and_with_escape(app: App, game: str) -> None:
    scene = table(app, game, 1)
    click(app, scene.hints.button.on_screen().center)
    frames(app, 2)
    assert scene.hints.shown is not None
    click(app, scene.hints.button.on_screen().center)
    assert scene.hints.shown is None
    ask(app)
    assert scene.hints.shown is not None
    key(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert scene.hints.shown is None


@pytest.mark.parametrize("game", GAMES)
def test_with_several_persons_it_is_under_the_cover_alone(app: App, game: str) -> None:
    scene = table(app, game, 2)
    ask(app)
    assert isinstance(app.scene, Cover)
    closed = picture(app)
    words = scene.hints.told().what
    assert words != THINKS
    post(app, pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="")
    assert picture(app) != closed
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_1, mod=0, unicode=""))
    frames(app, 2)
    assert picture(app) == closed
    key(app, pygame.K_ESCAPE)
    assert app.scene is scene
    scene.hints.clear()
    app.draw()
    bare = picture(app)
    ask(app)
    key(app, pygame.K_ESCAPE)
    frames(app, 1)
    assert picture(app) == bare, "nothing of it is on the table"


@pytest.mark.parametrize("game", GAMES)
def test_it_is_worked_out_beside_the_window_and_forgotten_if_it_comes_too_late(app: App, game: str) -> None:
    brain = WhenTold()
    app.thinker = lambda: brain
    scene = table(app, game, 1)
    brain.slow = True
    key(app, pygame.K_h)
    frames(app, 5)
    assert scene.hints.told().what == say(THINKS)
    action = next(one for one in scene.match.state.legal_actions(0) if None not in one.to_line().values())
    scene.act(action)
    brain.finish()
    frames(app, 3)
    assert scene.hints.shown is None


def test_the_hint_knows_what_the_seat_knows_and_no_more(app: App) -> None:
    told = []
    for cy in ("3H", "4H", "6H"):
        scene = wheel_table.table(app, 1, hearts=(("AH",), ("2H",), (cy,)))
        ask(app)
        told.append((scene.table.hints.shown, scene.table.hints.told()))
        app.home()
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("game", GAMES)
def test_other_secrets_of_others_give_the_same_hint(app: App, game: str) -> None:
    scene = table(app, game, 1)
    state, hint = scene.match.state, scene.machines.hint
    told = hint(state, 0, "normal").result()
    others = [state.resample(0, Random(seed)) for seed in range(4)]
    assert any(other != state for other in others)
    assert all(hint(other, 0, "normal").result() == told for other in others)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_can_agree_to_play_without_hints(app: App, game: str) -> None:
    scene = table(app, game, 1)
    scene.match.header = replace(scene.match.header, meta={"hints": False})
    scene.layout(scene.size)
    assert not scene.hints.button.visible
    before = picture(app)
    ask(app)
    assert picture(app) == before


def test_the_agreement_is_chosen_before_the_match_and_kept(app: App) -> None:
    scene = set_up(app, "wheel")
    toggle = next(item for item in scene.widgets.items if getattr(item, "words", "") == "Hints allowed")
    scene.widgets.set_focus(toggle)
    key(app, pygame.K_RETURN)
    press_by_keys(app, "Start")
    game = on_top(app, Table)
    assert game.match.header.meta["hints"] is False
    assert not game.hints.usable
    app.home()
    assert not SetupScene(app, "wheel").hints
    assert SetupScene(app, "live-grenade").hints


def test_out_of_turn_it_says_why_not(app: App) -> None:
    scene = table(app, "live-grenade", 1)
    scene.session.phase = Showing()
    scene.hints.ask()
    assert app.messages.words == ["A hint can be asked for on your own turn"]


def advised(scene: Table, action: Action, seat: int) -> str:
    """What a hint says is to be done, to that seat."""
    return say(scene.scene.hint_words(action, seat), Reader(scene.names))


def test_every_action_has_its_words_and_its_preview(app: App) -> None:
    wheel = table(app, "wheel", 1)
    assert advised(wheel, Advance(0, 1), 0) == "Move the die on the 2 of spades"
    grenade = table(app, "live-grenade", 1)
    assert advised(grenade, Draw(0), 0) == "Draw a card"
    assert advised(grenade, Steal(0, ("10S",), 2), 0) == "Steal: play the 10 of spades and steal from Cy"
    shown = scene_on(grenade, LiveGrenadeScene)
    shown.show_hint(Steal(0, ("10S",), 2))
    assert shown.shown.chosen_cards == ("10S",)
    assert grenade.widgets.focus is grenade.panels[2]
    shown.show_hint(None)
    assert shown.shown.chosen_cards == ()
    grenade.scene.draw_hint(Canvas(app.screen, app.factor), Rect(100, 100, 400, 300), Steal(0, ("10S",), 2), 0)
    salad = table(app, "grenade-salad", 1)
    said = {
        Move(0, 1, (320.0, 210.0), 0.0): "Move a soldier: 22 mm",
        Hammers(0, 0, 2): "Play Hammers: 5.0 mm apart: kills Bo's soldier",
        End(0): "End the turn",
    }
    for action, words in said.items():
        assert advised(salad, action, 0) == words
    for action in (Arrow(0, 0, 4), Explosion(0, 1, (310.0, 220.0)), Pointer(0, (50.0, 50.0), 0.0), Circles(0, 90.0)):
        assert advised(salad, action, 0).startswith("Play ")
        bare = picture(app)
        salad.scene.show_hint(action)
        assert picture(app) != bare
        salad.scene.show_hint(None)
        assert picture(app) == bare


def test_names_stand_in_for_seats() -> None:
    told = m("hits {whom} and {who}", who=Seat(0), whom=Seat(1))
    assert say(told, Reader(("Ann", "Bo")), begin=True) == "Hits Bo and Ann"


def test_keys_of_seats_that_the_hint_took_are_replaced_and_no_others() -> None:
    assert seat_keys.mended(list("h23456789")) == list("123456789")
    assert seat_keys.mended(list("ab345h789")) == list("ab3451789")
    assert seat_keys.mended(["1"]) == list(seat_keys.DEFAULT)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("by", ["key", "pad"])
def test_enter_takes_the_hint(app: App, game: str, by: str) -> None:
    scene = table(app, game, 1)
    frames(app, 40)
    ask(app)
    assert scene.hints.shown is not None
    wanted, lines = scene.hints.shown.action, len(scene.match.entries)
    if by == "key":
        key(app, pygame.K_RETURN)
    else:
        pad(app, pygame.CONTROLLER_BUTTON_A)
    assert scene.match.entries[lines] == wanted


@pytest.mark.parametrize("game", GAMES)
def test_enter_takes_the_hint_under_the_cover_while_it_is_open(app: App, game: str) -> None:
    scene = table(app, game, 2)
    ask(app)
    assert scene.hints.shown is not None
    wanted, lines, seat = scene.hints.shown.action, len(scene.match.entries), scene.actor
    assert seat is not None
    hold = {"key": app.settings.seat_key(seat), "mod": 0, "unicode": ""}
    post(app, pygame.KEYDOWN, **hold)
    key(app, pygame.K_RETURN)
    post(app, pygame.KEYUP, **hold)
    assert app.scene is scene
    assert scene.match.entries[lines] == wanted


def test_enter_goes_on_with_what_one_has_begun_and_the_hint_stays_to_be_followed(app: App) -> None:
    scene = table(app, "grenade-salad", 1)
    shown = scene_on(scene, SaladScene)
    ask(app)
    assert scene.hints.shown is not None
    own = next(one.id for one in shown.table.view.soldiers if one.seat == 0)
    shown.shown.hinted = hint.preview_of(Move(0, own, (300.0, 200.0), 0.0), shown.table.view, scene.names, 0)
    lines = len(scene.match.entries)
    shown.battlefield.begin(Intent("move", own))
    shown._follow()
    assert shown.shown.field.advice is not None
    assert shown.shown.field.advice.ghost is not None
    assert shown.shown.field.advice.says == "", "its words stand in the bar"
    with_it = picture(app)
    shown.shown.hinted = None
    assert picture(app) != with_it
    key(app, pygame.K_RETURN)
    assert len(scene.match.entries) == lines


@pytest.mark.parametrize("keys", [(pygame.K_h, pygame.K_RETURN), (pygame.K_RETURN,)])
def test_alone_with_machines_a_mine_question_has_a_hint_too(app: App, keys: tuple[int, ...]) -> None:
    """The hint points at the answer; without it Enter lets the soldier pass."""
    hands = (("footpath", "arrow", "explosion", "pointer", "circles"), salad_table.BOS_HAND)
    near = (*salad_table.FEW[:5], replace(salad_table.FEW[5], x=250.0, y=335.0), salad_table.FEW[6])
    setup = replace(salad_table.position(hands, near), turn=1)
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 5, setup))
    match.act(Move(1, 4, (230.0, 330.0), 0.0))
    scene = Table(app, match, (Controller(), Controller("bot", "easy")), SaladScene)
    app.push(scene)
    frames(app, 40)
    assert scene.reaction is not None
    for code in keys:
        key(app, code)
        frames(app, 2)
    until(app, lambda: len(match.entries) > 1)
    assert isinstance(match.entries[1], Footpath if len(keys) > 1 else Pass)
