"""What happened, in plain words: a list of lines that scrolls and stays at its end."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Point
from grenade_salad.app.ui.theme import INK, LARGE, PAPER_EDGE, SMALL, seat_colour, seat_ink, seat_mark
from grenade_salad.app.ui.widget import Scroll, Widget

_MARK = 22.0


@dataclass(frozen=True)
class Said:
    """A line of the log, and the seat whose mark stands before it."""

    words: str
    seat: int | None = None


class Log(Widget):
    """A sheet with all lines so far. Arrows, the wheel and a finger scroll it."""

    def __init__(self, title: str = "What happened") -> None:
        super().__init__()
        self.title = title
        self.lines: list[Said] = []
        self.inner = Scroll(Rect(0, 0, 0, 0))
        self._following = True
        self._pulled_at: float | None = None
        self._laid: tuple[int, float, float] = (0, 0.0, 0.0)
        self._tops: list[float] = []
        self._kept: tuple[object, pygame.Surface] | None = None

    def add(self, words: str, seat: int | None = None) -> None:
        """One more line; shown at once unless somebody has scrolled up."""
        self.lines.append(Said(words, seat))

    def clear(self) -> None:
        """Forget all lines."""
        self.lines = []
        self._laid, self._tops, self._kept = (0, 0.0, 0.0), [], None

    def nudge(self, where: Command) -> bool:
        return where in ("up", "down") and self._by(72 if where == "down" else -72)

    def wheel(self, turn: float) -> bool:
        return self._by(-turn * 60)

    def typed(self, event: Input) -> bool:
        return isinstance(event, Key) and event.down and self._page(event.key)

    def _page(self, key: int) -> bool:
        from pygame import K_END, K_HOME, K_PAGEDOWN, K_PAGEUP

        high = self.inner.area.height * 0.9
        pages = {K_PAGEUP: -high, K_PAGEDOWN: high, K_HOME: -1e9, K_END: 1e9}
        return key in pages and self._by(pages[key])

    def drag(self, at: Point) -> bool:
        if self._pulled_at is not None and self.pressed:
            self._by(self._pulled_at - at[1])
        self._pulled_at = at[1]
        return True

    def accept(self) -> None:
        self._pulled_at = None

    def _by(self, units: float) -> bool:
        moved = self.inner.by(units)
        self._following = self.inner.offset >= self.inner.content - self.inner.area.height - 2
        return moved

    def _lay(self, canvas: Canvas, wide: float) -> None:
        count, before, factor = self._laid
        if before != wide or factor != canvas.factor or count > len(self.lines):
            count, self._tops = 0, [0.0]
        tops = self._tops or [0.0]
        for said in self.lines[count:]:
            rows = len(canvas.lines(said.words, wide - _MARK - 8, SMALL))
            tops.append(tops[-1] + rows * SMALL * LEADING + 7)
        self._tops, self._laid = tops, (len(self.lines), wide, canvas.factor)
        self.inner.content = tops[-1]
        if self._following:
            self.inner.offset = max(0.0, tops[-1] - self.inner.area.height)
        self.inner.by(0)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, radius=10)
        canvas.text(self.title, (rect.x + 14, rect.y + 10), LARGE, bold=True, wide=rect.width - 28)
        canvas.fill(Rect(rect.x + 14, rect.y + 42, rect.width - 28, 1.5), PAPER_EDGE)
        area = Rect(rect.x + 12, rect.y + 50, rect.width - 20, max(1.0, rect.height - 60))
        self.inner.area = area
        self._lay(canvas, area.width - 12)
        key = (len(self.lines), self.inner.offset, area.topleft, area.size, canvas.factor)
        if self._kept is None or self._kept[0] != key:
            self._draw_lines(canvas, area)
            box = canvas.box(area).clip(canvas.surface.get_rect())
            self._kept = (key, canvas.surface.subsurface(box).copy())
        else:
            canvas.surface.blit(self._kept[1], canvas.box(area))
        self.inner.draw(canvas)

    def _draw_lines(self, canvas: Canvas, area: Rect) -> None:
        with canvas.clipped(area):
            for said, top, bottom in zip(self.lines, self._tops, self._tops[1:], strict=False):
                y = area.y + top - self.inner.offset
                if y > area.bottom or area.y + bottom - self.inner.offset < area.y:
                    continue
                if said.seat is not None:
                    badge = Rect(area.x, y + 1, _MARK - 4, _MARK - 4)
                    canvas.fill(badge, seat_colour(said.seat), 4)
                    canvas.picture(seat_mark(said.seat), badge.inflate(-6, -6), seat_ink(said.seat))
                words = Rect(area.x + _MARK + 2, y, area.width - 12 - _MARK - 8, 0)
                canvas.paragraph(said.words, words, SMALL, INK)
