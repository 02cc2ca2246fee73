"""A drop of cubes onto a table with others, from the first landing until rest.

A cube that comes down on the bare table slides from there. One that comes down on others, or on an obstacle, slides off
over them in its own direction, and is on the table as soon as it lies on none of them: so no cube ever lies inside
another, and where cubes come to rest does not depend on the length of a step (`tools.bench drop` shows both).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import copysign, cos, hypot, sin, sqrt
from operator import sub
from typing import NamedTuple, TypeAlias

from grenade_salad.games.physics.bodies import (
    COLLIDES_WITH_ALL,
    COLLIDES_WITH_NONE,
    POSE_SIZE,
    SQUARE_LEVER,
    Bodies,
    Material,
    Point,
)
from grenade_salad.games.physics.placed import Placed
from grenade_salad.games.physics.rectangle import Rectangle, overlap_interval, rectangle_corners, separating_normal
from grenade_salad.games.physics.release import FRICTION, GRAVITY, Landing

FPS = 60
"""Frames a second, after each of which all cubes are tested for rest."""
STEPS_PER_FRAME = 4
"""Steps in a frame: 240 a second."""
_MAX_FRAMES = 8 * FPS
"""Frames after which a drop ends in any case."""
WOOD = Material(table_friction=FRICTION, friction=0.3, elasticity=0.3)
"""Material of wood on linen, and of wood on wood."""
STILL_LIMIT = 0.001
"""A cube is at rest if it moves less than this many mm and radians in a frame."""
_KNOCK = 0.3
"""Share of the slide of a cube that those under it get in the opposite direction.

The cloth takes the rest. Chosen: three cubes that fall into a heap move some of it (GS-14), and few are lost.
"""
_SLOP = 0.01
"""The allowed overlap in mm."""
_OVERLAP_BIAS = 0.5**240
"""The share of any more overlap that is left after a second."""
_CLEARANCE = 1e-6
"""Distance in mm between a cube and the one that it has slid off."""
_Interval: TypeAlias = tuple[float, float, int]
"""A part of the way of a cube on which it would overlap another.

Distances in mm of its start and its end, and the index of the other cube. An obstacle has an index below 0: the
complement (~) of its place in the list of obstacles.
"""
_BOUNCE_TIME = 0.001
"""Seconds of a bounce off an obstacle, so that no drop bounces without end."""
_MIN_BOUNCE = 1.0
"""Minimum speed in mm/s of a cube that bounces off an obstacle."""


class _Arrival(NamedTuple):
    """A cube that comes down on the table or on others, or has slid off others."""

    time: float
    """In s since the first cube came down."""
    cube: int
    """Its index among the ids."""
    x: float
    y: float
    angle: float
    speed: float
    """In mm/s."""
    direction: Point
    spin: float
    is_first: bool
    """True until it has touched something."""


class DropSimulation:
    """Simulation of one drop.

    `standing` and `landings` are by id; a falling cube collides with none before it is on the table. After `run`,
    `last` holds x, y and angle of each of `ids` in turn; for those in `fallen` (indices) they mean nothing: their
    centres left the `table` (its width and height in mm), and they fell.
    """

    def __init__(
        self,
        cube: float,
        table: tuple[float, float],
        standing: Mapping[int, Placed],
        landings: Mapping[int, Landing],
        obstacles: Sequence[Rectangle] = (),
        steps_per_frame: int = STEPS_PER_FRAME,
    ) -> None:
        """Prepare the simulation.

        `obstacles` are on the table and never move.
        """
        self.cube = cube
        self._half = cube / 2, cube / 2
        self.table = table
        self.ids = ids = tuple(sorted(standing.keys() | landings.keys()))
        self.fallen: set[int] = set()
        self._steps_per_frame = steps_per_frame
        self._step = 1 / (FPS * steps_per_frame)
        self._bodies = bodies = Bodies(_SLOP, _OVERLAP_BIAS)
        for cube_id in ids:
            pose = standing.get(cube_id) or landings[cube_id]
            collisions = COLLIDES_WITH_NONE if cube_id in landings else COLLIDES_WITH_ALL
            bodies.add_cube(cube, (pose.x, pose.y, pose.angle), WOOD, collisions)
        for obstacle in obstacles:
            bodies.add_obstacle(rectangle_corners(obstacle, obstacle.half), WOOD)
        bodies.fill_space()
        self._obstacles = [(obstacle, hypot(*obstacle.half) + cube / sqrt(2)) for obstacle in obstacles]
        self._on_table = [index for index, cube_id in enumerate(ids) if cube_id not in landings]
        start = min((landing.time for landing in landings.values()), default=0.0)
        self._arrivals = [
            _first_arrival(index, landing, start)
            for index, cube_id in enumerate(ids)
            if (landing := landings.get(cube_id))
        ]
        heapify(self._arrivals)
        self.last = bodies.poses()

    def run(self) -> None:
        """Step until all cubes have landed and are at rest, or _MAX_FRAMES have passed."""
        step, space = 0, self._bodies.space
        for _ in range(_MAX_FRAMES - 1):
            for _ in range(self._steps_per_frame):
                now = step * self._step
                if self._arrivals and self._arrivals[0].time <= now:
                    self._land(now)
                space.step(self._step)
                step += 1
            frame = self._bodies.poses()
            last, self.last = self.last, frame
            self._fall_off(frame)
            if not self._arrivals and max(map(abs, map(sub, frame, last)), default=0.0) < STILL_LIMIT:
                return
        # Cubes that are still above others have no place on the table.
        self.fallen.update(arrival.cube for arrival in self._arrivals)

    def _land(self, now: float) -> None:
        """Let all cubes arrive whose time has come."""
        frame = self._bodies.poses()
        while self._arrivals and self._arrivals[0].time <= now:
            arrival = heappop(self._arrivals)
            if not self._is_on_table(arrival.x, arrival.y):
                self._remove(arrival.cube)
            elif path := self._find_on_path(arrival, frame):
                if arrival.is_first:
                    self._knock(arrival, [index for start, _, index in path if start < 0])
                heappush(self._arrivals, self._slide_off(arrival, path))
            else:
                arrival = _slide_until(arrival, now)
                self._put_on_table(arrival)
                place = POSE_SIZE * arrival.cube
                frame[place : place + POSE_SIZE] = array("d", (arrival.x, arrival.y, arrival.angle))

    def _find_on_path(self, arrival: _Arrival, frame: Sequence[float]) -> list[_Interval]:
        """Return what a cube would overlap in the direction of its slide.

        They are sorted by their starts; those of what lies under the cube now are less than 0. If nothing does, the
        result is empty.
        """
        x, y, (across, up), half = arrival.x, arrival.y, arrival.direction, self._half
        # Squares whose centres are a diagonal apart, or to either side of the path, do not touch; most do not.
        reach = self.cube * sqrt(2)
        path = []
        for index in self._on_table:
            place = POSE_SIZE * index
            away_x, away_y = frame[place] - x, frame[place + 1] - y
            if -reach < away_x * up - away_y * across < reach and away_x * across + away_y * up > -reach:
                square = Rectangle(frame[place], frame[place + 1], frame[place + 2], half)
                if interval := overlap_interval(arrival, half, arrival.direction, square, half):
                    path.append((*interval, index))
        for number, (obstacle, reach) in enumerate(self._obstacles):
            away_x, away_y = obstacle.x - x, obstacle.y - y
            is_near_path = -reach < away_x * up - away_y * across < reach and away_x * across + away_y * up > -reach
            if is_near_path and (
                interval := overlap_interval(arrival, half, arrival.direction, obstacle, obstacle.half)
            ):
                path.append((*interval, ~number))
        path = sorted(interval for interval in path if interval[1] > 0)
        return path if path and path[0][0] < 0 else []

    def _knock(self, arrival: _Arrival, under: Sequence[int]) -> None:
        """Push those on which a cube comes down in the opposite direction of its slide."""
        change = -_KNOCK * arrival.speed / len(under)
        for index in under:
            if index >= 0:
                self._bodies.push(index, (change * arrival.direction[0], change * arrival.direction[1]))

    def _slide_off(self, arrival: _Arrival, path: Sequence[_Interval]) -> _Arrival:
        """Return a cube when it has slid off others, or to an obstacle.

        It does not turn. The friction of wood slows it down. One that would stop on top tips over the edge: it gets off
        with the speed of a cube that tips, and comes to rest beside the others. Obstacles are higher than cubes: it
        bounces off one on its way, unless it came down on one.
        """
        is_on_obstacle = any(start < 0 and index < 0 for start, _, index in path)
        distance, blocker = 0.0, None
        for start, end, index in path:
            if start > distance:
                break
            if index < 0 and not is_on_obstacle:
                distance, blocker = max(0.0, start - _CLEARANCE), self._obstacles[~index][0]
                break
            distance = max(distance, end + _CLEARANCE)
        loss = 2 * WOOD.friction * GRAVITY * distance
        tipping_speed = sqrt(GRAVITY * self.cube)
        first = max(arrival.speed, tipping_speed)
        seconds = 2 * distance / (first + sqrt(max(first**2 - loss, tipping_speed**2)))
        off = arrival._replace(
            time=arrival.time + seconds,
            x=arrival.x + arrival.direction[0] * distance,
            y=arrival.y + arrival.direction[1] * distance,
            speed=sqrt(max(arrival.speed**2 - loss, 0.0)),
            is_first=False,
        )
        if not blocker:
            return off
        return _bounce(off, separating_normal(off, self._half, blocker, blocker.half))

    def _put_on_table(self, arrival: _Arrival) -> None:
        """Let a cube slide on the table, and collide from now on."""
        # The engine moves a body before it slows it down: half a step's loss of speed corrects the distances.
        loss = FRICTION * GRAVITY * self._step / 2
        spin_loss = loss * SQUARE_LEVER * 6 / self.cube
        speed = max(0.0, arrival.speed - loss)
        spin = copysign(max(0.0, abs(arrival.spin) - spin_loss), arrival.spin)
        self._bodies.set_pose(arrival.cube, (arrival.x, arrival.y, arrival.angle))
        slide = speed * arrival.direction[0], speed * arrival.direction[1]
        self._bodies.set_motion(arrival.cube, slide, spin, COLLIDES_WITH_ALL)
        self._on_table.append(arrival.cube)

    def _fall_off(self, frame: Sequence[float]) -> None:
        """Let cubes fall whose centre is over the edge."""
        width, height = self.table
        xs, ys = frame[0::POSE_SIZE], frame[1::POSE_SIZE]
        if not xs or (min(xs) >= 0 and min(ys) >= 0 and max(xs) <= width and max(ys) <= height):
            return
        for index in [index for index in self._on_table if not self._is_on_table(xs[index], ys[index])]:
            self._on_table.remove(index)
            self._remove(index)

    def _is_on_table(self, x: float, y: float) -> bool:
        width, height = self.table
        return 0 <= x <= width and 0 <= y <= height

    def _remove(self, index: int) -> None:
        """Let a cube fall off the table.

        It is moved out of the way, which keeps the order of bodies.
        """
        self.fallen.add(index)
        self._bodies.set_pose(index, (self.table[0] / 2, self.table[1] / 2, 0.0))
        self._bodies.set_motion(index, (0.0, 0.0), 0.0, COLLIDES_WITH_NONE)


def _first_arrival(index: int, landing: Landing, start: float) -> _Arrival:
    speed = hypot(*landing.slide)
    # A cube that comes down without any slide still needs a way off others: its own, random, orientation.
    x, y = (landing.slide[0] / speed, landing.slide[1] / speed) if speed else (cos(landing.angle), sin(landing.angle))
    time = landing.time - start
    return _Arrival(time, index, landing.x, landing.y, landing.angle, speed, (x, y), landing.spin, is_first=True)


def _bounce(arrival: _Arrival, normal: Point) -> _Arrival:
    """Return a cube that has bounced off a side with this normal."""
    # A cube that has almost stopped still needs a way off the others: away from the obstacle.
    speed = max(arrival.speed, _MIN_BOUNCE)
    approach = -speed * (arrival.direction[0] * normal[0] + arrival.direction[1] * normal[1])
    change = (1 + WOOD.elasticity**2) * max(approach, _MIN_BOUNCE)
    slide = speed * arrival.direction[0] + change * normal[0], speed * arrival.direction[1] + change * normal[1]
    speed = hypot(*slide)
    return arrival._replace(
        time=arrival.time + _BOUNCE_TIME, speed=speed, direction=(slide[0] / speed, slide[1] / speed)
    )


def _slide_until(arrival: _Arrival, now: float) -> _Arrival:
    """Return the cube at a later time, slowed down by the table.

    Arrivals have exact times, and the engine takes them at its next step.
    """
    seconds = min(now - arrival.time, arrival.speed / (FRICTION * GRAVITY))
    speed = arrival.speed - FRICTION * GRAVITY * seconds
    distance = (arrival.speed + speed) / 2 * seconds
    return arrival._replace(
        time=now,
        x=arrival.x + arrival.direction[0] * distance,
        y=arrival.y + arrival.direction[1] * distance,
        angle=arrival.angle + arrival.spin * (now - arrival.time),
        speed=speed,
    )
