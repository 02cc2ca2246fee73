"""95 % intervals of win shares, where the games of one deal are not independent."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z_95 = 1.959964
"""The number of standard errors that 95 % of a normal distribution are within."""
_ENOUGH_DEALS = 100
"""From this many deals on, the measured variance may narrow an interval.

With fewer it may only widen it.
"""


def interval(wins: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of the share of wins in independent games.

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    """
    rate, spread = wins / games, Z_95 * Z_95 / games
    middle = rate + spread / 2
    half = Z_95 * sqrt(rate * (1 - rate) / games + spread / (4 * games))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return min(max(0.0, low), rate), max(min(1.0, high), rate)


def design_effect(shares: Sequence[float], games: int) -> float:
    """Return the variance of a rate relative to that of independent games.

    It is 1 if deals do not matter. `shares` is the share of won games for each deal, all of which were played `games`
    times. The effect is above 1 if some deals are good for the player in any seat, and below 1 if the rotation evens
    out the luck of a deal. One more deal without any effect is counted, so that a few equal deals do not count as
    certainty.

    >>> round(design_effect([0.5] * 199, 2), 3), round(design_effect([0.0, 1.0] * 100, 2), 1)
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
    """Return the 95 % interval of the rate, which depends on how much deals differ.

    See `design_effect`. It is Wilson's, for the number of independent games that would say the same. Raises ValueError
    without any deals.
    """
    if not shares:
        raise ValueError("no games were played")
    effective_games = len(shares) * games / design_effect(shares, games)
    return interval(sum(shares) / len(shares) * effective_games, effective_games)
