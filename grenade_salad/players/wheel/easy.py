"""The easy player of the wheel game: likes it when something blows up, and does not always look where."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, Event, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import spade_of
from grenade_salad.games.wheel.preview import preview

OVERLOOKS = 0.35
"""How often it does not see what a move would do."""
OWN, BANG, PIP = -4.0, 1.0, 0.1
"""What an own card that blows up is worth, another one, and a pip of the die."""


class Easy:
    """Moves the die with the most pips, spares its own cards if it looks, and never thinks of what comes next."""

    def __init__(self, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng

    def see(self, event: Event) -> None:
        """Nothing is remembered."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """The die that looks best at a first glance."""
        assert isinstance(view, WheelView)
        return max(((self._glance(view, action), self._rng.random(), action) for action in legal), key=_first)[2]

    def _glance(self, view: WheelView, action: Action) -> float:
        assert isinstance(action, Advance)
        seen = preview(view, action.die)
        worth = PIP * seen.pips[action.die]
        if self._rng.random() < OVERLOOKS:
            return worth
        hearts = view.hearts[self._seat]
        own = {spade_of(heart) for heart in hearts} if isinstance(hearts, tuple) else set()
        return worth + sum(OWN if view.ring[blast.at] in own else BANG for blast in seen.explosions if blast.takes)


def _first(entry: tuple[float, float, Action]) -> tuple[float, float]:
    return entry[:2]
