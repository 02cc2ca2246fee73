"""What the window asks of a game: the scenes that it brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller


@dataclass(frozen=True)
class GameScene:
    """`make` gives the scene of a match, `set_up` the one before a match, if the game has one of its own.

    `spots` says where something is on the first one that the game's lesson has a name for: boxes on the canvas, none
    if it is not there; under the name "all", what the sheet of a lesson should not cover.
    """

    make: Callable[[Shell, Match, tuple[Controller, ...]], Scene]
    set_up: Callable[[Shell], Scene] | None = None
    spots: Callable[[Scene, str], Sequence[Rect]] | None = None
