"""The casual player of Live Grenade: between Easy and Normal."""

from __future__ import annotations

from random import Random

from grenade_salad.bots.live_grenade.easy import Easy
from grenade_salad.bots.live_grenade.normal import Normal
from grenade_salad.bots.slips import Slips

_SLIPS = 0.28
"""How often it decides as Easy does."""


class Casual(Slips):
    """Normal that now and then does not look, or does not think of it."""

    def __init__(self, seat: int, rng: Random) -> None:
        super().__init__(Normal(seat, rng), Easy(seat, rng), _SLIPS, rng)
