"""The lines of a report, each with a sample from which its time is estimated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from time import process_time
from typing import Generic, TypeAlias, TypeVar

from grenade_salad.commands.many import show_progress
from grenade_salad.lab.arena import Round
from grenade_salad.lab.fuzz import Conduct, check_all_conduct
from grenade_salad.lab.workers import map_seeds
from grenade_salad.players import TIMED_LEVELS, parse_spec
from tools.strength import bars, manners, seats, tempers
from tools.strength.bars import BARS, Bar, Result
from tools.strength.manners import Manners
from tools.strength.seats import SeatMatch, Seats
from tools.strength.tempers import Temper, TemperMatch

PARTS = ("bars", "seats", "conduct", "tempers")
_MIN_PIECES = 4
"""The minimum number of pieces in a line."""
_SAMPLE_PIECES = {"bars": 1, "seats": 3, "conduct": 6, "tempers": 1}
"""Pieces of each line that are tried to estimate the time of all."""
T = TypeVar("T")
Finding: TypeAlias = Result | Seats | Manners | Temper


@dataclass(frozen=True)
class Task(Generic[T]):
    """One line of the report: pieces such as deals or matches, and their summary."""

    part: str
    """One of PARTS."""
    words: str
    """The text of the progress bar."""
    total: int
    """The number of pieces."""
    seed: int
    """The seed of the first piece; the others follow."""
    play: Callable[[int, int, Executor | None], Iterator[T]] = field(repr=False)
    """Plays so many pieces with the seeds from one on, in an executor if there is one."""
    sum_up: Callable[[list[T]], Finding] = field(repr=False)

    def cost(self) -> float:
        """Return the processor seconds of one piece, estimated with a few of them."""
        tried = min(self.total, _SAMPLE_PIECES[self.part])
        begun = process_time()
        for _ in self.play(tried, self.seed, None):
            pass
        return (process_time() - begun) / tried

    def measure(self, executor: Executor | None) -> Finding:
        """Play all pieces, with a progress bar on a terminal; return the summary."""
        return self.sum_up(list(show_progress(self.play(self.total, self.seed, executor), self.total, self.words)))


AnyTask: TypeAlias = Task[Round] | Task[SeatMatch] | Task[Conduct] | Task[TemperMatch]


def _bar_task(bar: Bar, scale: float, seed: int) -> Task[Round]:
    words = f"{bar.game}: {' '.join(bar.players)}"
    return Task(
        "bars", words, bar.count_deals(scale), seed, partial(bars.measure, bar), partial(bars.summarize_bar, bar)
    )


def _by_seed(play: Callable[[int], T]) -> Callable[[int, int, Executor | None], Iterator[T]]:
    """Return a function that plays pieces with the seeds from one on.

    It yields them as they are done.
    """
    return lambda count, seed, executor: map_seeds(play, range(seed, seed + count), executor)


def _seats_task(game: str, players: int, scale: float, seed: int) -> Task[SeatMatch]:
    play = _by_seed(partial(seats.play_seats_match, game, players))
    total = max(_MIN_PIECES, ceil(scale * seats.MATCHES[game]))
    return Task("seats", f"{game}: seats of {players}", total, seed, play, partial(seats.summarize_seats, game, seed))


def _conduct_task(game: str, scale: float, seed: int) -> Task[Conduct]:
    total = max(_MIN_PIECES, ceil(scale * manners.MATCHES))
    return Task("conduct", f"{game}: conduct", total, seed, partial(check_all_conduct, game), manners.summarize_conduct)


def _temper_task(game: str, player: str, scale: float, seed: int) -> Task[TemperMatch]:
    total = max(_MIN_PIECES, ceil(scale * tempers.MATCHES[parse_spec(player).level in TIMED_LEVELS]))
    play = _by_seed(partial(tempers.play_temper_match, game, player))
    return Task("tempers", f"{game}: {player}", total, seed, play, partial(tempers.summarize_temper, game, player))


def fit_into_time(lines: Sequence[AnyTask], seconds: float) -> tuple[list[AnyTask], float]:
    """Shorten long lines so that all fit into the time.

    Returns them and the seconds that they take. The time is in processor seconds. A line that takes less than an equal
    share is measured in full, and the others share the rest.
    """
    costs = [max(1e-6, task.cost()) for task in lines]
    left, share = seconds, 0.0
    order = sorted(range(len(lines)), key=lambda index: costs[index] * lines[index].total)
    for place, index in enumerate(order):
        share = left / (len(order) - place)
        left -= min(share, costs[index] * lines[index].total)
    fit = [
        replace(task, total=max(_MIN_PIECES, min(task.total, int(share / cost))))
        for task, cost in zip(lines, costs, strict=True)
    ]
    return fit, sum(cost * task.total for task, cost in zip(fit, costs, strict=True))


def find_missing_bars(games: Sequence[str]) -> list[Bar]:
    """Return the bars whose rival is not installed."""
    return [bar for bar in BARS if bar.game in games and not bar.can_be_measured]


def make_tasks(part: str, games: Sequence[str], scale: float, seed: int) -> list[AnyTask]:
    """Return the lines of a part of the report."""
    match part:
        case "bars":
            return [_bar_task(bar, scale, seed) for bar in BARS if bar.game in games and bar.can_be_measured]
        case "seats":
            return [_seats_task(game, players, scale, seed) for game in games for players in seats.player_counts(game)]
        case "tempers":
            return [_temper_task(game, player, scale, seed) for game in games for player in tempers.players(game)]
        case _:
            return [_conduct_task(game, scale, seed) for game in games]
