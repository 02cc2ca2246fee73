"""The casual player of Grenade Salad: between Easy and Normal."""

from __future__ import annotations

from random import Random

from grenade_salad.bots.salad.easy import Easy
from grenade_salad.bots.salad.normal import Normal
from grenade_salad.bots.slips import Slips

_SLIPS = 0.5
"""How often it decides as Easy does."""


class Casual(Slips):
    """Normal that now and then does not look, or does not think of it."""

    def __init__(self, seat: int, rng: Random) -> None:
        super().__init__(Normal(seat, rng), Easy(seat, rng), _SLIPS, rng)
