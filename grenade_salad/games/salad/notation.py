"""Action notation of Grenade Salad.

Examples: "arrow 3 at Bo 7", "move 2 north 40", "explosion 3 at 310,220", "end". Soldiers are called by their numbers,
an opponent's with its owner. A place is a point in mm from the lower left corner ("310,220"), a soldier's ("Bo 7"),
or a distance from one ("Bo 7 west 12"); the upper edge is north. Angles are in degrees, counter-clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import degrees, dist, radians, sqrt
from typing import TypeAlias

from grenade_salad.core import Action, View
from grenade_salad.core.action_notation import ActionParts, Notation, NumberPart, OneOf, Part, Phrase
from grenade_salad.games.salad import actions
from grenade_salad.games.salad.actions import Arrow, Circles, Drop, Explosion, Footpath, Hammers, Move, Pointer
from grenade_salad.games.salad.pieces import SYMBOLS, Point, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Seat

_DIAGONAL = 1 / sqrt(2)
DIRECTIONS: dict[str, Point] = {
    "north": (0.0, 1.0),
    "east": (1.0, 0.0),
    "south": (0.0, -1.0),
    "west": (-1.0, 0.0),
    "north-east": (_DIAGONAL, _DIAGONAL),
    "south-east": (_DIAGONAL, -_DIAGONAL),
    "south-west": (-_DIAGONAL, -_DIAGONAL),
    "north-west": (-_DIAGONAL, _DIAGONAL),
}
"""Directions, as on a map; x to the right and y up."""
_DIRECTION = OneOf(tuple(((name,), direction) for name, direction in DIRECTIONS.items()))
_DEGREES = NumberPart("degrees")

Spot: TypeAlias = tuple[tuple[Part, ...], Callable[..., Point]]
"""The parts of a phrase for a place, and a function that returns its point."""


def phrases(view: View, seat: int) -> Sequence[Phrase]:
    """Return all phrases of this step, whatever the hand holds."""
    assert isinstance(view, SaladView)
    default_height = view.measures().default_height(len(view.hands))
    if view.step == "drop":
        return [
            Phrase(("drop",), partial(Drop, default_height)),
            Phrase(("drop", NumberPart()), Drop),
            Phrase(("keep",), actions.Keep),
        ]
    if view.step == "mines":
        soldiers_by_id = {soldier.id: soldier for soldier in view.soldiers}
        stepped = _soldier_choice(soldiers_by_id[soldier_id] for soldier_id in view.triggers)
        return [
            Phrase(("pass",), partial(actions.Pass, seat)),
            Phrase(("footpath", stepped), lambda soldier: Footpath(seat, soldier.id)),
        ]
    rest = [Phrase(("end",), partial(actions.End, seat))]
    if view.options.throw_away:
        cards = OneOf(tuple(((card,), card) for card in SYMBOLS))
        rest.append(Phrase(("throw", "away", cards), partial(actions.ThrowAway, seat)))
    return [*_turn_phrases(view, seat, default_height), *rest]


def _turn_phrases(view: SaladView, seat: int, default_height: float) -> Iterator[Phrase]:
    own_soldiers = OneOf(tuple(((str(soldier.id),), soldier) for soldier in view.soldiers if soldier.seat == seat))
    rivals = _soldier_choice(soldier for soldier in view.soldiers if soldier.seat != seat)
    yield Phrase(("arrow", own_soldiers, "at", rivals), lambda soldier, target: Arrow(seat, soldier.id, target.id))
    yield Phrase(("hammers", own_soldiers, "at", rivals), lambda soldier, target: Hammers(seat, soldier.id, target.id))
    yield Phrase(("circles",), partial(Circles, seat, default_height))
    yield Phrase(("circles", NumberPart()), partial(Circles, seat))
    yield Phrase(
        ("turn", own_soldiers, _DEGREES),
        lambda soldier, by: Move(seat, soldier.id, (soldier.x, soldier.y), radians(by)),
    )
    yield from _move_phrases(own_soldiers, seat, ((_DIRECTION, NumberPart()), None))
    for words, to_point in _spots(view.soldiers):
        yield from _move_phrases(own_soldiers, seat, (("to", *words), to_point))
        yield Phrase(("pointer", "at", *words), partial(_place_soldier, seat, to_point))
        yield Phrase(("pointer", "at", *words, "turn", _DEGREES), partial(_place_turned_soldier, seat, to_point))
        yield Phrase(("explosion", own_soldiers, "at", *words), partial(_throw_grenade, seat, to_point))
        yield Phrase(("explosion", "at", *words), partial(_throw_from_nearest, view, seat, to_point))


def _soldier_choice(soldiers: Iterator[Soldier] | Sequence[Soldier]) -> OneOf:
    """Return a choice of soldiers, each with its owner."""
    return OneOf(tuple(((Seat(soldier.seat), str(soldier.id)), soldier) for soldier in soldiers))


def _spots(soldiers: Sequence[Soldier]) -> list[Spot]:
    any_soldier = _soldier_choice(soldiers)
    return [
        ((NumberPart("x"), NumberPart("y")), lambda x, y: (x, y)),
        ((any_soldier,), lambda soldier: (soldier.x, soldier.y)),
        ((any_soldier, _DIRECTION, NumberPart()), _offset_point),
    ]


def _offset_point(soldier: Soldier, direction: Point, distance: float) -> Point:
    return soldier.x + direction[0] * distance, soldier.y + direction[1] * distance


def _move_phrases(
    own_soldiers: OneOf, seat: int, spot: tuple[tuple[Part, ...], Callable[..., Point] | None]
) -> Iterator[Phrase]:
    """Yield phrases that lift a soldier and put it down, turned or not."""
    words, to_point = spot

    def move(soldier: Soldier, *values: object) -> Move:
        point = _offset_point(soldier, *values) if to_point is None else to_point(*values)  # type: ignore[arg-type]
        return Move(seat, soldier.id, point, soldier.angle)

    def move_turned(soldier: Soldier, *values: object) -> Move:
        *to, by = values
        return Move(seat, soldier.id, move(soldier, *to).to, radians(by))  # type: ignore[arg-type]

    yield Phrase(("move", own_soldiers, *words), move)
    yield Phrase(("move", own_soldiers, *words, "turn", _DEGREES), move_turned)


def _place_soldier(seat: int, to_point: Callable[..., Point], *values: object) -> Pointer:
    return Pointer(seat, to_point(*values), 0.0)


def _place_turned_soldier(seat: int, to_point: Callable[..., Point], *values: object) -> Pointer:
    *to, by = values
    return Pointer(seat, to_point(*to), radians(by))  # type: ignore[arg-type]


def _throw_grenade(seat: int, to_point: Callable[..., Point], soldier: Soldier, *values: object) -> Explosion:
    return Explosion(seat, soldier.id, to_point(*values))


def _throw_from_nearest(view: SaladView, seat: int, to_point: Callable[..., Point], *values: object) -> Explosion:
    """Return an explosion by the nearest soldier, since all throw alike.

    Without a soldier the number is -1, which is illegal.
    """
    to = to_point(*values)
    own_soldiers = [soldier for soldier in view.soldiers if soldier.seat == seat]
    nearest = min(own_soldiers, key=lambda soldier: dist((soldier.x, soldier.y), to), default=None)
    return Explosion(seat, nearest.id if nearest else -1, to)


def format_action(action: Action, view: View) -> ActionParts:
    """Format an action with numbers of soldiers, points and angles.

    Unchanged values are left out.
    """
    assert isinstance(view, SaladView)
    soldiers_by_id = {soldier.id: soldier for soldier in view.soldiers}
    match action:
        case Arrow(soldier=soldier_id, target=target) | Hammers(soldier=soldier_id, target=target):
            return (action.do, str(soldier_id), "at", *_soldier_tokens(soldiers_by_id, target))
        case Footpath(soldier=soldier_id):
            return ("footpath", *_soldier_tokens(soldiers_by_id, soldier_id))
        case Move(soldier=soldier_id, to=to, angle=angle) if to is not None and angle is not None:
            previous = soldiers_by_id.get(soldier_id)
            if previous is not None and to == (previous.x, previous.y):
                return ("turn", str(soldier_id), degrees(angle))
            is_same_angle = previous is not None and previous.angle == angle
            return ("move", str(soldier_id), "to", to, *(() if is_same_angle else ("turn", degrees(angle))))
        case actions.ThrowAway(card=card):
            return ("throw", "away", card)
        case Pointer(to=to, angle=angle) if to is not None:
            return ("pointer", "at", to, *(("turn", degrees(angle)) if angle else ()))
        case Explosion(soldier=soldier_id, at=point) if point is not None:
            return ("explosion", str(soldier_id), "at", point)
        case Drop(height=height) | Circles(height=height) if height is not None:
            return (action.do, float(height))
    return (action.do,)


def _soldier_tokens(soldiers_by_id: dict[int, Soldier], soldier_id: int) -> ActionParts:
    return (
        (Seat(soldiers_by_id[soldier_id].seat), str(soldier_id)) if soldier_id in soldiers_by_id else (str(soldier_id),)
    )


NOTATION = Notation(phrases, format_action, is_public=lambda action: not action.is_pass)
