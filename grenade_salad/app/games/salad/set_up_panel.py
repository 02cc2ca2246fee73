"""What lies beside the mat where a position is set up: boxes of soldiers, and how the cards look."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.games.salad.set_up_mat import SetUpMat
from grenade_salad.app.table.position_editor import called
from grenade_salad.app.table.set_up_panel import UNKNOWN, Face
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.theme import INK_SOFT, SMALL, TEXT, seat_colour, seat_ink, seat_mark
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import SYMBOLS
from grenade_salad.text import m, say

FACES: dict[str, Face] = {
    **{symbol: Face(f"cards/salad/{symbol}.svg", CARDS[symbol].name) for symbol in SYMBOLS},
    UNKNOWN: Face("cards/salad/back.svg", m("a card that nobody knows")),
}
"""How each card of the tray looks."""


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
