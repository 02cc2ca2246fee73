"""Hands as bits: which cards of a ring in play somebody holds, and what becomes of that when cards are blown up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations


@cache
def hands(cards: int, joker: bool, size: int) -> tuple[int, ...]:
    """All hands of so many hearts whose spades are in a ring of so many cards, where card 0 may be the joker."""
    return tuple(sum(1 << card for card in held) for held in combinations(range(joker, cards), size))


def without(hand: int, blown: Sequence[int]) -> int:
    """The same hand in the ring without these cards, none of which it holds.

    >>> bin(without(0b1010, [0, 2]))
    '0b11'
    """
    for card in sorted(blown, reverse=True):
        hand = hand & (1 << card) - 1 | hand >> card + 1 << card
    return hand


def first_hit(blown: Sequence[int], hand: int) -> int:
    """Which of these explosions is the first that hits the hand; a number past the end if none does.

    >>> first_hit([4, 1, 0], 0b11), first_hit([4, 1, 0], 0b100)
    (1, 3)
    """
    return next((number for number, card in enumerate(blown) if hand >> card & 1), len(blown))
