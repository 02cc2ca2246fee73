"""The sheet under a puzzle's table: what is asked or found in words, and what can be done, as buttons."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Key, scrolls
from grenade_salad.app.ui.theme import INK, INK_SOFT, LARGE, SMALL, TEXT
from grenade_salad.app.ui.widget import Scroll, Spoken, Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import Reader, Words, say

HIGH, LOW = 156.0, 110.0
"""Units that the sheet is high at least, and where the window is low: with the question as with the answer, so that
the table stays where it is."""
_BUTTON, _GAP = 40.0, 8.0


class Told(Widget):
    """A heading and some paragraphs; it scrolls if there is more than can be seen."""

    focusable = False
    keeps_clear = True
    title: Spoken = Spoken()

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        self.title = ""
        self._lines: Sequence[Words] = ()
        self.shown = Scroll(Rect(0, 0, 0, 0))

    def tell(self, title: Words, *lines: Words) -> None:
        """Say this from now on."""
        self.title, self._lines = title, lines
        self.shown.offset = 0.0

    @property
    def said(self) -> list[str]:
        """What is said below the heading."""
        return [words for line in self._lines if (words := say(line, self.reader, begin=True))]

    def heard(self) -> Heard:
        heard = self.as_heard("group", self.title)
        return Heard(heard.role, heard.name, parts=texts(*self.said), acts=heard.acts, live="polite")

    def high(self, canvas: Canvas, wide: float) -> float:
        """How high all of it is in so wide a box, without scrolling."""
        return self._high(canvas, wide - 14, TEXT)

    def _size(self, canvas: Canvas, wide: float) -> float:
        return next((size for size in (TEXT, SMALL) if self._high(canvas, wide, size) <= self.rect.height), SMALL)

    def _high(self, canvas: Canvas, wide: float, size: float) -> float:
        lines = sum(len(canvas.lines(line, wide, size)) for line in self.said)
        return LARGE * LEADING + lines * size * LEADING + 4 * max(0, len(self.said) - 1)

    def fit(self, canvas: Canvas) -> None:
        """See whether it has to scroll."""
        wide = self.rect.width - 14
        self.shown.area = Rect(self.rect)
        self.shown.content = self._high(canvas, wide, self._size(canvas, wide))
        self.focusable = self.shown.content > self.rect.height
        self.shown.by(0)

    def nudge(self, where: Command) -> bool:
        return where in ("up", "down") and self.shown.by(40 if where == "down" else -40)

    def repeats(self, press: Key) -> bool:
        return scrolls(press)

    def wheel(self, turn: float) -> bool:
        return self.shown.by(-turn * 40)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        wide = rect.width - 14
        size = self._size(canvas, wide)
        with canvas.clipped(rect):
            top = rect.y - self.shown.offset
            canvas.text(self.title, (rect.x, top), LARGE, INK, bold=True, wide=wide)
            top += LARGE * LEADING
            for number, line in enumerate(self.said):
                box = Rect(rect.x, top, wide, 0)
                top += canvas.paragraph(line, box, size, INK if not number else INK_SOFT) + 4
        self.shown.draw(canvas)


def place(box: Rect, told: Told, buttons: Sequence[Button], canvas: Canvas) -> None:
    """The words at the left, the buttons that can be seen in columns at the right, or below where it is narrow."""
    seen = [button for button in buttons if button.visible]
    rows = max(1, int((box.height + _GAP) // (_BUTTON + _GAP)))
    columns = -(-len(seen) // rows)
    rows = -(-len(seen) // max(1, columns))
    each = min(210.0, (box.width * (0.45 if columns < 3 else 0.52) + _GAP) / max(1, columns) - _GAP)
    left = box.right - columns * (each + _GAP) + _GAP
    for index, button in enumerate(seen):
        column, row = divmod(index, rows)
        button.rect = Rect(left + column * (each + _GAP), box.y + row * (_BUTTON + _GAP), each, _BUTTON)
    told.rect = Rect(box.x, box.y, left - box.x - 16, box.height)
    told.fit(canvas)
