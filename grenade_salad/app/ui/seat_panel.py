"""A seat's panel at the table: colour, mark, name, who controls it, and what everybody may know of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.picks import Who
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_DARK,
    EMBER_DARK,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_SHADE,
    SMALL,
    TEXT,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.app.ui.widget import Widget


class SeatPanel(Widget):
    """`facts()` are short lines under the name; `more(canvas, box)` draws what is left of the panel.

    `active`: it is this seat's turn. `asked`: a window asks it, and its key or a click brings the cover.
    `key` is what its key is called. `out`: it is no longer in the game. `plays`: how its machine plays, in words for
    the tip; empty for a person. `thinks`: a machine thinks here, and this one of its three dots is large (3: none).
    """

    def __init__(
        self,
        who: Who,
        press: Callable[[], None],
        facts: Callable[[], Sequence[str]],
        more: Callable[[Canvas, Rect], None] | None = None,
    ) -> None:
        self.plays = ""
        super().__init__()
        self.who, self.press, self.facts, self.more = who, press, facts, more
        self.person = True
        self.key = ""
        self.active = False
        self.asked = False
        self.out = False
        self.thinks: int | None = None
        self.focusable = False

    @property
    def tip(self) -> str:
        """What is said of the seat when it is pointed at."""
        plays = f"{self.who.name} is a machine: {self.plays}." if self.plays else ""
        return "\n".join(line for line in (self._tip, plays) if line)

    @tip.setter
    def tip(self, words: str) -> None:
        self._tip = words

    def accept(self) -> None:
        self.press()

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, PAPER_SHADE if self.out else PAPER, self.radius)
        if self.active or self.asked:
            canvas.frame(rect, BRASS, 4, self.radius)
        side = min(40.0, rect.height - 12)
        badge = Rect(rect.x + 6, rect.y + 6, side, side)
        canvas.fill(badge, seat_colour(self.who.seat), 6)
        canvas.picture(seat_mark(self.who.seat), badge.inflate(-side * 0.35, -side * 0.35), seat_ink(self.who.seat))
        left, right = badge.right + 8, rect.right - 8
        ink = INK_SOFT if self.out else INK
        icon = Rect(right - 18, rect.y + 8, 18, 18)
        if self.thinks is None:
            canvas.picture("icons/skull.svg" if self.out else f"icons/{self._icon}.svg", icon, INK_SOFT)
        else:
            for dot in range(3):
                large = dot == self.thinks
                at = (icon.centerx - 2 + (dot - 1) * 8.5, icon.centery)
                canvas.circle(at, 3.6 if large else 2.6, BRASS_DARK if large else INK_SOFT)
        canvas.text(self.who.name, (left, rect.y + 6), TEXT, ink, bold=True, wide=icon.x - left - 4)
        top = rect.y + 28
        lines = [f"Key {self.key}: look"] if self.asked and self.person else list(self.facts())
        for line in lines:
            if top + SMALL > rect.bottom - 2:
                break
            canvas.text(line, (left, top), SMALL, EMBER_DARK if self.asked else INK_SOFT, wide=right - left)
            top += 20
        if self.more is not None:
            self.more(
                canvas,
                Rect(rect.x + 6, max(top, badge.bottom) + 4, rect.width - 12, rect.bottom - max(top, badge.bottom) - 8),
            )

    @property
    def _icon(self) -> str:
        return "person" if self.person else "robot"
