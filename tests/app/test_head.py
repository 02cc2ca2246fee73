"""The head over the table names whom everybody waits for, and why, through whole matches at one screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.match.typed_action import TypedMove
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import seen
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeOptions
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.match.match import Controller, Header
from grenade_salad.text import say
from tests.app.conftest import at_home, keep_down, key, let_go, unseen, write
from tests.marks import slow_but
from tests.open_table import at_table
from tests.open_table.test_menu_commands import BLANK
from tests.playing import some_action

NAMES = ("Ann", "Bo", "Cy")
VERBS = re.compile(
    r"\b(is|are|may|has|have|play|plays|choose|chooses|draw|draws|roll|rolls|drop|drops|keep|keeps|waiting|waits|"
    r"looks?|thinks?|wins?|cancels?|steals?|deals?|stepped|moves?|put|throws?)\b"
)
DT = 0.05


class Watch:
    """Whoever looks at the head in every frame: for how long it named nobody, or said nothing of them."""

    def __init__(self, app: App, table: Table) -> None:
        self.app, self.table = app, table
        self.silent = self.longest = 0.0
        self._frame = app.frame

    def frame(self, dt: float = DT) -> None:
        """Let a frame pass, and look."""
        self._frame(dt)
        if self.table not in seen(self.app.stack) or self.table.match.state.is_over:
            self.silent = 0.0
            return
        words = say(self.table.bar()[0])
        names = any(re.search(rf"\b{name}\b", words) for name in self.table.names)
        if names and VERBS.search(words):
            self.silent = 0.0
        else:
            self.silent += dt
            self.longest = max(self.longest, self.silent)
        assert self.silent <= 3.0, f"for 3 s: {words}"


@pytest.fixture
def watched(app: App, monkeypatch: pytest.MonkeyPatch) -> Callable[[Table], Watch]:
    """Begin to look at a table."""

    def watch(table: Table) -> Watch:
        watch = Watch(app, table)
        monkeypatch.setattr(app, "frame", watch.frame)
        return watch

    return watch


def look(app: App, rng: Random, seat: int) -> None:
    """Look at a hand with the key of the seat: bring the cover, hold it open, leave it lying, put it away."""
    code = app.settings.seat_key(seat)
    assert code is not None
    keep_down(app, code, rng.choice((0.2, 1.0, 4.0)))
    let_go(app, code)
    for _ in range(rng.choice((0, 20, 100))):
        app.frame()
    if isinstance(app.scene, Cover):
        key(app, pygame.K_ESCAPE)


def decide(app: App, rng: Random, table: Table) -> None:
    """Type some move in words."""
    assert table.actor is not None
    state = table.match.state
    key(app, pygame.K_F12)
    assert isinstance(app.scene, TypedMove)
    write(app, state.format_action(some_action(state, rng), table.match.header.names))
    key(app, pygame.K_RETURN)
    if isinstance(app.scene, TypedMove):
        key(app, pygame.K_ESCAPE)


def answer(app: App, rng: Random, table: Table) -> None:
    """Somebody who is asked looks, cancels, or passes; or all let the time go."""
    assert table.reaction is not None
    seat = rng.choice([who.seat for who in table.reaction.seats])
    code = app.settings.seat_key(seat)
    assert code is not None
    if not table.reaction.asks(seat) or rng.random() < 0.2:
        for _ in range(40):
            app.frame()
    elif rng.random() < 0.5:
        look(app, rng, seat)
    else:
        keep_down(app, code, 1.0)
        key(app, pygame.K_RETURN)
        let_go(app, code)
        if isinstance(app.scene, Cover):
            key(app, pygame.K_ESCAPE)


def play(app: App, rng: Random, table: Table) -> None:
    """Play with keys until the match is over."""
    for _ in range(6_000):
        app.frame()
        if table.match.state.is_over:
            return
        if app.scene is not table:
            key(app, pygame.K_ESCAPE)
        elif table.reaction is not None:
            answer(app, rng, table)
        elif table.actor is not None and table.idle:
            look(app, rng, rng.choice(table.persons)) if rng.random() < 0.15 else decide(app, rng, table)
    raise AssertionError("the match has no end")


@pytest.mark.parametrize("game", slow_but(["grenade-salad", "wheel"], games.with_turns()))
@pytest.mark.parametrize("kinds", ["ppp", pytest.param("ppb", marks=pytest.mark.slow)])
def test_no_three_seconds_of_a_match_pass_without_a_name_and_a_verb(
    app: App, watched: Callable[[Table], Watch], game: str, kinds: str
) -> None:
    at_home(app)
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
    assert isinstance(table, Table)
    watched(table)
    with unseen(app):
        play(app, Random(3), table)


def test_head_of_a_table_without_turns_says_who_has_the_mouse(app: App, watched: Callable[[Table], Watch]) -> None:
    scene = at_table.lay(app, BLANK, persons=2, seats=2)
    watch = watched(scene.table)
    with unseen(app):
        for code in (
            pygame.K_TAB,
            pygame.K_RIGHT,
            pygame.K_m,
            pygame.K_DOWN,
            pygame.K_RETURN,
            pygame.K_2,
            pygame.K_END,
        ):
            key(app, code)
            for _ in range(30):
                app.frame()
    assert watch.longest == 0.0
