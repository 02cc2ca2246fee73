"""Release of cubes from the hand: all the chance of a drop, in plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt, tau
from random import Random
from typing import NamedTuple

GRAVITY = 9810.0
"""mm/s²."""
FRICTION = 0.45
"""Coefficient of friction of wood on linen."""
RESTITUTION = 0.08
"""The share of the speed of impact with which wood bounces off linen."""
MAX_SLIDE = FRICTION * (1 + RESTITUTION)
"""The largest share of the speed of impact that becomes sliding.

It is what friction can do while the table stops and returns the cube (Coulomb). The slide of each cube is drawn evenly
up to there.
"""
MAX_SPIN = 0.5
"""The largest share of the speed of impact that becomes the speed of a corner.

It is the speed with which a corner turns around the centre of its cube.
"""
PACKING = 1.6
"""The volume that shaken cubes take in the hands, in multiples of their own."""


class Landing(NamedTuple):
    """The landing of one cube on the table.

    `time` is in s since the hands opened, `drop` in mm from where it left them; `speed` of the impact and the `slide`
    that is left of it are in mm/s, `spin` is in rad/s.
    """

    id: int
    time: float
    drop: float
    x: float
    y: float
    angle: float
    speed: float
    slide: tuple[float, float]
    spin: float


def landings(
    cube: float, table: tuple[float, float], falling: Sequence[int], height: float, seed: int
) -> tuple[Landing, ...]:
    """Draw the landings of all cubes, in the order of their ids.

    The hands open `height` mm above the middle of the table. `cube` is the width of the cubes, `table` its width and
    height, in mm. The cubes are a loose ball in the hands; `height` is that of its lowest point.
    """
    rng = Random(seed)
    ball = cube * (len(falling) * PACKING * 3 / (4 * pi)) ** (1 / 3)
    return tuple(_landing(cube, table, cube_id, height, ball, rng) for cube_id in sorted(falling))


def _landing(cube: float, table: tuple[float, float], falling: int, height: float, ball: float, rng: Random) -> Landing:
    x, y, z = _in_ball(rng)
    drop = height + ball * (1 + z)
    speed = sqrt(2 * GRAVITY * drop)
    # The distance of a slide grows with the square of its speed: the root makes the distances even, not the speeds.
    slide = speed * MAX_SLIDE * sqrt(rng.random())
    direction = rng.uniform(0.0, tau)
    spin = speed * rng.uniform(-MAX_SPIN, MAX_SPIN) / (cube / sqrt(2))
    return Landing(
        id=falling,
        time=sqrt(2 * drop / GRAVITY),
        drop=drop,
        x=table[0] / 2 + ball * x,
        y=table[1] / 2 + ball * y,
        angle=rng.uniform(0.0, tau),
        speed=speed,
        slide=(slide * cos(direction), slide * sin(direction)),
        spin=spin,
    )


def _in_ball(rng: Random) -> tuple[float, float, float]:
    """Return a random point of the unit ball."""
    while True:
        x, y, z = 2 * rng.random() - 1, 2 * rng.random() - 1, 2 * rng.random() - 1
        if x * x + y * y + z * z <= 1.0:
            return x, y, z
