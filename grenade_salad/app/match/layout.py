"""The layout of a match: the table, the seats, the log, the hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from grenade_salad.app.ui.canvas import Rect

BAR = 52.0
"""Height of the bar at the top, in units."""
_GAP = 10.0
"""Units between two boxes."""
_DEPTH_AT_EDGE, _MAX_LENGTH_AT_EDGE = 56.0, 210.0
"""Units of a panel at an edge of the table: from the edge inwards, and along it."""
_WIDE = 1000.0
"""Width in units from which the log is beside the table, and panels are wide."""
_MIN_TABLE_HEIGHT = 120.0
"""Height in units below which a table is not made smaller, but is covered."""


@dataclass(frozen=True)
class Places:
    """Boxes on the canvas."""

    bar: Rect
    """The bar at the top."""
    table: Rect
    hand: Rect
    """The strip for a hand at the lower edge."""
    log: Rect
    has_log_beside: bool
    """True if the log has its own space; else it opens over the table."""
    seats: tuple[tuple[Rect, int], ...]
    """The box of each seat's panel, and by how many quarters it is turned."""
    log_line: Rect | None = None
    """The last line of the log, if the log opens over the table."""
    table_under_panels: Rect | None = None
    """The table with its part under the panels at its edges, if it extends there."""

    @property
    def visible_table(self) -> Rect:
        """All of the table that is drawn."""
        return self.table if self.table_under_panels is None else self.table_under_panels


def arrange_places(
    size: tuple[float, float], seats: int, hand: float, is_facing: bool, panel: float = 74.0, log: bool = True
) -> Places:
    """Arrange everything on a canvas; all lengths are in units.

    `hand` is the height of the strip for a hand (0: none), `panel` the height of a seat's panel. If `is_facing`, the
    seats are at their own edges of the table. If not `log`, the log opens over the table.
    """
    width, height = size
    bar = Rect(0, 0, width, BAR)
    has_log_beside = log and width >= max(_WIDE, height)
    log_width = min(280.0, width * 0.21) if has_log_beside else min(340.0, width - 40)
    log_box = Rect(width - log_width - _GAP, BAR + 4, log_width, height - BAR - 4 - _GAP)
    right = log_box.x - _GAP if has_log_beside else width - _GAP
    hand_height = min(hand, height * 0.3)
    hand_box = Rect(_GAP, height - hand_height - (_GAP if hand else 0), right - _GAP, hand_height)
    inner = Rect(_GAP, BAR + 4, right - _GAP, (hand_box.y if hand else height) - _GAP - BAR - 4)
    if is_facing:
        table, boxes = arrange_around(inner, seats)
        return Places(bar, table, hand_box, log_box, has_log_beside, boxes)
    panel_width = 176.0 if width >= _WIDE else 138.0
    panel_height = min(panel, (inner.height + _GAP) / seats - _GAP)
    boxes = tuple(
        (Rect(inner.x, inner.y + 3 + seat * (panel_height + _GAP), panel_width, panel_height), 0)
        for seat in range(seats)
    )
    table = Rect(inner.x + panel_width + _GAP + 4, inner.y, inner.width - panel_width - _GAP - 4, inner.height)
    return Places(bar, table, hand_box, log_box, has_log_beside, boxes)


def fit_above(places: Places, top: float) -> Places:
    """Return the places with the table above `top`, if there is enough height.

    Below `top`, a cover is over the window.
    """
    table = Rect(places.table)
    table.height = min(table.height, top - _GAP - table.y)
    return replace(places, table=table) if table.height >= _MIN_TABLE_HEIGHT else places


def put_panels_above(places: Places, height: float) -> Places:
    """Return the places with the panels in rows of up to four above the table.

    `height` is that of a panel.
    """
    inner = places.seats[0][0].union(places.table)
    inner.y, inner.height = places.table.y, places.table.height
    count = len(places.seats)
    rows = ceil(count / 4)
    columns = ceil(count / rows)
    width = (inner.width + _GAP) / columns - _GAP
    boxes = [
        Rect(inner.x + seat % columns * (width + _GAP), inner.y + seat // columns * (height + _GAP), width, height)
        for seat in range(count)
    ]
    panels_height = rows * (height + _GAP)
    table = Rect(inner.x, inner.y + panels_height, inner.width, inner.height - panels_height)
    return replace(places, table=table, seats=tuple((box, 0) for box in boxes))


def arrange_around(inner: Rect, seats: int) -> tuple[Rect, tuple[tuple[Rect, int], ...]]:
    """Put the panels at the four edges, clockwise from the bottom.

    Each is readable from its edge. Return the table's box, and the box and quarter turns of each seat.
    """
    depth = _DEPTH_AT_EDGE
    sides: list[list[int]] = [[], [], [], []]
    for seat in range(seats):
        side = round(seat * 4 / seats)
        # Beyond the last edge is the first again, with its later seats before its first one.
        if side < 4:
            sides[side].append(seat)
        else:
            sides[0].insert(side - 4, seat)
    table = inner.inflate(-2 * (depth + _GAP), -2 * (depth + _GAP))
    places_by_seat: dict[int, tuple[Rect, int]] = {}
    for side, seats_at_side in enumerate(sides):
        length = table.width if side % 2 == 0 else table.height
        panel_length = min(_MAX_LENGTH_AT_EDGE, (length + _GAP) / max(1, len(seats_at_side)) - _GAP)
        for index, seat in enumerate(seats_at_side):
            offset = (index + 0.5) * length / len(seats_at_side) - panel_length / 2
            places_by_seat[seat] = _box_at_edge(inner, table, side, offset, panel_length, depth)
    return table, tuple(places_by_seat[seat] for seat in range(seats))


def _box_at_edge(inner: Rect, table: Rect, side: int, offset: float, length: float, depth: float) -> tuple[Rect, int]:
    match side:
        case 0:
            return Rect(table.right - offset - length, inner.bottom - depth, length, depth), 0
        case 1:
            return Rect(inner.x, table.bottom - offset - length, depth, length), 3
        case 2:
            return Rect(table.x + offset, inner.y, length, depth), 2
        case _:
            return Rect(inner.right - depth, table.y + offset, depth, length), 1
