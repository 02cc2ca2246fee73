"""What a report is made of, each with a first small piece by which its time is foreseen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from time import process_time
from typing import Generic, TypeAlias, TypeVar

from grenade_salad.commands.many import shown
from grenade_salad.lab.arena import Round
from grenade_salad.lab.mixed import Conduct, all_conduct
from tools.strength import bars, manners, seats
from tools.strength.bars import BARS, Bar, Result
from tools.strength.manners import Manners
from tools.strength.seats import Seats, Won

PARTS = ("bars", "seats", "conduct")
_TRY = {"bars": 1, "seats": 3, "conduct": 6}
"""How many pieces of each are tried to foresee how long all take."""
T = TypeVar("T")
Found: TypeAlias = Result | Seats | Manners


@dataclass(frozen=True)
class Task(Generic[T]):
    """One line of the report: `total` pieces from `play`, and what came of them."""

    part: str
    words: str
    total: int
    play: Callable[[int, Executor | None], Iterator[T]] = field(repr=False)
    sum_up: Callable[[list[T]], Found] = field(repr=False)

    def foreseen(self) -> float:
        """Seconds of the processor for all of it, by a few pieces."""
        tried = min(self.total, _TRY[self.part])
        begun = process_time()
        for _ in self.play(tried, None):
            pass
        return (process_time() - begun) * self.total / tried

    def found(self, executor: Executor | None) -> Found:
        """Do it, with a bar on a terminal."""
        return self.sum_up(list(shown(self.play(self.total, executor), self.total, self.words)))


def _bar(bar: Bar, scale: float, seed: int) -> Task[Round]:
    def play(deals: int, executor: Executor | None) -> Iterator[Round]:
        return bars.measured(bar, deals, seed, executor)

    words = f"{bar.game}: {' '.join(bar.players)}"
    return Task("bars", words, bar.deals(scale), play, partial(bars.result, bar))


def _seats(game: str, players: int, scale: float, seed: int) -> Task[Won]:
    def play(matches: int, executor: Executor | None) -> Iterator[Won]:
        return seats.played(game, players, matches, seed, executor)

    total = max(4, ceil(scale * seats.MATCHES[game]))
    return Task("seats", f"{game}: seats of {players}", total, play, partial(seats.summed, game, seed))


def _conduct(game: str, scale: float, seed: int) -> Task[Conduct]:
    def play(matches: int, executor: Executor | None) -> Iterator[Conduct]:
        return all_conduct(game, matches, seed, executor)

    return Task("conduct", f"{game}: conduct", max(4, ceil(scale * manners.MATCHES)), play, manners.manners)


def missing(games: Sequence[str]) -> list[Bar]:
    """Bars whose rival is not installed."""
    return [bar for bar in BARS if bar.game in games and not bar.there]


def tasks(part: str, games: Sequence[str], scale: float, seed: int) -> list[Task[Round] | Task[Won] | Task[Conduct]]:
    """The lines of a part of the report."""
    match part:
        case "bars":
            return [_bar(bar, scale, seed) for bar in BARS if bar.game in games and bar.there]
        case "seats":
            return [_seats(game, players, scale, seed) for game in games for players in seats.tables(game)]
        case _:
            return [_conduct(game, scale, seed) for game in games]
