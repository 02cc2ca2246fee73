"""Change the controllers of the seats during a match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from grenade_salad.app.seating import player_names
from grenade_salad.app.seating.machine_menu import make_controller_choice
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.match.match import Controller, Match
from grenade_salad.text import m


class Seated(Protocol):
    """A match in the window, as this page needs it."""

    app: AppContext
    names: tuple[str, ...]

    @property
    def match(self) -> Match:
        """The match that is played, with its header and its lines."""

    @property
    def controllers(self) -> tuple[Controller, ...]:
        """The controller of each seat."""

    def change_controllers(self, controllers: tuple[Controller, ...]) -> None:
        """Let other people or machine players decide for the seats from now on."""


class ChangePlayersPage(PageScene):
    """Edits the controllers. The choices count when the page is left."""

    title = m("Who plays?")
    widest = 760.0

    def __init__(self, match: Seated) -> None:
        super().__init__(match.app)
        self.match = match
        self.chosen = list(match.controllers)
        self.form = Form(self.widgets, Scroll(self.page_rect))
        self.form.is_airy = True
        for seat, name in enumerate(match.names):
            controller = self.chosen[seat]
            controllers = player_names.list_controllers(controller, match.match.header.game, len(match.names))
            on_choose = partial(self._choose, seat, controllers)
            self.form.add_row(
                name, make_controller_choice(self.app, partial(str, name), controllers, controller, on_choose)
            )
        self.layout(self.size)

    def _choose(self, seat: int, controllers: Sequence[Controller], index: int) -> None:
        self.chosen[seat] = controllers[index]

    def back(self) -> None:
        super().back()
        if tuple(self.chosen) != self.match.controllers:
            self.match.change_controllers(tuple(self.chosen))

    def place(self) -> None:
        self.form.layout(self.app.canvas(), self.page_rect.inflate(-40, -20), 16.0)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        self.form.draw_lines(canvas)
