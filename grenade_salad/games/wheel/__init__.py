"""Grenade, the wheel: secret hearts and three dice that blow up."""

from grenade_salad.core import Game, Illegal, Options, Setup
from grenade_salad.games.wheel.moves import Advance, Deal, Roll, WheelSetup
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.start import why_not_setup, why_not_table
from grenade_salad.games.wheel.state import WheelState

__all__ = [
    "Advance",
    "Deal",
    "GAME",
    "Roll",
    "WheelOptionsfrom",
    "WheelSetupfrom",
    "WheelState",
]


def start(seats: int, options: Options, setup: Setup | None) -> WheelState:
    """The first state. Raises Illegal for seats, house rules or a setup that cannot be (WH-01)."""
    assert isinstance(options, WheelOptions)
    if reason := why_not_table(seats, options):
        raise Illegal(reason)
    assert setup is None or isinstance(setup, WheelSetup)
    if setup is not None and (reason := why_not_setup(seats, options, setup)):
        raise Illegal(reason)
    return WheelState(seats, options, setup)


GAME = Game(
    name="wheel",
    title="Grenade",
    min_seats=2,
    max_seats=7,
    options=WheelOptions,
    setup=WheelSetup,
    actions=(Advance,),
    chances=(Roll, Deal),
    start=start,
)
