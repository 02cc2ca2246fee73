"""Who plays at the tables of a batch: functions that decide at all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.lab.batch.batch import Batch, Doubles, Floats

Choices: TypeAlias = NDArray[np.integer[Any]]


class BatchView(NamedTuple):
    """What those may know who are to act, a row for each table; see `Batch`. What takes as long as a turn to make is
    made when somebody asks for it."""

    observe: Callable[[], Floats]
    mask: NDArray[np.int8]
    memory: Callable[[], Doubles]


BatchPlayer: TypeAlias = Callable[[BatchView, np.random.Generator], Choices]
"""A player gets this and luck of its own, and gives a choice for each table; what it says where nobody is asked counts
for nothing. It gets no batch, which knows everybody's secrets."""


def make_view(batch: Batch) -> BatchView:
    """What is asked at the tables of a batch now."""
    return BatchView(batch.observe, batch.mask(), batch.memory)


def choose_randomly(view: BatchView, rng: np.random.Generator) -> Choices:
    """Any choice that can be done, each as likely as another."""
    return draw_columns(view.mask, rng)


def draw_columns(weights: NDArray[Any], rng: np.random.Generator) -> Choices:
    """A column of each row, as likely as its weight; any where all are 0."""
    cumulated = weights.cumsum(axis=1, dtype=np.float32)
    columns: Choices = (cumulated > (rng.random(len(cumulated), np.float32) * cumulated[:, -1])[:, None]).argmax(axis=1)
    return columns
