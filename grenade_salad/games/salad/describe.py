"""Decisions of Grenade Salad in a few words, for readers with the seat's view."""

from __future__ import annotations

from math import dist

from grenade_salad.core import Action, Json, View
from grenade_salad.games.salad import actions
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, Seat, TileLength, m

# Translators: a place on the table: after "at"
_PLACES = (
    (m("the lower left"), m("the lower edge"), m("the lower right")),
    (m("the left edge"), m("the middle"), m("the right edge")),
    (m("the upper left"), m("the upper edge"), m("the upper right")),
)
"""Parts of the table, from below and from the left; y grows upwards."""
_SAME_PLACE = 2.0
"""Distance in mm within which two points count as the same place."""


def describe_place(point: Point, table: tuple[float, float]) -> Message:
    """Return the part of the table in which a point is."""
    across, up = (min(2, max(0, int(3 * part / size))) for part, size in zip(point, table, strict=True))
    return _PLACES[up][across]


def is_equivalent(first: Action, second: Action) -> bool:
    """True if two actions differ only by a few millimetres and a soldier's angle."""
    if type(first) is not type(second) or first.seat != second.seat:
        return False
    for name, value in first.to_line().items():
        other_value = second.to_line().get(name)
        if isinstance(value, list) and isinstance(other_value, list):
            if len(value) != len(other_value) or not all(
                _is_near(a, b) for a, b in zip(value, other_value, strict=True)
            ):
                return False
        elif isinstance(value, float) and isinstance(other_value, float):
            if name != "angle" and not _is_near(value, other_value):
                return False
        elif value != other_value:
            return False
    return True


def _is_near(a: Json, b: Json) -> bool:
    if isinstance(a, int | float) and isinstance(b, int | float):
        return abs(a - b) <= _SAME_PLACE
    return a == b


_FIXED_TEXTS = {"pass": m("let it pass"), "end": m("end the turn"), "keep": m("keep the drop")}


def describe(action: Action, view: View) -> Message:
    """Describe an action, without a full stop.

    The view is that of its seat, before the action.
    """
    assert isinstance(view, SaladView)
    table = view.options.table
    soldiers = {soldier.id: soldier for soldier in view.soldiers}
    match action:
        case actions.Move(soldier=soldier):
            mover = soldiers[soldier]
            distance = TileLength(dist(action.to or (mover.x, mover.y), (mover.x, mover.y)))
            # Translators: what somebody decided; after their name and a colon; {place} is "the middle" or "the lower
            # left"
            return m(
                "move a soldier at {place} by {far}", place=describe_place((mover.x, mover.y), table), far=distance
            )
        case actions.Drop():
            return m("drop from {high}", high=TileLength(action.height or 0))
        case actions.Circles():
            return m("{card} from {high}", card=CARDS[action.do].name, high=TileLength(action.height or 0))
        case actions.Hammers(target=target) | actions.Arrow(target=target):
            hit = soldiers[target]
            owner, spot = Seat(hit.seat), describe_place((hit.x, hit.y), table)
            return m("{card} at {whom}'s soldier at {place}", card=CARDS[action.do].name, whom=owner, place=spot)
        case actions.Explosion():
            spot = describe_place(action.at or (0.0, 0.0), table)
            return m("{card} at {place}", card=CARDS[action.do].name, place=spot)
        case actions.Pointer():
            spot = describe_place(action.to or (0.0, 0.0), table)
            return m("{card} at {place}", card=CARDS[action.do].name, place=spot)
        case actions.Footpath(soldier=soldier):
            hit = soldiers[soldier]
            return m(
                "a mine under {whom}'s soldier at {place}",
                whom=Seat(hit.seat),
                place=describe_place((hit.x, hit.y), table),
            )
        case actions.ThrowAway(card=card):
            return m("throw {card} away", card=CARDS[card].name)
    return _FIXED_TEXTS[action.do]
