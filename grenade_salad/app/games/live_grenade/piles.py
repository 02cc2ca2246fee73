"""The deck and the discard pile as something to use or to ask about."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, INK, SMALL
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import Words, m


class Deck(Widget):
    """Pressed, a card is drawn. The table draws the cards; this is the sign on them."""

    tip_above = True

    def __init__(self, press: Callable[[], None]) -> None:
        super().__init__()
        self.press = press
        self.lit = False
        """Whether somebody at this screen may draw now."""

    @property
    def shines(self) -> bool:
        """Whether it says that one may draw, while nothing else is urged."""
        return self.lit and self.urged is not False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if not self.shines:
            return
        tag = Rect(0, 0, min(rect.width + 6, 84.0), 28)
        tag.center = rect.center
        canvas.paper(tag, BRASS_LIGHT if self.hovered or self.focused else BRASS, 8)
        # Translators: a button: draw a card
        canvas.text(m("Draw"), tag.center, SMALL, INK, bold=True, anchor="center")


class Discard(Widget):
    """It only says what was played last."""

    focusable = False

    @property
    def words(self) -> Words:
        """What the tooltip says."""
        return self.tip

    @words.setter
    def words(self, said: Words) -> None:
        self.tip = said
