"""The scene of Grenade, the wheel."""

from __future__ import annotations

from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller


def make(app: App, match: Match, controllers: tuple[Controller, ...]) -> Scene:
    """The scene of a match of Grenade."""
    from grenade_salad.app.scenes.wheel.scene import WheelScene

    return WheelScene(app, match, controllers)
