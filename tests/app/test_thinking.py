"""A thinking machine is visible as such, but not in a reaction window."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.games import load
from grenade_salad.games.live_grenade import Draw, Skip
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.phases import Deciding, Reacting
from tests.app.conftest import ManualExecutor, press_keys, run_frames, run_until, show_home
from tests.app.demo import sit_down

pytestmark = pytest.mark.usefixtures("every_frame")

SCENES = {"grenade-salad": SaladBoard, "live-grenade": LiveGrenadeBoard, "wheel": WheelBoard}


@pytest.fixture
def brain(app: App) -> ManualExecutor:
    """Return the executor in which the machines of this app think."""
    brain = ManualExecutor()
    app.thinker = lambda: brain
    show_home(app)
    return brain


def read_dots(scene: TableScene) -> list[int | None]:
    """Return the dots that the panels show."""
    return [panel.thinking_dot for panel in scene.panels]


def is_machine_deciding(scene: TableScene) -> bool:
    """True if it is a machine's turn, and it thinks."""
    phase = scene.controller.session.phase
    return isinstance(phase, Deciding) and phase.by == "bot"


def start_thinking(app: App, game: str) -> TableScene:
    """Return a table of two machines, of which one thinks about its first action."""
    match = Match(Header(game, ("Clara", "Rudi"), load(game).options(), 4))
    scene = TableScene(app, match, (Controller("bot", "easy"),) * 2, SCENES[game])
    app.push(scene)
    run_until(app, lambda: is_machine_deciding(scene))
    return scene


@pytest.mark.parametrize("game", SCENES)
def test_dots_show_that_a_machine_thinks(app: App, brain: ManualExecutor, game: str) -> None:
    scene = start_thinking(app, game)
    seat = scene.controller.match.state.active_seats()[0]
    run_frames(app, 10)
    assert read_dots(scene) == [None, None], "not for a moment"
    run_frames(app, 12)
    assert read_dots(scene)[seat] == 0
    assert read_dots(scene)[1 - seat] is None
    previous_picture = app.screen.subsurface(app.screen.get_rect().inflate(-8, -8)).copy()
    frame_count = app.frames_drawn
    run_frames(app, 21)
    assert read_dots(scene)[seat] == 1
    assert 1 <= app.frames_drawn - frame_count <= 3, "drawn when a dot moves, not in every frame"
    assert (
        previous_picture.get_buffer().raw
        != app.screen.subsurface(app.screen.get_rect().inflate(-8, -8)).copy().get_buffer().raw
    )
    brain.finish()
    run_frames(app, 1)
    assert read_dots(scene) == [None, None]


def test_dots_stand_still_with_reduced_motion(app: App, brain: ManualExecutor) -> None:
    app.settings.reduced_motion = True
    scene = start_thinking(app, "wheel")
    run_frames(app, 30)
    frame_count = app.frames_drawn
    run_frames(app, 60)
    assert 3 in read_dots(scene)
    assert app.frames_drawn == frame_count


def test_thinking_about_an_answer_is_invisible(app: App, brain: ManualExecutor) -> None:
    brain.slow = False
    scene = sit_down(app, ["person", "random", "random"])
    run_until(app, lambda: scene.controller.actor == 0 and scene.controller.is_idle)
    brain.slow = True
    scene.controller.act(Skip(0, ("JD",)))
    run_frames(app, 90)
    assert isinstance(scene.controller.session.phase, Reacting)
    assert brain.thoughts
    assert read_dots(scene) == [None] * 3
    brain.finish()


def start_machine_turn(app: App, brain: ManualExecutor, kinds: list[str]) -> TableScene:
    """Return a table where Ann has drawn a card, and Bo, a machine, thinks."""
    scene = sit_down(app, kinds)
    run_until(app, lambda: scene.controller.actor == 0 and scene.controller.is_idle)
    brain.slow = True
    scene.controller.act(Draw(0))
    run_until(app, lambda: is_machine_deciding(scene))
    run_frames(app, 30)
    assert read_dots(scene)[1] is not None
    return scene


def test_decision_is_dropped_if_a_person_takes_the_seat(app: App, brain: ManualExecutor) -> None:
    brain.slow = False
    scene = start_machine_turn(app, brain, ["person", "random", "person"])
    lines = list(scene.controller.match.entries)
    scene.controller.change_controllers((Controller(), Controller(), Controller()))
    brain.finish()
    run_frames(app, 30)
    assert scene.controller.actor == 1
    assert scene.controller.match.entries == lines
    assert read_dots(scene) == [None] * 3
    scene.controller.change_controllers((Controller(), Controller("bot", "random"), Controller()))
    brain.slow = False
    run_until(app, lambda: len(scene.controller.match.entries) > len(lines))


def test_machine_thinks_in_the_pause_and_does_nothing(app: App, brain: ManualExecutor) -> None:
    brain.slow = False
    scene = start_machine_turn(app, brain, ["person", "random", "person"])
    entry_count = len(scene.controller.match.entries)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is not scene
    brain.finish()
    run_frames(app, 60)
    assert len(scene.controller.match.entries) == entry_count
    press_keys(app, pygame.K_ESCAPE)
    run_until(app, lambda: len(scene.controller.match.entries) > entry_count)


def test_match_can_be_left_while_machine_thinks(app: App, brain: ManualExecutor) -> None:
    brain.slow = False
    scene = start_machine_turn(app, brain, ["person", "random", "person"])
    entry_count = len(scene.controller.match.entries)
    app.home()
    brain.finish()
    run_frames(app, 10)
    assert app.scene is not scene
    assert len(scene.controller.match.entries) == entry_count


def test_answer_between_two_polls_is_accepted(app: App, brain: ManualExecutor) -> None:
    brain.slow = False
    scene = start_machine_turn(app, brain, ["person", "random", "person"])
    entry_count = len(scene.controller.match.entries)
    go_on = scene.controller.session._continue

    def finish_first() -> None:
        brain.finish()
        go_on()

    scene.controller.session._continue = finish_first  # type: ignore[method-assign]
    run_frames(app, 3)
    assert len(scene.controller.match.entries) > entry_count
    assert read_dots(scene) == [None] * 3
