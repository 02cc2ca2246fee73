"""What the window asks of a game: the scenes that it brings."""

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
    """`make` gives the table of a match with the game's scene on it, `set_up` the scene before a match, if the game has
    one of its own. `GameScreens(partial(Table, make=NimScene))` is enough; docs/scenes.md tells how a scene is made.

    `spots` says where something is on the table that the game's lesson has a name for: boxes on the canvas, none if it
    is not there; under the name "all", what the sheet of a lesson should not cover.

    `opens` gives the scene for a file or folder that was dropped on the window; None if it is none of this game.

    `make_editor` gives the scene in which a position is set up, beginning with that of a line ("" for an empty one).
    Raises
    Unreadable for what is no line.

    `ahead` is the module that `make` imports where that takes long: while people still choose, it is brought.
    """

    make: Callable[[AppContext, Match, tuple[Controller, ...]], Scene]
    make_setup: Callable[[AppContext], Scene] | None = None
    find_spots: Callable[[GameBoard, str], Sequence[Rect]] | None = None
    opens: Callable[[AppContext, Path], Scene | None] | None = None
    make_editor: Callable[[AppContext, str], Scene] | None = None
    preload_module: str = ""


def import_on_call(target: str) -> Callable[..., Any]:
    """What a string names, as in "package.module:NAME", to be called: it is imported with the first call."""
    return lambda *arguments: registry.load_object(target, object)(*arguments)  # type: ignore[operator]


def table_factory(board: str) -> Callable[[AppContext, Match, tuple[Controller, ...]], Scene]:
    """Tables with the game's scene of that name on them."""
    make_table = import_on_call("grenade_salad.app.match.table_scene:TableScene")
    return lambda app, match, controllers: make_table(app, match, controllers, import_on_call(board))
