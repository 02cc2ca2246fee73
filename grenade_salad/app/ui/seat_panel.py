"""Panel of a seat at the table: colour, mark, name, controller and public facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.picks import NamedSeat
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

_HEAD_HEIGHT = 28.0
"""Units of the line with the name."""
_LINE_HEIGHT, _MIN_LINE_HEIGHT = 20.0, 17.0
"""Units of a line of facts, and the least in a low panel."""
_MIN_TYPE_SHARE = 0.75
"""Smallest type of a fact that is worth a line, as a share of SMALL."""
_DOT_COUNT = 3


class SeatPanel(Widget):
    """A seat at the table: its name, short lines, and what `draw_more` adds.

    `facts` returns the lines below the name. `draw_more` draws in the box below these.
    """

    def __init__(
        self,
        seat: NamedSeat,
        press: Callable[[], None],
        facts: Callable[[], Sequence[Words]],
        draw_more: Callable[[Canvas, Rect], None] | None = None,
    ) -> None:
        self.style: Words = ""
        """Text on how its machine plays, for the tip; empty for a person."""
        self._tip: Words = ""
        super().__init__()
        self.seat, self.press, self.facts, self.draw_more = seat, press, facts, draw_more
        self.is_person = True
        self.avatar = ""
        """Name of the picture of the person; empty for a machine."""
        self.has_phone = False
        """True if a person decides with a phone."""
        self.is_asleep = False
        """True if that phone does not answer."""
        self.key_name = ""
        """Label of the key of the seat."""
        self.is_active = False
        """True in the turn of the seat."""
        self.is_asked = False
        """True if a reaction window asks the seat."""
        self.shows_key = False
        """True if the seat's key or a click brings the cover."""
        self.is_out = False
        """True if the seat is no longer in the match."""
        self.reserved_width = 0.0
        """Units at the right of the facts for `draw_more`; longer facts are left out."""
        self.thinking_dot: int | None = None
        """Index of the large one of three dots while a machine thinks (3: none)."""
        self.focusable = False

    @property
    def tip(self) -> str:
        """The tooltip of the seat."""
        # Translators: {plays} is how it plays, as in "hard, careful"
        style_words = m("{who} is a machine: {plays}.", who=self.seat.name, plays=self.style) if self.style else ""
        return "\n".join(line for line in (say(self._tip), say(style_words)) if line)

    @tip.setter
    def tip(self, words: Words) -> None:
        self._tip = words

    def accessible_node(self) -> AccessibleNode:
        # Translators: for screen readers, of a seat: it is asked and has not answered yet
        lines: list[Words] = [m("still to answer"), *self._all_facts()] if self.is_asked else self._all_facts()
        value = say(m("{facts:,}", facts=lines)) if lines else ""
        node = self.make_node("button" if self.focusable else "group", self.seat.name, value)
        return replace(node, is_on=True if self.is_active else None)

    def _all_facts(self) -> list[Words]:
        """Return the lines below the name; the first says if its phone is asleep."""
        # Translators: of a phone: nobody waits for it
        return [m("asleep: not waited for"), *self.facts()] if self.is_asleep else list(self.facts())

    def _key_hint(self, canvas: Canvas, width: float) -> Words:
        """Return how the seat looks at its secrets, as long as there is space for."""
        # Translators: in a small panel: the key with which a seat looks at its cards
        full_hint = m("Key {key}: look", key=self.key_name)
        return (
            full_hint
            if canvas.width(full_hint, SMALL * _MIN_TYPE_SHARE) <= width
            else m("Key {key}", key=self.key_name)
        )

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, PAPER_SHADE if self.is_out else PAPER, self.radius)
        if self.is_active:
            canvas.frame(rect, BRASS, 4, self.radius)
        elif self.is_asked:
            canvas.frame(rect, EMBER, 2, self.radius)
            canvas.frame(rect.inflate(-8, -8), EMBER, 2, self.radius - 3)
        side = min(40.0, rect.height - 12)
        badge = Rect(rect.x + 6, rect.y + 6, side, side)
        draw_badge(canvas, badge, self.seat.seat, self.avatar)
        left, right = badge.right + 8, rect.right - 8
        ink = INK_SOFT if self.is_out else INK
        icon = Rect(right - 18, rect.y + 8, 18, 18)
        if self.thinking_dot is None:
            canvas.picture(f"icons/{self._icon}.svg", icon, EMBER_DARK if self.is_asked else INK_SOFT)
        else:
            for dot in range(_DOT_COUNT):
                is_large = dot == self.thinking_dot
                dot_centre = (icon.centerx - 2 + (dot - 1) * 8.5, icon.centery)
                canvas.circle(dot_centre, 3.6 if is_large else 2.6, BRASS_DARK if is_large else INK_SOFT)
        canvas.text(self.seat.name, (left, rect.y + 6), TEXT, ink, bold=True, max_width=icon.x - left - 4)
        top = rect.y + _HEAD_HEIGHT
        lines = [self._key_hint(canvas, right - left)] if self.shows_key else self._all_facts()
        line_height = self._line_height(len(lines), rect.bottom - top)
        for line in lines:
            if top + SMALL > rect.bottom - 2:
                break
            line_width = right - left - self.reserved_width
            if not self.reserved_width or canvas.width(line, SMALL * _MIN_TYPE_SHARE) <= line_width:
                canvas.text(line, (left, top), SMALL, EMBER_DARK if self.shows_key else INK_SOFT, max_width=line_width)
            top += line_height
        if self.draw_more is not None:
            self.draw_more(canvas, self._free_box(rect, top))

    @staticmethod
    def _line_height(lines: int, height: float) -> float:
        """Return the height of a line of facts: less if the last would touch the edge."""
        if lines < 2:
            return _LINE_HEIGHT
        return min(_LINE_HEIGHT, max(_MIN_LINE_HEIGHT, (height - SMALL * LEADING - 3) / (lines - 1)))

    def free_box(self, lines: int) -> Rect:
        """Return the box that `draw_more` gets under that many lines of facts."""
        return self._free_box(self.rect, self.rect.y + _HEAD_HEIGHT + _LINE_HEIGHT * lines)

    @staticmethod
    def _free_box(rect: Rect, top: float) -> Rect:
        top = max(top, rect.y + 6 + min(40.0, rect.height - 12))
        return Rect(rect.x + 6, top + 4, rect.width - 12, rect.bottom - top - 8)

    @property
    def _icon(self) -> str:
        if self.is_out:
            return "skull"
        return "question" if self.is_asked else "person" if self.is_person else "phone" if self.has_phone else "robot"
