"""Physics of Grenade Salad: drops, lines of sight and blasts.

Lengths in mm, angles in radians. The motion of cubes is in `games.physics`; the queries are here. Nothing of the
engine outlives a call: a Space is built from plain numbers in the order of ids, used and thrown away, so that every
result depends on the arguments alone. Legal places are in `placement`.

A line of sight is a ray that the engine casts at the same bodies that are dropped. The engine loses rays that pass
through two corners, so it only finds who is on the line or very near to it, and `geometry.entry_share` decides exactly.
Many lines are computed with numpy (`vector_geometry`), and so are blasts; lines of which numpy cannot be sure are
cast. Gaps and overlaps are computed in plain numbers (`geometry`), because the engine's collision test answers only
for shapes that touch, and then with the depth of the contact, not the overlap.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from math import dist, inf, isfinite, remainder, tau
from typing import Literal, TypeAlias

import numpy as np
import pymunk
from numpy.typing import NDArray

from grenade_salad.games.physics.bodies import COLLIDES_WITH_ALL, COLLIDES_WITH_NONE, POSE_SIZE
from grenade_salad.games.physics.drop import STILL_LIMIT, DropSimulation
from grenade_salad.games.physics.rectangle import Rectangle, rectangle_corners
from grenade_salad.games.physics.release import landings
from grenade_salad.games.salad import vector_geometry
from grenade_salad.games.salad.geometry import TOUCHING, corners, entry_share, find_overlaps, overhang
from grenade_salad.games.salad.pieces import Block, Measures, Point, Pose, Soldier
from grenade_salad.games.salad.placement import TOLERANCE, why_not_off_blocks

Rays: TypeAlias = Literal["nine", "centre"]
Outline: TypeAlias = tuple[Point, Point, Point, Point]

_RAY_MARGIN = 1e-3
"""Margin in mm around bodies at which rays are cast.

It keeps rays from being lost at a corner.
"""


@dataclass(frozen=True)
class Drop:
    """The result of a drop."""

    poses: tuple[Pose, ...]
    """All soldiers on the table, standing and fallen, by id."""
    lost: tuple[int, ...]
    """The soldiers that left the table, by id."""


def drop(measures: Measures, standing: Sequence[Soldier], falling: Sequence[int], height: float, seed: int) -> Drop:
    """Drop cubes from `height` mm onto the middle of the table.

    GS-05, GS-06, GS-07, GS-14. The result is the same in every process and for every order of the soldiers.
    Afterwards no soldier overlaps another, hangs over the edge, or is on a block, off which cubes bounce and slide
    (GS-35). Raises `ValueError` for a height that is no positive number, and if a soldier would be there twice.
    """
    if not (isfinite(height) and height > 0):
        raise ValueError(f"cubes cannot be dropped from {height} mm")
    standing_by_id = {soldier.id: soldier for soldier in standing}
    hits = {hit.id: hit for hit in landings(measures.cube, measures.table, falling, height, seed)}
    if len(standing_by_id.keys() | hits.keys()) < len(standing) + len(falling):
        raise ValueError("a soldier is on the table or in the air twice")
    course = DropSimulation(measures.cube, measures.table, standing_by_id, hits, block_rectangles(measures.blocks))
    course.run()
    poses = _final_poses(measures, course, standing_by_id)
    resting = {pose.id for pose in poses}
    return Drop(poses, tuple(soldier for soldier in course.ids if soldier not in resting))


def block_rectangles(blocks: Sequence[Block]) -> list[Rectangle]:
    """Return blocks as the obstacles of a drop (GS-35)."""
    return [Rectangle(block.x, block.y, block.angle, block.half) for block in blocks]


def _final_poses(measures: Measures, course: DropSimulation, standing_by_id: Mapping[int, Soldier]) -> tuple[Pose, ...]:
    """Return the final poses of all soldiers that stay on the table.

    Those over the edge (GS-04, GS-07) or on a block (GS-35) are left out. A soldier that was not moved keeps its
    exact pose; the others are rounded to a micrometre, so that records stay short.
    """
    poses = []
    for index, soldier in enumerate(course.ids):
        if index in course.fallen:
            continue
        x, y, angle = course.last[POSE_SIZE * index : POSE_SIZE * index + POSE_SIZE]
        old = standing_by_id.get(soldier)
        if old and abs(old.x - x) + abs(old.y - y) + abs(old.angle - angle) < STILL_LIMIT:
            pose = Pose(soldier, old.x, old.y, old.angle)
        else:
            pose = Pose(soldier, round(x, 3), round(y, 3), round(remainder(angle, tau), 4))
        if overhang(measures.cube, measures.table, pose) <= TOLERANCE and not why_not_off_blocks(measures, pose):
            poses.append(pose)
    on_others = {max(pair) for pair in find_overlaps(measures.cube, poses, TOLERANCE)}
    return tuple(pose for index, pose in enumerate(poses) if index not in on_others)


@dataclass(frozen=True, slots=True)
class Ray:
    """A line of sight."""

    start: Point
    end: Point
    blocker: int | Block | None
    """The soldier or block that is in the way."""
    hit_point: Point | None
    """The point at which it blocks."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The line of sight of one soldier to another (GS-17)."""

    free: bool
    """True if any ray is free."""
    rays: tuple[Ray, ...]
    best: int
    """The index of a free ray, or of the one that gets farthest."""

    @property
    def blocker(self) -> int | Block | None:
        """The soldier or the block in the way of the best ray, or None."""
        return self.rays[self.best].blocker


def sight(measures: Measures, soldiers: Sequence[Soldier], shooter: int, target: int, rays: Rays = "nine") -> Sight:
    """Return the rays from the shooter's centre to the target (GS-17).

    They end at the target's centre, corners and sides, in this order. Raises `KeyError` if one of the two is not
    among the soldiers, `ValueError` if they are the same.
    """
    if shooter == target:
        raise ValueError(f"soldier {shooter} does not aim at itself")
    scene = _RayCaster(measures, soldiers)
    with scene.without(shooter, target):
        cast_rays = tuple(scene.cast_ray(*ends) for ends in scene.sight_lines(shooter, target, rays))
    distances = [dist(ray.start, ray.hit_point) if ray.hit_point else inf for ray in cast_rays]
    best = distances.index(max(distances))
    return Sight(cast_rays[best].blocker is None, cast_rays, best)


def free_sights(
    measures: Measures,
    soldiers: Sequence[Soldier],
    shooters: Collection[int],
    targets: Collection[int],
    rays: Rays = "nine",
) -> list[tuple[int, int]]:
    """Return the pairs (shooter, target) that have a line of sight, by shooter.

    The result is that of `sight`, but much faster. Raises `KeyError` if one of them is not among the soldiers.
    """
    index_by_id = {soldier.id: index for index, soldier in enumerate(soldiers)}
    from_, to = (np.array([index_by_id[soldier] for soldier in ids], dtype=np.intp) for ids in (shooters, targets))
    free = visible_targets(measures, from_, to, *vector_geometry.pose_arrays(soldiers), rays)
    pairs = list(product(shooters, targets))
    return [pairs[index] for index in np.flatnonzero(free).tolist()]


def visible_targets(
    measures: Measures,
    shooters: NDArray[np.intp],
    targets: NDArray[np.intp],
    xy: vector_geometry.Floats,
    angle: vector_geometry.Floats,
    rays: Rays = "nine",
) -> vector_geometry.Bools:
    """Return which of s shooters see which of t targets (GS-17): (s, t).

    All are indexes of squares. The result is that of `sight`. No soldier sees itself.
    """
    free, unsure = vector_geometry.find_sights(
        shooters, targets, xy, angle, measures.cube, rays == "nine", measures.blocks
    )
    if unsure.any():
        squares = [Pose(index, *place) for index, place in enumerate(np.column_stack((xy, angle)).tolist())]
        scene = _RayCaster(measures, squares)
        for row, column in np.argwhere(unsure).tolist():
            free[row, column] = scene.can_see(int(shooters[row]), int(targets[column]), rays)
    return free


def cast_sights(
    measures: Measures, soldiers: Sequence[Soldier], pairs: Iterable[tuple[int, int]], rays: Rays = "nine"
) -> Iterator[tuple[int, int]]:
    """Yield those of the pairs (shooter, target) that have a line of sight.

    Ray by ray as in `sight`. No soldier sees itself.
    """
    scene = _RayCaster(measures, soldiers)
    return (pair for pair in pairs if scene.can_see(*pair, rays))


def blast_victims(measures: Measures, soldiers: Sequence[Soldier], centre: Point) -> tuple[int, ...]:
    """Return the ids of the soldiers that a blast hits, sorted (GS-19).

    These have a part inside its area; touching its edge is not inside.
    """
    hit = vector_geometry.blast_hits(
        vector_geometry.point_array([centre]), measures, *vector_geometry.pose_arrays(soldiers)
    )[0]
    return tuple(sorted(soldiers[index].id for index in np.flatnonzero(hit).tolist()))


def largest_blast(measures: Measures, soldiers: Sequence[Soldier | Pose]) -> tuple[Point, int]:
    """Return the centre of the blast that hits most soldiers, and how many (GS-06)."""
    return vector_geometry.largest_blast(measures, *vector_geometry.pose_arrays(soldiers))


class _RayCaster:
    """The bodies of soldiers at rest and of blocks, for queries."""

    def __init__(self, measures: Measures, soldiers: Sequence[Soldier | Pose]) -> None:
        """Soldiers block rays that touch them (GS-17), blocks do not (GS-35).

        See `TOUCHING`.
        """
        self.cube = measures.cube
        self.soldiers = {soldier.id: soldier for soldier in sorted(soldiers, key=lambda soldier: soldier.id)}
        self.space = pymunk.Space()
        self.shapes: dict[int, pymunk.Shape] = {}
        self.bodies: dict[pymunk.Shape, tuple[int | Block, Outline]] = {}
        half = self.cube / 2, self.cube / 2
        for soldier in self.soldiers.values():
            self.shapes[soldier.id] = self._add(soldier.id, rectangle_corners(soldier, half, TOUCHING))
        for block in measures.blocks:
            self._add(block, rectangle_corners(block, block.half, -TOUCHING))
        self.space.add(*self.bodies)

    def _add(self, body: int | Block, corners: Outline) -> pymunk.Shape:
        shape = pymunk.Poly(self.space.static_body, corners, radius=_RAY_MARGIN)
        self.bodies[shape] = body, corners
        return shape

    @contextmanager
    def without(self, *soldiers: int) -> Iterator[None]:
        """Take soldiers out of the way of rays inside a `with` block."""
        for soldier in soldiers:
            self.shapes[soldier].filter = COLLIDES_WITH_NONE
        try:
            yield
        finally:
            for soldier in soldiers:
                self.shapes[soldier].filter = COLLIDES_WITH_ALL

    def sight_lines(self, shooter: int, target: int, rays: Rays) -> Iterator[tuple[Point, Point]]:
        """Yield the lines from the shooter to the target (GS-17).

        To the centre, the corners and the middles of the sides.
        """
        start, end = self.soldiers[shooter], self.soldiers[target]
        eye = start.x, start.y
        yield eye, (end.x, end.y)
        if rays == "nine":
            points = corners(self.cube, end, vector_geometry.AIM_SHARE)
            for x, y in points:
                yield eye, (x, y)
            for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
                yield eye, ((x0 + x1) / 2, (y0 + y1) / 2)

    def can_see(self, shooter: int, target: int, rays: Rays) -> bool:
        """True if a line is free. No soldier sees itself."""
        if shooter == target:
            return False
        with self.without(shooter, target):
            return not all(self._is_blocked(*ends) for ends in self.sight_lines(shooter, target, rays))

    def _is_blocked(self, start: Point, end: Point) -> bool:
        """True if `cast_ray` has a blocker.

        Mostly the first body near the line is in the way, or none is near, so this is quick.
        """
        hit = self.space.segment_query_first(start, end, 0.0, COLLIDES_WITH_ALL)
        if hit is None or hit.shape is None:
            return False
        _, corners = self.bodies[hit.shape]
        return entry_share(start, end, corners) is not None or self.cast_ray(start, end).blocker is not None

    def cast_ray(self, start: Point, end: Point) -> Ray:
        """Return the ray, with the first blocker on it."""
        first, blocker = inf, None
        for hit in self.space.segment_query(start, end, 0.0, COLLIDES_WITH_ALL):
            assert hit.shape is not None
            body, corners = self.bodies[hit.shape]
            share = entry_share(start, end, corners)
            if share is not None and share < first:
                first, blocker = share, body
        if blocker is None:
            return Ray(start, end, None, None)
        (x, y), (to_x, to_y) = start, end
        return Ray(start, end, blocker, (x + first * (to_x - x), y + first * (to_y - y)))
