"""The white dice, as what they are for people: things to choose."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.inputs import Command
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import m, say


class DieWidget(Widget):
    """A white die that can be chosen; the table draws it."""

    radius = 7.0

    def __init__(
        self,
        number: int,
        press: Callable[[int], None],
        step: Callable[[int, int], bool],
        words: Callable[[int], tuple[str, str]],
    ) -> None:
        """`words` says of its number what it shows and where, and what it would do."""
        super().__init__()
        self.die, self.choose, self.step, self.words = number, press, step, words
        self.focusable = False

    def heard(self) -> Heard:
        value, would = self.words(self.die)
        return self.as_heard("button", say(m("White die {number}", number=self.die + 1)), value, would)

    def accept(self) -> None:
        self.choose(self.die)

    def nudge(self, where: Command) -> bool:
        return where in ("left", "right") and self.step(self.die, 1 if where == "right" else -1)
