"""Reasons why an action is illegal in Grenade Salad, one function an action.

The list of legal actions, the question whether one is legal and the action itself use the same functions. The physics
engine is loaded when the first line of sight is measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, isfinite

from grenade_salad.core import Action, Reason
from grenade_salad.games.salad import placement, reasons
from grenade_salad.games.salad.actions import (
    Arrow,
    Circles,
    Drop,
    End,
    Explosion,
    Footpath,
    Hammers,
    Keep,
    Move,
    Pass,
    Played,
    Pointer,
    ThrowAway,
)
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import MAX_HEIGHT, MIN_HEIGHT, Block, Card, Point, Soldier
from grenade_salad.games.salad.position import Position
from grenade_salad.text import m

PRECISION = 0.01
"""Precision of the table's measures in mm; nearer points are the same place."""
_EPSILON = 1e-6
"""Distances in mm that differ by less are equal."""
_STRIKE_REACH = 2.5
"""Distance in cubes between the centres of soldiers in close combat, rounded up.

Between two corners it is a gap of a cube and two half diagonals.
"""

_LEGAL_STEPS: dict[type[Action], tuple[str, ...]] = {
    Drop: ("drop",),
    Keep: ("drop",),
    Move: ("move", "cards"),
    Pointer: ("move", "cards"),
    Circles: ("move", "cards"),
    Hammers: ("move", "cards"),
    Arrow: ("move", "cards"),
    Explosion: ("move", "cards"),
    End: ("move", "cards"),
    ThrowAway: ("move", "cards"),
    Footpath: ("mines",),
    Pass: ("mines",),
}


def why_not(state: Position, action: Action) -> Reason | None:
    """Return the reason against an action of an active seat, or None.

    Raises `KeyError` for an action of another game.
    """
    if state.step not in _LEGAL_STEPS[type(action)]:
        return reasons.MineInOwnTurn() if isinstance(action, Footpath) else reasons.WrongStep(action.do, state.step)
    match action:
        case Drop():
            return _why_not_height(action.height)
        case Keep():
            return None if state.attempts else reasons.NothingDropped()
        case Move():
            return _why_not_move(state, action)
        case End():
            return _why_not_end(state)
        case ThrowAway(card=card):
            if not must_throw_away(state):
                return reasons.NothingToThrowAway()
            return None if card in state.hands[state.turn] else reasons.NotInHand(card)
        case Footpath():
            return _why_not_mine(state, action)
        case Pass():
            return None
    assert isinstance(action, Played)
    return why_not_card(state, action)


def why_not_card(state: Position, action: Played) -> Reason | None:
    """Return the reason against playing a card, by GS-10 and the card's own rules."""
    if not state.cards_left:
        return reasons.NoCardsLeft()
    if action.do not in state.hands[state.turn]:
        return reasons.NotInHand(action.do)
    match action:
        case Pointer():
            return _why_not_pointer(state, action)
        case Circles():
            return _why_not_circles(state) or _why_not_height(action.height)
        case Hammers():
            return _why_not_hammers(state, action)
        case Arrow():
            return _why_not_arrow(state, action)
        case Explosion():
            return _why_not_explosion(state, action)
    raise TypeError(f"no action of this game: {action}")


def _why_not_height(height: float | None) -> Reason | None:
    """Return why soldiers cannot be dropped from a height in mm (GS-06, GS-14)."""
    if height is None or not isfinite(height):
        return reasons.Unfinished("height")
    if not MIN_HEIGHT <= height <= MAX_HEIGHT:
        # Translators: in the place of {what} in "{what} must be between …"
        return reasons.NotBetween(m("the height"), height, MIN_HEIGHT, MAX_HEIGHT, "mm")
    return None


def _why_not_point(point: Point | None, angle: float | None) -> Reason | None:
    if point is None or not (isfinite(point[0]) and isfinite(point[1])):
        return reasons.Unfinished("point")
    if angle is None or not isfinite(angle):
        return reasons.Unfinished("angle")
    return None


def why_not_soldier(state: Position, soldier: int, seat: int) -> Reason | None:
    """Return why a soldier cannot act: it must be on the table, and of the seat."""
    if soldier not in state.soldiers:
        return reasons.NoSuchSoldier(soldier)
    owner = state.soldiers[soldier].seat
    return None if owner == seat else reasons.NotOwnSoldier(soldier, owner)


def _why_not_target(state: Position, soldier: int, target: int) -> Reason | None:
    """Return why the soldier cannot attack the target (GS-16, GS-17).

    It must be the seat's own soldier, and the target a living soldier of an opponent.
    """
    if reason := why_not_soldier(state, soldier, state.turn):
        return reason
    if target not in state.soldiers:
        return reasons.NoSuchSoldier(target)
    return reasons.OwnTarget(target) if state.soldiers[target].seat == state.turn else None


def _why_not_distance(state: Position, soldier: int, point: Point) -> Reason | None:
    """Return a reason for a point farther than a tile width (GS-11, GS-18).

    The distance is from the soldier's centre.
    """
    start = state.soldiers[soldier]
    distance = dist((start.x, start.y), point)
    return None if is_in_throw(state.options, distance) else reasons.TooFar(distance, state.options.tile)


def is_in_throw(options: SaladOptions, distance: float) -> bool:
    """True if a grenade or moved soldier reaches that distance in mm (GS-11, GS-18)."""
    return distance <= options.tile + _EPSILON


def _why_not_move(state: Position, action: Move) -> Reason | None:
    """Return why the soldier cannot be lifted and put down there (GS-11)."""
    if state.step != "move":
        return reasons.MoveIsOver()
    if reason := why_not_soldier(state, action.soldier, state.turn):
        return reason
    if reason := _why_not_point(action.to, action.angle):
        return reason
    assert action.to is not None
    assert action.angle is not None
    distance_reason = _why_not_distance(state, action.soldier, action.to)
    return distance_reason or _why_not_place(state, action.to, action.angle, action.soldier)


def _why_not_place(state: Position, to: Point, angle: float, ignoring: int | None) -> Reason | None:
    """Return why a soldier cannot be placed there (GS-04).

    The place is off the table, or on another soldier.
    """
    soldiers = tuple(state.soldiers.values())
    return placement.why_not_place(state.measures, soldiers, to[0], to[1], angle, ignoring)


def _why_not_pointer(state: Position, action: Pointer) -> Reason | None:
    """Return why no soldier of the reserve can be placed there (GS-13, GS-15)."""
    if not state.reserve[state.turn]:
        return reasons.ReserveEmpty()
    if reason := _why_not_point(action.to, action.angle):
        return reason
    assert action.to is not None
    assert action.angle is not None
    return _why_not_place(state, action.to, action.angle, None)


def _why_not_circles(state: Position) -> Reason | None:
    """Return why no soldier of the reserve can be dropped.

    The reserve is empty, or it is the end phase (GS-15, GS-29).
    """
    if not state.deck:
        return reasons.NoCirclesNow()
    return None if state.reserve[state.turn] else reasons.ReserveEmpty()


def _why_not_hammers(state: Position, action: Hammers) -> Reason | None:
    """Return why the soldier cannot strike the target.

    The gap in mm may be too wide (GS-16).
    """
    if reason := _why_not_target(state, action.soldier, action.target):
        return reason
    gap = placement.gap(state.measures, state.soldiers[action.soldier], state.soldiers[action.target])
    return None if is_in_reach(state.options, gap) else reasons.OutOfReach(gap, state.options.cube)


def is_in_reach(options: SaladOptions, gap: float) -> bool:
    """True if two soldiers with that gap in mm are in close combat (GS-16)."""
    return gap < options.cube - _EPSILON


def _why_not_arrow(state: Position, action: Arrow) -> Reason | None:
    """Return why the soldier cannot shoot the target.

    Something may be in the line of sight (GS-17).
    """
    from grenade_salad.games.salad import physics

    if reason := _why_not_target(state, action.soldier, action.target):
        return reason
    soldiers = tuple(state.soldiers.values())
    sight = physics.sight(state.measures, soldiers, action.soldier, action.target, state.options.sight)
    if sight.free:
        return None
    assert sight.blocker is not None
    if isinstance(sight.blocker, Block):
        return reasons.BlockInSight(action.soldier, action.target)
    return reasons.NoSight(action.soldier, action.target, sight.blocker)


def _why_not_explosion(state: Position, action: Explosion) -> Reason | None:
    """Return why the soldier cannot throw a grenade there (GS-18)."""
    if reason := why_not_soldier(state, action.soldier, state.turn):
        return reason
    if reason := _why_not_point(action.at, 0.0):
        return reason
    assert action.at is not None
    x, y = action.at
    width, height = state.options.table
    if not (0 <= x <= width and 0 <= y <= height):
        return reasons.OffTable()
    return _why_not_distance(state, action.soldier, action.at)


def _why_not_mine(state: Position, action: Footpath) -> Reason | None:
    """Return why no mine can be under that soldier now (GS-21, GS-22)."""
    assert action.seat is not None
    if "footpath" not in state.hands[action.seat]:
        return reasons.NotInHand("footpath")
    if action.soldier not in state.soldiers:
        return reasons.NoSuchSoldier(action.soldier)
    return None if action.soldier in state.triggers else reasons.SetNothingOff(action.soldier)


def must_throw_away(state: Position) -> bool:
    """True if a card can be thrown away, and must be before the turn ends (GS-36)."""
    return bool(state.options.throw_away and state.deck and not state.cards_played and state.hands[state.turn])


def _why_not_end(state: Position) -> Reason | None:
    """Return why the turn cannot end.

    In the end phase at least one card must be played if one can be (GS-30); before it, one may have to be thrown away
    (GS-36).
    """
    if must_throw_away(state):
        return reasons.MustThrowAway()
    if state.deck or state.cards_played:
        return None
    card: Card | None = next((card for card in state.hands[state.turn] if can_play(state, card)), None)
    return reasons.MustPlay(card) if card else None


def can_play(state: Position, card: Card) -> bool:
    """True if the seat in turn could play this card of its hand now (GS-20, GS-30)."""
    own_soldiers = [soldier for soldier in state.soldiers.values() if soldier.seat == state.turn]
    match card:
        case "pointer":
            return state.reserve[state.turn] > 0 and _has_free_place(state)
        case "circles":
            return _why_not_circles(state) is None
        case "hammers":
            return next(find_hammer_targets(state), None) is not None
        case "arrow":
            return bool(find_arrow_targets(state))
        case "explosion":
            return bool(own_soldiers)
    return False


def _has_free_place(state: Position) -> bool:
    """True if there is a place for one more soldier.

    It is searched for on a grid of a quarter of a cube.
    """
    cube = state.options.cube
    width, height = state.options.table
    step = cube / 4
    points = (
        (cube / 2 + column * step, cube / 2 + row * step)
        for row in range(int((height - cube) / step) + 1)
        for column in range(int((width - cube) / step) + 1)
    )
    return any(_why_not_place(state, point, 0.0, None) is None for point in points)


def find_hammer_targets(state: Position) -> Iterator[tuple[int, int]]:
    """Yield who can kill whom in close combat (GS-16)."""
    own_soldiers, rivals = _split_soldiers(state)
    reach = state.options.cube * _STRIKE_REACH
    for soldier in own_soldiers:
        for rival in rivals:
            is_near = abs(soldier.x - rival.x) < reach and abs(soldier.y - rival.y) < reach
            if is_near and not _why_not_hammers(state, Hammers(state.turn, soldier.id, rival.id)):
                yield soldier.id, rival.id


def find_arrow_targets(state: Position) -> list[tuple[int, int]]:
    """Return who can kill whom along a line of sight (GS-17)."""
    from grenade_salad.games.salad import physics

    soldiers = tuple(state.soldiers.values())
    own_ids, rival_ids = ([soldier.id for soldier in side] for side in _split_soldiers(state))
    return physics.free_sights(state.measures, soldiers, own_ids, rival_ids, state.options.sight)


def _split_soldiers(state: Position) -> tuple[list[Soldier], list[Soldier]]:
    """Return the soldiers of the seat in turn, and all others."""
    sides: tuple[list[Soldier], list[Soldier]] = [], []
    for soldier in state.soldiers.values():
        sides[soldier.seat != state.turn].append(soldier)
    return sides
