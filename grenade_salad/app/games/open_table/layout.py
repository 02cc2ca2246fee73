"""Where things are at the open table: its seats, the log, the panel, the strip of a hand, the buttons of the box.

Beside the table where the window is wide, above and below it where it is high. On a screen that lies flat the strips
lie at the edges of those whose hands they are.
"""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.app.match.layout import BAR, Places, around
from grenade_salad.app.ui.canvas import Rect

_GAP = 10.0
_PANEL = (280.0, 390.0)
"""Units that the panel is wide and high where there is room."""
_LOWEST = 216.0
"""Units that it is high at least: its title and six verbs."""
_SEAT = 84.0
_BUTTON = 42.0
_LEAST_BUTTON = 118.0
_FLAT = 84.0
"""Units that a strip is high on a screen that lies flat."""
_MARGIN = 44.0
"""Units around a table for its edge, and the names of what lies at it."""


@dataclass(frozen=True)
class Room:
    """`strips` has the strip of each seat, and by how many quarters it is turned; `beside`: the panel lies over
    nothing, so that it is always there."""

    places: Places
    panel: Rect
    beside: bool
    strips: tuple[tuple[Rect, int], ...]
    buttons: Rect


def room_for(
    size: tuple[float, float], seats: int, table: tuple[float, float], hands: bool, buttons: int, flat: bool
) -> Room:
    """`table` in mm; whether the box has `hands`, and how many `buttons`; whether the screen lies `flat`."""
    if flat:
        return _flat(size, seats, hands, buttons)
    return _high(size, seats, table, hands, buttons) if size[1] > 1.15 * size[0] else _wide(size, seats, hands, buttons)


def _wide(size: tuple[float, float], seats: int, hands: bool, buttons: int) -> Room:
    """Seats at the left, the log and the panel at the right, the strip and the buttons below."""
    wide, high = size
    beside, log, right = _beside(size)
    column = 176.0 if wide >= 1000 else 138.0
    strip_high = (84.0 if high < 500 else 104.0 if high < 600 else 128.0) if hands else 0.0
    low = high - _GAP - (strip_high + _GAP if hands else 0.0)
    top = BAR + 4
    whole = hands and (low - top + _GAP) / seats - _GAP < 72
    foot = high - _GAP if whole else low
    rows = 0 if hands else min(buttons, 6)
    below = rows * (_BUTTON + 6) if foot - top - rows * (_BUTTON + 6) > seats * 56 else 0.0
    each = min(_SEAT, (foot - below - top + _GAP) / seats - _GAP)
    boxes = tuple((Rect(_GAP, top + 3 + seat * (each + _GAP), column, each), 0) for seat in range(seats))
    left = _GAP + column + _GAP + 4
    inner = Rect(left, top, right - left, low - top)
    strip = Rect(left if whole else _GAP, high - strip_high - _GAP, right - (left if whole else _GAP), strip_high)
    if hands:
        used = min(_width(buttons, strip.height), strip.width * 0.45)
        box = Rect(strip.right - used, strip.y, used, strip.height)
        strip.width -= used + 8 if used else 0
    else:
        box = Rect(_GAP, boxes[-1][0].bottom + _GAP, column, foot - boxes[-1][0].bottom - _GAP)
        if not below and buttons:
            box = Rect(left, low - _BUTTON, inner.width, _BUTTON)
            inner.height -= _BUTTON + _GAP
    places = Places(Rect(0, 0, wide, BAR), inner, strip, log, beside, boxes)
    panel = _panel(places)
    return Room(places, panel, beside, ((strip, 0),) * seats, box)


def _beside(size: tuple[float, float]) -> tuple[bool, Rect, float]:
    """Whether the log has a place at the right, which, and where what is left of it ends."""
    wide, high = size
    beside = wide >= max(1000.0, high)
    log_wide = min(280.0, wide * 0.21) if beside else min(340.0, wide - 40)
    log = Rect(wide - log_wide - _GAP, BAR + 4, log_wide, high - BAR - 4 - _GAP)
    return beside, log, log.x - _GAP if beside else wide - _GAP


def _panel(places: Places) -> Rect:
    """Below the log, which is shortened for it, or over the lower right of the table."""
    log, table = places.log, places.table
    if places.log_beside:
        high = min(_PANEL[1], log.height * 0.6)
        log.height -= high + 8
        return Rect(log.x, log.bottom + 8, log.width, high)
    wide, high = min(_PANEL[0], table.width * 0.6), max(_LOWEST, min(_PANEL[1], table.height * 0.6))
    return Rect(table.right - wide, table.bottom - high, wide, high)


def _width(buttons: int, high: float) -> float:
    """How much room the buttons of the box want, in rows of a strip so high."""
    rows = max(1, int((high + 6) // (_BUTTON + 1 + 6)))
    return min(4, -(-buttons // rows)) * (_LEAST_BUTTON + 6) if buttons else 0.0


def _high(size: tuple[float, float], seats: int, table: tuple[float, float], hands: bool, buttons: int) -> Room:
    """Seats above the table, below it the log beside the panel, then the strip and the buttons."""
    wide, high = size
    across = min(seats, max(2, int((wide - _GAP) / 150)))
    rows = -(-seats // across)
    across = -(-seats // rows)
    seat_high = 76.0 if rows == 1 else 62.0
    each = (wide - _GAP) / across - _GAP
    boxes = tuple(
        (Rect(_GAP + seat % across * (each + _GAP), BAR + 6 + seat // across * (seat_high + 8), each, seat_high), 0)
        for seat in range(seats)
    )
    top = boxes[-1][0].bottom + _GAP
    columns = max(1, int((wide - 2 * _GAP) / 160))
    lines = min(2, -(-buttons // columns))
    low = high - _GAP - lines * (_BUTTON + 6)
    box = Rect(_GAP, low + 6, wide - 2 * _GAP, max(0.0, lines * (_BUTTON + 6) - 6))
    strip_high = 128.0 if hands else 0.0
    strip = Rect(_GAP, low - strip_high, wide - 2 * _GAP, strip_high)
    low = strip.y - (_GAP if hands else 0.0)
    wanted = (wide - 2 * _GAP) * table[1] / table[0] + _MARGIN
    below = min(_PANEL[1], low - top - wanted - _GAP)
    if below < _LOWEST - 16:
        inner = Rect(_GAP, top, wide - 2 * _GAP, low - top)
        log_wide = min(340.0, wide - 40)
        log = Rect(wide - log_wide - _GAP, top, log_wide, inner.height)
        places = Places(Rect(0, 0, wide, BAR), inner, strip, log, False, boxes)
        return Room(places, _panel(places), False, ((strip, 0),) * seats, box)
    inner = Rect(_GAP, top, wide - 2 * _GAP, low - top - below - _GAP)
    panel = Rect(wide / 2 - 20, inner.bottom + _GAP, wide / 2 + 20 - _GAP, below)
    log = Rect(_GAP, panel.y, panel.x - 2 * _GAP, below)
    places = Places(Rect(0, 0, wide, BAR), inner, strip, log, True, boxes)
    return Room(places, panel, True, ((strip, 0),) * seats, box)


def _flat(size: tuple[float, float], seats: int, hands: bool, buttons: int) -> Room:
    """Seats and their strips at the four edges; the log, the panel and the buttons at the right, or below."""
    wide, high = size
    beside, log, right = _beside(size)
    columns = 2 if beside else max(1, int((right - _GAP) / 150))
    lines = min(3, -(-buttons // columns))
    tall = lines * (_BUTTON + 6)
    box = Rect(log.x, log.bottom - tall + 6, log.width, max(0.0, tall - 6))
    low, deep = high - _GAP, min(_FLAT, high * 0.115)
    if beside:
        log.height -= tall
    elif wide > high:
        box = Rect(right - _LEAST_BUTTON, BAR + 54, _LEAST_BUTTON if buttons else 0.0, low - BAR - 54)
        right -= box.width + _GAP if buttons else 0.0
    else:
        box = Rect(_GAP, high - _GAP - tall + 6, right - _GAP, max(0.0, tall - 6))
        low -= tall
    inner, edges = around(Rect(_GAP, BAR + 4, right - _GAP, low - BAR - 4), seats)
    strips = _strips(inner, [quarters for _, quarters in edges], deep)
    if hands:
        sides = {quarters for _, quarters in edges}
        deep += _GAP
        left, top = deep if 3 in sides else 0.0, deep if 2 in sides else 0.0
        inner = Rect(
            inner.x + left,
            inner.y + top,
            inner.width - left - (deep if 1 in sides else 0.0),
            inner.height - top - (deep if 0 in sides else 0.0),
        )
    places = Places(Rect(0, 0, wide, BAR), inner, strips[0][0], log, beside, edges)
    panel = _panel(places)
    return Room(places, panel, beside, strips, box)


def _strips(inner: Rect, quarters: list[int], deep: float) -> tuple[tuple[Rect, int], ...]:
    """For each seat the strip along the edge that it sits at."""
    edge = {
        0: Rect(inner.x, inner.bottom - deep, inner.width, deep),
        2: Rect(inner.x, inner.y, inner.width, deep),
    }
    top, low = (deep + _GAP if side in quarters else 0.0 for side in (2, 0))
    high = inner.height - top - low
    edge[3] = Rect(inner.x, inner.y + top, deep, high)
    edge[1] = Rect(inner.right - deep, inner.y + top, deep, high)
    return tuple((edge[quarter], quarter) for quarter in quarters)


def button_boxes(box: Rect, number: int) -> list[Rect]:
    """Where buttons lie in their box, row by row: as many as are readable there, which may be fewer."""
    if not number or box.width < 40:
        return []
    rows = max(1, int((box.height + 6) // (_BUTTON - 2 + 6)))
    columns = max(1, int((box.width + 6) // (_LEAST_BUTTON + 6)))
    rows = min(rows, -(-number // columns))
    columns = min(columns, -(-number // rows))
    high = min(48.0, (box.height + 6) / rows - 6)
    wide = min(240.0, (box.width + 6) / columns - 6)
    return [
        Rect(box.x + index % columns * (wide + 6), box.y + index // columns * (high + 6), wide, high)
        for index in range(min(number, rows * columns))
    ]
