"""The hand at a shared screen: a cover that is a strip below the mat, so that the battlefield stays in view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.table.cover import Cover
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.picks import Pick, PickButton, Who
from grenade_salad.app.ui.theme import (
    INK,
    INK_SOFT,
    LARGE,
    PAPER,
    PAPER_EDGE,
    PAPER_SHADE,
    ROW,
    SMALL,
    TEXT,
    Colour,
    mix,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.text import Words, m

_HIGH, _SHARE = 236.0, 0.5
"""The strip's height in units, and its share of the window at most."""
_HEAD, _GAP = 44.0, 10.0


class _Explained(PickButton):
    """A card with its name, and beside it what it does, or why it cannot be played."""

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        lifted = rect.move(0, -3) if (self.hovered or self.focused) and self.enabled else rect
        fill: Colour = mix(PAPER, PAPER_SHADE, 0.3) if self.enabled else mix(PAPER_SHADE, PAPER_EDGE, 0.3)
        canvas.paper(lifted, fill, self.radius, lifted=self.enabled)
        wide = 92.0 if rect.width >= 200 else 30.0
        for name in self.pick.pictures:
            canvas.picture(name, Rect(lifted.x + 8, lifted.y + 8, wide, wide * 1.4), alpha=255 if self.enabled else 120)
        left, ink = lifted.x + wide + 16, INK if self.enabled else INK_SOFT
        canvas.text(self.words, (left, lifted.y + 8), SMALL, ink, bold=True, wide=lifted.right - left - 6)
        box = Rect(left, lifted.y + 32, lifted.right - left - 8, 0)
        if wide < 60:
            box = Rect(lifted.x + 8, lifted.y + 54, lifted.width - 14, 0)
        words = self.pick.why_not or self.pick.tip
        box.height = lifted.bottom - 6 - box.y
        canvas.block(words, box, SMALL, INK_SOFT if self.pick.why_not else ink)


class HandStrip(Cover):
    """A cover of the lower part of the window. It is opened, kept open and closed as any other."""

    overlay = True

    def __init__(
        self,
        app: Shell,
        who: Who,
        choices: Sequence[Pick],
        done: Callable[[int | None], None],
        *,
        title: Words,
        told: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        super().__init__(app, who, None, choices, done, title=title, told=told)
        self._picks = [_Explained(pick, partial(self._finish, index)) for index, pick in enumerate(choices)]
        self._show(False)
        self.layout(self.size)

    def layout(self, size: tuple[float, float]) -> None:
        wide, high = size
        tall = min(_HIGH, high * _SHARE)
        self.box = Rect(6, high - tall - 6, wide - 12, tall)
        self._sheet.rect = Rect(self.box.x + 10, self.box.y + 10, self.box.width - 260, tall - 20)
        self._without.rect = Rect(self.box.right - 236, self.box.centery - ROW / 2, 220, ROW)
        self._close.rect = Rect(self.box.right - 200, self.box.y + 4, 190, 36)
        count = max(1, len(self._picks))
        each = min(300.0, (self.box.width - 20 + _GAP) / count - _GAP)
        left = self.box.centerx - (count * (each + _GAP) - _GAP) / 2
        for index, button in enumerate(self._picks):
            top = self.box.y + _HEAD
            button.rect = Rect(left + index * (each + _GAP), top, each, self.box.bottom - top - 32)

    def _draw_closed(self, canvas: Canvas) -> None:
        canvas.paper(Rect(self.box.x, self.box.y, self.box.width, self.box.height + 20), PAPER_SHADE, 12)
        box = self._sheet.rect
        canvas.paper(box, radius=12)
        canvas.fill(Rect(box.x + 10, box.y + 10, 10, box.height - 20), seat_colour(self.who.seat), 5)
        badge = Rect(box.x + 34, box.centery - 38, 76, 76)
        canvas.fill(badge, seat_colour(self.who.seat), 10)
        canvas.picture(seat_mark(self.who.seat), badge.inflate(-26, -26), seat_ink(self.who.seat))
        inner = Rect(badge.right + 20, box.y + 14, box.right - badge.right - 36, 0)
        title, how, more = self._closed_words()
        canvas.text(title, inner.topleft, LARGE, title=True, wide=inner.width)
        used = canvas.paragraph(how, inner.move(0, 38), TEXT if box.height > 150 else SMALL)
        canvas.paragraph(more, inner.move(0, 44 + used), SMALL, INK_SOFT)

    def _draw_open(self, canvas: Canvas) -> None:
        canvas.paper(Rect(self.box.x, self.box.y, self.box.width, self.box.height + 20), PAPER_SHADE, 12)
        badge = Rect(self.box.x + 12, self.box.y + 8, 30, 30)
        canvas.fill(badge, seat_colour(self.who.seat), 7)
        canvas.picture(seat_mark(self.who.seat), badge.inflate(-10, -10), seat_ink(self.who.seat))
        room = self.box.width - 280
        canvas.text(self.title, (badge.right + 12, badge.centery), TEXT, bold=True, anchor="midleft", wide=room)
        words = m("Let go to close the cover. To choose, slide onto a card, or press Enter, or X on a gamepad.")
        if self._by_press:
            words = m(
                "Press again to close the cover; it also closes by itself after a while. Everybody else, look away."
            )
        canvas.text(words, (self.box.centerx, self.box.bottom - 16), SMALL, INK_SOFT, anchor="center")
