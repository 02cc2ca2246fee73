"""The layout of pieces on the table in mm, computed from the view alone.

It is used to draw pieces, and to find which of them is picked up or dropped on. Pieces in a holder have no position of
their own in the view: rows, columns and stacks are laid out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, dist, hypot, isqrt, pi, sin
from typing import TypeAlias

from grenade_salad.games.open_table.box import Box, Holder, Kind, Point, Start, find_hand
from grenade_salad.games.open_table.view import Face, SeenHolder, TableView

Key: TypeAlias = int | str
"""The number of a piece or a stack, or the name of a holder for its stack or bag."""
HIDDEN = Face(None, None, -1, None)
_MARGIN = 4.0
"""Millimetres between a holder's edge and the pieces in it."""
_GAP = 2.0
"""Millimetres between pieces that lie side by side."""
_HIDDEN_SIZE, _HIDDEN_STACK_SIZE = (20.0, 20.0), (63.0, 88.0)
"""Width and height in mm of a piece or stack whose kind is hidden."""
_BAG_SIZE, _BAG_EDGE, _BAG_GAP = 70.0, 10.0, 26.0
"""Side of a bag without an area, its distance from the edge, and the gap, in mm.

The gap to the next bag has space for the title.
"""
_BAG_SHARE = 0.8
"""Side of the picture of a bag, as a share of its area."""


def bounding_size(size: Point, angle: float) -> Point:
    """Return the width and height of the box around a turned size.

    `angle` is in radians.
    """
    across, along = abs(cos(angle)), abs(sin(angle))
    return size[0] * across + size[1] * along, size[0] * along + size[1] * across


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A selectable object: a piece, a stack, or the top of a holder."""

    key: Key
    kind: Kind | None
    face: Face
    """HIDDEN for a bag, which shows nothing of its pieces."""
    position: Point
    """Its middle in mm, y up."""
    size: Point
    """Its width and height in mm before it is turned."""
    angle: float = 0.0
    """In radians."""
    count: int = 1
    """The number of pieces, for a stack."""
    holder: str | None = None
    """The holder of a piece with a number; None on the table itself."""
    locked: bool = False
    is_bag: bool = False
    name: str = ""
    """The name that players gave to a stack."""

    @property
    def is_stack(self) -> bool:
        """True if there are several pieces on each other."""
        return self.count > 1

    @property
    def shape(self) -> str:
        """The shape of the piece; empty if it is not visible."""
        return "" if self.kind is None else self.kind.piece

    @property
    def is_face_down(self) -> bool:
        """True if it lies face down."""
        return self.face.side < 0


@dataclass(frozen=True, slots=True)
class Area:
    """A holder on the table."""

    holder: Holder
    contents: SeenHolder
    box: tuple[float, float, float, float]
    """Left edge, lower edge, width and height in mm."""

    @property
    def middle(self) -> Point:
        """The middle of the area in mm."""
        x, y, width, height = self.box
        return x + width / 2, y + height / 2

    def contains(self, position: Point) -> bool:
        """True if the point lies in the area."""
        x, y, width, height = self.box
        return x <= position[0] <= x + width and y <= position[1] <= y + height


def holder_areas(view: TableView, seats: int) -> list[Area]:
    """Return the holders on the table; a bag without an area is at the right edge."""
    result, contents = [], {holder_contents.name: holder_contents for holder_contents in view.holders}
    bag_count = 0
    for name, holder in view.box.holders_for(seats).items():
        if holder.areas:
            result.append(Area(holder, contents[name], holder.areas[0]))
        elif holder.secret != "hand":
            bag_count += 1
            (width, height), side = view.box.table, _BAG_SIZE
            box = (width - side - _BAG_EDGE, height - bag_count * (side + _BAG_GAP), side, side)
            result.append(Area(holder, contents[name], box))
    return result


def find_hand_name(view: TableView, seats: int, seat: int) -> str:
    """Return the name of the seat's hand; empty if the box has none."""
    return find_hand(view.box.holders_for(seats).values(), seat)


def visible_kind(box: Box, face: Face) -> Kind | None:
    """Return the kind of a face; None if it is hidden."""
    return None if face.kind is None else box.kinds[face.kind]


def list_pieces(view: TableView, seats: int, faces: Sequence[int] = ()) -> list[PlacedPiece]:
    """Return everything on the table, from below to above.

    `faces` has for each seat the quarter turns, counterclockwise, of the cards in its holders, so that they face it;
    without it all cards have the same direction.
    """
    areas = {holder_area.holder.name: holder_area for holder_area in holder_areas(view, seats)}
    pieces = {piece.number: piece for piece in view.pieces}
    stacks = {stack.number: stack for stack in view.stacks}
    result: list[PlacedPiece] = []
    for piece_id in view.order:
        if (piece := pieces.get(piece_id)) is not None and piece.holder is None:
            kind = visible_kind(view.box, piece.face)
            size = _HIDDEN_SIZE if kind is None else kind.size
            lying = PlacedPiece(piece_id, kind, piece.face, (piece.x, piece.y), size, piece.angle, locked=piece.locked)
            result.append(lying)
        elif (stack := stacks.get(piece_id)) is not None:
            kind = visible_kind(view.box, stack.top)
            size = _HIDDEN_STACK_SIZE if kind is None else kind.size
            lying = PlacedPiece(piece_id, kind, stack.top, (stack.x, stack.y), size, stack.angle, stack.count)
            result.append(replace(lying, locked=stack.locked, name=stack.name))
    for area in areas.values():
        quarters = 0 if area.holder.seat is None or not faces else faces[area.holder.seat]
        # Cards that lie side by side would overlap after a quarter turn.
        quarters = quarters if quarters == 2 or area.holder.lays == "stack" else 0
        for placed in _holder_pieces(view, area):
            turns = quarters and placed.shape == "card"
            result.append(replace(placed, angle=placed.angle + quarters * pi / 2) if turns else placed)
    # A piece that has rolled or slid onto a holder lies on the cards in it, not under them.
    above = [
        loose_piece
        for loose_piece in result
        if loose_piece.holder is None and _lies_on_holder(loose_piece, areas.values())
    ]
    return [*(below for below in result if below not in above), *above] if above else result


def _lies_on_holder(piece: PlacedPiece, areas: Iterable[Area]) -> bool:
    is_solid = piece.shape not in ("", "card", "board")
    return is_solid and any(area.contains(piece.position) for area in areas)


def _holder_pieces(view: TableView, area: Area) -> Iterator[PlacedPiece]:
    """Yield the visible pieces of a holder."""
    contents, holder = area.contents, area.holder
    if not contents.count:
        return
    if not holder.is_spread:
        face = contents.top or HIDDEN
        kind = visible_kind(view.box, face)
        side = min(area.box[2:]) * _BAG_SHARE
        size = (side, side) if kind is None else kind.size
        bag = holder.secret == "bag"
        yield PlacedPiece(
            holder.name, kind, face, area.middle, size, count=contents.count, holder=holder.name, is_bag=bag
        )
        return
    for index, piece_id in enumerate(contents.pieces):
        piece = view.piece(piece_id)
        assert piece is not None
        kind = visible_kind(view.box, piece.face)
        size = _HIDDEN_SIZE if kind is None else kind.size
        lying = PlacedPiece(piece_id, kind, piece.face, (0.0, 0.0), size, holder=holder.name, locked=piece.locked)
        yield replace(lying, position=_slot_position(area, index, len(contents.pieces), size))


def _slot_position(area: Area, index: int, count: int, size: Point) -> Point:
    """Return the position of a piece by its index in a row, a column or a free heap."""
    x, y, width, height = area.box
    if area.holder.lays == "free":
        across = max(1, int((width - _MARGIN) // (size[0] + _GAP)))
        row, column = divmod(index, across)
        left, top = x + _MARGIN + size[0] / 2, y + height - _MARGIN - size[1] / 2
        return left + column * (size[0] + _GAP), max(y + size[1] / 2, top - row * (size[1] + _GAP))
    along = 0 if area.holder.lays == "row" and width >= height else 1
    space, length = (width, height)[along] - 2 * _MARGIN, size[along]
    step = min(length + _GAP, (space - length) / max(1, count - 1))
    offset = _MARGIN + length / 2 + index * step
    if area.holder.lays == "rising":
        return x + width / 2, y + offset
    return (x + offset, y + height / 2) if along == 0 else (x + width / 2, y + height - offset)


def covers_point(lying: PlacedPiece, point: Point, margin: float = 0.0) -> bool:
    """True if the piece, made `margin` mm larger on each side, covers the point."""
    dx, dy = point[0] - lying.position[0], point[1] - lying.position[1]
    local_point = dx * cos(lying.angle) + dy * sin(lying.angle), dy * cos(lying.angle) - dx * sin(lying.angle)
    half = lying.size[0] / 2 + margin, lying.size[1] / 2 + margin
    if lying.kind is not None and lying.kind.corners:
        return _in_polygon(lying.kind.corners, local_point, margin)
    if lying.shape in ("disc", "pawn"):
        return (local_point[0] / half[0]) ** 2 + (local_point[1] / half[1]) ** 2 <= 1
    return abs(local_point[0]) <= half[0] and abs(local_point[1]) <= half[1]


def _in_polygon(corners: Sequence[Point], point: Point, margin: float) -> bool:
    """True if the point is in a convex polygon, or less than `margin` mm outside."""
    edges = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    orientation = 1.0 if sum(a[0] * b[1] - a[1] * b[0] for a, b in edges) > 0 else -1.0
    return all(
        orientation * ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) >= -margin * dist(a, b)
        for a, b in edges
    )


def spread_offsets(sizes: Sequence[Point]) -> list[Point]:
    """Return offsets in mm around the first piece, so that no pieces overlap.

    >>> spread_offsets([(30.0, 30.0), (30.0, 30.0), (20.0, 10.0)])
    [(0.0, 0.0), (-32.0, 0.0), (0.0, -32.0)]
    """
    width, height = (max(size[part] for size in sizes) + _GAP for part in (0, 1))
    reach = range(-isqrt(len(sizes)), isqrt(len(sizes)) + 1)
    places = [(x * width, y * height) for x in reach for y in reach]
    return sorted(places, key=lambda place: hypot(*place))[: len(sizes)]


def capture_holder(view: TableView, seats: int, seat: int | None, name: str) -> str:
    """Return the name of the holder for pieces that the seat captures.

    `name` is a holder's, or one that each seat has. Empty if the box has none.
    """
    return name if not name or name in view.box.holders_for(seats) else f"{name} {seat}"


def find_captured(
    view: TableView, seats: int, seat: int, piece: PlacedPiece, target: Point | str
) -> tuple[int, str] | None:
    """Return the number of a piece that would be captured, and its holder, or None.

    That is a piece that gives way when `piece` is put on a snap point or into a holder.
    """
    if isinstance(target, str):
        hit_piece = next((hit for name, hit in find_hits(view, seats, seat) if name == target), None)
        return None if hit_piece is None or piece.kind in (None, hit_piece[0].kind) else (hit_piece[1], hit_piece[2])
    holder = capture_holder(view, seats, seat, view.box.takes)
    if not holder or piece.shape != "pawn":
        return None
    for rival_piece in list_pieces(view, seats):
        is_on_point = (
            rival_piece.shape == "pawn"
            and rival_piece.holder is None
            and not rival_piece.locked
            and dist(rival_piece.position, target) < 1
        )
        if is_on_point and rival_piece.key != piece.key and isinstance(rival_piece.key, int):
            return rival_piece.key, holder
    return None


def find_hits(view: TableView, seats: int, seat: int | None) -> Iterator[tuple[str, tuple[PlacedPiece, int, str]]]:
    """Yield the holders with a single piece that gives way to one of another kind.

    Each has the piece, its number, and the holder that it would move to.
    """
    pieces = {piece.key: piece for piece in list_pieces(view, seats)}
    for area in holder_areas(view, seats):
        if not area.holder.hits or not area.holder.is_spread or len(area.contents.pieces) != 1:
            continue
        (piece_id,) = area.contents.pieces
        if piece_id in pieces and not pieces[piece_id].locked:
            yield area.holder.name, (pieces[piece_id], piece_id, capture_holder(view, seats, seat, area.holder.hits))


def snap_points(view: TableView) -> list[Point]:
    """Return the snap points of all boards on the table, in mm."""
    result = []
    for piece in view.pieces:
        kind = visible_kind(view.box, piece.face)
        if kind is None or not kind.snaps or piece.holder is not None:
            continue
        cosine, sine = cos(piece.angle), sin(piece.angle)
        result += [(piece.x + x * cosine - y * sine, piece.y + x * sine + y * cosine) for x, y in kind.snaps]
    return result


def shot_starts(view: TableView, seat: int) -> list[Start]:
    """Return the places where the seat's shots may begin, if the box has any."""
    return [start for start in view.box.flick.starts if start.applies_to(seat, len(view.looks))]


def nearest_start(view: TableView, seat: int, target: Point) -> Point | None:
    """Return the point in mm nearest to `target` where a shot may begin.

    None if the box has no such places.
    """
    candidates: list[Point] = []
    for start in shot_starts(view, seat):
        dx, dy = target[0] - start.at[0], target[1] - start.at[1]
        distance, angle = hypot(dx, dy), atan2(dy, dx)
        start_distance = distance if start.least <= distance <= start.most else (start.least + start.most) / 2
        point = start.at[0] + start_distance * cos(angle), start.at[1] + start_distance * sin(angle)
        if start.contains(point):
            candidates.append(point)
    return min(candidates, key=lambda point: dist(point, target), default=None)
