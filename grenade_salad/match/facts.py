"""Facts of a match for the statistics: counted by what happened, seat by seat."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.match.match import Step


def facts_of(steps: Sequence[Step], seats: int) -> list[dict[str, int]]:
    """The facts of each seat."""
    return [{} for _ in range(seats)]
