"""Cards of Live Grenade, written as in records: `2H`, `10S`, `KD`, `AC`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

from grenade_salad.games import playing_cards
from grenade_salad.text import Message

SUITS = ("C", "D", "H", "S")
PAIR_RANKS = ("4", "5", "6", "7", "8", "9")
RANKS = ("2", "3", *PAIR_RANKS, "10", "J", "Q", "K", "A")
PLAIN_RANKS = (*PAIR_RANKS, "10", "J", "Q", "K")
"""The ranks that are neither Best Friends nor Live Grenades."""

CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
GRENADES = frozenset(card for card in CARDS if card[:-1] == "A")
"""The aces (LG-03)."""
FRIENDS = frozenset(card for card in CARDS if card[:-1] in ("2", "3"))
"""The twos and threes (LG-04)."""

_ORDER = {card: index for index, card in enumerate(CARDS)}


def _single_cards(rank: str) -> frozenset[tuple[str, ...]]:
    return frozenset((rank + suit,) for suit in SUITS)


PLAYABLE_CARDS: dict[str, frozenset[tuple[str, ...]]] = {
    "pair": frozenset(
        (rank + first, rank + second)
        for rank in PAIR_RANKS
        for first, second in combinations_with_replacement(SUITS, 2)
    ),
    "steal": _single_cards("10"),
    "skip": _single_cards("J"),
    "reverse": _single_cards("Q"),
    "cancel": _single_cards("K"),
}
"""The cards of which each kind of play may consist, in the order of `sorted`.

Rules: LG-17, LG-18, LG-20 to LG-22.
"""


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort cards from 2 to ace, and by clubs, diamonds, hearts, spades.

    >>> sort_cards(["KC", "10S", "2H"])
    ('2H', '10S', 'KC')
    """
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def name_card(card: str) -> Message:
    """Return the name of a card.

    >>> from grenade_salad.text import say
    >>> say(name_card("10S")), say(name_card("AC"))
    ('the 10 of spades', 'the ace of clubs')
    """
    message = playing_cards.card_name(card)
    assert message is not None
    return message


def name_cards(cards: Iterable[str]) -> list[Message]:
    """Return the names of several cards, to be filled into a message.

    >>> from grenade_salad.text import m, say
    >>> say(m("{cards}", cards=name_cards(("4C", "4H"))))
    'the 4 of clubs and the 4 of hearts'
    """
    return [name_card(card) for card in cards]
