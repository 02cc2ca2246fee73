"""A seat's panel at the table: colour, mark, name, who controls it, and what everybody may know of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.picks import Who
from grenade_salad.app.ui.seat_row import draw_badge
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_DARK,
    EMBER,
    EMBER_DARK,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_SHADE,
    SMALL,
    TEXT,
)
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import Words, m, say


class SeatPanel(Widget):
    """`facts()` are short lines under the name; `more(canvas, box)` draws what is left of the panel.

    `active`: it is this seat's turn. `asked`: a window asks it; `looks`: its key or a click brings the cover then.
    `face` is the picture of a person's. `key` is what its key is called. `out`: it is no longer in the game.
    `phone`: somebody with a phone decides; `asleep`: waited for in vain. `plays`: how its machine plays, in words
    for the tip; empty for a person. `aside`: so many units at the right of its facts are `more`'s: what does not fit
    beside that is left out. `thinks`: a machine thinks here, and this one of its three dots is large (3: none).
    """

    def __init__(
        self,
        who: Who,
        press: Callable[[], None],
        facts: Callable[[], Sequence[Words]],
        more: Callable[[Canvas, Rect], None] | None = None,
    ) -> None:
        self.plays: Words = ""
        self._tip: Words = ""
        super().__init__()
        self.who, self.press, self.facts, self.more = who, press, facts, more
        self.person = True
        self.face = ""
        self.phone = False
        self.asleep = False
        self.key = ""
        self.active = False
        self.asked = False
        self.looks = False
        self.out = False
        self.aside = 0.0
        self.thinks: int | None = None
        self.focusable = False

    @property
    def tip(self) -> str:
        """What is said of the seat when it is pointed at."""
        # Translators: {plays} is how it plays, as in "hard, careful"
        plays = m("{who} is a machine: {plays}.", who=self.who.name, plays=self.plays) if self.plays else ""
        return "\n".join(line for line in (say(self._tip), say(plays)) if line)

    @tip.setter
    def tip(self, words: Words) -> None:
        self._tip = words

    def heard(self) -> Heard:
        # Translators: for screen readers, of a seat: it is asked and has not answered yet
        lines: list[Words] = [m("still to answer"), *self._facts()] if self.asked else self._facts()
        value = say(m("{facts:,}", facts=lines)) if lines else ""
        heard = self.as_heard("button" if self.focusable else "group", self.who.name, value)
        return replace(heard, on=True if self.active else None)

    def _facts(self) -> list[Words]:
        """Return the lines below the name, first of all that nobody waits for the seat's phone."""
        # Translators: of a phone: nobody waits for it
        return [m("asleep: not waited for"), *self.facts()] if self.asleep else list(self.facts())

    def _how(self, canvas: Canvas, wide: float) -> Words:
        """How its seat looks at what is secret, in as many words as there is room for."""
        # Translators: in a small panel: the key with which a seat looks at its cards
        whole = m("Key {key}: look", key=self.key)
        return whole if canvas.width(whole, SMALL * 0.75) <= wide else m("Key {key}", key=self.key)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, PAPER_SHADE if self.out else PAPER, self.radius)
        if self.active:
            canvas.frame(rect, BRASS, 4, self.radius)
        elif self.asked:
            canvas.frame(rect, EMBER, 2, self.radius)
            canvas.frame(rect.inflate(-8, -8), EMBER, 2, self.radius - 3)
        side = min(40.0, rect.height - 12)
        badge = Rect(rect.x + 6, rect.y + 6, side, side)
        draw_badge(canvas, badge, self.who.seat, self.face)
        left, right = badge.right + 8, rect.right - 8
        ink = INK_SOFT if self.out else INK
        icon = Rect(right - 18, rect.y + 8, 18, 18)
        if self.thinks is None:
            canvas.picture(f"icons/{self._icon}.svg", icon, EMBER_DARK if self.asked else INK_SOFT)
        else:
            for dot in range(3):
                large = dot == self.thinks
                at = (icon.centerx - 2 + (dot - 1) * 8.5, icon.centery)
                canvas.circle(at, 3.6 if large else 2.6, BRASS_DARK if large else INK_SOFT)
        canvas.text(self.who.name, (left, rect.y + 6), TEXT, ink, bold=True, wide=icon.x - left - 4)
        top = rect.y + 28
        lines = [self._how(canvas, right - left)] if self.looks else self._facts()
        pitch = self._pitch(len(lines), rect.bottom - top)
        for line in lines:
            if top + SMALL > rect.bottom - 2:
                break
            wide = right - left - self.aside
            if not self.aside or canvas.width(line, SMALL * 0.75) <= wide:
                canvas.text(line, (left, top), SMALL, EMBER_DARK if self.looks else INK_SOFT, wide=wide)
            top += pitch
        if self.more is not None:
            self.more(canvas, self._room(rect, top))

    @staticmethod
    def _pitch(lines: int, room: float) -> float:
        """From one line of facts to the next: closer, if the last one would lie upon the panel's edge."""
        return 20.0 if lines < 2 else min(20.0, max(17.0, (room - SMALL * LEADING - 3) / (lines - 1)))

    def room(self, lines: int) -> Rect:
        """What is left for `more` under so many lines of facts."""
        return self._room(self.rect, self.rect.y + 28 + 20 * lines)

    @staticmethod
    def _room(rect: Rect, top: float) -> Rect:
        top = max(top, rect.y + 6 + min(40.0, rect.height - 12))
        return Rect(rect.x + 6, top + 4, rect.width - 12, rect.bottom - top - 8)

    @property
    def _icon(self) -> str:
        if self.out:
            return "skull"
        return "question" if self.asked else "person" if self.person else "phone" if self.phone else "robot"
