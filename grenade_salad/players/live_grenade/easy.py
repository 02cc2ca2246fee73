"""Easy player of Live Grenade: plays what it likes, and forgets to answer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, Event, View
from grenade_salad.games.live_grenade import Cancel, LiveGrenadeView, Pass
from grenade_salad.games.live_grenade.actions import Theft
from grenade_salad.players.live_grenade.normal import NormalPlayer

FORGET_RATE = 0.2
"""Probability that it forgets to answer, or that it could steal."""
RANDOM_VICTIM_RATE = 0.4
"""Probability that it steals from a random player."""
SHOW_OFF_RATE = 0.3
"""Probability that it ends a turn with a Skip or Reverse, needed or not."""


class EasyPlayer:
    """Normal with human errors.

    It plays every King that hurts now, and Skips before they are needed.
    """

    def __init__(self, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._normal = NormalPlayer(seat, rng)

    def see(self, event: Event) -> None:
        """Observe an event."""
        self._normal.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return an action: a play or the draw, or the answer to a play."""
        assert isinstance(view, LiveGrenadeView)
        return self._answer(view, legal) if view.stack else self._play(view, legal)

    def _answer(self, view: LiveGrenadeView, legal: Sequence[Action]) -> Action:
        forgets = self._rng.random() < FORGET_RATE
        if forgets:
            return next(action for action in legal if isinstance(action, Pass))
        king = next((action for action in legal if isinstance(action, Cancel)), None)
        last = view.stack[-1]
        hurts = last.target == self._seat or (last.do == "cancel" and view.stack[-2].seat == self._seat)
        normal_choice = self._normal.decide(
            view, legal
        )  # With a King too: the time of an answer must not reveal it (LG-24).
        return king if king and hurts else normal_choice

    def _play(self, view: LiveGrenadeView, legal: Sequence[Action]) -> Action:
        rng = self._rng
        thefts = [action for action in legal if isinstance(action, Theft)]
        enders = [action for action in legal if action.do in ("skip", "reverse")]
        untargeted = [action for action in legal if not isinstance(action, Theft)]
        if thefts and rng.random() >= FORGET_RATE:
            return rng.choice(thefts) if rng.random() < RANDOM_VICTIM_RATE else self._normal.decide(view, legal)
        if enders and rng.random() < SHOW_OFF_RATE:
            return rng.choice(enders)
        return self._normal.decide(view, untargeted)
