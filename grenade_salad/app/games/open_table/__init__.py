"""The scene of the open table."""

from __future__ import annotations

from pathlib import Path

from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.table.game_scene import GameScene
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller


def make(app: Shell, match: Match, controllers: tuple[Controller, ...]) -> Scene:
    """The scene of a match at the open table."""
    from grenade_salad.app.games.open_table.scene import OpenTableScene
    from grenade_salad.app.table.table import Table

    return Table(app, match, controllers, OpenTableScene)


def set_up(app: Shell) -> Scene:
    """Who sits down, and with which box."""
    from grenade_salad.app.games.open_table.setup import BoxSetup

    return BoxSetup(app)


def opens(app: Shell, file: Path) -> Scene | None:
    """The set-up with a box that was dropped on the window."""
    from grenade_salad.app.games.open_table import setup

    return setup.opens(app, file)


SCENE = GameScene(make, set_up, opens=opens, ahead="grenade_salad.app.games.open_table.scene")
