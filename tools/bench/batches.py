"""Decisions a second of batches: 4,096 tables at once, relative to a single loop.

All run on one core and play random matches. "bare" is choices and chance; "with views" has every observation and mask
besides, as a learner needs them, and the single loop the same by the game's encoder. Choices are drawn at random: at
Live Grenade from the mask on one side and among legal actions on the other, where a pair counts once for each two cards
of it. Forced decisions count on both sides. Matches that are over are dealt again. Times are CPU times, and both sides
take turns, so that other work slows both.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from grenade_salad.core import Game
from grenade_salad.games.live_grenade import GAME as LIVE_GRENADE
from grenade_salad.games.wheel import GAME as WHEEL
from grenade_salad.lab.batch.batch import Batch
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.wheel import WheelBatch
from tools.bench.by_chance import play_match
from tools.bench.figures import Counts, Figure, Rate, make_figure, measure_rates

TABLES = 4096
KINDS = ("bare", "with views")


class BenchGame(NamedTuple):
    """A game with its batch, its goals and the numbers of seats to try.

    The goals are decisions a second, bare and with views.
    """

    game: Game
    batch: type[WheelBatch | LiveGrenadeBatch]
    goals: tuple[float, float]
    seats: tuple[int, ...]


GAMES = (
    BenchGame(WHEEL, WheelBatch, (4e6, 2e6), (2, 4, 7)),
    BenchGame(LIVE_GRENADE, LiveGrenadeBatch, (1e6, 0.5e6), (2, 4, 5)),
)
_SEATS = 4
_ROUNDS = 6
_SECONDS = 0.15
UNIT = "M decisions a second"


def figures() -> Iterator[Figure]:
    """Yield millions of decisions a second, bare and with views."""
    for bench_game in GAMES:
        name = bench_game.game.name
        for seats in bench_game.seats:
            for views, (kind, goal) in enumerate(zip(KINDS, bench_game.goals, strict=True)):
                ours, single = measure_millions(
                    play_batch(bench_game.batch(TABLES, seats), bool(views)),
                    play_single(bench_game, seats, bool(views)),
                )
                note = f"the single loop {single.mean:.3g}, ratio {ours.mean / single.mean:.0f}"
                yield make_figure(f"batch of {name}, {seats} seats, {kind}", UNIT, goal / 1e6, ours.rounds, note)
        for tables in (64, 1024, 65536):
            for views, kind in enumerate(KINDS):
                (ours,) = measure_millions(play_batch(bench_game.batch(tables, _SEATS), bool(views)))
                yield make_figure(f"{name}, {_SEATS} seats, {tables} tables, {kind}", UNIT, None, ours.rounds)


def measure_millions(*sides: Iterator[Counts]) -> list[Rate]:
    """Measure the millions of decisions a second of each side; sides take turns."""
    rates = measure_rates(sides, _ROUNDS, _SECONDS)
    return [rate._replace(rounds=[decisions / 1e6 for decisions in rate.rounds]) for rate in rates]


def play_batch(batch: Batch, views: bool) -> Iterator[Counts]:
    """Play random matches at all tables.

    Decisions that are not forced are not counted: they are as many as in the single loop.
    """
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


def play_single(bench_game: BenchGame, seats: int, views: bool) -> Iterator[Counts]:
    """Play random matches, one after another."""
    batch, rng = bench_game.batch(1, seats), Random(1)
    while True:
        yield play_match(bench_game.game, seats, batch.options, rng, batch.encoding if views else None)
