"""All positions of three dice on a ring of cards, and the result of every move.

The cards in play are numbered clockwise from the joker on, which is 0 while it is in play; their number and the joker
decide all moves. So a whole match of two is a few small tables. They are not for the house rules `counted` and
`joker_safe`, under which a match may return to an earlier position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.cards import JOKER
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, PIPS, RingState

Ints: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.bool_]

_SHOWN_PIPS = BLAST_PIPS - 1
"""Numbers that a die can show between moves: 1 to 5."""


@cache
def all_hands(cards: int, joker: bool, size: int) -> tuple[int, ...]:
    """Return all hands of `size` hearts with spades in a ring of `cards` cards.

    Card 0 may be the joker.
    """
    return tuple(sum(1 << card for card in held) for held in combinations(range(joker, cards), size))


def drop_cards(hand: int, blown: Sequence[int]) -> int:
    """Return the same hand in the ring without these cards, none of which it holds.

    >>> bin(drop_cards(0b1010, [0, 2]))
    '0b11'
    """
    for card in sorted(blown, reverse=True):
        hand = hand & (1 << card) - 1 | hand >> card + 1 << card
    return hand


def first_hit(blown: Sequence[int], hand: int) -> int:
    """Return the index of the first of these explosions that hits the hand.

    It is the number of explosions if none does.

    >>> first_hit([4, 1, 0], 0b11), first_hit([4, 1, 0], 0b100)
    (1, 3)
    """
    return next((index for index, card in enumerate(blown) if hand >> card & 1), len(blown))


@dataclass(frozen=True)
class Layout:
    """A position of the tables."""

    cards: dict[int, int]
    """The number of each card in play by its place in the ring.

    They are counted from the joker's place, in play or not.
    """
    joker: bool
    """True if the joker is in play."""
    row: int
    """The row of the dice: see `DicePlacements`."""
    order: tuple[int, ...]
    """The dice, the lowest slot first."""

    def to_bits(self, places: Iterable[int]) -> int:
        """Return these places of the ring, all in play, as a hand of the tables."""
        return sum(1 << self.cards[place] for place in places)


def find_layout(board: RingState) -> Layout:
    """Return the position of the dice and cards, for the rules of the tables."""
    first = board.ring.index(JOKER) if JOKER in board.ring else 0
    places = [(first + step) % len(board.ring) for step in range(len(board.ring))]
    cards = {place: card for card, place in enumerate(place for place in places if not board.is_down(place))}
    order = tuple(sorted(DICE, key=lambda die: (cards[board.die_positions[die]], board.pips[die])))
    die_cards = np.array([[cards[board.die_positions[die]]] for die in order], np.int32)
    pips = np.array([[board.pips[die]] for die in order], np.int32)
    return Layout(cards, board.joker >= 0, int(find_rows(len(cards), die_cards, pips)[0]), order)


@dataclass(frozen=True, eq=False)
class DicePlacements:
    """All placements of three dice on a ring, those with the most pips first.

    A slot is 5 * card + number - 1.
    """

    slots: Ints
    """The three slots of each row, the lowest first."""
    row: Ints
    """The row by rank: see `find_rows`."""
    layers: tuple[slice, ...]
    """The rows with the same pips in all."""


@dataclass(frozen=True, eq=False)
class Ring:
    """The targets of all moves in a ring.

    A target below `size` is a row of this ring; those from `size + card * small` on are rows of the ring without that
    card; those from `chains` on are several explosions.
    """

    cards: int
    joker: bool
    """True if the joker is in play."""
    twice: bool
    """True by the house rule that the joker raises the moved die by two (WH-10)."""
    size: int
    """The number of rows of this ring."""
    small: int
    """The number of rows of a ring with one card less."""
    target: Ints
    """The target by roll - 1, die in order of slots, and row."""
    blown: Ints
    """The cards of each chain of explosions in order; -1 for no more."""
    ends: Ints
    """For each chain, the row of the ring without all of its cards."""

    @property
    def chains(self) -> int:
        """The first target that is several explosions."""
        return self.size + self.cards * self.small


@cache
def dice_placements(cards: int) -> DicePlacements:
    """Return the rows of a ring of `cards` cards."""
    count = np.arange(cards * _SHOWN_PIPS, dtype=np.int32)
    highest, middle, lowest = np.meshgrid(count, count, count, indexing="ij")
    fits = (lowest <= middle) & (middle <= highest)
    slots = np.stack([lowest[fits], middle[fits], highest[fits]], axis=1)
    pips = (slots % _SHOWN_PIPS).sum(axis=1)
    order = np.argsort(-pips, kind="stable")
    row = np.empty(len(order), np.int32)
    row[order] = np.arange(len(order))
    edges = [0, *(np.flatnonzero(np.diff(pips[order])) + 1).tolist(), len(order)]
    layers = tuple(slice(first, last) for first, last in pairwise(edges))
    return DicePlacements(slots[order], row, layers)


def find_rows(cards: int, places: Ints, pips: Ints) -> Ints:
    """Return the rows of three dice (first axis) on these places with these numbers."""
    first, second, third = places * _SHOWN_PIPS + pips - 1
    lowest, highest = np.minimum(np.minimum(first, second), third), np.maximum(np.maximum(first, second), third)
    middle = first + second + third - lowest - highest
    rank = highest * (highest + 1) * (highest + 2) // 6 + middle * (middle + 1) // 2 + lowest
    result: Ints = dice_placements(cards).row[rank]
    return result


@cache
def make_ring(cards: int, joker: bool, twice: bool) -> Ring:
    """Return all moves in such a ring.

    `twice` is the house rule that the joker raises the moved die by two (WH-10).
    """
    slots = dice_placements(cards).slots
    size, small = len(slots), len(dice_placements(cards - 1).slots)
    target = np.empty((len(PIPS), len(DICE), size), np.int32)
    blown, ends, chains = [], [], 0
    for die in DICE:
        for roll in PIPS:
            places, pips = (slots // _SHOWN_PIPS).T.copy(), (slots % _SHOWN_PIPS + 1).T.copy()
            places[die] = (places[die] + roll) % cards
            on_joker = (places[die] == 0) & joker
            pips[die] += 1
            pips[:, on_joker] += [[twice if raised == die else 1] for raised in DICE]
            np.minimum(pips, BLAST_PIPS, out=pips)
            is_quiet = (pips < BLAST_PIPS).all(axis=0)
            leads = target[roll - 1, die]
            leads[is_quiet] = find_rows(cards, places[:, is_quiet], pips[:, is_quiet])
            exploding = np.flatnonzero(~is_quiet)
            cards_blown, end = _explode(cards, joker, places[:, exploding], pips[:, exploding], die)
            is_chain = cards_blown[1] >= 0
            leads[exploding] = size + cards_blown[0] * small + end
            leads[exploding[is_chain]] = size + cards * small + chains + np.arange(is_chain.sum())
            chains += int(is_chain.sum())
            blown.append(cards_blown[:, is_chain].T)
            ends.append(end[is_chain])
    return Ring(cards, joker, twice, size, small, target, np.concatenate(blown), np.concatenate(ends))


def _explode(cards: int, joker: bool, places: Ints, pips: Ints, moved: int) -> tuple[Ints, Ints]:
    """Carry out all explosions (WH-08 to WH-12).

    Return the cards that blow up, in order, and the rows after that. Where no spade is left in play the row has no
    meaning: the game has ended before.
    """
    start, columns = places[moved].copy(), np.arange(places.shape[1])
    is_blown = np.zeros((places.shape[1], cards), np.bool_)
    blown = np.full((len(DICE), places.shape[1]), -1, np.int32)

    def explode(explodes: Flags, blast_places: Ints) -> None:
        matches, place = np.flatnonzero(explodes), blast_places[explodes]
        blown[is_blown[matches].sum(axis=1), matches] = place
        is_blown[matches, place] = True
        to = _next_spade(joker, is_blown[matches], place)
        for die in DICE:
            hit = places[die, matches] == place
            places[die, matches[hit]], pips[die, matches[hit]] = to[hit], 1

    explode(pips[moved] >= BLAST_PIPS, start)
    # Several explosions come only from the joker (WH-10), which is card 0: slots are in clockwise order from there.
    for die in DICE:
        explode(pips[die] >= BLAST_PIPS, places[die])
    new_cards = np.cumsum(~is_blown, axis=1) - 1
    new_places = np.stack([np.maximum(new_cards[columns, places[die]], 0) for die in DICE]).astype(np.int32)
    end = np.zeros(len(columns), np.int32)
    blast_counts = is_blown.sum(axis=1)
    for blasts in range(1, min(len(DICE), cards - 1) + 1):
        is_same_count = blast_counts == blasts
        end[is_same_count] = find_rows(cards - blasts, new_places[:, is_same_count], pips[:, is_same_count])
    return blown, end


def _next_spade(joker: bool, is_blown: Flags, place: Ints) -> Ints:
    """Return the next spade in play, clockwise (WH-09).

    It is the place itself if none is left.
    """
    cards = is_blown.shape[1]
    to, is_open = place.copy(), np.ones(len(place), np.bool_)
    for _ in range(cards):
        to = np.where(is_open, (to + 1) % cards, to)
        is_open &= is_blown[np.arange(len(to)), to] | ((to == 0) & joker)
    return to
