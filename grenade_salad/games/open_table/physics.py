"""What slides on the open table: what a flick, a push or a roll moves, and what that hits. Poses in, poses out.

The engine is loaded when something slides for the first time; see `games.physics`. Cards, boards and what is locked
never move. Nothing slides over the edge of the table; a pocket takes what comes to its middle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin, tau
from random import Random

from grenade_salad.games.open_table import moves
from grenade_salad.games.open_table.box import Holder, Kind, Point
from grenade_salad.games.open_table.checks import slides
from grenade_salad.games.open_table.table import Table
from grenade_salad.games.physics.bodies import EVERYBODY, Matter
from grenade_salad.games.physics.pushing import Push, push
from grenade_salad.games.physics.sliding import Ground, Slide, Sliding, Thing, Trap, Wall, flick

_EDGE = 10.0
_WOOD = 0.0007
"""Grams of a cubic millimetre, of what does not say how heavy it is."""
_SLOWEST, _FASTEST, _SPIN = 150.0, 700.0, 20.0
"""Dice are thrown with so many mm/s, and turn with so many radians a second at most."""


def ground(table: Table) -> Ground:
    """The table with its edges, walls, pockets, and what is locked."""
    width, height = table.box.table
    hard = Matter(0.0, 0.2, 0.9)
    low, right, high = -_EDGE / 2, width + _EDGE / 2, height + _EDGE / 2
    corners: tuple[Point, ...] = ((low, low), (right, low), (right, high), (low, high))
    walls = [Wall(one, other, _EDGE, hard) for one, other in _sides(corners)]
    walls += [Wall((x, y), (u, v), table.box.thick, hard) for x, y, u, v in table.box.walls]
    for piece in table.index.values():
        if table[piece].locked and table[piece].home is None and slides(table, piece, locked=True):
            walls += _standing(table, piece, hard)
    return Ground((width, height), tuple(walls), tuple(_trap(holder) for holder in pockets(table)))


def pockets(table: Table) -> list[Holder]:
    """The holders that take what slides to them, in the order of the box."""
    return [holder for holder in table.holders.values() if holder.ditch or (holder.pocket and holder.areas)]


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


def _standing(table: Table, piece: int, matter: Matter) -> list[Wall]:
    """A locked piece is a peg, or walls along its sides."""
    found, kind = table[piece], table.kind(piece)
    corners = _corners(kind)
    if not corners:
        return [Wall((found.x, found.y), (found.x, found.y), kind.size[0], matter)]
    turned = [
        (found.x + x * cos(found.angle) - y * sin(found.angle), found.y + x * sin(found.angle) + y * cos(found.angle))
        for x, y in corners
    ]
    return [Wall(one, other, 1.0, matter) for one, other in _sides(turned)]


def things(table: Table) -> list[Thing]:
    """All that slides, by number."""
    return [_thing(table, number, piece) for number, piece in table.index.items() if slides(table, piece)]


def _thing(table: Table, number: int, piece: int) -> Thing:
    found, kind = table[piece], table.kind(piece)
    corners = _corners(kind)
    radius = 0.0 if corners else kind.size[0] / 2
    area = pi * radius * radius if radius else kind.size[0] * kind.size[1]
    mass = kind.mass or max(0.01, area * kind.height * _WOOD)
    matter = Matter(kind.grip, 0.3, kind.bounce)
    return Thing(number, found.x, found.y, found.angle, mass, matter, radius, corners)


def flicked(table: Table, action: moves.Flick, seed: int, spread: tuple[float, float]) -> Slide:
    """How a flick ends; `spread` is by how many degrees and what share of the speed it goes astray."""
    assert action.what is not None
    assert action.angle is not None
    assert action.speed is not None
    speed = action.speed * cos(action.angle), action.speed * sin(action.angle)
    return flick(ground(table), things(table), action.what, speed, seed, spread)


def pushed(table: Table, action: moves.Push) -> Slide:
    """How a push ends: by the table and the path alone."""
    assert action.what is not None
    assert action.path is not None
    return push(ground(table), things(table), action.what, action.path)


def begin_push(table: Table, number: int) -> Push:
    """A push that is fed point by point, as it is seen; let go, it ends as `pushed` does."""
    return Push(ground(table), things(table), number)


def rolled(table: Table, numbers: Sequence[int], rng: Random) -> Slide:
    """How dice end that are thrown, each its own way."""
    sliding, fastest = Sliding(ground(table), things(table)), 0.0
    for number in sorted(numbers):
        if number not in sliding.index:
            continue
        way, speed = rng.random() * tau, rng.uniform(_SLOWEST, _FASTEST)
        slide = speed * cos(way), speed * sin(way)
        sliding.start(number, slide)
        sliding.bodies.set(sliding.index[number], slide, rng.uniform(-_SPIN, _SPIN), EVERYBODY)
        fastest = max(fastest, speed)
    sliding.pace(fastest)
    sliding.run()
    return sliding.ended()


def outcome(table: Table, slide: Slide, started: Sequence[int], faces: Mapping[int, int] | None = None) -> moves.Rest:
    """What a record says of it, of all that moved and of what was `started`, though it may not have moved.

    What should have left the table lies at its edge. `faces` are those of rolled dice.
    """
    shown = faces or {}
    width, height = table.box.table
    names = [holder.name for holder in pockets(table)]
    last = dict(zip(slide.ids, slide.frames[-1].tolist(), strict=True)) if slide.ids else {}
    poses = {one.id: (one.x, one.y, one.angle, "") for one in slide.rest}
    poses |= {one: (*last[one], "") for one in slide.lost}
    poses |= {one: (*last[one], names[trap]) for one, trap in slide.taken}
    for number in started:
        found = table[table.index[number]]
        poses.setdefault(number, (found.x, found.y, found.angle, ""))
    return moves.Rest(
        tuple(
            moves.Rested(
                number,
                round(min(max(x, 0.0), width), 3),
                round(min(max(y, 0.0), height), 3),
                round(angle, 4),
                shown.get(number, -1),
                into,
            )
            for number, (x, y, angle, into) in sorted(poses.items())
        )
    )
