"""The real table of Grenade Salad: drops, lines of sight, blasts, and what may lie where. Millimetres and radians.

The only file that imports pymunk. Nothing of the engine outlives a call: a Space is built from plain numbers in the
order of ids, used and thrown away, so that every result depends on the arguments alone.

A line of sight is a query of the engine on the same bodies that are dropped; for squares this is exact. Many of them
are asked of numpy (`arrays`), and blasts are: only what is too near to a border to be sure is asked of the engine.
Gaps and overlaps are computed in plain numbers (`geometry`), because the engine's collision test answers only for
shapes that touch, and then with the depth of the contact, not the overlap.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from math import ceil, dist, inf, isfinite, remainder, tau
from operator import sub
from typing import Literal, TypeAlias

import numpy as np
import pymunk
from pymunk.batch import BodyFields, Buffer, get_space_bodies
from pymunk.constraints import Constraint, GearJoint, PivotJoint

from grenade_salad.games.salad import arrays
from grenade_salad.games.salad.geometry import corners, over_edge, overlaps
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
from grenade_salad.games.salad.release import FRICTION, GRAVITY, Landing, landings

__all__ = [
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
    "blast",
    "cast_sights",
    "cluster",
    "drop",
    "free_sights",
    "gap",
    "largest_blast",
    "sight",
    "why_not_place",
    "why_not_rest",
]

Rays: TypeAlias = Literal["nine", "centre"]

_FPS = 60
"""How often it is looked at whether all lie still, in a second."""
_PARTS = 3
"""Numbers of a soldier then: x, y and angle."""
_STEPS = 4
"""Steps between two looks: 240 a second."""
_LONGEST = 8 * _FPS
"""Looks after which a drop ends whatever happens."""
_KNOCK_FRICTION, _BOUNCE = 0.3, 0.3
"""Wood on wood."""
_LEVER = 0.3826
"""The mean distance of a square's points from its centre, in widths: the lever of the table's friction."""
_STILL = 0.001
"""Who moves less than this many mm and radians between two looks lies still."""
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

    `poses`: all soldiers on the table, standing and fallen, by id; `lost`: those that left it, by id.
    """

    poses: tuple[Pose, ...]
    lost: tuple[int, ...]


def drop(measures: Measures, standing: Sequence[Soldier], falling: Sequence[int], height: float, seed: int) -> Drop:
    """Drop cubes from `height` mm onto the middle of the table (GS-05, GS-06, GS-07, GS-14).

    The same in every process and for every order of the soldiers. Nobody overlaps afterwards and nobody hangs over the
    edge. Raises ValueError for a height that is no positive number, and if a soldier would be there twice.
    """
    if not (isfinite(height) and height > 0):
        raise ValueError(f"cubes cannot be dropped from {height} mm")
    before = {soldier.id: soldier for soldier in standing}
    hits = {hit.id: hit for hit in landings(measures, falling, height, seed)}
    if len(before.keys() | hits.keys()) < len(standing) + len(falling):
        raise ValueError("a soldier is on the table or in the air twice")
    course = _Course(measures, before, hits)
    course.run()
    poses = _rest(measures, course, before)
    resting = {pose.id for pose in poses}
    return Drop(poses, tuple(soldier for soldier in course.ids if soldier not in resting))


def _rest(measures: Measures, course: _Course, before: Mapping[int, Soldier]) -> tuple[Pose, ...]:
    """Where everybody lies in the end who does not hang over the edge (GS-04, GS-07).

    Whom nothing moved lies exactly where it lay; the others to a micrometre, so that records stay short.
    """
    poses = []
    for index, soldier in enumerate(course.ids):
        if index in course.gone:
            continue
        x, y, angle = course.last[_PARTS * index : _PARTS * index + _PARTS]
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
    """One drop in the engine, from the first landing until everybody lies still.

    `last` holds x, y and angle of each of `ids` in turn; for those in `gone` (indices) they mean nothing: they fell
    over the edge.
    """

    def __init__(self, measures: Measures, before: Mapping[int, Soldier], hits: Mapping[int, Landing]) -> None:
        self.measures = measures
        self.space = pymunk.Space()
        self.space.collision_slop = 0.01
        self.space.collision_bias = _SLIDING_OFF
        self.buffer = Buffer()
        self.joints: list[Constraint] = []
        self.ids = ids = tuple(sorted(before.keys() | hits.keys()))
        self.gone: set[int] = set()
        self.cubes = [self._cube(before.get(soldier) or hits[soldier], soldier in hits) for soldier in ids]
        self.space.add(*(body for body, _ in self.cubes), *(shape for _, shape in self.cubes), *self.joints)
        start = int(min((hit.time for hit in hits.values()), default=0.0) * _FPS)
        due = [
            (ceil((hits[soldier].time * _FPS - start) * _STEPS), index, hits[soldier])
            for index, soldier in enumerate(ids)
            if soldier in hits
        ]
        self.due = sorted(due, key=lambda landing: landing[:2], reverse=True)
        self.settling = (self.due[0][0] if due else 0) + _GENTLE
        self.last = self._read()

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
        slide = PivotJoint(self.space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        turn = GearJoint(self.space.static_body, body, 0.0, 1.0)
        slide.max_bias = turn.max_bias = 0.0
        slide.max_force = FRICTION * GRAVITY
        turn.max_force = FRICTION * GRAVITY * _LEVER * width
        self.joints += slide, turn
        return body, shape

    def run(self) -> None:
        """Step until everybody has landed and lies still, or it takes too long."""
        done = 0
        for _ in range(_LONGEST - 1):
            for _ in range(_STEPS):
                if self.due:
                    self._land(done)
                self.space.step(1 / (_FPS * _STEPS))
                done += 1
            frame = self._read()
            last, self.last = self.last, frame
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
        xs, ys = frame[0::_PARTS], frame[1::_PARTS]
        if not xs or (min(xs) >= 0 and min(ys) >= 0 and max(xs) <= width and max(ys) <= height):
            return
        for index, (x, y) in enumerate(zip(xs, ys, strict=True)):
            if not (0 <= x <= width and 0 <= y <= height):
                self.gone.add(index)
                self._set(index, (0.0, 0.0), 0.0, _NOBODY)
                self.cubes[index][0].position = width / 2, height / 2

    def _read(self) -> array[float]:
        """x, y and angle of all bodies in the order in which they were added."""
        self.buffer.clear()
        get_space_bodies(self.space, BodyFields.POSITION | BodyFields.ANGLE, self.buffer)
        frame = array("d")
        frame.frombytes(self.buffer.float_buf())
        # Pymunk lists the static body, too, after the others.
        return frame[: _PARTS * len(self.cubes)]


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
    measures: Measures,
    soldiers: Sequence[Soldier],
    shooters: Collection[int],
    targets: Collection[int],
    rays: Rays = "nine",
) -> list[tuple[int, int]]:
    """The pairs (shooter, target) that have a line of sight, as `sight` would say, but much faster; shooter by shooter.

    Raises KeyError if one of them is not among the soldiers.
    """
    where = {soldier.id: index for index, soldier in enumerate(soldiers)}
    from_, to = (np.array([where[one] for one in some], dtype=np.intp) for some in (shooters, targets))
    free, unsure = arrays.sights(from_, to, *arrays.placed(soldiers), measures.cube, rays == "nine")
    pairs = list(product(shooters, targets))
    if unsure.any():
        doubtful = np.flatnonzero(unsure).tolist()
        seen = set(cast_sights(measures, soldiers, [pairs[one] for one in doubtful], rays))
        free.flat[doubtful] = [pairs[one] in seen for one in doubtful]
    return [pairs[one] for one in np.flatnonzero(free).tolist()]


def cast_sights(
    measures: Measures, soldiers: Sequence[Soldier], pairs: Iterable[tuple[int, int]], rays: Rays = "nine"
) -> Iterator[tuple[int, int]]:
    """Those of the pairs (shooter, target) that have a line of sight, ray by ray as in `sight`. Nobody sees itself."""
    scene = _Scene(measures, soldiers)
    for shooter, target in pairs:
        with scene.without(shooter, target):
            free = any(scene.ray(*ends).blocker is None for ends in scene.lines(shooter, target, rays))
        if free and shooter != target:
            yield shooter, target


def blast(measures: Measures, soldiers: Sequence[Soldier], at: Point) -> tuple[int, ...]:
    """Who is hit by a blast, by id: who has any part inside its area (GS-19). To touch its edge is not inside."""
    hit = arrays.hits(arrays.points([at]), measures, *arrays.placed(soldiers))[0]
    return tuple(sorted(soldiers[one].id for one in np.flatnonzero(hit).tolist()))


def largest_blast(measures: Measures, soldiers: Sequence[Soldier | Pose]) -> tuple[Point, int]:
    """Where on the table a blast hits most soldiers, and how many: the most that one grenade could take (GS-06)."""
    return arrays.largest_blast(measures, *arrays.placed(soldiers))


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
