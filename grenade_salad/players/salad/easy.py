"""Easy player of Grenade Salad: throws before it looks, and misses some shots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, View
from grenade_salad.games.salad import Arrow, End, Explosion, Hammers, Move, Pass, ThrowAway
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players import Player
from grenade_salad.players.salad.normal import NormalPlayer, fill_template

_OVERLOOK_RATE = 0.45
"""Probability that it does not see a shot, a blow or a mine."""
_WANDER_RATE = 0.6
"""Probability that it moves to a random place."""
_THROW_RATE = 0.3
"""Probability that it throws a grenade at once, at a random point."""
_STOP_RATE = 0.25
"""Probability that it ends its turn too early."""


class EasyPlayer(Player):
    """The normal player with human errors."""

    def __init__(self, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._normal = NormalPlayer(seat, rng)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return one step: the drop, a move, a card, a mine, or the end of the turn."""
        assert isinstance(view, SaladView)
        rng = self._rng
        if view.step == "mines" and rng.random() < _OVERLOOK_RATE:
            return Pass(self._seat)
        if view.step not in ("move", "cards"):
            return self._normal.decide(view, legal)
        hasty = self._choose_wandering(view, legal) if view.step == "move" else None
        if hasty is None and rng.random() < _THROW_RATE:
            hasty = self._fill_any(view, [action for action in legal if isinstance(action, Explosion)])
        ends = [action for action in legal if isinstance(action, End | ThrowAway)]
        end = rng.choice(ends) if len(ends) > 1 else next(iter(ends), None)
        if hasty is None and end and rng.random() < _STOP_RATE:
            hasty = end
        noticed = [
            action for action in legal if not isinstance(action, Arrow | Hammers) or rng.random() >= _OVERLOOK_RATE
        ]
        return hasty or self._normal.decide(
            view, noticed if end or any(not isinstance(action, Move) for action in noticed) else legal
        )

    def _choose_wandering(self, view: SaladView, legal: Sequence[Action]) -> Action | None:
        """Return a random move, or None."""
        if self._rng.random() >= _WANDER_RATE:
            return None
        return self._fill_any(view, [action for action in legal if isinstance(action, Move)])

    def _fill_any(self, view: SaladView, templates: Sequence[Action]) -> Action | None:
        """Return a random one of the templates with random points."""
        return fill_template(view, self._rng.choice(templates), self._rng) if templates else None
