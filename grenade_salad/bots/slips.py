"""A player who knows better, most of the time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.bots import Bot
from grenade_salad.core import Action, Event, View


class Slips:
    """Decides as a sound player does, but for a share of decisions, which are those of a weaker one."""

    def __init__(self, sound: Bot, weak: Bot, share: float, rng: Random) -> None:
        self._sound = sound
        self._weak = weak
        self._share = share
        self._rng = rng

    def see(self, event: Event) -> None:
        """Show the event to both players, so that either can go on."""
        self._sound.see(event)
        self._weak.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What one of the two chooses."""
        slips = self._rng.random() < self._share
        return (self._weak if slips else self._sound).decide(view, legal)
