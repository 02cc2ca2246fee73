"""Packages that only parts of the laboratory need, and their extras.

A missing one is reported in one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from grenade_salad.text import m, say

PACKAGES = {
    "rl": "pettingzoo",
    "train": "stable-baselines3",
    "openspiel": "open-spiel",
    "cluster": "distributed",
}
"""By extra, the package that brings all of it.

Grenade Salad itself may be installed from a file: its name is at no index.
"""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Wrap imports: a missing package is reported with its extra and what to type.

    Raises ModuleNotFoundError.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(describe_missing(name), name=error.name, path=error.path) from error


def describe_missing(name: str) -> str:
    """Return the text for an extra that is not installed."""
    message = m(
        "this needs the extra [{extra}] of Grenade Salad, or: pip install {package}", extra=name, package=PACKAGES[name]
    )
    return say(message)
