"""Names of playing cards, for all games, by rank and suit as in records.

Examples of the codes are `2H`, `10S`, `KD` and `joker`.
"""

from __future__ import annotations

from grenade_salad.text import Message, m

NUMBER_RANKS = tuple(str(rank) for rank in range(2, 11))
# Translators: a card in the middle of a sentence, as in "Ann draws the 7 of clubs"; {rank} is 2 to 10
_NUMBER_CARDS = {
    "C": m("the {rank} of clubs", rank=""),
    "D": m("the {rank} of diamonds", rank=""),
    "H": m("the {rank} of hearts", rank=""),
    "S": m("the {rank} of spades", rank=""),
}
# Translators: a card in the middle of a sentence, as in "Ann draws the Jack of clubs"
_NAMED_CARDS = {
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
    # Translators: a card in the middle of a sentence
    "joker": m("the joker"),
}


def card_name(card: str) -> Message | None:
    """Return the name of a card as a message, or None if it is no card.

    >>> from grenade_salad.text import say
    >>> [say(card_name(card)) for card in ("10S", "AC", "joker")]
    ['the 10 of spades', 'the ace of clubs', 'the joker']
    """
    if card in _NAMED_CARDS:
        return _NAMED_CARDS[card]
    rank, suit = card[:-1], card[-1:]
    return (
        Message(_NUMBER_CARDS[suit].one, fields={"rank": rank})
        if rank in NUMBER_RANKS and suit in _NUMBER_CARDS
        else None
    )
