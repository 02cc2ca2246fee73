"""Type an action: a line that a key opens.

The meaning is shown before Enter, and Tab completes a word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Input, read_command
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import EMBER_DARK, INK, INK_SOFT, ROW, SMALL, TEXT
from grenade_salad.core import Action
from grenade_salad.core.action_notation import MAX_LINE_LENGTH, Unreadable
from grenade_salad.text import Message, Reader, Words, m, say

_MAX_SUGGESTIONS = 12
"""Suggestions that are shown at once, at most."""
_MAX_WIDTH = 720.0
_PAD = 16.0
"""Units at the sides of the text."""


class _ActionEntry(TextEntry):
    """Enter applies what was typed, Tab completes it."""

    def __init__(
        self, on_change: Callable[[str], None], on_done: Callable[[], None], on_complete: Callable[[], None]
    ) -> None:
        super().__init__("", on_change, max_letters=MAX_LINE_LENGTH, hint=m("Type a move"))
        self._on_done, self._on_complete = on_done, on_complete

    def handle_key(self, event: Input) -> bool:
        if read_command(event) in ("next", "previous"):
            self._on_complete()
            return True
        return super().handle_key(event)

    def activate(self) -> None:
        self._on_done()


def open_typed_action(controller: MatchController, board: GameBoard) -> None:
    """Let a person type an action, or say why that is impossible."""
    seat = controller.deciding_seat
    if seat is None:
        controller.refuse(m("no move can be typed now"))
        return
    controller.log.show_typed()
    controller.app.push(TypedAction(controller, board, seat))


class TypedAction(Scene):
    """A line over the table at its lower edge.

    Where several people share the screen, nothing of a hand can be read from it: neither the suggestions nor the text
    before Enter depend on one.
    """

    is_overlay = True

    def __init__(self, controller: MatchController, board: GameBoard, seat: int) -> None:
        super().__init__(controller.app)
        self.controller, self.board, self.seat = controller, board, seat
        self.rules_page = controller.scene.rules_page
        self.action: Action | None = None
        """The meaning of the text, None while it has none."""
        self.status_text: str = ""
        """What the text means, or why it has no meaning."""
        self.refused = False
        """True if the text has no meaning, or the action is not legal."""
        self.suggestions: Sequence[str] = ()
        self.panel = Rect(0, 0, 0, 0)
        self.entry = self.widgets.add(_ActionEntry(self._on_change, self._apply, self._complete))
        self.widgets.set_focus(self.entry)
        self._on_change("")
        self.layout(self.size)

    @property
    def is_alone(self) -> bool:
        """True if it may show what the hand allows."""
        return self.controller.viewer == self.seat

    def accessible_name(self) -> Words:
        return m("Type a move")

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(self.status_text, " ".join(self.suggestions))

    def _on_change(self, typed: str) -> None:
        state, names = self.controller.match.state, self.controller.names
        may_suggest = state.action_notation is not None or self.is_alone
        self.suggestions = state.complete_action(typed, self.seat, names)[:_MAX_SUGGESTIONS] if may_suggest else ()
        try:
            self.action = state.parse_action(typed, self.seat, names)
        except Unreadable as error:
            self.action, self.refused = None, True
            self._set_status(error.reason.message())
        else:
            reason = state.why_not(self.action) if self.is_alone else None
            self.refused = reason is not None
            game, view = self.controller.match.game, state.view(self.controller.viewer)
            self._set_status(game.describe(self.action, view) if reason is None else reason.message())
        self.board.show_hint(self.action if self.is_alone and not self.refused else None)
        self.layout(self.size)

    def _set_status(self, words: Message) -> None:
        """Show what the line means, or why it has no meaning.

        It is spoken when the line ends with a whole word.
        """
        self.status_text = say(words, Reader(self.controller.names), begin=True)
        typed = self.entry.value
        if typed and (self.action is not None or typed[-1].isspace()):
            self.controller.narrate(self.status_text)
        self.dirty = True

    def _complete(self) -> None:
        """Complete what all suggestions have in common, on Tab."""
        words = [word for word in self.suggestions if not word.startswith("<")]
        if not words:
            self.controller.narrate(self.status_text)
            return
        typed = self.entry.value
        prefix = "" if not typed or typed[-1].isspace() else typed.split()[-1]
        lengths = range(len(words[0]), -1, -1)
        common = next(words[0][:end] for end in lengths if all(word.startswith(words[0][:end]) for word in words))
        if len(words) == 1 or len(common) > len(prefix):
            suffix = " " if len(words) == 1 else ""
            self.entry.set_text(typed[: len(typed) - len(prefix)] + common + suffix)
            self._on_change(self.entry.value)
        self.controller.narrate(", ".join(words) if len(words) > 1 else self.entry.value)

    def _apply(self) -> None:
        if self.action is None:
            self.controller.refuse(self.status_text)
            return
        action = self.action
        self.app.pop()
        self.controller.act(action)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.controller.deciding_seat != self.seat or self.controller.match.state.is_over:
            self.app.pop()

    def on_left(self) -> None:
        self.board.show_hint(None)

    def layout(self, size: tuple[float, float]) -> None:
        canvas, width = self.app.canvas(), min(_MAX_WIDTH, size[0] - 24)
        rows = len(canvas.lines(self.status_text, width - 2 * _PAD, TEXT)) + 1
        height = ROW + 24 + rows * TEXT * LEADING + 12
        self.panel = Rect((size[0] - width) / 2, size[1] - height - 12, width, height)
        self.entry.rect = Rect(self.panel.x + _PAD, self.panel.y + 12, width - 2 * _PAD, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.paper(self.panel, radius=10)
        inner = Rect(self.panel.x + _PAD, self.entry.rect.bottom + 8, self.panel.width - 2 * _PAD, 0)
        inner.y += canvas.paragraph(self.status_text, inner, TEXT, EMBER_DARK if self.refused else INK)
        canvas.text("  ".join(self.suggestions), (inner.x, inner.y + 4), SMALL, INK_SOFT, max_width=inner.width)
        super().draw(canvas)
