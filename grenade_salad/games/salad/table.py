"""The real table of Grenade Salad: drops, lines of sight, blasts, and what may lie where. Millimetres and radians.

The only file that imports pymunk. Nothing of the engine outlives a call: a Space is built from plain numbers in the
order of ids, used and thrown away, so that every result depends on the arguments alone.

Sight and blasts are queries of the engine on the same bodies that are dropped; for squares these are exact. Gaps and
overlaps are computed in plain numbers (`geometry`), because the engine's collision test answers only for shapes that
touch, and then with the depth of the contact, not the overlap.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, dist, inf, isfinite, remainder, tau
from operator import sub
from typing import Literal, TypeAlias

import pymunk
from pymunk.batch import BodyFields, Buffer, get_space_bodies

from grenade_salad.games.salad.fall import GRAVITY, Landing, landings
from grenade_salad.games.salad.film import FPS, PARTS, Course, film
from grenade_salad.games.salad.geometry import corners, over_edge
from grenade_salad.games.salad.pieces import MAX_HEIGHT, MIN_HEIGHT, Measures, Point, Pose, Soldier
from grenade_salad.games.salad.placing import (
    TOLERANCE,
    Cluster,
    NoPlace,
    OnSoldier,
    OverEdge,
    Placing,
    cluster,
    gap,
    why_not_place,
    why_not_rest,
)
from grenade_salad.games.salad.track import Track

__all__ = [
    "DEFAULT_HEIGHT",
    "MAX_HEIGHT",
    "MIN_HEIGHT",
    "Cluster",
    "Drop",
    "NoPlace",
    "OnSoldier",
    "OverEdge",
    "Placing",
    "Ray",
    "Sight",
    "Track",
    "blast",
    "cluster",
    "drop",
    "free_sights",
    "gap",
    "sight",
    "why_not_place",
    "why_not_rest",
]

DEFAULT_HEIGHT = 110.0
"""The height in mm that drops the soldiers clustered fairly close together, but not all in one heap (GS-06)."""

Rays: TypeAlias = Literal["nine", "centre"]

_STEPS = 4
"""Steps a frame: 240 a second."""
_LONGEST = 8 * FPS
"""Frames after which a drop ends whatever happens."""
_FRICTION = 0.45
"""Wood on linen."""
_KNOCK_FRICTION, _BOUNCE = 0.3, 0.3
"""Wood on wood."""
_TURNING = 0.3826
"""The mean distance of a square's points from its centre, in widths: the lever of the table's friction."""
_STILL = 0.001
"""Who moves less than this many mm and radians in a frame lies still."""
_APART = 0.5**240
"""The share of an overlap that is left after a second."""
_SLIDING_OFF = 0.9**240
"""The same while cubes land on others: these slide off instead of being thrown."""
_GENTLE = 24
"""Steps after the last landing that this takes."""
_IN_AIR = pymunk.ShapeFilter(categories=0, mask=0)
_ON_TABLE = pymunk.ShapeFilter()
_AIM = 0.9
"""Where rays aim at a target, in half widths (GS-17)."""
_FIELDS = BodyFields.POSITION | BodyFields.ANGLE


@dataclass(frozen=True)
class Drop:
    """How a drop ended.

    `poses`: all soldiers on the table, standing and fallen, by id; `lost`: those that left it, by id. The track has no
    frames unless it was asked for.
    """

    poses: tuple[Pose, ...]
    lost: tuple[int, ...]
    track: Track


def drop(
    measures: Measures,
    standing: Sequence[Soldier],
    falling: Sequence[int],
    height: float,
    seed: int,
    track: bool = False,
) -> Drop:
    """Drop cubes from `height` mm onto the middle of the table (GS-05, GS-06, GS-07, GS-14).

    The same in every process and for every order of the soldiers, and the same with and without the track. Nobody
    overlaps afterwards and nobody hangs over the edge. Raises ValueError for a height that is no positive number.
    """
    if not (isfinite(height) and height > 0):
        raise ValueError(f"cubes cannot be dropped from {height} mm")
    before = {soldier.id: soldier for soldier in standing}
    hits = {hit.id: hit for hit in landings(measures, falling, height, seed)}
    course = _settle(measures, before, hits)
    poses, over = _rest(measures, course, before)
    for soldier in over:
        course.gone[course.ids.index(soldier)] = len(course.frames) - 1
    lost = tuple(course.ids[index] for index in sorted(course.gone))
    return Drop(poses, lost, film(course, hits) if track else Track(float(FPS), course.ids, (), ()))


def _space() -> pymunk.Space:
    space = pymunk.Space()
    space.collision_slop = 0.01
    return space


def _add(space: pymunk.Space, measures: Measures, x: float, y: float, angle: float, in_air: bool) -> pymunk.Body:
    """One cube; two joints whose force is limited are the table's friction."""
    width = measures.cube
    body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (width, width)))
    body.position = x, y
    body.angle = angle
    shape = pymunk.Poly.create_box(body, (width, width))
    shape.friction, shape.elasticity = _KNOCK_FRICTION, _BOUNCE
    if in_air:
        shape.filter = _IN_AIR
    slide = pymunk.PivotJoint(space.static_body, body, (0.0, 0.0), (0.0, 0.0))
    turn = pymunk.GearJoint(space.static_body, body, 0.0, 1.0)
    slide.max_bias = turn.max_bias = 0.0
    slide.max_force = _FRICTION * GRAVITY
    turn.max_force = _FRICTION * GRAVITY * _TURNING * width
    space.add(body, shape, slide, turn)
    return body


def _set(body: pymunk.Body, collides: bool) -> None:
    for shape in body.shapes:
        shape.filter = _ON_TABLE if collides else _IN_AIR


def _settle(measures: Measures, before: Mapping[int, Soldier], hits: Mapping[int, Landing]) -> Course:
    """Step the scene until everybody lies still."""
    space = _space()
    ids = tuple(sorted(before.keys() | hits.keys()))
    starts = [hits.get(soldier) or before[soldier] for soldier in ids]
    bodies = [_add(space, measures, at.x, at.y, at.angle, isinstance(at, Landing)) for at in starts]
    first = min((hit.time for hit in hits.values()), default=0.0)
    course = Course(ids, int(first * FPS))
    due = sorted(
        (ceil((hit.time - course.start / FPS) * FPS * _STEPS), index)
        for index, hit in enumerate(starts)
        if isinstance(hit, Landing)
    )
    due.reverse()
    buffer = Buffer()
    course.frames.append(_read(space, buffer))
    done = 0
    space.collision_bias = _SLIDING_OFF
    gentle = (due[0][0] if due else 0) + _GENTLE
    for _ in range(_LONGEST):
        for _ in range(_STEPS):
            while due and due[-1][0] <= done:
                _, index = due.pop()
                hit = starts[index]
                assert isinstance(hit, Landing)
                bodies[index].velocity = hit.slide
                bodies[index].angular_velocity = hit.spin
                _set(bodies[index], True)
            space.step(1 / (FPS * _STEPS))
            done += 1
        if done > gentle:
            space.collision_bias = _APART
        frame = _read(space, buffer)
        still = max(map(abs, map(sub, frame, course.frames[-1])), default=0.0) < _STILL
        course.frames.append(frame)
        xs, ys = frame[0::PARTS], frame[1::PARTS]
        if xs and (min(xs) < 0 or min(ys) < 0 or max(xs) > measures.table[0] or max(ys) > measures.table[1]):
            for index in range(len(ids)):
                if not (0 <= xs[index] <= measures.table[0] and 0 <= ys[index] <= measures.table[1]):
                    course.gone[index] = len(course.frames) - 1
                    _set(bodies[index], False)
                    bodies[index].position = measures.table[0] / 2, measures.table[1] / 2
                    bodies[index].velocity = 0.0, 0.0
                    bodies[index].angular_velocity = 0.0
        if still and not due and done > gentle:
            break
    return course


def _read(space: pymunk.Space, buffer: Buffer) -> array[float]:
    """x, y and angle of all bodies in the order in which they were added."""
    buffer.clear()
    get_space_bodies(space, _FIELDS, buffer)
    frame = array("d")
    frame.frombytes(buffer.float_buf())
    return frame


def _rest(
    measures: Measures, course: Course, before: Mapping[int, Soldier]
) -> tuple[tuple[Pose, ...], tuple[int, ...]]:
    """The poses at the end of the course, and who hangs over the edge there."""
    poses, over = [], []
    frame = course.frames[-1]
    for index, soldier in enumerate(course.ids):
        if index in course.gone:
            continue
        x, y, angle = frame[PARTS * index : PARTS * index + PARTS]
        pose = Pose(soldier, round(x, 3), round(y, 3), round(remainder(angle, tau), 4))
        old = before.get(soldier)
        if old and abs(old.x - x) + abs(old.y - y) + abs(old.angle - angle) < _STILL:
            pose = Pose(soldier, old.x, old.y, old.angle)
        if over_edge(measures.cube, measures.table, pose) > TOLERANCE:
            over.append(soldier)
        else:
            poses.append(pose)
    return tuple(poses), tuple(over)


@dataclass(frozen=True, slots=True)
class Ray:
    """One line of sight: from where to where, and which soldier blocks it where, if one does."""

    start: Point
    end: Point
    blocker: int | None
    at: Point | None


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one soldier sees another (GS-17). `best` is the index of a free ray, or of the one that gets farthest."""

    free: bool
    rays: tuple[Ray, ...]
    best: int

    @property
    def blocker(self) -> int | None:
        """The soldier that blocks the best ray, or None."""
        return self.rays[self.best].blocker


def sight(measures: Measures, soldiers: Sequence[Soldier], shooter: int, target: int, rays: Rays = "nine") -> Sight:
    """The rays from the shooter's centre to the target's centre, corners and sides, in this order (GS-17).

    Raises KeyError if one of the two is not among the soldiers, ValueError if they are the same.
    """
    if shooter == target:
        raise ValueError(f"soldier {shooter} does not aim at itself")
    scene = _Scene(measures, soldiers)
    with scene.without(shooter, target):
        looked = tuple(scene.ray(*ends) for ends in scene.lines(shooter, target, rays))
    ways = [dist(ray.start, ray.at) if ray.at else inf for ray in looked]
    best = ways.index(max(ways))
    return Sight(looked[best].blocker is None, looked, best)


def free_sights(
    measures: Measures, soldiers: Sequence[Soldier], pairs: Iterable[tuple[int, int]], rays: Rays = "nine"
) -> Iterator[tuple[int, int]]:
    """Those of the pairs (shooter, target) that have a line of sight, as `sight` would say, but much faster."""
    scene = _Scene(measures, soldiers)
    for shooter, target in pairs:
        with scene.without(shooter, target):
            free = any(scene.ray(*ends).blocker is None for ends in scene.lines(shooter, target, rays))
        if free:
            yield shooter, target


def blast(measures: Measures, soldiers: Sequence[Soldier], at: Point) -> tuple[int, ...]:
    """Who is hit by a blast, by id: who has any part inside its circle (GS-19). To touch the circle is not inside."""
    scene = _Scene(measures, soldiers)
    hit = scene.space.point_query(at, measures.blast_radius, _ON_TABLE)
    return tuple(sorted(scene.ids[info.shape] for info in hit if info.shape and info.distance < measures.blast_radius))


class _Scene:
    """The bodies of soldiers at rest, for queries."""

    def __init__(self, measures: Measures, soldiers: Sequence[Soldier]) -> None:
        self.cube = measures.cube
        self.soldiers = {soldier.id: soldier for soldier in sorted(soldiers, key=lambda soldier: soldier.id)}
        self.space = pymunk.Space()
        self.shapes = {
            soldier.id: pymunk.Poly(self.space.static_body, corners(self.cube, soldier))
            for soldier in self.soldiers.values()
        }
        self.ids: dict[pymunk.Shape, int] = {shape: soldier for soldier, shape in self.shapes.items()}
        self.space.add(*self.ids)

    @contextmanager
    def without(self, *soldiers: int) -> Iterator[None]:
        """Take soldiers out of the way of rays for a while."""
        for soldier in soldiers:
            self.shapes[soldier].filter = _IN_AIR
        try:
            yield
        finally:
            for soldier in soldiers:
                self.shapes[soldier].filter = _ON_TABLE

    def lines(self, shooter: int, target: int, rays: Rays) -> Iterator[tuple[Point, Point]]:
        """From where to where the shooter looks: at the centre, the corners, the middles of the sides (GS-17)."""
        start, end = self.soldiers[shooter], self.soldiers[target]
        eye = start.x, start.y
        yield eye, (end.x, end.y)
        if rays == "nine":
            points = corners(self.cube, end, _AIM)
            for x, y in points:
                yield eye, (x, y)
            for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
                yield eye, ((x0 + x1) / 2, (y0 + y1) / 2)

    def ray(self, start: Point, end: Point) -> Ray:
        """Where the line is blocked first, if it is."""
        hit = self.space.segment_query_first(start, end, 0.0, _ON_TABLE)
        if hit is None or hit.shape is None:
            return Ray(start, end, None, None)
        return Ray(start, end, self.ids[hit.shape], (hit.point.x, hit.point.y))
