"""Pieces on the table of Grenade Salad, and its measures (GS-03, GS-04).

Lengths are in mm, angles in radians.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, acosh, pi, sqrt
from typing import Literal, TypeAlias

from grenade_salad.games.physics.release import FRICTION, MAX_SLIDE

Point: TypeAlias = tuple[float, float]
"""x to the right and y up, in mm, from the table's lower left corner."""

Blast: TypeAlias = Literal["area", "width", "tile"]
"""A circle with the area of a tile, one as wide as a tile, or the tile (GS-19)."""


@dataclass(frozen=True, slots=True)
class Pose:
    """The pose of a soldier: centre in mm, angle in radians counter-clockwise."""

    id: int
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Soldier:
    """A living soldier: its owner's seat, its centre in mm, its angle in radians."""

    id: int
    seat: int
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Block:
    """A wooden block on the table (GS-35).

    It has its middle and its sides in mm, and its angle in radians counter-clockwise.
    """

    x: float
    y: float
    width: float
    height: float
    angle: float

    @property
    def half(self) -> Point:
        """Half of the sides."""
        return self.width / 2, self.height / 2


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes that all of the table's functions use, in mm, and the blocks on it.

    Rules: GS-03, GS-19, GS-35.
    """

    cube: float = 8.0
    tile: float = 50.0
    table: tuple[float, float] = (600.0, 400.0)
    blast: Blast = "area"
    blocks: tuple[Block, ...] = ()

    @property
    def blast_radius(self) -> float:
        """The radius of the blast of a grenade or mine, in mm.

        If the blast is a square, it is the radius of the circle with its area.
        """
        return self.tile / 2 if self.blast == "width" else self.tile / sqrt(pi)

    @property
    def blast_reach(self) -> float:
        """The distance from the middle of a blast straight to its edge, in mm.

        It is the radius, or half a side of the square.
        """
        return self.tile / 2 if self.blast == "tile" else self.blast_radius

    def default_height(self, seats: int) -> float:
        """Return the default height in mm of a drop (GS-03, GS-06).

        It clusters the soldiers, but not all in one heap: the lowest of HEIGHTS at which the largest blast takes at
        most two fifths in the median and under a twentieth leave the table; else the highest that loses so few. The
        formula is fitted to drops: `tools.bench heights` compares them.
        """
        factor, power, offset = _SPREAD_FIT[seats]
        spread = self.cube * (factor * (self.blast_radius / self.cube) ** power - offset)
        safe_heights = [height for height in HEIGHTS if self._lost_share(seats, height) < 0.05] or [HEIGHTS[0]]
        return next((height for height in safe_heights if height >= spread), safe_heights[-1])

    def _lost_share(self, seats: int, height: float) -> float:
        """Return about which share of the soldiers a drop loses over the edges (GS-07).

        A soldier slides any distance up to `reach` with equal chance, in any direction: so this is an integral, for
        each pair of edges.
        """
        reach = _MAX_SLIDE_SHARE * height + _PUSHED_CUBES[seats] * self.cube
        edges = [min(1.0, (side / 2 - _EDGE_REACH * self.cube) / reach) for side in self.table]
        return sum(2 / pi * (acos(edge) - edge * acosh(1 / edge)) for edge in edges)


SOLDIERS_EACH = 20
"""Cubes of each colour in the box (GS-01)."""
DROPPED_EACH = 5
"""Soldiers of each player in the set-up drop (GS-05)."""
MIN_HEIGHT, MAX_HEIGHT = 20.0, 300.0
"""The heights in mm that can be chosen for a drop (GS-06)."""
HEIGHTS = (50.0, 100.0, 150.0, 200.0, 250.0, 300.0)
"""The heights in mm of which one is the default (GS-03)."""
_SPREAD_FIT = {2: (9.2, 0.9, 5.7), 3: (10.3, 0.85, 10.3), 4: (10.3, 0.85, 12.5)}
"""Constants of the fit of the default height, by seats, for lengths in cubes.

The minimum height is factor x blast radius ^ power - offset.
"""
_MAX_SLIDE_SHARE = MAX_SLIDE**2 / FRICTION
"""Maximum slide of a soldier, as a share of the height."""
_PUSHED_CUBES = {2: 2.2, 3: 2.4, 4: 2.7}
"""Additional distance of soldiers from the middle in cubes, by seats.

Its causes are falling beside the middle and pushing each other.
"""
_EDGE_REACH = 0.62
"""Distance from a soldier's middle to its first part over an edge, in cubes."""
MAX_BLOCKS = 8
"""Maximum number of blocks on the table (GS-35)."""
BLOCK_SIDES = 10.0, 150.0
"""Minimum and maximum of a side of a block in mm (GS-35)."""
BLOCK_RISE = 12.0
"""The height of drawn blocks in mm. The rules see the table from above."""
Card: TypeAlias = Literal["pointer", "circles", "hammers", "arrow", "explosion", "footpath"]
"""Kind of a card (GS-02)."""
SYMBOLS: tuple[Card, ...] = ("pointer", "circles", "hammers", "arrow", "explosion", "footpath")
"""The six kinds of card (GS-02)."""
OF_EACH_SYMBOL = 9
"""Cards of each symbol in the box (GS-02)."""
HAND_SIZE = 5
"""Cards that a hand is filled up to (GS-08, GS-10)."""
CIRCLES_COUNT = 3
"""Soldiers that Three Circles drops (GS-14)."""
POINTS_ALIVE = 3
"""Points of a living soldier; a taken one counts 1 (GS-27)."""
CARDS_PER_TURN = 2
"""Maximum number of cards that may be played in a turn (GS-10)."""
