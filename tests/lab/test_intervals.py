"""Confidence intervals: known values, and coverage for games that share a deal."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.lab.intervals import deal_interval, design_effect, interval

TRIALS = 1500
DEALS = 150


def test_intervals_match_published_values() -> None:
    """Wilson's interval as in published tables, and the ends of the scale."""
    assert [round(end, 4) for end in interval(15, 20)] == [0.5313, 0.8881]
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == 1
    assert 0 < interval(0, 10)[1] < 0.3


def play_deal(rng: Random, rate: float, tied: float) -> float:
    """Return the share of two games won.

    With `tied` above 0 both often end the same way, below 0 one is often won and one lost.
    """
    first = rng.random() < rate
    is_tied = rng.random() < abs(tied)
    if not is_tied:
        return (first + (rng.random() < rate)) / 2
    return float(first) if tied > 0 else 0.5


@pytest.mark.quick("0.0")
@pytest.mark.parametrize("tied", [0.0, 0.4, -0.6])
def test_nineteen_of_twenty_intervals_contain_the_true_rate(tied: float) -> None:
    """The interval for independent games misses too often with good and bad deals."""
    rng, rate = Random(f"tied {tied}"), 0.6 if tied >= 0 else 0.5
    hits, independent_hits, width = 0, 0, 0.0
    for _ in range(TRIALS):
        shares = [play_deal(rng, rate, tied) for _ in range(DEALS)]
        lower, upper = deal_interval(shares, 2)
        hits += lower <= rate <= upper
        width += (upper - lower) / TRIALS
        lower, upper = interval(sum(shares) * 2, DEALS * 2)
        independent_hits += lower <= rate <= upper
    assert 0.935 <= hits / TRIALS <= 0.97
    if tied > 0:
        assert independent_hits / TRIALS < 0.92
    if tied < 0:
        assert width < 0.08, "what the rotation of seats gains is seen"


def test_few_deals_do_not_narrow_the_interval() -> None:
    assert design_effect([0.5] * 20, 2) == 1
    assert deal_interval([0.5] * 20, 2) == interval(20, 40)
    assert design_effect([0.0, 1.0] * 10, 2) > 1.9


def test_equal_deals_do_not_give_certainty() -> None:
    lower, upper = deal_interval([0.5] * 400, 2)
    assert lower < 0.5 < upper
    assert upper - lower < 0.01
    assert deal_interval([1.0] * 400, 2)[0] == pytest.approx(interval(800, 800)[0])
    with pytest.raises(ValueError, match="no games"):
        deal_interval([], 2)
