"""The end of a match: the count on a sheet over the table, one seat after another, and what now."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene
from grenade_salad.app.scenes.salad.score import draw_count, height
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, ROW
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.match import Header
from grenade_salad.match.seats import Controller

_EACH = 0.7
"""Seconds for each seat that is counted."""


class CountScene(Scene):
    """Lies over the table; Esc and the first button show the table again."""

    overlay = True

    def __init__(
        self, app: App, view: SaladView, names: Sequence[str], header: Header, controllers: tuple[Controller, ...]
    ) -> None:
        super().__init__(app)
        self.view, self.names, self.header, self.controllers = view, names, header, controllers
        self.lines = 0
        self.sheet = Rect(0, 0, 0, 0)
        self.buttons = [
            self.widgets.add(Button("Play again", self._again, icon="rotate-cw", kind="main")),
            self.widgets.add(Button("Look at the table", app.pop, icon="eye")),
            self.widgets.add(Button("Home", app.home, icon="back")),
        ]
        self.widgets.set_focus(self.buttons[1])
        for number in range(len(names)):
            self.motion.play(0.0, lambda _: None, self._count_one, wait=_EACH * (number + 1))
        self.layout(self.size)

    def _count_one(self) -> None:
        self.lines += 1
        self.app.audio.play("tick" if self.lines < len(self.names) else "win")
        self.dirty = True

    def _again(self) -> None:
        from grenade_salad.app.scenes.start import again

        self.app.pop()
        again(self.app, self.header, self.controllers)

    def layout(self, size: tuple[float, float]) -> None:
        wide = min(640.0, size[0] - 32)
        high = height(len(self.names)) + ROW + 24
        self.sheet = Rect((size[0] - wide) / 2, max(6.0, (size[1] - high) / 2), wide, min(high, size[1] - 12))
        each = (wide - 56) / 3
        for index, button in enumerate(self.buttons):
            button.rect = Rect(self.sheet.x + 18 + index * (each + 10), self.sheet.bottom - ROW - 14, each, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        draw_count(canvas, self.sheet, self.view, self.names, self.lines)
        super().draw(canvas)
