"""The way of one cube of a drop, laid out backwards from its rest: slide, slam, hops, fall.

A way is a chain of legs from contact to contact. In the air a cube flies straight and turns evenly; it comes down on
an edge, slams over it onto a face, and rocks while it slides the last bit. Each hop is lower and shorter than the one
before. Lengths are mm, times seconds of the film, angles radians.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tau
from random import Random
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from grenade_salad.films import rotation
from grenade_salad.films.rotation import Turn, Vector
from grenade_salad.games.salad.pieces import Measures, Point, Pose, Soldier
from grenade_salad.games.salad.vector_geometry import Floats

FPS = 60
_SLOWER = 1.5
GRAVITY = 9810.0 / _SLOWER**2
"""mm/s²: the film runs one and a half times slower than the world."""
_ROCKS = 2.5
"""How often a cube rocks from edge to edge while it slides to its rest."""
_SLIDES = 0.42
"""The longest that a knocked soldier slides."""

Kind: TypeAlias = Literal["air", "slam", "slide"]
On: TypeAlias = Literal["table", "wood", "hands"]


class Clack(NamedTuple):
    """Something is heard: when in seconds, at which point of the table in mm, how hard from 0 to 1, and on what."""

    time: float
    at: Point
    hard: float
    on: On


class Leg(NamedTuple):
    """From one contact to the next: from `a` to `b`, which are points of the table.

    `high` is how high it begins, `rise` how much higher than straight its middle is. It turns by `angle` about `axis`
    until it is turned as `turn`. While it slides it `rocks` by so many radians about `axis` and turns by `angle`.
    """

    kind: Kind
    start: float
    end: float
    a: Point
    b: Point
    turn: Turn
    axis: Vector
    angle: float
    high: float = 0.0
    rise: float = 0.0
    rocks: float = 0.0
    low: float = 0.0

    def turned(self, time: float) -> Turn:
        """How the cube is turned then."""
        left = 1 - self.share(time)
        if self.kind == "slide":
            yawed = rotation.after(rotation.about(rotation.UP, -self.angle * left * left), self.turn)
            if self.rocks:
                tilt = self.rocks * left * left * sin(_ROCKS * tau * (1 - left))
                yawed = rotation.after(rotation.about(self.axis, tilt), yawed)
            return yawed
        if self.kind == "slam":
            left = 1 - (1 - left) ** 1.8
        return rotation.after(rotation.about(self.axis, -self.angle * left), self.turn)

    def share(self, time: float) -> float:
        """How much of it is over, 0 to 1."""
        return min(max((time - self.start) / max(1e-9, self.end - self.start), 0.0), 1.0)


@dataclass(frozen=True)
class Way:
    """The legs of a cube in their order. `lands` is its first landing, `angle` that of its rest; `hits` are times and
    strengths, 0 to 1, of what is heard of it on the table."""

    legs: tuple[Leg, ...]
    lands: float
    angle: float
    hits: tuple[tuple[float, float], ...]
    cube: float

    @property
    def start(self) -> float:
        """When it begins to move."""
        return self.legs[0].start

    @property
    def end(self) -> float:
        """When it lies still."""
        return self.legs[-1].end

    def turned(self, time: float) -> Turn:
        """How the cube is turned then."""
        return next((leg for leg in self.legs if time < leg.end), self.legs[-1]).turned(time)

    def stretched(self, fixed: float, times: float) -> Way:
        """Slower or faster after a moment."""

        def moved(time: float) -> float:
            return time if time <= fixed else fixed + (time - fixed) * times

        legs = tuple(leg._replace(start=moved(leg.start), end=moved(leg.end)) for leg in self.legs)
        hits = tuple((moved(time), hard) for time, hard in self.hits)
        return replace(self, legs=legs, lands=moved(self.lands), hits=hits)

    def places(self, frames: int) -> Floats:
        """x, y and z of its lowest point in each frame, (frames, 3)."""
        made = np.zeros((frames, 3))
        made[:] = (*self.legs[0].a, self.legs[0].high)
        for leg in self.legs:
            made[ceil(leg.start * FPS) :] = (*leg.b, leg.low)
            first, last = ceil(leg.start * FPS), min(frames - 1, int(leg.end * FPS))
            share = (np.arange(first, last + 1) / FPS - leg.start) / max(1e-9, leg.end - leg.start)
            share = np.clip(share, 0.0, 1.0)
            gone = self._gone(leg, share)
            rows = made[first : last + 1]
            rows[:, 0] = leg.a[0] + (leg.b[0] - leg.a[0]) * gone
            rows[:, 1] = leg.a[1] + (leg.b[1] - leg.a[1]) * gone
            rows[:, 2] = leg.high + (leg.low - leg.high) * share**2 + 4 * leg.rise * share * (1 - share)
        return made

    def _gone(self, leg: Leg, share: Floats) -> Floats:
        """Which part of the line is behind it. Over an edge its middle goes as the edge has it."""
        if leg.kind == "air":
            return share
        if leg.kind == "slide":
            return 1 - (1 - share) ** 2
        tilt = leg.angle * (1 - share**1.8)
        whole = 1 - cos(leg.angle) + sin(leg.angle)
        back: Floats = (1 - np.cos(tilt) + np.sin(tilt)) / max(1e-9, whole)
        return 1 - back


def to_rest(cube: float, start: Point, leaves: float, lands: float, drop: float, rest: Pose, luck: Random) -> Way:
    """From the hands at `start` to its rest: two or three hops, a slam over an edge, and a slide that rocks."""
    end = rest.x, rest.y
    far = hypot(end[0] - start[0], end[1] - start[1])
    heading = atan2(end[1] - start[1], end[0] - start[0]) if far > cube / 4 else luck.uniform(0, tau)
    lasts = 0.8 * luck.uniform(0.72, 1.0)
    first = min(0.36 * lasts, sqrt(8 * (0.28 * drop + 3) / GRAVITY)) * luck.uniform(0.85, 1.0)
    hops = [first, first * luck.uniform(0.5, 0.62)]
    if luck.random() < 0.5:
        hops.append(hops[-1] * luck.uniform(0.45, 0.55))
    slam = luck.uniform(0.1, 0.14)
    slide = max(0.14, lasts - sum(hops) - slam)
    times = [lands]
    for seconds in (*hops, slam, slide):
        times.append(times[-1] + seconds)

    # from the end: the slide, the slam before it, and the hops before that
    twist = luck.uniform(0.15, 0.5) * luck.choice((-1, 1))
    lying = rotation.about(rotation.UP, rest.angle)
    yaw = rest.angle - twist
    quarter = round((heading - yaw) / (pi / 2)) * (pi / 2)
    along = cos(yaw + quarter), sin(yaw + quarter)
    roll = -along[1], along[0], 0.0
    slid = min(0.09 * far, 14.0) + luck.uniform(0.3, 1.2)
    slammed = end[0] - slid * cos(heading), end[1] - slid * sin(heading)
    rocks = luck.uniform(0.07, 0.16) * luck.choice((-1, 1))
    legs = [Leg("slide", times[-2], times[-1], slammed, end, lying, roll, twist, rocks=rocks)]
    tilt = luck.uniform(1.15, 1.5) if luck.random() < 0.55 else luck.uniform(0.5, 1.0)
    back = cube / 2 * (1 - cos(tilt) + sin(tilt))
    edge = slammed[0] - along[0] * back, slammed[1] - along[1] * back
    flat = rotation.about(rotation.UP, yaw)
    legs.append(Leg("slam", times[-3], times[-2], edge, slammed, flat, roll, tilt))
    legs += _hops(start, edge, times[: len(hops) + 1], legs[-1].turned(times[-3]), luck)
    legs.append(_fall(start, legs[-1], leaves, lands, drop, luck))
    hits = _strengths(drop, times, len(hops))
    return Way(tuple(reversed(legs)), lands, rest.angle, hits, cube)


def _hops(start: Point, end: Point, times: Sequence[float], turn: Turn, luck: Random) -> list[Leg]:
    """Hops from `start` to `end`, the last one first; each covers less ground than the one before."""
    lengths = [(then - now) ** 1.25 for now, then in pairwise(times)]
    across, up = end[0] - start[0], end[1] - start[1]
    far = hypot(across, up)
    points, gone = [start], 0.0
    for length in lengths[:-1]:
        gone += length / sum(lengths)
        aside = luck.uniform(-1, 1) * (1.5 + 0.07 * far)
        lengthways = -up / max(far, 1.0), across / max(far, 1.0)
        points.append((start[0] + across * gone + lengthways[0] * aside, start[1] + up * gone + lengthways[1] * aside))
    points.append(end)
    legs = []
    for number in range(len(lengths) - 1, -1, -1):
        a, b = points[number], points[number + 1]
        seconds = times[number + 1] - times[number]
        heading = atan2(b[1] - a[1], b[0] - a[0]) + luck.uniform(-0.6, 0.6)
        axis = -sin(heading), cos(heading), 0.0
        angle = seconds * luck.uniform(7, 13) * (1 if luck.random() < 0.85 else -1)
        rise = GRAVITY * seconds * seconds / 8
        legs.append(Leg("air", times[number], times[number + 1], a, b, turn, axis, angle, rise=rise))
        turn = legs[-1].turned(times[number])
    return legs


def _fall(start: Point, first: Leg, leaves: float, lands: float, drop: float, luck: Random) -> Leg:
    """From the hands down to the first contact."""
    way = luck.uniform(0, tau)
    axis = cos(way), sin(way), 0.0
    turn = first.turned(first.start)
    above = start[0] + luck.uniform(-1, 1), start[1] + luck.uniform(-1, 1)
    return Leg("air", leaves, lands, above, first.a, turn, axis, luck.uniform(1.0, 2.8), high=drop)


def _strengths(drop: float, times: Sequence[float], hops: int) -> tuple[tuple[float, float], ...]:
    """When it is heard, and how hard it hits: as fast as it comes down."""
    first = min(1.0, sqrt(drop / 250.0))
    heard = [(times[0], first)]
    for number in range(hops):
        heard.append((times[number + 1], min(first, (times[number + 1] - times[number]) * 1.9)))
    slam = times[hops + 1]
    heard.append((slam, 0.42))
    for number in range(1, int(2 * _ROCKS)):
        share = number / (2 * _ROCKS)
        heard.append((slam + (times[-1] - slam) * share, 0.26 * (1 - share) ** 2))
    return tuple(one for one in heard if one[1] > 0.03)


def over_the_edge(measures: Measures, start: Point, leaves: float, lands: float, drop: float, luck: Random) -> Way:
    """From the hands and over the table's edge, for a cube that is lost."""
    heading = luck.uniform(0, tau)
    wide, high = measures.table
    reach = min(
        wide / 2 / max(1e-6, abs(cos(heading))),
        high / 2 / max(1e-6, abs(sin(heading))),
    )
    times = [lands, lands + 0.27, lands + 0.44]
    inside = wide / 2 + cos(heading) * (reach - 7), high / 2 + sin(heading) * (reach - 7)
    legs = _hops(start, inside, times, rotation.about((1.0, 0.0, 0.0), luck.uniform(0.4, 1.2)), luck)
    legs.insert(0, _off(measures, legs[0], heading, luck))
    legs.append(_fall(start, legs[-1], leaves, lands, drop, luck))
    hits = ((lands, min(1.0, sqrt(drop / 250.0))), (times[1], 0.5), (times[2], 0.35))
    return Way(tuple(reversed(legs)), lands, 0.0, hits, measures.cube)


def _off(measures: Measures, last: Leg, heading: float, luck: Random) -> Leg:
    """From the last contact over the edge and down."""
    far = max(30.0, hypot(last.b[0] - last.a[0], last.b[1] - last.a[1]))
    end = last.b[0] + far * cos(heading), last.b[1] + far * sin(heading)
    axis = -sin(heading), cos(heading), 0.0
    turn = rotation.after(rotation.about(axis, 3.0), last.turn)
    return Leg("air", last.end, last.end + 0.34, last.b, end, turn, axis, 3.0, rise=6.0, low=-250.0)


def knocked(
    measures: Measures, struck: Sequence[Soldier], rests: Mapping[int, Pose], made: Mapping[int, Way], luck: Random
) -> tuple[dict[int, Way], list[Clack]]:
    """The ways of soldiers that stood there and were knocked: each when the first of the moving ones reaches it."""
    if not struck:
        return {}, []
    cube = measures.cube
    end = max((way.end for way in made.values()), default=1.0)
    frames = int(end * FPS) + 1
    moving = [way.places(frames) for way in made.values()]
    first = ceil(min((way.lands for way in made.values()), default=0.0) * FPS)
    found: dict[int, Way] = {}
    clacks = []
    middle = measures.table[0] / 2, measures.table[1] / 2
    for one in sorted(struck, key=lambda one: (hypot(one.x - middle[0], one.y - middle[1]), one.id)):
        frame, hard = _reached(cube, one, moving, first, frames)
        time = min(frame / FPS, end - 0.12)
        way = _knock(measures, one, rests.get(one.id), time, min(end, time + _SLIDES), luck)
        moving.append(way.places(frames))
        found[one.id] = way
        clacks.append(Clack(time, (one.x, one.y), hard, "wood"))
    return dict(sorted(found.items())), clacks


def _reached(cube: float, one: Soldier, moving: Sequence[Floats], first: int, frames: int) -> tuple[int, float]:
    """The frame in which the first of the moving cubes is at a soldier, or nearest to it; and how hard it hits."""
    if not moving:
        return first, 0.3
    seen = np.stack(moving, axis=1)[first:]
    away = np.hypot(seen[..., 0] - one.x, seen[..., 1] - one.y) + 2 * np.maximum(0.0, seen[..., 2] - cube)
    still = np.concatenate([np.hypot(*np.moveaxis(np.diff(seen[..., :2], axis=0), 2, 0)), np.zeros((1, len(moving)))])
    away += np.where(still * FPS < 15.0, 4 * cube, 0.0)
    near = away.min(axis=1)
    hits = np.flatnonzero(near < 1.25 * cube)
    frame = int(hits[0]) if len(hits) else int(np.argmin(near))
    speed = float(still[min(frame, len(still) - 1), int(np.argmin(away[frame]))]) * FPS
    return min(first + frame, frames - 1), min(0.9, 0.25 + speed / 500)


def _knock(measures: Measures, one: Soldier, rest: Pose | None, time: float, end: float, luck: Random) -> Way:
    here = one.x, one.y
    if rest is not None:
        far = hypot(rest.x - one.x, rest.y - one.y)
        turned = (rest.angle - one.angle + pi) % tau - pi
        lying = rotation.about(rotation.UP, rest.angle)
        lasts = min(end - time, 0.1 + sqrt(far) * 0.055)
        leg = Leg("slide", time, time + lasts, here, (rest.x, rest.y), lying, rotation.UP, turned)
        return Way((leg,), time, rest.angle, (), measures.cube)
    wide, high = measures.table
    gaps = {(one.x, pi): 0, (wide - one.x, 0.0): 0, (one.y, -pi / 2): 0, (high - one.y, pi / 2): 0}
    gap, heading = min(gaps)
    heading += luck.uniform(-0.3, 0.3)
    edge = one.x + gap * cos(heading), one.y + gap * sin(heading)
    flat = rotation.about(rotation.UP, one.angle)
    slide = Leg("slide", time, time + 0.2, here, edge, flat, rotation.UP, 0.0)
    axis = -sin(heading), cos(heading), 0.0
    beyond = edge[0] + 22 * cos(heading), edge[1] + 22 * sin(heading)
    over = rotation.after(rotation.about(axis, 2.6), flat)
    fall = Leg("air", time + 0.2, time + 0.52, edge, beyond, over, axis, 2.6, low=-250.0)
    return Way((slide, fall), time, one.angle, (), measures.cube)
