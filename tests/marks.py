"""Which cases of a test belong to the default run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow_but(quick: Iterable[object], cases: Iterable[Any]) -> list[Any]:
    """The cases of a parametrized test: all but the quick ones are left to the slow tests. A case of several arguments
    is a tuple."""
    default = list(quick)
    return [
        case
        if case in default
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for case in cases
    ]
