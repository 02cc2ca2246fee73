"""How much players think who think: so much work, so that a seed gives the same match on any machine.

Decisions that the clock cuts off are the exception. What is computed is the same to the last bit: see `exact_math`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from time import perf_counter

from grenade_salad.players import Kind

_MOST = 5.0
"""Seconds by the clock on the wall after which thinking is cut off; the work takes about one at most on a machine that
has nothing else to do."""
PATIENCE = "GRENADE_SALAD_PATIENCE"
"""The variable that says another number of seconds, for those who measure players on a busy machine."""


@dataclass(frozen=True)
class Budget:
    """How much somebody thinks: in so many worlds, and no longer than so many seconds by the clock on the wall.

    `told`: the time is what was asked for, and as much work as fits into it.
    """

    worlds: int
    seconds: float
    told: bool = False


def budget(kind: Kind, hard: int, expert: int) -> Budget:
    """What a player of the level `hard` or `expert` may use: so many worlds, or the time that it was told."""
    if kind.seconds is not None:
        return Budget(1_000_000, kind.seconds, told=True)
    return Budget(hard if kind.level == "hard" else expert, float(os.environ.get(PATIENCE, _MOST)))


class Clock:
    """Cuts off the thinking of one player. `cut_off` counts the decisions that it fell short of its work in.

    A player that was told its time falls short of nothing.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._begun = perf_counter()
        self._late = False
        self.cut_off = 0

    def start(self) -> None:
        """A decision begins."""
        self._begun, self._late = perf_counter(), False

    def used(self) -> float:
        """Seconds since then."""
        return perf_counter() - self._begun

    def in_time(self, needed: float = 0.0) -> bool:
        """Whether there is time left: more than so many seconds."""
        if self.used() + needed < self._budget.seconds:
            return True
        self.cut_off += not self._late and not self._budget.told
        self._late = True
        return False


class OnTheClock:
    """A player that thinks by a clock."""

    _clock: Clock

    @property
    def cut_off(self) -> int:
        """How many decisions the clock cut off."""
        return self._clock.cut_off
