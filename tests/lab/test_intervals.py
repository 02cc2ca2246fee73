"""Intervals: figures from tables, and how often they hold the truth where the games of a deal hang together."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.lab.intervals import effect, interval, interval_of_deals

TRIALS = 1500
DEALS = 150


def test_figures_of_tables() -> None:
    """Wilson's interval as tables have it, and the ends of the scale."""
    assert [round(end, 4) for end in interval(15, 20)] == [0.5313, 0.8881]
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == 1
    assert 0 < interval(0, 10)[1] < 0.3


def deal(rng: Random, rate: float, tied: float) -> float:
    """The share of two games won. With `tied` above 0 both often end alike, below 0 one is often won and one lost."""
    first = rng.random() < rate
    same = rng.random() < abs(tied)
    if not same:
        return (first + (rng.random() < rate)) / 2
    return float(first) if tied > 0 else 0.5


@pytest.mark.quick("0.0")
@pytest.mark.parametrize("tied", [0.0, 0.4, -0.6])
def test_nineteen_of_twenty_intervals_hold_the_truth(tied: float) -> None:
    """The usual one, which takes all games for independent, misses too often with good and bad deals."""
    rng, rate = Random(f"tied {tied}"), 0.6 if tied >= 0 else 0.5
    held, usual, width = 0, 0, 0.0
    for _ in range(TRIALS):
        shares = [deal(rng, rate, tied) for _ in range(DEALS)]
        low, high = interval_of_deals(shares, 2)
        held += low <= rate <= high
        width += (high - low) / TRIALS
        low, high = interval(sum(shares) * 2, DEALS * 2)
        usual += low <= rate <= high
    assert 0.935 <= held / TRIALS <= 0.97
    if tied > 0:
        assert usual / TRIALS < 0.92
    if tied < 0:
        assert width < 0.08, "what the rotation of seats gains is seen"


def test_few_deals_make_no_interval_narrower() -> None:
    assert effect([0.5] * 20, 2) == 1
    assert interval_of_deals([0.5] * 20, 2) == interval(20, 40)
    assert effect([0.0, 1.0] * 10, 2) > 1.9


def test_deals_that_all_end_alike_are_no_certainty() -> None:
    low, high = interval_of_deals([0.5] * 400, 2)
    assert low < 0.5 < high
    assert high - low < 0.01
    assert interval_of_deals([1.0] * 400, 2)[0] == pytest.approx(interval(800, 800)[0])
    with pytest.raises(ValueError, match="no games"):
        interval_of_deals([], 2)
