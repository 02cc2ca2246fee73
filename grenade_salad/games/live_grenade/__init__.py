"""Live Grenade: draw until the grenade comes."""

from __future__ import annotations

from grenade_salad import core
from grenade_salad.games.live_grenade.deal import check_setup
from grenade_salad.games.live_grenade.luck import Deal, LiveGrenadeSetup, Reshuffle, Stolen
from grenade_salad.games.live_grenade.moves import Cancel, Draw, Pair, Pass, Reverse, Skip, Steal
from grenade_salad.games.live_grenade.options import MOST_SEATS, LiveGrenadeOptions, check_options
from grenade_salad.games.live_grenade.state import LiveGrenade
from grenade_salad.games.live_grenade.view import LiveGrenadeView, Play

__all__ = [
    "GAME",
    "Cancel",
    "Deal",
    "Draw",
    "LiveGrenade",
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


def start(seats: int, options: core.Options, setup: core.Setup | None) -> LiveGrenade:
    """The first position; without a setup the deal is due. Raises Illegal with the reason for what cannot be."""
    assert isinstance(options, LiveGrenadeOptions)
    assert setup is None or isinstance(setup, LiveGrenadeSetup)
    reason = check_options(seats, options)
    if reason is None and setup is not None:
        reason = check_setup(seats, options, setup)
    if reason is not None:
        raise core.Illegal(reason)
    return LiveGrenade(seats, options, setup)


GAME = core.Game(
    name="live-grenade",
    title="Live Grenade",
    min_seats=2,
    max_seats=MOST_SEATS,
    options=LiveGrenadeOptions,
    setup=LiveGrenadeSetup,
    actions=(Draw, Pair, Steal, Skip, Reverse, Cancel, Pass),
    chances=(Deal, Reshuffle, Stolen),
    start=start,
)
