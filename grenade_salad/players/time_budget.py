"""How much players think who think: so much work, so that a seed gives the same match on any machine.

Decisions that the clock cuts off are the exception. What is computed is the same to the last bit: see `exact_math`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from time import perf_counter

from grenade_salad.players import PlayerSpec

_MAX_SECONDS = 5.0
"""Seconds by the clock on the wall after which thinking is cut off; the work takes about one at most on a machine that
has nothing else to do."""
SECONDS_VARIABLE = "GRENADE_SALAD_PATIENCE"
"""The variable that says another number of seconds, for those who measure players on a busy machine."""


@dataclass(frozen=True)
class Budget:
    """How much somebody thinks: in so many worlds, and no longer than so many seconds by the clock on the wall.

    `told`: the time is what was asked for, and as much work as fits into it.
    """

    worlds: int
    seconds: float
    is_timed: bool = False


def choose_budget(spec: PlayerSpec, hard: int, expert: int) -> Budget:
    """What a player of the level `strength` or `is_expert` may use: so many worlds, or the time that it was told."""
    if spec.seconds is not None:
        return Budget(1_000_000, spec.seconds, is_timed=True)
    return Budget(hard if spec.level == "hard" else expert, float(os.environ.get(SECONDS_VARIABLE, _MAX_SECONDS)))


class Clock:
    """Cuts off the thinking of one player. `cut_off` counts the decisions that it fell short of its work in.

    A player that was told its time falls short of nothing.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._start_time = perf_counter()
        self._is_late = False
        self.cut_off = 0

    def start(self) -> None:
        """A decision begins."""
        self._start_time, self._is_late = perf_counter(), False

    def seconds_used(self) -> float:
        """Seconds since then."""
        return perf_counter() - self._start_time

    def has_time(self, seconds: float = 0.0) -> bool:
        """Whether there is time left: more than so many seconds."""
        if self.seconds_used() + seconds < self._budget.seconds:
            return True
        self.cut_off += not self._is_late and not self._budget.is_timed
        self._is_late = True
        return False


class TimedPlayer:
    """A player that thinks by a clock."""

    _clock: Clock

    @property
    def cut_off(self) -> int:
        """How many decisions the clock cut off."""
        return self._clock.cut_off
