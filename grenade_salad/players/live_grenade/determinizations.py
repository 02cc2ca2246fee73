"""Many possible games of Live Grenade as arrays, without card names.

All cards of a sort are equal, and the deck is a bag: grenades are shuffled back and nobody looks at cards. Arrays have
one row a world; a hand is the number of its cards of each sort.
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
"""Indexes of sorts; RANKS are those of which pairs are played."""
_RANK_SORTS = {"2": FRIEND, "3": FRIEND} | {sort: index for index, sort in enumerate(SORTS) if index}

DRAW, SKIP, REVERSE, STEAL, PAIR = range(5)
"""The actions of a turn."""
_STREAM_LENGTH = 256
"""Number of random numbers of a world that are drawn at once."""
_TOLERANCE = 1e-5
"""Differences below this count as equal.

Sums of the same numbers in another order differ by less.
"""


def card_sort(card: str) -> int:
    """Return the sort of a card that is no ace.

    >>> card_sort("2H"), card_sort("10S"), card_sort("KC")
    (0, 7, 10)
    """
    return _RANK_SORTS[card[:-1]]


def sum_cards(cards: Ints | Floats | NDArray[np.float64]) -> Ints:
    """Return the sum over the last axis: much faster than `sum` when it is short."""
    sums: Ints = np.einsum("...c->...", cards)
    return sums


def sum_over_seats(cards: Ints | Floats) -> Ints:
    """Return the sum over the seats of (worlds, seats, sorts)."""
    sums: Ints = np.einsum("nsc->nc", cards)
    return sums


def count_true(flags: Bools) -> Ints:
    """Return the number of true values in the last axis."""
    sums: Ints = np.einsum("...c->...", flags.view(np.int8), dtype=np.int64)
    return sums


class WorldRandom:
    """Random numbers from 0 to 1 for many worlds, equal for worlds of one `stream`.

    That of a draw depends on the size of the deck and the number of shuffles, that of a theft on the deck, the hand and
    the turn: so the same world continues in the same way after different choices, as far as possible.
    """

    def __init__(self, rng: np.random.Generator, streams: int) -> None:
        self._draws = rng.random((streams, _STREAM_LENGTH), dtype=np.float32)
        self._steals = rng.random((streams, _STREAM_LENGTH), dtype=np.float32)

    def draw_numbers(self, stream: Ints, deck: Ints, shuffles: Ints) -> Floats:
        """Return the numbers for draws from decks of these sizes."""
        numbers: Floats = self._draws[stream, (deck * 3 + shuffles * 61) % _STREAM_LENGTH]
        return numbers

    def theft_numbers(self, stream: Ints, deck: Ints, cards: Ints, turn: Ints) -> Floats:
        """Return the numbers for thefts of one card from `cards`."""
        numbers: Floats = self._steals[stream, (deck * 11 + cards * 17 + turn * 29 + 7) % _STREAM_LENGTH]
        return numbers


@dataclass
class Worlds:
    """Possible games, one row each."""

    hands: Ints
    """Numbers of cards (worlds, seats, sorts)."""
    deck: Ints
    """Numbers of cards without the aces (worlds, sorts)."""
    alive: Bools
    """True for players who are in (worlds, seats)."""
    turn: Ints
    """The seat on turn."""
    direction: Ints
    """1 if the order of play is clockwise, else -1."""
    shuffles: Ints
    """The number of shuffles of the deck so far."""
    stream: Ints
    """The number of the world's stream of random numbers: see `WorldRandom`."""
    expected: Floats
    """Numbers of cards that a player has reason to expect in a hand.

    The axes are worlds, players, hands and sorts. The player saw where they went; all others are spread evenly over the
    places that it cannot see. The numbers are on the grid of `exact_math`, so that the order of adding makes no
    difference.
    """
    origin: Ints
    """The index of the original world."""

    @property
    def count(self) -> int:
        """The number of worlds."""
        return len(self.turn)

    def select(self, rows: NDArray[np.bool_] | Ints) -> Worlds:
        """Return the worlds of these rows."""
        return Worlds(*(getattr(self, part.name)[rows] for part in fields(self)))

    def next_seat(self, seat: Ints, direction: Ints, rows: Ints) -> Ints:
        """Return the next seat after each seat that is still in the game."""
        seats = self.alive.shape[1]
        following: Ints = (seat + direction) % seats
        for _ in range(seats - 2):
            is_out = ~self.alive[rows, following]
            if not is_out.any():
                break
            following = np.where(is_out, (following + direction) % seats, following)
        return following

    def remove(self, rows: Ints, seat: Ints, sort: Ints | int, count: Ints | int) -> None:
        """Remove cards from hands in public."""
        self.hands[rows, seat, sort] -= count
        expected = self.expected[rows, :, seat, sort] - np.asarray(count, dtype=np.float32).reshape(-1, 1)
        self.expected[rows, :, seat, sort] = np.maximum(expected, 0)

    def steal(self, rows: Ints, victim: Ints, world_rng: WorldRandom) -> None:
        """Move a random card from the victim to the seat on turn (LG-17, LG-19)."""
        thief = self.turn[rows]
        hand = self.hands[rows, victim]
        size = sum_cards(hand)
        position: Floats = world_rng.theft_numbers(self.stream[rows], sum_cards(self.deck[rows]), size, thief)
        sort = pick_sort(hand, position * size.astype(np.float64))
        self.hands[rows, victim, sort] -= 1
        self.hands[rows, thief, sort] += 1
        thief_expected = self.expected[rows, thief, victim, sort]
        if self.alive.shape[1] > 2:
            share = on_grid(self.expected[rows, :, victim] / size[:, None, None]).astype(np.float32)
            row_index = np.arange(len(rows))
            share[row_index, thief] = 0
            share[row_index, victim] = 0
            self.expected[rows, :, victim] -= share
            self.expected[rows, :, thief] += share
        self.expected[rows, thief, victim, sort] = np.maximum(thief_expected - 1, 0)
        self.expected[rows, victim, thief, sort] += 1

    def end_turn(self, rows: Ints) -> None:
        """Begin the next player's turn."""
        self.turn[rows] = self.next_seat(self.turn[rows], self.direction[rows], rows)

    def draw(self, rows: Ints, world_rng: WorldRandom) -> None:
        """Draw a card for the seat on turn: its turn ends, or it is out (LG-11, LG-12)."""
        seat, deck = self.turn[rows], self.deck[rows]
        aces = count_true(self.alive[rows]) - 1
        cards = sum_cards(deck) + aces
        numbers = world_rng.draw_numbers(self.stream[rows], cards, self.shuffles[rows])
        position = np.asarray(numbers * cards - aces, dtype=np.float64)
        drew_ace = position < 0
        safe_rows = rows[~drew_ace]
        sort = pick_sort(deck[~drew_ace], position[~drew_ace])
        self.deck[safe_rows, sort] -= 1
        self.hands[safe_rows, seat[~drew_ace], sort] += 1
        ace_rows, ace_seats = rows[drew_ace], seat[drew_ace]
        is_saved = self.hands[ace_rows, ace_seats, FRIEND] > 0
        self.remove(ace_rows[is_saved], ace_seats[is_saved], FRIEND, 1)
        self.shuffles[ace_rows[is_saved]] += 1
        out_rows, out_seats = ace_rows[~is_saved], ace_seats[~is_saved]
        self.alive[out_rows, out_seats] = False
        self.hands[out_rows, out_seats] = 0
        self.expected[out_rows, :, out_seats] = 0
        self.end_turn(rows)


def pick_best(worth: Floats, rng: np.random.Generator) -> Ints:
    """Return the column with the maximum of each row; of equal ones a random one."""
    is_best = worth >= worth.max(1, keepdims=True) - _TOLERANCE
    chosen: Ints = np.where(is_best, rng.random(worth.shape, dtype=np.float32), -1).argmax(1)
    return chosen


def pick_sort(cards: Ints, position: NDArray[np.float32] | NDArray[np.float64]) -> Ints:
    """Return the sort of the card at a position, with the cards in order of sorts."""
    picked: Ints = count_true(np.cumsum(cards, axis=1) <= position[:, None])
    last = cards.shape[1] - 1 - (cards[:, ::-1] > 0).argmax(1)
    return np.asarray(np.minimum(picked, last), dtype=np.int64)
