"""The hand as cards that peek over the table's edge, and the words that say what each card does."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, BRASS_LIGHT, INK, SMALL
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.salad.reasons import CARDS, NAMES

SHAPE = 1.4
"""How high a card is for its width."""


class CardWidget(Widget):
    """A card of the hand. `playable` cards rise when they are pointed at; the chosen one stays up."""

    radius = 7.0

    def __init__(self, card: str, press: Callable[[], None]) -> None:
        super().__init__(tip=f"{NAMES[card]}: {CARDS[card]}")
        self.card, self.press = card, press
        self.playable = True
        self.chosen = False
        self.rise = 0.0
        """How many units it comes up when it is chosen; a part of that when it is only pointed at."""

    def on_screen(self) -> Rect:
        up = self.rise if self.chosen else self.rise * 0.6 if self.hovered or self.focused else 0.0
        return self.rect.move(0, -up)

    def covers(self, at: tuple[float, float]) -> bool:
        """A raised card is still there where it lay: else it would flutter under the pointer."""
        return self.visible and bool(self.rect.union(self.on_screen()).collidepoint(at))

    def accept(self) -> None:
        self.press()

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.shadow(rect, 8, 6 if not self.chosen else 9, 3, 120)
        canvas.picture(f"cards/salad/{self.card}.svg", rect)
        if not self.playable:
            canvas.fill(rect, INK, 8, alpha=70)
        if self.chosen:
            canvas.frame(rect.inflate(5, 5), BRASS_DARK, 4, 10)
            canvas.frame(rect.inflate(4, 4), BRASS if not self.hovered else BRASS_LIGHT, 2.5, 9)
        name_tag(canvas, rect, NAMES[self.card])


def name_tag(canvas: Canvas, card: Rect, name: str) -> None:
    """The card's name where its border is."""
    size = SMALL
    while size > 12 and canvas.width(name, size, bold=True) > card.width - 6:
        size -= 0.5
    at = (card.centerx, card.y + card.height * 0.865)
    canvas.text(name, at, size, INK, bold=True, anchor="center")


def lay_out(cards: list[CardWidget], box: Rect, shown: float) -> None:
    """Side by side in the middle of the box, overlapping if they must; `shown` units of each are over its bottom."""
    if not cards:
        return
    gap = 8.0
    wide = min(116.0, box.height * 1.02 / SHAPE * 1.2, max(78.0, (box.width + gap) / len(cards) - gap))
    shown = min(shown, wide * SHAPE * 0.95)
    step = min(wide + gap, (box.width - wide) / max(1, len(cards) - 1))
    left = box.centerx - (step * (len(cards) - 1) + wide) / 2
    top = box.bottom - shown
    for index, card in enumerate(cards):
        card.rect = Rect(left + index * step, top, wide, wide * SHAPE)
        card.rise = max(14.0, wide * SHAPE - shown + 6)
