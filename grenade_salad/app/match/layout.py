"""Where things are in a match: the table in the middle, seats beside it or around it, the log, the hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from grenade_salad.app.ui.canvas import Rect

BAR = 52.0
"""Height of the bar at the top, in units."""
_GAP = 10.0
_LOWEST = 120.0
"""Units of height below which a table is not made smaller: it lies under what comes over it."""


@dataclass(frozen=True)
class Places:
    """Boxes on the canvas. `seats` holds for each seat its box and by how many quarters it is turned."""

    bar: Rect
    table: Rect
    hand: Rect
    log: Rect
    log_beside: bool
    """Whether the log has a place of its own; else it lies over the table when it is asked for."""
    seats: tuple[tuple[Rect, int], ...]
    log_line: Rect | None = None
    """Where the log's last line stands, if the log is a drawer."""
    under: Rect | None = None
    """The table with what lies under the panels at its edges, if it goes on there."""

    @property
    def around(self) -> Rect:
        """All of the table that is drawn."""
        return self.table if self.under is None else self.under


def places(
    size: tuple[float, float], seats: int, hand: float, facing: bool, panel: float = 74.0, log: bool = True
) -> Places:
    """`hand` is the height of the strip for a hand (0: none), `panel` of a seat's panel; `facing`: seats face their
    own edges of the table. All in units."""
    wide, high = size
    bar = Rect(0, 0, wide, BAR)
    beside = log and wide >= max(1000.0, high)
    log_wide = min(280.0, wide * 0.21) if beside else min(340.0, wide - 40)
    log_box = Rect(wide - log_wide - _GAP, BAR + 4, log_wide, high - BAR - 4 - _GAP)
    right = log_box.x - _GAP if beside else wide - _GAP
    hand = min(hand, high * 0.3)
    strip = Rect(_GAP, high - hand - (_GAP if hand else 0), right - _GAP, hand)
    inner = Rect(_GAP, BAR + 4, right - _GAP, (strip.y if hand else high) - _GAP - BAR - 4)
    if facing:
        table, boxes = around(inner, seats)
        return Places(bar, table, strip, log_box, beside, boxes)
    column = 176.0 if wide >= 1000 else 138.0
    each = min(panel, (inner.height + _GAP) / seats - _GAP)
    boxes = tuple((Rect(inner.x, inner.y + 3 + seat * (each + _GAP), column, each), 0) for seat in range(seats))
    table = Rect(inner.x + column + _GAP + 4, inner.y, inner.width - column - _GAP - 4, inner.height)
    return Places(bar, table, strip, log_box, beside, boxes)


def above(at: Places, top: float) -> Places:
    """The same, with the table above what lies over the window's lower part from there on, if there is room."""
    table = Rect(at.table)
    table.height = min(table.height, top - _GAP - table.y)
    return replace(at, table=table) if table.height >= _LOWEST else at


def panels_above(at: Places, high: float) -> Places:
    """The same, with the seats' panels, so high, in rows above the table: up to four side by side."""
    inner = at.seats[0][0].union(at.table)
    inner.y, inner.height = at.table.y, at.table.height
    number = len(at.seats)
    rows = -(-number // 4)
    across = -(-number // rows)
    wide = (inner.width + _GAP) / across - _GAP
    boxes = [
        Rect(inner.x + seat % across * (wide + _GAP), inner.y + seat // across * (high + _GAP), wide, high)
        for seat in range(number)
    ]
    taken = rows * (high + _GAP)
    table = Rect(inner.x, inner.y + taken, inner.width, inner.height - taken)
    return replace(at, table=table, seats=tuple((box, 0) for box in boxes))


def around(inner: Rect, seats: int) -> tuple[Rect, tuple[tuple[Rect, int], ...]]:
    """Panels at the four edges, clockwise from the bottom, each readable from its edge."""
    deep = 56.0
    sides: list[list[int]] = [[], [], [], []]
    for seat in range(seats):
        side = round(seat * 4 / seats)
        if side < 4:
            sides[side].append(seat)
        else:
            sides[0].insert(side - 4, seat)
    table = inner.inflate(-2 * (deep + _GAP), -2 * (deep + _GAP))
    found: dict[int, tuple[Rect, int]] = {}
    for side, members in enumerate(sides):
        length = table.width if side % 2 == 0 else table.height
        each = min(210.0, (length + _GAP) / max(1, len(members)) - _GAP)
        for index, seat in enumerate(members):
            along = (index + 0.5) * length / len(members) - each / 2
            found[seat] = _at_edge(inner, table, side, along, each, deep)
    return table, tuple(found[seat] for seat in range(seats))


def _at_edge(inner: Rect, table: Rect, side: int, along: float, each: float, deep: float) -> tuple[Rect, int]:
    match side:
        case 0:
            return Rect(table.right - along - each, inner.bottom - deep, each, deep), 0
        case 1:
            return Rect(inner.x, table.bottom - along - each, deep, each), 3
        case 2:
            return Rect(table.x + along, inner.y, each, deep), 2
        case _:
            return Rect(inner.right - deep, table.y + along, deep, each), 1
