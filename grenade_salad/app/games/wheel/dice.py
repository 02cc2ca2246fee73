"""Widgets for the white dice, so that people can choose them."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.inputs import Command
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import m, say


class DieWidget(Widget):
    """A white die that can be chosen; the table draws it."""

    radius = 7.0

    def __init__(
        self,
        die: int,
        press: Callable[[int], None],
        step: Callable[[int, int], bool],
        words: Callable[[int], tuple[str, str]],
    ) -> None:
        """`words` returns the state and place of a die by its index, and its effect."""
        super().__init__()
        self.die, self.choose, self.move_die, self.words = die, press, step, words
        self.focusable = False

    def accessible_node(self) -> AccessibleNode:
        value, effect = self.words(self.die)
        return self.make_node("button", say(m("White die {number}", number=self.die + 1)), value, effect)

    def activate(self) -> None:
        self.choose(self.die)

    def step(self, direction: Command) -> bool:
        return direction in ("left", "right") and self.move_die(self.die, 1 if direction == "right" else -1)
