"""Many possible games of Live Grenade side by side, as arrays: the rules, without names of cards.

All cards of a sort are alike, and the deck is a bag: grenades go back shuffled and nobody peeks. Arrays have one row
a world; a hand is how many cards of each sort it has.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.live_grenade.cards import PAIR_RANKS
from grenade_salad.players.exact_math import on_grid

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float32]
Bools: TypeAlias = NDArray[np.bool_]

SORTS = ("friend", *PAIR_RANKS, "10", "J", "Q", "K")
"""The sorts of cards in hands."""
FRIEND, RANKS, TEN, JACK, QUEEN, KING = 0, slice(1, 7), 7, 8, 9, 10
_SORT_OF = {"2": FRIEND, "3": FRIEND} | {sort: index for index, sort in enumerate(SORTS) if index}

DRAW, SKIP, REVERSE, STEAL, PAIR = range(5)
"""What can be done in a turn."""
_STREAM = 256
_ALIKE = 1e-5
"""What differs by less is worth the same: sums of the same numbers in another order do."""


def sort_of(card: str) -> int:
    """The sort of a card that is no ace.

    >>> sort_of("2H"), sort_of("10S"), sort_of("KC")
    (0, 7, 10)
    """
    return _SORT_OF[card[:-1]]


def total(cards: Ints | Floats | NDArray[np.float64]) -> Ints:
    """The sum over the last axis: much faster than `sum` when it is short."""
    added: Ints = np.einsum("...c->...", cards)
    return added


def over_seats(cards: Ints | Floats) -> Ints:
    """The sum over the seats of (worlds, seats, sorts)."""
    added: Ints = np.einsum("nsc->nc", cards)
    return added


def count(flags: Bools) -> Ints:
    """How many of the last axis are true."""
    added: Ints = np.einsum("...c->...", flags.view(np.int8), dtype=np.int64)
    return added


class Luck:
    """Random numbers from 0 to 1 for many worlds; worlds whose numbers in `stream` are equal have the same luck.

    A draw depends on how many cards the deck has and on how often it was shuffled, a theft on the number of the turn:
    so the same world goes on alike after different choices, as far as it can.
    """

    def __init__(self, rng: np.random.Generator, streams: int) -> None:
        self._draws = rng.random((streams, _STREAM), dtype=np.float32)
        self._steals = rng.random((streams, _STREAM), dtype=np.float32)

    def draws(self, stream: Ints, deck: Ints, shuffles: Ints) -> Floats:
        """For who draws the next card of a deck with so many cards."""
        drawn: Floats = self._draws[stream, (deck * 3 + shuffles * 61) % _STREAM]
        return drawn

    def steals(self, stream: Ints, deck: Ints, cards: Ints, turn: Ints) -> Floats:
        """For who steals one of so many cards."""
        stolen: Floats = self._steals[stream, (deck * 11 + cards * 17 + turn * 29 + 7) % _STREAM]
        return stolen


@dataclass
class Worlds:
    """`hands` (worlds, seats, sorts), `deck` (worlds, sorts) without its aces, `alive` (worlds, seats), whose `turn`,
    which `way` round (1 or -1), how often the deck was shuffled, and which `stream` of luck a world has.

    `known[world, a, b, sort]`: how many cards of a sort seat `a` has reason to expect in the hand of `b`, since it saw
    where they went; what it does not know of them is spread evenly over all places that it cannot see. These numbers
    are on the grid of `exact_math`, so that it does not matter in which order they are added.
    `first` is which of the first worlds this one was.
    """

    hands: Ints
    deck: Ints
    alive: Bools
    turn: Ints
    way: Ints
    shuffles: Ints
    stream: Ints
    known: Floats
    first: Ints

    @property
    def count(self) -> int:
        """How many worlds there are."""
        return len(self.turn)

    def only(self, rows: NDArray[np.bool_] | Ints) -> Worlds:
        """Some of the worlds."""
        return Worlds(*(getattr(self, part.name)[rows] for part in fields(self)))

    def next_seat(self, seat: Ints, way: Ints, rows: Ints) -> Ints:
        """Who comes after the seat, among those who are still in."""
        seats = self.alive.shape[1]
        after: Ints = (seat + way) % seats
        for _ in range(seats - 2):
            out = ~self.alive[rows, after]
            if not out.any():
                break
            after = np.where(out, (after + way) % seats, after)
        return after

    def remove(self, rows: Ints, seat: Ints, sort: Ints | int, number: Ints | int) -> None:
        """Cards leave hands, and everybody sees them."""
        self.hands[rows, seat, sort] -= number
        known = self.known[rows, :, seat, sort] - np.asarray(number, dtype=np.float32).reshape(-1, 1)
        self.known[rows, :, seat, sort] = np.maximum(known, 0)

    def steal(self, rows: Ints, victim: Ints, luck: Luck) -> None:
        """Whose turn it is takes a card from a hand that has some (LG-17, LG-19)."""
        thief = self.turn[rows]
        hand = self.hands[rows, victim]
        size = total(hand)
        number: Floats = luck.steals(self.stream[rows], total(self.deck[rows]), size, thief)
        sort = pick(hand, number * size.astype(np.float64))
        self.hands[rows, victim, sort] -= 1
        self.hands[rows, thief, sort] += 1
        seen = self.known[rows, thief, victim, sort]
        if self.alive.shape[1] > 2:
            share = on_grid(self.known[rows, :, victim] / size[:, None, None]).astype(np.float32)
            at = np.arange(len(rows))
            share[at, thief] = 0
            share[at, victim] = 0
            self.known[rows, :, victim] -= share
            self.known[rows, :, thief] += share
        self.known[rows, thief, victim, sort] = np.maximum(seen - 1, 0)
        self.known[rows, victim, thief, sort] += 1

    def end_turn(self, rows: Ints) -> None:
        """The next player's turn begins."""
        self.turn[rows] = self.next_seat(self.turn[rows], self.way[rows], rows)

    def draw(self, rows: Ints, luck: Luck) -> None:
        """Whose turn it is draws a card: the turn ends, or all ends for them (LG-11, LG-12)."""
        seat, deck = self.turn[rows], self.deck[rows]
        aces = count(self.alive[rows]) - 1
        cards = total(deck) + aces
        lucky = luck.draws(self.stream[rows], cards, self.shuffles[rows])
        number = np.asarray(lucky * cards - aces, dtype=np.float64)
        ace = number < 0
        safe = rows[~ace]
        sort = pick(deck[~ace], number[~ace])
        self.deck[safe, sort] -= 1
        self.hands[safe, seat[~ace], sort] += 1
        hit, at = rows[ace], seat[ace]
        saved = self.hands[hit, at, FRIEND] > 0
        self.remove(hit[saved], at[saved], FRIEND, 1)
        self.shuffles[hit[saved]] += 1
        gone, whose = hit[~saved], at[~saved]
        self.alive[gone, whose] = False
        self.hands[gone, whose] = 0
        self.known[gone, :, whose] = 0
        self.end_turn(rows)


def best_of(worth: Floats, rng: np.random.Generator) -> Ints:
    """The column that is worth most in each row; of those that are worth the same any one."""
    best = worth >= worth.max(1, keepdims=True) - _ALIKE
    chosen: Ints = np.where(best, rng.random(worth.shape, dtype=np.float32), -1).argmax(1)
    return chosen


def pick(cards: Ints, number: NDArray[np.float32] | NDArray[np.float64]) -> Ints:
    """The sort of the card number so and so, when they lie in the order of sorts."""
    picked: Ints = count(np.cumsum(cards, axis=1) <= number[:, None])
    last = cards.shape[1] - 1 - (cards[:, ::-1] > 0).argmax(1)
    return np.asarray(np.minimum(picked, last), dtype=np.int64)
