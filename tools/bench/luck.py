"""How the games of OpenSpiel are handed their luck: an outcome by its probability."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def of_outcomes(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """With the standard library: the cheapest way for any probabilities."""
    actions, chances = zip(*outcomes, strict=True)
    return int(rng.choices(actions, chances)[0])


def of_outcomes_by_numpy(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """As OpenSpiel's own examples do it."""
    import numpy as np

    actions, chances = zip(*outcomes, strict=True)
    return int(np.random.choice(actions, p=chances))
