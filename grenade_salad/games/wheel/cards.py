"""The cards of the wheel game (WH-02)."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.text import Message, m

_RANKS = ("A", "2", "3", "4", "5", "6", "7")

SPADES = tuple(rank + "S" for rank in _RANKS)
"""The spades of the ring."""
HEARTS = tuple(rank + "H" for rank in _RANKS)
"""The hearts that players hold."""
JOKER = "joker"
RING = (*SPADES, JOKER)
"""All cards of the ring."""


def matching_spade(heart: str) -> str:
    """Return the spade with the number of a heart.

    >>> matching_spade("4H")
    '4S'
    """
    return heart[:-1] + "S"


def matching_heart(spade: str) -> str:
    """Return the heart with the number of a spade.

    >>> matching_heart("AS")
    'AH'
    """
    return spade[:-1] + "H"


def card_name(card: str) -> Message:
    """Return the name of a card.

    >>> from grenade_salad.text import say
    >>> [say(card_name(card)) for card in ("4S", "AH", "joker")]
    ['the 4 of spades', 'the ace of hearts', 'the joker']
    """
    if card == JOKER:
        # Translators: a card in the middle of a sentence
        return m("the joker")
    if card[0] == "A":
        return m("the ace of spades") if card[-1] == "S" else m("the ace of hearts")
    if card[-1] == "S":
        # Translators: a card in the middle of a sentence, as in "the 4 of spades blows up"; {number} is 2 to 7
        return m("the {number} of spades", number=card[:-1])
    return m("the {number} of hearts", number=card[:-1])


def card_names(cards: Sequence[str]) -> list[Message]:
    """Return the names of several cards."""
    return [card_name(card) for card in cards]
