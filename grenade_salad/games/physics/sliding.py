"""Objects that slide on a table until they rest, after a flick or during a push.

Only objects that were started move, and those that they hit: all others sleep in the engine until they are touched,
also where people have put one on another. Steps are so short that nothing passes through anything: however light an
object is, it gets no more energy than there is. Masses are in grams.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, cos, dist, hypot, inf, isfinite, pi, radians, remainder, sin, sqrt, tau
from operator import attrgetter
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np
import pymunk
from numpy.typing import NDArray

from grenade_salad.games.physics.bodies import (
    COLLIDES_WITH_ALL,
    COLLIDES_WITH_NONE,
    POSE_SIZE,
    Bodies,
    EngineSnapshot,
    Material,
    Point,
    poses_by_row,
)
from grenade_salad.games.physics.release import GRAVITY

FRAME = 0.02
"""Seconds between two frames of a film."""
_MIN_STEPS = 10
"""Minimum number of steps in a frame: 500 a second.

With 250, a hit at 0.3 m/s passes on 3 % less than it should.
"""
_MAX_SECONDS = 10.0
"""Seconds after which everything counts as resting."""
MAX_SPEED = 6000.0
"""Maximum starting speed in mm/s."""
_STILL_LIMIT = 0.001
"""Minimum motion in mm and radians of an object that counts as moved."""
_SLOP = 0.01
"""The allowed overlap in mm."""
_OVERLAP_BIAS = 0.5**240
"""The share of any more overlap that is left after a second."""
_IDLE_SPEED, _SLEEP_DELAY = 2.0, 0.08
"""Objects slower than this many mm/s sleep after so many seconds."""
_MAX_STEP_SHARE = 0.5
"""Maximum motion in a step, as a share of the two smallest half sizes."""
_MIN_MASS_SHARE = 1 / 25
"""Minimum mass for collisions, as a share of the mass of what was started.

So nothing gets more than 5 times as fast, and steps stay long enough. At this share a hit object gets 1.92 times the
speed of what hit it, instead of 2.
"""
_MIN_LENGTH = 1e-12
"""Divisor instead of the length of a vector that is zero."""
_FALL_TIME = 0.02
"""Seconds that an object must be over a hole to fall into it.

It is the time of the first 2 mm of its fall. Faster objects fly over the hole.
"""


@dataclass(frozen=True, slots=True)
class SlidingObject:
    """An object that slides: a disc, or a convex polygon around its centre."""

    id: int
    x: float
    y: float
    angle: float
    mass: float
    """In grams."""
    material: Material
    radius: float = 0.0
    """For a disc."""
    corners: tuple[Point, ...] = ()
    """For a polygon."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A fixed edge or cushion."""

    start: Point
    end: Point
    """The same as `start` for a peg."""
    thickness: float
    material: Material


@dataclass(frozen=True, slots=True)
class Trap:
    """A round hole or a ditch that takes objects."""

    x: float
    y: float
    radius: float
    """A hole takes what tips over its rim, see `_tip_distance`.

    A ditch takes objects whose centre is farther than that.
    """
    is_ditch: bool = False


@dataclass(frozen=True)
class Playfield:
    """A table: its width and height, its walls, and what takes objects."""

    size: tuple[float, float]
    walls: tuple[Wall, ...] = ()
    traps: tuple[Trap, ...] = ()
    """Earlier ones take precedence over later ones."""

    @cached_property
    def is_closed(self) -> bool:
        """True if walls along all four edges keep everything between them on the table."""
        width, height = self.size
        return all(
            any(_covers_edge(wall, axis, edge, (height, width)[axis]) for wall in self.walls)
            for axis, edge in ((0, 0.0), (0, width), (1, 0.0), (1, height))
        )


def _covers_edge(wall: Wall, axis: int, edge: float, length: float) -> bool:
    """True if the wall covers an edge, which is `length` mm long.

    The edge is at x (axis 0) or y (axis 1) = `edge`.
    """
    ends = wall.start, wall.end
    first, last = sorted(end[1 - axis] for end in ends)
    return first <= 0 and last >= length and all(abs(end[axis] - edge) <= wall.thickness / 2 for end in ends)


class RestingPose(NamedTuple):
    """The pose at rest of an object: mm to a micrometre, radians to 0.0001."""

    id: int
    x: float
    y: float
    angle: float


Frames: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Slide:
    """The result of a slide, all by id."""

    resting: tuple[RestingPose, ...]
    """The objects that moved and are on the table."""
    taken: tuple[tuple[int, int], ...]
    """The objects that a trap took, with its index."""
    lost: tuple[int, ...]
    """The objects whose centre left the table."""
    ids: tuple[int, ...]
    """All objects that moved."""
    _film: tuple[Sequence[EngineSnapshot], Mapping[int, int], Sequence[int]] = field(repr=False, compare=False)

    @cached_property
    def frames(self) -> Frames:
        """The film of the objects that moved; its last frame is where they rest.

        `frames[k, i]` is x, y and angle of object `ids[i]` at k * FRAME seconds.
        """
        film, rows, moved = self._film
        frames = poses_by_row(film, rows)[:, moved]
        frames[-1, :, :2] = frames[-1, :, :2].round(3)
        frames[-1, :, 2] = frames[-1, :, 2].round(4)
        return frames


def flick(
    playfield: Playfield,
    objects: Sequence[SlidingObject],
    object_id: int,
    speed: Point,
    seed: int = 0,
    error: tuple[float, float] = (0.0, 0.0),
) -> Slide:
    """Start one object with a speed in mm/s, and let everything come to rest.

    The order of the objects does not matter. `error` are the standard deviations of the flick, in degrees and as a
    share of the speed, drawn from the seed; without any the same call gives the same result. Raises `ValueError` for
    infinity and NaN, a speed beyond MAX_SPEED, objects without size, and an id that occurs twice or not at all.
    """
    if not hypot(*speed) <= MAX_SPEED * (1 + 1e-9):  # The length of a turned vector is rounded.
        raise ValueError(f"nothing is flicked with {hypot(*speed):g} mm/s")
    turn, speed_factor = 0.0, 1.0
    if any(error):
        rng = Random(seed)
        turn, speed_factor = rng.gauss(0.0, radians(error[0])), rng.gauss(1.0, error[1])
    turned = speed[0] * cos(turn) - speed[1] * sin(turn), speed[0] * sin(turn) + speed[1] * cos(turn)
    limited_factor = min(speed_factor, MAX_SPEED / max(hypot(*speed), _MIN_LENGTH))
    sliding = Sliding(playfield, objects, (object_id,))
    sliding.start(object_id, (turned[0] * limited_factor, turned[1] * limited_factor))
    sliding.run()
    return sliding.build_result()


class Sliding:
    """The objects of one call in the engine, in the order of their ids."""

    def __init__(self, playfield: Playfield, objects: Sequence[SlidingObject], started: Collection[int] = ()) -> None:
        """Create the objects, all of them asleep.

        `started` are the ids of those that will be moved. Raises `ValueError` for objects that cannot be simulated.
        """
        self.playfield = playfield
        self.objects = sorted(objects, key=attrgetter("id"))
        self._inner_radii = list(map(_inner_radius, self.objects))
        self._check_objects()
        lightest = _MIN_MASS_SHARE * max((obj.mass for obj in self.objects if obj.id in started), default=0.0)
        self._masses = [max(obj.mass, lightest) for obj in self.objects]
        self.index = {obj.id: index for index, obj in enumerate(self.objects)}
        self.taken: dict[int, int] = {}
        self.lost: set[int] = set()
        self.bodies = bodies = Bodies(_SLOP, _OVERLAP_BIAS)
        bodies.space.sleep_time_threshold = _SLEEP_DELAY
        bodies.space.idle_speed_threshold = _IDLE_SPEED
        for obj, mass in zip(self.objects, self._masses, strict=True):
            self._add_object(obj, mass)
        bodies.fill_space()
        for wall in playfield.walls:
            self._add_wall(wall)
        self._max_steps = self._find_max_steps()
        self.steps = _MIN_STEPS
        self._holes = self._find_holes()
        self._near_holes: list[_NearHole] = []
        self._order, self._rows = b"", dict[int | None, int]()
        # No angle is out of bounds.
        self._middle = np.array([playfield.size[0] / 2, playfield.size[1] / 2, inf])
        self._fastest_value = 0
        self._start_poses = np.array([(obj.x, obj.y, obj.angle) for obj in self.objects]).reshape(-1, POSE_SIZE)
        for body, _ in bodies.bodies:
            body.sleep()
        self.film = [bodies.snapshot()]

    def _check_objects(self) -> None:
        # A sum with infinity or NaN is infinity or NaN.
        numbers = sum(obj.x + obj.y + obj.angle + obj.mass + obj.radius for obj in self.objects)
        if not (isfinite(numbers) and isfinite(sum(x + y for obj in self.objects for x, y in obj.corners))):
            raise ValueError("a thing has a number that is none")
        if len({obj.id for obj in self.objects}) < len(self.objects):
            raise ValueError("a thing is there twice")
        if any(obj.mass <= 0 for obj in self.objects) or any(radius <= 0 for radius in self._inner_radii):
            raise ValueError("a thing has no mass or no size")

    def _add_object(self, obj: SlidingObject, mass: float) -> None:
        moment = mass * obj.radius**2 / 2
        lever = obj.radius * 2 / 3
        if obj.corners:
            moment = pymunk.moment_for_poly(mass, obj.corners)
            lever = _lever(obj.corners)
        body = pymunk.Body(mass, moment)
        body.position = obj.x, obj.y
        if obj.angle:
            body.angle = obj.angle
        shape = pymunk.Poly(body, obj.corners) if obj.corners else pymunk.Circle(body, obj.radius)
        self.bodies.add_body(body, shape, obj.material, lever, COLLIDES_WITH_ALL)

    def _add_wall(self, wall: Wall) -> None:
        shape = pymunk.Segment(self.bodies.space.static_body, wall.start, wall.end, wall.thickness / 2)
        shape.friction = wall.material.friction
        shape.elasticity = wall.material.elasticity
        self.bodies.space.add(shape)

    def _find_max_steps(self) -> list[float]:
        """Return how far each object may move in a step, in mm.

        So no two pass through each other if both move. Walls count as objects that an object can meet.
        """
        walls = min((wall.thickness / 2 for wall in self.playfield.walls), default=inf)
        ordered = sorted(self._inner_radii)
        max_steps = []
        for radius in self._inner_radii:
            smallest = ordered[radius == ordered[0]] if len(ordered) > 1 else radius
            max_steps.append(_MAX_STEP_SHARE * (radius + min(smallest, walls)) / 2)
        return max_steps

    def _find_holes(self) -> list[tuple[int, Trap, list[float]]]:
        """Return the holes with their indexes and the tip distance of each object.

        See `_tip_distance`.
        """
        holes = [(index, trap) for index, trap in enumerate(self.playfield.traps) if not trap.is_ditch]
        return [
            (index, trap, [_tip_distance(trap.radius, radius) for radius in self._inner_radii]) for index, trap in holes
        ]

    def start(self, object_id: int, speed: Point) -> None:
        """Give an object a speed. Raises `ValueError` if it does not exist."""
        if object_id not in self.index:
            raise ValueError(f"there is no thing {object_id}")
        index = self.index[object_id]
        body = self.bodies.bodies[index][0]
        body.activate()
        self.set_step_length(self._masses[index] * hypot(*speed) ** 2 / 2)
        # The engine moves a body before it slows it down: half a step's loss of speed corrects the distance.
        loss = self.objects[index].material.table_friction * GRAVITY * FRAME / self.steps / 2
        share = max(0.0, 1 - loss / max(hypot(*speed), _MIN_LENGTH))
        body.velocity = speed[0] * share, speed[1] * share

    def run(self, seconds: float = _MAX_SECONDS) -> None:
        """Run until everything rests, or `seconds` have passed."""
        for _ in range(ceil(seconds / FRAME)):
            if not self.run_frame():
                return

    def set_step_length(self, energy: float) -> None:
        """Make steps so short that no object passes through another with that energy.

        `energy` is that of all objects together, in g mm²/s². A hit may more than double a speed, and a chain of ever
        lighter objects multiplies it; but none of them gets more than all of the energy. Steps keep their length
        until all objects rest: the engine begins each with the forces of the previous one, and where that had another
        length a hit gave up to 67 % of energy too much (measured).
        """
        fastest = (
            sqrt(2 * energy / mass) / max_step for mass, max_step in zip(self._masses, self._max_steps, strict=True)
        )
        self.steps = max(_MIN_STEPS, ceil(FRAME * max(fastest, default=0.0)))

    def run_frame(self) -> bool:
        """Step for one frame. True if any object still moves."""
        self.watch_holes()
        step = self.step if self._near_holes else self.bodies.space.step
        seconds = FRAME / self.steps
        for _ in range(self.steps):
            step(seconds)
        return self.observe()

    def watch_holes(self) -> None:
        """Find before a frame the objects that may reach a hole in it.

        These are followed step by step.
        """
        self._near_holes = []
        if not self._holes:
            return
        last = self.last_poses
        for hole, trap, tips in self._holes:
            distances = np.hypot(last[:, 0] - trap.x, last[:, 1] - trap.y)
            near = (distances - tips < np.multiply(self._max_steps, self.steps)) & (np.array(tips) > 0)
            for index in np.flatnonzero(near).tolist():
                if self.objects[index].id not in self.taken:
                    position = last[index, 0].item(), last[index, 1].item()
                    self._near_holes.append(_NearHole(index, hole, tips[index], position))

    def step(self, seconds: float) -> None:
        """Step, and let objects fall that have come over a hole.

        The motion within the step is followed, so its length does not count. Slow objects fall wherever they cross
        the hole; those that cross it too fast fly over it.
        """
        self.bodies.space.step(seconds)
        if not self._near_holes:
            return
        order, floats = self.bodies.snapshot()
        if order != self._order:
            ids = np.frombuffer(order, dtype=np.int64).tolist()
            self._order, self._rows = order, {self.bodies.rows.get(body): row for row, body in enumerate(ids)}
        places = memoryview(floats).cast("d")
        for above in self._near_holes:
            offset = POSE_SIZE * self._rows[above.index]
            position = places[offset], places[offset + 1]
            if position == above.position or self.objects[above.index].id in self.taken:
                continue
            if _falls_in(self.playfield.traps[above.trap], above.tip_distance, above.position, position, seconds):
                self.taken[self.objects[above.index].id] = above.trap
                self.bodies.set_motion(above.index, (0.0, 0.0), 0.0, COLLIDES_WITH_NONE)
            above.position = position

    def observe(self) -> bool:
        """Record a frame, and take objects that reached a trap or left the table.

        True if any object may still move. Every other frame is only recorded where nothing can be taken, and between
        closed edges no object can leave: a closer look costs a fifth of a flick.
        """
        previous, current = self.film[-1], self.bodies.snapshot()
        self.film.append(current)
        if previous == current:
            return False
        if self.frame_count % 2 and not self.playfield.traps:
            return True
        if self.playfield.traps or (not self.playfield.is_closed and self._any_outside(current)):
            self._trap_objects(self.bodies.poses_by_row([previous])[0], self.last_poses)
        return previous[0] != current[0] or self._any_moving(previous[1], current[1])

    def _any_outside(self, current: EngineSnapshot) -> bool:
        """True if a centre is beyond an edge."""
        frame = np.frombuffer(current[1]).reshape(-1, POSE_SIZE)
        return bool((np.abs(frame - self._middle) > self._middle).any())

    def _any_moving(self, previous: bytes, current: bytes) -> bool:
        """True if any object moved.

        The value that changed most at the last full comparison is compared first: it mostly suffices.
        """
        old_values, new_values = memoryview(previous).cast("d"), memoryview(current).cast("d")
        if abs(old_values[self._fastest_value] - new_values[self._fastest_value]) < _STILL_LIMIT:
            self._fastest_value = int(np.abs(np.frombuffer(current) - np.frombuffer(previous)).argmax())
        return abs(old_values[self._fastest_value] - new_values[self._fastest_value]) >= _STILL_LIMIT

    @property
    def last_poses(self) -> Frames:
        """x, y and angle of all objects, by id, in the last frame."""
        places: Frames = self.bodies.poses_by_row(self.film[-1:])[0]
        return places

    @property
    def frame_count(self) -> int:
        """The number of frames so far."""
        return len(self.film) - 1

    def _trap_objects(self, previous: Frames, current: Frames) -> None:
        width, height = self.playfield.size
        ditches = [(index, trap) for index, trap in enumerate(self.playfield.traps) if trap.is_ditch]
        for index in np.flatnonzero((previous != current).any(axis=1)).tolist():
            if self.objects[index].id in self.taken:
                continue
            x, y = current[index, :2].tolist()
            trap = next((n for n, ditch in ditches if dist((ditch.x, ditch.y), (x, y)) > ditch.radius), None)
            if trap is not None:
                self.taken[self.objects[index].id] = trap
            elif not (0 <= x <= width and 0 <= y <= height):
                self.lost.add(self.objects[index].id)
            else:
                continue
            self.bodies.set_motion(index, (0.0, 0.0), 0.0, COLLIDES_WITH_NONE)

    def _add_lost(self, moved: Sequence[int], last: Sequence[Sequence[float]]) -> None:
        (width, height), taken = self.playfield.size, self.taken
        for index in moved:
            x, y, _ = last[index]
            if not (0 <= x <= width and 0 <= y <= height) and self.objects[index].id not in taken:
                self.lost.add(self.objects[index].id)

    def energy(self) -> float:
        """Return the energy of all motion, in g mm²/s²."""
        bodies = [body for body, _ in self.bodies.bodies]
        return sum(
            body.mass * body.velocity.length**2 / 2 + body.moment * body.angular_velocity**2 / 2 for body in bodies
        )

    def build_result(self) -> Slide:
        """Return the result: where everything is."""
        final = self.last_poses
        moved = np.flatnonzero((np.abs(final - self._start_poses) >= _STILL_LIMIT).any(axis=1)).tolist()
        last = final.tolist()
        if self.playfield.is_closed:  # An object on an edge may have been pushed out over it.
            self._add_lost(moved, last)
        ids = tuple(self.objects[index].id for index in moved)
        rest = tuple(
            RestingPose(object_id, round(x, 3), round(y, 3), round(remainder(angle, tau), 4))
            for object_id, (x, y, angle) in zip(ids, map(last.__getitem__, moved), strict=True)
            if object_id not in self.taken and object_id not in self.lost
        )
        outcome = tuple(sorted(self.taken.items())), tuple(sorted(self.lost))
        return Slide(rest, *outcome, ids, (self.film, self.bodies.rows, moved))


@dataclass(slots=True)
class _NearHole:
    """An object that may reach a hole in this frame, and its position so far."""

    index: int
    trap: int
    tip_distance: float
    position: Point


def _tip_distance(hole: float, radius: float) -> float:
    """Return how near a disc must be to a round hole to fall into it, in mm.

    The distance is between the centres, and 0 if it cannot fall. Both arguments are radii. A disc tips when its
    centre is beyond the line between the two points where it rests on the rim. Other shapes fall by their inner
    circle.
    """
    return sqrt(max(0.0, hole * hole - radius * radius))


def _falls_in(trap: Trap, tip_distance: float, start: Point, end: Point, seconds: float) -> bool:
    """True if a centre that moves from start to end falls into the hole.

    It must be within `tip_distance` of its centre, and slow enough.
    """
    centre = trap.x, trap.y
    motion = end[0] - start[0], end[1] - start[1]
    length = motion[0] ** 2 + motion[1] ** 2
    share = ((centre[0] - start[0]) * motion[0] + (centre[1] - start[1]) * motion[1]) / length if length else 0.0
    line_distance = dist(centre, (start[0] + share * motion[0], start[1] + share * motion[1]))
    share = min(max(share, 0.0), 1.0)
    distance = dist(centre, (start[0] + share * motion[0], start[1] + share * motion[1]))
    return distance < tip_distance and 4 * (tip_distance**2 - line_distance**2) * seconds**2 >= length * _FALL_TIME**2


def _inner_radius(obj: SlidingObject) -> float:
    """Return half of the smallest width, in mm.

    For corners it is the distance of the centre from the nearest side.
    """
    if not obj.corners:
        return obj.radius
    sides = zip(obj.corners, obj.corners[1:] + obj.corners[:1], strict=True)
    return min(abs(ax * by - ay * bx) / max(hypot(bx - ax, by - ay), _MIN_LENGTH) for (ax, ay), (bx, by) in sides)


def _lever(corners: Sequence[Point]) -> float:
    """Return about the mean distance of a polygon's points from its centre.

    It is that of a disc of the same area.
    """
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    area = abs(sum(ax * by - ay * bx for (ax, ay), (bx, by) in sides)) / 2
    return 2 / 3 * sqrt(area / pi)
