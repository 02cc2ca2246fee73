"""Camera over a table: millimetres on the table to logical units on the screen.

On the table y points up from the lower left corner, on the screen it points down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.lamp import Lamp, place_lamp

MAX_SOLDIER_WIDTH = 72.0
"""Width of a soldier at the closest zoom, in logical units."""
_ROUNDING = 1e-6
"""mm by which the ends of a view may be off."""
_REVEAL_MARGIN = 60.0
"""Units between a point that is moved into view and the edge of the box."""


@dataclass(frozen=True)
class Camera:
    """A view of a table through a box of the screen.

    >>> camera = Camera(Rect(0, 0, 620, 420), (600.0, 400.0), margin=10)
    >>> camera.to_screen((0.0, 400.0))
    (10.0, 10.0)
    >>> camera.to_table((610.0, 410.0))
    (600.0, 0.0)
    """

    rect: Rect
    table_size: tuple[float, float]
    """Width and height in mm."""
    margin: float = 4.0
    """Units around the table that may be visible, too."""
    zoom: float = 1.0
    """Enlargement: at 1 the whole table fits with its margin."""
    centre: Point | None = None
    """Point of the table, in mm, in the middle of the box; None: the table's middle."""
    max_scale: float = MAX_SOLDIER_WIDTH / 8
    """Maximum units in a millimetre: soldiers are 8 mm wide by the rules."""
    outer_rect: Rect | None = None
    """Larger box in which the table is drawn, if it reaches beyond `rect`, or None."""
    overscroll: float = 0.0
    """Units beyond that margin that may be visible.

    They are less on sides on which the whole table leaves less space.
    """
    picture_scale: float | None = None
    """Scale at which pictures are drawn while the camera zooms, or None.

    They are drawn once for the final scale, and only resized in between.
    """

    @property
    def drawn_rect(self) -> Rect:
        """The box in which the table is drawn."""
        return self.rect if self.outer_rect is None else self.outer_rect

    @cached_property
    def fit_scale(self) -> float:
        """Logical units in a millimetre if the whole table fits."""
        space = max(1.0, self.rect.width - 2 * self.margin), max(1.0, self.rect.height - 2 * self.margin)
        return min(space[0] / self.table_size[0], space[1] / self.table_size[1])

    @cached_property
    def scale(self) -> float:
        """Logical units in a millimetre."""
        return self.fit_scale * self.zoom

    @cached_property
    def picture_zoom(self) -> float:
        """Factor by which pictures are enlarged when they are drawn."""
        return 1.0 if self.picture_scale is None else self.scale / self.picture_scale

    @cached_property
    def middle(self) -> Point:
        """The point of the table in mm in the middle of the box."""
        return self.centre or (self.table_size[0] / 2, self.table_size[1] / 2)

    def to_screen(self, point: Point) -> Point:
        """Return a point of the table, in mm, in units of the screen."""
        (x, y), scale = self.middle, self.scale
        return self.rect.centerx + (point[0] - x) * scale, self.rect.centery - (point[1] - y) * scale

    def to_table(self, point: Point) -> Point:
        """Return a point of the screen in mm of the table, also outside the table."""
        (x, y), scale = self.middle, self.scale
        return x + (point[0] - self.rect.centerx) / scale, y - (point[1] - self.rect.centery) / scale

    @property
    def table_rect(self) -> Rect:
        """The table on the screen, which may be larger than the box."""
        left, top = self.to_screen((0.0, self.table_size[1]))
        return Rect(left, top, self.table_size[0] * self.scale, self.table_size[1] * self.scale)

    @cached_property
    def lamp(self) -> Lamp:
        """The lamp over the table, in units of the screen."""
        mat = self.table_rect
        return place_lamp((mat.x, mat.y, mat.width, mat.height))

    def with_rect(self, rect: Rect, outer_rect: Rect | None = None) -> Camera:
        """Return the same view through another box, as after the window was resized."""
        return replace(self, rect=rect, outer_rect=outer_rect).clamp()

    def zoom_by(self, factor: float, point: Point) -> Camera:
        """Zoom, keeping the point of the screen at the same place of the table."""
        table_point = self.to_table(point)
        return self.with_scale(self.scale * factor, self.middle).pan_to(table_point, point)

    def with_scale(self, scale: float, centre: Point) -> Camera:
        """Return the view at a scale around a point in mm.

        The scale is in units per mm, and is limited.
        """
        zoom = max(1.0, min(self.max_scale, scale) / self.fit_scale)
        return replace(self, zoom=zoom, centre=centre, picture_scale=None).clamp()

    @property
    def overview(self) -> Camera:
        """The view of the whole table."""
        return replace(self, zoom=1.0, centre=None, overscroll=0.0, picture_scale=None).clamp()

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The visible part of the table, in mm: left, bottom, right, top."""
        return (*self.to_table(self.rect.bottomleft), *self.to_table(self.rect.topright))

    def shows(self, point: Point, margin: float = 0.0) -> bool:
        """True if a point of the table is in the box with `margin` mm around it.

        Space beyond the edges of the table is not asked for.
        """
        (left, bottom, right, top), (x, y), (table_width, table_height) = self.bounds, point, self.table_size
        margin -= _ROUNDING
        table_width, table_height = table_width - _ROUNDING, table_height - _ROUNDING
        fits_across = left <= max(_ROUNDING, x - margin) and min(table_width, x + margin) <= right
        return fits_across and bottom <= max(_ROUNDING, y - margin) and min(table_height, y + margin) <= top

    def pan_to(self, table_point: Point, screen_point: Point) -> Camera:
        """Move a point of the table to a point of the screen, within the table's edges."""
        x = table_point[0] - (screen_point[0] - self.rect.centerx) / self.scale
        y = table_point[1] + (screen_point[1] - self.rect.centery) / self.scale
        return replace(self, centre=(x, y)).clamp()

    def pan_by(self, across: float, up: float) -> Camera:
        """Move the view by units of the screen."""
        x, y = self.middle
        return replace(self, centre=(x + across / self.scale, y + up / self.scale)).clamp()

    def reveal(self, point: Point) -> Camera:
        """Move just enough that the point of the table is well inside the box."""
        x, y = self.to_screen(point)
        edge = min(_REVEAL_MARGIN, self.rect.width / 4, self.rect.height / 4)
        across = min(0.0, x - self.rect.left - edge) + max(0.0, x - self.rect.right + edge)
        down = min(0.0, y - self.rect.top - edge) + max(0.0, y - self.rect.bottom + edge)
        return self.pan_by(across, -down)

    def clamp(self) -> Camera:
        """Move the centre so that only the table and its margin are visible.

        If the whole table fits, it is in the middle.
        """
        x, y = self.middle
        return replace(self, centre=(self._clamp_axis(x, 0, self.rect.width), self._clamp_axis(y, 1, self.rect.height)))

    def _clamp_axis(self, value: float, axis: int, length: float) -> float:
        free = max(0.0, length / 2 - self.margin - self.table_size[axis] * self.fit_scale / 2)
        half = (length / 2 - self.margin - min(self.overscroll, free)) / self.scale
        if half * 2 >= self.table_size[axis]:
            return self.table_size[axis] / 2
        return min(self.table_size[axis] - half, max(half, value))
