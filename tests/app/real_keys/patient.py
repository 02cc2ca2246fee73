"""Waiting for a condition."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from tests.patience import LIMIT

Result = TypeVar("Result")
_PAUSE = 0.05
"""Seconds between two attempts."""


def wait_for(ask: Callable[[], Result | None], reason: str | Callable[[], str]) -> Result:
    """Return the first true answer.

    Raises AssertionError with the reason if none comes in time.
    """
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        if answer := ask():
            return answer
        time.sleep(_PAUSE)
    raise AssertionError(reason if isinstance(reason, str) else reason())
