"""What would you do? Advice on one's own turn, for one's own eyes, and only where the table allows it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest

from grenade_salad.app import seat_keys
from grenade_salad.app.app import App
from grenade_salad.app.minds import Hint
from grenade_salad.app.scenes.hints import THINKS, with_names
from grenade_salad.app.scenes.home import HomeScene
from grenade_salad.app.scenes.live_grenade.scene import LiveGrenadeScene
from grenade_salad.app.scenes.setup import SetupScene
from grenade_salad.app.scenes.table_scene import TableScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.cover import Cover
from grenade_salad.games.live_grenade.moves import Draw, Steal
from grenade_salad.games.salad.moves import Arrow, Circles, End, Explosion, Hammers, Move, Pointer
from grenade_salad.games.wheel.moves import Advance
from tests.app import live_grenade, salad_table, wheel_table
from tests.app.conftest import click, frames, key
from tests.app.test_menus import press_by_keys
from tests.app.test_thinking import WhenTold


@pytest.fixture(autouse=True)
def _home(app: App) -> None:
    app.settings.speed, app.settings.hint_level = "off", "normal"
    app.push(HomeScene(app))


def picture(app: App) -> bytes:
    """All pixels of the window, when it has been drawn so often that what can be kept of it is kept."""
    for _ in range(3):
        app.draw()
    return wheel_table.picture(app)


def table(app: App, game: str, persons: int) -> TableScene:
    """Ann's turn."""
    if game == "wheel":
        scene: TableScene = wheel_table.table(app, persons)
    elif game == "live-grenade":
        scene = live_grenade.table(app, persons)
    else:
        scene = salad_table.sit_down(app, "pp" if persons > 1 else "pb", salad_table.position())
    frames(app, 30)
    assert scene.actor == 0
    return scene


GAMES = ("grenade-salad", "live-grenade", "wheel")


@pytest.mark.parametrize("game", GAMES)
def test_a_single_person_gets_a_hint_on_the_table_and_it_goes_with_the_next_move(app: App, game: str) -> None:
    scene = table(app, game, 1)
    before, lines = picture(app), len(scene.match.entries)
    key(app, pygame.K_h)
    frames(app, 2)
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
    key(app, pygame.K_h)
    frames(app, 2)
    assert scene.hints.shown is not None
    key(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert scene.hints.shown is None


@pytest.mark.parametrize("game", GAMES)
def test_with_several_persons_it_is_under_the_cover_alone(app: App, game: str) -> None:
    scene = table(app, game, 2)
    key(app, pygame.K_h)
    frames(app, 2)
    assert isinstance(app.scene, Cover)
    closed = picture(app)
    words = scene.hints.told().what
    assert words != THINKS
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode=""))
    app.frame()
    assert picture(app) != closed
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_1, mod=0, unicode=""))
    frames(app, 2)
    assert picture(app) == closed
    key(app, pygame.K_ESCAPE)
    assert app.scene is scene
    scene.hints.clear()
    app.draw()
    bare = picture(app)
    key(app, pygame.K_h)
    frames(app, 2)
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
    assert scene.hints.told().what == THINKS
    action = next(one for one in scene.match.state.legal(0) if None not in one.line().values())
    scene.act(action)
    brain.finish()
    frames(app, 3)
    assert scene.hints.shown is None


def test_the_hint_knows_what_the_seat_knows_and_no_more(app: App) -> None:
    told = []
    for cy in ("3H", "4H", "6H"):
        scene = wheel_table.table(app, 1, hearts=(("AH",), ("2H",), (cy,)))
        key(app, pygame.K_h)
        frames(app, 2)
        told.append((scene.hints.shown, scene.hints.told()))
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
    key(app, pygame.K_h)
    frames(app, 2)
    assert picture(app) == before


def test_the_agreement_is_chosen_before_the_match_and_kept(app: App) -> None:
    scene = SetupScene(app, "wheel")
    app.push(scene)
    toggle = next(item for item in scene.widgets.items if getattr(item, "words", "") == "Hints allowed")
    scene.widgets.set_focus(toggle)
    key(app, pygame.K_RETURN)
    press_by_keys(app, "Start")
    game = app.scene
    assert isinstance(game, TableScene)
    assert game.match.header.meta["hints"] is False
    assert not game.hints.usable
    app.home()
    assert not SetupScene(app, "wheel").hints
    assert SetupScene(app, "live-grenade").hints


def test_out_of_turn_it_says_why_not(app: App) -> None:
    scene = table(app, "live-grenade", 1)
    scene.actor = None
    scene.hints.ask()
    assert app.messages.words == ["A hint can be asked for on your own turn"]


def test_every_action_has_its_words_and_its_preview(app: App) -> None:
    wheel = table(app, "wheel", 1)
    assert wheel.hint_words(Advance(0, 1), 0) == "Move the die on the 2 of spades"
    grenade = table(app, "live-grenade", 1)
    assert grenade.hint_words(Draw(0), 0) == "Draw a card"
    assert grenade.hint_words(Steal(0, ("10S",), 2), 0) == "Steal: play the 10 of spades, and steal from Cy"
    assert isinstance(grenade, LiveGrenadeScene)
    grenade.show_hint(Steal(0, ("10S",), 2))
    assert grenade.chosen_cards == ("10S",)
    assert grenade.widgets.focus is grenade.panels[2]
    grenade.show_hint(None)
    assert grenade.chosen_cards == ()
    grenade.draw_hint(Canvas(app.screen, app.factor), Rect(100, 100, 400, 300), Steal(0, ("10S",), 2), 0)
    salad = table(app, "grenade-salad", 1)
    said = {
        Move(0, 1, (320.0, 210.0), 0.0): "Move a soldier: 22 mm",
        Hammers(0, 0, 2): "Play Hammers: 5.0 mm apart: kills Bo's soldier",
        End(0): "End the turn",
    }
    for action, words in said.items():
        assert salad.hint_words(action, 0) == words
    for action in (Arrow(0, 0, 4), Explosion(0, 1, (310.0, 220.0)), Pointer(0, (50.0, 50.0), 0.0), Circles(0, 90.0)):
        assert salad.hint_words(action, 0).startswith("Play ")
        bare = picture(app)
        salad.show_hint(action)
        assert picture(app) != bare
        salad.show_hint(None)
        assert picture(app) == bare


def test_names_stand_in_for_seats() -> None:
    assert with_names("hits {1} and {0}", ("Ann", "Bo")) == "Hits Bo and Ann"


def test_keys_of_seats_that_the_hint_took_are_replaced_and_no_others() -> None:
    assert seat_keys.mended(list("h23456789")) == list("123456789")
    assert seat_keys.mended(list("ab345h789")) == list("ab3451789")
    assert seat_keys.mended(["1"]) == list(seat_keys.DEFAULT)
