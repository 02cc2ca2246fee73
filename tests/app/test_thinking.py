"""A machine that thinks is seen to think; in a reaction window nothing is seen of it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pygame
import pytest

from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.window.application import App
from grenade_salad.games import load
from grenade_salad.games.live_grenade import Draw, Skip
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.phases import Asking, Deciding
from tests.app.conftest import at_home, frames, key, until
from tests.app.demo import sit_down

pytestmark = pytest.mark.usefixtures("every_frame")

SCENES = {"grenade-salad": SaladScene, "live-grenade": LiveGrenadeScene, "wheel": WheelScene}


class WhenTold(Executor):
    """Thinks until it is told to have finished."""

    def __init__(self) -> None:
        self.thoughts: list[Callable[[], None]] = []
        self.slow = True

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def think() -> None:
            future.set_result(fn(*args, **kwargs))

        self.thoughts.append(think)
        if not self.slow or getattr(fn, "work", fn).__name__ == "look":
            self.finish()
        return future

    def finish(self) -> None:
        """All that it was asked, in order."""
        while self.thoughts:
            self.thoughts.pop(0)()


@pytest.fixture
def brain(app: App) -> WhenTold:
    """Where the machines of this app think."""
    brain = WhenTold()
    app.thinker = lambda: brain
    at_home(app)
    return brain


def dots(scene: Table) -> list[int | None]:
    """What the panels show."""
    return [panel.thinks for panel in scene.panels]


def machine_decides(scene: Table) -> bool:
    """Whether it is a machine's turn, and it thinks."""
    phase = scene.session.phase
    return isinstance(phase, Deciding) and phase.by == "bot"


def thinking(app: App, game: str) -> Table:
    """A table of two machines, one of which has begun to think of what it does first."""
    match = Match(Header(game, ("Clara", "Rudi"), load(game).options(), 4))
    scene = Table(app, match, (Controller("bot", "easy"),) * 2, SCENES[game])
    app.push(scene)
    until(app, lambda: machine_decides(scene))
    return scene


@pytest.mark.parametrize("game", SCENES)
def test_three_dots_and_a_word_say_that_a_machine_thinks(app: App, brain: WhenTold, game: str) -> None:
    scene = thinking(app, game)
    seat = scene.match.state.active_seats()[0]
    frames(app, 10)
    assert dots(scene) == [None, None], "not for a moment"
    frames(app, 12)
    assert dots(scene)[seat] == 0
    assert dots(scene)[1 - seat] is None
    before = app.screen.subsurface(app.screen.get_rect().inflate(-8, -8)).copy()
    drawn = app.frames_drawn
    frames(app, 21)
    assert dots(scene)[seat] == 1
    assert 1 <= app.frames_drawn - drawn <= 3, "drawn when a dot moves, not in every frame"
    assert (
        before.get_buffer().raw != app.screen.subsurface(app.screen.get_rect().inflate(-8, -8)).copy().get_buffer().raw
    )
    brain.finish()
    frames(app, 1)
    assert dots(scene) == [None, None]


def test_with_reduced_motion_the_dots_stand_still(app: App, brain: WhenTold) -> None:
    app.settings.reduced_motion = True
    scene = thinking(app, "wheel")
    frames(app, 30)
    drawn = app.frames_drawn
    frames(app, 60)
    assert 3 in dots(scene)
    assert app.frames_drawn == drawn


def test_nothing_is_seen_of_who_thinks_about_an_answer(app: App, brain: WhenTold) -> None:
    brain.slow = False
    scene = sit_down(app, ["person", "random", "random"])
    until(app, lambda: scene.actor == 0 and scene.idle)
    brain.slow = True
    scene.act(Skip(0, ("JD",)))
    frames(app, 90)
    assert isinstance(scene.session.phase, Asking)
    assert brain.thoughts
    assert dots(scene) == [None] * 3
    brain.finish()


def thinks(app: App, brain: WhenTold, kinds: list[str]) -> Table:
    """Ann has drawn a card, and Bo, a machine, thinks about his turn."""
    scene = sit_down(app, kinds)
    until(app, lambda: scene.actor == 0 and scene.idle)
    brain.slow = True
    scene.act(Draw(0))
    until(app, lambda: machine_decides(scene))
    frames(app, 30)
    assert dots(scene)[1] is not None
    return scene


def test_what_was_thought_before_somebody_took_the_seat_is_not_done(app: App, brain: WhenTold) -> None:
    brain.slow = False
    scene = thinks(app, brain, ["person", "random", "person"])
    lines = list(scene.match.entries)
    scene.change_controllers((Controller(), Controller(), Controller()))
    brain.finish()
    frames(app, 30)
    assert scene.actor == 1
    assert scene.match.entries == lines
    assert dots(scene) == [None] * 3
    scene.change_controllers((Controller(), Controller("bot", "random"), Controller()))
    brain.slow = False
    until(app, lambda: len(scene.match.entries) > len(lines))


def test_in_the_pause_a_machine_thinks_on_and_does_nothing(app: App, brain: WhenTold) -> None:
    brain.slow = False
    scene = thinks(app, brain, ["person", "random", "person"])
    lines = len(scene.match.entries)
    key(app, pygame.K_ESCAPE)
    assert app.scene is not scene
    brain.finish()
    frames(app, 60)
    assert len(scene.match.entries) == lines
    key(app, pygame.K_ESCAPE)
    until(app, lambda: len(scene.match.entries) > lines)


def test_one_can_leave_while_it_thinks(app: App, brain: WhenTold) -> None:
    brain.slow = False
    scene = thinks(app, brain, ["person", "random", "person"])
    lines = len(scene.match.entries)
    app.home()
    brain.finish()
    frames(app, 10)
    assert app.scene is not scene
    assert len(scene.match.entries) == lines


def test_an_answer_that_comes_between_two_looks_at_it_is_taken(app: App, brain: WhenTold) -> None:
    brain.slow = False
    scene = thinks(app, brain, ["person", "random", "person"])
    lines = len(scene.match.entries)
    go_on = scene.session._go_on

    def late() -> None:
        brain.finish()
        go_on()

    scene.session._go_on = late  # type: ignore[method-assign]
    frames(app, 3)
    assert len(scene.match.entries) > lines
    assert dots(scene) == [None] * 3
