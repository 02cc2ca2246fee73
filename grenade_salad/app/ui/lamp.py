"""The one warm lamp over every table: where it hangs, where shadows fall, how much of its light comes to a place.

It hangs a little to the left of a table's middle and behind it. `textures/lamp.png` is its light on a whole table; who
draws a table lays that over its wood or its cloth, and asks here for all that stands and lies on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from grenade_salad.app.ui.inputs import Point

LIGHT = "textures/lamp.png"
"""The picture of its light: transparent, to be stretched over a table."""
_SHARE_X, _SHARE_Y = 0.42, 0.36
"""Where it hangs over a table, as shares of its width and its height from the upper left corner."""
_HEIGHT_SHARE = 0.4
"""How high, as a share of a table's width and height together."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """`under` is the point of the screen under it, y down, `high` how high it hangs: pixels, or units of the screen.

    >>> lamp = over((0, 0, 600, 400))
    >>> lamp.away((252.0, 144.0), 8.0)
    (0.0, 0.0)
    >>> across, down = lamp.away((448.0, 144.0), 8.0)
    >>> round(across, 3), down
    (4.0, 0.0)
    """

    foot: Point
    height: float

    def scaled(self, factor: float) -> Lamp:
        """The same lamp in units so many times as small, such as pixels instead of units."""
        return Lamp((self.foot[0] * factor, self.foot[1] * factor), self.height * factor)

    def shadow_offset(self, point: Point, height: float) -> Point:
        """How far beside a point its shadow on the table lies, if the point is so high over it."""
        share = self.shadow_share(height)
        return (point[0] - self.foot[0]) * share, (point[1] - self.foot[1]) * share

    def shadow_share(self, height: float) -> float:
        """The same as a share of how far the point is from under the lamp."""
        return max(0.0, height) / max(self.height * 0.25, self.height - height)

    def direction_from(self, point: Point) -> tuple[float, float, float]:
        """The way from a point of the table to the lamp, 1 long: to the right, up on the screen, up from the table."""
        across, down = self.foot[0] - point[0], self.foot[1] - point[1]
        distance = hypot(across, down, self.height)
        return across / distance, -down / distance, self.height / distance

    def relative_distance(self, point: Point) -> float:
        """How far a point lies from the one under the lamp, as a multiple of how high that hangs."""
        return hypot(point[0] - self.foot[0], point[1] - self.foot[1]) / self.height


@lru_cache(maxsize=64)
def place_lamp(table: tuple[float, float, float, float]) -> Lamp:
    """The lamp over a table: left, top, width and height of it on the screen."""
    left, top, width, height = table
    return Lamp((left + width * _SHARE_X, top + height * _SHARE_Y), max(1.0, (width + height) * _HEIGHT_SHARE))
