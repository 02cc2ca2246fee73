"""Packages that only parts of the laboratory need, each with the extra that brings it; one line where it is missing."""

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
"""By extra, what brings all of it. The package itself may be from a file: its name is at no index."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around imports: whoever lacks the package is told the extra, and what to type. Raises ModuleNotFoundError."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(describe_missing(name), name=error.name, path=error.path) from error


def describe_missing(name: str) -> str:
    """What is said where the extra is not installed."""
    message = m(
        "this needs the extra [{extra}] of Grenade Salad, or: pip install {package}", extra=name, package=PACKAGES[name]
    )
    return say(message)
