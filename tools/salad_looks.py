"""Looks at a match of Grenade Salad, while people do what a record says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic, sleep
from typing import Literal, TypeAlias

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.window.application import App
from grenade_salad.core import Action
from grenade_salad.games.salad import actions
from grenade_salad.games.salad.aim import Intent
from grenade_salad.match.match import Match

Look: TypeAlias = Literal["drop", "first", "second"]
"""The time of a look: after a drop, as a turn begins, or after a choice."""
Entries: TypeAlias = Sequence[tuple[int, Action]]
"""Actions of a match, each with the number of entries before it."""
_FRAMES = 4
"""Frames after which the camera has chosen where to look."""
_PAUSE = 0.001
"""Seconds of the clock between two frames, in which others compute."""
_FRAME_SECONDS = 0.1
"""Seconds of a frame: the answers to a mine take seconds."""
_MAX_SECONDS = 120.0
"""Seconds of the clock that a drop, which is computed beside the window, may take."""


def list_actions(match: Match) -> Entries:
    """Return what was done in a match."""
    return [(index, entry) for index, entry in enumerate(match.entries) if isinstance(entry, Action)]


def let_all_answer(app: App) -> None:
    """Let the window play without animations, and wait until people have answered.

    Nobody passes by themselves or because the time is over: the record says who passes.
    """
    app.settings.speed, app.settings.countdown, app.settings.pass_with_nothing = "off", 0.0, False


def show_match(
    app: App, board: SaladBoard, entries: Entries, on_frame: Callable[[], None] = lambda: None
) -> Iterator[tuple[Look, int | None]]:
    """Let people at one screen do what was done in a match.

    Yields each look, with the seat of whoever looks, while the board shows it.
    """
    turn: int | None = None
    for index, action in entries:
        _wait(app, board, index, on_frame)
        view, seat = board.board_view.view, action.seat
        if view.step == "drop" and view.attempts:
            _run_frames(app, on_frame)
            yield "drop", None
        elif board.table.reaction is None and view.step != "drop":
            if seat != turn:
                turn = seat
                _run_frames(app, on_frame)
                yield "first", seat
            if (intent := _find_intent(action)) is not None:
                board.battlefield.begin(intent)
                _run_frames(app, on_frame)
                yield "second", seat
        if (reason := board.controller.session.act(action)) is not None:
            raise ValueError(f"{action} is refused: {reason}")


def _find_intent(action: Action) -> Intent | None:
    """Return what a person begins who wants to do that."""
    match action:
        case actions.Move():
            return Intent("move", action.soldier, point=action.to, angle=action.angle)
        case actions.Hammers() | actions.Arrow():
            return Intent(action.do, action.soldier)
        case actions.Explosion() | actions.Pointer():
            return Intent(action.do)
    return None


def _wait(app: App, board: SaladBoard, entry_count: int, on_frame: Callable[[], None]) -> None:
    """Let frames pass until somebody must act, after so many entries."""
    controller, end = board.controller, monotonic() + _MAX_SECONDS
    while monotonic() < end:
        is_asked = controller.actor is not None or board.table.reaction is not None
        if controller.is_idle and is_asked and len(controller.match.entries) == entry_count:
            return
        app.frame(_FRAME_SECONDS)
        on_frame()
        sleep(_PAUSE)
    raise TimeoutError(f"nobody acts: {len(controller.match.entries)} entries of {entry_count}")


def _run_frames(app: App, on_frame: Callable[[], None]) -> None:
    """Let the camera choose where to look."""
    for _ in range(_FRAMES):
        app.frame(_FRAME_SECONDS)
        on_frame()
