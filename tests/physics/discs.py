"""Discs on a large table, for all tests of sliding."""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from random import Random

from grenade_salad.games.physics.bodies import Material
from grenade_salad.games.physics.sliding import Playfield, SlidingObject

WOOD = Material(table_friction=0.3, friction=0.2, elasticity=0.7)
PLAYFIELD = Playfield((10_000, 10_000))
"""A table so large that nothing reaches its edges."""
RADIUS = 15.0
"""Radius of a disc in mm, unless the test needs another."""


def disc(
    object_id: int, x: float, y: float, matter: Material = WOOD, mass: float = 10.0, radius: float = RADIUS
) -> SlidingObject:
    """Return a disc at a point in mm; its mass is in grams."""
    return SlidingObject(object_id, x, y, 0.0, mass, matter, radius=radius)


def scatter(
    rng: Random,
    count: int,
    box: tuple[float, float, float, float],
    min_distance: float,
    make: Callable[[int, float, float], SlidingObject],
) -> list[SlidingObject]:
    """Return things that do not touch, in a box of x, y, width and height."""
    left, bottom, width, height = box
    objects: list[SlidingObject] = []
    while len(objects) < count:
        x, y = (
            left + rng.uniform(min_distance, width - min_distance),
            bottom + rng.uniform(min_distance, height - min_distance),
        )
        if all(dist((x, y), (obj.x, obj.y)) > min_distance for obj in objects):
            objects.append(make(len(objects), x, y))
    return objects
