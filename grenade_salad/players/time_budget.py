"""Limits of the thinking of search players: fixed work, and a limit of seconds.

A seed gives the same match on any machine, but for decisions that the clock cuts off. What is computed is the same to
the last bit: see `exact_math`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from time import perf_counter

from grenade_salad.players import PlayerSpec

_MAX_SECONDS = 5.0
"""Seconds after which thinking is cut off.

The work takes about one at most on an idle machine.
"""
_UNLIMITED_WORLDS = 1_000_000
"""More worlds than fit into any time."""
SECONDS_VARIABLE = "GRENADE_SALAD_PATIENCE"
"""The environment variable with another number of seconds.

It is for measurements of players on a busy machine.
"""


@dataclass(frozen=True)
class Budget:
    """The limits of a decision."""

    worlds: int
    seconds: float
    is_timed: bool = False
    """True if the player was given its time: as much work is done as fits into it."""


def choose_budget(spec: PlayerSpec, hard: int, expert: int) -> Budget:
    """Return the limits of a player of the level `hard` or `expert`.

    They are its number of worlds, or the time that it was given.
    """
    if spec.seconds is not None:
        return Budget(_UNLIMITED_WORLDS, spec.seconds, is_timed=True)
    return Budget(hard if spec.level == "hard" else expert, float(os.environ.get(SECONDS_VARIABLE, _MAX_SECONDS)))


class Clock:
    """Limits the thinking of one player by the clock.

    `cut_off` counts the decisions in which less than the whole work was done. It stays 0 for a player that was given
    its time.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._start_time = perf_counter()
        self._is_late = False
        self.cut_off = 0

    def start(self) -> None:
        """Begin a decision."""
        self._start_time, self._is_late = perf_counter(), False

    def seconds_used(self) -> float:
        """Return the seconds since the start of the decision."""
        return perf_counter() - self._start_time

    def has_time(self, seconds: float = 0.0) -> bool:
        """True if more than `seconds` are left."""
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
        """The number of decisions that the clock cut off."""
        return self._clock.cut_off
