"""Background analysis of a finished match, for its graph; see `lab.analysis`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from itertools import count

from grenade_salad.lab import analysis
from grenade_salad.lab.analysis import Point
from grenade_salad.match.record import Record
from grenade_salad.session.worker_process import WorkerLost

_tickets = count()
"""Ids of analyses: a new worker does not know the ticket of an earlier one."""
_running: dict[int, Iterator[Point]] = {}
"""The analysis in this process by its ticket; it is at most one."""


def begin_analysis(ticket: int, record: Record, name: str, checked_points: Sequence[Point]) -> tuple[int, Point | None]:
    """Return the number of points to find, and the first point.

    The player looks again at the points that are known. Any other analysis in this process ends.
    """
    _running.clear()
    points = analysis.analyse_match(record, name, checked_points)
    _running[ticket] = points
    return analysis.count_decisions(record), next(points, None)


def next_point(ticket: int) -> Point | None:
    """Return the next point, or None at the end.

    Raises `WorkerLost` if no analysis with this ticket has begun.
    """
    if ticket not in _running:
        raise WorkerLost("nothing has begun")
    return next(_running[ticket], None)


class MatchAnalysis:
    """The points of a record that are analysed so far.

    The work can be stopped and resumed later.
    """

    def __init__(self, record: Record, name: str) -> None:
        """`name` is the player that analyses, as in `players.kind`."""
        self.record, self.name = record, name
        self.points: list[Point] = []
        self.total = 0
        """The number of points to find; 0 until the first is found."""
        self.is_done = False
        self._executor: Executor | None = None
        self._ticket = 0
        self._first: Future[tuple[int, Point | None]] | None = None
        self._next: Future[Point | None] | None = None

    @property
    def is_running(self) -> bool:
        """True while the analysis runs."""
        return self._executor is not None

    def start(self, executor: Executor) -> None:
        """Analyse in the background until it is done or stopped."""
        if not self.is_done and self._executor is None:
            self._executor = executor
            self._begin()
        else:
            executor.shutdown(wait=False)

    def _begin(self) -> None:
        assert self._executor is not None
        self._ticket, self._next = next(_tickets), None
        self._first = self._executor.submit(begin_analysis, self._ticket, self.record, self.name, tuple(self.points))

    def stop(self) -> None:
        """Stop the analysis; the points that were found stay."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._first = self._next = None

    def update(self) -> bool:
        """Take the points that have been found; True if there are any."""
        try:
            return self._take()
        except WorkerLost:
            self._begin()
            return False

    def _take(self) -> bool:
        if self._first is not None and self._first.done():
            self.total, point = self._first.result()
            self._first = None
        elif self._next is not None and self._next.done():
            point = self._next.result()
        else:
            return False
        if point is None:
            self.is_done = True
            self.stop()
            return True
        self.points = analysis.update_points(self.points, point)
        assert self._executor is not None
        self._next = self._executor.submit(next_point, self._ticket)
        return True
