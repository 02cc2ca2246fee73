"""The scenes that a game provides to the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Match


@dataclass(frozen=True)
class GameScreens:
    """The scenes of a game.

    `GameScreens(partial(TableScene, make=NimBoard))` is enough; docs/scenes.md explains how to make a board.
    """

    make: Callable[[AppContext, Match, tuple[Controller, ...]], Scene]
    """Returns the table of a match, with the game's board on it."""
    make_setup: Callable[[AppContext], Scene] | None = None
    """Returns the scene before a match, if the game has its own."""
    find_spots: Callable[[GameBoard, str], Sequence[Rect]] | None = None
    """Returns the boxes of something that the game's lesson names.

    There is none if it is not visible. The name "all" stands for everything that the card of a lesson should not cover.
    """
    opens: Callable[[AppContext, Path], Scene | None] | None = None
    """Returns the scene for a dropped file or folder; None if it is of another game."""
    make_editor: Callable[[AppContext, str], Scene] | None = None
    """Returns the scene that edits the position of a line, "" for an empty one.

    Raises `Unreadable` if the text is not a line of a position.
    """
    preload_module: str = ""
    """The module that `make` imports, loaded earlier if that takes long."""


def import_on_call(target: str) -> Callable[..., Any]:
    """Return a callable that imports `target`, a "package.module:NAME", when called."""
    return lambda *arguments: registry.load_object(target, object)(*arguments)  # type: ignore[operator]


def table_factory(board: str) -> Callable[[AppContext, Match, tuple[Controller, ...]], Scene]:
    """Return a function that makes tables with the board of that dotted name."""
    make_table = import_on_call("grenade_salad.app.match.table_scene:TableScene")
    return lambda app, match, controllers: make_table(app, match, controllers, import_on_call(board))
