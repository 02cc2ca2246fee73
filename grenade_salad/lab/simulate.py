"""Many matches of machines, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

from grenade_salad.core import Options
from grenade_salad.lab.playout import Playout, playout
from grenade_salad.lab.workers import each
from grenade_salad.match.lines import encode
from grenade_salad.match.record import read_record

if TYPE_CHECKING:
    from grenade_salad.journal.journal import Journal


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
    journal: Journal | None = None,
    pace: float = 0.0,
    lines: bool = True,
    options: Options | None = None,
) -> Iterator[Playout]:
    """Play `games` matches with the seeds from `seed` on, one machine a seat; in order, as they are done.

    They are kept in the journal, if there is one: then raises JournalError. With an executor they are put there when
    they are over: workers may have another disk. For the rest see `playout`.
    """
    seeds = range(seed, seed + games)
    work = partial(playout, game, tuple(levels), pace=pace, options=options)
    if journal is None or executor is None:
        return each(partial(work, journal=journal, lines=lines), seeds, executor)
    return _written(each(work, seeds, executor), journal, lines)


def _written(played: Iterable[Playout], journal: Journal, lines: bool) -> Iterator[Playout]:
    """The matches as they come, each put into the journal."""
    for one in played:
        record = read_record(BytesIO(b"".join(encode(line) for line in one.lines)), f"match {one.seed}")
        with journal.begin(record.header) as match:
            for entry in record.entries:
                match.add(entry)
            match.finish()
        yield one if lines else replace(one, lines=())


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
