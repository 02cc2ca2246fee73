"""What every widget is, and the window on higher content that widgets can be shown in."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Point
from grenade_salad.app.ui.theme import BRASS, INK_SOFT


@dataclass(slots=True, eq=False)
class Scroll:
    """A window on higher content: its widgets' boxes count from the top of the content.

    `area` is where it is shown, `content` how high the content is, `offset` how far it is scrolled, in units.
    """

    area: Rect
    content: float = 0.0
    offset: float = 0.0

    def by(self, units: float) -> bool:
        """Scroll on; whether anything moved."""
        before = self.offset
        self.offset = max(0.0, min(self.offset + units, self.content - self.area.height))
        return self.offset != before

    def show(self, rect: Rect) -> None:
        """Scroll so that a box of the content can be seen."""
        if rect.bottom + 12 > self.offset + self.area.height:
            self.by(rect.bottom + 12 - self.offset - self.area.height)
        if rect.top - 12 < self.offset:
            self.by(rect.top - 12 - self.offset)

    def draw(self, canvas: Canvas) -> None:
        """The bar that shows where one is; nothing if all can be seen."""
        if self.content <= self.area.height or self.area.width < 20:
            return
        high = max(24.0, self.area.height * self.area.height / self.content)
        share = self.offset / (self.content - self.area.height)
        track = Rect(self.area.right - 6, self.area.y, 6, self.area.height)
        canvas.fill(track, INK_SOFT, 3, alpha=50)
        canvas.fill(Rect(track.x, track.y + share * (track.height - high), 6, high), BRASS, 3)


class Widget:
    """Something in a box that can be drawn and used. `turn` shows it turned by quarters counter-clockwise."""

    focusable = True
    takes_text = False
    radius = 8.0

    def __init__(self, rect: Rect | None = None, tip: str = "") -> None:
        self.rect = Rect(0, 0, 0, 0) if rect is None else rect
        self.tip = tip
        self.turn = 0
        self.visible = True
        self.enabled = True
        self.why_disabled = ""
        self.scroll: Scroll | None = None
        self.focused = False
        self.hovered = False
        self.pressed = False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        """Draw it upright in the box."""

    def accept(self) -> None:
        """It was clicked, or Enter, Space or A was pressed on it."""

    def nudge(self, where: Command) -> bool:
        """An arrow was pressed while it has the focus; False lets the focus move on."""
        return False

    def drag(self, at: Point) -> bool:
        """The pointer is held down on it, at a point of its upright box; whether it does something with that."""
        return False

    def typed(self, event: Input) -> bool:
        """A key or text while it has the focus; whether it used it."""
        return False

    def wheel(self, turn: float) -> bool:
        """The wheel over it; whether it used it."""
        return False

    def on_screen(self) -> Rect:
        """Its box on the canvas, scrolled."""
        if self.scroll is None:
            return self.rect
        area = self.scroll.area
        return self.rect.move(area.x, area.y - self.scroll.offset)

    def covers(self, at: Point) -> bool:
        """Whether it can be hit there."""
        if not self.visible or (self.scroll is not None and not self.scroll.area.collidepoint(at)):
            return False
        return bool(self.on_screen().collidepoint(at))
