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
_ACROSS, _DOWN = 0.42, 0.36
"""Where it hangs over a table, as shares of its width and its height from the upper left corner."""
_HIGH = 0.4
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

    under: Point
    high: float

    def scaled(self, times: float) -> Lamp:
        """The same lamp in units so many times as small, such as pixels instead of units."""
        return Lamp((self.under[0] * times, self.under[1] * times), self.high * times)

    def away(self, at: Point, high: float) -> Point:
        """How far beside a point its shadow on the table lies, if the point is so high over it."""
        share = self.share(high)
        return (at[0] - self.under[0]) * share, (at[1] - self.under[1]) * share

    def share(self, high: float) -> float:
        """The same as a share of how far the point is from under the lamp."""
        return max(0.0, high) / max(self.high * 0.25, self.high - high)

    def towards(self, at: Point) -> tuple[float, float, float]:
        """The way from a point of the table to the lamp, 1 long: to the right, up on the screen, up from the table."""
        across, down = self.under[0] - at[0], self.under[1] - at[1]
        far = hypot(across, down, self.high)
        return across / far, -down / far, self.high / far

    def far(self, at: Point) -> float:
        """How far a point lies from the one under the lamp, as a multiple of how high that hangs."""
        return hypot(at[0] - self.under[0], at[1] - self.under[1]) / self.high


@lru_cache(maxsize=64)
def over(table: tuple[float, float, float, float]) -> Lamp:
    """The lamp over a table: left, top, width and height of it on the screen."""
    left, top, wide, high = table
    return Lamp((left + wide * _ACROSS, top + high * _DOWN), max(1.0, (wide + high) * _HIGH))
