"""Odds for people to read, from worlds that were not used for choosing.

The winner of a race was lucky in the worlds of that race, so its odds there are too high. The choices are played again
here, and these odds are reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.core import Action, State, derive_seed
from grenade_salad.core.puzzle_rules import WorldSampler
from grenade_salad.lab.evaluation import Plan, WinShareGap, measure_gap, win_shares
from grenade_salad.lab.intervals import interval
from grenade_salad.match.match import Header

WORLDS = 200
"""In this many worlds the error of odds is about 7 of 100 to each side."""
_FIRST_WORLD = -70_000
"""Index of the first fresh world; the others count down from it.

No race, player or match draws its chance there.
"""


@dataclass(frozen=True)
class Odds:
    """The win share of a seat with a choice, and its 95 % interval."""

    share: float
    """From 0 to 1, as are the ends of the interval."""
    low: float
    high: float
    worlds: int
    """The number of worlds that were played."""


def odds(won: Sequence[float]) -> Odds:
    """Return the odds of these win shares, one for each world.

    Raises ValueError without any.

    >>> odds([1.0] * 150 + [0.0] * 50).share
    0.75
    """
    if not won:
        raise ValueError("no worlds were played")
    return Odds(sum(won) / len(won), *interval(sum(won), len(won)), len(won))


def lead(won: Sequence[float], rival_won: Sequence[float]) -> WinShareGap:
    """Return how much more one choice won than another in the same worlds.

    Raises ValueError without any.
    """
    return measure_gap([share - rival_share for share, rival_share in zip(won, rival_won, strict=True)])


def play_fresh_worlds(
    header: Header,
    state: State,
    seat: int,
    choices: Sequence[Sequence[Action | Plan]],
    seed: int,
    worlds: int = WORLDS,
    draw_world: WorldSampler | None = None,
    first: int = 0,
) -> list[tuple[float, ...]]:
    """Return for each choice the win shares of the seat in the same worlds.

    They are for `odds`. A choice is one action, or several that count as the same, as places on the table do: they take
    turns from world to world. `seed` may be that of the race which chose them: these worlds are others. Only what the
    seat may know of `state` is used; `draw_world` draws the worlds, see `core.puzzle_rules`. The first of them has the
    index `first`: pass a later one to get other worlds. Raises `Illegal` for a choice that is not legal.
    """
    shares_by_world: list[tuple[float, ...]] = []
    for world in range(first, first + worlds):
        plans = [choice[world % len(choice)] for choice in choices]
        world_seed = derive_seed(seed, _FIRST_WORLD - world)
        shares_by_world.append(next(win_shares(header, state, seat, plans, world_seed, draw_world=draw_world)))
    return list(zip(*shares_by_world, strict=True))
