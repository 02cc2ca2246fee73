"""What lies on the table of Grenade Salad, and its measures: millimetres and radians (GS-03, GS-04)."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, acosh, pi, sqrt
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
"""x to the right and y up, in mm, from the table's lower left corner."""

Blast: TypeAlias = Literal["area", "width", "tile"]
"""A circle with the area of a tile, a circle as wide as one, or the tile itself (GS-19)."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a soldier lies: centre in mm, angle in radians counter-clockwise."""

    id: int
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Soldier:
    """A living soldier on the table: its owner's seat, its centre in mm, its angle in radians."""

    id: int
    seat: int
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Block:
    """A wooden block on the table (GS-35): its middle and its sides in mm, its angle in radians counter-clockwise."""

    x: float
    y: float
    width: float
    height: float
    angle: float

    @property
    def half(self) -> Point:
        """Half of its sides."""
        return self.width / 2, self.height / 2


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes that all of the table's functions use, in mm (GS-03, GS-19), and the blocks on it (GS-35)."""

    cube: float = 8.0
    tile: float = 50.0
    table: tuple[float, float] = (600.0, 400.0)
    blast: Blast = "area"
    blocks: tuple[Block, ...] = ()

    @property
    def blast_radius(self) -> float:
        """The radius of a grenade's and a mine's blast, in mm; if it is a square, of the circle with its area."""
        return self.tile / 2 if self.blast == "width" else self.tile / sqrt(pi)

    @property
    def blast_reach(self) -> float:
        """From the middle of a blast straight to its edge, in mm: the radius, or half a side of the square."""
        return self.tile / 2 if self.blast == "tile" else self.blast_radius

    def default_height(self, seats: int) -> float:
        """The height in mm of a drop that clusters the soldiers, but not all in one heap (GS-03, GS-06).

        The lowest of HEIGHTS at which the largest blast takes at most two fifths in the median and under a twentieth
        leave the table; else the highest that loses so few. Fitted to drops: `tools.bench heights` compares them.
        """
        factor, power, offset = _SPREAD_FIT[seats]
        spread = self.cube * (factor * (self.blast_radius / self.cube) ** power - offset)
        safe_heights = [height for height in HEIGHTS if self._lost_share(seats, height) < 0.05] or [HEIGHTS[0]]
        return next((height for height in safe_heights if height >= spread), safe_heights[-1])

    def _lost_share(self, seats: int, height: float) -> float:
        """About which share of the soldiers a drop from that height loses over the edges (GS-07).

        A soldier slides evenly far, up to `reach`, in any direction: so this is an integral, for each pair of edges.
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
_SPREAD_FIT = {2: (9.6, 0.8, 2.0), 3: (23.2, 0.5, 17.25), 4: (27.9, 0.5, 24.6)}
"""By seats, for lengths in cubes: the height that is high enough is factor x blast radius ^ power - less."""
_MAX_SLIDE_SHARE = 0.7475
"""How far soldiers slide at most, as a share of the height."""
_PUSHED_CUBES = {2: 1.2, 3: 0.9, 4: 0.4}
"""By seats: how many cubes farther they come from the middle, as they fall beside it and push each other."""
_EDGE_REACH = 0.62
"""From a soldier's middle to what is first over an edge, in cubes."""
MAX_BLOCKS = 8
"""Blocks that can lie on the table (GS-35)."""
BLOCK_SIDES = 10.0, 150.0
"""How long a side of a block is in mm, at least and at most (GS-35)."""
BLOCK_RISE = 12.0
"""How high blocks are in mm, for the eyes: the rules see the table from above."""
Card: TypeAlias = Literal["pointer", "circles", "hammers", "arrow", "explosion", "footpath"]
"""What a card can be (GS-02)."""
SYMBOLS: tuple[Card, ...] = ("pointer", "circles", "hammers", "arrow", "explosion", "footpath")
"""The six kinds of card (GS-02)."""
OF_EACH_SYMBOL = 9
"""Cards of each symbol in the box (GS-02)."""
HAND_SIZE = 5
"""Cards that a hand is filled up to (GS-08, GS-10)."""
CARDS_PER_TURN = 2
"""Cards that may be played in a turn (GS-10)."""
