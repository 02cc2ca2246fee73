"""Many matches of machines, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path

from grenade_salad.lab.playout import Playout, playout


@dataclass
class Tally:
    """What became of one seat. A shared first place of k seats is 1 / k of a win for each of them.

    `places[p]` counts the games in which the seat came in on place p, 0 is first. `points` is the sum over all games,
    None in games without points.
    """

    seat: int
    level: str
    wins: float = 0.0
    places: list[int] = field(default_factory=list)
    points: int | None = None


def simulate(
    game: str,
    levels: Sequence[str],
    games: int,
    seed: int,
    executor: Executor | None = None,
    data: Path | None = None,
    pace: float = 0.0,
) -> Iterator[Playout]:
    """Play `games` matches with the seeds from `seed` on, one machine a seat; in order, as they are done.

    They are kept in the journal of `data`, if there is one: then raises JournalError. `pace`: see `play`.
    """
    seeds = range(seed, seed + games)
    if executor is None:
        return (playout(game, levels, one, data, pace) for one in seeds)
    return iter(executor.map(playout, repeat(game), repeat(tuple(levels)), seeds, repeat(data), repeat(pace)))


def tally(levels: Sequence[str], played: Iterable[Playout]) -> list[Tally]:
    """What became of each seat."""
    seats = [Tally(seat, level, places=[0] * len(levels)) for seat, level in enumerate(levels)]
    for one in played:
        before = 0
        for together in one.ranking:
            for seat in together:
                seats[seat].places[before] += 1
                if before == 0:
                    seats[seat].wins += 1 / len(together)
            before += len(together)
        for of_seat, points in zip(seats, one.scores or (), strict=False):
            of_seat.points = (of_seat.points or 0) + points
    return seats
