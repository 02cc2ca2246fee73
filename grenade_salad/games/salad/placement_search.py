"""Search for a legal place: the nearest to a point, and the next along a line.

For a fixed angle, each soldier or block in the way keeps the lifted soldier's centre out of a convex shape, which has
a pair of sides for each direction of an edge of the two (GS-04, GS-35). The table's edges and the reach of a move
(GS-11) keep it in a convex shape. So the nearest legal place is the point itself, clamped, or is on a side of a
body's shape: all of these are tried, the nearest first. Lengths in mm, angles in radians.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, dist, hypot, inf, sin, sqrt

from grenade_salad.games.salad.geometry import DIAGONAL
from grenade_salad.games.salad.pieces import Block, Measures, Point, Pose, Soldier
from grenade_salad.games.salad.placement import TOLERANCE

REACH = 5.0
"""Maximum distance in mm between where a soldier is held and where it is put."""
SPARE = 1e-6
"""Margin in mm by which a result is better than just legal, against rounding."""
_EPSILON = 1e-9
"""Rounding, in mm or as a slope."""
_ALL, _NONE = (-inf, inf), (inf, -inf)
_AXES = ((1.0, 0.0), (0.0, 1.0))

Span = tuple[float, float]
"""Part of a line, from one distance in mm along it to another; empty if reversed."""
Disc = tuple[Point, float]
"""A middle, and the maximum distance from it."""


def find_nearest_place(
    measures: Measures,
    soldiers: Iterable[Soldier | Pose],
    point: Point,
    angle: float,
    *,
    ignoring: int | None = None,
    within: Disc | None = None,
    reach: float = REACH,
) -> Point | None:
    """Return the nearest place where a soldier turned by `angle` may be, or None.

    It is legal by `why_not_place` (GS-04, GS-11, GS-13), in the disc `within`, and at most `reach` from the point. No
    place that is legal by more than `SPARE` is nearer by more than 0.001 mm. `ignoring` is the id of the lifted
    soldier. Only soldiers that a soldier within `reach` of the point could touch take time.

    >>> from grenade_salad.games.salad.pieces import Measures, Pose
    >>> x, y = find_nearest_place(Measures(), [Pose(0, 100.0, 100.0, 0.0)], (106.0, 103.0), 0.0)
    >>> round(x, 2), round(y, 2)
    (107.95, 103.0)
    """
    near = [soldier for soldier in soldiers if dist((soldier.x, soldier.y), point) <= reach + DIAGONAL * measures.cube]
    space = _FreeSpace(measures, near, angle, ignoring, within)
    clamped = space.clamp(point)
    if clamped is None:
        return None
    if dist(clamped, point) <= reach and not any(body.covers(clamped) for body in space.bodies):
        return clamped
    best, best_distance = None, reach
    sides = [(abs(side.signed_distance(point)), side, body) for body in space.bodies for side in body.sides()]
    for distance, side, body in sorted(sides, key=lambda entry: entry[0]):
        if distance > best_distance:
            break
        place = space.find_free_point(side, body, point, best_distance)
        if place is not None:
            best, best_distance = place, dist(place, point)
    return best


def find_place_along(
    measures: Measures,
    soldiers: Iterable[Soldier | Pose],
    start: Point,
    direction: Point,
    angle: float,
    *,
    ignoring: int | None = None,
    within: Disc | None = None,
) -> Point | None:
    """Return the first legal place from `start` on in a direction, or None.

    It is at least as far from `start` as `direction` is long, and beyond any piece that is in the way.
    """
    min_distance = hypot(*direction)
    line = _Line(start, (direction[0] / min_distance, direction[1] / min_distance))
    space = _FreeSpace(measures, soldiers, angle, ignoring, within)
    lower, upper = space.inside_span(line)
    first = max(min_distance, lower)
    for begin, end in sorted(body.blocked_span(line) for body in space.bodies):
        if begin < first < end:
            first = end
    return line.point_at(first) if first <= upper else None


@dataclass(frozen=True, slots=True)
class _Line:
    """The points `start` + t * `direction`; `direction` is 1 mm long."""

    start: Point
    direction: Point

    def point_at(self, t: float) -> Point:
        return self.start[0] + t * self.direction[0], self.start[1] + t * self.direction[1]

    def project(self, point: Point) -> float:
        """Return the t of the nearest point of the line."""
        return (point[0] - self.start[0]) * self.direction[0] + (point[1] - self.start[1]) * self.direction[1]

    def signed_distance(self, point: Point) -> float:
        """Return the distance of the point from the line, positive to its left."""
        return (point[1] - self.start[1]) * self.direction[0] - (point[0] - self.start[0]) * self.direction[1]

    def strip_span(self, axis: Point, middle: Point, half: float) -> Span:
        """Return the part nearer to the middle than `half`, measured along the axis."""
        offset = axis[0] * (self.start[0] - middle[0]) + axis[1] * (self.start[1] - middle[1])
        slope = axis[0] * self.direction[0] + axis[1] * self.direction[1]
        if abs(slope) < _EPSILON:
            return _ALL if abs(offset) < half - _EPSILON else _NONE
        begin, end = (-half - offset) / slope, (half - offset) / slope
        return (begin, end) if begin < end else (end, begin)

    def disc_span(self, middle: Point, radius: float) -> Span:
        """Return the part that is in a disc."""
        near, distance = self.project(middle), self.signed_distance(middle)
        if abs(distance) > radius:
            return _NONE
        half = sqrt(radius * radius - distance * distance)
        return near - half, near + half


@dataclass(frozen=True, slots=True)
class _Body:
    """The area from which a piece keeps the centre of the lifted soldier out.

    A point is in it if it is nearer to the middle than a distance along all four axes, which are those of the two
    pieces. Each axis is a direction and that distance in mm.
    """

    middle: Point
    axes: tuple[tuple[float, float, float], ...]

    def covers(self, point: Point) -> bool:
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        return all(abs(x * across + y * up) < half for across, up, half in self.axes)

    def blocked_span(self, line: _Line) -> Span:
        """Return the part of a line that is not free."""
        return _intersect(line.strip_span((across, up), self.middle, half) for across, up, half in self.axes)

    def sides(self) -> Iterator[_Line]:
        """Yield the lines that its sides are on; they have none of its inside."""
        x, y = self.middle
        for across, up, half in self.axes:
            for offset in (half, -half):
                yield _Line((x + across * offset, y + up * offset), (-up, across))


class _FreeSpace:
    """Area in which the centre of a soldier at an angle may be, and its obstacles."""

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
        width, height = measures.table
        self.middle = (width / 2, height / 2)
        self.halves = (width / 2 - edge, height / 2 - edge)
        self.within = within
        self.bodies = [_soldier_body(measures.cube, soldier, angle) for soldier in soldiers if soldier.id != ignoring]
        self.bodies += [_block_body(measures.cube, block, angle) for block in measures.blocks]

    def clamp(self, point: Point) -> Point | None:
        """Clamp the point to the table and the disc; None if both share nothing."""
        (x, y), (across, up) = self.middle, self.halves
        clamped = min(max(point[0], x - across), x + across), min(max(point[1], y - up), y + up)
        if self.within is None or dist(clamped, self.within[0]) <= self.within[1]:
            return clamped
        middle, radius = self.within
        factor = radius / max(_EPSILON, dist(point, middle))
        candidates = [(middle[0] + (point[0] - middle[0]) * factor, middle[1] + (point[1] - middle[1]) * factor)]
        for axis, half in zip(_AXES, self.halves, strict=True):
            edges = _Body(self.middle, ((*axis, half),)).sides()
            candidates += [edge.point_at(t) for edge in edges for t in edge.disc_span(middle, radius)]
        inside = [
            candidate
            for candidate in candidates
            if abs(candidate[0] - x) <= across + _EPSILON and abs(candidate[1] - y) <= up + _EPSILON
        ]
        return min(inside, key=lambda candidate: dist(candidate, point), default=None)

    def inside_span(self, line: _Line) -> Span:
        """Return the part of a line that is inside."""
        across, up = (line.strip_span(axis, self.middle, half) for axis, half in zip(_AXES, self.halves, strict=True))
        return _intersect((across, up, _ALL if self.within is None else line.disc_span(*self.within)))

    def find_free_point(self, side: _Line, body: _Body, point: Point, reach: float) -> Point | None:
        """Return the point of a body's side nearest to `point` that is free, or None.

        It is at most `reach` away, and no other body covers it.
        """
        lower, upper = _intersect((self.inside_span(side), side.disc_span(point, reach)))
        if lower > upper:
            return None
        taken = []
        for obstacle in self.bodies:
            begin, end = _NONE if obstacle is body else obstacle.blocked_span(side)
            if begin < lower and upper < end:
                return None
            if begin < upper and lower < end:
                taken.append((begin, end))
        wanted = side.project(point)
        ends = [t for span in taken for t in span if lower <= t <= upper]
        for t in sorted((min(max(wanted, lower), upper), *ends), key=lambda t: abs(t - wanted)):
            if not any(begin + _EPSILON < t < end - _EPSILON for begin, end in taken):
                return side.point_at(t)
        return None


def _soldier_body(width: float, soldier: Soldier | Pose, angle: float) -> _Body:
    axes = [axis for turn in (angle, soldier.angle) for axis in ((cos(turn), sin(turn)), (-sin(turn), cos(turn)))]
    turn_angle = soldier.angle - angle
    shadow = width / 2 * (1 + abs(cos(turn_angle)) + abs(sin(turn_angle)))
    return _Body((soldier.x, soldier.y), tuple((*axis, shadow - TOLERANCE + SPARE) for axis in axes))


def _block_body(width: float, block: Block, angle: float) -> _Body:
    c, s = abs(cos(block.angle - angle)), abs(sin(block.angle - angle))
    half_width, half_height = block.half
    turned_half, own_half = width / 2 * (c + s), width / 2
    halves = (
        (angle, half_width * c + half_height * s + own_half, half_width * s + half_height * c + own_half),
        (block.angle, half_width + turned_half, half_height + turned_half),
    )
    axes = []
    for turn, across, up in halves:
        axes.append((cos(turn), sin(turn), across - TOLERANCE + SPARE))
        axes.append((-sin(turn), cos(turn), up - TOLERANCE + SPARE))
    return _Body((block.x, block.y), tuple(axes))


def _intersect(spans: Iterable[Span]) -> Span:
    """Return the intersection of the parts."""
    lower, upper = _ALL
    for begin, end in spans:
        lower, upper = max(lower, begin), min(upper, end)
    return lower, upper
