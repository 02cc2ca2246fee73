"""Who plays Nim: Normal knows the trick for two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from random import Random

from guest_games.nim import NimView, Take

from grenade_salad.core import Action, Event, View
from grenade_salad.players import Player, PlayerSpec, Roster


class Normal:
    """Leaves heaps whose numbers, written in binary, cancel each other out."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def see(self, event: Event) -> None:
        """Everything is open."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """A winning move, or any."""
        assert isinstance(view, NimView)
        nim_sum = reduce(xor, view.heaps)
        for action in legal:
            if isinstance(action, Take) and view.heaps[action.heap] - action.count == view.heaps[action.heap] ^ nim_sum:
                return action
        return self._rng.choice(legal)


def make(kind: PlayerSpec, seat: int, rng: Random) -> Player:
    """The only level there is."""
    return Normal(rng)


PLAYERS = Roster(levels=("normal",), make=make)
