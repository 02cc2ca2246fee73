"""Pictures of where positions are set up, in all games, and of what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grenade_salad.app.games.live_grenade.set_up_scene import SetUpLiveScene
from grenade_salad.app.games.salad.set_up_scene import SetUpPositionScene
from grenade_salad.app.games.wheel.set_up_scene import SetUpWheelScene
from grenade_salad.app.shell.app import App

SALAD = (
    "grenade-salad; seats 2; block 420,300 30 60,20; a0 250,190 10; a1 282,150; b20 340,230; b21 362,190 20;"
    " hand a Arrow Explosion Footpath; hand b ?3; turn a"
)
LIVE = "live-grenade; seats Ann, Bo, Cy; hand a 2C 4H; deck AS ?; discard 9C 10D; turn b; steal 10D from c; asked c a"
WHEEL = "wheel; seats 7; hearts a 4H; turn c; roll 4"


def _salad(app: App) -> None:
    app.push(SetUpPositionScene(app, SALAD))


def _live(app: App) -> None:
    app.push(SetUpLiveScene(app, LIVE))


def _wheel(line: str, app: App) -> None:
    app.push(SetUpWheelScene(app, line))


SCREENS: dict[str, Callable[[App], object]] = {
    "position-salad": _salad,
    "position-live-grenade": _live,
    "position-wheel": partial(_wheel, WHEEL),
    "position-wheel-new": partial(_wheel, ""),
}
