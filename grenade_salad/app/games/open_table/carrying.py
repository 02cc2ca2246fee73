"""What is picked up, where it would land, and the line that this is: for pointers and keys alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

from grenade_salad.app.games.open_table.desk import Carry, Desk
from grenade_salad.app.games.open_table.verbs import searched_place
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.open_table import moves
from grenade_salad.games.open_table.box import STACKED
from grenade_salad.games.open_table.lying import (
    HIDDEN,
    Key,
    Lying,
    found_at,
    hand_name,
    nearest_start,
    side_by_side,
    snaps,
    taken_by,
)

SNAPS = 26.0
"""Units from a snap point within which something lies down on it."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where something would come to lie: the part `to` of the line, and where that is in mm; None: off the table."""

    to: moves.Place
    at: Point
    snapped: bool = False


def lift(desk: Desk, one: Lying, seat: int, whole: bool, at: Point) -> Carry | None:
    """Pick up a piece, the top of a stack or the whole of it; all that is chosen with it comes along."""
    x, y = desk.camera.to_screen(one.at)
    grip = at[0] - x, at[1] - y
    together = [found for key in desk.chosen if (found := desk.thing(key)) is not None]
    if len(together) > 1 and one in together and all(isinstance(found.key, int) for found in together):
        together = [one, *(found for found in together if found is not one)]
        if any(found.holder is not None for found in together):
            # There they have no distances that mean anything: they come to lie side by side.
            apart = side_by_side([found.size for found in together])
            x, y = one.at
            together = [
                replace(found, at=(x + across, y + up)) for found, (across, up) in zip(together, apart, strict=True)
            ]
        numbers = tuple(found.key for found in together if isinstance(found.key, int))
        return Carry(tuple(together), seat, what=numbers, at=at, grip=grip)
    if isinstance(one.key, str):
        shown = Lying(one.key, one.kind, one.face, one.at, one.size, count=one.count if whole else 1)
        n = 0 if whole and not one.bag else 1
        turn = _dealt(desk, one, seat) if n else one.angle
        return Carry((shown,), seat, of=one.key, n=n, at=at, grip=grip, turn=turn)
    if one.stack and not whole:
        top = Lying(one.key, one.kind, one.face, one.at, one.size, one.angle)
        return Carry((top,), seat, of=one.key, n=1, at=at, grip=grip, turn=_dealt(desk, one, seat) - one.angle)
    if one.holder is not None:  # it has no angle of its own there: on a flat screen it faces its seat
        return Carry((replace(one, angle=0.0),), seat, what=(one.key,), at=at, grip=grip, turn=one.angle)
    return Carry((one,), seat, what=(one.key,), at=at, grip=grip)


def _dealt(desk: Desk, one: Lying, seat: int) -> float:
    """How what is taken off a pile lies on the table, in radians: on a flat screen cards face who deals them."""
    return desk.quarters[seat] * pi / 2 if any(desk.quarters) and one.shape == "card" else one.angle


def lift_card(desk: Desk, place: int, seat: int, at: Point) -> Carry | None:
    """Pick up a card out of the strip: from now on everybody sees its back, or nothing of it."""
    kind = next((one for one in desk.view.box.kinds if one.piece == "card"), None)
    face = HIDDEN._replace(kind=None if kind is None else desk.view.box.kinds.index(kind))
    size = (63.0, 88.0) if kind is None else kind.size
    shown = Lying("", kind, face, (0.0, 0.0), size)
    faces = desk.strip.quarters * pi / 2
    if desk.looking():
        found = searched_place(desk, place)
        if found is None:
            return None
        return Carry(
            (shown,), seat, of=desk.strip.searched, places=(found,), at=at, turn=faces, secret=True, side="down"
        )
    name = hand_name(desk.view, desk.seats, seat)
    return Carry((shown,), seat, of=name, places=(place,), at=at, turn=faces, secret=True, side=desk.strip.lands)


def middle(desk: Desk, carry: Carry) -> Point:
    """The middle of the first of what is carried, on the table in mm."""
    return desk.camera.to_table((carry.at[0] - carry.grip[0], carry.at[1] - carry.grip[1]))


def landing(desk: Desk, carry: Carry) -> Landing | None:
    """Where it would land: a hand or a panel, a holder, a card or stack, a snap point, or where it is."""
    if desk.strip.box.collidepoint(carry.at) and desk.hand:
        return Landing(desk.hand, middle(desk, carry))
    for seat, panel in enumerate(desk.table.panels):
        if panel.rect.collidepoint(carry.at) and (name := hand_name(desk.view, desk.seats, seat)):
            return Landing(name, middle(desk, carry))
    if not desk.camera.rect.collidepoint(carry.at):
        return None
    spot = middle(desk, carry)
    pointer = desk.camera.to_table(carry.at)
    if carry.snaps:
        area = next((one for one in reversed(desk.areas) if one.has(pointer) or one.has(spot)), None)
        if area is not None and carry.lying[0].shape != "board":
            return Landing(area.holder.name, area.middle)
    if (below := _below(desk, carry, spot, pointer)) is not None:
        assert isinstance(below.key, int)
        return Landing(below.key, below.at)
    if carry.snaps and (near := _snap(desk, carry, spot)) is not None:
        return Landing(near, near, snapped=True)
    return Landing(spot, spot)


def _below(desk: Desk, carry: Carry, spot: Point, pointer: Point) -> Lying | None:
    """The card, disc or stack on which it would lie."""
    first = carry.lying[0]
    if first.shape not in STACKED:
        return None
    own = {*carry.what, carry.of}
    others = [one for one in desk.things if one.shape == first.shape and one.key not in own and one.holder is None]
    found = found_at(others, pointer, 0.0) or found_at(others, spot, 0.0)
    return None if found is None or found.locked else found


def _snap(desk: Desk, carry: Carry, spot: Point) -> Point | None:
    """A snap point of a board that is near, or where the box lets shots begin."""
    points = snaps(desk.view)
    if len(carry.lying) == 1 and carry.lying[0].shape in ("disc", "cube", "pawn"):
        start = nearest_start(desk.view, carry.seat, spot)
        points += [] if start is None else [start]
    near = min(points, key=lambda one: hypot(one[0] - spot[0], one[1] - spot[1]), default=None)
    reach = SNAPS / desk.camera.scale
    return near if near is not None and hypot(near[0] - spot[0], near[1] - spot[1]) <= reach else None


def next_snap(desk: Desk, carry: Carry, way: Point) -> Point | None:
    """Where `carry.at` is over the next snap point in a direction of the table; None if there is none."""
    x, y = middle(desk, carry)
    points = snaps(desk.view)
    wide = 1.0 if any(hypot(at[0] - x, at[1] - y) < 1 for at in points) else 0.25

    def far(spot: Point) -> float | None:
        across, up = spot[0] - x, spot[1] - y
        along, aside = across * way[0] + up * way[1], abs(across * way[1]) + abs(up * way[0])
        return along + 2 * aside if along > 1 and aside < wide * along else None

    away = [(distance, spot) for spot in points if (distance := far(spot)) is not None]
    if not away:
        return None
    left, top = desk.camera.to_screen(min(away)[1])
    return left + carry.grip[0], top + carry.grip[1]


def poses_of(carry: Carry, at: Point) -> list[tuple[float, float, float]]:
    """Where each lies that is carried, in mm and radians, if the first lies there: they turn together, round it."""
    first, cosine, sine = carry.lying[0].at, cos(carry.turn), sin(carry.turn)
    away = [(one.at[0] - first[0], one.at[1] - first[1], one.angle + carry.turn) for one in carry.lying]
    return [(at[0] + x * cosine - y * sine, at[1] + x * sine + y * cosine, angle) for x, y, angle in away]


def line_of(carry: Carry, to: Landing) -> moves.Move:
    """The line of laying it down there."""
    first, *others = carry.lying
    if others and isinstance(to.to, tuple) and (carry.turn or any(one.holder is not None for one in carry.lying)):
        poses = [(round(x, 1), round(y, 1), round(angle, 4)) for x, y, angle in poses_of(carry, to.at)]
        return moves.Move(carry.seat, what=carry.what, to=poses[0][:2], poses=tuple(poses), face=carry.side)
    angle = first.angle + carry.turn if carry.turn and not isinstance(to.to, str) else None
    place = to.to
    if isinstance(place, tuple):
        place = round(place[0], 1), round(place[1], 1)
    return moves.Move(
        carry.seat,
        what=carry.what,
        of=carry.of,
        n=carry.n,
        at=carry.places,
        to=place,
        under=carry.under,
        angle=None if angle is None else round(angle, 4),
        face=carry.side,
    )


def gone_before(desk: Desk, carry: Carry, to: Landing) -> tuple[int, str] | None:
    """What goes out of the way first where the box says so, by its number, and the holder that it goes to."""
    if len(carry.lying) != 1 or carry.secret or not (to.snapped or isinstance(to.to, str)):
        return None
    return taken_by(desk.view, desk.seats, carry.seat, carry.lying[0], to.to if isinstance(to.to, str) else to.at)


def above(desk: Desk, carry: Carry) -> Key | None:
    """What it is held over and could go under: a piece, a stack, or a pile in a place; None: nothing."""
    to = landing(desk, carry)
    if to is None or isinstance(to.to, tuple):
        return None
    if isinstance(to.to, int):
        return to.to
    area = desk.area(to.to)
    if area is None or area.holder.secret != "open" or area.holder.lays != "stack":
        return None
    own = 0 if area.holder.name != carry.of else carry.n or area.seen.count
    return area.holder.name if area.seen.count > own else None


def stays(carry: Carry, to: Landing) -> bool:
    """Whether it was laid back to where it was, so that nothing happens."""
    if isinstance(to.to, tuple) or (carry.turn and isinstance(to.to, int)) or carry.under:
        return False
    return to.to == carry.of or to.to == carry.lying[0].holder
