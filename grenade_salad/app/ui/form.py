"""Form: rows with a label, a widget and a sentence of help."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.help_mark import GAP, WIDTH, HelpMark
from grenade_salad.app.ui.theme import INK, INK_SOFT, LARGE, PAPER_EDGE, ROW, SMALL, TEXT, Colour
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widget_group import WidgetGroup
from grenade_salad.app.ui.widgets import Label
from grenade_salad.text import Words

_NARROW = 500.0
"""Below this width the label of a row is above its widget."""
_MAX_WIDGET_WIDTH, _MAX_WIDGET_SHARE = 360.0, 0.52
"""Limits of a widget's width beside its label: units, and a share of the row."""
_GAP = 10.0
"""Minimum units between two rows."""
_LINE_FROM = 25.0
"""Extra gap from which lines are drawn between the rows."""
_EXTRA_GAPS = (66.0, 60.0, 54.0, 48.0, 42.0, 36.0, 30.0, 25.0, 20.0, 15.0, 10.0, 5.0, 0.0)
"""Extra units between the rows of an airy form: the first that fits is used."""


@dataclass(frozen=True)
class _Row:
    label: Label | None
    widget: Widget | None
    help: Label | None
    mark: HelpMark | None = None


class Form:
    """Rows in the order in which they were added, shown in a scroll."""

    def __init__(self, widgets: WidgetGroup, scroll: Scroll) -> None:
        self.widgets, self.scroll = widgets, scroll
        self._rows: list[_Row] = []
        self.is_airy = False
        """True if the rows may be higher and farther apart in a high area."""
        self._extra_gap = 0.0
        """Units between the rows in addition to `_GAP`: one of `_EXTRA_GAPS`."""
        self._separators: list[float] = []
        """Heights in the content at which lines are drawn."""

    def add_note(self, words: Words, size: float = SMALL, colour: Colour = INK_SOFT) -> Label:
        """Add a paragraph, whose words may change later. Without words it takes no space."""
        label = self.widgets.add(Label(words, size=size, colour=colour, anchor="topleft"), self.scroll)
        self._rows.append(_Row(label, None, None))
        return label

    def add_heading(self, words: Words) -> None:
        """Add a line that begins a group."""
        label = self.widgets.add(Label(words, size=LARGE, bold=True, colour=INK), self.scroll)
        label.is_heading = True
        self._rows.append(_Row(label, None, None))

    def add_row(self, words: Words, widget: Widget, help: Words = "", details: Words = "") -> None:
        """Add a row, with `help` below it, and `details` behind a question mark.

        Without words the widget takes the whole row.
        """
        label = self.widgets.add(Label(words), self.scroll) if words else None
        self.widgets.add(widget, self.scroll)
        below = (
            self.widgets.add(Label(help, size=SMALL, colour=INK_SOFT, anchor="topleft"), self.scroll) if help else None
        )
        mark = self.widgets.add(HelpMark(details), self.scroll) if details else None
        for caption in (label, below):
            if caption is not None:
                caption.is_mute = not isinstance(widget, Label)
        if words:
            widget.label = words
        widget.help = help
        self._rows.append(_Row(label, widget, below, mark))

    def layout(self, canvas: Canvas, area: Rect, top: float = 8.0) -> None:
        """Place all rows in the scroll's content, from `top` down.

        The scroll is shown in the area.
        """
        self.scroll.area = area
        for extra_gap in _EXTRA_GAPS if self.is_airy else (0.0,):
            self._extra_gap = extra_gap
            self.scroll.content = self.place_rows(canvas, area.width, top)
            if self.scroll.content <= area.height:
                break
        self.scroll.scroll_by(0)

    def place_rows(self, canvas: Canvas, width: float, top: float = 8.0) -> float:
        """Place the rows in an area of that width, and return where they end."""
        self._separators = []
        for row in self._rows:
            top = self._place_row(canvas, row, width - 14, top)
            if row.widget is not None and row is not self._rows[-1]:
                self._separators.append(top - (_GAP + self._extra_gap) / 2)
        return top + 8 - self._extra_gap

    def draw_lines(self, canvas: Canvas) -> None:
        """Draw the lines between rows that are far apart."""
        area = self.scroll.area
        if self._extra_gap >= _LINE_FROM:
            with canvas.clipped(area):
                for top in self._separators:
                    line_rect = Rect(area.x + 4, area.y + top - self.scroll.offset, area.width - 22, 1.5)
                    canvas.fill(line_rect, PAPER_EDGE)

    def _place_note(self, canvas: Canvas, label: Label, width: float, top: float) -> float:
        """Place a paragraph or a heading, and return the top of the next row."""
        label.visible = bool(label.words)
        if not label.words:
            label.rect = Rect(4, top, 0, 0)
            return top
        top += 8 if top > 8 and label.bold else 0
        height = len(canvas.lines(label.words, width - 8, label.size, bold=label.bold)) * label.size * LEADING
        label.rect = Rect(4, top, width - 8, height)
        return top + height + _GAP + self._extra_gap / 4

    def _place_row(self, canvas: Canvas, row: _Row, width: float, top: float) -> float:
        """Place a row, and return the top of the next one."""
        if row.widget is None:
            assert row.label is not None
            return self._place_note(canvas, row.label, width, top)
        gap, widget_height = _GAP + self._extra_gap, ROW + min(14.0, self._extra_gap / 2)
        if row.label is None:
            row.widget.rect = Rect(4, top, width - 8, widget_height)
            bottom = top + widget_height
        elif width < _NARROW:
            height = len(canvas.lines(row.label.words, width - 8, TEXT)) * TEXT * LEADING
            row.label.rect = Rect(4, top, width - 8, height)
            row.widget.rect = Rect(4, top + height + 2, width - 8, widget_height)
            bottom = top + height + 2 + widget_height
        else:
            side = min(_MAX_WIDGET_WIDTH, width * _MAX_WIDGET_SHARE)
            height = max(widget_height, len(canvas.lines(row.label.words, width - side - 24, TEXT)) * TEXT * LEADING)
            row.label.rect = Rect(4, top, width - side - 20, height)
            row.widget.rect = Rect(width - side - 4, top + (height - widget_height) / 2, side, widget_height)
            bottom = top + height
        if row.help is not None:
            help_width = width - 8 - (GAP + WIDTH if row.mark is not None else 0)
            lines = canvas.lines(row.help.words, help_width, SMALL)
            height = len(lines) * SMALL * LEADING
            row.help.rect = Rect(4, bottom + 2, help_width, height)
            bottom += height + 2
            if row.mark is not None:
                # The mark stands beside the text, not over its box.
                row.help.rect.width = min(help_width, ceil(max(canvas.width(line, SMALL) for line in lines)) + 1)
                row.mark.place_after(row.help.rect.right, bottom - SMALL * LEADING / 2)
        return bottom + gap
