"""Layout of the window in logical units: the mat, and all else at the edges."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.app.games.salad.hand import SHAPE
from grenade_salad.app.match.layout import Places, arrange_around
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.theme import is_tall_window

ROW = 44.0
"""Height of a row of buttons, in units."""
HAND_HEIGHT = 92.0
"""Height of the row for the hand."""
_CARDS_HEIGHT = 168.0
"""Height of the row for cards in a tall window, where the panel is above it."""
_BAR_HEIGHT, _TALL_BAR_HEIGHT = 58.0, 74.0
"""Height of the bar; in a tall window its text takes two lines."""
_EDGE, _GAP = 6.0, 8.0
"""Units to the window's edge, and between two boxes."""
_DRAWER_WIDTH = 360.0
"""Maximum width of the drawer with the log."""
_WIDE_WINDOW, _COLUMN, _NARROW_COLUMN = 1000.0, 168.0, 128.0
"""Width of a wide window, and widths of the panels' column in it and in others."""
_PILE_WIDTH, _TALL_PILE_WIDTH = 48.0, 68.0
"""Widths of deck and discard, also in a tall window."""
_MIN_WIDE_PANEL = 400.0
"""Minimum width of a panel with words and buttons side by side."""
_TWO_LINES_PANEL = 90.0
"""Minimum height of a panel with a title, a line of words and a slider."""
_LINE_HEIGHT = 24.0
"""Height of the line with the latest event."""


def arrange_window(size: tuple[float, float], seats: int, panel_height: float, *, faces_edges: bool) -> Places:
    """Arrange the window: panels at the left, or at the top if it is upright.

    If `faces_edges`, the panels face their own edges of the table. In a tall window the hand has two rows.
    """
    width, height = size
    is_tall = is_tall_window(size)
    hand = HAND_HEIGHT + _GAP + _CARDS_HEIGHT if is_tall else HAND_HEIGHT
    bar = Rect(0, 0, width, _TALL_BAR_HEIGHT if is_tall else _BAR_HEIGHT)
    line = Rect(_EDGE, bar.bottom - _LINE_HEIGHT - 2, width - 300, _LINE_HEIGHT)
    strip = Rect(_EDGE, height - hand - _EDGE, width - 2 * _EDGE, hand)
    drawer_width = min(_DRAWER_WIDTH, width - 40)
    drawer = Rect(width - drawer_width - _EDGE, bar.bottom + 4, drawer_width, strip.y - bar.bottom - 10)
    inner = Rect(_EDGE, bar.bottom + 4, width - 2 * _EDGE, strip.y - bar.bottom - 4 - _EDGE)
    if faces_edges:
        table, boxes = arrange_around(inner, seats)
        return Places(bar, table, strip, drawer, False, boxes, line, table_under_panels=inner)
    if height > width:
        each = (inner.width + _GAP) / seats - _GAP
        boxes = tuple((Rect(inner.x + seat * (each + _GAP), inner.y, each, panel_height), 0) for seat in range(seats))
        table = Rect(inner.x, inner.y + panel_height + _GAP, inner.width, inner.height - panel_height - _GAP)
        return Places(bar, table, strip, drawer, False, boxes, line)
    column = _COLUMN if width >= _WIDE_WINDOW else _NARROW_COLUMN
    each = min(panel_height, (inner.height + _GAP) / seats - _GAP)
    boxes = tuple((Rect(inner.x, inner.y + seat * (each + _GAP), column, each), 0) for seat in range(seats))
    table = Rect(inner.x + column + _GAP, inner.y, inner.width - column - _GAP, inner.height)
    return Places(bar, table, strip, drawer, False, boxes, line)


@dataclass(frozen=True)
class HandLayout:
    """Layout of the hand: deck and discard left, cards in the middle, panel right."""

    deck: Rect
    discard: Rect
    cards: Rect
    panel: Rect

    @property
    def panel_text_box(self) -> Rect:
        """Left part of the panel, or its upper part if narrow: for words or a slider."""
        panel = self.panel
        if self._is_wide:
            return Rect(panel.x + 14, panel.y + 10, panel.width * 0.46, panel.height - 20)
        return Rect(panel.x + 12, panel.y + 8, panel.width - 24, panel.height - ROW - 16)

    def split_for_slider(self) -> tuple[Rect, Rect]:
        """Return the boxes of a title and a slider, side by side in a low panel."""
        upper = self.panel_text_box
        if self._is_wide and self.panel.height >= _TWO_LINES_PANEL:
            # Two lines of words, so that those below the title are as large as everywhere.
            top = self.panel.y + 3
            return Rect(upper.x, top, upper.width, 44), Rect(upper.x, top + 49, upper.width, 33)
        if self._is_wide:
            return Rect(upper.x, upper.y, upper.width, 24), Rect(upper.x, upper.y + 30, upper.width, 36)
        title = Rect(upper.x, upper.y, upper.width * 0.36, upper.height)
        return title, Rect(title.right + _GAP, upper.y, upper.right - title.right - _GAP, upper.height)

    @property
    def _is_wide(self) -> bool:
        """True if words and buttons are side by side."""
        return self.panel.width >= _MIN_WIDE_PANEL

    def place_buttons(self, widths: tuple[float, ...]) -> list[Rect]:
        """Return the boxes of a row of buttons; those of width 0 share what is left."""
        row = Rect(self.panel.x + 10, self.panel.bottom - ROW - 6, self.panel.width - 20, ROW)
        if self._is_wide:
            row = Rect(self.panel_text_box.right + 14, self.panel.centery - ROW / 2, 0, ROW)
            row.width = self.panel.right - 14 - row.x
        free = row.width - sum(widths) - _GAP * (len(widths) - 1)
        share = free / max(1, sum(width == 0 for width in widths))
        boxes, left = [], row.x
        for width in widths:
            boxes.append(Rect(left, row.y, width or share, row.height))
            left += (width or share) + _GAP
        return boxes


def lay_out_hand_area(area: Rect, bottom: float, *, has_wide_panel: bool) -> HandLayout:
    """Lay out the hand; cards peek over `bottom`, the lower edge of the window.

    If `has_wide_panel`, the panel takes the space of the hand too.
    """
    if area.height > 2 * HAND_HEIGHT:
        return _lay_out_in_rows(area, bottom, has_wide_panel=has_wide_panel)
    deck = Rect(area.x + 8, area.y, _PILE_WIDTH, _PILE_WIDTH * SHAPE)
    discard = deck.move(_PILE_WIDTH + 12, 0)
    left = discard.right + 14
    width = min(520.0, (area.right - left) * 0.48)
    panel = Rect(area.right - width, area.y, width, area.height)
    if has_wide_panel:
        panel = Rect(area.x, area.y, min(area.width, 1000.0), area.height)
        panel.centerx = area.centerx
    cards = Rect(left, area.y, max(40.0, panel.x - 10 - left), bottom - area.y)
    return HandLayout(deck, discard, cards, panel)


def _lay_out_in_rows(area: Rect, bottom: float, *, has_wide_panel: bool) -> HandLayout:
    """Lay out the panel above, and deck, discard and the whole cards below.

    If `has_wide_panel`, the panel is in the middle of both.
    """
    row = Rect(area.x, area.y + HAND_HEIGHT + _GAP, area.width, bottom - area.y - HAND_HEIGHT - _GAP)
    deck = Rect(row.x + 8, row.y + 16, _TALL_PILE_WIDTH, _TALL_PILE_WIDTH * SHAPE)
    discard = deck.move(_TALL_PILE_WIDTH + 16, 0)
    left = discard.right + 16
    panel = Rect(area.x, area.y, area.width, HAND_HEIGHT)
    if has_wide_panel:
        panel = panel.move(0, (area.height - HAND_HEIGHT) / 2)
    return HandLayout(deck, discard, Rect(left, row.y, area.right - left, row.height), panel)


def place_question(strip: HandLayout, *, shows_hand: bool) -> Rect:
    """Return the box for the question of a reaction window, off the mat.

    If `shows_hand`, the hand stays visible beside it.
    """
    return (
        Rect(strip.panel)
        if shows_hand or strip.cards.y > strip.panel.bottom
        else Rect(strip.cards.x, strip.panel.y, strip.panel.right - strip.cards.x, strip.panel.height)
    )
