"""Grenade, the wheel: secret hearts and three dice that blow up."""

from __future__ import annotations

from grenade_salad import core
from grenade_salad.games.wheel import PLUGIN
from grenade_salad.games.wheel.actions import Advance, Deal, Die, Roll, WheelSetup
from grenade_salad.games.wheel.deal import why_not_setup
from grenade_salad.games.wheel.describe import describe
from grenade_salad.games.wheel.options import WheelOptions, why_not_options
from grenade_salad.games.wheel.preview import Preview
from grenade_salad.games.wheel.ring import Explosion
from grenade_salad.games.wheel.state import WheelState
from grenade_salad.games.wheel.view import WheelView

__all__ = [
    "GAME",
    "Advance",
    "Deal",
    "Die",
    "Explosion",
    "Preview",
    "Roll",
    "WheelOptions",
    "WheelSetup",
    "WheelState",
    "WheelView",
]


def start(seats: int, options: core.Options, setup: core.Setup | None) -> WheelState:
    """Return the first position; without a setup the deal is pending.

    Raises `Illegal` for house rules or a setup that are impossible.
    """
    assert isinstance(options, WheelOptions)
    assert setup is None or isinstance(setup, WheelSetup)
    reason = why_not_options(seats, options)
    if reason is None and setup is not None:
        reason = why_not_setup(seats, options, setup)
    if reason is not None:
        raise core.Illegal(reason)
    return WheelState(seats, options, setup)


GAME = core.Game(
    name="wheel",
    title=PLUGIN.title,
    min_seats=PLUGIN.min_seats,
    max_seats=PLUGIN.max_seats,
    options=WheelOptions,
    setup=WheelSetup,
    actions=(Advance,),
    chances=(Deal, Roll),
    start=start,
    describe=describe,
)
