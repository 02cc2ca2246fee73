"""Tables with the board of a game, for tools and tests."""

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
"""A function that shows a screen on the window of a new app."""


def get_journal(app: App) -> Journal:
    """Return the journal of an app. Raises AssertionError if it has none."""
    assert app.journal is not None
    return app.journal


def get_top_scene(app: App, kind: type[T]) -> T:
    """Return the scene on top. Raises AssertionError if it is of another kind."""
    assert isinstance(app.scene, kind)
    return app.scene


def get_board(table: Scene, kind: type[S]) -> S:
    """Return the board of this kind on a table.

    Raises AssertionError if there is another one, or none.
    """
    assert isinstance(table, TableScene)
    assert isinstance(table.board, kind)
    return table.board


def sit_down(app: App, match: Match, kind: type[S], persons: int) -> S:
    """Show the match and return its board.

    The first `persons` seats are people; the others are machine players.
    """
    controllers = tuple(Controller("person" if seat < persons else "bot") for seat in range(len(match.header.seats)))
    table = TableScene(app, match, controllers, kind)
    app.push(table)
    return get_board(table, kind)


def open_setup(app: App, game: str) -> SetupScene:
    """Open the setup of a match of that game."""
    scene = SetupScene(app, game)
    app.push(scene)
    return scene


def run_frames(app: App, count: int, dt: float = 1 / 60) -> None:
    """Let frames of `dt` seconds pass."""
    for _ in range(count):
        app.frame(dt)
