"""Easy player of the wheel game: likes explosions, and overlooks some results."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.preview import preview
from grenade_salad.players import Player

OVERLOOK_RATE = 0.35
"""Probability that it overlooks the result of a move."""
OWN_LOSS, EXPLOSION_WORTH, PIP_WORTH = -4.0, 1.0, 0.1
"""Worth of an own card that blows up, of another one, and of a pip of the die."""


class EasyPlayer(Player):
    """Moves the die with the most pips, and spares its own cards if it looks.

    It does not look ahead.
    """

    def __init__(self, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the die that looks best at first glance."""
        assert isinstance(view, WheelView)
        return max(
            ((self._rate_at_glance(view, action), self._rng.random(), action) for action in legal), key=_sort_key
        )[2]

    def _rate_at_glance(self, view: WheelView, action: Action) -> float:
        assert isinstance(action, Advance)
        outcome = preview(view, action.die)
        worth = PIP_WORTH * outcome.pips[action.die]
        if self._rng.random() < OVERLOOK_RATE:
            return worth
        own_spades = view.spades_of(self._seat)
        return worth + sum(
            OWN_LOSS if view.ring[blast.card_index] in own_spades else EXPLOSION_WORTH
            for blast in outcome.explosions
            if blast.takes
        )


def _sort_key(entry: tuple[float, float, Action]) -> tuple[float, float]:
    return entry[:2]
