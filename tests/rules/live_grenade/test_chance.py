"""Chance is fair: shuffles, thefts and the deal pass a chi-square test.

The seeds are fixed. The limits are those that a fair shuffle passes with a probability of 0.999.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

import pytest

from grenade_salad.core import derive_rng
from grenade_salad.games.live_grenade import Deal, Draw, LiveGrenadeOptions, Reshuffle, Stolen
from tests.kinds import expect_type
from tests.rules.live_grenade.matches import start_match
from tests.rules.live_grenade.positions import all_pass, play, position, steal

LIMITS = {3: 16.27, 4: 18.47, 23: 49.73, 36: 67.99}
"""Limits by degrees of freedom."""


def unfairness(outcomes: Iterable[Hashable], kinds: int) -> float:
    """Return the chi-square sum of outcomes of `kinds` equally likely kinds."""
    times = Counter(outcomes)
    expected = times.total() / kinds
    assert len(times) <= kinds
    return sum((count - expected) ** 2 for count in times.values()) / expected + (kinds - len(times)) * expected


@pytest.mark.rule("LG-12")
def test_all_orders_of_a_reshuffled_deck_are_equally_likely() -> None:
    state = position("2C", "5C", deck="AS 4C 6C 7C")
    play(state, Draw(0))
    orders = []
    for index in range(2400):
        chance = expect_type(Reshuffle, state.sample_chance(derive_rng(3, index)))
        orders.append(chance.outcome)
    assert unfairness(orders, 24) < LIMITS[23]


@pytest.mark.rule("LG-17")
def test_all_cards_of_the_victim_are_equally_likely_to_be_stolen() -> None:
    state = position("10S", "2C 4C 6C JC KC", deck="AS")
    play(state, steal(0, "10S", 1))
    all_pass(state)
    taken = []
    for index in range(2000):
        chance = expect_type(Stolen, state.sample_chance(derive_rng(4, index)))
        taken.append(chance.outcome)
    assert unfairness(taken, 5) < LIMITS[4]


@pytest.mark.rule("LG-04", "LG-06", "LG-08")
def test_deal_is_fair() -> None:
    state = start_match(4, LiveGrenadeOptions())
    deals = []
    for index in range(2000):
        chance = expect_type(Deal, state.sample_chance(derive_rng(5, index)))
        deals.append(chance.outcome)
    hearts = [next(seat for seat, hand in enumerate(deal.hands) if "3H" in hand) for deal in deals]
    assert unfairness(hearts, 4) < LIMITS[3]
    assert unfairness([deal.turn for deal in deals], 4) < LIMITS[3]
    places = [index for deal in deals for index, card in enumerate(deal.deck) if card[0] == "A"]
    assert len(deals[0].deck) == 37
    assert unfairness(places, 37) < LIMITS[36]
    holders = [next((seat for seat, hand in enumerate(deal.hands) if "3C" in hand), None) for deal in deals]
    assert unfairness([seat for seat in holders if seat is not None], 4) < LIMITS[3]
