"""The scene of Live Grenade."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.table.game_scene import GameScene
from grenade_salad.app.table.on_table import OnTable
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller


def make(app: Shell, match: Match, controllers: tuple[Controller, ...]) -> Scene:
    """The scene of a match of Live Grenade."""
    from grenade_salad.app.games.live_grenade.scene import LiveGrenadeScene
    from grenade_salad.app.table.table import Table

    return Table(app, match, controllers, LiveGrenadeScene)


def set_up(app: Shell) -> Scene:
    """The scene before an evening of Live Grenade."""
    from grenade_salad.app.games.live_grenade.setup import EveningSetup

    return EveningSetup(app)


def where(scene: OnTable, name: str) -> Sequence[Rect]:
    """Where something is that the lesson has a name for."""
    from grenade_salad.app.games.live_grenade.spots import spots

    return spots(scene, name)


def edit(app: Shell, line: str) -> Scene:
    """Where a position is set up."""
    from grenade_salad.app.games.live_grenade.set_up_scene import SetUpLiveScene

    return SetUpLiveScene(app, line)


SCENE = GameScene(make, set_up, where, edit=edit, ahead="grenade_salad.app.games.live_grenade.scene")
