"""The easy player of Grenade Salad: throws before it looks, and does not see every shot."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, Event, View
from grenade_salad.games.salad import Arrow, End, Explosion, Hammers, Move, Pass, ThrowAway
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.salad.normal import Normal, fill

_OVERLOOKS = 0.45
"""How often it does not see a shot, a blow or a mine."""
_WANDERS = 0.6
"""How often it moves just somewhere."""
_THROWS = 0.3
"""How often it throws a grenade as soon as it has one, about there."""
_STOPS = 0.25
"""How often it ends its turn too early."""


class Easy:
    """Normal with human errors."""

    def __init__(self, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._sound = Normal(seat, rng)

    def see(self, event: Event) -> None:
        """Nothing needs to be remembered: the table is open."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """One small step: the drop, a move, a card, a mine, or the end of the turn."""
        assert isinstance(view, SaladView)
        rng = self._rng
        if view.step == "mines" and rng.random() < _OVERLOOKS:
            return Pass(self._seat)
        if view.step not in ("move", "cards"):
            return self._sound.decide(view, legal)
        hasty = self._move(view, legal) if view.step == "move" else None
        if hasty is None and rng.random() < _THROWS:
            hasty = self._some(view, [action for action in legal if isinstance(action, Explosion)])
        ends = [action for action in legal if isinstance(action, End | ThrowAway)]
        end = rng.choice(ends) if len(ends) > 1 else next(iter(ends), None)
        if hasty is None and end and rng.random() < _STOPS:
            hasty = end
        seen = [one for one in legal if not isinstance(one, Arrow | Hammers) or rng.random() >= _OVERLOOKS]
        return hasty or self._sound.decide(
            view, seen if end or any(not isinstance(one, Move) for one in seen) else legal
        )

    def _move(self, view: SaladView, legal: Sequence[Action]) -> Action | None:
        """A move to somewhere, if it feels like that."""
        if self._rng.random() >= _WANDERS:
            return None
        return self._some(view, [action for action in legal if isinstance(action, Move)])

    def _some(self, view: SaladView, templates: Sequence[Action]) -> Action | None:
        """Any of the templates, with points by chance."""
        return fill(view, self._rng.choice(templates), self._rng) if templates else None
