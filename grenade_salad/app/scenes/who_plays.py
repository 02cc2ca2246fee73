"""During a match: who decides for each seat from now on, somebody at this screen or a machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from grenade_salad.app import cast
from grenade_salad.app.scenes.sheet import SheetScene
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.match.seats import Controller

if TYPE_CHECKING:
    from grenade_salad.app.scenes.match_scene import MatchScene


class WhoPlaysScene(SheetScene):
    """What is chosen counts when the sheet is left."""

    title = "Who plays?"
    widest = 760.0

    def __init__(self, match: MatchScene) -> None:
        super().__init__(match.app)
        self.match = match
        self.chosen = list(match.controllers)
        self.form = Form(self.widgets, Scroll(self.sheet))
        for seat, name in enumerate(match.names):
            one = self.chosen[seat]
            found = cast.choices(one)
            labels = [cast.words(other) for other in found]
            self.form.add(name, Choice(labels, cast.place(found, one), partial(self._choose, seat, found)))
        self.layout(self.size)

    def _choose(self, seat: int, found: Sequence[Controller], index: int) -> None:
        self.chosen[seat] = found[index]

    def back(self) -> None:
        super().back()
        if tuple(self.chosen) != self.match.controllers:
            self.match.change_controllers(tuple(self.chosen))

    def place(self) -> None:
        self.form.layout(Canvas(self.app.screen, self.app.factor), self.sheet.inflate(-40, -20))
