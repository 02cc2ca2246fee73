"""Decisions a second of batches: 4,096 tables at once against a single loop.

All run on one core and play by chance. "bare" is choices and chance; "with views" has every observation and
mask besides, as a learner needs them, and the single loop the same by the game's encoder. Choices are drawn
by chance: at Live Grenade from the mask on one side and among legal actions on the other, where a pair
counts once for each two cards of it. Forced decisions count on both sides; the share of others is printed
besides. Matches that are over are dealt again. Times are of the processor, and both sides take turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import NamedTuple, TypeAlias

import numpy as np

from grenade_salad.core import Game
from grenade_salad.games.live_grenade import GAME as LIVE_GRENADE
from grenade_salad.games.wheel import GAME as WHEEL
from grenade_salad.lab.batch.batch import Batch
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.wheel import WheelBatch
from tools.bench.figures import Figure, make_figure, measure_rates

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
_ROUNDS, _SECONDS = 6, 0.15
UNIT = "M decisions a second"
Side: TypeAlias = Iterator[tuple[int, int]]
"""Decisions since the last item, and how many of them had two choices or more.

A batch does not count the latter, which are as many as in the single loop.
"""


def figures() -> Iterator[Figure]:
    """Yield millions of decisions a second, bare and with views."""
    for bench_game in GAMES:
        name = bench_game.game.name
        for seats in bench_game.seats:
            for views, (kind, goal) in enumerate(zip(KINDS, bench_game.goals, strict=True)):
                ours, single = measure_sides(
                    play_batch(bench_game.batch(TABLES, seats), bool(views)),
                    play_single(bench_game, seats, bool(views)),
                )
                note = (
                    f"the single loop {fmean(single.rounds):.3g}, ratio {fmean(ours.rounds) / fmean(single.rounds):.0f}"
                )
                yield make_figure(f"batch of {name}, {seats} seats, {kind}", UNIT, goal / 1e6, ours.rounds, note)
        for tables in (64, 1024, 65536):
            for views, kind in enumerate(KINDS):
                (ours,) = measure_sides(play_batch(bench_game.batch(tables, _SEATS), bool(views)))
                yield make_figure(f"{name}, {_SEATS} seats, {tables} tables, {kind}", UNIT, None, ours.rounds)


class Rate(NamedTuple):
    """Millions of decisions a second, by round, and the share that is not forced."""

    rounds: list[float]
    free_share: float


def measure_sides(*sides: Side) -> list[Rate]:
    """Measure the decisions a second of each side; sides take turns."""
    counts = np.zeros((len(sides), 2))

    def run_side(index: int) -> int:
        decisions = next(sides[index])
        counts[index] += decisions
        return decisions[0]

    side_rates = measure_rates(
        [lambda _, index=index: run_side(index) for index in range(len(sides))], _ROUNDS, _SECONDS
    )  # type: ignore[misc]
    return [
        Rate([rate / 1e6 for rate in rounds], free / decisions)
        for rounds, (decisions, free) in zip(side_rates, counts, strict=True)
    ]


def play_batch(batch: Batch, views: bool) -> Side:
    """Play matches by chance at all tables."""
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


def play_single(bench_game: BenchGame, seats: int, views: bool) -> Side:
    """Play matches by chance, one after another."""
    game, batch = bench_game.game, bench_game.batch(1, seats)
    rng, options, encode = Random(1), batch.options, batch.encoding.encode
    while True:
        state, decisions, free = game.start(seats, options, None), 0, 0
        while not state.is_over:
            while state.pending_chance():
                state.apply_chance(state.sample_chance(rng))
            seat = state.active_seats()[0]
            legal = state.legal_actions(seat)
            if views:
                encode(state.view(seat), legal)
            state.apply(legal[int(rng.random() * len(legal))])
            decisions += 1
            free += len(legal) > 1
        yield decisions, free
