"""The time limit of tests that wait for something that may not happen.

What does happen is waited for by looking, never by a fixed time.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

LIMIT = 300.0
"""Seconds: far more than anything takes on a machine that is busy."""


def wait_until(is_true: Callable[[], bool]) -> None:
    """Wait until a condition is true. Raises `AssertionError` after `LIMIT` seconds."""
    deadline = monotonic() + LIMIT
    while not is_true():
        assert monotonic() < deadline, "it did not happen"
        sleep(0.005)
