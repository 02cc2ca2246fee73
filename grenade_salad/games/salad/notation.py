"""Moves of Grenade Salad in a line: "arrow 3 at Bo 7", "move 2 north 40", "explosion 3 at 310,220", "end".

Soldiers are called by their numbers, an opponent's with whose it is. A place is a point in mm from the lower left
corner ("310,220"), a soldier's ("Bo 7"), or so far from one ("Bo 7 west 12"); the upper edge is north. Angles are in
degrees, counter-clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import degrees, dist, radians, sqrt
from typing import TypeAlias

from grenade_salad.core import Action, View
from grenade_salad.core.action_notation import Notation, Number, OneOf, Part, Phrase, Said
from grenade_salad.games.salad import actions
from grenade_salad.games.salad.actions import Arrow, Circles, Drop, Explosion, Footpath, Hammers, Move, Pointer
from grenade_salad.games.salad.pieces import SYMBOLS, Point, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Seat

_SLANT = 1 / sqrt(2)
WAYS: dict[str, Point] = {
    "north": (0.0, 1.0),
    "east": (1.0, 0.0),
    "south": (0.0, -1.0),
    "west": (-1.0, 0.0),
    "north-east": (_SLANT, _SLANT),
    "south-east": (_SLANT, -_SLANT),
    "south-west": (-_SLANT, -_SLANT),
    "north-west": (-_SLANT, _SLANT),
}
"""Directions, as on a map; x to the right and y up."""
_WAY = OneOf(tuple(((name,), way) for name, way in WAYS.items()))
_DEGREES = Number("degrees")

Spot: TypeAlias = tuple[tuple[Part, ...], Callable[..., Point]]
"""A way to say a place, and the point that it means."""


def phrases(view: View, seat: int) -> Sequence[Phrase]:
    """All that can be said in this step, whatever the hand holds."""
    assert isinstance(view, SaladView)
    usual = view.measures().default_height(len(view.hands))
    if view.step == "drop":
        return [
            Phrase(("drop",), partial(Drop, usual)),
            Phrase(("drop", Number()), Drop),
            Phrase(("keep",), actions.Keep),
        ]
    if view.step == "mines":
        where = {soldier.id: soldier for soldier in view.soldiers}
        stepped = _soldiers(where[number] for number in view.triggers)
        return [
            Phrase(("pass",), partial(actions.Pass, seat)),
            Phrase(("footpath", stepped), lambda soldier: Footpath(seat, soldier.id)),
        ]
    rest = [Phrase(("end",), partial(actions.End, seat))]
    if view.options.throw_away:
        cards = OneOf(tuple(((card,), card) for card in SYMBOLS))
        rest.append(Phrase(("throw", "away", cards), partial(actions.ThrowAway, seat)))
    return [*_own_turn(view, seat, usual), *rest]


def _own_turn(view: SaladView, seat: int, usual: float) -> Iterator[Phrase]:
    own = OneOf(tuple(((str(one.id),), one) for one in view.soldiers if one.seat == seat))
    others = _soldiers(one for one in view.soldiers if one.seat != seat)
    yield Phrase(("arrow", own, "at", others), lambda one, other: Arrow(seat, one.id, other.id))
    yield Phrase(("hammers", own, "at", others), lambda one, other: Hammers(seat, one.id, other.id))
    yield Phrase(("circles",), partial(Circles, seat, usual))
    yield Phrase(("circles", Number()), partial(Circles, seat))
    yield Phrase(("turn", own, _DEGREES), lambda one, by: Move(seat, one.id, (one.x, one.y), radians(by)))
    yield from _moves(own, seat, ((_WAY, Number()), None))
    for words, at in _spots(view.soldiers):
        yield from _moves(own, seat, (("to", *words), at))
        yield Phrase(("pointer", "at", *words), partial(_pointer, seat, at))
        yield Phrase(("pointer", "at", *words, "turn", _DEGREES), partial(_pointer_turned, seat, at))
        yield Phrase(("explosion", own, "at", *words), partial(_throw, seat, at))
        yield Phrase(("explosion", "at", *words), partial(_nearest_throws, view, seat, at))


def _soldiers(found: Iterator[Soldier] | Sequence[Soldier]) -> OneOf:
    """Soldiers, each with whose it is."""
    return OneOf(tuple(((Seat(one.seat), str(one.id)), one) for one in found))


def _spots(field: Sequence[Soldier]) -> list[Spot]:
    any_soldier = _soldiers(field)
    return [
        ((Number("x"), Number("y")), lambda x, y: (x, y)),
        ((any_soldier,), lambda soldier: (soldier.x, soldier.y)),
        ((any_soldier, _WAY, Number()), _beside),
    ]


def _beside(soldier: Soldier, way: Point, far: float) -> Point:
    return soldier.x + way[0] * far, soldier.y + way[1] * far


def _moves(own: OneOf, seat: int, spot: tuple[tuple[Part, ...], Callable[..., Point] | None]) -> Iterator[Phrase]:
    """Lift a soldier and put it down there: as it stands, or turned."""
    words, at = spot

    def move(one: Soldier, *values: object) -> Move:
        return Move(seat, one.id, _beside(one, *values) if at is None else at(*values), one.angle)  # type: ignore[arg-type]

    def turned(one: Soldier, *values: object) -> Move:
        *to, by = values
        return Move(seat, one.id, move(one, *to).to, radians(by))  # type: ignore[arg-type]

    yield Phrase(("move", own, *words), move)
    yield Phrase(("move", own, *words, "turn", _DEGREES), turned)


def _pointer(seat: int, at: Callable[..., Point], *values: object) -> Pointer:
    return Pointer(seat, at(*values), 0.0)


def _pointer_turned(seat: int, at: Callable[..., Point], *values: object) -> Pointer:
    *to, by = values
    return Pointer(seat, at(*to), radians(by))  # type: ignore[arg-type]


def _throw(seat: int, at: Callable[..., Point], one: Soldier, *values: object) -> Explosion:
    return Explosion(seat, one.id, at(*values))


def _nearest_throws(view: SaladView, seat: int, at: Callable[..., Point], *values: object) -> Explosion:
    """What happens is the same, whoever throws; nobody can if there is no soldier."""
    to = at(*values)
    own = [one for one in view.soldiers if one.seat == seat]
    nearest = min(own, key=lambda one: dist((one.x, one.y), to), default=None)
    return Explosion(seat, nearest.id if nearest else -1, to)


def say(action: Action, view: View) -> Said:
    """The move with numbers of soldiers, points and angles; what stays as it is goes without saying."""
    assert isinstance(view, SaladView)
    where = {soldier.id: soldier for soldier in view.soldiers}
    match action:
        case Arrow(soldier=one, target=other) | Hammers(soldier=one, target=other):
            return (action.do, str(one), "at", *_named(where, other))
        case Footpath(soldier=one):
            return ("footpath", *_named(where, one))
        case Move(soldier=one, to=to, angle=angle) if to is not None and angle is not None:
            before = where.get(one)
            if before is not None and to == (before.x, before.y):
                return ("turn", str(one), degrees(angle))
            same = before is not None and before.angle == angle
            return ("move", str(one), "to", to, *(() if same else ("turn", degrees(angle))))
        case actions.ThrowAway(card=card):
            return ("throw", "away", card)
        case Pointer(to=to, angle=angle) if to is not None:
            return ("pointer", "at", to, *(("turn", degrees(angle)) if angle else ()))
        case Explosion(soldier=one, at=at) if at is not None:
            return ("explosion", str(one), "at", at)
        case Drop(height=height) | Circles(height=height) if height is not None:
            return (action.do, float(height))
    return (action.do,)


def _named(where: dict[int, Soldier], number: int) -> Said:
    return (Seat(where[number].seat), str(number)) if number in where else (str(number),)


NOTATION = Notation(phrases, say, open=lambda action: not action.is_pass)
