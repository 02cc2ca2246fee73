"""Where things are in the strip under the battlefield, in logical units."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.app.scenes.salad.hand import SHAPE
from grenade_salad.app.ui.canvas import Rect

ROW = 44.0
_GAP = 8.0


@dataclass(frozen=True)
class Strip:
    """Deck and discard at the left, the hand in the middle, what can be done at the right."""

    deck: Rect
    discard: Rect
    cards: Rect
    panel: Rect

    @property
    def upper(self) -> Rect:
        """The upper part of the panel: words, or a slider."""
        return Rect(self.panel.x + 12, self.panel.y + 8, self.panel.width - 24, self.panel.height - ROW - 20)

    def buttons(self, widths: tuple[float, ...]) -> list[Rect]:
        """Boxes for buttons in the lower row of the panel; 0 shares what is left."""
        row = Rect(self.panel.x + 10, self.panel.bottom - ROW - 8, self.panel.width - 20, ROW)
        free = row.width - sum(widths) - _GAP * (len(widths) - 1)
        share = free / max(1, sum(wide == 0 for wide in widths))
        boxes, left = [], row.x
        for wide in widths:
            boxes.append(Rect(left, row.y, wide or share, row.height))
            left += (wide or share) + _GAP
        return boxes


def strip(area: Rect, bottom: float, wide_panel: bool) -> Strip:
    """`area` is the strip for the hand, `bottom` the window's lower edge: cards peek over it. `wide_panel`: the panel
    takes the room of the hand too."""
    pile = min(62.0, area.width * 0.075)
    high = pile * SHAPE
    top = area.y + (area.height - high) / 2 - 6
    deck = Rect(area.x + 4, top, pile, high)
    discard = Rect(deck.right + 12, top, pile, high)
    left = discard.right + 24
    wide = min(270.0, area.width * 0.3)
    if wide_panel:
        wide = min(area.right - area.x, 760.0)
    panel = Rect(area.right - wide, area.y, wide, area.height)
    if wide_panel:
        panel.centerx = area.centerx
    cards = Rect(left, area.y, max(40.0, panel.x - 10 - left), bottom - area.y)
    return Strip(deck, discard, cards, panel)
