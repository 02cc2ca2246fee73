"""Nobody is preferred for a number: what a player looks at has no order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from grenade_salad.core import Action
from grenade_salad.games.salad.view import SaladView


def shuffled(view: SaladView, legal: Sequence[Action], rng: Random) -> tuple[SaladView, list[Action]]:
    """The same soldiers and actions in any order, so that the first of equal choices is any of them.

    In the order of their numbers, the soldiers of the lowest seat would always be the first ones to be hit.
    """
    return replace(view, soldiers=tuple(rng.sample(view.soldiers, len(view.soldiers)))), rng.sample(legal, len(legal))
