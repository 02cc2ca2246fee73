"""A card of an open hand, as a widget that rises when it is pointed at and stays up when it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.playing_cards import draw_sheet
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, BRASS_LIGHT, INK
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import Words, say


class HandCard(Widget):
    """`picture` is its name in assets/, `words` what it does (a tooltip). It may be `dimmed`, `chosen`, `suggested`."""

    radius = 7.0

    def __init__(self, card: str, picture: str, press: Callable[[], None], words: Words = "") -> None:
        super().__init__(tip=words)
        self.card, self.picture, self.press = card, picture, press
        self.called: Words = card
        """What it is called for those who do not see it."""
        self.dimmed = False
        self.chosen = False
        self.suggested = False
        self.low = Rect(0, 0, 0, 0)
        """Where it lies when nobody looks at it; `rect` is where it is now."""

    def place(self, low: Rect, rise: float) -> None:
        """Lie there, or higher by `rise` units if it is chosen, a little less if it is pointed at."""
        self.low = low
        up = rise if self.chosen else rise * 0.55 if self.hovered or self.focused or self.suggested else 0.0
        self.rect = Rect(low.x, low.y - up, low.width, low.height)

    def covers(self, at: tuple[float, float]) -> bool:
        """A raised card is still there where it lay: else it would flutter under the pointer."""
        return self.visible and bool(self.rect.union(self.low).collidepoint(at))

    def heard(self) -> Heard:
        return replace(self.as_heard("button", say(self.called, begin=True)), on=self.chosen)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        draw_sheet(canvas, self.picture, rect, lift=2.0 if self.chosen else 1.0)
        if self.dimmed:
            canvas.fill(rect, INK, 8, alpha=80)
        if self.chosen or self.suggested:
            canvas.frame(rect.inflate(5, 5), BRASS_DARK, 4, 10)
            canvas.frame(rect.inflate(4, 4), BRASS_LIGHT if self.hovered else BRASS, 2.5, 9)


def raise_cards(cards: Sequence[HandCard], low: Sequence[Rect], rise: float) -> None:
    """Place them all; call it again when another one is pointed at."""
    for card, box in zip(cards, low, strict=True):
        card.place(box, rise)
