"""Things that slide on a table until they rest: what a flick starts, and what a push draws along.

Only what was started moves, and what that hits: everything else sleeps in the engine until it is touched, also where
people have laid one thing on another. Steps are so short that nothing passes through anything: however light a thing
is, it gets no more energy than there is. Masses are in grams.
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
"""Seconds between two looks at the table; a film has one picture for each."""
_MIN_STEPS = 10
"""Steps in a frame at least: 500 a second. With 250 a hit at 0.3 m/s passes 3 % less on than it should."""
_MAX_SECONDS = 10.0
"""Seconds after which everything counts as lying still."""
MAX_SPEED = 6000.0
"""mm/s that nothing is started with more than."""
FLICK_ERROR = (0.5, 0.03)
"""Degrees, and share of the speed, by which a flick misses what was meant: standard deviations."""
_STILL_LIMIT = 0.001
"""mm and radians: who has moved less has not moved."""
_SLOP = 0.01
_OVERLAP_BIAS = 0.5**240
"""How far things may overlap in mm, and the share of more than that which is left after a second."""
_IDLE_SPEED, _SLEEP_DELAY = 2.0, 0.08
"""Who is slower than this many mm/s for so many seconds sleeps."""
_MAX_STEP_SHARE = 0.5
"""The share of the two smallest half sizes that nothing moves farther than in a step."""
_MIN_MASS_SHARE = 1 / 25
"""What weighs less than this share of what was started counts as this heavy for hits: so nothing gets more than 5 times
as fast, and steps stay long enough. It leaves a hit with 1.92 times the speed of what hit it, instead of 2."""
_FALL_TIME = 0.02
"""Seconds that something must be over a hole to fall into it, the first 2 mm of its fall. Faster, it flies over."""


@dataclass(frozen=True, slots=True)
class SlidingObject:
    """Something that slides: a disc of a `radius`, or what its `corners` say, a convex polygon around its centre."""

    id: int
    x: float
    y: float
    angle: float
    mass: float
    material: Material
    radius: float = 0.0
    corners: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Wall:
    """What never moves: an edge or a cushion from `start` to `end`, so thick; a peg where the two are the same."""

    start: Point
    end: Point
    thickness: float
    material: Material


@dataclass(frozen=True, slots=True)
class Trap:
    """A round hole of a `radius`: it takes what tips over its rim (see `_tips`). A ditch is `outside`: it takes whose
    centre goes farther."""

    x: float
    y: float
    radius: float
    is_ditch: bool = False


@dataclass(frozen=True)
class Playfield:
    """A table: its width and height, what stands on it for good, and what takes things; later traps come second."""

    size: tuple[float, float]
    walls: tuple[Wall, ...] = ()
    traps: tuple[Trap, ...] = ()

    @cached_property
    def is_closed(self) -> bool:
        """Whether walls stand along all four edges, so that nothing that lies between them leaves."""
        width, height = self.size
        return all(
            any(_covers_edge(wall, axis, edge, (height, width)[axis]) for wall in self.walls)
            for axis, edge in ((0, 0.0), (0, width), (1, 0.0), (1, height))
        )


def _covers_edge(wall: Wall, axis: int, edge: float, length: float) -> bool:
    """Whether the wall covers the edge at which x (axis 0) or y is that, and which is so long."""
    ends = wall.start, wall.end
    first, last = sorted(end[1 - axis] for end in ends)
    return first <= 0 and last >= length and all(abs(end[axis] - edge) <= wall.thickness / 2 for end in ends)


class RestingPose(NamedTuple):
    """Where a thing came to rest: mm to a micrometre, radians to 0.0001."""

    id: int
    x: float
    y: float
    angle: float


Frames: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Slide:
    """How it ended. `rest` has those that moved and lie on the table, `taken` those that a trap took, with its number,
    `lost` those whose centre left the table; by id. `ids` are all of them."""

    resting: tuple[RestingPose, ...]
    taken: tuple[tuple[int, int], ...]
    lost: tuple[int, ...]
    ids: tuple[int, ...]
    _film: tuple[Sequence[EngineSnapshot], Mapping[int, int], Sequence[int]] = field(repr=False, compare=False)

    @cached_property
    def frames(self) -> Frames:
        """`frames[k, i]` is x, y and angle of thing `ids[i]` at k * FRAME seconds; the last one is where they rest."""
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
    """Start one thing with a speed in mm/s, and let everything come to rest. The order of the things does not matter.

    `die_spread` is how far it misses (see SPREAD), drawn from the seed; without any the same call is the same shot.
    Raises
    ValueError for numbers that are none, a speed beyond FASTEST, things of no size, and an id that is there twice or
    not at all.
    """
    if not hypot(*speed) <= MAX_SPEED * (1 + 1e-9):  # the length of a turned vector is rounded
        raise ValueError(f"nothing is flicked with {hypot(*speed):g} mm/s")
    turn, speed_factor = 0.0, 1.0
    if any(error):
        rng = Random(seed)
        turn, speed_factor = rng.gauss(0.0, radians(error[0])), rng.gauss(1.0, error[1])
    turned = speed[0] * cos(turn) - speed[1] * sin(turn), speed[0] * sin(turn) + speed[1] * cos(turn)
    limited_factor = min(speed_factor, MAX_SPEED / max(hypot(*speed), 1e-9))
    sliding = Sliding(playfield, objects, (object_id,))
    sliding.start(object_id, (turned[0] * limited_factor, turned[1] * limited_factor))
    sliding.run()
    return sliding.build_result()


class Sliding:
    """The things of one call in the engine, in order of their ids; `moment` counts its frames."""

    def __init__(self, playfield: Playfield, objects: Sequence[SlidingObject], started: Collection[int] = ()) -> None:
        """Everything sleeps. `started` are the ids of what will be moved. Raises ValueError for what cannot be."""
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
        # Nobody's angle is out of bounds.
        self._middle = np.array([playfield.size[0] / 2, playfield.size[1] / 2, inf])
        self._fastest_value = 0
        self._start_poses = np.array([(obj.x, obj.y, obj.angle) for obj in self.objects]).reshape(-1, POSE_SIZE)
        for body, _ in bodies.bodies:
            body.sleep()
        self.film = [bodies.snapshot()]

    def _check_objects(self) -> None:
        # A sum with a number that is none is none.
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
        """Return how far each thing may move in a step, in mm, so that no two pass through each other if both move.

        Walls count as things that a thing can meet.
        """
        walls = min((wall.thickness / 2 for wall in self.playfield.walls), default=inf)
        ordered = sorted(self._inner_radii)
        max_steps = []
        for radius in self._inner_radii:
            smallest = ordered[radius == ordered[0]] if len(ordered) > 1 else radius
            max_steps.append(_MAX_STEP_SHARE * (radius + min(smallest, walls)) / 2)
        return max_steps

    def _find_holes(self) -> list[tuple[int, Trap, list[float]]]:
        """Return the holes with their numbers, and the distance at which each thing tips into them (`_tips`)."""
        holes = [(index, trap) for index, trap in enumerate(self.playfield.traps) if not trap.is_ditch]
        return [
            (index, trap, [_tip_distance(trap.radius, radius) for radius in self._inner_radii]) for index, trap in holes
        ]

    def start(self, object_id: int, speed: Point) -> None:
        """Give a thing a speed. Raises ValueError if it is not there."""
        if object_id not in self.index:
            raise ValueError(f"there is no thing {object_id}")
        index = self.index[object_id]
        body = self.bodies.bodies[index][0]
        body.activate()
        self.set_step_length(self._masses[index] * hypot(*speed) ** 2 / 2)
        # The engine moves a body before it slows it down: with half a step's less speed the way comes out right.
        loss = self.objects[index].material.table_friction * GRAVITY * FRAME / self.steps / 2
        share = max(0.0, 1 - loss / max(hypot(*speed), 1e-9))
        body.velocity = speed[0] * share, speed[1] * share

    def run(self, seconds: float = _MAX_SECONDS) -> None:
        """Until all lie still, or so long."""
        for _ in range(ceil(seconds / FRAME)):
            if not self.run_frame():
                return

    def set_step_length(self, energy: float) -> None:
        """Make steps so short that nothing passes through anything with so much energy in all, in g mm²/s².

        A hit may more than double a speed, and a chain of ever lighter things multiplies it; but none of them gets more
        than all of the energy. Steps keep their length until all lies still: the engine begins each with the forces
        of the one before, and where that was of another length a hit gave up to 67 % of energy too much (measured).
        """
        fastest = (
            sqrt(2 * energy / mass) / max_step for mass, max_step in zip(self._masses, self._max_steps, strict=True)
        )
        self.steps = max(_MIN_STEPS, ceil(FRAME * max(fastest, default=0.0)))

    def run_frame(self) -> bool:
        """Step for one frame; whether anything still moves."""
        self.watch_holes()
        step = self.step if self._near_holes else self.bodies.space.step
        seconds = FRAME / self.steps
        for _ in range(self.steps):
            step(seconds)
        return self.observe()

    def watch_holes(self) -> None:
        """Remember before a frame what may come to a hole in it: these are followed step by step."""
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
        """Step, and let fall what has come over a hole: the way of the step is followed, so its length does not count.

        Slow things fall that come over it anywhere; what crosses it too fast flies over it.
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
        """See where everything is, and take what came to a trap or left the table; whether anything may still move.

        Every other time, where nothing can be taken, it is only seen; and between closed edges nobody looks for what
        left: looking closer costs a fifth of a flick.
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
        """Whether a centre is beyond an edge."""
        frame = np.frombuffer(current[1]).reshape(-1, POSE_SIZE)
        return bool((np.abs(frame - self._middle) > self._middle).any())

    def _any_moving(self, previous: bytes, current: bytes) -> bool:
        """Whether anything moved: most often what moved most when that was last asked, so that one number tells it."""
        old_values, new_values = memoryview(previous).cast("d"), memoryview(current).cast("d")
        if abs(old_values[self._fastest_value] - new_values[self._fastest_value]) < _STILL_LIMIT:
            self._fastest_value = int(np.abs(np.frombuffer(current) - np.frombuffer(previous)).argmax())
        return abs(old_values[self._fastest_value] - new_values[self._fastest_value]) >= _STILL_LIMIT

    @property
    def last_poses(self) -> Frames:
        """x, y and angle of all things, by id, at the last look."""
        places: Frames = self.bodies.poses_by_row(self.film[-1:])[0]
        return places

    @property
    def frame_count(self) -> int:
        """How many frames it has been looked at."""
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
        """The energy of all motion, in g mm²/s²."""
        bodies = [body for body, _ in self.bodies.bodies]
        return sum(
            body.mass * body.velocity.length**2 / 2 + body.moment * body.angular_velocity**2 / 2 for body in bodies
        )

    def build_result(self) -> Slide:
        """Where everything is."""
        final = self.last_poses
        moved = np.flatnonzero((np.abs(final - self._start_poses) >= _STILL_LIMIT).any(axis=1)).tolist()
        last = final.tolist()
        if self.playfield.is_closed:  # what lay on an edge may have been shoved out over it
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
    """A thing that may come over a hole in this frame, and where it was after the last step."""

    index: int
    trap: int
    tip_distance: float
    position: Point


def _tip_distance(hole: float, radius: float) -> float:
    """Return how near the centre of a disc must come to that of a round hole to fall into it, in mm; 0 if it cannot.

    Both are radii. A disc tips when its centre lies beyond the line between the two points where it rests on the rim.
    What is not round falls by its inner circle.
    """
    return sqrt(max(0.0, hole * hole - radius * radius))


def _falls_in(trap: Trap, tip_distance: float, start: Point, end: Point, seconds: float) -> bool:
    """True if a centre on its way from start to end comes within `tips` of the hole, slowly enough to fall."""
    centre = trap.x, trap.y
    motion = end[0] - start[0], end[1] - start[1]
    length = motion[0] ** 2 + motion[1] ** 2
    share = ((centre[0] - start[0]) * motion[0] + (centre[1] - start[1]) * motion[1]) / length if length else 0.0
    line_distance = dist(centre, (start[0] + share * motion[0], start[1] + share * motion[1]))
    share = min(max(share, 0.0), 1.0)
    distance = dist(centre, (start[0] + share * motion[0], start[1] + share * motion[1]))
    return distance < tip_distance and 4 * (tip_distance**2 - line_distance**2) * seconds**2 >= length * _FALL_TIME**2


def _inner_radius(obj: SlidingObject) -> float:
    """Half of the smallest width, in mm: for corners the distance of the centre from the nearest side."""
    if not obj.corners:
        return obj.radius
    sides = zip(obj.corners, obj.corners[1:] + obj.corners[:1], strict=True)
    return min(abs(ax * by - ay * bx) / max(hypot(bx - ax, by - ay), 1e-12) for (ax, ay), (bx, by) in sides)


def _lever(corners: Sequence[Point]) -> float:
    """About the mean distance of a polygon's points from its centre: that of a disc of the same area."""
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    area = abs(sum(ax * by - ay * bx for (ax, ay), (bx, by) in sides)) / 2
    return 2 / 3 * sqrt(area / pi)
