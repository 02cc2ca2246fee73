"""How a cube is turned in the air: small rotation matrices. x to the right, y up the table, z towards the eye."""

from __future__ import annotations

from math import atan2, cos, sin
from typing import TypeAlias

Vector: TypeAlias = tuple[float, float, float]
Rotation: TypeAlias = tuple[Vector, Vector, Vector]
"""The rows of a rotation matrix; its columns are where the cube's own x, y and z point."""

UP: Vector = (0.0, 0.0, 1.0)
_FLAT = 0.9998


def rotate_about(axis: Vector, angle: float) -> Rotation:
    """Turned by radians about an axis of length 1 (Rodrigues).

    >>> about(UP, 0.0)
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    """
    x, y, z = axis
    c, s = cos(angle), sin(angle)
    t = 1 - c
    return (
        (t * x * x + c, t * x * y - s * z, t * x * z + s * y),
        (t * x * y + s * z, t * y * y + c, t * y * z - s * x),
        (t * x * z - s * y, t * y * z + s * x, t * z * z + c),
    )


def compose(second: Rotation, first: Rotation) -> Rotation:
    """One turn after another."""
    (a, b, c), (d, e, f), (g, h, i) = first
    return (
        (
            second[0][0] * a + second[0][1] * d + second[0][2] * g,
            second[0][0] * b + second[0][1] * e + second[0][2] * h,
            second[0][0] * c + second[0][1] * f + second[0][2] * i,
        ),
        (
            second[1][0] * a + second[1][1] * d + second[1][2] * g,
            second[1][0] * b + second[1][1] * e + second[1][2] * h,
            second[1][0] * c + second[1][1] * f + second[1][2] * i,
        ),
        (
            second[2][0] * a + second[2][1] * d + second[2][2] * g,
            second[2][0] * b + second[2][1] * e + second[2][2] * h,
            second[2][0] * c + second[2][1] * f + second[2][2] * i,
        ),
    )


def is_flat(turn: Rotation) -> bool:
    """Whether the cube lies flat with its mark up."""
    return turn[2][2] > _FLAT


def heading(turn: Rotation) -> float:
    """The angle in radians of a square that casts about the same shadow."""
    return atan2(turn[1][0] - turn[0][1], turn[0][0] + turn[1][1])
