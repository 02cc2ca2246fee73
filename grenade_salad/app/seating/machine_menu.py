"""A menu of all controllers for a seat: people, then machine players by level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, PointerInput
from grenade_salad.app.ui.theme import INK, ROW, TITLE
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.match.match import Controller
from grenade_salad.text import Words, m, say

_TIP = m("A person or a machine: how well it plays, and in what style")
_GAP = 10.0
_MAX_WIDTH = 820.0
_HEAD_HEIGHT = 76.0
"""Units above the first row, for the title."""
_COLUMNS = 3
"""Buttons in a row: a level without a style and its two styles."""


class MachineMenu(Scene):
    """A row for each level, with a button for each style.

    `on_choose` is called with the index in `controllers`. `machine_name` returns the name that a machine player would
    have.
    """

    is_overlay = True

    def __init__(
        self,
        app: AppContext,
        title: Words,
        controllers: Sequence[Controller],
        current: int,
        on_choose: Callable[[int], None],
        machine_name: Callable[[Controller], str] | None = None,
    ) -> None:
        super().__init__(app)
        self.title, self._on_choose = title, on_choose
        self.panel = Rect(0, 0, 0, 0)
        self.rows: dict[str, list[Button]] = {}
        """Buttons by `_row_key`."""
        for index, controller in enumerate(controllers):
            button = Button(
                say(_label(controller, machine_name), begin=True),
                partial(self._choose, index),
                kind="chosen" if index == current else "plain",
            )
            button.icon = {"bot": "robot", "phone": "phone"}.get(controller.kind, "person")
            self.rows.setdefault(_row_key(controller), []).append(button)
            self.widgets.add(button)
            if index == current:
                self.widgets.set_focus(button)
        self.layout(self.size)

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
        width = min(size[0] - 32, _MAX_WIDTH)
        height = _HEAD_HEIGHT + len(self.rows) * (ROW + _GAP) + 16
        self.panel = Rect((size[0] - width) / 2, max(8.0, (size[1] - height) / 2), width, min(height, size[1] - 16))
        button_width = (width - 48 + _GAP) / _COLUMNS - _GAP
        row_step = min(ROW + _GAP, (self.panel.height - _HEAD_HEIGHT - 12) / len(self.rows))
        for row, buttons in enumerate(self.rows.values()):
            for column, button in enumerate(buttons):
                left = self.panel.x + 24 + column * (button_width + _GAP)
                button.rect = Rect(left, self.panel.y + _HEAD_HEIGHT + row * row_step, button_width, row_step - _GAP)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=12)
        position = (self.panel.x + 24, self.panel.y + 20)
        canvas.text(self.title, position, TITLE, title=True, max_width=self.panel.width - 48)
        super().draw(canvas)


def _row_key(controller: Controller) -> str:
    """Return the key of the row: "people", or the level of a machine player.

    >>> _row_key(Controller("bot", "hard-careful")), _row_key(Controller())
    ('hard', 'people')
    """
    return controller.level.partition(":")[0].partition("-")[0] if controller.kind == "bot" else "people"


def _label(controller: Controller, machine_name: Callable[[Controller], str] | None) -> Words:
    plays = player_names.describe_controller(controller)
    if controller.kind != "bot" or machine_name is None:
        return plays
    return m(
        "{name}: {plays}", context="a machine player, and how it plays", name=machine_name(controller), plays=plays
    )


def make_controller_choice(
    app: AppContext,
    seat_name: Callable[[], str],
    controllers: Sequence[Controller],
    current: Controller,
    on_change: Callable[[int], None],
    machine_name: Callable[[Controller], str] | None = None,
) -> Choice:
    """Return a widget that shows who decides for a seat and opens the menu.

    Left and right choose the previous and the next controller. `seat_name` returns the name of the seat, `machine_name`
    the name that a machine player would have there.
    """

    def open_menu() -> None:
        # Translators: a question: a person or a machine for this seat
        app.push(
            MachineMenu(
                app,
                m("Who plays for {name}?", name=seat_name()),
                controllers,
                choice.chosen,
                choice.choose,
                machine_name,
            )
        )

    labels = [player_names.describe_controller(controller) for controller in controllers]
    choice = Choice(labels, player_names.find_index(controllers, current), on_change, menu=open_menu, tip=_TIP)
    return choice
