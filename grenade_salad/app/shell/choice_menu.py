"""A menu of all that a choice offers, for choices with more than two or three."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, PointerInput
from grenade_salad.app.ui.theme import INK, ROW, TITLE
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.text import Words

_GAP = 8.0
_WIDTH, _COLUMN_WIDTH = 420.0, 300.0
"""Width of the paper, and of a column if all do not fit below each other."""
_HEAD_HEIGHT = 70.0
"""Units above the first row, for the title."""
_MARGIN, _RING = 20.0, 10.0
"""Units around the list, and those around a button in which its focus is drawn."""


class _Item(Button):
    """One of the things to choose."""

    def accessible_node(self) -> AccessibleNode:
        return replace(self.make_node("item", self.words), is_on=self.kind == "chosen")


class ChoiceMenu(Scene):
    """A list of everything that can be chosen; the current one has the focus.

    `on_choose` is called with the index. Esc and a click outside leave all as it is.
    """

    is_overlay = True

    def __init__(
        self, app: AppContext, title: Words, labels: Sequence[Words], chosen: int, on_choose: Callable[[int], None]
    ) -> None:
        super().__init__(app)
        self.title, self._on_choose = title, on_choose
        self.panel = Rect(0, 0, 0, 0)
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.buttons = [
            self.widgets.add(
                _Item(label, partial(self._choose, index), kind="chosen" if index == chosen else "plain"), self.scroll
            )
            for index, label in enumerate(labels)
        ]
        self.layout(self.size)
        self.widgets.set_focus(self.buttons[chosen])

    def accessible_name(self) -> Words:
        return self.title

    def _choose(self, index: int) -> None:
        self.app.pop()
        self._on_choose(index)

    def handle(self, event: Input) -> None:
        is_outside = (
            isinstance(event, PointerInput) and event.kind == "down" and not self.panel.collidepoint(event.position)
        )
        if is_outside:
            self.back()
        else:
            super().handle(event)

    def layout(self, size: tuple[float, float]) -> None:
        space = size[0] - 32, size[1] - 16
        max_rows = max(1, int((space[1] - _HEAD_HEIGHT - _MARGIN) // (ROW + _GAP)))
        max_columns = max(1, min(3, int((space[0] - 2 * _MARGIN) // _COLUMN_WIDTH)))
        columns = min(max_columns, -(-len(self.buttons) // max_rows))
        rows = -(-len(self.buttons) // columns)
        width = min(space[0], _WIDTH if columns == 1 else columns * _COLUMN_WIDTH + 2 * _MARGIN)
        height = min(space[1], _HEAD_HEIGHT + rows * (ROW + _GAP) + _MARGIN)
        self.panel = Rect((size[0] - width) / 2, (size[1] - height) / 2, width, height)
        self.scroll.area = Rect(
            self.panel.x + _MARGIN - _RING,
            self.panel.y + _HEAD_HEIGHT - _RING,
            width - 2 * _MARGIN + 2 * _RING,
            height - _HEAD_HEIGHT - _MARGIN + 2 * _RING,
        )
        column_width = (self.scroll.area.width - 2 * _RING) / columns
        for index, button in enumerate(self.buttons):
            # As in a list, the next one is below, not beside.
            column, row = divmod(index, rows)
            button.rect = Rect(_RING + column * column_width, _RING + row * (ROW + _GAP), column_width - _GAP, ROW)
        self.scroll.content = rows * (ROW + _GAP) - _GAP + 2 * _RING
        self.scroll.scroll_by(0)
        if self.widgets.focus is not None:
            self.scroll.show(self.widgets.focus.rect)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=12)
        position = (self.panel.x + _MARGIN, self.panel.y + 18)
        canvas.text(self.title, position, TITLE, title=True, max_width=self.panel.width - 2 * _MARGIN)
        super().draw(canvas)


def make_menu_choice(
    app: AppContext, title: Words, labels: Sequence[Words], chosen: int, on_change: Callable[[int], None]
) -> Choice:
    """Return a widget that shows what is chosen and opens a menu of everything.

    Left and right choose the previous and the next.
    """

    def open_menu() -> None:
        app.push(ChoiceMenu(app, title, labels, choice.chosen, choice.choose))

    choice = Choice(labels, chosen, on_change, menu=open_menu)
    return choice
