"""A page with a choice for each seat of a match: who decides there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.app.seating import player_names
from grenade_salad.app.seating.machine_menu import make_controller_choice
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.match.match import Controller


class ControllersPage(PageScene):
    """The base of pages that change the controllers of a match."""

    widest = 760.0

    def __init__(self, app: AppContext, game: str, names: Sequence[str], controllers: Sequence[Controller]) -> None:
        super().__init__(app)
        self.chosen = list(controllers)
        """The controller of each seat, as chosen so far."""
        self.form = Form(self.widgets, Scroll(self.page_rect))
        self.form.is_airy = True
        for seat, name in enumerate(names):
            options = player_names.list_controllers(self.chosen[seat], game, len(names))
            on_chosen = partial(self._choose, seat, options)
            self.form.add_row(
                name, make_controller_choice(app, partial(str, name), options, self.chosen[seat], on_chosen)
            )

    def _choose(self, seat: int, options: Sequence[Controller], index: int) -> None:
        self.chosen[seat] = options[index]

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        self.form.draw_lines(canvas)
