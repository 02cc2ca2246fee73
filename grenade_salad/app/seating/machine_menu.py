"""Who decides for a seat, all choices at a glance: people, then machines by strength and temper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Pointer
from grenade_salad.app.ui.theme import INK, ROW, TITLE
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.match.match import Controller
from grenade_salad.text import Words, m, say

_WHO = m("A person or a machine: how well it plays, and in what style")
_GAP = 10.0
_WIDEST = 820.0


class MachineMenu(Scene):
    """A row for each strength, in it a button for each temper. `chosen` is called with the index among `found`."""

    overlay = True

    def __init__(
        self,
        app: Shell,
        title: Words,
        found: Sequence[Controller],
        now: int,
        chosen: Callable[[int], None],
        called: Callable[[Controller], str] | None = None,
    ) -> None:
        super().__init__(app)
        self.title, self._chosen = title, chosen
        self.panel = Rect(0, 0, 0, 0)
        self.rows: dict[str, list[Button]] = {}
        for index, one in enumerate(found):
            made = Button(
                say(_label(one, called), begin=True),
                partial(self._choose, index),
                kind="chosen" if index == now else "plain",
            )
            made.icon = {"bot": "robot", "phone": "phone"}.get(one.kind, "person")
            self.rows.setdefault(_row_of(one), []).append(made)
            self.widgets.add(made)
            if index == now:
                self.widgets.set_focus(made)
        self.layout(self.size)

    def _choose(self, index: int) -> None:
        self.app.pop()
        self._chosen(index)

    def handle(self, event: Input) -> None:
        outside = isinstance(event, Pointer) and event.kind == "down" and not self.panel.collidepoint(event.at)
        if outside:
            self.back()
        else:
            super().handle(event)

    def layout(self, size: tuple[float, float]) -> None:
        wide = min(size[0] - 32, _WIDEST)
        high = 84 + len(self.rows) * (ROW + _GAP) + 8
        self.panel = Rect((size[0] - wide) / 2, max(8.0, (size[1] - high) / 2), wide, min(high, size[1] - 16))
        each = (wide - 48 + _GAP) / 3 - _GAP
        step = min(ROW + _GAP, (self.panel.height - 88) / len(self.rows))
        for row, buttons in enumerate(self.rows.values()):
            for column, button in enumerate(buttons):
                left = self.panel.x + 24 + column * (each + _GAP)
                button.rect = Rect(left, self.panel.y + 76 + row * step, each, step - _GAP)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=12)
        at = (self.panel.x + 24, self.panel.y + 20)
        canvas.text(self.title, at, TITLE, title=True, wide=self.panel.width - 48)
        super().draw(canvas)


def _row_of(one: Controller) -> str:
    """What stands beside each other: people, and machines of a strength."""
    return one.level.partition(":")[0].partition("-")[0] if one.kind == "bot" else "people"


def _label(one: Controller, called: Callable[[Controller], str] | None) -> Words:
    plays = player_names.words(one)
    if one.kind != "bot" or called is None:
        return plays
    return m("{name}: {plays}", context="a machine player, and how it plays", name=called(one), plays=plays)


def choice_of(
    app: Shell,
    who: Callable[[], str],
    found: Sequence[Controller],
    now: Controller,
    changed: Callable[[int], None],
    called: Callable[[Controller], str] | None = None,
) -> Choice:
    """A widget that says who decides and opens the menu; left and right go from one to the next. `who` is the name of
    the seat, `called` what a machine would be called there."""

    def open_menu() -> None:
        # Translators: a question: a person or a machine for this seat
        app.push(MachineMenu(app, m("Who plays for {name}?", name=who()), found, choice.chosen, choice.choose, called))

    labels = [player_names.words(other) for other in found]
    choice = Choice(labels, player_names.place(found, now), changed, menu=open_menu, tip=_WHO)
    return choice
