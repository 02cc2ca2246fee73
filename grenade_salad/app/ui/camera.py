"""Where the table lies on the screen: millimetres, y up from the lower left corner, to logical units, y down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.lamp import Lamp, over

NEAREST = 72.0
"""How wide a soldier can be in the nearest look, in logical units."""


@dataclass(frozen=True)
class Camera:
    """A look at a table of `table` mm through a box of the screen.

    `zoom` is 1 when the whole table fits with `margin` units around it; `centre` is the point of the table in mm in
    the middle of the box.

    >>> camera = Camera(Rect(0, 0, 620, 420), (600.0, 400.0), margin=10)
    >>> camera.to_screen((0.0, 400.0))
    (10.0, 10.0)
    >>> camera.to_table((610.0, 410.0))
    (600.0, 0.0)
    """

    rect: Rect
    table: tuple[float, float]
    margin: float = 4.0
    zoom: float = 1.0
    centre: Point | None = None
    nearest: float = NEAREST / 8
    """Units in a millimetre at most."""
    around: Rect | None = None
    """The larger box in which the table is drawn, if things lie at the edges of the look; None: it is the box."""
    made_at: float | None = None
    """On the way to another scale: that, so that pictures are made once, and only fitted in between."""

    @property
    def view(self) -> Rect:
        """In which the table is drawn."""
        return self.rect if self.around is None else self.around

    @cached_property
    def whole(self) -> float:
        """Units in a millimetre when the whole table fits."""
        room = max(1.0, self.rect.width - 2 * self.margin), max(1.0, self.rect.height - 2 * self.margin)
        return min(room[0] / self.table[0], room[1] / self.table[1])

    @cached_property
    def scale(self) -> float:
        """Logical units in a millimetre."""
        return self.whole * self.zoom

    @cached_property
    def fit(self) -> float:
        """How many times larger than they are made pictures are shown."""
        return 1.0 if self.made_at is None else self.scale / self.made_at

    @cached_property
    def middle(self) -> Point:
        """The point of the table in mm in the middle of the box."""
        return self.centre or (self.table[0] / 2, self.table[1] / 2)

    def to_screen(self, at: Point) -> Point:
        """A point of the table in units of the screen."""
        (x, y), scale = self.middle, self.scale
        return self.rect.centerx + (at[0] - x) * scale, self.rect.centery - (at[1] - y) * scale

    def to_table(self, at: Point) -> Point:
        """A point of the screen in mm of the table, also off the table."""
        (x, y), scale = self.middle, self.scale
        return x + (at[0] - self.rect.centerx) / scale, y - (at[1] - self.rect.centery) / scale

    @property
    def mat(self) -> Rect:
        """The table on the screen, which may be larger than the box."""
        left, top = self.to_screen((0.0, self.table[1]))
        return Rect(left, top, self.table[0] * self.scale, self.table[1] * self.scale)

    @cached_property
    def lamp(self) -> Lamp:
        """The lamp over the table, in units of the screen."""
        mat = self.mat
        return over((mat.x, mat.y, mat.width, mat.height))

    def seen_through(self, rect: Rect, around: Rect | None = None) -> Camera:
        """The same look through another box: after the window was resized."""
        return replace(self, rect=rect, around=around).held()

    def zoomed(self, times: float, at: Point) -> Camera:
        """Nearer or farther, with the point of the screen staying where it is on the table."""
        fixed = self.to_table(at)
        return self.at(self.scale * times, self.middle).panned_to(fixed, at)

    def at(self, scale: float, centre: Point) -> Camera:
        """At the given units per millimetre, as far as possible, around a point of the table."""
        zoom = max(1.0, min(self.nearest, scale) / self.whole)
        return replace(self, zoom=zoom, centre=centre, made_at=None).held()

    @property
    def overview(self) -> Camera:
        """The whole table."""
        return replace(self, zoom=1.0, centre=None, made_at=None).held()

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """What is in the box, in mm of the table: left, low, right, high."""
        return (*self.to_table(self.rect.bottomleft), *self.to_table(self.rect.topright))

    def sees(self, spot: Point, room: float = 0.0) -> bool:
        """Whether a point of the table is in the box with so many mm around it, as far as the table goes."""
        (left, low, right, top), (x, y), (wide, high) = self.bounds, spot, self.table
        across = left <= max(0.0, x - room) and min(wide, x + room) <= right
        return across and low <= max(0.0, y - room) and min(high, y + room) <= top

    def panned_to(self, spot: Point, at: Point) -> Camera:
        """With a point of the table lying at a point of the screen, as far as the table's edges allow."""
        x = spot[0] - (at[0] - self.rect.centerx) / self.scale
        y = spot[1] + (at[1] - self.rect.centery) / self.scale
        return replace(self, centre=(x, y)).held()

    def panned(self, across: float, up: float) -> Camera:
        """Moved by units of the screen."""
        x, y = self.middle
        return replace(self, centre=(x + across / self.scale, y + up / self.scale)).held()

    def showing(self, spot: Point) -> Camera:
        """Moved just so far that the point of the table is well inside the box."""
        x, y = self.to_screen(spot)
        edge = min(60.0, self.rect.width / 4, self.rect.height / 4)
        across = min(0.0, x - self.rect.left - edge) + max(0.0, x - self.rect.right + edge)
        down = min(0.0, y - self.rect.top - edge) + max(0.0, y - self.rect.bottom + edge)
        return self.panned(across, -down)

    def held(self) -> Camera:
        """With the centre so that nothing but the table and its margin is seen, or the whole table in the middle."""
        x, y = self.middle
        return replace(self, centre=(self._held(x, 0, self.rect.width), self._held(y, 1, self.rect.height)))

    def _held(self, value: float, side: int, room: float) -> float:
        half = (room / 2 - self.margin) / self.scale
        if half * 2 >= self.table[side]:
            return self.table[side] / 2
        return min(self.table[side] - half, max(half, value))
