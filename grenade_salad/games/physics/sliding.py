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

from grenade_salad.games.physics.bodies import EVERYBODY, NOBODY, PARTS, Bodies, Listed, Matter, Point, by_place
from grenade_salad.games.physics.release import GRAVITY

FRAME = 0.02
"""Seconds between two looks at the table; a film has one picture for each."""
_STEPS = 10
"""Steps in a frame at least: 500 a second. With 250 a hit at 0.3 m/s passes 3 % less on than it should."""
_LONGEST = 10.0
"""Seconds after which everything counts as lying still."""
FASTEST = 6000.0
"""mm/s that nothing is started with more than."""
SPREAD = (0.5, 0.03)
"""Degrees, and share of the speed, by which a flick misses what was meant: standard deviations."""
_STILL = 0.001
"""mm and radians: who has moved less has not moved."""
_SLOP = 0.01
_APART = 0.5**240
"""How far things may overlap in mm, and the share of more than that which is left after a second."""
_IDLE, _SLEEPS = 2.0, 0.08
"""Who is slower than this many mm/s for so many seconds sleeps."""
_SHARE = 0.5
"""The share of the two smallest half sizes that nothing moves farther than in a step."""
_LIGHTEST = 1 / 25
"""What weighs less than this share of what was started counts as this heavy for hits: so nothing gets more than 5 times
as fast, and steps stay long enough. It leaves a hit with 1.92 times the speed of what hit it, instead of 2."""
_FALLS = 0.02
"""Seconds that something must be over a hole to fall into it, the first 2 mm of its fall. Faster, it flies over."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that slides: a disc of a `radius`, or what its `corners` say, a convex polygon around its centre."""

    id: int
    x: float
    y: float
    angle: float
    mass: float
    matter: Matter
    radius: float = 0.0
    corners: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Wall:
    """What never moves: an edge or a cushion from `start` to `end`, so thick; a peg where the two are the same."""

    start: Point
    end: Point
    thick: float
    matter: Matter


@dataclass(frozen=True, slots=True)
class Trap:
    """A round hole of a `radius`: it takes what tips over its rim (see `_tips`). A ditch is `outside`: it takes whose
    centre goes farther."""

    x: float
    y: float
    radius: float
    outside: bool = False


@dataclass(frozen=True)
class Ground:
    """A table: its width and height, what stands on it for good, and what takes things; later traps come second."""

    size: tuple[float, float]
    walls: tuple[Wall, ...] = ()
    traps: tuple[Trap, ...] = ()

    @cached_property
    def closed(self) -> bool:
        """Whether walls stand along all four edges, so that nothing that lies between them leaves."""
        wide, high = self.size
        return all(
            any(_along(wall, axis, edge, (high, wide)[axis]) for wall in self.walls)
            for axis, edge in ((0, 0.0), (0, wide), (1, 0.0), (1, high))
        )


def _along(wall: Wall, axis: int, edge: float, length: float) -> bool:
    """Whether the wall covers the edge at which x (axis 0) or y is that, and which is so long."""
    ends = wall.start, wall.end
    first, last = sorted(end[1 - axis] for end in ends)
    return first <= 0 and last >= length and all(abs(end[axis] - edge) <= wall.thick / 2 for end in ends)


class Rested(NamedTuple):
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

    rest: tuple[Rested, ...]
    taken: tuple[tuple[int, int], ...]
    lost: tuple[int, ...]
    ids: tuple[int, ...]
    _film: tuple[Sequence[Listed], Mapping[int, int], Sequence[int]] = field(repr=False, compare=False)

    @cached_property
    def frames(self) -> Frames:
        """`frames[k, i]` is x, y and angle of thing `ids[i]` at k * FRAME seconds; the last one is where they rest."""
        film, places, moved = self._film
        frames = by_place(film, places)[:, moved]
        frames[-1, :, :2] = frames[-1, :, :2].round(3)
        frames[-1, :, 2] = frames[-1, :, 2].round(4)
        return frames


def flick(
    ground: Ground,
    things: Sequence[Thing],
    which: int,
    speed: Point,
    seed: int = 0,
    spread: tuple[float, float] = (0.0, 0.0),
) -> Slide:
    """Start one thing with a speed in mm/s, and let everything come to rest. The order of the things does not matter.

    `spread` is how far it misses (see SPREAD), drawn from the seed; without any the same call is the same shot. Raises
    ValueError for numbers that are none, a speed beyond FASTEST, things of no size, and an id that is there twice or
    not at all.
    """
    if not hypot(*speed) <= FASTEST * (1 + 1e-9):  # the length of a turned vector is rounded
        raise ValueError(f"nothing is flicked with {hypot(*speed):g} mm/s")
    turn, more = 0.0, 1.0
    if any(spread):
        luck = Random(seed)
        turn, more = luck.gauss(0.0, radians(spread[0])), luck.gauss(1.0, spread[1])
    east = speed[0] * cos(turn) - speed[1] * sin(turn), speed[0] * sin(turn) + speed[1] * cos(turn)
    fast = min(more, FASTEST / max(hypot(*speed), 1e-9))
    sliding = Sliding(ground, things, (which,))
    sliding.start(which, (east[0] * fast, east[1] * fast))
    sliding.run()
    return sliding.ended()


class Sliding:
    """The things of one call in the engine, in order of their ids; `moment` counts its frames."""

    def __init__(self, ground: Ground, things: Sequence[Thing], started: Collection[int] = ()) -> None:
        """Everything sleeps. `started` are the ids of what will be moved. Raises ValueError for what cannot be."""
        self.ground = ground
        self.things = sorted(things, key=attrgetter("id"))
        self._halves = list(map(_half, self.things))
        self._check()
        lightest = _LIGHTEST * max((thing.mass for thing in self.things if thing.id in started), default=0.0)
        self._masses = [max(thing.mass, lightest) for thing in self.things]
        self.index = {thing.id: index for index, thing in enumerate(self.things)}
        self.taken: dict[int, int] = {}
        self.lost: set[int] = set()
        self.bodies = bodies = Bodies(_SLOP, _APART)
        bodies.space.sleep_time_threshold = _SLEEPS
        bodies.space.idle_speed_threshold = _IDLE
        for thing, mass in zip(self.things, self._masses, strict=True):
            self._put(thing, mass)
        bodies.done()
        for wall in ground.walls:
            self._build(wall)
        self._reaches = self._find_reaches()
        self.steps = _STEPS
        self._holes = self._find_holes()
        self._above: list[_Above] = []
        self._order, self._rows = b"", dict[int | None, int]()
        # Nobody's angle is out of bounds.
        self._middle = np.array([ground.size[0] / 2, ground.size[1] / 2, inf])
        self._fast = 0
        self._lay = np.array([(thing.x, thing.y, thing.angle) for thing in self.things]).reshape(-1, PARTS)
        for body, _ in bodies.bodies:
            body.sleep()
        self.film = [bodies.listed()]

    def _check(self) -> None:
        # A sum with a number that is none is none.
        numbers = sum(one.x + one.y + one.angle + one.mass + one.radius for one in self.things)
        if not (isfinite(numbers) and isfinite(sum(x + y for one in self.things for x, y in one.corners))):
            raise ValueError("a thing has a number that is none")
        if len({thing.id for thing in self.things}) < len(self.things):
            raise ValueError("a thing is there twice")
        if any(thing.mass <= 0 for thing in self.things) or any(half <= 0 for half in self._halves):
            raise ValueError("a thing has no mass or no size")

    def _put(self, thing: Thing, mass: float) -> None:
        moment = mass * thing.radius**2 / 2
        lever = thing.radius * 2 / 3
        if thing.corners:
            moment = pymunk.moment_for_poly(mass, thing.corners)
            lever = _lever(thing.corners)
        body = pymunk.Body(mass, moment)
        body.position = thing.x, thing.y
        if thing.angle:
            body.angle = thing.angle
        shape = pymunk.Poly(body, thing.corners) if thing.corners else pymunk.Circle(body, thing.radius)
        self.bodies.put(body, shape, thing.matter, lever, EVERYBODY)

    def _build(self, wall: Wall) -> None:
        shape = pymunk.Segment(self.bodies.space.static_body, wall.start, wall.end, wall.thick / 2)
        shape.friction = wall.matter.rub
        shape.elasticity = wall.matter.bounce
        self.bodies.space.add(shape)

    def _find_reaches(self) -> list[float]:
        """Return how far each thing may move in a step, in mm, so that no two pass through each other if both move.

        Walls count as things that a thing can meet.
        """
        walls = min((wall.thick / 2 for wall in self.ground.walls), default=inf)
        ordered = sorted(self._halves)
        reaches = []
        for half in self._halves:
            others = ordered[half == ordered[0]] if len(ordered) > 1 else half
            reaches.append(_SHARE * (half + min(others, walls)) / 2)
        return reaches

    def _find_holes(self) -> list[tuple[int, Trap, list[float]]]:
        """Return the holes with their numbers, and the distance at which each thing tips into them (`_tips`)."""
        holes = [(number, trap) for number, trap in enumerate(self.ground.traps) if not trap.outside]
        return [(number, trap, [_tips(trap.radius, half) for half in self._halves]) for number, trap in holes]

    def start(self, which: int, speed: Point) -> None:
        """Give a thing a speed. Raises ValueError if it is not there."""
        if which not in self.index:
            raise ValueError(f"there is no thing {which}")
        index = self.index[which]
        body = self.bodies.bodies[index][0]
        body.activate()
        self.pace(self._masses[index] * hypot(*speed) ** 2 / 2)
        # The engine moves a body before it slows it down: with half a step's less speed the way comes out right.
        less = self.things[index].matter.grip * GRAVITY * FRAME / self.steps / 2
        share = max(0.0, 1 - less / max(hypot(*speed), 1e-9))
        body.velocity = speed[0] * share, speed[1] * share

    def run(self, seconds: float = _LONGEST) -> None:
        """Until all lie still, or so long."""
        for _ in range(ceil(seconds / FRAME)):
            if not self.frame():
                return

    def pace(self, energy: float) -> None:
        """Make steps so short that nothing passes through anything with so much energy in all, in g mm²/s².

        A hit may more than double a speed, and a chain of ever lighter things multiplies it; but none of them gets more
        than all of the energy. Steps keep their length until all lies still: the engine begins each with the forces
        of the one before, and where that was of another length a hit gave up to 67 % of energy too much (measured).
        """
        fastest = (sqrt(2 * energy / mass) / reach for mass, reach in zip(self._masses, self._reaches, strict=True))
        self.steps = max(_STEPS, ceil(FRAME * max(fastest, default=0.0)))

    def frame(self) -> bool:
        """Step for one frame; whether anything still moves."""
        self.watch_holes()
        step = self.step if self._above else self.bodies.space.step
        seconds = FRAME / self.steps
        for _ in range(self.steps):
            step(seconds)
        return self.look()

    def watch_holes(self) -> None:
        """Remember before a frame what may come to a hole in it: these are followed step by step."""
        self._above = []
        if not self._holes:
            return
        last = self.last
        for number, trap, tips in self._holes:
            away = np.hypot(last[:, 0] - trap.x, last[:, 1] - trap.y)
            near = (away - tips < np.multiply(self._reaches, self.steps)) & (np.array(tips) > 0)
            for index in np.flatnonzero(near).tolist():
                if self.things[index].id not in self.taken:
                    position = last[index, 0].item(), last[index, 1].item()
                    self._above.append(_Above(index, number, tips[index], position))

    def step(self, seconds: float) -> None:
        """Step, and let fall what has come over a hole: the way of the step is followed, so its length does not count.

        Slow things fall that come over it anywhere; what crosses it too fast flies over it.
        """
        self.bodies.space.step(seconds)
        if not self._above:
            return
        order, floats = self.bodies.listed()
        if order != self._order:
            ids = np.frombuffer(order, dtype=np.int64).tolist()
            self._order, self._rows = order, {self.bodies.places.get(body): row for row, body in enumerate(ids)}
        places = memoryview(floats).cast("d")
        for above in self._above:
            number = PARTS * self._rows[above.index]
            position = places[number], places[number + 1]
            if position == above.position or self.things[above.index].id in self.taken:
                continue
            if _falls(self.ground.traps[above.trap], above.tips, above.position, position, seconds):
                self.taken[self.things[above.index].id] = above.trap
                self.bodies.set(above.index, (0.0, 0.0), 0.0, NOBODY)
            above.position = position

    def look(self) -> bool:
        """See where everything is, and take what came to a trap or left the table; whether anything may still move.

        Every other time, where nothing can be taken, it is only seen; and between closed edges nobody looks for what
        left: looking closer costs a fifth of a flick.
        """
        before, now = self.film[-1], self.bodies.listed()
        self.film.append(now)
        if before == now:
            return False
        if self.moment % 2 and not self.ground.traps:
            return True
        if self.ground.traps or (not self.ground.closed and self._out(now)):
            self._take(self.bodies.by_place([before])[0], self.last)
        return before[0] != now[0] or self._moves(before[1], now[1])

    def _out(self, now: Listed) -> bool:
        """Whether a centre is beyond an edge."""
        frame = np.frombuffer(now[1]).reshape(-1, PARTS)
        return bool((np.abs(frame - self._middle) > self._middle).any())

    def _moves(self, before: bytes, now: bytes) -> bool:
        """Whether anything moved: most often what moved most when that was last asked, so that one number tells it."""
        one, other = memoryview(before).cast("d"), memoryview(now).cast("d")
        if abs(one[self._fast] - other[self._fast]) < _STILL:
            self._fast = int(np.abs(np.frombuffer(now) - np.frombuffer(before)).argmax())
        return abs(one[self._fast] - other[self._fast]) >= _STILL

    @property
    def last(self) -> Frames:
        """x, y and angle of all things, by id, at the last look."""
        places: Frames = self.bodies.by_place(self.film[-1:])[0]
        return places

    @property
    def moment(self) -> int:
        """How many frames it has been looked at."""
        return len(self.film) - 1

    def _take(self, before: Frames, now: Frames) -> None:
        width, height = self.ground.size
        ditches = [(number, trap) for number, trap in enumerate(self.ground.traps) if trap.outside]
        for index in np.flatnonzero((before != now).any(axis=1)).tolist():
            if self.things[index].id in self.taken:
                continue
            x, y = now[index, :2].tolist()
            trap = next((n for n, ditch in ditches if dist((ditch.x, ditch.y), (x, y)) > ditch.radius), None)
            if trap is not None:
                self.taken[self.things[index].id] = trap
            elif not (0 <= x <= width and 0 <= y <= height):
                self.lost.add(self.things[index].id)
            else:
                continue
            self.bodies.set(index, (0.0, 0.0), 0.0, NOBODY)

    def _lose(self, moved: Sequence[int], last: Sequence[Sequence[float]]) -> None:
        (width, height), gone = self.ground.size, self.taken
        for index in moved:
            x, y, _ = last[index]
            if not (0 <= x <= width and 0 <= y <= height) and self.things[index].id not in gone:
                self.lost.add(self.things[index].id)

    def energy(self) -> float:
        """The energy of all motion, in g mm²/s²."""
        bodies = [body for body, _ in self.bodies.bodies]
        return sum(
            body.mass * body.velocity.length**2 / 2 + body.moment * body.angular_velocity**2 / 2 for body in bodies
        )

    def ended(self) -> Slide:
        """Where everything is."""
        found = self.last
        moved = np.flatnonzero((np.abs(found - self._lay) >= _STILL).any(axis=1)).tolist()
        last = found.tolist()
        if self.ground.closed:  # what lay on an edge may have been shoved out over it
            self._lose(moved, last)
        ids = tuple(self.things[index].id for index in moved)
        rest = tuple(
            Rested(one, round(x, 3), round(y, 3), round(remainder(angle, tau), 4))
            for one, (x, y, angle) in zip(ids, map(last.__getitem__, moved), strict=True)
            if one not in self.taken and one not in self.lost
        )
        gone = tuple(sorted(self.taken.items())), tuple(sorted(self.lost))
        return Slide(rest, *gone, ids, (self.film, self.bodies.places, moved))


@dataclass(slots=True)
class _Above:
    """A thing that may come over a hole in this frame, and where it was after the last step."""

    index: int
    trap: int
    tips: float
    position: Point


def _tips(hole: float, half: float) -> float:
    """Return how near the centre of a disc must come to that of a round hole to fall into it, in mm; 0 if it cannot.

    Both are radii. A disc tips when its centre lies beyond the line between the two points where it rests on the rim.
    What is not round falls by its inner circle.
    """
    return sqrt(max(0.0, hole * hole - half * half))


def _falls(trap: Trap, tips: float, start: Point, end: Point, seconds: float) -> bool:
    """True if a centre on its way from start to end comes within `tips` of the hole, slowly enough to fall."""
    at = trap.x, trap.y
    way = end[0] - start[0], end[1] - start[1]
    length = way[0] ** 2 + way[1] ** 2
    share = ((at[0] - start[0]) * way[0] + (at[1] - start[1]) * way[1]) / length if length else 0.0
    beside = dist(at, (start[0] + share * way[0], start[1] + share * way[1]))
    share = min(max(share, 0.0), 1.0)
    near = dist(at, (start[0] + share * way[0], start[1] + share * way[1]))
    return near < tips and 4 * (tips**2 - beside**2) * seconds**2 >= length * _FALLS**2


def _half(thing: Thing) -> float:
    """Half of the smallest width, in mm: for corners the distance of the centre from the nearest side."""
    if not thing.corners:
        return thing.radius
    sides = zip(thing.corners, thing.corners[1:] + thing.corners[:1], strict=True)
    return min(abs(ax * by - ay * bx) / max(hypot(bx - ax, by - ay), 1e-12) for (ax, ay), (bx, by) in sides)


def _lever(corners: Sequence[Point]) -> float:
    """About the mean distance of a polygon's points from its centre: that of a disc of the same area."""
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    area = abs(sum(ax * by - ay * bx for (ax, ay), (bx, by) in sides)) / 2
    return 2 / 3 * sqrt(area / pi)
