"""Grenade, the wheel: secret hearts and three dice that blow up."""

from __future__ import annotations

from grenade_salad import core
from grenade_salad.games.wheel.board import Explosion
from grenade_salad.games.wheel.deal import check_setup
from grenade_salad.games.wheel.moves import Advance, Deal, Die, Roll, WheelSetup
from grenade_salad.games.wheel.options import LEAST_SEATS, MOST_SEATS, WheelOptions, check_options
from grenade_salad.games.wheel.preview import Preview, preview
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
    "preview",
]


def start(seats: int, options: core.Options, setup: core.Setup | None) -> WheelState:
    """The first position; without a setup the deal is due. Raises Illegal with the reason for what cannot be."""
    assert isinstance(options, WheelOptions)
    assert setup is None or isinstance(setup, WheelSetup)
    reason = check_options(seats, options)
    if reason is None and setup is not None:
        reason = check_setup(seats, options, setup)
    if reason is not None:
        raise core.Illegal(reason)
    return WheelState(seats, options, setup)


GAME = core.Game(
    name="wheel",
    title="Grenade",
    min_seats=LEAST_SEATS,
    max_seats=MOST_SEATS,
    options=WheelOptions,
    setup=WheelSetup,
    actions=(Advance,),
    chances=(Deal, Roll),
    start=start,
)
