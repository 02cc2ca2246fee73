"""A clock that goes on by being looked at: what thinks by the clock does the same on any machine."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import pytest

_CLOCKS = ("perf_counter", "monotonic", "process_time", "thread_time", "time")
TICK = 1 / 1024
"""Seconds between one look and the next: a power of two, so that differences are exact."""


def stop_clocks(patch: pytest.MonkeyPatch) -> None:
    """Give all players the clock that ticks when it is looked at."""
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return looks * TICK

    real: list[Callable[[], float]] = [getattr(time, name) for name in _CLOCKS]
    for module in [there for name, there in sys.modules.items() if name.startswith("grenade_salad.players")]:
        for name, thing in list(vars(module).items()):
            if any(thing is one for one in real):
                patch.setattr(module, name, clock)
            assert thing is not time, f"{module.__name__} imports the module time: import its functions"
