"""Players at the tables of a batch: functions that decide at all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.lab.batch.batch import Batch, Doubles, Floats

Choices: TypeAlias = NDArray[np.integer[Any]]


class BatchView(NamedTuple):
    """All that the active seats may know, a row for each table; see `Batch`.

    What takes as long as a turn to compute is computed on request.
    """

    observe: Callable[[], Floats]
    mask: NDArray[np.int8]
    memory: Callable[[], Doubles]


BatchPlayer: TypeAlias = Callable[[BatchView, np.random.Generator], Choices]
"""Callable that gets a view and a random generator, and returns choices.

It returns one for each table. A choice is ignored where no seat has one. It gets no batch, which knows the secrets of
all seats.
"""


def make_view(batch: Batch) -> BatchView:
    """Return the view of the active seats at the tables of a batch."""
    return BatchView(batch.observe, batch.mask(), batch.memory)


def decide(
    player: BatchPlayer, numbers: Floats, mask: NDArray[np.int8], memory: Doubles, rng: np.random.Generator
) -> Choices:
    """Return the player's choices at tables with these numbers and this memory."""
    return player(BatchView(lambda: numbers, mask, lambda: memory), rng)


def choose_randomly(view: BatchView, rng: np.random.Generator) -> Choices:
    """Choose any legal choice, each as likely as another."""
    return draw_columns(view.mask, rng)


def draw_columns(weights: NDArray[Any], rng: np.random.Generator) -> Choices:
    """Draw a column of each row, as likely as its weight; any column if all are 0."""
    cumulated = weights.cumsum(axis=1, dtype=np.float32)
    columns: Choices = (cumulated > (rng.random(len(cumulated), np.float32) * cumulated[:, -1])[:, None]).argmax(axis=1)
    return columns
