"""The scene of Grenade, the wheel."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.table.game_scene import GameScene
from grenade_salad.app.table.on_table import OnTable
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller


def make(app: Shell, match: Match, controllers: tuple[Controller, ...]) -> Scene:
    """The scene of a match of Grenade."""
    from grenade_salad.app.games.wheel.scene import WheelScene
    from grenade_salad.app.table.table import Table

    return Table(app, match, controllers, WheelScene)


def where(scene: OnTable, name: str) -> Sequence[Rect]:
    """Where something is that the lesson has a name for."""
    from grenade_salad.app.games.wheel.spots import spots

    return spots(scene, name)


def edit(app: Shell, line: str) -> Scene:
    """Where a position is set up."""
    from grenade_salad.app.games.wheel.set_up_scene import SetUpWheelScene

    return SetUpWheelScene(app, line)


SCENE = GameScene(make, None, where, edit=edit, ahead="grenade_salad.app.games.wheel.scene")
