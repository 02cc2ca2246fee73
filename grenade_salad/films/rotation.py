"""Rotations of a cube in the air, as 3 x 3 matrices.

x points to the right, y up the table, z towards the camera.
"""

from __future__ import annotations

from math import atan2, cos, sin
from typing import TypeAlias

Vector: TypeAlias = tuple[float, float, float]
Rotation: TypeAlias = tuple[Vector, Vector, Vector]
"""Rows of a rotation matrix; its columns are the cube's x, y and z directions."""

UP: Vector = (0.0, 0.0, 1.0)
_FLAT = 0.9998
"""Cosine of the tilt, about a degree, up to which a cube counts as flat."""


def rotate_about(axis: Vector, angle: float) -> Rotation:
    """Return the rotation by radians about an axis of length 1 (Rodrigues).

    >>> rotate_about(UP, 0.0)
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
    """Return the rotation that is `first`, then `second`.

    >>> compose(rotate_about(UP, 0.0), rotate_about(UP, 0.0)) == rotate_about(UP, 0.0)
    True
    """
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


def is_flat(rotation: Rotation) -> bool:
    """True if the cube is flat with its mark up.

    >>> is_flat(rotate_about(UP, 2.0)), is_flat(rotate_about((1.0, 0.0, 0.0), 0.5))
    (True, False)
    """
    return rotation[2][2] > _FLAT


def heading(rotation: Rotation) -> float:
    """Return the angle in radians of a square with about the same shadow.

    >>> heading(rotate_about(UP, 0.5))
    0.5
    """
    return atan2(rotation[1][0] - rotation[0][1], rotation[0][0] + rotation[1][1])
