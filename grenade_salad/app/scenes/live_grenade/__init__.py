"""The scene of Live Grenade."""

from __future__ import annotations

from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller


def make(app: App, match: Match, controllers: tuple[Controller, ...]) -> Scene:
    """The scene of a match of Live Grenade."""
    from grenade_salad.app.scenes.live_grenade.scene import LiveGrenadeScene

    return LiveGrenadeScene(app, match, controllers)


def set_up(app: App) -> Scene:
    """The scene before an evening of Live Grenade."""
    from grenade_salad.app.scenes.live_grenade.setup import EveningSetup

    return EveningSetup(app)
