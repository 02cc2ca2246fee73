"""Which of some choices turns out best in the same worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from grenade_salad.bots.live_grenade.worlds import Floats

Choice: TypeAlias = tuple[str, int | None]
"""What is done, and from whom is stolen."""
_HOPELESS = 3.0
"""By how many standard errors a choice must be worse than the first one to be given up."""


class Tally:
    """How much better than the first choice the others are; `going` are those that are still looked at."""

    def __init__(self, choices: int) -> None:
        self.going = list(range(choices))
        self.worlds = 0
        self._first = 0.0
        self._count = np.zeros(choices)
        self._sum = np.zeros(choices)
        self._square = np.zeros(choices)

    def add(self, values: Floats) -> None:
        """How some worlds end after those choices that are still going, (choices, worlds); the first one always is."""
        more = values - values[0]
        self.worlds += values.shape[1]
        self._first += float(values[0].sum())
        self._count[self.going] += values.shape[1]
        self._sum[self.going] += more.sum(1)
        self._square[self.going] += (more * more).sum(1)
        better = self.better()
        self.going = [one for one in self.going if one == 0 or better[one][0] > -_HOPELESS * better[one][1]]

    def better(self) -> list[tuple[float, float]]:
        """How much better each choice is than the first on average, and the standard error of that."""
        mean = self._sum / self._count
        spread = np.maximum(self._square / self._count - mean * mean, 1e-6)
        return list(zip(mean.tolist(), np.sqrt(spread / self._count).tolist(), strict=True))

    def chances(self, choices: Sequence[Choice]) -> dict[Choice, float]:
        """How likely it is to win after each of the choices."""
        base = self._first / self.worlds
        more = zip(choices, self.better(), strict=True)
        return {choice: min(1.0, max(0.0, base + mean)) for choice, (mean, _) in more}
