"""Where a die may be after some moves."""

from __future__ import annotations

from functools import cache

from grenade_salad.games.wheel.board import ways


@cache
def spread(cards: int, down: int, counted: bool, start: int, moves: int) -> tuple[float, ...]:
    """How likely a die that starts there is on each card after so many moves."""
    if moves == 0:
        return tuple(float(at == start) for at in range(cards))
    onward = ways(cards, down, -1, counted).onward
    total = [0.0] * cards
    for at, share in enumerate(spread(cards, down, counted, start, moves - 1)):
        for to in onward[at] if share else ():
            total[to] += share / 6
    return tuple(total)
