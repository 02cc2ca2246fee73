"""Decisions a second of batches: 4,096 tables at once on one core, played by chance, against the single loop of today.

"bare" is choices and luck; "with views" has every observation and mask besides, as a learner needs them, and the single
loop the same by the game's encoder. Choices are drawn by chance: at Live Grenade from the mask on one side and among
legal actions on the other, where a pair counts once for each two cards of it. Decisions that are forced count on both
sides. Matches that are over are dealt anew, and the processor's time counts. Both sides take turns; a rate is the
median of the rounds, with the least and the greatest.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple, TypeAlias

import numpy as np

from grenade_salad.core import Game
from grenade_salad.games.live_grenade import GAME as LIVE_GRENADE
from grenade_salad.games.wheel import GAME as WHEEL
from grenade_salad.lab.batch.batch import Batch
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.wheel import WheelBatch

TABLES = 4096
KINDS = ("bare", "with views")


class Made(NamedTuple):
    """A game, its batch, the least decisions a second (bare, and with views), and with how many it is tried."""

    game: Game
    batch: type[WheelBatch | LiveGrenadeBatch]
    goals: tuple[float, float]
    seats: tuple[int, ...]


GAMES = (
    Made(WHEEL, WheelBatch, (4e6, 2e6), (2, 4, 7)),
    Made(LIVE_GRENADE, LiveGrenadeBatch, (1e6, 0.5e6), (2, 4, 5)),
)
_SEATS = 4
_ROUNDS, _SECONDS = 5, 0.4
Side: TypeAlias = Iterator[int]
"""Decisions that were made since the last one."""


def run() -> None:
    """Print two lines for each game and number of seats, and two for each of some other numbers of tables."""
    for made in GAMES:
        name = made.game.name
        for seats in made.seats:
            for views, (kind, goal) in enumerate(zip(KINDS, made.goals, strict=True)):
                batch, single = _rates(
                    _batch(made.batch(TABLES, seats), bool(views)), _single(made, seats, bool(views))
                )
                verdict = "met" if median(batch) >= goal else "MISSED"
                ratio = median(batch) / median(single)
                print(
                    f"batches {name} {kind}, {seats} seats: {_said(batch)} M decisions a second, goal {goal / 1e6:g}: "
                    f"{verdict}; the single loop {_said(single)}, ratio {ratio:.0f}",
                    flush=True,
                )
        for tables in (64, 1024, 65536):
            for views, kind in enumerate(KINDS):
                (rates,) = _rates(_batch(made.batch(tables, _SEATS), bool(views)))
                print(
                    f"batches {name} {kind}, {_SEATS} seats, {tables} tables: {_said(rates)} M decisions a second",
                    flush=True,
                )


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
        if isinstance(batch, WheelBatch):
            if views:
                batch.mask()
            choices = rng.integers(3, size=batch.tables)
        else:
            mask = batch.mask()
            choices = np.where(mask, rng.random(mask.shape, np.float32), -1).argmax(axis=1)
        _, ended = batch.act(choices)
        batch.reset(ended.nonzero()[0])
        yield batch.tables


def _single(made: Made, seats: int, views: bool) -> Side:
    game, batch = made.game, made.batch(1, seats)
    rng, options, encode = Random(1), batch.options, batch.encoding.encode
    while True:
        state, decisions = game.start(seats, options, None), 0
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
