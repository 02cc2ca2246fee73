"""Under the ring: one's own hearts, what a choice would do, and the buttons; all places in logical units."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.playing_cards import SHAPE, row
from grenade_salad.app.ui.theme import ROW
from grenade_salad.app.ui.widgets import Button

_GAP = 10.0


@dataclass(frozen=True)
class Strip:
    """`cards` are the boxes of one's own hearts, `words` is a sheet for what would happen, `buttons` is right of it."""

    cards: tuple[Rect, ...]
    words: Rect
    buttons: Rect


def strip(area: Rect, hearts: int, buttons: int) -> Strip:
    """Where things are in the strip for the hand, with that many cards and buttons."""
    high = area.height
    wide = high / SHAPE
    cards = tuple(row(Rect(area.x + 2, area.y, hearts * (wide + 8), high), hearts, wide)) if hearts else ()
    left = area.x + (hearts * (wide + 8) + _GAP if hearts else 0)
    column = min(196.0, max(150.0, area.width * 0.24)) if buttons else 0.0
    right = area.right - column - (_GAP if buttons else 0)
    return Strip(
        cards, Rect(left, area.y, max(60.0, right - left), high), Rect(area.right - column, area.y, column, high)
    )


def place_buttons(box: Rect, buttons: list[Button]) -> None:
    """The visible ones below each other."""
    seen = [button for button in buttons if button.visible]
    each = min(ROW + 4, (box.height - 8 * (len(seen) - 1)) / max(1, len(seen)))
    top = box.centery - (each * len(seen) + 8 * (len(seen) - 1)) / 2
    for index, button in enumerate(seen):
        button.rect = Rect(box.x, top + index * (each + 8), box.width, each)
