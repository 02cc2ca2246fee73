"""Where there is room for one more soldier: the legal place nearest to a point, and the next one along a line.

For a fixed angle each soldier or block in the way keeps the lifted one's centre out of a convex shape with a pair of
sides for each direction of an edge of the two (GS-04, GS-35); the table's edges and how far a move reaches (GS-11) keep
it in a convex shape. So the nearest legal place is where the point itself is held in, or lies on a side of somebody's
shape: all of these are looked at, the nearest first. Lengths in mm, angles in radians.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, dist, hypot, inf, sin, sqrt

from grenade_salad.games.salad.pieces import Block, Measures, Point, Pose, Soldier
from grenade_salad.games.salad.placement import TOLERANCE

REACH = 5.0
"""A soldier is put down at most so many mm from where it is held."""
SPARE = 1e-6
"""mm by which a place that is found is better than just legal, so that rounding cannot spoil it."""
_SAME = 1e-9
_ALL, _NONE = (-inf, inf), (inf, -inf)
_AXES = ((1.0, 0.0), (0.0, 1.0))

Span = tuple[float, float]
"""A part of a line, from one number of mm along it to another; empty if they are the other way round."""
Disc = tuple[Point, float]
"""A middle, and how far it may be from there."""


def nearest(
    measures: Measures,
    soldiers: Iterable[Soldier | Pose],
    at: Point,
    angle: float,
    *,
    ignoring: int | None = None,
    within: Disc | None = None,
    reach: float = REACH,
) -> Point | None:
    """The place nearest to a point where a soldier turned by `angle` may lie (GS-04, GS-11, GS-13).

    It is legal by `why_not_place`, in the disc `within`, and at most `reach` from the point; None if there is no such
    place. None that is legal by more than `SPARE` is nearer by more than 0.001 mm. `ignoring` is the soldier that is
    lifted. Only those whom a soldier within `reach` of the point could touch take time.

    >>> from grenade_salad.games.salad.pieces import Measures, Pose
    >>> x, y = nearest(Measures(), [Pose(0, 100.0, 100.0, 0.0)], (106.0, 103.0), 0.0)
    >>> round(x, 2), round(y, 2)
    (107.95, 103.0)
    """
    near = [one for one in soldiers if dist((one.x, one.y), at) <= reach + 1.4143 * measures.cube]
    room = _Room(measures, near, angle, ignoring, within)
    held = room.held(at)
    if held is None:
        return None
    if dist(held, at) <= reach and not any(body.covers(held) for body in room.bodies):
        return held
    best, least = None, reach
    sides = [(abs(side.beside(at)), side, body) for body in room.bodies for side in body.sides()]
    for away, side, body in sorted(sides, key=lambda one: one[0]):
        if away > least:
            break
        found = room.free(side, body, at, least)
        if found is not None:
            best, least = found, dist(found, at)
    return best


def along(
    measures: Measures,
    soldiers: Iterable[Soldier | Pose],
    start: Point,
    way: Point,
    angle: float,
    *,
    ignoring: int | None = None,
    within: Disc | None = None,
) -> Point | None:
    """The first place from a point on in the direction of `way`, and at least its length away, where a soldier may
    lie: beyond whoever is in the way. None if there is none."""
    least = hypot(*way)
    line = _Line(start, (way[0] / least, way[1] / least))
    room = _Room(measures, soldiers, angle, ignoring, within)
    low, high = room.part(line)
    first = max(least, low)
    for begin, end in sorted(body.part(line) for body in room.bodies):
        if begin < first < end:
            first = end
    return line.at(first) if first <= high else None


@dataclass(frozen=True, slots=True)
class _Line:
    """The points `start` + t * `way`; `way` is 1 mm long."""

    start: Point
    way: Point

    def at(self, t: float) -> Point:
        return self.start[0] + t * self.way[0], self.start[1] + t * self.way[1]

    def along(self, point: Point) -> float:
        """Which t is nearest to the point."""
        return (point[0] - self.start[0]) * self.way[0] + (point[1] - self.start[1]) * self.way[1]

    def beside(self, point: Point) -> float:
        """How far to the left of the line the point is."""
        return (point[1] - self.start[1]) * self.way[0] - (point[0] - self.start[0]) * self.way[1]

    def strip(self, axis: Point, middle: Point, half: float) -> Span:
        """The part that is nearer to the middle than `half`, measured along the axis."""
        far = axis[0] * (self.start[0] - middle[0]) + axis[1] * (self.start[1] - middle[1])
        slope = axis[0] * self.way[0] + axis[1] * self.way[1]
        if abs(slope) < _SAME:
            return _ALL if abs(far) < half - _SAME else _NONE
        one, other = (-half - far) / slope, (half - far) / slope
        return (one, other) if one < other else (other, one)

    def disc(self, middle: Point, radius: float) -> Span:
        """The part in a disc."""
        near, away = self.along(middle), self.beside(middle)
        if abs(away) > radius:
            return _NONE
        half = sqrt(radius * radius - away * away)
        return near - half, near + half


@dataclass(frozen=True, slots=True)
class _Body:
    """Where somebody keeps the centre of the lifted soldier out: nearer to its own middle than that along all four
    axes, which are those of the two; each is a direction and so many mm."""

    middle: Point
    axes: tuple[tuple[float, float, float], ...]

    def covers(self, point: Point) -> bool:
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        return all(abs(x * across + y * up) < half for across, up, half in self.axes)

    def part(self, line: _Line) -> Span:
        """The part of a line that is not free."""
        return _common(line.strip((across, up), self.middle, half) for across, up, half in self.axes)

    def sides(self) -> Iterator[_Line]:
        """The lines on which its sides lie: nothing of them is in it."""
        x, y = self.middle
        for across, up, half in self.axes:
            for far in (half, -half):
                yield _Line((x + across * far, y + up * far), (-up, across))


class _Room:
    """What the centre of a soldier at an angle is held in, and who keeps it out."""

    def __init__(
        self,
        measures: Measures,
        soldiers: Iterable[Soldier | Pose],
        angle: float,
        ignoring: int | None,
        within: Disc | None,
    ) -> None:
        c, s = cos(angle), sin(angle)
        edge = measures.cube / 2 * (abs(c) + abs(s)) - TOLERANCE + SPARE
        wide, high = measures.table
        self.middle = (wide / 2, high / 2)
        self.halves = (wide / 2 - edge, high / 2 - edge)
        self.within = within
        self.bodies = [_body(measures.cube, one, angle) for one in soldiers if one.id != ignoring]
        self.bodies += [_beside(measures.cube, block, angle) for block in measures.blocks]

    def held(self, at: Point) -> Point | None:
        """The point, or where the table's edges and the disc hold it; None if nothing is inside both."""
        (x, y), (across, up) = self.middle, self.halves
        clamped = min(max(at[0], x - across), x + across), min(max(at[1], y - up), y + up)
        if self.within is None or dist(clamped, self.within[0]) <= self.within[1]:
            return clamped
        middle, radius = self.within
        share = radius / max(_SAME, dist(at, middle))
        found = [(middle[0] + (at[0] - middle[0]) * share, middle[1] + (at[1] - middle[1]) * share)]
        for axis, half in zip(_AXES, self.halves, strict=True):
            edges = _Body(self.middle, ((*axis, half),)).sides()
            found += [edge.at(t) for edge in edges for t in edge.disc(middle, radius)]
        inside = [one for one in found if abs(one[0] - x) <= across + _SAME and abs(one[1] - y) <= up + _SAME]
        return min(inside, key=lambda one: dist(one, at), default=None)

    def part(self, line: _Line) -> Span:
        """The part of a line that is inside."""
        across, up = (line.strip(axis, self.middle, half) for axis, half in zip(_AXES, self.halves, strict=True))
        return _common((across, up, _ALL if self.within is None else line.disc(*self.within)))

    def free(self, side: _Line, body: _Body, at: Point, reach: float) -> Point | None:
        """The point of a body's side nearest to a point, and within `reach` of it, that nobody else covers."""
        low, high = _common((self.part(side), side.disc(at, reach)))
        if low > high:
            return None
        taken = []
        for other in self.bodies:
            begin, end = _NONE if other is body else other.part(side)
            if begin < low and high < end:
                return None
            if begin < high and low < end:
                taken.append((begin, end))
        want = side.along(at)
        ends = [t for span in taken for t in span if low <= t <= high]
        for t in sorted((min(max(want, low), high), *ends), key=lambda t: abs(t - want)):
            if not any(begin + _SAME < t < end - _SAME for begin, end in taken):
                return side.at(t)
        return None


def _body(width: float, one: Soldier | Pose, angle: float) -> _Body:
    axes = [axis for turn in (angle, one.angle) for axis in ((cos(turn), sin(turn)), (-sin(turn), cos(turn)))]
    turned = one.angle - angle
    shadow = width / 2 * (1 + abs(cos(turned)) + abs(sin(turned)))
    return _Body((one.x, one.y), tuple((*axis, shadow - TOLERANCE + SPARE) for axis in axes))


def _beside(width: float, block: Block, angle: float) -> _Body:
    c, s = abs(cos(block.angle - angle)), abs(sin(block.angle - angle))
    wide, high = block.half
    theirs, own = width / 2 * (c + s), width / 2
    halves = (
        (angle, wide * c + high * s + own, wide * s + high * c + own),
        (block.angle, wide + theirs, high + theirs),
    )
    axes = []
    for turn, across, up in halves:
        axes.append((cos(turn), sin(turn), across - TOLERANCE + SPARE))
        axes.append((-sin(turn), cos(turn), up - TOLERANCE + SPARE))
    return _Body((block.x, block.y), tuple(axes))


def _common(spans: Iterable[Span]) -> Span:
    """What is in all of the parts."""
    low, high = _ALL
    for begin, end in spans:
        low, high = max(low, begin), min(high, end)
    return low, high
