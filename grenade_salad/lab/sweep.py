"""What house rules change: the same deals under every setting, and what came of them with intervals over deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import erfc, exp, pi, sqrt
from statistics import fmean, stdev
from typing import TypeAlias

from grenade_salad.core import Options
from grenade_salad.lab.intervals import interval_of_deals
from grenade_salad.lab.match_facts import QUARTERS, Facts, facts_of
from grenade_salad.lab.workers import each

_Z = 1.959964
LEVEL = 0.05
"""How likely it may be that a fair setting of a sweep is called unfair."""
Value: TypeAlias = Callable[[Facts], float | None]


@dataclass(frozen=True)
class Setting:
    """House rules, and what is varied of them in words: "" if nothing is."""

    name: str
    options: Options


@dataclass(frozen=True)
class Measure:
    """A mean over deals and its 95 % interval; how much more it is than in the first setting, deal by deal.

    `share` says that it lies between 0 and 1. `deals` is in how many it could be measured.
    """

    name: str
    share: bool
    deals: int
    mean: float
    low: float
    high: float
    more: float | None = None
    more_low: float | None = None
    more_high: float | None = None


@dataclass(frozen=True)
class Result:
    """What came of one setting. `wins` is by seat; `p` says how likely shares that uneven are if all seats are alike.

    `holm` is p after Holm's correction for all settings of the sweep: a seat is favoured where it is below LEVEL.
    """

    setting: Setting
    facts: tuple[Facts, ...]
    measures: tuple[Measure, ...]
    wins: tuple[float, ...]
    p: float
    holm: float

    @property
    def unfair(self) -> bool:
        """Whether the seats are shown not to be alike."""
        return self.holm < LEVEL


def sweep(
    game: str,
    levels: Sequence[str],
    settings: Sequence[Setting],
    deals: int,
    seed: int,
    executor: Executor | None = None,
    look: bool = True,
) -> Iterator[Facts]:
    """Deal by deal of the first setting, then of the next; the players change seats with each deal.

    `look`: whether in every match one decision is tried anew, which takes about three times as long.
    """
    work = partial(_one, game, tuple(levels), tuple(one.options for one in settings), deals, seed, look)
    return each(work, range(len(settings) * deals), executor)


def _one(
    game: str, levels: Sequence[str], rules: Sequence[Options], deals: int, seed: int, look: bool, number: int
) -> Facts:
    setting, deal = divmod(number, deals)
    return facts_of(game, levels, rules[setting], seed + deal, deal % len(levels), look)


def results(levels: Sequence[str], settings: Sequence[Setting], played: Sequence[Facts]) -> list[Result]:
    """What came of each setting, of matches as `sweep` gives them. Raises ValueError without any."""
    if not played:
        raise ValueError("no games were played")
    deals = len(played) // len(settings)
    groups = [tuple(played[start : start + deals]) for start in range(0, len(played), deals)]
    kinds = _values(levels, played)
    wins = [tuple(sum(one.wins[seat] for one in group) for seat in range(len(levels))) for group in groups]
    ps = [p_of_shares(shares) for shares in wins]
    found = []
    for setting, group, won, p, corrected in zip(settings, groups, wins, ps, holm(ps), strict=True):
        measures = [_measure(name, share, value, group, groups[0]) for name, (share, value) in kinds.items()]
        found.append(Result(setting, group, tuple(one for one in measures if one), won, p, corrected))
    return found


def _values(levels: Sequence[str], played: Sequence[Facts]) -> dict[str, tuple[bool, Value]]:
    """What is measured of a match, by its name; whether it is a share."""
    seats = range(len(levels))
    found: dict[str, tuple[bool, Value]] = {
        "turns": (False, _turns),
        "decisions": (False, lambda one: float(one.decisions)),
        "won by who began": (True, lambda one: one.wins[one.first]),
    }
    for seat in seats:
        found[f"won from seat {seat}"] = True, partial(_won_from, seat)
    for player in seats if len(set(levels)) > 1 else ():
        found[f"won by player {player + 1} ({levels[player]})"] = True, partial(_won_by, player)
    if any(one.leads is not None for one in played):
        found["changes of the lead"] = False, _leads
    if any(one.known is not None for one in played):
        for quarter, share in enumerate(QUARTERS):
            found[f"who leads after {share:.0%} of the turns wins"] = True, partial(_known, quarter)
        found["% of the turns until the lead is for good"] = False, _settled
    for name in sorted({name for one in played for name in one.sat_through}):
        found[name] = False, partial(_sat_through, name)
    found["% of the match watched after one's last decision"] = False, lambda one: 100 * fmean(one.watched)
    found["% of the match watched by the first to be out"] = False, lambda one: 100 * max(one.watched)
    if any(one.mattered is not None for one in played):
        found["decisions that mattered"] = True, _mattered
    for do in sorted({do for one in played for do in one.uses}):
        found[f"{do}: a match"] = False, partial(_uses, do)
        found[f"{do}: more of the win than an equal share"] = False, partial(_worth, do)
    for fact in sorted({fact for one in played for fact in one.counted}):
        found[f"{fact.replace('_', ' ')}: a match"] = False, partial(_counted, fact)
    for why in sorted({one.ended for one in played}):
        found[f"ended: {why.replace('_', ' ')}"] = True, partial(_ended, why)
    return found


def _turns(one: Facts) -> float | None:
    return None if one.turns is None else float(one.turns)


def _won_from(seat: int, one: Facts) -> float:
    return one.wins[seat]


def _won_by(player: int, one: Facts) -> float:
    return one.wins[one.players.index(player)]


def _leads(one: Facts) -> float | None:
    return None if one.leads is None else float(one.leads)


def _known(quarter: int, one: Facts) -> float | None:
    return None if one.known is None else one.known[quarter]


def _settled(one: Facts) -> float | None:
    return None if one.settled is None else 100 * one.settled


def _sat_through(name: str, one: Facts) -> float | None:
    return one.sat_through.get(name)


def _mattered(one: Facts) -> float | None:
    return None if one.mattered is None else float(one.mattered)


def _uses(do: str, one: Facts) -> float:
    return float(one.uses.get(do, (0, 0.0))[0])


def _worth(do: str, one: Facts) -> float | None:
    many, share = one.uses.get(do, (0, 0.0))
    return share / many - 1 / len(one.wins) if many else None


def _counted(fact: str, one: Facts) -> float:
    return float(one.counted.get(fact, 0))


def _ended(why: str, one: Facts) -> float:
    return float(one.ended == why)


def _measure(name: str, share: bool, value: Value, group: Sequence[Facts], first: Sequence[Facts]) -> Measure | None:
    pairs = [(value(one), value(other)) for one, other in zip(group, first, strict=True)]
    values = [one for one, _ in pairs if one is not None]
    if not values:
        return None
    mean, low, high = _interval(values)
    if share:
        low, high = interval_of_deals(values, 1)
    if group is first:
        return Measure(name, share, len(values), mean, low, high)
    gains = [one - other for one, other in pairs if one is not None and other is not None]
    more = _interval(gains) if gains else (None, None, None)
    return Measure(name, share, len(values), mean, low, high, *more)


def _interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean, and the 95 % interval of a normal distribution."""
    mean = fmean(values)
    half = _Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return mean, mean - half, mean + half


def p_of_shares(wins: Sequence[float]) -> float:
    """How likely wins are to be shared out at least so unevenly among seats that are alike (chi-square).

    >>> round(p_of_shares([60, 40]), 3), round(p_of_shares([30, 30, 30]), 3)
    (0.046, 1.0)
    """
    expected = sum(wins) / len(wins)
    return chi_square_beyond(sum((one - expected) ** 2 / expected for one in wins), len(wins) - 1)


def chi_square_beyond(x: float, freedom: int) -> float:
    """The probability that chi-square with the given degrees of freedom is x or more.

    >>> [round(chi_square_beyond(x, freedom), 4) for x, freedom in ((3.841, 1), (5.991, 2), (12.592, 6), (7.815, 3))]
    [0.05, 0.05, 0.05, 0.05]
    """
    half = x / 2
    if freedom % 2:
        found, term, upper = erfc(sqrt(half)), exp(-half) * sqrt(half / pi) * 2, 1.5
    else:
        found, term, upper = exp(-half), exp(-half) * half, 2.0
    for _ in range((freedom - 1) // 2):
        found += term
        term *= half / upper
        upper += 1
    return min(1.0, found)


def holm(ps: Sequence[float]) -> list[float]:
    """Each p, corrected for how many there are (Holm 1979): with all below LEVEL, one of 20 sets has one by chance.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    found, most = [0.0] * len(ps), 0.0
    for rank, index in enumerate(sorted(range(len(ps)), key=lambda one: ps[one])):
        most = max(most, min(1.0, ps[index] * (len(ps) - rank)))
        found[index] = most
    return found
