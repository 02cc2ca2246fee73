"""The cards and the dice of the ring while a position is set up, as what they are for people: things to move."""

from __future__ import annotations

from typing import Protocol

from grenade_salad.app.games.wheel.ring import Ring
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.inputs import Command, Input, Key
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, INK
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.wheel.cards import words
from grenade_salad.games.wheel.set_up import SetUp
from grenade_salad.text import Words, m, say


class Editor(Protocol):
    """Where a position is set up, as far as its ring is about it."""

    setup: SetUp
    ring: Ring
    chosen: Piece | None

    def press(self, piece: Piece) -> None: ...
    def step(self, piece: Piece, by: int) -> None: ...
    def alter(self, piece: Piece, by: int) -> None: ...
    def turn_over(self) -> None: ...


class Piece(Widget):
    """A card of the ring, or a white die. Pressed, it is chosen; if another one was chosen before, that comes here."""

    radius = 7.0

    def __init__(self, editor: Editor, number: int) -> None:
        super().__init__()
        self.editor, self.index = editor, number

    def accept(self) -> None:
        self.editor.press(self)

    def nudge(self, where: Command) -> bool:
        if self.editor.chosen is not self or where not in ("left", "right"):
            return False
        self.editor.step(self, 1 if where == "right" else -1)
        return True

    def typed(self, event: Input) -> bool:
        if not isinstance(event, Key) or not event.down:
            return False
        if "flip" in event.means:
            self.editor.turn_over()
        elif event.means & {"turn_left", "turn_right"}:
            self.editor.alter(self, 1 if "turn_right" in event.means else -1)
        else:
            return False
        return True

    def wheel(self, turn: float) -> bool:
        self.editor.alter(self, 1 if turn > 0 else -1)
        return True

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.editor.chosen is self:
            canvas.frame(rect.inflate(8, 8), INK, 5, 9)
            canvas.frame(rect.inflate(6, 6), BRASS_LIGHT, 3.4, 8)
        elif self.hovered:
            canvas.frame(rect.inflate(4, 4), BRASS, 2.4, 8)


class RingCard(Piece):
    """A card, by its place in the ring."""

    @property
    def called(self) -> Words:
        """What it is called."""
        return words(self.editor.setup.draft.ring[self.index])

    def heard(self) -> Heard:
        draft = self.editor.setup.draft
        place = m("place {n} of {of} in the ring", n=self.index + 1, of=len(draft.ring))
        down = m("place {n} of {of} in the ring, face down", n=self.index + 1, of=len(draft.ring))
        return self.as_heard("button", say(self.called), say(down if draft.ring[self.index] in draft.down else place))


class DieOnRing(Piece):
    """A white die, by its number."""

    def heard(self) -> Heard:
        card, pips = self.editor.setup.draft.dice[self.index]
        value = m("{pips} on {card}", context="a white die", pips=pips, card=words(card))
        return self.as_heard("button", say(m("White die {number}", number=self.index + 1)), say(value))
