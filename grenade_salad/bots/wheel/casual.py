"""The casual player of the wheel game: between Easy and Normal."""

from __future__ import annotations

from random import Random

from grenade_salad.bots.slips import Slips
from grenade_salad.bots.wheel.easy import Easy
from grenade_salad.bots.wheel.normal import Normal

_SLIPS = 0.35
"""How often it decides as Easy does."""


class Casual(Slips):
    """Normal that now and then does not look, or does not think of it."""

    def __init__(self, seat: int, rng: Random) -> None:
        super().__init__(Normal(seat, rng), Easy(seat, rng), _SLIPS, rng)
