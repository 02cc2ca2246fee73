"""A move that is typed: a line that a key opens. What it means is shown before Enter, and Tab goes on with a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Input, command
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import EMBER_DARK, INK, INK_SOFT, ROW, SMALL, TEXT
from grenade_salad.core import Action
from grenade_salad.core.action_notation import LONGEST, Unreadable, complete
from grenade_salad.text import Message, Reader, Words, m, say

_SHOWN = 12
"""How many words at most are offered at once."""


class _Line(TextEntry):
    """Enter does what was typed, Tab goes on with it."""

    def __init__(self, changed: Callable[[str], None], done: Callable[[], None], more: Callable[[], None]) -> None:
        super().__init__("", changed, most=LONGEST, hint=m("Type a move"))
        self._done, self._more = done, more

    def typed(self, event: Input) -> bool:
        if command(event) in ("next", "previous"):
            self._more()
            return True
        return super().typed(event)

    def accept(self) -> None:
        self._done()


def seat_that_types(table: MatchScene) -> int | None:
    """Whose move can be typed now: whose turn it is at this screen, or the only person's who is asked."""
    if table.reaction is None:
        return table.actor
    return table.viewer if table.viewer is not None and table.reaction.asks(table.viewer) else None


def open_line(table: MatchScene) -> None:
    """Let somebody type a move; says why if nobody can."""
    seat = seat_that_types(table)
    if seat is None:
        table.refuse(m("no move can be typed now"))
        return
    table.log.show_typed()
    table.app.push(TypedMove(table, seat))


class TypedMove(Scene):
    """Lies over the table at its lower edge. `action` is what the line means, None while it means nothing.

    Where several people share the screen, nothing of a hand can be read from it: neither what is offered nor what is
    said before Enter depends on one.
    """

    overlay = True

    def __init__(self, table: MatchScene, seat: int) -> None:
        super().__init__(table.app)
        self.table, self.seat = table, seat
        self.rules_page = table.rules_page
        self.action: Action | None = None
        self.told: str = ""
        self.refused = False
        self.offered: Sequence[str] = ()
        self.panel = Rect(0, 0, 0, 0)
        self.line = self.widgets.add(_Line(self._changed, self._do, self._go_on))
        self.widgets.set_focus(self.line)
        self._changed("")
        self.layout(self.size)

    @property
    def alone(self) -> bool:
        """Whether what the hand allows may be shown."""
        return self.table.viewer == self.seat

    def called(self) -> Words:
        return m("Type a move")

    def heard(self) -> Sequence[Heard]:
        return texts(self.told, " ".join(self.offered))

    def _changed(self, typed: str) -> None:
        state, names = self.table.match.state, self.table.names
        may_offer = state.action_notation is not None or self.alone
        self.offered = complete(state, typed, self.seat, names)[:_SHOWN] if may_offer else ()
        try:
            self.action = state.parse_action(typed, self.seat, names)
        except Unreadable as error:
            self.action, self.refused = None, True
            self._tell(error.reason.message())
        else:
            reason = state.why_not(self.action) if self.alone else None
            self.refused = reason is not None
            view = state.view(self.table.viewer)
            self._tell(self.table.match.game.describe(self.action, view) if reason is None else reason.message())
        self.table.scene.show_hint(self.action if self.alone and not self.refused else None)
        self.layout(self.size)

    def _tell(self, words: Message) -> None:
        """What the line means, or why it means nothing: heard when it is a whole word."""
        self.told = say(words, Reader(self.table.names), begin=True)
        typed = self.line.value
        if typed and (self.action is not None or typed[-1].isspace()):
            self.table.speaks(self.told)
        self.dirty = True

    def _go_on(self) -> None:
        """Tab: as much as all words that are offered have in common."""
        words = [word for word in self.offered if not word.startswith("<")]
        if not words:
            self.table.speaks(self.told)
            return
        typed = self.line.value
        begun = "" if not typed or typed[-1].isspace() else typed.split()[-1]
        ends = range(len(words[0]), -1, -1)
        common = next(words[0][:end] for end in ends if all(word.startswith(words[0][:end]) for word in words))
        if len(words) == 1 or len(common) > len(begun):
            end = " " if len(words) == 1 else ""
            self.line.set(typed[: len(typed) - len(begun)] + common + end)
            self._changed(self.line.value)
        self.table.speaks(", ".join(words) if len(words) > 1 else self.line.value)

    def _do(self) -> None:
        if self.action is None:
            self.table.refuse(self.told)
            return
        action = self.action
        self.app.pop()
        self.table.act(action)

    def update(self, dt: float) -> None:
        super().update(dt)
        if seat_that_types(self.table) != self.seat or self.table.match.state.is_over:
            self.app.pop()

    def left(self) -> None:
        self.table.scene.show_hint(None)

    def layout(self, size: tuple[float, float]) -> None:
        canvas, wide = self.app.canvas(), min(720.0, size[0] - 24)
        rows = len(canvas.lines(self.told, wide - 32, TEXT)) + 1
        high = ROW + 24 + rows * TEXT * LEADING + 12
        self.panel = Rect((size[0] - wide) / 2, size[1] - high - 12, wide, high)
        self.line.rect = Rect(self.panel.x + 16, self.panel.y + 12, wide - 32, ROW)

    def draw(self, canvas: Canvas) -> None:
        canvas.paper(self.panel, radius=10)
        inner = Rect(self.panel.x + 16, self.line.rect.bottom + 8, self.panel.width - 32, 0)
        inner.y += canvas.paragraph(self.told, inner, TEXT, EMBER_DARK if self.refused else INK)
        canvas.text("  ".join(self.offered), (inner.x, inner.y + 4), SMALL, INK_SOFT, wide=inner.width)
        super().draw(canvas)
