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


def machines(game: str) -> tuple[str, ...]:
    """Who can decide in that game besides a phone: somebody at this screen, or a machine of each level."""
    return ("person", *(f"machine: {level}" for level in bots.levels(game)))


def level_of(game: str, controller: Controller) -> int:
    """The index in `levels` of who decides."""
    there = bots.levels(game)
    if controller.kind == "phone":
        return 1 + len(there)
    return 0 if controller.person else 1 + there.index(controller.level)


def levels(game: str, controller: Controller) -> Sequence[str]:
    """What can be chosen for a seat: a phone can be sent away here, but comes by itself."""
    return (*machines(game), "phone") if controller.kind == "phone" else machines(game)


def controller_of(game: str, index: int) -> Controller:
    """Who decides, by the index in `levels`."""
    there = bots.levels(game)
    if index == 1 + len(there):
        return Controller("phone")
    return Controller("bot", there[index - 1]) if index else Controller("person")


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
            one, game = self.chosen[seat], match.match.header.game
            choice = Choice(levels(game, one), level_of(game, one), partial(self._choose, seat))
            self.form.add(name, choice)
        self.layout(self.size)

    def _choose(self, seat: int, index: int) -> None:
        self.chosen[seat] = controller_of(self.match.match.header.game, index)

    def back(self) -> None:
        super().back()
        if tuple(self.chosen) != self.match.controllers:
            self.match.change_controllers(tuple(self.chosen))

    def place(self) -> None:
        self.form.layout(Canvas(self.app.screen, self.app.factor), self.sheet.inflate(-40, -20))
