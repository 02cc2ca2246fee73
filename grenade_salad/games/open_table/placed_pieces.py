"""What lies where on the table, in mm, from the view alone: what is drawn, picked up and dropped on.

Pieces in a holder have no place of their own in the view: a row, a column and a stack are laid out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, dist, hypot, isqrt, pi, sin
from typing import TypeAlias

from grenade_salad.games.open_table.box import Box, Holder, Kind, Point, Start
from grenade_salad.games.open_table.view import Face, SeenHolder, TableView

Key: TypeAlias = int | str
"""The number of a piece or a stack; the name of a holder, whose stack or bag it is."""
HIDDEN = Face(None, None, -1, None)
_MARGIN = 4.0
"""Millimetres between a holder's edge and what lies in it."""
_BESIDE = 2.0
"""Millimetres between what is laid side by side."""


def upright(size: Point, angle: float) -> Point:
    """How wide and high the box is around something of that size that is turned by so many radians."""
    across, along = abs(cos(angle)), abs(sin(angle))
    return size[0] * across + size[1] * along, size[0] * along + size[1] * across


@dataclass(frozen=True, slots=True)
class Lying:
    """Something that can be taken: a piece, a stack of `count`, or what lies on top in a holder.

    `at` is its middle in mm, y up, `size` its width and height before it is turned by `angle` radians. `holder` is
    where a piece with a number lies, None on the table itself. A bag shows nothing of what is in it. `name` is what
    somebody calls a stack.
    """

    key: Key
    kind: Kind | None
    face: Face
    at: Point
    size: Point
    angle: float = 0.0
    count: int = 1
    holder: str | None = None
    locked: bool = False
    bag: bool = False
    name: str = ""

    @property
    def stack(self) -> bool:
        """Whether there is more than one, on each other."""
        return self.count > 1

    @property
    def shape(self) -> str:
        """What kind of piece it is; empty if that is not seen."""
        return "" if self.kind is None else self.kind.piece

    @property
    def back(self) -> bool:
        """Whether it lies face down."""
        return self.face.side < 0


@dataclass(frozen=True, slots=True)
class Area:
    """A holder on the table: left, lower edge, width and height in mm."""

    holder: Holder
    seen: SeenHolder
    box: tuple[float, float, float, float]

    @property
    def middle(self) -> Point:
        """In mm."""
        x, y, wide, high = self.box
        return x + wide / 2, y + high / 2

    def has(self, at: Point) -> bool:
        """Whether the point lies in it."""
        x, y, wide, high = self.box
        return x <= at[0] <= x + wide and y <= at[1] <= y + high


def holders_of(view: TableView, seats: int) -> dict[str, Holder]:
    """All holders by name."""
    return view.box.holders_for(seats)


def areas(view: TableView, seats: int) -> list[Area]:
    """The holders that have a place on the table; a bag without one stands at the right edge."""
    found, seen = [], {one.name: one for one in view.holders}
    bags = 0
    for name, holder in holders_of(view, seats).items():
        if holder.areas:
            found.append(Area(holder, seen[name], holder.areas[0]))
        elif holder.secret != "hand":
            side = 70.0
            box = (view.box.table[0] - side - 10, view.box.table[1] - (bags + 1) * (side + 26), side, side)
            found.append(Area(holder, seen[name], box))
            bags += 1
    return found


def hand_name(view: TableView, seats: int, seat: int) -> str:
    """The seat's hand; empty if the box has none."""
    own = (name for name, one in holders_of(view, seats).items() if one.secret == "hand" and one.seat == seat)
    return next(own, "")


def kind_of(box: Box, face: Face) -> Kind | None:
    """The kind that is seen; None if nothing is."""
    return None if face.kind is None else box.kinds[face.kind]


def things(view: TableView, seats: int, faces: Sequence[int] = ()) -> list[Lying]:
    """All that lies on the table, from below to above. `faces`: by how many quarters cards in the holders of each seat
    are turned to it, counter-clockwise; without any all lie one way."""
    where = {one.holder.name: one for one in areas(view, seats)}
    pieces, stacks = {one.number: one for one in view.pieces}, {one.number: one for one in view.stacks}
    found: list[Lying] = []
    for number in view.order:
        if (piece := pieces.get(number)) is not None and piece.holder is None:
            kind = kind_of(view.box, piece.face)
            size = (20.0, 20.0) if kind is None else kind.size
            lying = Lying(number, kind, piece.face, (piece.x, piece.y), size, piece.angle, locked=piece.locked)
            found.append(lying)
        elif (stack := stacks.get(number)) is not None:
            kind = kind_of(view.box, stack.top)
            size = (63.0, 88.0) if kind is None else kind.size
            lying = Lying(number, kind, stack.top, (stack.x, stack.y), size, stack.angle, stack.count)
            found.append(replace(lying, locked=stack.locked, name=stack.name))
    for area in where.values():
        quarters = 0 if area.holder.seat is None or not faces else faces[area.holder.seat]
        # Cards side by side would lie over each other.
        quarters = quarters if quarters == 2 or area.holder.lays == "stack" else 0
        for one in _inside(view, area):
            turns = quarters and one.shape == "card"
            found.append(replace(one, angle=one.angle + quarters * pi / 2) if turns else one)
    # What has rolled or slid onto a holder lies on the cards in it, not under them.
    above = [one for one in found if one.holder is None and _on_holder(one, where.values())]
    return [*(one for one in found if one not in above), *above] if above else found


def _on_holder(one: Lying, among: Iterable[Area]) -> bool:
    solid = one.shape not in ("", "card", "board")
    return solid and any(area.has(one.at) for area in among)


def _inside(view: TableView, area: Area) -> Iterator[Lying]:
    """What lies in a holder."""
    seen, holder = area.seen, area.holder
    if not seen.count:
        return
    if not holder.shows:
        face = seen.top or HIDDEN
        kind = kind_of(view.box, face)
        side = min(area.box[2:]) * 0.8
        size = (side, side) if kind is None else kind.size
        bag = holder.secret == "bag"
        yield Lying(holder.name, kind, face, area.middle, size, count=seen.count, holder=holder.name, bag=bag)
        return
    for at, number in enumerate(seen.pieces):
        piece = view.piece(number)
        assert piece is not None
        kind = kind_of(view.box, piece.face)
        size = (20.0, 20.0) if kind is None else kind.size
        lying = Lying(number, kind, piece.face, (0.0, 0.0), size, holder=holder.name, locked=piece.locked)
        yield replace(lying, at=_place(area, at, len(seen.pieces), size))


def _place(area: Area, at: int, count: int, size: Point) -> Point:
    """Where the piece lies that is number `at` in a row, a column or a free heap."""
    x, y, wide, high = area.box
    if area.holder.lays == "free":
        across = max(1, int((wide - _MARGIN) // (size[0] + 2)))
        row, column = divmod(at, across)
        left, top = x + _MARGIN + size[0] / 2, y + high - _MARGIN - size[1] / 2
        return left + column * (size[0] + 2), max(y + size[1] / 2, top - row * (size[1] + 2))
    along = 0 if area.holder.lays == "row" and wide >= high else 1
    room, each = (wide, high)[along] - 2 * _MARGIN, size[along]
    step = min(each + 2, (room - each) / max(1, count - 1))
    way = _MARGIN + each / 2 + at * step
    if area.holder.lays == "rising":
        return x + wide / 2, y + way
    return (x + way, y + high / 2) if along == 0 else (x + wide / 2, y + high - way)


def covers(lying: Lying, at: Point, room: float = 0.0) -> bool:
    """Whether the piece lies at the point of the table; with `room` mm more on each side."""
    across, up = at[0] - lying.at[0], at[1] - lying.at[1]
    turned = across * cos(lying.angle) + up * sin(lying.angle), up * cos(lying.angle) - across * sin(lying.angle)
    half = lying.size[0] / 2 + room, lying.size[1] / 2 + room
    if lying.kind is not None and lying.kind.corners:
        return _in_polygon(lying.kind.corners, turned, room)
    if lying.shape in ("disc", "pawn"):
        return (turned[0] / half[0]) ** 2 + (turned[1] / half[1]) ** 2 <= 1
    return abs(turned[0]) <= half[0] and abs(turned[1]) <= half[1]


def _in_polygon(corners: Sequence[Point], at: Point, space: float) -> bool:
    """True if the point is in a convex polygon, or less than `space` mm outside of each edge."""
    edges = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    way = 1.0 if sum(a[0] * b[1] - a[1] * b[0] for a, b in edges) > 0 else -1.0
    return all(
        way * ((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])) >= -space * dist(a, b) for a, b in edges
    )


def side_by_side(sizes: Sequence[Point]) -> list[Point]:
    """How far in mm each of several lies from the first, round it, so that none covers another.

    >>> side_by_side([(30.0, 30.0), (30.0, 30.0), (20.0, 10.0)])
    [(0.0, 0.0), (-32.0, 0.0), (0.0, -32.0)]
    """
    wide, high = (max(size[part] for size in sizes) + _BESIDE for part in (0, 1))
    reach = range(-isqrt(len(sizes)), isqrt(len(sizes)) + 1)
    places = [(x * wide, y * high) for x in reach for y in reach]
    return sorted(places, key=lambda at: hypot(*at))[: len(sizes)]


def taken_to(view: TableView, seats: int, seat: int | None, to: str) -> str:
    """The holder of what the seat takes, by its name or by that of each seat's; empty where the box has none."""
    return to if not to or to in view.box.holders_for(seats) else f"{to} {seat}"


def taken_by(view: TableView, seats: int, seat: int, what: Lying, to: Point | str) -> tuple[int, str] | None:
    """What goes out of the way when `what` is put on a snap point or into a holder, and the holder that it goes to."""
    if isinstance(to, str):
        gone = next((hit for name, hit in hits(view, seats, seat) if name == to), None)
        return None if gone is None or what.kind in (None, gone[0].kind) else (gone[1], gone[2])
    holder = taken_to(view, seats, seat, view.box.takes)
    if not holder or what.shape != "pawn":
        return None
    for one in things(view, seats):
        there = one.shape == "pawn" and one.holder is None and not one.locked and dist(one.at, to) < 1
        if there and one.key != what.key and isinstance(one.key, int):
            return one.key, holder
    return None


def hits(view: TableView, seats: int, seat: int | None) -> Iterator[tuple[str, tuple[Lying, int, str]]]:
    """Holders in which something lies alone that goes away when the seat puts in something of another kind: what that
    is, its number, and the holder that it goes to."""
    lying = {one.key: one for one in things(view, seats)}
    for area in areas(view, seats):
        if not area.holder.hits or not area.holder.shows or len(area.seen.pieces) != 1:
            continue
        (number,) = area.seen.pieces
        if number in lying and not lying[number].locked:
            yield area.holder.name, (lying[number], number, taken_to(view, seats, seat, area.holder.hits))


def snaps(view: TableView) -> list[Point]:
    """All snap points of boards that lie on the table, in mm."""
    found = []
    for piece in view.pieces:
        kind = kind_of(view.box, piece.face)
        if kind is None or not kind.snaps or piece.holder is not None:
            continue
        cosine, sine = cos(piece.angle), sin(piece.angle)
        found += [(piece.x + x * cosine - y * sine, piece.y + x * sine + y * cosine) for x, y in kind.snaps]
    return found


def starts_of(view: TableView, seat: int) -> list[Start]:
    """Where the seat's shots may begin, if the box says so."""
    return [start for start in view.box.flick.starts if start.counts(seat, len(view.looks))]


def nearest_start(view: TableView, seat: int, at: Point) -> Point | None:
    """The point in mm nearest to another where a shot may begin; None if the box does not say where."""
    found: list[Point] = []
    for start in starts_of(view, seat):
        across, up = at[0] - start.at[0], at[1] - start.at[1]
        far, angle = hypot(across, up), atan2(up, across)
        reach = far if start.least <= far <= start.most else (start.least + start.most) / 2
        point = start.at[0] + reach * cos(angle), start.at[1] + reach * sin(angle)
        if start.has(point):
            found.append(point)
    return min(found, key=lambda point: dist(point, at), default=None)
