"""The warm lamp over every table: its place, its shadows and its light.

It hangs a little to the left of a table's middle and behind it. `textures/lamp.png` is its light on a whole table. A
table draws that over its wood or cloth, and uses this module for everything on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from grenade_salad.app.ui.inputs import Point

LIGHT = "textures/lamp.png"
"""The picture of its light: transparent, to be stretched over a table."""
_SHARE_X, _SHARE_Y = 0.42, 0.36
"""Place over a table, as shares of its size from the upper left corner."""
_HEIGHT_SHARE = 0.4
"""Height, as a share of a table's width and height together."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp. Lengths are in pixels or in units of the screen.

    >>> lamp = place_lamp((0, 0, 600, 400))
    >>> lamp.shadow_offset((252.0, 144.0), 8.0)
    (0.0, 0.0)
    >>> across, down = lamp.shadow_offset((448.0, 144.0), 8.0)
    >>> round(across, 3), down
    (4.0, 0.0)
    """

    foot: Point
    """The point of the screen under it, y down."""
    height: float
    """Height over the table."""

    def scaled(self, factor: float) -> Lamp:
        """Return the lamp in smaller units, such as pixels instead of units."""
        return Lamp((self.foot[0] * factor, self.foot[1] * factor), self.height * factor)

    def shadow_offset(self, point: Point, height: float) -> Point:
        """Return the offset of the shadow of a point at some height over the table."""
        share = self.shadow_share(height)
        return (point[0] - self.foot[0]) * share, (point[1] - self.foot[1]) * share

    def shadow_share(self, height: float) -> float:
        """Return the same offset as a share of the distance from the foot."""
        # At the height of the lamp a shadow would be infinitely long.
        return max(0.0, height) / max(self.height * 0.25, self.height - height)

    def direction_from(self, point: Point) -> tuple[float, float, float]:
        """Return the unit vector from a point of the table to the lamp.

        It points to the right, up on the screen, and up from the table.
        """
        across, down = self.foot[0] - point[0], self.foot[1] - point[1]
        distance = hypot(across, down, self.height)
        return across / distance, -down / distance, self.height / distance

    def relative_distance(self, point: Point) -> float:
        """Return the distance of a point from the foot, as a multiple of the height."""
        return hypot(point[0] - self.foot[0], point[1] - self.foot[1]) / self.height


@lru_cache(maxsize=64)
def place_lamp(table: tuple[float, float, float, float]) -> Lamp:
    """Return the lamp over a table: left, top, width and height on the screen."""
    left, top, width, height = table
    return Lamp((left + width * _SHARE_X, top + height * _SHARE_Y), max(1.0, (width + height) * _HEIGHT_SHARE))
