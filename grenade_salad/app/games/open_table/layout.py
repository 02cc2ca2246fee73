"""Layout of the open table: seats, log, panel, hand strip and box buttons.

In a wide window they are beside the table, in a tall one above and below it. On a flat screen the strips are at the
edges of the players whose hands they show.
"""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.app.match.layout import BAR, Places, arrange_around
from grenade_salad.app.ui.canvas import Rect

_GAP = 10.0
"""Units between two parts, and between a part and the window's edge."""
_MIN_TALL_RATIO = 1.15
"""Height by width of a window from which the parts are above and below the table."""
_PANEL_SIZE = (280.0, 390.0)
"""Width and height of the panel in units, where there is space."""
_MIN_PANEL_HEIGHT = 216.0
"""Minimum height of the panel in units: its title and six commands."""
_SEAT_HEIGHT = 84.0
"""Height of a seat's panel in units, where there is space."""
_READABLE_SEAT_HEIGHT, _MIN_SEAT_HEIGHT = 72.0, 56.0
"""Height below which seats are also beside the strip, and the least over buttons."""
_BUTTON_HEIGHT, _BUTTON_GAP = 42.0, 6.0
"""Height of a button of the box and the gap between two, in units."""
_MIN_BUTTON_WIDTH = 118.0
"""Minimum width of a button of the box, in units."""
_STRIP_HEIGHT = 128.0
"""Height of the strip in units, where there is space."""
_FLAT_STRIP_HEIGHT = 84.0
"""Height of a strip on a flat screen, in units."""
_MARGIN = 44.0
"""Space around a table in units, for its edge and the names of what is at it."""


@dataclass(frozen=True)
class TabletopLayout:
    """The boxes of the open table's parts."""

    places: Places
    """The parts of every game: table, seats, log and bar."""
    panel: Rect
    is_panel_beside: bool
    """True if the panel covers nothing, so that it is always shown."""
    strips: tuple[tuple[Rect, int], ...]
    """The strip of each seat, and its rotation in quarters."""
    buttons: Rect
    """The box of the buttons that the box of the game brings."""


def compute_layout(
    size: tuple[float, float],
    seats: int,
    table_size: tuple[float, float],
    has_hands: bool,
    button_count: int,
    is_flat: bool,
) -> TabletopLayout:
    """Lay out a window of `size` units for a table of `table_size` mm.

    `has_hands`: the box has hands. `is_flat`: the screen is flat on a table, with players at all edges.
    """
    if is_flat:
        return _flat_layout(size, seats, has_hands, button_count)
    if size[1] > _MIN_TALL_RATIO * size[0]:
        return _tall_layout(size, seats, table_size, has_hands, button_count)
    return _wide_layout(size, seats, has_hands, button_count)


def _wide_layout(size: tuple[float, float], seats: int, has_hands: bool, button_count: int) -> TabletopLayout:
    """Put seats at the left, log and panel at the right, strip and buttons below."""
    width, height = size
    is_beside, log, right = _place_log(size)
    column = 176.0 if width >= 1000 else 138.0
    strip_height = (84.0 if height < 500 else 104.0 if height < 600 else _STRIP_HEIGHT) if has_hands else 0.0
    bottom = height - _GAP - (strip_height + _GAP if has_hands else 0.0)
    top = BAR + 4
    seats_full_height = has_hands and (bottom - top + _GAP) / seats - _GAP < _READABLE_SEAT_HEIGHT
    foot = height - _GAP if seats_full_height else bottom
    # Without a strip, the buttons are below the seats if there is space, else below the table.
    below = 0.0 if has_hands else min(button_count, 6) * (_BUTTON_HEIGHT + _BUTTON_GAP)
    if foot - top - below <= seats * _MIN_SEAT_HEIGHT:
        below = 0.0
    seat_height = min(_SEAT_HEIGHT, (foot - below - top + _GAP) / seats - _GAP)
    boxes = tuple((Rect(_GAP, top + 3 + seat * (seat_height + _GAP), column, seat_height), 0) for seat in range(seats))
    left = _GAP + column + _GAP + 4
    inner = Rect(left, top, right - left, bottom - top)
    strip_left = left if seats_full_height else _GAP
    strip = Rect(strip_left, height - strip_height - _GAP, right - strip_left, strip_height)
    if has_hands:
        buttons_width = min(_buttons_width(button_count, strip.height), strip.width * 0.45)
        box = Rect(strip.right - buttons_width, strip.y, buttons_width, strip.height)
        strip.width -= buttons_width + 8 if buttons_width else 0
    else:
        box = Rect(_GAP, boxes[-1][0].bottom + _GAP, column, foot - boxes[-1][0].bottom - _GAP)
        if not below and button_count:
            box = Rect(left, bottom - _BUTTON_HEIGHT, inner.width, _BUTTON_HEIGHT)
            inner.height -= _BUTTON_HEIGHT + _GAP
    places = Places(Rect(0, 0, width, BAR), inner, strip, log, is_beside, boxes)
    panel = _place_panel(places)
    return TabletopLayout(places, panel, is_beside, ((strip, 0),) * seats, box)


def _place_log(size: tuple[float, float]) -> tuple[bool, Rect, float]:
    """Return True if the log is beside the table, its box, and where the rest ends."""
    width, height = size
    is_beside = width >= max(1000.0, height)
    log_width = min(280.0, width * 0.21) if is_beside else min(340.0, width - 40)
    log = Rect(width - log_width - _GAP, BAR + 4, log_width, height - BAR - 4 - _GAP)
    return is_beside, log, log.x - _GAP if is_beside else width - _GAP


def _place_panel(places: Places) -> Rect:
    """Place the panel below the log, or over the lower right of the table.

    The log is shortened for it.
    """
    log, table = places.log, places.table
    if places.has_log_beside:
        height = min(_PANEL_SIZE[1], log.height * 0.6)
        log.height -= height + 8
        return Rect(log.x, log.bottom + 8, log.width, height)
    width = min(_PANEL_SIZE[0], table.width * 0.6)
    height = max(_MIN_PANEL_HEIGHT, min(_PANEL_SIZE[1], table.height * 0.6))
    return Rect(table.right - width, table.bottom - height, width, height)


def _buttons_width(button_count: int, strip_height: float) -> float:
    """Return the width of the box's buttons in rows of a strip of that height."""
    rows = max(1, int((strip_height + _BUTTON_GAP) // (_BUTTON_HEIGHT + 1 + _BUTTON_GAP)))
    return min(4, -(-button_count // rows)) * (_MIN_BUTTON_WIDTH + _BUTTON_GAP) if button_count else 0.0


def _tall_layout(
    size: tuple[float, float], seats: int, table_size: tuple[float, float], has_hands: bool, button_count: int
) -> TabletopLayout:
    """Put seats above the table; log, panel, strip and buttons below it."""
    width, height = size
    across = min(seats, max(2, int((width - _GAP) / 150)))
    rows = -(-seats // across)
    across = -(-seats // rows)
    seat_height = 76.0 if rows == 1 else 62.0
    seat_width = (width - _GAP) / across - _GAP
    boxes = tuple(
        (
            Rect(
                _GAP + seat % across * (seat_width + _GAP),
                BAR + 6 + seat // across * (seat_height + 8),
                seat_width,
                seat_height,
            ),
            0,
        )
        for seat in range(seats)
    )
    top = boxes[-1][0].bottom + _GAP
    columns = max(1, int((width - 2 * _GAP) / 160))
    lines = min(2, -(-button_count // columns))
    buttons_height = lines * (_BUTTON_HEIGHT + _BUTTON_GAP)
    bottom = height - _GAP - buttons_height
    box = Rect(_GAP, bottom + _BUTTON_GAP, width - 2 * _GAP, max(0.0, buttons_height - _BUTTON_GAP))
    strip_height = _STRIP_HEIGHT if has_hands else 0.0
    strip = Rect(_GAP, bottom - strip_height, width - 2 * _GAP, strip_height)
    bottom = strip.y - (_GAP if has_hands else 0.0)
    table_height = (width - 2 * _GAP) * table_size[1] / table_size[0] + _MARGIN
    below = min(_PANEL_SIZE[1], bottom - top - table_height - _GAP)
    if below < _MIN_PANEL_HEIGHT - 16:
        inner = Rect(_GAP, top, width - 2 * _GAP, bottom - top)
        log_width = min(340.0, width - 40)
        log = Rect(width - log_width - _GAP, top, log_width, inner.height)
        places = Places(Rect(0, 0, width, BAR), inner, strip, log, False, boxes)
        return TabletopLayout(places, _place_panel(places), False, ((strip, 0),) * seats, box)
    inner = Rect(_GAP, top, width - 2 * _GAP, bottom - top - below - _GAP)
    panel = Rect(width / 2 - 20, inner.bottom + _GAP, width / 2 + 20 - _GAP, below)
    log = Rect(_GAP, panel.y, panel.x - 2 * _GAP, below)
    places = Places(Rect(0, 0, width, BAR), inner, strip, log, True, boxes)
    return TabletopLayout(places, panel, True, ((strip, 0),) * seats, box)


def _flat_layout(size: tuple[float, float], seats: int, has_hands: bool, button_count: int) -> TabletopLayout:
    """Put seats and strips at the four edges.

    Log, panel and buttons are at the right, or below.
    """
    width, height = size
    is_beside, log, right = _place_log(size)
    columns = 2 if is_beside else max(1, int((right - _GAP) / 150))
    lines = min(3, -(-button_count // columns))
    buttons_height = lines * (_BUTTON_HEIGHT + _BUTTON_GAP)
    box_height = max(0.0, buttons_height - _BUTTON_GAP)
    box = Rect(log.x, log.bottom - buttons_height + _BUTTON_GAP, log.width, box_height)
    bottom, depth = height - _GAP, min(_FLAT_STRIP_HEIGHT, height * 0.115)
    if is_beside:
        log.height -= buttons_height
    elif width > height:
        box = Rect(right - _MIN_BUTTON_WIDTH, BAR + 54, _MIN_BUTTON_WIDTH if button_count else 0.0, bottom - BAR - 54)
        right -= box.width + _GAP if button_count else 0.0
    else:
        box = Rect(_GAP, height - _GAP - buttons_height + _BUTTON_GAP, right - _GAP, box_height)
        bottom -= buttons_height
    inner, edges = arrange_around(Rect(_GAP, BAR + 4, right - _GAP, bottom - BAR - 4), seats)
    strips = _place_strips(inner, [quarters for _, quarters in edges], depth)
    if has_hands:
        sides = {quarters for _, quarters in edges}
        depth += _GAP
        left, top = depth if 3 in sides else 0.0, depth if 2 in sides else 0.0
        inner = Rect(
            inner.x + left,
            inner.y + top,
            inner.width - left - (depth if 1 in sides else 0.0),
            inner.height - top - (depth if 0 in sides else 0.0),
        )
    places = Places(Rect(0, 0, width, BAR), inner, strips[0][0], log, is_beside, edges)
    panel = _place_panel(places)
    return TabletopLayout(places, panel, is_beside, strips, box)


def _place_strips(inner: Rect, quarters: list[int], depth: float) -> tuple[tuple[Rect, int], ...]:
    """Return for each seat the strip along its edge, with its quarter turns."""
    edge = {
        0: Rect(inner.x, inner.bottom - depth, inner.width, depth),
        2: Rect(inner.x, inner.y, inner.width, depth),
    }
    top, bottom = (depth + _GAP if side in quarters else 0.0 for side in (2, 0))
    height = inner.height - top - bottom
    edge[3] = Rect(inner.x, inner.y + top, depth, height)
    edge[1] = Rect(inner.right - depth, inner.y + top, depth, height)
    return tuple((edge[quarter], quarter) for quarter in quarters)


def rotate_rect(box: Rect, quarters: int, rect: Rect) -> Rect:
    """Rotate a part of an upright box by quarters, counter-clockwise.

    Returns where it is in the box on the screen.

    >>> tuple(rotate_rect(Rect(100, 50, 40, 20), 1, Rect(2, 3, 10, 5)))
    (103.0, 58.0, 5.0, 10.0)
    >>> tuple(rotate_rect(Rect(100, 50, 40, 20), 2, Rect(2, 3, 10, 5)))
    (128.0, 62.0, 10.0, 5.0)
    """
    x, y, width, height = rect
    match quarters % 4:
        case 0:
            return rect.move(box.x, box.y)
        case 1:
            return Rect(box.x + y, box.bottom - x - width, height, width)
        case 2:
            return Rect(box.right - x - width, box.bottom - y - height, width, height)
        case _:
            return Rect(box.right - y - height, box.y + x, height, width)


def button_boxes(box: Rect, count: int) -> list[Rect]:
    """Return the places of buttons in their box, row by row.

    As many as are readable there, which may be fewer than `count`.
    """
    if not count or box.width < 40:
        return []
    gap = _BUTTON_GAP
    rows = max(1, int((box.height + gap) // (_BUTTON_HEIGHT - 2 + gap)))
    columns = max(1, int((box.width + gap) // (_MIN_BUTTON_WIDTH + gap)))
    rows = min(rows, -(-count // columns))
    columns = min(columns, -(-count // rows))
    height = min(48.0, (box.height + gap) / rows - gap)
    width = min(240.0, (box.width + gap) / columns - gap)
    return [
        Rect(box.x + index % columns * (width + gap), box.y + index // columns * (height + gap), width, height)
        for index in range(min(count, rows * columns))
    ]
