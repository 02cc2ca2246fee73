"""The effects of house rules: the same deals under every setting.

The results have intervals over deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import erfc, exp, pi, sqrt
from statistics import fmean, stdev
from typing import TypeAlias

from grenade_salad.core import Options
from grenade_salad.lab.intervals import Z_95, deal_interval
from grenade_salad.lab.match_facts import QUARTERS, Facts, collect_facts
from grenade_salad.lab.workers import map_seeds

LEVEL = 0.05
"""The probability that any fair setting of a sweep is called unfair."""
Value: TypeAlias = Callable[[Facts], float | None]
"""Callable that gets a measure of a match; None where it has none."""


@dataclass(frozen=True)
class Setting:
    """House rules of a sweep."""

    name: str
    """The values of the rules that are varied; "" if none is."""
    options: Options


@dataclass(frozen=True)
class Measure:
    """A mean over deals with its 95 % interval."""

    name: str
    share: bool
    """True if the mean is between 0 and 1."""
    deals: int
    """The number of deals in which it could be measured."""
    mean: float
    low: float
    high: float
    more: float | None = None
    """The difference from the first setting, deal by deal; None for that itself."""
    more_low: float | None = None
    """The lower end of the 95 % interval of the difference."""
    more_high: float | None = None


@dataclass(frozen=True)
class Result:
    """The results of one setting."""

    setting: Setting
    facts: tuple[Facts, ...]
    """The facts of each match."""
    measures: tuple[Measure, ...]
    wins: tuple[float, ...]
    """The wins by seat."""
    p: float
    """The probability of shares at least as uneven if all seats are alike."""
    holm: float
    """p after Holm's correction for all settings of the sweep.

    A seat is favoured if it is below LEVEL.
    """

    @property
    def is_unfair(self) -> bool:
        """True if the seats are significantly different."""
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
    """Yield the facts of each deal of the first setting, then of the next.

    The players change seats with each deal. With `look`, one decision of every match is tried again, which takes about
    three times as long.
    """
    work = partial(_play_deal, game, tuple(levels), tuple(setting.options for setting in settings), deals, seed, look)
    return map_seeds(work, range(len(settings) * deals), executor)


def _play_deal(
    game: str, levels: Sequence[str], rules: Sequence[Options], deals: int, seed: int, look: bool, index: int
) -> Facts:
    setting, deal = divmod(index, deals)
    return collect_facts(game, levels, rules[setting], seed + deal, deal % len(levels), look)


def summarize(levels: Sequence[str], settings: Sequence[Setting], played: Sequence[Facts]) -> list[Result]:
    """Return the results of each setting, from matches as `sweep` yields them.

    Raises ValueError without any.
    """
    if not played:
        raise ValueError("no games were played")
    deals = len(played) // len(settings)
    groups = [tuple(played[start : start + deals]) for start in range(0, len(played), deals)]
    kinds = _values(levels, played)
    wins = [tuple(sum(facts.wins[seat] for facts in group) for seat in range(len(levels))) for group in groups]
    ps = [fairness_p_value(shares) for shares in wins]
    results = []
    for setting, group, won, p, corrected in zip(settings, groups, wins, ps, holm_correction(ps), strict=True):
        measures = [_measure(name, share, value, group, groups[0]) for name, (share, value) in kinds.items()]
        results.append(Result(setting, group, tuple(measure for measure in measures if measure), won, p, corrected))
    return results


def _values(levels: Sequence[str], played: Sequence[Facts]) -> dict[str, tuple[bool, Value]]:
    """Return the measures of a match by name, and whether each is a share."""
    seats = range(len(levels))
    measures: dict[str, tuple[bool, Value]] = {
        "turns": (False, _turns),
        "decisions": (False, lambda facts: float(facts.decisions)),
        "won by who began": (True, lambda facts: facts.wins[facts.first]),
    }
    for seat in seats:
        measures[f"won from seat {seat}"] = True, partial(_won_from, seat)
    for player in seats if len(set(levels)) > 1 else ():
        measures[f"won by player {player + 1} ({levels[player]})"] = True, partial(_won_by, player)
    if any(facts.leads is not None for facts in played):
        measures["changes of the lead"] = False, _leads
    if any(facts.known is not None for facts in played):
        for quarter, share in enumerate(QUARTERS):
            measures[f"who leads after {share:.0%} of the turns wins"] = True, partial(_leaders_win_share, quarter)
        measures["% of the turns until the lead is for good"] = False, _settled
    for name in sorted({name for facts in played for name in facts.sat_through}):
        measures[name] = False, partial(_sat_through, name)
    measures["% of the match watched after one's last decision"] = False, lambda facts: 100 * fmean(facts.watched)
    measures["% of the match watched by the first to be out"] = False, lambda facts: 100 * max(facts.watched)
    if any(facts.mattered is not None for facts in played):
        measures["decisions that mattered"] = True, _mattered
    for do in sorted({do for facts in played for do in facts.uses}):
        measures[f"{do}: a match"] = False, partial(_uses, do)
        measures[f"{do}: more of the win than an equal share"] = False, partial(_worth, do)
    for fact in sorted({fact for facts in played for fact in facts.counted}):
        measures[f"{fact.replace('_', ' ')}: a match"] = False, partial(_counted, fact)
    for why in sorted({facts.ended for facts in played}):
        measures[f"ended: {why.replace('_', ' ')}"] = True, partial(_ended, why)
    return measures


def _turns(facts: Facts) -> float | None:
    return None if facts.turns is None else float(facts.turns)


def _won_from(seat: int, facts: Facts) -> float:
    return facts.wins[seat]


def _won_by(player: int, facts: Facts) -> float:
    return facts.wins[facts.players.index(player)]


def _leads(facts: Facts) -> float | None:
    return None if facts.leads is None else float(facts.leads)


def _leaders_win_share(quarter: int, facts: Facts) -> float | None:
    return None if facts.known is None else facts.known[quarter]


def _settled(facts: Facts) -> float | None:
    return None if facts.settled is None else 100 * facts.settled


def _sat_through(name: str, facts: Facts) -> float | None:
    return facts.sat_through.get(name)


def _mattered(facts: Facts) -> float | None:
    return None if facts.mattered is None else float(facts.mattered)


def _uses(do: str, facts: Facts) -> float:
    return float(facts.uses.get(do, (0, 0.0))[0])


def _worth(do: str, facts: Facts) -> float | None:
    count, share = facts.uses.get(do, (0, 0.0))
    return share / count - 1 / len(facts.wins) if count else None


def _counted(fact: str, facts: Facts) -> float:
    return float(facts.counted.get(fact, 0))


def _ended(why: str, facts: Facts) -> float:
    return float(facts.ended == why)


def _measure(
    name: str, share: bool, value: Value, group: Sequence[Facts], reference: Sequence[Facts]
) -> Measure | None:
    pairs = [(value(facts), value(reference_facts)) for facts, reference_facts in zip(group, reference, strict=True)]
    values = [current for current, _ in pairs if current is not None]
    if not values:
        return None
    mean, low, high = _interval(values)
    if share:
        low, high = deal_interval(values, 1)
    if group is reference:
        return Measure(name, share, len(values), mean, low, high)
    gains = [current - base for current, base in pairs if current is not None and base is not None]
    difference = _interval(gains) if gains else (None, None, None)
    return Measure(name, share, len(values), mean, low, high, *difference)


def _interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean, and the 95 % interval of a normal distribution."""
    mean = fmean(values)
    half = Z_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return mean, mean - half, mean + half


def fairness_p_value(wins: Sequence[float]) -> float:
    """Return the probability of wins as uneven as these among equal seats.

    It is that of chi-square or more.

    >>> round(fairness_p_value([60, 40]), 3), round(fairness_p_value([30, 30, 30]), 3)
    (0.046, 1.0)
    """
    expected = sum(wins) / len(wins)
    return chi_square_tail(sum((won - expected) ** 2 / expected for won in wins), len(wins) - 1)


def chi_square_tail(x: float, degrees: int) -> float:
    """Return the probability that chi-square with `degrees` of freedom is x or more.

    >>> [round(chi_square_tail(x, degrees), 4) for x, degrees in ((3.841, 1), (5.991, 2), (12.592, 6), (7.815, 3))]
    [0.05, 0.05, 0.05, 0.05]
    """
    half = x / 2
    if degrees % 2:
        tail, term, upper = erfc(sqrt(half)), exp(-half) * sqrt(half / pi) * 2, 1.5
    else:
        tail, term, upper = exp(-half), exp(-half) * half, 2.0
    for _ in range((degrees - 1) // 2):
        tail += term
        term *= half / upper
        upper += 1
    return min(1.0, tail)


def holm_correction(ps: Sequence[float]) -> list[float]:
    """Return each p, corrected for their number (Holm 1979).

    If all are below LEVEL, one of 20 sets contains one by chance.

    >>> holm_correction([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected, highest = [0.0] * len(ps), 0.0
    for rank, index in enumerate(sorted(range(len(ps)), key=lambda position: ps[position])):
        highest = max(highest, min(1.0, ps[index] * (len(ps) - rank)))
        corrected[index] = highest
    return corrected
