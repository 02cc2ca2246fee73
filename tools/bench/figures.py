"""Figures of the laboratory's benchmarks: a mean with its interval, and a goal.

A benchmark runs its sides in turn, in rounds; a figure is the mean of the rounds with a 95 % interval of
it. A goal is met or MISSED where all of the interval says so, and open in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple, TypeAlias

_T = {3: 4.3027, 4: 3.1824, 5: 2.7764, 6: 2.5706, 8: 2.3646, 10: 2.2622, 12: 2.2010}
"""Standard errors of a 95 % interval (Student's t), by the number of rounds."""
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
_HEAD = "| | | 95 % | goal | | |\n| --- | --- | --- | --- | --- | --- |\n"


class Figure(NamedTuple):
    """A result with its 95 % interval and its goal."""

    name: str
    unit: str
    """The unit as it follows a number, such as "of the bare loop"."""
    mean: float
    low: float
    high: float
    goal: float | None = None
    """The minimum of the mean; None if there is no goal."""
    note: str = ""
    """Facts that are printed after it."""

    @property
    def verdict(self) -> str:
        """The verdict: met, MISSED or open; empty without a goal."""
        if self.goal is None:
            return ""
        return "met" if self.low >= self.goal else "MISSED" if self.high < self.goal else "open"

    def to_line(self) -> str:
        """Return the figure as a line for a terminal."""
        goal = "" if self.goal is None else f", goal {self.goal:g}: {self.verdict}"
        note = self.note and f"; {self.note}"
        return f"{self.name}: {self.mean:.3g} ({self.low:.3g} to {self.high:.3g}) {self.unit}{goal}{note}"

    def to_row(self) -> str:
        """Return the figure as a row of a table for a page."""
        goal = "" if self.goal is None else f"{self.goal:g}"
        cells = (self.name, f"{self.mean:.3g} {self.unit}", f"{self.low:.3g} to {self.high:.3g}", goal, self.verdict)
        return f"| {' | '.join((*cells, self.note))} |\n"


def make_figure(name: str, unit: str, goal: float | None, rounds: Sequence[float], note: str = "") -> Figure:
    """Return the mean of the rounds.

    Raises KeyError for a number of rounds without entry.
    """
    mean, half = fmean(rounds), _T[len(rounds)] * stdev(rounds) / sqrt(len(rounds))
    return Figure(name, unit, mean, mean - half, mean + half, goal, note)


Counts: TypeAlias = tuple[int, int]
"""Decisions since the last item of a side, and how many were not forced.

The latter is 0 where nobody counts it.
"""


class Rate(NamedTuple):
    """Decisions a second of a side."""

    rounds: list[float]
    """The rate in each round."""
    free_share: float
    """Share of the decisions that were not forced, 0 to 1."""

    @property
    def mean(self) -> float:
        """The mean of the rounds."""
        return fmean(self.rounds)

    def compare_to(self, other: Rate) -> list[float]:
        """Return the rate as a multiple of another one, by round."""
        return [ours / theirs for ours, theirs in zip(self.rounds, other.rounds, strict=True)]


def measure_rates(sides: Sequence[Iterator[Counts]], rounds: int, seconds: float) -> list[Rate]:
    """Measure how many decisions a second each side makes, by round; sides take turns.

    A round before warms up. Times are CPU times.
    """
    rates: list[list[float]] = [[] for _ in sides]
    totals = [[0, 0] for _ in sides]
    for _ in range(rounds + 1):
        for index, side in enumerate(sides):
            begun, amount = process_time(), 0
            while (took := process_time() - begun) < seconds:
                decisions, free = next(side)
                amount += decisions
                totals[index][1] += free
            totals[index][0] += amount
            rates[index].append(amount / took)
    return [Rate(side_rates[1:], free / decisions) for side_rates, (decisions, free) in zip(rates, totals, strict=True)]


def format_verdict(is_met: bool) -> str:
    """Return the verdict on a goal of a benchmark that is not of the laboratory."""
    return "met" if is_met else "MISSED"


def measure_seconds(work: Callable[[], object]) -> float:
    """Return the seconds of the processor that the work takes."""
    begun = process_time()
    work()
    return process_time() - begun


def percentile(values: Iterable[float], share: float) -> float:
    """Return the value that is greater than this share of the others.

    >>> percentile(range(100), 0.95)
    95
    """
    ordered = sorted(values)
    return ordered[int(len(ordered) * share)]


def write_into_page(page: Path, figures: Iterable[Figure]) -> None:
    """Write figures as a table into a page, between two marks.

    Raises ValueError if the marks are not there.
    """
    text = page.read_text(encoding="utf-8")
    text_before, _, rest = text.partition(BEGIN)
    _, end, text_after = rest.partition(END)
    if not end:
        raise ValueError(f"{page} has no place for figures: {BEGIN.strip()} and {END.strip()}")
    table = "".join(figure.to_row() for figure in figures)
    page.write_text(f"{text_before}{BEGIN}\n{_HEAD}{table}\n{end}{text_after}", encoding="utf-8")
