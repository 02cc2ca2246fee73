"""What slides on the open table: what a flick, a push or a roll moves, and what that hits. Poses in, poses out.

The engine is loaded when something slides for the first time; see `games.physics`. Cards, boards and what is locked
never move. Nothing slides over the edge of the table; a pocket takes what tips over its rim.
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
from grenade_salad.games.open_table.tabletop import Table
from grenade_salad.games.open_table.view import TableView
from grenade_salad.games.physics.bodies import EVERYBODY, Matter
from grenade_salad.games.physics.pushing import Push, push
from grenade_salad.games.physics.sliding import Ground, Slide, Sliding, Thing, Trap, Wall, flick

_EDGE = 10.0
_WOOD = 0.0007
"""Grams of a cubic millimetre, of what does not say how heavy it is."""
_SLOWEST, _FASTEST, _SPIN = 150.0, 700.0, 20.0
"""Dice are thrown with so many mm/s, and turn with so many radians a second at most."""


class Lain(NamedTuple):
    """A piece with a number; `loose` if it lies on the table by itself, not in a holder."""

    number: int
    kind: Kind
    x: float
    y: float
    angle: float
    locked: bool
    loose: bool


@dataclass(frozen=True)
class Scene:
    """What physics is told of a table: the box, its holders in their order, all pieces with numbers, by number."""

    box: Box
    holders: tuple[Holder, ...]
    pieces: tuple[Lain, ...]

    @cached_property
    def by_number(self) -> dict[int, Lain]:
        """The pieces."""
        return {one.number: one for one in self.pieces}

    @property
    def pockets(self) -> list[Holder]:
        """The holders that take what slides to them, in the order of the box."""
        return [holder for holder in self.holders if holder.ditch or (holder.pocket and holder.areas)]


def scene_of(table: Table) -> Scene:
    """As it is."""
    found = (
        Lain(number, table.kind(piece), now.x, now.y, now.angle, now.locked, now.home is None)
        for number, piece in sorted(table.index.items())
        for now in (table[piece],)
    )
    return Scene(table.box, tuple(table.holders.values()), tuple(found))


def seen_scene(view: TableView, seats: int) -> Scene:
    """As somebody sees it: what lies face down is taken for the first kind that looks so from behind."""
    box = view.box
    found = (
        Lain(one.number, box.kinds[one.face.kind], one.x, one.y, one.angle, one.locked, one.holder is None)
        for one in sorted(view.pieces, key=lambda one: one.number)
        if one.face.kind is not None
    )
    return Scene(box, tuple(box.holders_for(seats).values()), tuple(found))


def ground(scene: Scene) -> Ground:
    """The table with its edges, walls, pockets, and what is locked."""
    width, height = scene.box.table
    hard = Matter(0.0, 0.2, 0.9)
    low, right, high = -_EDGE / 2, width + _EDGE / 2, height + _EDGE / 2
    corners: tuple[Point, ...] = ((low, low), (right, low), (right, high), (low, high))
    walls = [Wall(one, other, _EDGE, hard) for one, other in _sides(corners)]
    walls += [Wall((x, y), (u, v), scene.box.thick, hard) for x, y, u, v in scene.box.walls]
    for piece in scene.pieces:
        if piece.locked and piece.loose and piece.kind.piece in SLIDING:
            walls += _standing(piece, hard)
    return Ground((width, height), tuple(walls), tuple(map(_trap, scene.pockets)))


def _trap(holder: Holder) -> Trap:
    if holder.ditch is not None:
        return Trap(*holder.ditch, outside=True)
    x, y, width, height = holder.areas[0]
    return Trap(x + width / 2, y + height / 2, min(width, height) / 2)


def _sides(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _corners(kind: Kind) -> tuple[Point, ...]:
    """The corners of what is not round."""
    if kind.corners or kind.piece in ("disc", "pawn"):
        return kind.corners
    across, up = kind.size[0] / 2, kind.size[1] / 2
    return (-across, -up), (across, -up), (across, up), (-across, up)


def _standing(found: Lain, matter: Matter) -> list[Wall]:
    """A locked piece is a peg, or walls along its sides."""
    corners = _corners(found.kind)
    if not corners:
        return [Wall((found.x, found.y), (found.x, found.y), found.kind.size[0], matter)]
    turned = [
        (found.x + x * cos(found.angle) - y * sin(found.angle), found.y + x * sin(found.angle) + y * cos(found.angle))
        for x, y in corners
    ]
    return [Wall(one, other, 1.0, matter) for one, other in _sides(turned)]


def things(scene: Scene) -> list[Thing]:
    """All that slides, by number."""
    return [_thing(one) for one in scene.pieces if one.loose and not one.locked and one.kind.piece in SLIDING]


def _thing(found: Lain) -> Thing:
    kind = found.kind
    corners = _corners(kind)
    radius = 0.0 if corners else kind.size[0] / 2
    area = pi * radius * radius if radius else kind.size[0] * kind.size[1]
    mass = kind.mass or max(0.01, area * kind.height * _WOOD)
    matter = Matter(kind.grip, 0.3, kind.bounce)
    return Thing(found.number, found.x, found.y, found.angle, mass, matter, radius, corners)


def worked_out(scene: Scene, action: Action, steady: bool, rng: Random) -> tuple[Slide, dict[int, int]]:
    """How a roll, a flick or a push ends, and the faces of rolled dice. The same scene and luck give the same; with
    `steady` hands a flick does not go astray."""
    if isinstance(action, actions.Roll):
        what, pieces = action.what or (), scene.by_number
        faces = {number: rng.randrange(len(pieces[number].kind.fronts)) for number in what}
        return _rolled(scene, what, rng), faces
    if isinstance(action, actions.Push):
        assert action.what is not None
        assert action.path is not None
        return push(ground(scene), things(scene), action.what, action.path), {}
    assert isinstance(action, actions.Flick)
    assert action.what is not None
    assert action.angle is not None
    assert action.speed is not None
    shot = scene.box.flick
    spread = (0.0, 0.0) if steady else (shot.astray, shot.uneven)
    speed = action.speed * cos(action.angle), action.speed * sin(action.angle)
    return flick(ground(scene), things(scene), action.what, speed, rng.getrandbits(48), spread), {}


def begin_push(scene: Scene, number: int) -> Push:
    """A push that is fed point by point, as it is seen; let go, it ends as the whole path does."""
    return Push(ground(scene), things(scene), number)


def _rolled(scene: Scene, numbers: Sequence[int], rng: Random) -> Slide:
    """How dice end that are thrown, each its own way."""
    sliding = Sliding(ground(scene), things(scene), numbers)
    for number in sorted(numbers):
        if number not in sliding.index:
            continue
        way, speed = rng.random() * tau, rng.uniform(_SLOWEST, _FASTEST)
        slide = speed * cos(way), speed * sin(way)
        sliding.start(number, slide)
        sliding.bodies.set(sliding.index[number], slide, rng.uniform(-_SPIN, _SPIN), EVERYBODY)
    sliding.pace(sliding.energy())
    sliding.run()
    return sliding.ended()


def outcome(scene: Scene, slide: Slide, action: Action, faces: Mapping[int, int]) -> actions.Rest:
    """What a record says of it, of all that moved and of what was started, though it may not have moved.

    What should have left the table lies at its edge. `faces` are those of rolled dice.
    """
    assert isinstance(action, (actions.Roll, actions.Flick, actions.Push))
    what = action.what or ()
    started = (what,) if isinstance(what, int) else what
    width, height = scene.box.table
    names = [holder.name for holder in scene.pockets]
    last = dict(zip(slide.ids, slide.frames[-1].tolist(), strict=True)) if slide.ids else {}
    poses = {one.id: (one.x, one.y, one.angle, "") for one in slide.rest}
    poses |= {one: (*last[one], "") for one in slide.lost}
    poses |= {one: (*last[one], names[trap]) for one, trap in slide.taken}
    for number in started:
        found = scene.by_number[number]
        poses.setdefault(number, (found.x, found.y, found.angle, ""))
    return actions.Rest(
        tuple(
            actions.Rested(
                number,
                round(min(max(x, 0.0), width), 3),
                round(min(max(y, 0.0), height), 3),
                round(angle, 4),
                faces.get(number, -1),
                into,
            )
            for number, (x, y, angle, into) in sorted(poses.items())
        )
    )
