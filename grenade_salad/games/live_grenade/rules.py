"""Live Grenade: draw until the grenade comes."""

from __future__ import annotations

from grenade_salad import core
from grenade_salad.games.live_grenade import PLUGIN
from grenade_salad.games.live_grenade.actions import Cancel, Draw, Pair, Pass, Reverse, Skip, Steal
from grenade_salad.games.live_grenade.chance import Deal, LiveGrenadeSetup, Reshuffle, Stolen
from grenade_salad.games.live_grenade.deal import why_not_setup
from grenade_salad.games.live_grenade.describe import describe
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions, why_not_options
from grenade_salad.games.live_grenade.state import LiveGrenadeState
from grenade_salad.games.live_grenade.view import LiveGrenadeView, Play

__all__ = [
    "GAME",
    "Cancel",
    "Deal",
    "Draw",
    "LiveGrenadeState",
    "LiveGrenadeOptions",
    "LiveGrenadeSetup",
    "LiveGrenadeView",
    "Pair",
    "Pass",
    "Play",
    "Reshuffle",
    "Reverse",
    "Skip",
    "Steal",
    "Stolen",
]


def start(seats: int, options: core.Options, setup: core.Setup | None) -> LiveGrenadeState:
    """Return the first state; without a setup the deal is pending.

    Raises `Illegal` with the reason for impossible options or setups.
    """
    assert isinstance(options, LiveGrenadeOptions)
    assert setup is None or isinstance(setup, LiveGrenadeSetup)
    reason = why_not_options(seats, options)
    if reason is None and setup is not None:
        reason = why_not_setup(seats, options, setup)
    if reason is not None:
        raise core.Illegal(reason)
    return LiveGrenadeState(seats, options, setup)


GAME = core.Game(
    name="live-grenade",
    title=PLUGIN.title,
    min_seats=PLUGIN.min_seats,
    max_seats=PLUGIN.max_seats,
    options=LiveGrenadeOptions,
    setup=LiveGrenadeSetup,
    actions=(Draw, Pair, Steal, Skip, Reverse, Cancel, Pass),
    chances=(Deal, Reshuffle, Stolen),
    start=start,
    describe=describe,
)
