"""Question mark beside a short sentence: the figures behind it, on request."""

from __future__ import annotations

from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, BRASS_LIGHT, INK, PAPER, SMALL, mix
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import Words, m, say

WIDTH, GAP = 40.0, 2.0
"""Width of the area to be pressed, and space before it, in units."""
_HEIGHT = 24.0
"""Height of that area: it fits beside lines of small text."""
_RADIUS = 10.5
"""Radius of the circle that is drawn, in units."""


class HelpMark(Widget):
    """A small question mark whose tooltip explains the sentence before it.

    A press shows the tooltip at once, until the focus moves or the next press. Without words it is invisible.
    """

    radius = _HEIGHT / 2
    explains = True

    def __init__(self, words: Words = "") -> None:
        super().__init__(Rect(0, 0, WIDTH, _HEIGHT), words)
        self.visible = bool(words)

    def explain(self, words: Words) -> None:
        """Explain this from now on; without words, nothing."""
        self.tip, self.visible = words, bool(words)

    def place_after(self, right: float, middle: float) -> None:
        """Place it behind a line of text that ends there."""
        self.rect = Rect(right + GAP, middle - _HEIGHT / 2, WIDTH, _HEIGHT)

    def accessible_node(self) -> AccessibleNode:
        # Translators: a question mark after a sentence, for people who listen: figures and details on request
        return self.make_node("button", say(m("More about this")))

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        is_lit = self.hovered or self.focused or self.pressed
        fill = mix(PAPER, BRASS_LIGHT, 0.55) if is_lit else mix(PAPER, BRASS_LIGHT, 0.15)
        canvas.circle(rect.center, _RADIUS, fill)
        canvas.circle(rect.center, _RADIUS, BRASS if is_lit else mix(BRASS, PAPER, 0.35), 1.5)
        canvas.text(
            "?", (rect.centerx, rect.centery + 0.5), SMALL, INK if is_lit else BRASS_DARK, bold=True, anchor="center"
        )
