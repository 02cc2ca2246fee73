"""A match at this screen without a window, with a stand-in for its scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grenade_salad import games
from grenade_salad.app.match.controller import MatchController, MatchView
from grenade_salad.app.shell.settings import Settings
from grenade_salad.app.ui.motion import Motion
from grenade_salad.core import Event
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.match.record import Record, replay
from grenade_salad.session.phases import Over, Reacting
from grenade_salad.session.session import VisibleStep
from grenade_salad.session.worker_process import ImmediateExecutor

_STEP_SECONDS = 0.5
_FRAME_SECONDS = 0.1


class LogStandIn:
    """The lines of the log, without paper."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.lines: list[object] = []

    def add(self, words: str, *_: object, **__: object) -> None:
        self.words.append(words)

    def clear(self) -> None:
        self.words.clear()

    def mark_undone(self, line: int, restored_line: int) -> None:
        pass


class ViewStandIn(MatchView):
    """A scene that shows nothing, and takes half a second for each step."""

    is_on_top = True

    def __init__(self) -> None:
        self.motion = Motion()
        self.log: Any = LogStandIn()
        self.rules_page, self.dirty = "", False
        self.steps: list[VisibleStep] = []
        self.is_reaction_open = False
        self.end_count = 0

    def animate(self, step: VisibleStep) -> None:
        self.steps.append(step)
        self.motion.pause(_STEP_SECONDS)

    def describe_event(self, event: Event) -> None:
        assert not self.motion.is_busy, "nothing is told before it is visible"

    def open_reaction(self, phase: Reacting, people: Sequence[int]) -> None:
        assert not self.is_reaction_open
        self.is_reaction_open = True

    def close_reaction(self) -> None:
        self.is_reaction_open = False

    def show_end(self) -> None:
        self.end_count += 1


@pytest.fixture
def app(tmp_path: Path) -> SimpleNamespace:
    """Stand-in with the parts of the application that the controller uses."""
    app = SimpleNamespace(
        settings=Settings(),
        worker=ImmediateExecutor,
        thinker=ImmediateExecutor,
        phones=None,
        journal=None,
        data_folder=tmp_path,
        is_listened_to=False,
        messages=[],
    )
    app.say = lambda words, **_: app.messages.append(words)
    return app


def make_controller(app: Any, game: str, view: ViewStandIn) -> MatchController:
    """Return the controller of a match of one person and two machine players."""
    header = Header(game, ("Ann", "Bo", "Cy"), games.load(game).options(), 4)
    return MatchController(
        app, Match(header), (Controller(), Controller("bot", "easy"), Controller("bot", "easy")), view
    )


def run_until(controller: MatchController, view: ViewStandIn, condition: Callable[[], bool]) -> None:
    """Let time pass until something is true."""
    for _ in range(100_000):
        if condition():
            return
        view.motion.update(_FRAME_SECONDS)
        controller.update(_FRAME_SECONDS)
    raise AssertionError("it never happens")


@pytest.mark.parametrize("game", ["wheel", "live-grenade"])
def test_controller_plays_a_whole_match_without_a_window(app: SimpleNamespace, game: str) -> None:
    view = ViewStandIn()
    controller = make_controller(app, game, view)
    assert controller.viewer == 0

    def is_over_or_asks() -> bool:
        is_asked = controller.awaits_answer(0)
        is_to_act = controller.actor is not None and controller.is_idle
        return is_asked or is_to_act or isinstance(controller.session.phase, Over)

    while True:
        run_until(controller, view, is_over_or_asks)
        if isinstance(controller.session.phase, Over):
            break
        if controller.awaits_answer(0):
            controller.answer(0, None)
        else:
            assert controller.act(controller.match.state.legal_actions(0)[0])
    assert view.end_count == 1
    assert not view.is_reaction_open
    assert controller.view == controller.match.state.view(0)
    assert len(view.steps) == len(controller.match.entries)
    assert len(view.log.words) > 10
    record = Record("a match", controller.match.header, tuple(controller.match.entries))
    assert replay(record).match.state.ranking() == controller.match.state.ranking()
    assert app.messages == []
