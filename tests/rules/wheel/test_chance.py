"""The black die and the deal are fair: chi-square over fixed seeds, p = 0.001."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

import pytest

from grenade_salad.core import derive_rng
from grenade_salad.games.wheel import Deal, Roll, WheelSetup
from grenade_salad.games.wheel.cards import HEARTS, RING
from tests.rules.wheel.positions import position, start_game

DEALS = 6000
LIMITS = {2: 13.9, 5: 20.6, 6: 22.5, 7: 24.4, 55: 93.2, 209: 277.9}
"""Values that chi-square exceeds with p = 0.001, by degrees of freedom."""


def check_fair(outcomes: Iterable[object], possible: Iterable[object]) -> None:
    """Check that all possible outcomes are equally likely."""
    counts = Counter(outcomes)
    cells = list(possible)
    assert set(counts) <= set(cells)
    expected = counts.total() / len(cells)
    chi_square = sum((counts[cell] - expected) ** 2 / expected for cell in cells)
    assert chi_square < LIMITS[len(cells) - 1]


@pytest.fixture(scope="module")
def deals() -> list[WheelSetup]:
    state = start_game(3)
    outcomes = [state.sample_chance(derive_rng(seed, 0)) for seed in range(DEALS)]
    return [deal.outcome for deal in outcomes if isinstance(deal, Deal)]


@pytest.mark.rule("WH-06")
def test_rolls_are_fair() -> None:
    state = position("AS 2S 3S", ["AH", "2H"])
    rolls = [state.sample_chance(derive_rng(seed, 1)) for seed in range(DEALS)]
    check_fair((roll.outcome for roll in rolls if isinstance(roll, Roll)), range(1, 7))


@pytest.mark.rule("WH-03")
def test_hearts_are_dealt_fairly(deals: list[WheelSetup]) -> None:
    hands = [tuple(held[0] for held in deal.hearts) for deal in deals]
    check_fair(hands, permutations(HEARTS, 3))
    for seat in range(3):
        check_fair((hand[seat] for hand in hands), HEARTS)


@pytest.mark.rule("WH-04")
def test_the_ring_is_shuffled_fairly(deals: list[WheelSetup]) -> None:
    for place in range(8):
        check_fair((deal.ring[place] for deal in deals), RING)
    check_fair((deal.ring[:2] for deal in deals), permutations(RING, 2))


@pytest.mark.rule("WH-05")
def test_the_starter_is_drawn_fairly(deals: list[WheelSetup]) -> None:
    check_fair((deal.turn for deal in deals), range(3))
