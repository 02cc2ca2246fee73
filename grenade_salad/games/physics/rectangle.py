"""Rectangles on a table: their corners, and how far two of them are apart.

A rectangle is anything with a middle `x`, `y` and an `angle`, and half of its sides as another argument. Lengths are
in mm, angles in radians.
"""

from __future__ import annotations

from math import copysign, cos, inf, sin
from typing import NamedTuple, TypeAlias

from grenade_salad.games.physics.placed import Placed

Point: TypeAlias = tuple[float, float]
_PARALLEL = 1e-12
"""Minimum advance along an axis, per mm of motion, that is not only rounding."""


class Rectangle(NamedTuple):
    """A rectangle by its middle, its angle, and half of its sides."""

    x: float
    y: float
    angle: float
    half: Point


def rectangle_corners(rectangle: Placed, half: Point, margin: float = 0.0) -> tuple[Point, Point, Point, Point]:
    """Return the four corners of a rectangle, counter-clockwise.

    Each side is moved outwards by `margin` mm.
    """
    c, s = cos(rectangle.angle), sin(rectangle.angle)
    half_width, half_height = half[0] + margin, half[1] + margin
    a, b = (
        (half_width * c - half_height * s, half_width * s + half_height * c),
        (-half_width * c - half_height * s, -half_width * s + half_height * c),
    )
    x, y = rectangle.x, rectangle.y
    return (x + a[0], y + a[1]), (x + b[0], y + b[1]), (x - a[0], y - a[1]), (x - b[0], y - b[1])


def rectangle_separation(a: Placed, a_half: Point, b: Placed, b_half: Point) -> float:
    """Return the separation of two rectangles in mm.

    It is positive if they are apart, else minus the shortest motion that separates them, by the separating axis
    theorem. If positive it is no distance.
    """
    x, y = b.x - a.x, b.y - a.y
    return max(
        abs(x * axis_x + y * axis_y) - reach
        for axis_x, axis_y, reach in _separating_axes(a.angle, a_half, b.angle, b_half)
    )


def separating_normal(a: Placed, a_half: Point, b: Placed, b_half: Point) -> Point:
    """Return the direction from rectangle b to a in which they are farthest apart.

    It is a vector of length 1, normal to a side of one of them.

    >>> square, block = Rectangle(9.0, 2.0, 0.0, (4.0, 4.0)), Rectangle(0.0, 0.0, 0.0, (5.0, 5.0))
    >>> separating_normal(square, square.half, block, block.half)
    (1.0, 0.0)
    """
    x, y = a.x - b.x, a.y - b.y
    axis_x, axis_y, _ = max(
        _separating_axes(a.angle, a_half, b.angle, b_half),
        key=lambda axis: abs(x * axis[0] + y * axis[1]) - axis[2],
    )
    sign = copysign(1.0, x * axis_x + y * axis_y)
    return sign * axis_x, sign * axis_y


def overlap_interval(
    moving: Placed, moving_half: Point, direction: Point, other: Placed, other_half: Point
) -> tuple[float, float] | None:
    """Return between which distances a moving rectangle overlaps another, or None.

    It moves in `direction`, a vector of length 1, without turning. Distances are in mm from where it is now; what is
    behind it has negative ones.

    >>> square = Rectangle(-20.0, 0.0, 0.0, (4.0, 4.0))
    >>> overlap_interval(square, square.half, (1.0, 0.0), Rectangle(0.0, 0.0, 0.0, (10.0, 5.0)), (10.0, 5.0))
    (6.0, 34.0)
    """
    x, y = other.x - moving.x, other.y - moving.y
    first, last = -inf, inf
    for axis_x, axis_y, reach in _separating_axes(moving.angle, moving_half, other.angle, other_half):
        offset = x * axis_x + y * axis_y
        advance = direction[0] * axis_x + direction[1] * axis_y
        if advance < 0:
            offset, advance = -offset, -advance
        if advance < _PARALLEL:
            if abs(offset) >= reach:
                return None
            continue
        # Comparisons are twice as fast as `max` and `min`, and a drop needs thousands of them.
        start, end = (offset - reach) / advance, (offset + reach) / advance
        if start > first:
            first = start
        if end < last:
            last = end
        if first >= last:
            return None
    return first, last


def _separating_axes(
    angle: float, half: Point, other_angle: float, other_half: Point
) -> tuple[tuple[float, float, float], ...]:
    """Return the four axes of two rectangles that may separate them.

    Each is a vector of length 1, with the least distance of the two middles along it at which they are apart.
    """
    c, s = cos(angle), sin(angle)
    other_c, other_s = cos(other_angle), sin(other_angle)
    across, along = abs(c * other_c + s * other_s), abs(s * other_c - c * other_s)
    return (
        (c, s, half[0] + other_half[0] * across + other_half[1] * along),
        (-s, c, half[1] + other_half[0] * along + other_half[1] * across),
        (other_c, other_s, other_half[0] + half[0] * across + half[1] * along),
        (-other_s, other_c, other_half[1] + half[0] * along + half[1] * across),
    )
