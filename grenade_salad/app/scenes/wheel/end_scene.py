"""The end of a match: the places, everybody's hearts, those that nobody had, and what now."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene
from grenade_salad.app.scenes.wheel.hearts import draw_heart
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.playing_cards import SHAPE
from grenade_salad.app.ui.theme import (
    BRASS_LIGHT,
    HUGE,
    INK,
    INK_SOFT,
    LARGE,
    PAPER_EDGE,
    ROW,
    TEXT,
    TITLE,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.match.match import Header
from grenade_salad.match.seats import Controller

_TOP = 84.0
_FOOT = ROW + 26.0


class EndScene(Scene):
    """Lies over the table; Esc and its second button show the table again."""

    overlay = True
    rules_page = "wheel#WH-14"

    def __init__(
        self, app: App, view: WheelView, names: Sequence[str], header: Header, controllers: tuple[Controller, ...]
    ) -> None:
        super().__init__(app)
        self.view, self.names, self.header, self.controllers = view, names, header, controllers
        self.sheet = Rect(0, 0, 0, 0)
        self.buttons = [
            self.widgets.add(Button("Play again", self._again, icon="rotate-cw", kind="main")),
            self.widgets.add(Button("Look at the table", app.pop, icon="eye")),
            self.widgets.add(Button("Home", app.home, icon="back")),
        ]
        self.widgets.set_focus(self.buttons[1])
        self.layout(self.size)

    def _again(self) -> None:
        from grenade_salad.app.scenes.start import again

        self.app.pop()
        again(self.app, self.header, self.controllers)

    @property
    def _rows(self) -> int:
        return sum(map(len, self.view.ranking or ())) + bool(self.view.unused)

    def layout(self, size: tuple[float, float]) -> None:
        wide = min(660.0, size[0] - 24)
        self.row = min(58.0, (size[1] - 16 - _TOP - _FOOT) / max(1, self._rows))
        high = _TOP + self._rows * self.row + _FOOT
        self.sheet = Rect((size[0] - wide) / 2, (size[1] - high) / 2, wide, high)
        each = (wide - 56) / 3
        for index, button in enumerate(self.buttons):
            button.rect = Rect(self.sheet.x + 18 + index * (each + 10), self.sheet.bottom - ROW - 14, each, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.sheet, radius=14)
        ranking = self.view.ranking or ()
        winner = " and ".join(self.names[seat] for seat in ranking[0]) if ranking else ""
        title, size = f"{winner} wins", HUGE * 0.75
        while size > TITLE and canvas.width(title, size, title=True) > self.sheet.width - 140:
            size -= 1
        crown = Rect(self.sheet.x + 22, self.sheet.y + 20, 46, 46)
        canvas.picture("icons/crown.svg", crown, BRASS_LIGHT)
        middle = (self.sheet.centerx, self.sheet.y + 43)
        canvas.text(title, middle, size, title=True, anchor="center", wide=self.sheet.width - 140)
        top = self.sheet.y + _TOP
        for place, seats in enumerate(ranking, 1):
            for seat in seats:
                self._draw_place(canvas, top, place, seat)
                top += self.row
        if self.view.unused and not isinstance(self.view.unused, int):
            canvas.text(
                "Nobody had", (self.sheet.x + 76, top + self.row / 2), TEXT, INK_SOFT, italic=True, anchor="midleft"
            )
            self._draw_hearts(canvas, top, self.view.unused)
        super().draw(canvas)

    def _draw_place(self, canvas: Canvas, top: float, place: int, seat: int) -> None:
        middle = top + self.row / 2
        canvas.fill(Rect(self.sheet.x + 20, top + self.row - 1, self.sheet.width - 40, 1.5), PAPER_EDGE)
        canvas.text(f"{place}.", (self.sheet.x + 24, middle), LARGE, title=True, anchor="midleft")
        side = min(36.0, self.row - 8)
        badge = Rect(self.sheet.x + 66, middle - side / 2, side, side)
        canvas.fill(badge, seat_colour(seat), 6)
        canvas.picture(seat_mark(seat), badge.inflate(-side * 0.36, -side * 0.36), seat_ink(seat))
        room = self.sheet.width * 0.45
        canvas.text(self.names[seat], (badge.right + 12, middle), LARGE, bold=place == 1, anchor="midleft", wide=room)
        hearts = self.view.hearts[seat]
        if not isinstance(hearts, int):
            self._draw_hearts(canvas, top, hearts)

    def _draw_hearts(self, canvas: Canvas, top: float, hearts: Sequence[str]) -> None:
        high = self.row - 8
        wide = high / SHAPE
        for index, heart in enumerate(reversed(hearts)):
            left = self.sheet.right - 26 - (index + 1) * (wide + 6) + 6
            draw_heart(canvas, Rect(left, top + 3, wide, high), heart)
