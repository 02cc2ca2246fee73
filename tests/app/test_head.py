"""The status bar names the awaited player and the reason.

Tested through whole matches at one screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.match.typed_action import TypedAction
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import visible_scenes
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeOptions
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.match.match import Controller, Header
from grenade_salad.text import say
from tests.app.conftest import draw_rarely, hold_key, press_keys, release_key, show_home, type_text
from tests.marks import slow_but
from tests.open_table import at_table
from tests.open_table.test_menu_commands import BLANK
from tests.playing import choose_random_action

NAMES = ("Ann", "Bo", "Cy")
VERBS = re.compile(
    r"\b(is|are|may|has|have|play|plays|choose|chooses|draw|draws|roll|rolls|drop|drops|keep|keeps|waiting|waits|"
    r"looks?|thinks?|wins?|cancels?|steals?|deals?|stepped|moves?|press|put|throws?)\b"
)
FRAME_SECONDS = 0.05
MAX_SILENCE = 3.0
"""Seconds for which the bar may name no player, or no verb."""
_LOOK_SHARE = 0.15
"""Share of decisions in which a person only looks at their hand."""
_MAX_FRAMES = 6_000


class HeadWatch:
    """Reads the status bar in every frame.

    It measures for how long no player is named, or no verb tells what they do.
    """

    def __init__(self, app: App, table: TableScene) -> None:
        self.app, self.table = app, table
        self.silent_seconds = self.longest_silence = 0.0
        self._frame = app.frame

    def frame(self, dt: float = FRAME_SECONDS) -> None:
        """Advance a frame and read the status bar."""
        self._frame(dt)
        if self.table not in visible_scenes(self.app.stack) or self.table.controller.match.state.is_over:
            self.silent_seconds = 0.0
            return
        words = say(self.table.bar_content()[0])
        # Before anybody has acted at a table without turns, the line is about everybody.
        subjects = (*self.table.controller.names, "Anybody")
        names = any(re.search(rf"\b{subject}\b", words) for subject in subjects)
        if names and VERBS.search(words):
            self.silent_seconds = 0.0
        else:
            self.silent_seconds += dt
            self.longest_silence = max(self.longest_silence, self.silent_seconds)
        assert self.silent_seconds <= MAX_SILENCE, words


@pytest.fixture
def watch_table(app: App, monkeypatch: pytest.MonkeyPatch) -> Callable[[TableScene], HeadWatch]:
    """Return a function that starts to watch a table."""

    def watch(table: TableScene) -> HeadWatch:
        watch = HeadWatch(app, table)
        monkeypatch.setattr(app, "frame", watch.frame)
        return watch

    return watch


def look_at_hand(app: App, rng: Random, seat: int) -> None:
    """Look at a hand with the seat's key.

    Bring the cover, hold it open, leave it for a while, and close it.
    """
    code = app.settings.seat_key_code(seat)
    assert code is not None
    hold_key(app, code, rng.choice((0.2, 1.0, 4.0)))
    release_key(app, code)
    for _ in range(rng.choice((0, 20, 100))):
        app.frame()
    if isinstance(app.scene, Cover):
        press_keys(app, pygame.K_ESCAPE)


def type_action(app: App, rng: Random, table: TableScene) -> None:
    """Type a random action in words."""
    assert table.controller.actor is not None
    state = table.controller.match.state
    press_keys(app, pygame.K_F12)
    assert isinstance(app.scene, TypedAction)
    type_text(app, state.format_action(choose_random_action(state, rng), table.controller.match.header.names))
    press_keys(app, pygame.K_RETURN)
    if isinstance(app.scene, TypedAction):
        press_keys(app, pygame.K_ESCAPE)


def react(app: App, rng: Random, table: TableScene) -> None:
    """Let a reacting seat look, cancel or pass, or let the time run out."""
    assert table.reaction is not None
    seat = rng.choice([reacting.seat for reacting in table.reaction.people])
    code = app.settings.seat_key_code(seat)
    assert code is not None
    if not table.controller.awaits_answer(seat) or rng.random() < 0.2:
        for _ in range(40):
            app.frame()
    elif rng.random() < 0.5:
        look_at_hand(app, rng, seat)
    else:
        hold_key(app, code, 1.0)
        press_keys(app, pygame.K_RETURN)
        release_key(app, code)
        if isinstance(app.scene, Cover):
            press_keys(app, pygame.K_ESCAPE)


def play(app: App, rng: Random, table: TableScene) -> None:
    """Play with keys until the match is over."""
    for _ in range(_MAX_FRAMES):
        app.frame()
        if table.controller.match.state.is_over:
            return
        if app.scene is not table:
            press_keys(app, pygame.K_ESCAPE)
        elif table.reaction is not None:
            react(app, rng, table)
        elif table.controller.actor is not None and table.controller.is_idle:
            if rng.random() < _LOOK_SHARE:
                look_at_hand(app, rng, rng.choice(table.controller.persons))
            else:
                type_action(app, rng, table)
    raise AssertionError("the match has no end")


@pytest.mark.parametrize("game", slow_but(["wheel"], games.with_turns()))
@pytest.mark.parametrize("kinds", ["ppp", pytest.param("ppb", marks=pytest.mark.slow)])
def test_status_bar_names_a_player_and_verb_every_three_seconds(
    app: App, watch_table: Callable[[TableScene], HeadWatch], game: str, kinds: str
) -> None:
    show_home(app)
    app.settings.speed = "normal"
    options = games.load(game).options()
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=4)
    if isinstance(options, LiveGrenadeOptions):
        options = replace(options, short=True)
    header = Header(game, NAMES, options, 11)
    start_match.begin(
        app, header, [Controller() if kind == "p" else Controller("bot", "normal") for kind in kinds], on_top=True
    )
    table = app.scene
    assert isinstance(table, TableScene)
    watch_table(table)
    with draw_rarely(app):
        play(app, Random(3), table)


def test_status_bar_without_turns_names_the_mouse_holder(
    app: App, watch_table: Callable[[TableScene], HeadWatch]
) -> None:
    scene = at_table.push_table(app, BLANK, people=2, seats=2)
    watch = watch_table(scene.table)
    with draw_rarely(app):
        for code in (
            pygame.K_TAB,
            pygame.K_RIGHT,
            pygame.K_m,
            pygame.K_DOWN,
            pygame.K_RETURN,
            pygame.K_2,
            pygame.K_END,
        ):
            press_keys(app, code)
            for _ in range(30):
                app.frame()
    assert watch.longest_silence == 0.0
