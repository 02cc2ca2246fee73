"""Text panel under a puzzle's table: the question or the answer, and buttons."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.help_mark import GAP, WIDTH, HelpMark
from grenade_salad.app.ui.inputs import Command, KeyInput, is_scroll_key
from grenade_salad.app.ui.theme import INK, INK_SOFT, LARGE, SMALL, TEXT
from grenade_salad.app.ui.widget import LocalizedText, Scroll, Widget, paint_widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import Reader, Words, say

MIN_HEIGHT, LOW_MIN_HEIGHT = 156.0, 110.0
"""Minimum height of a panel with an answer in units, also in a low window."""
QUESTION_HEIGHTS = (84.0, 110.0, 160.0)
"""Heights of the panel with a question: the first in which all of its text fits."""
_BUTTON_HEIGHT, _GAP = 40.0, 8.0
"""Height of a button, and space between two, in units."""
_SCROLL_SPACE = 14.0
"""Width in units that is left for the scroll bar."""
_SCROLL_STEP = 40.0
"""Units that an arrow key or a notch of the mouse wheel scrolls."""


class TextPanel(Widget):
    """A heading and some paragraphs; it scrolls if there is more than fits.

    The scene adds its `help_mark`, too, which is behind one of the paragraphs.
    """

    focusable = False
    keeps_clear = True
    title: LocalizedText = LocalizedText()

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        self.title = ""
        self._lines: Sequence[Words] = ()
        self.text_scroll = Scroll(Rect(0, 0, 0, 0))
        self.help_mark = HelpMark()
        self._explained_line: Words = ""

    def set_text(self, title: Words, *lines: Words, explained: Words = "", details: Words = "") -> None:
        """Show this text from now on.

        The details of the `explained` line are behind a question mark.
        """
        self.title, self._lines, self._explained_line = title, lines, explained
        self.help_mark.explain(details)
        self.text_scroll.offset = 0.0

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs below the heading."""
        return [words for line in self._lines if (words := say(line, self.reader, begin=True))]

    def accessible_node(self) -> AccessibleNode:
        heard = self.make_node("group", self.title)
        return AccessibleNode(
            heard.role, heard.name, parts=text_nodes(*self.paragraphs), acts=heard.acts, live="polite"
        )

    def measure_height(self, canvas: Canvas, width: float) -> float:
        """Return the height of all text at that width, without scrolling."""
        return self._measure(canvas, width - _SCROLL_SPACE, TEXT)

    def _line_width(self, width: float) -> float:
        """Return the width of the paragraphs beside the question mark."""
        return width - (GAP + WIDTH if self.help_mark.visible else 0)

    def _text_size(self, canvas: Canvas, width: float) -> float:
        return next((size for size in (TEXT, SMALL) if self._measure(canvas, width, size) <= self.rect.height), SMALL)

    def _measure(self, canvas: Canvas, width: float, size: float) -> float:
        lines = sum(len(canvas.lines(line, self._line_width(width), size)) for line in self.paragraphs)
        return LARGE * LEADING + lines * size * LEADING + 4 * max(0, len(self.paragraphs) - 1)

    def fits(self, canvas: Canvas) -> bool:
        """True if all text fits in its usual size."""
        title_fits = canvas.width(self.title, LARGE, bold=True) <= self.rect.width - _SCROLL_SPACE
        return title_fits and self.measure_height(canvas, self.rect.width) <= self.rect.height

    def fit(self, canvas: Canvas) -> None:
        """Measure the text, and let the panel scroll if it has to."""
        width = self.rect.width - _SCROLL_SPACE
        size = self._text_size(canvas, width)
        self.text_scroll.area = Rect(self.rect)
        self.text_scroll.content = self._measure(canvas, width, size)
        self.focusable = self.text_scroll.content > self.rect.height
        self.text_scroll.scroll_by(0)
        self._place_mark(canvas, self._line_width(width), size)

    def _place_mark(self, canvas: Canvas, width: float, size: float) -> None:
        """Place the question mark behind its paragraph, in the content of the scroll."""
        explained, top = say(self._explained_line, self.reader, begin=True), LARGE * LEADING
        self.help_mark.scroll = self.text_scroll
        for paragraph in self.paragraphs:
            lines = canvas.lines(paragraph, width, size)
            top += len(lines) * size * LEADING
            if paragraph == explained:
                self.help_mark.place_after(canvas.width(lines[-1], size), top - size * LEADING / 2)
                return
            top += 4

    def step(self, direction: Command) -> bool:
        return direction in ("up", "down") and self.text_scroll.scroll_by(
            _SCROLL_STEP if direction == "down" else -_SCROLL_STEP
        )

    def repeats_key(self, press: KeyInput) -> bool:
        return is_scroll_key(press)

    def scroll_by(self, turn: float) -> bool:
        return self.text_scroll.scroll_by(-turn * _SCROLL_STEP)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        width = rect.width - _SCROLL_SPACE
        size = self._text_size(canvas, width)
        with canvas.clipped(rect):
            top = rect.y - self.text_scroll.offset
            canvas.text(self.title, (rect.x, top), LARGE, INK, bold=True, max_width=width)
            top += LARGE * LEADING
            for index, line in enumerate(self.paragraphs):
                box = Rect(rect.x, top, self._line_width(width), 0)
                top += canvas.paragraph(line, box, size, INK if not index else INK_SOFT) + 4
            if self.help_mark.visible:
                paint_widget(canvas, self.help_mark)
        self.text_scroll.draw(canvas)


def layout_panel(box: Rect, panel: TextPanel, buttons: Sequence[Button], canvas: Canvas) -> None:
    """Place the words at the left and the visible buttons in columns at the right."""
    visible = [button for button in buttons if button.visible]
    # As many rows as fit, and then no more than the columns need.
    rows = max(1, int((box.height + _GAP) // (_BUTTON_HEIGHT + _GAP)))
    columns = -(-len(visible) // rows)
    rows = -(-len(visible) // max(1, columns))
    button_width = min(210.0, (box.width * (0.45 if columns < 3 else 0.52) + _GAP) / max(1, columns) - _GAP)
    left = box.right - columns * (button_width + _GAP) + _GAP
    for index, button in enumerate(visible):
        column, row = divmod(index, rows)
        button.rect = Rect(
            left + column * (button_width + _GAP), box.y + row * (_BUTTON_HEIGHT + _GAP), button_width, _BUTTON_HEIGHT
        )
    panel.rect = Rect(box.x, box.y, left - box.x - 16, box.height)
    panel.fit(canvas)
