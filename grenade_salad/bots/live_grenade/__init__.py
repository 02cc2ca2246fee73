"""Machine players of this game: one module a level, and why they do what they do in `reasons`."""

from __future__ import annotations

from random import Random

from grenade_salad.bots import Bot, Kind, Players
from grenade_salad.core import Action, View
from grenade_salad.text import Words


def make(kind: Kind, seat: int, rng: Random) -> Bot:
    """A player of that kind; what a level needs is imported when somebody plays so."""
    match kind.level:
        case "easy":
            from grenade_salad.bots.live_grenade.easy import Easy

            return Easy(seat, rng)
        case "casual":
            from grenade_salad.bots.live_grenade.casual import Casual

            return Casual(seat, rng)
        case "normal":
            from grenade_salad.bots.live_grenade.normal import Normal

            return Normal(seat, rng, kind.style)
        case _:
            from grenade_salad.bots.live_grenade.thinking import Thinking

            return Thinking(kind, seat, rng)


def reason(seat: int, view: View, action: Action) -> Words:
    """Why the seat might do that: see `bots.Players`."""
    from grenade_salad.bots.live_grenade import reasons

    return reasons.reason(seat, view, action)


PLAYERS = Players(
    levels=("easy", "casual", "normal", "hard", "expert"),
    make=make,
    reason=reason,
    tops={2: "normal", 3: "hard"},
    remember=True,
)
