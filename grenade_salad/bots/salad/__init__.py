"""Machine players of this game: one module a level, and why they do what they do in `reasons`."""

from __future__ import annotations

from random import Random

from grenade_salad.bots import Bot, Kind, Players
from grenade_salad.core import Action, View
from grenade_salad.text import Message


def make(kind: Kind, seat: int, rng: Random) -> Bot:
    """A player of that kind; what a level needs is imported when somebody plays so."""
    match kind.level:
        case "random":
            from grenade_salad.bots.salad.normal import Anything

            return Anything(rng)
        case "easy":
            from grenade_salad.bots.salad.easy import Easy

            return Easy(seat, rng)
        case "casual":
            from grenade_salad.bots.salad.casual import Casual

            return Casual(seat, rng)
        case "normal":
            from grenade_salad.bots.salad.normal import Normal

            return Normal(seat, rng, kind.style)
        case _:
            from grenade_salad.bots.salad.thinking import Thinking

            return Thinking(kind, seat, rng)


def reason(seat: int, view: View, action: Action) -> Message:
    """Why the seat might do that: see `bots.Players`."""
    from grenade_salad.bots.salad import reasons

    return reasons.reason(seat, view, action)


PLAYERS = Players(
    levels=("random", "easy", "casual", "normal", "hard", "expert"),
    make=make,
    reason=reason,
    tops={2: "expert", 3: "hard"},
)
