"""Physics of the open table: the motion of pieces after a flick, push or roll.

Poses are the input and the output. The engine is loaded when something slides for the first time; see `games.physics`.
Cards, boards and locked pieces never move. Nothing slides over the edge of the table; a pocket takes a piece that tips
over its rim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin, tau
from random import Random
from typing import NamedTuple

from grenade_salad.core import Action
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box, Holder, Kind, Point
from grenade_salad.games.open_table.legality import SLIDING
from grenade_salad.games.open_table.tabletop import Tabletop
from grenade_salad.games.open_table.view import TableView
from grenade_salad.games.physics.bodies import COLLIDES_WITH_ALL, Material
from grenade_salad.games.physics.pushing import Push, push
from grenade_salad.games.physics.sliding import Playfield, Slide, Sliding, SlidingObject, Trap, Wall, flick

_EDGE_THICKNESS, _SIDE_THICKNESS = 10.0, 1.0
"""Thickness in mm of the table's edges, and of the sides of locked pieces."""
_WALL_MATERIAL = Material(table_friction=0.0, friction=0.2, elasticity=0.9)
_PIECE_FRICTION = 0.3
"""Friction of one piece with another; the box says that with the table."""
_WOOD_DENSITY = 0.0007
"""Grams of a cubic millimetre, for pieces without a mass."""
_MIN_MASS = 0.01
"""Minimum mass of these in grams: the engine needs some."""
_MIN_ROLL_SPEED, _MAX_ROLL_SPEED, _MAX_SPIN = 150.0, 700.0, 20.0
"""Minimum and maximum speed of dice in mm/s, and maximum spin in radians/s."""


class PhysicsPiece(NamedTuple):
    """A piece with a number."""

    id: int
    kind: Kind
    x: float
    y: float
    angle: float
    locked: bool
    is_loose: bool
    """True if it is on the table, not in a holder."""


@dataclass(frozen=True)
class PhysicsSnapshot:
    """The facts of a table that physics needs."""

    box: Box
    holders: tuple[Holder, ...]
    """In the order of the box."""
    pieces: tuple[PhysicsPiece, ...]
    """All pieces with numbers, sorted by number."""

    @cached_property
    def pieces_by_id(self) -> dict[int, PhysicsPiece]:
        """The pieces by number."""
        return {piece.id: piece for piece in self.pieces}

    @property
    def pockets(self) -> list[Holder]:
        """The holders that take pieces that slide to them, in the order of the box."""
        return [holder for holder in self.holders if holder.ditch or (holder.pocket and holder.areas)]


def snapshot_table(table: Tabletop) -> PhysicsSnapshot:
    """Return the snapshot of a table."""
    pieces = (
        PhysicsPiece(
            id=piece_id,
            kind=table.kind(piece),
            x=piece_state.x,
            y=piece_state.y,
            angle=piece_state.angle,
            locked=piece_state.locked,
            is_loose=piece_state.home is None,
        )
        for piece_id, piece in sorted(table.pieces_by_id.items())
        for piece_state in (table[piece],)
    )
    return PhysicsSnapshot(table.box, tuple(table.holders.values()), tuple(pieces))


def snapshot_view(view: TableView, seats: int) -> PhysicsSnapshot:
    """Return the snapshot of a view.

    A piece that lies face down counts as the first kind that looks the same from behind.
    """
    box = view.box
    pieces = (
        PhysicsPiece(
            piece.number, box.kinds[piece.face.kind], piece.x, piece.y, piece.angle, piece.locked, piece.holder is None
        )
        for piece in sorted(view.pieces, key=lambda visible_piece: visible_piece.number)
        if piece.face.kind is not None
    )
    return PhysicsSnapshot(box, tuple(box.holders_for(seats).values()), tuple(pieces))


def make_playfield(snapshot: PhysicsSnapshot) -> Playfield:
    """Return the table with its edges, walls, pockets and locked pieces."""
    width, height = snapshot.box.table
    low_edge, right_edge, high_edge = -_EDGE_THICKNESS / 2, width + _EDGE_THICKNESS / 2, height + _EDGE_THICKNESS / 2
    corners: tuple[Point, ...] = (
        (low_edge, low_edge),
        (right_edge, low_edge),
        (right_edge, high_edge),
        (low_edge, high_edge),
    )
    walls = [Wall(start, end, _EDGE_THICKNESS, _WALL_MATERIAL) for start, end in _polygon_sides(corners)]
    walls += [Wall((x, y), (u, v), snapshot.box.thick, _WALL_MATERIAL) for x, y, u, v in snapshot.box.walls]
    for piece in snapshot.pieces:
        if piece.locked and piece.is_loose and piece.kind.piece in SLIDING:
            walls += _make_obstacle(piece)
    return Playfield((width, height), tuple(walls), tuple(map(_make_trap, snapshot.pockets)))


def _make_trap(holder: Holder) -> Trap:
    if holder.ditch is not None:
        return Trap(*holder.ditch, is_ditch=True)
    x, y, width, height = holder.areas[0]
    return Trap(x + width / 2, y + height / 2, min(width, height) / 2)


def _polygon_sides(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _find_corners(kind: Kind) -> tuple[Point, ...]:
    """Return the corners of a kind; empty if it is round."""
    if kind.corners or kind.piece in ("disc", "pawn"):
        return kind.corners
    across, up = kind.size[0] / 2, kind.size[1] / 2
    return (-across, -up), (across, -up), (across, up), (-across, up)


def _make_obstacle(piece: PhysicsPiece) -> list[Wall]:
    """Return a locked piece as a peg, or as walls along its sides."""
    corners = _find_corners(piece.kind)
    if not corners:
        return [Wall((piece.x, piece.y), (piece.x, piece.y), piece.kind.size[0], _WALL_MATERIAL)]
    turned_corners = [
        (piece.x + x * cos(piece.angle) - y * sin(piece.angle), piece.y + x * sin(piece.angle) + y * cos(piece.angle))
        for x, y in corners
    ]
    return [Wall(start, end, _SIDE_THICKNESS, _WALL_MATERIAL) for start, end in _polygon_sides(turned_corners)]


def movable_pieces(snapshot: PhysicsSnapshot) -> list[SlidingObject]:
    """Return all pieces that can slide, by number."""
    return [
        _make_object(piece)
        for piece in snapshot.pieces
        if piece.is_loose and not piece.locked and piece.kind.piece in SLIDING
    ]


def _make_object(piece: PhysicsPiece) -> SlidingObject:
    kind = piece.kind
    corners = _find_corners(kind)
    radius = 0.0 if corners else kind.size[0] / 2
    area = pi * radius * radius if radius else kind.size[0] * kind.size[1]
    mass = kind.mass or max(_MIN_MASS, area * kind.height * _WOOD_DENSITY)
    material = Material(kind.grip, _PIECE_FRICTION, kind.bounce)
    return SlidingObject(piece.id, piece.x, piece.y, piece.angle, mass, material, radius, corners)


def simulate(snapshot: PhysicsSnapshot, action: Action, steady: bool, rng: Random) -> tuple[Slide, dict[int, int]]:
    """Return the end of a roll, a flick or a push, and the faces of rolled dice.

    The same snapshot and random numbers give the same result; with `steady` hands a flick has no random error.
    """
    if isinstance(action, actions.Roll):
        dice, pieces = action.what or (), snapshot.pieces_by_id
        faces = {piece_id: rng.randrange(len(pieces[piece_id].kind.fronts)) for piece_id in dice}
        return _roll_dice(snapshot, dice, rng), faces
    if isinstance(action, actions.Push):
        assert action.what is not None
        assert action.path is not None
        return push(make_playfield(snapshot), movable_pieces(snapshot), action.what, action.path), {}
    assert isinstance(action, actions.Flick)
    assert action.what is not None
    assert action.angle is not None
    assert action.speed is not None
    shot = snapshot.box.flick
    spread = (0.0, 0.0) if steady else (shot.astray, shot.uneven)
    speed = action.speed * cos(action.angle), action.speed * sin(action.angle)
    return flick(
        make_playfield(snapshot), movable_pieces(snapshot), action.what, speed, rng.getrandbits(48), spread
    ), {}


def begin_push(snapshot: PhysicsSnapshot, piece_id: int) -> Push:
    """Return a push that gets its path point by point; the end is the same."""
    return Push(make_playfield(snapshot), movable_pieces(snapshot), piece_id)


def _roll_dice(snapshot: PhysicsSnapshot, piece_ids: Sequence[int], rng: Random) -> Slide:
    """Return the end of thrown dice, each in its own direction."""
    sliding = Sliding(make_playfield(snapshot), movable_pieces(snapshot), piece_ids)
    for piece_id in sorted(piece_ids):
        if piece_id not in sliding.index:
            continue
        direction, speed = rng.random() * tau, rng.uniform(_MIN_ROLL_SPEED, _MAX_ROLL_SPEED)
        velocity = speed * cos(direction), speed * sin(direction)
        sliding.start(piece_id, velocity)
        sliding.bodies.set_motion(
            sliding.index[piece_id], velocity, rng.uniform(-_MAX_SPIN, _MAX_SPIN), COLLIDES_WITH_ALL
        )
    sliding.set_step_length(sliding.energy())
    sliding.run()
    return sliding.build_result()


def to_rest(snapshot: PhysicsSnapshot, slide: Slide, action: Action, faces: Mapping[int, int]) -> actions.Rest:
    """Return the chance outcome: the poses of all pieces that moved or were started.

    A piece that would have left the table lies at its edge. `faces` are those of rolled dice.
    """
    assert isinstance(action, (actions.Roll, actions.Flick, actions.Push))
    target = action.what or ()
    started = (target,) if isinstance(target, int) else target
    width, height = snapshot.box.table
    names = [holder.name for holder in snapshot.pockets]
    last = dict(zip(slide.ids, slide.frames[-1].tolist(), strict=True)) if slide.ids else {}
    poses = {resting.id: (resting.x, resting.y, resting.angle, "") for resting in slide.resting}
    poses |= {lost_id: (*last[lost_id], "") for lost_id in slide.lost}
    poses |= {taken_id: (*last[taken_id], names[trap]) for taken_id, trap in slide.taken}
    for started_id in started:
        piece = snapshot.pieces_by_id[started_id]
        poses.setdefault(started_id, (piece.x, piece.y, piece.angle, ""))
    return actions.Rest(
        tuple(
            actions.Rested(
                piece_id,
                round(min(max(x, 0.0), width), 3),
                round(min(max(y, 0.0), height), 3),
                round(angle, 4),
                faces.get(piece_id, -1),
                into,
            )
            for piece_id, (x, y, angle, into) in sorted(poses.items())
        )
    )
