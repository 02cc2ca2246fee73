"""The table of Grenade Salad for who cannot see it: who is near each own soldier, and what reaches them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, dist, pi

from grenade_salad.games.salad import table
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Length, Message, m

_NEAREST = 3
"""How many others are told of around each soldier."""
_WAYS = (
    m("to the right", context="a direction"),
    m("to the upper right", context="a direction"),
    m("upwards", context="a direction"),
    m("to the upper left", context="a direction"),
    m("to the left", context="a direction"),
    m("to the lower left", context="a direction"),
    m("downwards", context="a direction"),
    m("to the lower right", context="a direction"),
)


def around(view: SaladView, seat: int, names: Sequence[str]) -> tuple[Message, ...]:
    """A line for each own soldier and each of the opponents nearest to it, by nearness, as everybody can see them."""
    if view.step == "drop" or view.over:
        return ()
    own = [one for one in view.soldiers if one.seat == seat]
    found = [(gap, one, other, free) for one in own for gap, other, free in _near(view.options, view.soldiers, one)]
    found.sort(key=lambda pair: (pair[0], pair[1].id, pair[2].id))
    return tuple(_told(view, one, other, gap, free, names) for gap, one, other, free in found)


@lru_cache(maxsize=64)
def _near(options: SaladOptions, soldiers: tuple[Soldier, ...], own: Soldier) -> list[tuple[float, Soldier, bool]]:
    """The opponents nearest to a soldier: the gap in mm, who it is, and whether there is a free line of sight."""
    measures = options.measures()
    others = [(table.gap(measures, own, one), one) for one in soldiers if one.seat != own.seat]
    nearest = sorted(others, key=lambda pair: (pair[0], pair[1].id))[:_NEAREST]
    sights = [table.sight(measures, soldiers, own.id, one.id, options.sight).free for _, one in nearest]
    return [(gap, one, free) for (gap, one), free in zip(nearest, sights, strict=True)]


def _told(view: SaladView, own: Soldier, other: Soldier, gap: float, free: bool, names: Sequence[str]) -> Message:
    measures = view.options.measures()
    # Translators: of a soldier, in a list
    facts = [m("in sight") if free else m("hidden", context="a soldier, by others")]
    if gap < measures.cube:
        facts.append(m("in reach of Hammers"))
    if dist((own.x, own.y), (other.x, other.y)) <= measures.tile:
        facts.append(m("in reach of a grenade"))
    # Translators: {own} and {soldier} are numbers, {gap} is a length, {way} is "to the right", {facts} a list as in
    # "in sight, in reach of Hammers"
    return m(
        "Your soldier {own}: {whom}'s soldier {soldier}, {gap} away {way}, {facts:,}.",
        own=own.id,
        whom=names[other.seat],
        soldier=other.id,
        gap=Length(gap),
        way=_way(own, other),
        facts=facts,
    )


def _way(own: Soldier, other: Soldier) -> Message:
    """The direction on the table, as one looks down on it."""
    return _WAYS[round(atan2(other.y - own.y, other.x - own.x) / (pi / 4)) % 8]
