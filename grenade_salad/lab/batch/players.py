"""Who plays at the tables of a batch: functions that decide at all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.lab.batch.batch import Batch, Doubles, Floats

Choices: TypeAlias = NDArray[np.integer[Any]]


class Asked(NamedTuple):
    """What those may know who are to act, a row for each table; see `Batch`. What takes as long as a turn to make is
    made when somebody asks for it."""

    observe: Callable[[], Floats]
    mask: NDArray[np.int8]
    remembered: Callable[[], Doubles]


Player: TypeAlias = Callable[[Asked, np.random.Generator], Choices]
"""A player gets this and luck of its own, and gives a choice for each table; what it says where nobody is asked counts
for nothing. It gets no batch, which knows everybody's secrets."""


def asked(batch: Batch) -> Asked:
    """What is asked at the tables of a batch now."""
    return Asked(batch.observe, batch.mask(), batch.remembered)


def by_chance(asked: Asked, rng: np.random.Generator) -> Choices:
    """Any choice that can be done, each as likely as another."""
    return drawn(asked.mask, rng)


def drawn(weights: NDArray[Any], rng: np.random.Generator) -> Choices:
    """A column of each row, as likely as its weight; any where all are 0."""
    upto = weights.cumsum(axis=1, dtype=np.float32)
    found: Choices = (upto > (rng.random(len(upto), np.float32) * upto[:, -1])[:, None]).argmax(axis=1)
    return found
