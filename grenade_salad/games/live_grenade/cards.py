"""The cards, written as in records: rank, then suit: `2H`, `10S`, `KD`, `AC`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

SUITS = ("C", "D", "H", "S")
PAIR_RANKS = ("4", "5", "6", "7", "8", "9")
RANKS = ("2", "3", *PAIR_RANKS, "10", "J", "Q", "K", "A")
PLAIN_RANKS = (*PAIR_RANKS, "10", "J", "Q", "K")
"""The ranks that are neither Best Friends nor Live Grenades."""

CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
GRENADES = frozenset(card for card in CARDS if card[:-1] == "A")
"""LG-03"""
FRIENDS = frozenset(card for card in CARDS if card[:-1] in ("2", "3"))
"""LG-04"""

_ORDER = {card: index for index, card in enumerate(CARDS)}
_RANK_WORDS = {"J": "Jack", "Q": "Queen", "K": "King", "A": "ace"}
_SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def _singles(rank: str) -> frozenset[tuple[str, ...]]:
    return frozenset((rank + suit,) for suit in SUITS)


FITS: dict[str, frozenset[tuple[str, ...]]] = {
    "pair": frozenset(
        (rank + one, rank + two) for rank in PAIR_RANKS for one, two in combinations_with_replacement(SUITS, 2)
    ),
    "steal": _singles("10"),
    "skip": _singles("J"),
    "reverse": _singles("Q"),
    "cancel": _singles("K"),
}
"""The cards that each kind of play may be made of, in the order of `sorted` (LG-17, LG-18, LG-20 to LG-22)."""


def tidy(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards from 2 to ace, clubs, diamonds, hearts, spades.

    >>> tidy(["KC", "10S", "2H"])
    ('2H', '10S', 'KC')
    """
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def words(card: str) -> str:
    """The card in plain words.

    >>> words("10S"), words("AC")
    ('the 10 of spades', 'the ace of clubs')
    """
    rank = card[:-1]
    return f"the {_RANK_WORDS.get(rank, rank)} of {_SUIT_WORDS[card[-1]]}"


def listed(cards: Iterable[str]) -> str:
    """Several cards in plain words.

    >>> listed(("4C", "4H"))
    'the 4 of clubs and the 4 of hearts'
    """
    parts = [words(card) for card in cards]
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)
