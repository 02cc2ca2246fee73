"""Seeds of new matches, drawn by the operating system."""

from __future__ import annotations

import secrets

BITS = 62
"""The length of a seed: too long to be searched for, and `--seed` takes each of them."""


def draw_seed() -> int:
    """Draw the seed of a new match.

    Whoever knows it knows all cards and all luck to come, and a shorter seed can be computed from the cards of a hand.
    """
    return secrets.randbelow(2**BITS)
