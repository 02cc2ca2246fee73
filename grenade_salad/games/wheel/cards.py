"""The cards of the wheel game (WH-02)."""

from __future__ import annotations

_RANKS = ("A", "2", "3", "4", "5", "6", "7")

SPADES = tuple(rank + "S" for rank in _RANKS)
"""The spades that lie in the ring."""
HEARTS = tuple(rank + "H" for rank in _RANKS)
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
