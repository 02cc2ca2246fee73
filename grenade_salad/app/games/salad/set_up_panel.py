"""What lies beside the mat where a position is set up: boxes of soldiers, and cards."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.games.salad.set_up_mat import SetUpMat, called
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.playing_cards import draw_sheet
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, SMALL, TEXT, seat_colour, seat_ink, seat_mark
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import SYMBOLS
from grenade_salad.text import Message, Words, m, say

UNKNOWN = "?"
"""A card that nobody knows: it is drawn when a match begins."""


class PileButton(Button):
    """The soldiers of a player that are in reserve: pressed, or dragged, one comes onto the mat."""

    def __init__(self, mat: SetUpMat, seat: int, press: Callable[[], None]) -> None:
        super().__init__("", press, tip=m("Drag a soldier onto the mat, or press to take one."))
        self.mat, self.seat = mat, seat

    @property
    def count(self) -> int:
        """How many soldiers are in it."""
        return self.mat.setup.draft.reserve[self.seat]

    def heard(self) -> Heard:
        name = m("A soldier of {who}", who=called(self.mat.setup, self.seat))
        return self.as_heard("button", say(name), say(m("{n} in reserve", context="soldiers", n=self.count)))

    def _face(self, canvas: Canvas, rect: Rect, ink: tuple[int, int, int]) -> None:
        mark = Rect(rect.x + 8, rect.centery - 18, 36, 36)
        canvas.fill(mark, seat_colour(self.seat), 6)
        canvas.picture(seat_mark(self.seat), mark.inflate(-12, -12), seat_ink(self.seat))
        left, room = mark.right + 8, rect.right - mark.right - 12
        canvas.text(called(self.mat.setup, self.seat), (left, rect.y + 8), TEXT, ink, bold=True, wide=room)
        canvas.text(str(self.count), (left, rect.y + 32), SMALL, INK_SOFT, wide=room)


class CardButton(Button):
    """A card of a hand, of the deck or of the tray. Pressed: out of the hand, or into it."""

    radius = 5.0

    def __init__(self, card: str, press: Callable[[], None], *, tray: bool = False) -> None:
        super().__init__("", press)
        self.card, self.tray = card, tray
        self.tip = _name(card)

    def heard(self) -> Heard:
        words: Words = (
            m("Give: {card}", card=_name(self.card)) if self.tray else m("Take back: {card}", card=_name(self.card))
        )
        return self.as_heard("button", say(words))

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.card == UNKNOWN:
            canvas.picture("cards/salad/back.svg", rect)
            canvas.text("?", rect.center, 28, BRASS, title=True, anchor="center")
        else:
            draw_sheet(canvas, f"cards/salad/{self.card}.svg", rect, lift=1.0)
        if self.hovered:
            canvas.frame(rect.inflate(4, 4), INK if self.pressed else BRASS, 2.5, 6)


def _name(card: str) -> Message:
    """What a card is called."""
    symbol = next((symbol for symbol in SYMBOLS if symbol == card), None)
    return m("a card that nobody knows") if symbol is None else CARDS[symbol].name
