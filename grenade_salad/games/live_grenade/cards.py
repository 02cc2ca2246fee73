"""The cards, written as in records: rank, then suit: `2H`, `10S`, `KD`, `AC`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

from grenade_salad.text import Message, m

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
# Translators: a card in the middle of a sentence, as in "Ann draws the 7 of clubs"; {rank} is 2 to 10
_NUMBERS = {
    "C": m("the {rank} of clubs", rank=""),
    "D": m("the {rank} of diamonds", rank=""),
    "H": m("the {rank} of hearts", rank=""),
    "S": m("the {rank} of spades", rank=""),
}
# Translators: a card in the middle of a sentence, as in "Ann draws the Jack of clubs"
_COURTS = {
    "JC": m("the Jack of clubs"),
    "JD": m("the Jack of diamonds"),
    "JH": m("the Jack of hearts"),
    "JS": m("the Jack of spades"),
    "QC": m("the Queen of clubs"),
    "QD": m("the Queen of diamonds"),
    "QH": m("the Queen of hearts"),
    "QS": m("the Queen of spades"),
    "KC": m("the King of clubs"),
    "KD": m("the King of diamonds"),
    "KH": m("the King of hearts"),
    "KS": m("the King of spades"),
    "AC": m("the ace of clubs"),
    "AD": m("the ace of diamonds"),
    "AH": m("the ace of hearts"),
    "AS": m("the ace of spades"),
}


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


def words(card: str) -> Message:
    """The card in plain words.

    >>> from grenade_salad.text import say
    >>> say(words("10S")), say(words("AC"))
    ('the 10 of spades', 'the ace of clubs')
    """
    rank = card[:-1]
    return _COURTS[card] if card in _COURTS else Message(_NUMBERS[card[-1]].one, fields={"rank": rank})


def listed(cards: Iterable[str]) -> list[Message]:
    """Several cards in plain words: what fills a place of a message.

    >>> from grenade_salad.text import say
    >>> say(m("{cards}", cards=listed(("4C", "4H"))))
    'the 4 of clubs and the 4 of hearts'
    """
    return [words(card) for card in cards]
