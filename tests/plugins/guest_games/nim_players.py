"""Machine players of Nim: Normal knows the trick for two seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from random import Random

from guest_games.nim import NimView, Take

from grenade_salad.core import Action, Event, View
from grenade_salad.players import Player, PlayerSpec, Roster


class Normal:
    """A player that leaves heaps whose numbers, in binary, cancel each other out."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def see(self, event: Event) -> None:
        """Ignore events: everything is public."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose a winning action, or any."""
        assert isinstance(view, NimView)
        nim_sum = reduce(xor, view.heaps)
        for action in legal:
            if isinstance(action, Take) and view.heaps[action.heap] - action.count == view.heaps[action.heap] ^ nim_sum:
                return action
        return self._rng.choice(legal)


def make(kind: PlayerSpec, seat: int, rng: Random) -> Player:
    """Make a player of the only level."""
    return Normal(rng)


PLAYERS = Roster(levels=("normal",), make=make)
