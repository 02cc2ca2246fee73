"""Chi-square tests of dice, deals and shuffles, drawn as a match draws them.

Each primitive is drawn 3,000 times for every cell but one. That shows a cell that comes up 10 % too often, with any
number of cells: 15,000 rolls, 18,000 deals of a heart, 33,000 shuffles by twelfths. Seeds are fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from grenade_salad import games
from grenade_salad.core import Chance, State, derive_rng
from grenade_salad.games.live_grenade import LiveGrenadeOptions, Steal
from grenade_salad.games.live_grenade.actions import Draw, Pass
from grenade_salad.games.live_grenade.chance import LiveGrenadeSetup
from grenade_salad.games.salad import Drop, Keep
from grenade_salad.games.salad.pieces import SYMBOLS
from tests.marks import slow_but

DRAWS_PER_CELL = 3000
TWELFTHS = 12
CRITICAL = {1: 6.635, 2: 9.210, 5: 15.086, 6: 16.812, 7: 18.475, 11: 24.725}
"""Limits of chi-square for 99 of 100 fair samples, by degrees of freedom."""
PACK = tuple(rank + suit for rank in "A23456789" for suit in "CDHS") + tuple(
    rank + suit for rank in ("10", "J", "Q", "K") for suit in "CDHS"
)


@dataclass(frozen=True)
class Primitive:
    """A chance whose outcomes are sorted into cells."""

    cells: int
    state: Callable[[], State]
    """Returns a state in which the chance is pending."""
    find_cell: Callable[[Chance], int]
    """Returns the cell of an outcome, from 0."""
    shares: tuple[float, ...] | None = None
    """The probabilities of the cells, if they differ."""

    def expected_shares(self) -> tuple[float, ...]:
        return self.shares or (1 / self.cells,) * self.cells


def before_the_deal(game: str, seats: int) -> State:
    """Return a match whose deal is pending."""
    kind = games.load(game)
    return kind.start(seats, kind.options(), None)


@cache
def wheel_to_roll() -> State:
    state = before_the_deal("wheel", 3)
    state.apply_chance(state.sample_chance(Random(0)))
    assert state.pending_chance() == "roll"
    return state


def live_grenade(deck: tuple[str, ...], hand: tuple[str, ...]) -> State:
    """Return a match of five with two decks, seat 0 to act, and this hand in seat 1."""
    hands = (("2S", "10C"), hand, ("4C",), ("4D",), ("4H",))
    setup = LiveGrenadeSetup(hands, deck, 0)
    return games.load("live-grenade").start(5, LiveGrenadeOptions(decks=2, best_friends=7), setup)


@cache
def pack_to_shuffle() -> State:
    """Return a state in which a pack of 52 is to be shuffled.

    An ace was drawn and a Best Friend used.
    """
    state = live_grenade(PACK, ("5C",))
    state.apply(Draw(0))
    assert state.pending_chance() == "reshuffle"
    return state


@cache
def hand_to_steal_from() -> State:
    state = live_grenade(PACK, ("5C", "6C", "7C", "8C", "9C", "KC"))
    state.apply(Steal(0, ("10C",), 1))
    for seat in state.active_seats():
        state.apply(Pass(seat))
    assert state.pending_chance() == "stolen"
    return state


@cache
def salad_to_deal() -> State:
    """Return a state after a drop was kept."""
    state = before_the_deal("grenade-salad", 2)
    state.apply(Drop(height=100.0))
    state.apply_chance(state.sample_chance(Random(0)))
    state.apply(Keep())
    assert state.pending_chance() == "deal"
    return state


def get_outcome(chance: Any) -> Any:
    """Return the outcome of a chance: each kind has one, of its own type."""
    return chance.outcome


def twelfth(place: int, places: int) -> int:
    return place * TWELFTHS // places


def twelfths(places: int) -> tuple[float, ...]:
    """Return the probability of each twelfth if all places are equally likely.

    They cannot always be divided evenly.
    """
    counts = Counter(twelfth(place, places) for place in range(places))
    return tuple(counts[part] / places for part in range(TWELFTHS))


def symbol(card: str) -> int:
    return SYMBOLS.index(card)


def locate_card(card: str) -> Callable[[Chance], int]:
    return lambda chance: twelfth(get_outcome(chance).index(card), len(PACK))


def measure_distance(first: str, second: str) -> Callable[[Chance], int]:
    """Return a function from a deck to the cyclic distance of two cards, as a cell.

    A mere cut does not change it.
    """

    def find_cell(chance: Chance) -> int:
        cards = get_outcome(chance)
        return twelfth((cards.index(second) - cards.index(first)) % len(cards) - 1, len(cards) - 1)

    return find_cell


def sort_outcome(cell_of_outcome: Callable[..., int]) -> Callable[[Chance], int]:
    return lambda chance: cell_of_outcome(get_outcome(chance))


DECK = len(get_outcome(before_the_deal("live-grenade", 2).sample_chance(Random(0))).deck)
HEARTS = ("AH", "2H", "3H", "4H", "5H", "6H", "7H")

PRIMITIVES = {
    "wheel: roll": Primitive(6, wheel_to_roll, sort_outcome(lambda pips: pips - 1)),
    "wheel: heart of the first seat": Primitive(
        7, lambda: before_the_deal("wheel", 3), sort_outcome(lambda deal: HEARTS.index(deal.hearts[0][0]))
    ),
    "wheel: second heart of the other seat": Primitive(
        7, lambda: before_the_deal("wheel", 2), sort_outcome(lambda deal: HEARTS.index(deal.hearts[1][1]))
    ),
    "wheel: the joker in the ring": Primitive(
        8, lambda: before_the_deal("wheel", 4), sort_outcome(lambda deal: deal.ring.index("joker"))
    ),
    "wheel: who starts": Primitive(7, lambda: before_the_deal("wheel", 7), sort_outcome(lambda deal: deal.turn)),
    "live-grenade: place of a card": Primitive(12, pack_to_shuffle, locate_card("AC"), twelfths(52)),
    "live-grenade: from card to card": Primitive(12, pack_to_shuffle, measure_distance("AC", "AD"), twelfths(51)),
    "live-grenade: place of a grenade": Primitive(
        12,
        lambda: before_the_deal("live-grenade", 2),
        sort_outcome(lambda deal: twelfth(next(index for index, card in enumerate(deal.deck) if card[0] == "A"), DECK)),
        twelfths(DECK),
    ),
    "live-grenade: stolen card": Primitive(6, hand_to_steal_from, sort_outcome(lambda card: "56789K".index(card[0]))),
    "live-grenade: who starts": Primitive(
        3, lambda: before_the_deal("live-grenade", 3), sort_outcome(lambda deal: deal.turn)
    ),
    "grenade-salad: first card of a hand": Primitive(
        6, salad_to_deal, sort_outcome(lambda deal: symbol(deal.hands[0][0]))
    ),
    "grenade-salad: last card of the deck": Primitive(
        6, salad_to_deal, sort_outcome(lambda deal: symbol(deal.deck[-1]))
    ),
    "grenade-salad: who starts": Primitive(2, salad_to_deal, sort_outcome(lambda deal: deal.turn)),
}

SHUFFLES = {"live-grenade: place of a card", "live-grenade: from card to card"}
"""Shuffles of many cards, for the slow tests."""


def draw_cells(primitive: Primitive, name: str, count: int) -> Iterator[int]:
    """Yield the cells of `count` matches, each with a seed of its own."""
    state = primitive.state()
    for seed in range(count):
        yield primitive.find_cell(state.sample_chance(derive_rng(seed, len(name))))


def chi_square(primitive: Primitive, cells: Iterable[int], total: int) -> float:
    """Return chi-square of the counts against the expected shares."""
    counts = Counter(cells)
    assert sum(counts.values()) == total
    assert set(counts) <= set(range(primitive.cells))
    return sum(
        (counts[cell] - total * share) ** 2 / (total * share) for cell, share in enumerate(primitive.expected_shares())
    )


def favour_first_cell(primitive: Primitive, cells: Iterable[int]) -> Iterator[int]:
    """Make the first cell 10 % too frequent, at the cost of the others."""
    source, share = Random(primitive.cells), primitive.expected_shares()[0]
    return (0 if source.random() < 0.1 * share / (1 - share) else cell for cell in cells)


@pytest.mark.quick("wheel: who starts", "grenade-salad: first card of a hand", "live-grenade: who starts")
@pytest.mark.parametrize("name", slow_but(PRIMITIVES.keys() - SHUFFLES, PRIMITIVES))
def test_chance_is_fair_and_ten_percent_bias_is_detected(name: str) -> None:
    primitive = PRIMITIVES[name]
    count = DRAWS_PER_CELL * (primitive.cells - 1)
    drawn = list(draw_cells(primitive, name, count))
    assert chi_square(primitive, drawn, count) < CRITICAL[primitive.cells - 1]
    assert chi_square(primitive, favour_first_cell(primitive, drawn), count) > CRITICAL[primitive.cells - 1]


class BiasedRandom(Random):
    """A random source that draws the lowest sixth 10 % too often."""

    def random(self) -> float:
        drawn = super().random()
        return drawn / 6 if super().random() < 0.02 else drawn


def test_biased_source_is_detected_through_the_game() -> None:
    """The bias is in the random numbers, not in the counting of outcomes."""
    state, primitive, count = wheel_to_roll(), PRIMITIVES["wheel: roll"], 15_000
    rolls = [primitive.find_cell(state.sample_chance(BiasedRandom(seed))) for seed in range(count)]
    assert chi_square(primitive, rolls, count) > CRITICAL[5]
