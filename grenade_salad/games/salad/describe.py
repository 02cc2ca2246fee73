"""Decisions of Grenade Salad in a few words, for readers with the seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from grenade_salad.core import Action, Json, View
from grenade_salad.games.salad import actions
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import CARDS_PER_TURN, Card, Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, Seat, TileLength, m
from grenade_salad.text.numbers import spell_number

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


def describe_question(view: SaladView, names: Sequence[str], viewer: int | None) -> Message:
    """Describe what was just put down, and ask for a mine there (GS-25).

    It reveals no hand, and has at most eight words, since it is also spoken. `viewer` is the seat that reads it; None
    if several may.
    """
    actor, cause, count = names[view.turn], _find_cause(view), len(view.triggers)
    asked_seat = view.active_seats[0] if view.active_seats else None
    if asked_seat is None or asked_seat == viewer:
        match cause:
            case "pointer":
                # Translators: the reader is asked whether that soldier stepped on their mine
                return m("{who} placed a soldier. Mine?", who=actor)
            case "circles":
                # Translators: the reader is asked whether one of them stepped on their mine
                return m(
                    "{who} dropped a soldier. Mine?",
                    "{who} dropped {number} soldiers. Mine?",
                    who=actor,
                    n=count,
                    number=spell_number(count),
                )
        # Translators: the reader is asked whether that soldier stepped on their mine
        return m("{who} moved a soldier. Mine?", who=actor)
    asked = names[asked_seat]
    match cause:
        case "pointer":
            # Translators: {asked} is a player, who is asked whether that soldier stepped on their mine
            return m("{who} placed a soldier. A mine, {asked}?", who=actor, asked=asked)
        case "circles":
            # Translators: {asked} is a player, who is asked whether one of them stepped on their mine
            return m(
                "{who} dropped a soldier. A mine, {asked}?",
                "{who} dropped {number} soldiers. A mine, {asked}?",
                who=actor,
                n=count,
                number=spell_number(count),
                asked=asked,
            )
    # Translators: {asked} is a player, who is asked whether that soldier stepped on their mine
    return m("{who} moved a soldier. A mine, {asked}?", who=actor, asked=asked)


def _find_cause(view: SaladView) -> Card | None:
    """Return the card that put the soldiers down; None if one was moved.

    The move of a turn comes before its cards (GS-10), and mines are discarded, too.
    """
    if view.cards_left == CARDS_PER_TURN:
        return None
    return next((card for card in reversed(view.discard) if card != "footpath"), None)
