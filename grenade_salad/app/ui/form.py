"""Rows of a form: what it is called, how it is changed, and a sentence about it."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, LARGE, PAPER_EDGE, ROW, SMALL, TEXT, Colour
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widget_group import Widgets
from grenade_salad.app.ui.widgets import Label
from grenade_salad.text import Words

_NARROW = 500.0
"""Under this width the name of a row stands above its widget."""
_GAP = 10.0
_LINED = 25.0
"""From so much on there is a line between them."""
_AIRS = (66.0, 60.0, 54.0, 48.0, 42.0, 36.0, 30.0, 25.0, 20.0, 15.0, 10.0, 5.0, 0.0)
"""Units more between rows that need not stand close: the first of these that fits."""


@dataclass(frozen=True)
class _Row:
    label: Label | None
    widget: Widget | None
    help: Label | None


class Form:
    """Rows in the order in which they were added, shown in a scroll."""

    def __init__(self, widgets: Widgets, scroll: Scroll) -> None:
        self.widgets, self.scroll = widgets, scroll
        self._rows: list[_Row] = []
        self.airy = False
        """Whether the rows are higher and farther apart where the area is high."""
        self._air = 0.0
        self._between: list[float] = []

    def note(self, words: Words, size: float = SMALL, colour: Colour = INK_SOFT) -> Label:
        """A paragraph of its own; it may say something else later. Without words it takes no room."""
        label = self.widgets.add(Label(words, size=size, colour=colour, anchor="topleft"), self.scroll)
        self._rows.append(_Row(label, None, None))
        return label

    def heading(self, words: Words) -> None:
        """A line that begins a group."""
        label = self.widgets.add(Label(words, size=LARGE, bold=True, colour=INK), self.scroll)
        label.heads = True
        self._rows.append(_Row(label, None, None))

    def add(self, words: Words, widget: Widget, help: Words = "") -> None:
        """A row; `help` stands below it in small type. Without words the widget takes the whole row."""
        label = self.widgets.add(Label(words), self.scroll) if words else None
        self.widgets.add(widget, self.scroll)
        below = (
            self.widgets.add(Label(help, size=SMALL, colour=INK_SOFT, anchor="topleft"), self.scroll) if help else None
        )
        for beside in (label, below):
            if beside is not None:
                beside.mute = not isinstance(widget, Label)
        if words:
            widget.label = words
        widget.help = help
        self._rows.append(_Row(label, widget, below))

    def layout(self, canvas: Canvas, area: Rect, top: float = 8.0) -> None:
        """Place all rows in the scroll's content, from `top` down; the scroll is shown in the area."""
        self.scroll.area = area
        for air in _AIRS if self.airy else (0.0,):
            self._air = air
            self.scroll.content = self.end(canvas, area.width, top)
            if self.scroll.content <= area.height:
                break
        self.scroll.by(0)

    def end(self, canvas: Canvas, wide: float, top: float = 8.0) -> float:
        """Where the rows end in an area so wide."""
        self._between = []
        for row in self._rows:
            top = self._place(canvas, row, wide - 14, top)
            if row.widget is not None and row is not self._rows[-1]:
                self._between.append(top - (_GAP + self._air) / 2)
        return top + 8 - self._air

    def draw_lines(self, canvas: Canvas) -> None:
        """Lines between rows that stand far apart."""
        area = self.scroll.area
        if self._air >= _LINED:
            with canvas.clipped(area):
                for top in self._between:
                    at = Rect(area.x + 4, area.y + top - self.scroll.offset, area.width - 22, 1.5)
                    canvas.fill(at, PAPER_EDGE)

    def _place(self, canvas: Canvas, row: _Row, wide: float, top: float) -> float:
        gap, tall = _GAP + self._air, ROW + min(14.0, self._air / 2)
        if row.widget is None:
            assert row.label is not None
            label = row.label
            label.visible = bool(label.words)
            if not label.words:
                label.rect = Rect(4, top, 0, 0)
                return top
            top += 8 if top > 8 and label.bold else 0
            high = len(canvas.lines(label.words, wide - 8, label.size, bold=label.bold)) * label.size * LEADING
            label.rect = Rect(4, top, wide - 8, high)
            return top + high + _GAP + self._air / 4
        if row.label is None:
            row.widget.rect = Rect(4, top, wide - 8, tall)
            bottom = top + tall
        elif wide < _NARROW:
            high = len(canvas.lines(row.label.words, wide - 8, TEXT)) * TEXT * LEADING
            row.label.rect = Rect(4, top, wide - 8, high)
            row.widget.rect = Rect(4, top + high + 2, wide - 8, tall)
            bottom = top + high + 2 + tall
        else:
            side = min(360.0, wide * 0.52)
            high = max(tall, len(canvas.lines(row.label.words, wide - side - 24, TEXT)) * TEXT * LEADING)
            row.label.rect = Rect(4, top, wide - side - 20, high)
            row.widget.rect = Rect(wide - side - 4, top + (high - tall) / 2, side, tall)
            bottom = top + high
        if row.help is not None:
            high = len(canvas.lines(row.help.words, wide - 8, SMALL)) * SMALL * LEADING
            row.help.rect = Rect(4, bottom + 2, wide - 8, high)
            bottom += high + 2
        return bottom + gap
