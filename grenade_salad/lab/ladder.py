"""How far apart the levels of a game are: each plays against the one below it, with paired deals, and Elo adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, hypot, log10

from grenade_salad.core import Options
from grenade_salad.lab.arena import Round, Standing, standings, tournament


@dataclass(frozen=True)
class Rung:
    """One level. `elo` is how far it is above the lowest one, `step` above the one below; the lowest has neither.

    `rate` is the share of its games that it won, alone against players of the level below. All intervals are of 95 %;
    that of `elo` grows with each step. `ends` counts why its games were over.
    """

    name: str
    games: int
    rate: float
    elo: float
    low: float
    high: float
    step: float
    step_low: float
    step_high: float
    seconds_per_decision: float
    cut_off: int
    ends: dict[str, int] = field(default_factory=dict)

    @property
    def shown(self) -> bool:
        """Whether it is shown to be stronger than the one below."""
        return self.step_low > 0


def climb(
    game: str,
    levels: Sequence[str],
    players: int,
    games: int,
    seed: int,
    executor: Executor | None = None,
    options: Options | None = None,
) -> Iterator[list[Round]]:
    """For each level but the lowest: the deals of one such player against the level below, as they are done.

    At least so many games for each.
    """
    for below, level in pairwise(levels):
        names = (level, *[below] * (players - 1))
        yield list(tournament(game, names, ceil(games / players), seed, executor, options))


def elo_above(rate: float, players: int) -> float:
    """The advantage over equal opponents of a player who wins that share of games with that many players.

    400 more is ten times as likely to win as any one of the others.

    >>> round(elo_above(0.5, 2)), round(elo_above(10 / 11, 2)), round(elo_above(0.25, 4))
    (0, 400, 0)
    """
    return 400 * log10(rate * (players - 1) / (1 - rate))


def rungs(levels: Sequence[str], climbed: Sequence[list[Round]]) -> list[Rung]:
    """What became of each level, the lowest first."""
    found = [Rung(levels[0], 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0)]
    down = up = 0.0
    for level, rounds in zip(levels[1:], climbed, strict=True):
        players = len(rounds[0].wins)
        one = standings((level, *["others"] * (players - 1)), rounds)[0]
        step, low, high = (elo_above(_inside(rate, one), players) for rate in (one.rate, one.low, one.high))
        down, up = hypot(down, step - low), hypot(up, high - step)
        elo = found[-1].elo + step
        ends = dict(Counter(why for part in rounds for why in part.ends).most_common())
        elos = (elo, elo - down, elo + up, step, low, high)
        found.append(Rung(level, one.games, one.rate, *elos, one.seconds_per_decision, one.cut_off, ends))
    return found


def _inside(rate: float, of: Standing) -> float:
    """Half a game away from all and nothing: keeps Elo finite."""
    half = 0.5 / of.games
    return min(max(rate, half), 1 - half)
