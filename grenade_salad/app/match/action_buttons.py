"""A button for each legal action, for boards that have no better way to choose.

Where several people share the screen and the legal actions would reveal a secret, one button opens the cover, which has
the choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.picks import Pick
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, State
from grenade_salad.core.default_wording import describe_view, label_buttons, missing_parts
from grenade_salad.text import Reader, m, say

_HEIGHT, _GAP = 44.0, 10.0
"""Height of a button, and space between two, in units."""


def has_secrets(state: State, seat: int) -> bool:
    """True if the seat's view has more than the public one."""
    return describe_view(state.view(seat)) != describe_view(state.view(None))


class ActionButtons:
    """Buttons for the legal actions of the player at turn.

    Call `refresh` in the `on_seats_changed` of the board, which is called with every line of a match, `place` in its
    `place`, and `draw` in its `draw`. A button is at most `widest` units wide.
    """

    def __init__(self, table: TableScene, widest: float = 300.0) -> None:
        self.table, self.controller, self.widest = table, table.controller, widest
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.buttons: list[Widget] = []
        self._shown_state: object = None
        """The player at turn and the position that the buttons are for."""

    def refresh(self) -> None:
        """Show the buttons of the player at turn; they stay while nothing changes."""
        current = (self.controller.actor, len(self.controller.match.entries), self.controller.session.restarts)
        if current == self._shown_state:
            return
        self._shown_state = current
        self.table.widgets.remove(self.buttons)
        self.buttons = []
        seat = self.controller.actor
        if seat is not None and not self.controller.original_controllers:
            buttons = [self._make_look_button(seat)] if self._needs_cover(seat) else self._make_action_buttons(seat)
            self.buttons = [self.table.widgets.add(button, self.scroll) for button in buttons]
        self.place(self.scroll.area)
        self.table.dirty = True

    def focus_first(self) -> None:
        """Give the first button the focus."""
        self.table.widgets.set_focus(next(iter(self.buttons), None))

    def place(self, box: Rect) -> None:
        """Place the buttons in this box, in as many columns as fit."""
        self.scroll.area = box
        columns = max(1, int((box.width + _GAP) / (self.widest + _GAP)))
        width = min(self.widest, (box.width - 12 + _GAP) / columns - _GAP)
        for index, button in enumerate(self.buttons):
            row, column = divmod(index, columns)
            button.rect = Rect(column * (width + _GAP), 6 + row * (_HEIGHT + _GAP), width, _HEIGHT)
        self.scroll.content = 12 + -(-len(self.buttons) // columns) * (_HEIGHT + _GAP)
        self.scroll.scroll_by(0)

    def draw(self, canvas: Canvas) -> None:
        """Draw the scroll bar."""
        self.scroll.draw(canvas)

    def list_actions(self, seat: int) -> list[Action]:
        """Return the actions that a button can do: those without a point or an angle."""
        return [action for action in self.controller.match.state.legal_actions(seat) if not missing_parts(action)]

    def format_actions(self, actions: Sequence[Action], seat: int) -> list[str]:
        """Return the labels of these actions for a seat."""
        match, reader = self.controller.match, Reader(self.controller.names, seat)
        paths = label_buttons(actions, match.state.view(seat), match.game.describe)
        return [
            say(m("{action}: {parts}", action=path[0], parts=path[1]) if path[1:] else path[0], reader, begin=True)
            for path in paths
        ]

    def _needs_cover(self, seat: int) -> bool:
        return seat != self.controller.viewer and has_secrets(self.controller.match.state, seat)

    def _make_action_buttons(self, seat: int) -> list[Button]:
        def press(action: Action) -> None:
            self.controller.act(action)

        actions = self.list_actions(seat)
        labels = self.format_actions(actions, seat)
        return [Button(label, partial(press, action)) for label, action in zip(labels, actions, strict=True)]

    def _make_look_button(self, seat: int) -> Button:
        # Translators: on the cover of a hand
        words = m("{who}: look, and choose", who=self.controller.names[seat])
        return Button(words, partial(self._open_cover, seat), kind="main", icon="eye")

    def _open_cover(self, seat: int) -> None:
        """Open the cover for the player at turn, with the choices."""
        actions = self.list_actions(seat)

        def choose(index: int | None) -> None:
            if index is not None and self.controller.actor == seat:
                self.controller.act(actions[index])

        self.table.look(seat, [Pick(words) for words in self.format_actions(actions, seat)], choose)
