"""Decisions a second of batches: 4,096 tables at once on one core, played by chance, against the single loop of today.

"bare" is choices and luck; "with views" has every observation and mask besides, as a learner needs them, and the single
loop the same by the game's encoder. Choices are drawn evenly on both sides, matches that are over are dealt anew, and
the processor's time counts. Both sides take turns; a rate is the median of the rounds, with the least and the greatest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import TypeAlias

import numpy as np

from grenade_salad.games.wheel import GAME as WHEEL
from grenade_salad.games.wheel import WheelOptions
from grenade_salad.lab.batch.batch import Batch
from grenade_salad.lab.batch.wheel import WheelBatch

TABLES = 4096
GOALS = {"bare": 4e6, "with views": 2e6}
"""The least decisions a second of the wheel."""
_SEATS = 4
_ROUNDS, _SECONDS = 7, 0.6
Side: TypeAlias = Iterator[int]
"""Decisions that were made since the last one."""


def run() -> None:
    """Print two lines for each number of seats, and one for the most and the fewest tables."""
    for seats in (2, 4, 7):
        for views, (kind, goal) in enumerate(GOALS.items()):
            batch, single = _rates(_batch(WheelBatch(TABLES, seats), bool(views)), _single(seats, bool(views)))
            verdict = "met" if median(batch) >= goal else "MISSED"
            ratio = median(batch) / median(single)
            print(
                f"batches wheel {kind}, {seats} seats: {_said(batch)} M decisions a second, goal {goal / 1e6:.0f}: "
                f"{verdict}; the single loop {_said(single)}, ratio {ratio:.0f}",
                flush=True,
            )
    for tables in (1, 64, 1024, 65536):
        for views, kind in enumerate(GOALS):
            (rates,) = _rates(_batch(WheelBatch(tables, _SEATS), bool(views)))
            print(f"batches wheel {kind}, {_SEATS} seats, {tables} tables: {_said(rates)} M decisions a second")


def _said(rates: list[float]) -> str:
    return f"{median(rates) / 1e6:.3g} ({min(rates) / 1e6:.3g} to {max(rates) / 1e6:.3g})"


def _rates(*sides: Side) -> list[list[float]]:
    """Decisions a second of each side, a number for each round; the first round is to get warm."""
    found: list[list[float]] = [[] for _ in sides]
    for _ in range(_ROUNDS + 1):
        for rates, side in zip(found, sides, strict=True):
            begun, made = process_time(), 0
            while (took := process_time() - begun) < _SECONDS:
                made += next(side)
            rates.append(made / took)
    return [rates[1:] for rates in found]


def _batch(batch: Batch, views: bool) -> Side:
    rng = np.random.default_rng(1)
    batch.reset(seed=1)
    out = batch.observe() if views else None
    while True:
        if views:
            batch.observe(out=out)
            batch.mask()
        _, ended = batch.act(rng.integers(3, size=batch.tables))
        batch.reset(ended.nonzero()[0])
        yield batch.tables


def _single(seats: int, views: bool) -> Side:
    rng, options = Random(1), WheelOptions()
    encode: Callable[..., object] = WheelBatch(1, seats, options).encoding.encode
    while True:
        state, decisions = WHEEL.start(seats, options, None), 0
        while not state.over:
            while state.due():
                state.happen(state.sample(rng))
            seat = state.to_act()[0]
            legal = state.legal(seat)
            if views:
                encode(state.view(seat), legal)
            state.do(legal[int(rng.random() * len(legal))])
            decisions += 1
        yield decisions
