"""The cards of the wheel game (WH-02)."""

from __future__ import annotations

from collections.abc import Sequence

_NUMBERS = {"A": "ace", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7"}

SPADES = tuple(number + "S" for number in _NUMBERS)
"""The spades that lie in the ring."""
HEARTS = tuple(number + "H" for number in _NUMBERS)
"""The hearts that players hold."""
JOKER = "joker"
RING = (*SPADES, JOKER)
"""All cards of the ring."""


def spade_of(heart: str) -> str:
    """The spade with the number of a heart.

    >>> spade_of("4H")
    '4S'
    """
    return heart[:-1] + "S"


def heart_of(spade: str) -> str:
    """The heart with the number of a spade.

    >>> heart_of("AS")
    'AH'
    """
    return spade[:-1] + "H"


def words(card: str) -> str:
    """What a card is called.

    >>> words("4S"), words("AH"), words("joker")
    ('the 4 of spades', 'the ace of hearts', 'the joker')
    """
    if card == JOKER:
        return "the joker"
    return f"the {_NUMBERS[card[:-1]]} of {'spades' if card[-1] == 'S' else 'hearts'}"


def listed(cards: Sequence[str]) -> str:
    """Several cards in words.

    >>> listed(["AH", "4H", "7H"])
    'the ace of hearts, the 4 of hearts and the 7 of hearts'
    """
    *first, last = map(words, cards)
    return f"{', '.join(first)} and {last}" if first else last
