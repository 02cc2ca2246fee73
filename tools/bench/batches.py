"""Decisions a second of batches: 4,096 tables at once on one core, played by chance, against the single loop of today.

"bare" is choices and luck; "with views" has every observation and mask besides, as a learner needs them, and the single
loop the same by the game's encoder. Choices are drawn by chance: at Live Grenade from the mask on one side and among
legal actions on the other, where a pair counts once for each two cards of it. Decisions that are forced count on both
sides; how many are not is told besides. Matches that are over are dealt anew, and the processor's time counts. Both
sides take turns; a rate is the mean of the rounds with its 95 % interval. A goal is met or MISSED where all of the
interval says so, and open in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, stdev
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
_ROUNDS, _SECONDS = 6, 0.15
_T = 2.5706
"""How many standard errors 95 % of Student's distribution lie within, with so many rounds."""
Side: TypeAlias = Iterator[tuple[int, int]]
"""Decisions that were made since the last one, and how many of them had two choices or more; a batch does not count
those, which are as many as in the single loop."""


def run() -> None:
    """Print two lines for each game and number of seats, and two for each of some other numbers of tables."""
    for made in GAMES:
        name = made.game.name
        for seats in made.seats:
            for views, (kind, goal) in enumerate(zip(KINDS, made.goals, strict=True)):
                ours, single = rates(batch(made.batch(TABLES, seats), bool(views)), loop(made, seats, bool(views)))
                print(
                    f"batches {name} {kind}, {seats} seats: {ours.said()} M decisions a second, goal {goal / 1e6:g}: "
                    f"{ours.verdict(goal)}; not forced: {single.free_share:.0%}; the single loop {single.said()}, "
                    f"ratio {ours.mean / single.mean:.0f}",
                    flush=True,
                )
        for tables in (64, 1024, 65536):
            for views, kind in enumerate(KINDS):
                (ours,) = rates(batch(made.batch(tables, _SEATS), bool(views)))
                print(f"batches {name} {kind}, {_SEATS} seats, {tables} tables: {ours.said()} M decisions a second")


class Rate(NamedTuple):
    """Decisions a second of all rounds, with a 95 % interval, and the share that is not forced."""

    mean: float
    low: float
    high: float
    free_share: float

    def said(self) -> str:
        """In millions."""
        return f"{self.mean / 1e6:.3g} ({self.low / 1e6:.3g} to {self.high / 1e6:.3g})"

    def verdict(self, goal: float) -> str:
        """Whether it is at least the goal."""
        return "met" if self.low >= goal else "MISSED" if self.high < goal else "open"


def rates(*sides: Side) -> list[Rate]:
    """Decisions a second of each side, which take turns; the first round is to get warm."""
    found: list[list[float]] = [[] for _ in sides]
    counts = np.zeros((len(sides), 2))
    for _ in range(_ROUNDS + 1):
        for number, side in enumerate(sides):
            begun, made = process_time(), 0
            while (took := process_time() - begun) < _SECONDS:
                done, free = next(side)
                made += done
                counts[number] += done, free
            found[number].append(made / took)
    every = []
    for seen, (done, free) in zip(found, counts, strict=True):
        mean, half = fmean(seen[1:]), _T * stdev(seen[1:]) / sqrt(_ROUNDS)
        every.append(Rate(mean, mean - half, mean + half, free / done))
    return every


def batch(batch: Batch, views: bool) -> Side:
    """Matches by chance at all tables."""
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
        yield batch.tables, 0


def loop(made: Made, seats: int, views: bool) -> Side:
    """Matches by chance, one after another."""
    game, batch = made.game, made.batch(1, seats)
    rng, options, encode = Random(1), batch.options, batch.encoding.encode
    while True:
        state, decisions, free = game.start(seats, options, None), 0, 0
        while not state.over:
            while state.due():
                state.happen(state.sample(rng))
            seat = state.to_act()[0]
            legal = state.legal(seat)
            if views:
                encode(state.view(seat), legal)
            state.do(legal[int(rng.random() * len(legal))])
            decisions += 1
            free += len(legal) > 1
        yield decisions, free
