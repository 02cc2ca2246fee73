"""95 % intervals of shares of wins, where the games of one deal are not independent of each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

_Z = 1.959964
"""How many standard errors 95 % of a normal distribution lie within."""
_ENOUGH_DEALS = 100
"""From this many deals on, their measured variance may narrow an interval; with fewer, only widen it."""


def interval(wins: float, games: float) -> tuple[float, float]:
    """The 95 % interval (Wilson) of a share of wins in that many independent games.

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    """
    rate, spread = wins / games, _Z * _Z / games
    middle = rate + spread / 2
    half = _Z * sqrt(rate * (1 - rate) / games + spread / (4 * games))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return min(max(0.0, low), rate), max(min(1.0, high), rate)


def design_effect(shares: Sequence[float], games: int) -> float:
    """How much the variance of a rate is that of independent games: 1 if deals do not matter.

    `shares` is the share of won games for each deal, all of which were played `games` times. It is above 1 where some
    deals are good for the player in any seat, and below 1 where the luck of a deal is shared out by the rotation. One
    deal more without any effect is counted in, so that a few alike deals do not pass for certainty.

    >>> round(effect([0.5] * 199, 2), 3), round(effect([0.0, 1.0] * 100, 2), 1)
    (0.005, 2.0)
    """
    deals = len(shares)
    rate = sum(shares) / deals
    independent = rate * (1 - rate) / games
    if deals < 2 or not independent:
        return 1.0
    between = sum((share - rate) ** 2 for share in shares) / (deals - 1)
    measured = (between / independent * deals + 1) / (deals + 1)
    return measured if deals >= _ENOUGH_DEALS else max(1.0, measured)


def deal_interval(shares: Sequence[float], games: int) -> tuple[float, float]:
    """The 95 % interval of the rate, by how much deals differ: see `design_effect`. Raises ValueError without any
    deals.

    It is Wilson's, with as many games as independent ones would tell the same.
    """
    if not shares:
        raise ValueError("no games were played")
    effective_games = len(shares) * games / design_effect(shares, games)
    return interval(sum(shares) / len(shares) * effective_games, effective_games)
