"""A clock that advances when it is read, so that timed players are repeatable."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import pytest

_CLOCKS = ("perf_counter", "monotonic", "process_time", "thread_time", "time")
TICK = 1 / 1024
"""Seconds between two readings: a power of two, so that differences are exact."""


def stop_clocks(patch: pytest.MonkeyPatch) -> None:
    """Replace the clocks of all players by one that advances when it is read."""
    readings = 0

    def clock() -> float:
        nonlocal readings
        readings += 1
        return readings * TICK

    real_clocks: list[Callable[[], float]] = [getattr(time, name) for name in _CLOCKS]
    for module in [loaded for name, loaded in sys.modules.items() if name.startswith("grenade_salad.players")]:
        for name, value in list(vars(module).items()):
            if any(value is real_clock for real_clock in real_clocks):
                patch.setattr(module, name, clock)
            assert value is not time, f"{module.__name__} imports the module time: import its functions"
