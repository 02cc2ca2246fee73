"""Seeds of new matches, drawn by the operating system."""

from __future__ import annotations

import secrets

BITS = 62
"""The bits of a seed: too many to be guessed, and `--seed` takes each of them."""


def draw_seed() -> int:
    """Draw the seed of a new match.

    It determines all cards and chances of the match, and a shorter seed can be computed from the cards of a hand.
    """
    return secrets.randbelow(2**BITS)
