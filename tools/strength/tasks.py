"""What a report is made of, each with a first small piece by which its time is foreseen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from time import process_time
from typing import Generic, TypeAlias, TypeVar

from grenade_salad.commands.many import shown
from grenade_salad.lab.arena import Round
from grenade_salad.lab.fuzz import Conduct, all_conduct
from grenade_salad.players import THINKING, kind
from tools.strength import bars, manners, seats, tempers
from tools.strength.bars import BARS, Bar, Result
from tools.strength.manners import Manners
from tools.strength.seats import Seats, Won
from tools.strength.tempers import Sat, Temper

PARTS = ("bars", "seats", "conduct", "tempers")
_LEAST = 4
"""Pieces of a line at least."""
_TRY = {"bars": 1, "seats": 3, "conduct": 6, "tempers": 1}
"""How many pieces of each are tried to foresee how long all take."""
T = TypeVar("T")
Found: TypeAlias = Result | Seats | Manners | Temper


@dataclass(frozen=True)
class Task(Generic[T]):
    """One line of the report: `total` pieces from `play`, with the seeds from `seed` on, and what came of them."""

    part: str
    words: str
    total: int
    seed: int
    play: Callable[[int, int, Executor | None], Iterator[T]] = field(repr=False)
    sum_up: Callable[[list[T]], Found] = field(repr=False)

    def cost(self) -> float:
        """Seconds of the processor for one piece, by a few of them."""
        tried = min(self.total, _TRY[self.part])
        begun = process_time()
        for _ in self.play(tried, self.seed, None):
            pass
        return (process_time() - begun) / tried

    def found(self, executor: Executor | None) -> Found:
        """Do it, with a bar on a terminal."""
        return self.sum_up(list(shown(self.play(self.total, self.seed, executor), self.total, self.words)))


Line: TypeAlias = Task[Round] | Task[Won] | Task[Conduct] | Task[Sat]


def _bar(bar: Bar, scale: float, seed: int) -> Task[Round]:
    words = f"{bar.game}: {' '.join(bar.players)}"
    return Task("bars", words, bar.deals(scale), seed, partial(bars.measured, bar), partial(bars.result, bar))


def _seats(game: str, players: int, scale: float, seed: int) -> Task[Won]:
    play, sum_up = partial(seats.played, game, players), partial(seats.summed, game, seed)
    total = max(_LEAST, ceil(scale * seats.MATCHES[game]))
    return Task("seats", f"{game}: seats of {players}", total, seed, play, sum_up)


def _conduct(game: str, scale: float, seed: int) -> Task[Conduct]:
    total = max(_LEAST, ceil(scale * manners.MATCHES))
    return Task("conduct", f"{game}: conduct", total, seed, partial(all_conduct, game), manners.manners)


def _temper(game: str, player: str, scale: float, seed: int) -> Task[Sat]:
    total = max(_LEAST, ceil(scale * tempers.MATCHES[kind(player).level in THINKING]))
    play, sum_up = partial(tempers.played, game, player), partial(tempers.tempered, game, player)
    return Task("tempers", f"{game}: {player}", total, seed, play, sum_up)


def fitting(found: Sequence[Line], seconds: float) -> tuple[list[Line], float]:
    """The same lines, long ones made shorter so that all take so many seconds of the processor, and what they take.

    Whoever takes less than an equal share is done whole, and what that leaves is shared by the others.
    """
    costs = [max(1e-6, task.cost()) for task in found]
    left, share = seconds, 0.0
    order = sorted(range(len(found)), key=lambda one: costs[one] * found[one].total)
    for place, one in enumerate(order):
        share = left / (len(order) - place)
        left -= min(share, costs[one] * found[one].total)
    fit = [
        replace(task, total=max(_LEAST, min(task.total, int(share / cost))))
        for task, cost in zip(found, costs, strict=True)
    ]
    return fit, sum(cost * task.total for task, cost in zip(fit, costs, strict=True))


def missing(games: Sequence[str]) -> list[Bar]:
    """Bars whose rival is not installed."""
    return [bar for bar in BARS if bar.game in games and not bar.there]


def tasks(part: str, games: Sequence[str], scale: float, seed: int) -> list[Line]:
    """The lines of a part of the report."""
    match part:
        case "bars":
            return [_bar(bar, scale, seed) for bar in BARS if bar.game in games and bar.there]
        case "seats":
            return [_seats(game, players, scale, seed) for game in games for players in seats.tables(game)]
        case "tempers":
            return [_temper(game, player, scale, seed) for game in games for player in tempers.players(game)]
        case _:
            return [_conduct(game, scale, seed) for game in games]
