"""Machine players of this game: one module a level, and why they do what they do in `reasons`."""

from __future__ import annotations

from random import Random

from grenade_salad.bots import Bot, Kind
from grenade_salad.bots.anything import Anything
from grenade_salad.bots.live_grenade.easy import Easy
from grenade_salad.bots.live_grenade.normal import Normal


def make(kind: Kind, seat: int, rng: Random) -> Bot:
    """A player of that kind."""
    match kind.level:
        case "random":
            return Anything(rng)
        case "easy":
            return Easy(seat, rng)
        case "normal":
            return Normal(seat, rng, kind.style)
    from grenade_salad.bots.live_grenade.thinking import Thinking

    return Thinking(kind, seat, rng)
