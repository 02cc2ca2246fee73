"""Tables with the scene of a game on them, for tools and tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App
from grenade_salad.journal.journal import Journal
from grenade_salad.match.match import Controller, Match

S = TypeVar("S", bound=GameBoard)
T = TypeVar("T", bound=Scene)
ShowScreen: TypeAlias = Callable[[App], object]
"""What brings a screen onto the window of a fresh app."""


def get_journal(app: App) -> Journal:
    """The journal of an app that has one. Raises AssertionError without."""
    assert app.journal is not None
    return app.journal


def get_top_scene(app: App, kind: type[T]) -> T:
    """The scene on top, which is of this kind. Raises AssertionError if it is another."""
    assert isinstance(app.scene, kind)
    return app.scene


def get_board(table: Scene, kind: type[S]) -> S:
    """The game's scene of this kind that lies on a table. Raises AssertionError if another lies there, or none."""
    assert isinstance(table, TableScene)
    assert isinstance(table.board, kind)
    return table.board


def sit_down(app: App, match: Match, kind: type[S], persons: int) -> S:
    """Lay the match on the window, with people in the first seats and machines in the others; the game's scene."""
    controllers = tuple(Controller("person" if seat < persons else "bot") for seat in range(len(match.header.seats)))
    scene = get_board(TableScene(app, match, controllers, kind), kind)
    app.push(scene.table)
    return scene


def open_setup(app: App, game: str) -> SetupScene:
    """The set-up of a match of that game, on top."""
    scene = SetupScene(app, game)
    app.push(scene)
    return scene


def run_frames(app: App, frames: int) -> None:
    """Let frames pass."""
    for _ in range(frames):
        app.frame()
