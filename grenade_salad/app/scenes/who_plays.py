"""During a match: who decides for each seat from now on, somebody at this screen or a machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from grenade_salad import bots
from grenade_salad.app.scenes.sheet import SheetScene
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.match.seats import Controller

if TYPE_CHECKING:
    from grenade_salad.app.scenes.match_scene import MatchScene

LEVELS = ("person", *(f"machine: {level}" for level in bots.LEVELS))


def level_of(controller: Controller) -> int:
    """The index in LEVELS of who decides."""
    if controller.kind == "phone":
        return len(LEVELS)
    return 0 if controller.person else 1 + bots.LEVELS.index(controller.level)


def levels(controller: Controller) -> Sequence[str]:
    """What can be chosen for a seat: a phone can be sent away here, but comes by itself."""
    return (*LEVELS, "phone") if controller.kind == "phone" else LEVELS


def controller_of(index: int) -> Controller:
    """Who decides, by the index in LEVELS."""
    if index == len(LEVELS):
        return Controller("phone")
    return Controller("bot", bots.LEVELS[index - 1]) if index else Controller("person")


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
            choice = Choice(levels(self.chosen[seat]), level_of(self.chosen[seat]), partial(self._choose, seat))
            self.form.add(name, choice)
        self.layout(self.size)

    def _choose(self, seat: int, index: int) -> None:
        self.chosen[seat] = controller_of(index)

    def back(self) -> None:
        super().back()
        if tuple(self.chosen) != self.match.controllers:
            self.match.change_controllers(tuple(self.chosen))

    def place(self) -> None:
        self.form.layout(Canvas(self.app.screen, self.app.factor), self.sheet.inflate(-40, -20))
