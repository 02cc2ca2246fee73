"""The bars: how often the players of each game should win, and the measurements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from math import ceil

from grenade_salad.lab.arena import Round, standings, tournament
from grenade_salad.lab.workers import map_seeds
from tools.strength import rival

_STANDARD_ERRORS = 1.96 + 1.28
"""Standard errors by which a true rate shows to be over a bar 9 times in 10."""


@dataclass(frozen=True)
class Bar:
    """The share of its games that the first of the players should win."""

    game: str
    players: tuple[str, ...]
    bar: float
    """The rate that has to be exceeded, 0 to 1."""
    ceiling: float | None = None
    """The highest possible rate, if it is known: a comment in BARS names the source."""
    margin: float = 0.02
    """The distance of a true rate from the bar that a full measurement shows."""

    @property
    def par(self) -> float:
        """Return the rate of the first player if all are equal."""
        return 1 / len(self.players)

    @property
    def can_be_measured(self) -> bool:
        """True if it can be measured: a rival needs a package of its own."""
        return self.players[1] not in rival.RIVALS or rival.is_installed()

    def count_deals(self, scale: float) -> int:
        """Return the number of deals to play, each with every rotation of the seats."""
        games = (_STANDARD_ERRORS / self.margin) ** 2 * self.bar * (1 - self.bar)
        return max(4, ceil(scale * games / len(self.players)))


def _make_bar(game: str, first: str, rival_name: str, seats: int, bar: float, **facts: float) -> Bar:
    return Bar(game, (first, *[rival_name] * (seats - 1)), bar, **facts)


_HUNDRED_ELO = 0.64
"""The share of wins of a player who is 100 Elo above the other one."""

BARS = (
    # The ceiling is exact (tools/bench/ceiling.py): a player that sees all hearts and computes the best response to
    # random moves. The bar is so close to it that it takes far more games than the others.
    _make_bar("wheel", "normal", "random", 2, 0.88, ceiling=0.8949, margin=0.003),
    _make_bar("wheel", "normal", "random", 3, 0.65),
    _make_bar("wheel", "normal", "random", 4, 0.55),
    # The ceiling is exact (tools/bench/ceiling.py): a player that sees all hearts and knows every choice of Normal.
    # Expert's bar is above it.
    _make_bar("wheel", "hard", "normal", 2, 0.56, ceiling=0.5824),
    _make_bar("wheel", "expert", "normal", 2, 0.62, ceiling=0.5824),
    Bar("wheel", (rival.EXPERT, rival.DEFAULT_RIVAL), 0.65, margin=0.05),
    Bar("wheel", (rival.EXPERT, rival.ROLLOUT_RIVAL), 0.50, margin=0.04),
    *(_make_bar("wheel", "hard", "normal", seats, 1 / seats) for seats in (3, 4)),
    _make_bar("wheel", "casual", "easy", 2, _HUNDRED_ELO),
    _make_bar("wheel", "normal", "casual", 2, _HUNDRED_ELO),
    _make_bar("live-grenade", "normal", "random", 2, 0.83),
    _make_bar("live-grenade", "normal", "random", 4, 0.33),
    _make_bar("live-grenade", "hard", "normal", 2, 0.60),
    *(_make_bar("live-grenade", "hard", "normal", seats, 1 / seats) for seats in (3, 4, 5)),
    _make_bar("live-grenade", "casual", "easy", 2, _HUNDRED_ELO),
    _make_bar("live-grenade", "normal", "casual", 2, 0.57),
    _make_bar("live-grenade", "expert", "normal", 2, 0.65),
    _make_bar("live-grenade", "expert", "hard", 2, 0.50),
    _make_bar("grenade-salad", "normal", "random", 2, 0.90),
    _make_bar("grenade-salad", "normal", "random", 4, 0.60),
    _make_bar("grenade-salad", "casual", "easy", 2, _HUNDRED_ELO),
    _make_bar("grenade-salad", "normal", "casual", 2, _HUNDRED_ELO),
    _make_bar("grenade-salad", "hard", "normal", 2, 0.55),
    _make_bar("grenade-salad", "hard", "normal", 4, 1 / 4),
    _make_bar("grenade-salad", "expert", "normal", 2, 0.60),
    _make_bar("grenade-salad", "expert", "hard", 2, 0.50),
    *(_make_bar("grenade-salad", "expert", "hard", seats, 1 / seats) for seats in (3, 4)),
)


@dataclass(frozen=True)
class Result:
    """The result of a bar: a rate between `low` and `high` (95 %)."""

    game: str
    players: tuple[str, ...]
    bar: float
    par: float
    ceiling: float | None
    seed: int
    deals: int
    games: int
    wins: float
    rate: float
    low: float
    high: float
    met: bool
    """True if `low` is over the bar."""
    skill: float | None
    """See `compute_skill`; None if no ceiling is known."""
    seconds_per_decision: float
    """Those of the first player, by the wall clock."""
    processor: float
    """Processor seconds of the whole measurement, of all processes together."""
    ends: dict[str, int] = field(default_factory=dict)
    """Number of games that ended for each reason."""
    cut_off: int = 0
    """Decisions of the first player that the clock cut off."""

    @property
    def verdict(self) -> str:
        """The verdict: met, missed, or open if the bar is inside the interval."""
        return "met" if self.met else "missed" if self.high < self.bar else "open"


def compute_skill(rate: float, par: float, ceiling: float | None) -> float | None:
    """Return the won share of all that is possible over par.

    It is (rate - par) / (ceiling - par).

    >>> compute_skill(0.625, 0.5, 0.75)
    0.5
    """
    return None if ceiling is None else (rate - par) / (ceiling - par)


def measure(bar: Bar, deals: int, seed: int, executor: Executor | None) -> Iterator[Round]:
    """Yield the deals with the seeds from `seed` on, as they are done."""
    if bar.players[1] in rival.RIVALS:
        return map_seeds(partial(rival.play_round, bar.players[1]), range(seed, seed + deals), executor)
    return tournament(bar.game, bar.players, deals, seed, executor)


def summarize_bar(bar: Bar, rounds: list[Round]) -> Result:
    """Return the result of the deals. Raises ValueError if there are none."""
    first = standings(bar.players, rounds)[0]
    return Result(
        game=bar.game,
        players=bar.players,
        bar=bar.bar,
        par=bar.par,
        ceiling=bar.ceiling,
        seed=rounds[0].seed,
        deals=len(rounds),
        games=first.games,
        wins=first.wins,
        rate=first.rate,
        low=first.low,
        high=first.high,
        met=first.low > bar.bar,
        skill=compute_skill(first.rate, bar.par, bar.ceiling),
        seconds_per_decision=first.seconds_per_decision,
        processor=sum(deal.processor for deal in rounds),
        ends=dict(Counter(reason for deal in rounds for reason in deal.ends).most_common()),
        cut_off=first.cut_off,
    )
