"""Many matches of machine players, and their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

from grenade_salad.core import Options
from grenade_salad.lab.playout import Playout, run_playout
from grenade_salad.lab.workers import map_seeds
from grenade_salad.match.lines import encode
from grenade_salad.match.record import read_record

if TYPE_CHECKING:
    from grenade_salad.journal.journal import Journal


@dataclass
class Tally:
    """The results of one seat."""

    seat: int
    level: str
    wins: float = 0.0
    """A shared first place of k seats is 1 / k of a win for each."""
    places: list[int] = field(default_factory=list)
    """The number of games in which the seat finished in each place."""
    points: int | None = None
    """The sum over all games; None in games without points."""


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
    """Play `games` matches with the seeds from `seed` on, one machine player a seat.

    They are yielded in order, as soon as they are finished. They are saved in the journal, if there is one: then raises
    `JournalError`. With an executor they are saved when they are over, because workers may have another disk. For the
    rest see `run_playout`.
    """
    seeds = range(seed, seed + games)
    work = partial(run_playout, game, tuple(levels), pace=pace, options=options)
    if journal is None or executor is None:
        return map_seeds(partial(work, journal=journal, lines=lines), seeds, executor)
    return _save_all(map_seeds(work, seeds, executor), journal, lines)


def _save_all(playouts: Iterable[Playout], journal: Journal, lines: bool) -> Iterator[Playout]:
    """Yield the matches as they are finished, each saved in the journal."""
    for playout in playouts:
        record = read_record(BytesIO(b"".join(encode(line) for line in playout.lines)), f"match {playout.seed}")
        with journal.begin(record.header) as match:
            for entry in record.entries:
                match.apply_entry(entry)
            match.finish()
        yield playout if lines else replace(playout, lines=())


def count_results(levels: Sequence[str], playouts: Iterable[Playout]) -> list[Tally]:
    """Return the results of each seat."""
    seats = [Tally(seat, level, places=[0] * len(levels)) for seat, level in enumerate(levels)]
    for playout in playouts:
        place = 0
        for tied_seats in playout.ranking:
            for seat in tied_seats:
                seats[seat].places[place] += 1
                if place == 0:
                    seats[seat].wins += 1 / len(tied_seats)
            place += len(tied_seats)
        for seat_tally, points in zip(seats, playout.scores or (), strict=False):
            seat_tally.points = (seat_tally.points or 0) + points
    return seats
