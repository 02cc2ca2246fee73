"""What lies beside the mat where a position is set up: boxes of soldiers, and how the cards look."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.games.salad.set_up_mat import SetUpMat
from grenade_salad.app.table.position_steps import called
from grenade_salad.app.table.set_up_panel import UNKNOWN, Face, SeatPlate
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import SYMBOLS
from grenade_salad.text import m, say

FACES: dict[str, Face] = {
    **{symbol: Face(f"cards/salad/{symbol}.svg", CARDS[symbol].name) for symbol in SYMBOLS},
    UNKNOWN: Face("cards/salad/back.svg", m("a card that nobody knows")),
}
"""How each card of the tray looks."""


class PileButton(SeatPlate):
    """The soldiers of a player that are in reserve: pressed, or dragged, one comes onto the mat."""

    def __init__(self, mat: SetUpMat, seat: int, press: Callable[[], None]) -> None:
        tip = m("Drag a soldier onto the mat, or press to take one.")
        super().__init__(seat, called(mat.setup, seat), "", press, tip)
        self.mat = mat

    @property
    def count(self) -> int:
        """How many soldiers are in it."""
        return self.mat.setup.draft.reserve[self.seat]

    def heard(self) -> Heard:
        name = m("A soldier of {who}", who=self.name)
        return self.as_heard("button", say(name), say(m("{n} in reserve", context="soldiers", n=self.count)))

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        self.note = str(self.count)
        super().paint(canvas, rect)


class BlockButton(Button):
    """Wooden blocks, as many as one wants: pressed, or dragged, one comes onto the mat (GS-35)."""

    def __init__(self, press: Callable[[], None]) -> None:
        tip = m("Drag a block onto the mat, or press to put one there.")
        # Translators: a button: a wooden block, which lies on the table
        super().__init__(m("Block", context="wooden"), press, icon="plus", tip=tip)
