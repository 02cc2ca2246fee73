"""Decisions of Grenade Salad in a few words, as somebody reads them who sees what the seat sees."""

from __future__ import annotations

from math import dist

from grenade_salad.core import Action, Json, View
from grenade_salad.games.salad import actions
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Length, Message, Seat, m

# Translators: a place on the table: after "at"
_PLACES = (
    (m("the lower left"), m("the lower edge"), m("the lower right")),
    (m("the left edge"), m("the middle"), m("the right edge")),
    (m("the upper left"), m("the upper edge"), m("the upper right")),
)
"""Parts of the table, from below and from the left; y grows upwards."""
_NEAR = 2.0
"""Millimetres that are no other place."""


def place(point: Point, table: tuple[float, float]) -> Message:
    """Where a point is on the table, as people say it."""
    across, up = (min(2, max(0, int(3 * part / whole))) for part, whole in zip(point, table, strict=True))
    return _PLACES[up][across]


def alike(one: Action, other: Action) -> bool:
    """Whether two actions are the same but for some millimetres and how a soldier is turned."""
    if type(one) is not type(other) or one.seat != other.seat:
        return False
    for name, value in one.to_line().items():
        its = other.to_line().get(name)
        if isinstance(value, list) and isinstance(its, list):
            if len(value) != len(its) or not all(_near(a, b) for a, b in zip(value, its, strict=True)):
                return False
        elif isinstance(value, float) and isinstance(its, float):
            if name != "angle" and not _near(value, its):
                return False
        elif value != its:
            return False
    return True


def _near(one: Json, other: Json) -> bool:
    numbers = isinstance(one, int | float) and isinstance(other, int | float)
    return abs(one - other) <= _NEAR if numbers else one == other  # type: ignore[operator]


_PLAIN = {"pass": m("let it pass"), "end": m("end the turn"), "keep": m("keep the drop")}


def describe(action: Action, view: View) -> Message:
    """What the action is, without a full stop; the view is that of its seat, before it."""
    assert isinstance(view, SaladView)
    table = view.options.table
    where = {soldier.id: soldier for soldier in view.soldiers}
    match action:
        case actions.Move(soldier=soldier):
            one = where[soldier]
            far = Length(dist(action.to or (one.x, one.y), (one.x, one.y)))
            # Translators: what somebody decided; after their name and a colon; {place} is "the middle" or "the lower
            # left"
            return m("move a soldier at {place} by {far}", place=place((one.x, one.y), table), far=far)
        case actions.Drop():
            return m("drop from {high}", high=Length(action.height or 0))
        case actions.Circles():
            return m("{card} from {high}", card=CARDS[action.do].name, high=Length(action.height or 0))
        case actions.Hammers(target=target) | actions.Arrow(target=target):
            hit = where[target]
            whom, spot = Seat(hit.seat), place((hit.x, hit.y), table)
            return m("{card} at {whom}'s soldier at {place}", card=CARDS[action.do].name, whom=whom, place=spot)
        case actions.Explosion():
            spot = place(action.at or (0.0, 0.0), table)
            return m("{card} at {place}", card=CARDS[action.do].name, place=spot)
        case actions.Pointer():
            spot = place(action.to or (0.0, 0.0), table)
            return m("{card} at {place}", card=CARDS[action.do].name, place=spot)
        case actions.Footpath(soldier=soldier):
            hit = where[soldier]
            return m(
                "a mine under {whom}'s soldier at {place}", whom=Seat(hit.seat), place=place((hit.x, hit.y), table)
            )
        case actions.ThrowAway(card=card):
            return m("throw {card} away", card=CARDS[card].name)
    return _PLAIN[action.do]
