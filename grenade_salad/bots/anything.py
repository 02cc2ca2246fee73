"""The player that every other is measured against."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.bots import Bot
from grenade_salad.core import Action, View


class Anything(Bot):
    """Anything that is legal."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions, each as likely as the others."""
        return self._rng.choice(legal)
