"""Geometry of squares in plain numbers: distances, overlaps, overhangs.

A square is anything with a centre `x`, `y` and an `angle`, and a width that is a separate argument: all cubes are
equal. Lengths are in mm, angles in radians. Results are exact but for rounding (some 1e-12 mm on a real table).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import cos, hypot, sin

from grenade_salad.games.physics.placed import Placed
from grenade_salad.games.salad.pieces import Point

TOUCHING = 1e-8
"""Maximum distance in mm at which something inside or outside another touches it.

Corners are rounded, and sines and cosines differ in the last digit from machine to machine: without this, rounding
would decide about lines and blasts that touch a corner or run along a side.
"""
DIAGONAL = 1.41421357
"""Diagonal of a square in widths, rounded up."""
_ROUNDED = (3 + 2**-49) * 2**-53
"""The error bound of `orientation` in floats, as a share of both products.

Source: Shewchuk 1997, "ccwerrboundA".
"""


def corners(width: float, square: Placed, part: float = 1.0) -> tuple[Point, Point, Point, Point]:
    """Return the four corners, counter-clockwise, at `part` of their distance.

    >>> from grenade_salad.games.salad.pieces import Pose
    >>> corners(8.0, Pose(0, 10.0, 20.0, 0.0))
    ((14.0, 24.0), (6.0, 24.0), (6.0, 16.0), (14.0, 16.0))
    """
    half = width / 2 * part
    c, s = half * cos(square.angle), half * sin(square.angle)
    x, y = square.x, square.y
    return (x + c - s, y + s + c), (x - c - s, y - s + c), (x - c + s, y - s - c), (x + c + s, y + s - c)


def is_far_apart(width: float, a: Placed, b: Placed, reach: float = 0.0) -> bool:
    """True if the centres alone show that the squares are over `reach` mm apart."""
    limit = width * DIAGONAL + reach
    x, y = b.x - a.x, b.y - a.y
    return x * x + y * y > limit * limit


def separation(width: float, a: Placed, b: Placed) -> float:
    """Return the separation of two squares in mm.

    It is positive if they are apart, else minus the shortest motion that separates them, by the separating axis
    theorem. If positive it is no distance: see `edge_gap`.
    """
    half = width / 2
    x, y = b.x - a.x, b.y - a.y
    turned = b.angle - a.angle
    shadow = half * (1 + abs(cos(turned)) + abs(sin(turned)))
    farthest = 0.0
    for angle in (a.angle, b.angle):
        c, s = cos(angle), sin(angle)
        farthest = max(farthest, abs(x * c + y * s), abs(y * c - x * s))
    return farthest - shadow


def orientation(a: Point, b: Point, c: Point) -> float | Fraction:
    """Return twice the area of a triangle, positive if it is counter-clockwise.

    The sign is exact for all floats. Floats suffice unless the three points are almost collinear; then it is computed
    in whole numbers.

    >>> orientation((0.0, 0.0), (4.0, 0.0), (0.0, 3.0))
    12.0
    """
    left, right = (b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0])
    if abs(left - right) > _ROUNDED * (abs(left) + abs(right)):
        return left - right
    ratios = [value.as_integer_ratio() for value in (*a, *b, *c)]
    scale = max(denominator for _, denominator in ratios)
    # All denominators are powers of two. Whole numbers are several times as fast as fractions.
    ax, ay, bx, by, cx, cy = (numerator * (scale // denominator) for numerator, denominator in ratios)
    return Fraction((bx - ax) * (cy - ay) - (by - ay) * (cx - ax), scale * scale)


def entry_share(start: Point, end: Point, polygon: Sequence[Point]) -> float | None:
    """Return the share of a line at which it meets a convex polygon, or None.

    The share is 0 at its start and 1 at its end. The corners are counter-clockwise. To touch is to meet. The decision
    is exact, by the separating axis theorem: a line misses if all corners are on one side of it, or if both of its
    ends are outside of one side.

    >>> square = (4.0, 4.0), (-4.0, 4.0), (-4.0, -4.0), (4.0, -4.0)
    >>> entry_share((-8.0, 0.0), (8.0, 0.0), square), entry_share((-8.0, 4.0), (8.0, 4.0), square)
    (0.25, 0.25)
    >>> entry_share((-8.0, 4.5), (8.0, 4.5), square)
    """
    sides = [orientation(start, end, corner) for corner in polygon]
    if min(sides) > 0 or max(sides) < 0:
        return None
    share = 0.0
    for side in pairwise((*polygon, polygon[0])):
        start_side = orientation(*side, start)
        if start_side < 0:
            end_side = orientation(*side, end)
            if end_side < 0:
                return None
            difference = float(end_side - start_side)
            if difference > 0:  # False if both are too small for a float.
                share = max(share, float(-start_side) / difference)
    return share


def point_rectangle_distance(point: Point, rectangle: Placed, half: Point) -> float:
    """Return the distance from a point to the rectangle in mm, 0 inside."""
    c, s = cos(rectangle.angle), sin(rectangle.angle)
    x, y = point[0] - rectangle.x, point[1] - rectangle.y
    return hypot(max(abs(x * c + y * s) - half[0], 0.0), max(abs(y * c - x * s) - half[1], 0.0))


def point_square_distance(width: float, point: Point, square: Placed) -> float:
    """Return the distance from a point to the square in mm, 0 inside."""
    return point_rectangle_distance(point, square, (width / 2, width / 2))


def edge_gap(width: float, a: Placed, b: Placed) -> float:
    """Return the distance from edge to edge in mm, 0 if they touch or overlap.

    The nearest points of two separate convex shapes include a corner of one of them.
    """
    if separation(width, a, b) <= 0:
        return 0.0
    to_b = min(point_square_distance(width, corner, b) for corner in corners(width, a))
    return min(to_b, min(point_square_distance(width, corner, a) for corner in corners(width, b)))


def overhang(width: float, table: tuple[float, float], square: Placed) -> float:
    """Return how far the square hangs over the table's edge in mm.

    A negative value is the space to the nearest edge.
    """
    reach = width / 2 * (abs(cos(square.angle)) + abs(sin(square.angle)))
    x, y = square.x, square.y
    return max(reach - x, reach - y, x + reach - table[0], y + reach - table[1])


def find_neighbours(width: float, squares: Sequence[Placed], reach: float) -> Iterator[tuple[int, int]]:
    """Yield pairs of indexes of squares that may be nearer than `reach` mm.

    All that are nearer are included, and some others.
    """
    limit = width * DIAGONAL + reach
    order = sorted(range(len(squares)), key=lambda index: squares[index].x)
    for place, first in enumerate(order):
        a = squares[first]
        for second in order[place + 1 :]:
            b = squares[second]
            if b.x - a.x > limit:
                break
            if abs(b.y - a.y) <= limit:
                yield (first, second) if first < second else (second, first)


def find_overlaps(width: float, squares: Sequence[Placed], tolerance: float) -> Iterator[tuple[int, int]]:
    """Yield pairs of indexes of squares that overlap by over `tolerance` mm."""
    for first, second in find_neighbours(width, squares, 0.0):
        if separation(width, squares[first], squares[second]) < -tolerance:
            yield first, second
