"""Odds that people read: of worlds that had no part in choosing what they tell of.

Whoever wins a race was lucky in the worlds of that race, so what it won there is too much. Play the choices out again
here, and tell that.
"""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action, State, rng
from grenade_salad.core.puzzling import Worlds
from grenade_salad.lab.judge import WORLDS, Difference, difference, shares
from grenade_salad.match.match import Header

_APART = -70_000
"""Where the numbers of fresh worlds begin, downwards: no race, player or match draws its luck there."""


def lead(won: Sequence[float], other: Sequence[float]) -> Difference:
    """How much more one choice won than the other in the same worlds. Raises ValueError without any."""
    return difference([one - its for one, its in zip(won, other, strict=True)])


def fresh(
    header: Header,
    state: State,
    seat: int,
    choices: Sequence[Sequence[Action]],
    seed: int,
    worlds: int = WORLDS,
    make: Worlds | None = None,
    begun: int = 0,
) -> list[tuple[float, ...]]:
    """For each choice what the seat won with it in each of so many worlds, which are the same for all.

    A choice is one action, or several that count as the same, as places on the table do: they take turns from world to
    world. `seed` may be that of the race which chose them: these worlds are others. The first `begun` of them are left
    out. Of `state` counts only what the seat may know; `make` draws the worlds, see `core.puzzling`. Raises Illegal for
    a choice that is not legal.
    """
    found: list[tuple[float, ...]] = []
    for number in range(begun, worlds):
        played = [choice[number % len(choice)] for choice in choices]
        luck = rng(seed, _APART - number).getrandbits(48)
        found.append(next(shares(header, state, seat, played, luck, worlds=make)))
    return list(zip(*found, strict=True))
