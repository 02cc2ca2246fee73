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

from grenade_salad.games.salad.fall import FRICTION, GRAVITY, Landing, landings
from grenade_salad.games.salad.film import FPS, PARTS, Way, film
from grenade_salad.games.salad.geometry import corners, over_edge, overlaps
from grenade_salad.games.salad.pieces import DEFAULT_HEIGHT, MAX_HEIGHT, MIN_HEIGHT, Measures, Point, Pose, Soldier
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

Rays: TypeAlias = Literal["nine", "centre"]

_STEPS = 4
"""Steps a frame: 240 a second."""
_LONGEST = 8 * FPS
"""Frames after which a drop ends whatever happens."""
_KNOCK_FRICTION, _BOUNCE = 0.3, 0.3
"""Wood on wood."""
_LEVER = 0.3826
"""The mean distance of a square's points from its centre, in widths: the lever of the table's friction."""
_STILL = 0.001
"""Who moves less than this many mm and radians in a frame lies still."""
_APART = 0.5**240
"""The share of an overlap that is left after a second."""
_SLIDING_OFF = 0.9**240
"""The same while cubes land on others: these slide off instead of being thrown."""
_GENTLE = 24
"""Steps after the last landing that this takes."""
_NOBODY = pymunk.ShapeFilter(categories=0, mask=0)
_EVERYBODY = pymunk.ShapeFilter()
_AIM = 0.9
"""Where rays aim at a target, in half widths (GS-17)."""


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
    overlaps afterwards and nobody hangs over the edge. Raises ValueError for a height that is no positive number, and
    if a soldier would be there twice.
    """
    if not (isfinite(height) and height > 0):
        raise ValueError(f"cubes cannot be dropped from {height} mm")
    before = {soldier.id: soldier for soldier in standing}
    hits = {hit.id: hit for hit in landings(measures, falling, height, seed)}
    if len(before.keys() | hits.keys()) < len(standing) + len(falling):
        raise ValueError("a soldier is on the table or in the air twice")
    course = _Course(measures, before, hits)
    course.run()
    poses = _rest(measures, course.way, before)
    resting = {pose.id for pose in poses}
    for index, soldier in enumerate(course.way.ids):
        if soldier not in resting:
            course.way.gone.setdefault(index, len(course.way.frames) - 1)
    lost = tuple(soldier for soldier in course.way.ids if soldier not in resting)
    return Drop(poses, lost, film(measures, course.way, hits) if track else Track(float(FPS), course.way.ids, (), ()))


def _rest(measures: Measures, way: Way, before: Mapping[int, Soldier]) -> tuple[Pose, ...]:
    """Where everybody lies in the end who does not hang over the edge (GS-04, GS-07).

    Whom nothing moved lies exactly where it lay; the others to a micrometre, so that records stay short.
    """
    poses = []
    for index, soldier in enumerate(way.ids):
        if index in way.gone:
            continue
        x, y, angle = way.at(-1, index)
        old = before.get(soldier)
        if old and abs(old.x - x) + abs(old.y - y) + abs(old.angle - angle) < _STILL:
            pose = Pose(soldier, old.x, old.y, old.angle)
        else:
            pose = Pose(soldier, round(x, 3), round(y, 3), round(remainder(angle, tau), 4))
        if over_edge(measures.cube, measures.table, pose) <= TOLERANCE:
            poses.append(pose)
    on_others = {max(pair) for pair in overlaps(measures.cube, poses, TOLERANCE)}
    return tuple(pose for index, pose in enumerate(poses) if index not in on_others)


class _Course:
    """One drop in the engine, from the first landing until everybody lies still."""

    def __init__(self, measures: Measures, before: Mapping[int, Soldier], hits: Mapping[int, Landing]) -> None:
        self.measures = measures
        self.space = pymunk.Space()
        self.space.collision_slop = 0.01
        self.space.collision_bias = _SLIDING_OFF
        self.buffer = Buffer()
        self.joints: list[pymunk.Constraint] = []
        ids = tuple(sorted(before.keys() | hits.keys()))
        self.cubes = [self._cube(before.get(soldier) or hits[soldier], soldier in hits) for soldier in ids]
        self.space.add(*(body for body, _ in self.cubes), *(shape for _, shape in self.cubes), *self.joints)
        start = int(min((hit.time for hit in hits.values()), default=0.0) * FPS)
        due = [
            (ceil((hits[soldier].time * FPS - start) * _STEPS), index, hits[soldier])
            for index, soldier in enumerate(ids)
            if soldier in hits
        ]
        self.due = sorted(due, key=lambda landing: landing[:2], reverse=True)
        self.settling = (self.due[0][0] if due else 0) + _GENTLE
        self.way = Way(ids, start, [self._read()])

    def _cube(self, at: Soldier | Landing, in_air: bool) -> tuple[pymunk.Body, pymunk.Shape]:
        """One cube; two joints whose force is limited are the table's friction. In the air it collides with nobody."""
        width = self.measures.cube
        body = pymunk.Body(1.0, width * width / 6)
        body.position = at.x, at.y
        body.angle = at.angle
        shape = pymunk.Poly.create_box(body, (width, width))
        shape.friction = _KNOCK_FRICTION
        shape.elasticity = _BOUNCE
        if in_air:
            shape.filter = _NOBODY
        slide = pymunk.PivotJoint(self.space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        turn = pymunk.GearJoint(self.space.static_body, body, 0.0, 1.0)
        slide.max_bias = turn.max_bias = 0.0
        slide.max_force = FRICTION * GRAVITY
        turn.max_force = FRICTION * GRAVITY * _LEVER * width
        self.joints += slide, turn
        return body, shape

    def run(self) -> None:
        """Step until everybody has landed and lies still, or it takes too long."""
        done = 0
        while len(self.way.frames) < _LONGEST:
            for _ in range(_STEPS):
                self._land(done)
                self.space.step(1 / (FPS * _STEPS))
                done += 1
            frame = self._read()
            last = self.way.frames[-1]
            self.way.frames.append(frame)
            self._fall_off(frame)
            if done > self.settling:
                if max(map(abs, map(sub, frame, last)), default=0.0) < _STILL:
                    return
                self.space.collision_bias = _APART

    def _land(self, step: int) -> None:
        """Those whose time has come touch the table, and whoever is there."""
        while self.due and self.due[-1][0] <= step:
            _, index, hit = self.due.pop()
            self._set(index, hit.slide, hit.spin, _EVERYBODY)

    def _set(self, index: int, slide: Point, spin: float, collides: pymunk.ShapeFilter) -> None:
        body, shape = self.cubes[index]
        body.velocity = slide
        body.angular_velocity = spin
        shape.filter = collides

    def _fall_off(self, frame: Sequence[float]) -> None:
        """Whose centre is over the edge falls at once (GS-07): it is put out of the way, which keeps the order."""
        width, height = self.measures.table
        xs, ys = frame[0::PARTS], frame[1::PARTS]
        if not xs or (min(xs) >= 0 and min(ys) >= 0 and max(xs) <= width and max(ys) <= height):
            return
        for index, (x, y) in enumerate(zip(xs, ys, strict=True)):
            if not (0 <= x <= width and 0 <= y <= height):
                self.way.gone[index] = len(self.way.frames) - 1
                self._set(index, (0.0, 0.0), 0.0, _NOBODY)
                self.cubes[index][0].position = width / 2, height / 2

    def _read(self) -> Sequence[float]:
        """x, y and angle of all bodies in the order in which they were added."""
        self.buffer.clear()
        get_space_bodies(self.space, BodyFields.POSITION | BodyFields.ANGLE, self.buffer)
        frame = array("d")
        frame.frombytes(self.buffer.float_buf())
        # Pymunk lists the static body, too, after the others.
        return frame[: PARTS * len(self.cubes)]


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
    hit = scene.space.point_query(at, measures.blast_radius, _EVERYBODY)
    return tuple(sorted(scene.ids[info.shape] for info in hit if info.shape))


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
            self.shapes[soldier].filter = _NOBODY
        try:
            yield
        finally:
            for soldier in soldiers:
                self.shapes[soldier].filter = _EVERYBODY

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
        hit = self.space.segment_query_first(start, end, 0.0, _EVERYBODY)
        if hit is None or hit.shape is None:
            return Ray(start, end, None, None)
        return Ray(start, end, self.ids[hit.shape], (hit.point.x, hit.point.y))
