"""The set-up of the open table: the generic one, and which box is put on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grenade_salad.app.games.open_table import phones_first
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.table.setup import SetupScene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.theme import ROW
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.boxes import shipped
from grenade_salad.core import Illegal
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.words import called
from grenade_salad.match.match import Header
from grenade_salad.text import Words, m


class BoxSetup(SetupScene):
    """`shelf` are the names of the boxes, `box` the number of the one that is chosen."""

    def __init__(self, app: Shell) -> None:
        self.box = 0
        self.shelf = shipped.names()
        super().__init__(app, "open-table")

    def build_more(self) -> Sequence[Widget]:
        labels = [called(shipped.opened(name).box.name) for name in self.shelf]
        self.box_choice = self.widgets.add(Choice(labels, self.box, self._chosen), self.seats_scroll)
        # Translators: what lies on the table: a game's box, with its pieces
        self.box_choice.label = m("Box")
        return (self.box_choice,)

    def place_more(self, wide: float, top: float) -> float:
        self.box_choice.rect = Rect(4, top + 8, wide - 8, ROW)
        return top + 16 + ROW

    def why_not_more(self) -> Words:
        try:
            self.game.start(self.count, self.options, shipped.opened(self.shelf[self.box]).setup)
        except Illegal as error:
            return m("{why}.", why=self.refused(error.reason))
        return ""

    def start(self) -> None:
        found = self._header(0).setup
        assert isinstance(found, TableSetup)
        seats = self.controllers[: self.count]
        if not phones_first.asks(self.app, self.game.name, found.box, seats, super().start):
            super().start()

    def _chosen(self, index: int) -> None:
        self.box = index
        self._check()

    def _header(self, seed: int) -> Header:
        return replace(super()._header(seed), setup=shipped.opened(self.shelf[self.box]).setup)
