"""Hints on a person's own turn, visible to that person only, if allowed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest

from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.salad import hint
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.match.hints import THINKING
from grenade_salad.app.match.table_scene import TableScene
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
from tests.app.conftest import ManualExecutor, click, post, press_keys, press_pad, run_frames, run_until
from tests.app.history import press_by_keys
from tools.tables import get_board, get_top_scene, open_setup


@pytest.fixture(autouse=True)
def _home(app: App) -> None:
    app.settings.speed, app.settings.hint_level = "off", "normal"
    app.push(HomeScene(app))


def capture_window(app: App) -> bytes:
    """Return the pixels of the window, drawn until all caches are filled."""
    for _ in range(3):
        app.draw()
    return wheel_table.read_pixels(app)


def start_table(app: App, game: str, persons: int) -> TableScene:
    """Start a match at Ann's turn."""
    if game == "wheel":
        scene: TableScene = wheel_table.open_position(app, persons).table
    elif game == "live-grenade":
        scene = live_grenade.show_match(app, persons).table
    else:
        kinds = "pp" if persons > 1 else "pb"
        scene = salad_table.sit_down(app, kinds, salad_table.position(), waits=False).table
    run_frames(app, 30)
    assert scene.controller.actor == 0
    return scene


GAMES = ("grenade-salad", "live-grenade", "wheel")


def ask_for_hint(app: App) -> None:
    """Press the hint key and wait for the answer."""
    press_keys(app, pygame.K_h)
    run_frames(app, 2)


@pytest.mark.parametrize("game", GAMES)
def test_single_person_sees_hint_on_table_until_next_action(app: App, game: str) -> None:
    scene = start_table(app, game, 1)
    previous_picture, lines = capture_window(app), len(scene.controller.match.entries)
    ask_for_hint(app)
    assert isinstance(scene.hints.hint, Hint)
    assert scene.controller.match.state.why_not(scene.hints.hint.action) is None
    assert len(scene.controller.match.entries) == lines, "nothing is done by a hint"
    assert capture_window(app) != previous_picture
    scene.controller.act(scene.hints.hint.action)
    run_frames(app, 2)
    assert scene.hints.hint is None


@pytest.mark.parametrize("game", GAMES)
def test_button_or_escape_removes_hint(app: App, game: str) -> None:
    scene = start_table(app, game, 1)
    click(app, scene.hints.button.on_screen().center)
    run_frames(app, 2)
    assert scene.hints.hint is not None
    click(app, scene.hints.button.on_screen().center)
    assert scene.hints.hint is None
    ask_for_hint(app)
    assert scene.hints.hint is not None
    press_keys(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert scene.hints.hint is None


@pytest.mark.parametrize("game", GAMES)
def test_hint_is_only_under_cover_with_several_people(app: App, game: str) -> None:
    scene = start_table(app, game, 2)
    ask_for_hint(app)
    assert isinstance(app.scene, Cover)
    closed = capture_window(app)
    words = scene.hints.format_hint().action
    assert words != THINKING
    post(app, pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="")
    assert capture_window(app) != closed
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_1, mod=0, unicode=""))
    run_frames(app, 2)
    assert capture_window(app) == closed
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is scene
    scene.hints.clear()
    app.draw()
    bare_picture = capture_window(app)
    ask_for_hint(app)
    press_keys(app, pygame.K_ESCAPE)
    run_frames(app, 1)
    assert capture_window(app) == bare_picture, "nothing of it is on the table"


@pytest.mark.parametrize("game", GAMES)
def test_hint_is_computed_in_background_and_dropped_if_late(app: App, game: str) -> None:
    brain = ManualExecutor()
    app.thinker = lambda: brain
    scene = start_table(app, game, 1)
    brain.slow = True
    press_keys(app, pygame.K_h)
    run_frames(app, 5)
    assert scene.hints.format_hint().action == say(THINKING)
    action = next(
        action for action in scene.controller.match.state.legal_actions(0) if None not in action.to_line().values()
    )
    scene.controller.act(action)
    brain.finish()
    run_frames(app, 3)
    assert scene.hints.hint is None


def test_hint_depends_only_on_what_the_seat_knows(app: App) -> None:
    hints = []
    for cy in ("3H", "4H", "6H"):
        scene = wheel_table.open_position(app, 1, hearts=(("AH",), ("2H",), (cy,)))
        ask_for_hint(app)
        hints.append((scene.table.hints.hint, scene.table.hints.format_hint()))
        app.home()
    assert hints[0] == hints[1] == hints[2]


@pytest.mark.parametrize("game", GAMES)
def test_secrets_of_rivals_do_not_change_hint(app: App, game: str) -> None:
    scene = start_table(app, game, 1)
    state, hint = scene.controller.match.state, scene.controller.session.machines.request_hint
    expected = hint(state, 0, "normal").result()
    other_states = [state.resample(0, Random(seed)) for seed in range(4)]
    assert any(other_state != state for other_state in other_states)
    assert all(hint(other_state, 0, "normal").result() == expected for other_state in other_states)


@pytest.mark.parametrize("game", GAMES)
def test_match_can_be_played_without_hints(app: App, game: str) -> None:
    scene = start_table(app, game, 1)
    scene.controller.match.header = replace(scene.controller.match.header, meta={"hints": False})
    scene.layout(scene.size)
    assert not scene.hints.button.visible
    previous_picture = capture_window(app)
    ask_for_hint(app)
    assert capture_window(app) == previous_picture


def test_hint_setting_is_chosen_before_match_and_saved(app: App) -> None:
    scene = open_setup(app, "wheel")
    toggle = next(item for item in scene.widgets.items if getattr(item, "words", "") == "Hints allowed")
    scene.widgets.set_focus(toggle)
    press_keys(app, pygame.K_RETURN)
    press_by_keys(app, "Start")
    game = get_top_scene(app, TableScene)
    assert game.controller.match.header.meta["hints"] is False
    assert not game.hints.is_usable
    app.home()
    assert not SetupScene(app, "wheel").allows_hints
    assert SetupScene(app, "live-grenade").allows_hints


def test_hint_out_of_turn_is_refused_with_reason(app: App) -> None:
    scene = start_table(app, "live-grenade", 1)
    scene.controller.session.phase = Showing()
    scene.hints.ask()
    assert app.messages.texts == ["A hint can be asked for on your own turn"]


def hint_text(scene: TableScene, action: Action, seat: int) -> str:
    """Return the text of the hint for an action, as that seat reads it."""
    return say(scene.board.hint_words(action, seat), Reader(scene.controller.names))


def test_every_action_has_hint_text_and_preview(app: App) -> None:
    wheel = start_table(app, "wheel", 1)
    assert hint_text(wheel, Advance(0, 1), 0) == "Move the die on the 2 of spades"
    grenade = start_table(app, "live-grenade", 1)
    assert hint_text(grenade, Draw(0), 0) == "Draw a card"
    assert hint_text(grenade, Steal(0, ("10S",), 2), 0) == "Steal: play the 10 of spades and steal from Cy"
    board = get_board(grenade, LiveGrenadeBoard)
    board.show_hint(Steal(0, ("10S",), 2))
    assert board.board_view.chosen_cards == ("10S",)
    assert grenade.widgets.focus is grenade.panels[2]
    board.show_hint(None)
    assert board.board_view.chosen_cards == ()
    grenade.board.draw_hint(Canvas(app.screen, app.factor), Rect(100, 100, 400, 300), Steal(0, ("10S",), 2), 0)
    salad = start_table(app, "grenade-salad", 1)
    texts = {
        Move(0, 1, (320.0, 210.0), 0.0): "Move a soldier: half a tile",
        Hammers(0, 0, 2): "Play Hammers: kills Bo's soldier",
        End(0): "End the turn",
    }
    for action, words in texts.items():
        assert hint_text(salad, action, 0) == words
    for action in (Arrow(0, 0, 4), Explosion(0, 1, (310.0, 220.0)), Pointer(0, (50.0, 50.0), 0.0), Circles(0, 90.0)):
        assert hint_text(salad, action, 0).startswith("Play ")
        bare_picture = capture_window(app)
        salad.board.show_hint(action)
        assert capture_window(app) != bare_picture
        salad.board.show_hint(None)
        assert capture_window(app) == bare_picture


def test_names_replace_seats() -> None:
    message = m("hits {whom} and {who}", who=Seat(0), whom=Seat(1))
    assert say(message, Reader(("Ann", "Bo")), begin=True) == "Hits Bo and Ann"


def test_seat_keys_taken_by_hint_key_are_replaced() -> None:
    assert seat_keys.repair(list("h23456789")) == list("123456789")
    assert seat_keys.repair(list("ab345h789")) == list("ab3451789")
    assert seat_keys.repair(["1"]) == list(seat_keys.DEFAULT)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("by", ["key", "pad"])
def test_enter_follows_hint(app: App, game: str, by: str) -> None:
    scene = start_table(app, game, 1)
    run_frames(app, 40)
    ask_for_hint(app)
    assert scene.hints.hint is not None
    hinted_action, lines = scene.hints.hint.action, len(scene.controller.match.entries)
    if by == "key":
        press_keys(app, pygame.K_RETURN)
    else:
        press_pad(app, pygame.CONTROLLER_BUTTON_A)
    assert scene.controller.match.entries[lines] == hinted_action


@pytest.mark.parametrize("game", GAMES)
def test_enter_follows_hint_under_open_cover(app: App, game: str) -> None:
    scene = start_table(app, game, 2)
    ask_for_hint(app)
    assert scene.hints.hint is not None
    hinted_action, lines, seat = scene.hints.hint.action, len(scene.controller.match.entries), scene.controller.actor
    assert seat is not None
    hold = {"key": app.settings.seat_key_code(seat), "mod": 0, "unicode": ""}
    post(app, pygame.KEYDOWN, **hold)
    press_keys(app, pygame.K_RETURN)
    post(app, pygame.KEYUP, **hold)
    assert app.scene is scene
    assert scene.controller.match.entries[lines] == hinted_action


def test_enter_continues_begun_action_and_keeps_hint(app: App) -> None:
    scene = start_table(app, "grenade-salad", 1)
    board = get_board(scene, SaladBoard)
    ask_for_hint(app)
    assert scene.hints.hint is not None
    own_soldier = next(soldier.id for soldier in board.controller.view.soldiers if soldier.seat == 0)
    board.board_view.hint_preview = hint.preview_hint(
        Move(0, own_soldier, (300.0, 200.0), 0.0), board.controller.view, scene.controller.names, 0
    )
    lines = len(scene.controller.match.entries)
    board.battlefield.begin(Intent("move", own_soldier))
    board._update_controls()
    assert board.board_view.mat_view.advice is not None
    assert board.board_view.mat_view.advice.ghost is not None
    assert board.board_view.mat_view.advice.effect == "", "its words stand in the bar"
    hint_picture = capture_window(app)
    board.board_view.hint_preview = None
    assert capture_window(app) != hint_picture
    press_keys(app, pygame.K_RETURN)
    assert len(scene.controller.match.entries) == lines


@pytest.mark.parametrize("keys", [(pygame.K_h, pygame.K_RETURN), (pygame.K_RETURN,)])
def test_mine_question_has_a_hint_for_single_person(app: App, keys: tuple[int, ...]) -> None:
    """The hint points at the answer; without it, Enter lets the soldier pass."""
    hands = (("footpath", "arrow", "explosion", "pointer", "circles"), salad_table.BOS_HAND)
    soldiers = (*salad_table.FEW[:5], replace(salad_table.FEW[5], x=250.0, y=335.0), salad_table.FEW[6])
    setup = replace(salad_table.position(hands, soldiers), turn=1)
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 5, setup))
    match.act(Move(1, 4, (230.0, 330.0), 0.0))
    scene = TableScene(app, match, (Controller(), Controller("bot", "easy")), SaladBoard)
    app.push(scene)
    run_frames(app, 40)
    assert scene.reaction is not None
    for code in keys:
        press_keys(app, code)
        run_frames(app, 2)
    run_until(app, lambda: len(match.entries) > 1)
    assert isinstance(match.entries[1], Footpath if len(keys) > 1 else Pass)
