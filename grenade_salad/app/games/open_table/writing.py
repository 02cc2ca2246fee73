"""Writing on blank cards, boards and notes.

Secret text is written only in the open strip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from grenade_salad.app.games.open_table import menu_commands
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.panel import counter_title
from grenade_salad.app.games.open_table.render import piece_name
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Unfocused
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import INK, PAPER_SHADE, ROW, SMALL, TEXT
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import MAX_TEXT_LENGTH
from grenade_salad.games.open_table.placed_pieces import visible_kind
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.text import Words, m, say

_MAX_DIGITS = 9
"""Maximum number of digits that are typed for a counter."""
# Translators: a button: what was typed stands on the card from now on
_WRITE_IT = m("Write it")


class _Line(TextEntry):
    """A text entry that Enter submits. A secret value is not read aloud."""

    def __init__(self, value: str, on_enter: Callable[[], None], *, secret: bool) -> None:
        super().__init__(value, lambda text: None, max_letters=MAX_TEXT_LENGTH, hint=m("Write here"))
        self._on_enter, self._secret = on_enter, secret

    def accessible_node(self) -> AccessibleNode:
        node = super().accessible_node()
        return replace(node, value="") if self._secret else node

    def activate(self) -> None:
        if self._click_x is not None:
            super().activate()
        else:
            self._on_enter()


MakeAction: TypeAlias = Callable[[str], actions.Set | None]
"""Returns the action that writes a text, or None after saying why it cannot."""


class WritingScene(Scene):
    """A line over the table, or in the strip if it is `secret`.

    It closes when another seat has the mouse.
    """

    is_overlay = True

    def __init__(
        self,
        desk: TableInteraction,
        heading: Words,
        text: str,
        make_action: MakeAction | None,
        *,
        secret: bool = False,
        done: Words = _WRITE_IT,
    ) -> None:
        """Without `make_action` nothing can be written, and the heading says why."""
        super().__init__(desk.table.app)
        self.desk, self.heading, self.make_action, self.secret = desk, heading, make_action, secret
        self.rules_page = desk.table.rules_page
        self.panel = Rect(0, 0, 0, 0)
        self._seat = desk.seat
        is_hidden = secret and desk.table.controller.viewer is None
        can_write = make_action is not None
        self.entry = self.widgets.add(_Line(text, self._write, secret=is_hidden))
        self.write_button = self.widgets.add(Button(done, self._write, kind="main", size=SMALL))
        self.entry.visible = self.write_button.visible = can_write
        self.cancel = self.widgets.add(Button(m("Leave it"), self.app.pop, size=SMALL))
        self.widgets.set_focus(self.entry if can_write else self.cancel)
        self.layout(self.size)

    def accessible_name(self) -> Words:
        return self.heading

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(say(self.heading))

    def _write(self) -> None:
        make_action, text = self.make_action, self.entry.value.strip()
        self.app.pop()
        if make_action is not None:
            if self.secret:
                self.desk.choose([])
            if (action := make_action(text)) is not None:
                self.desk.table.controller.act(action)

    def handle(self, event: Input) -> None:
        if isinstance(event, Unfocused) and self.secret:
            self.app.pop()
        else:
            super().handle(event)

    def on_entered(self) -> None:
        super().on_entered()
        if self.secret:
            self.desk.strip.held_by = "write"

    def on_left(self) -> None:
        if self.desk.strip.held_by == "write":
            self.desk.strip.held_by = ""

    def update(self, dt: float) -> None:
        super().update(dt)
        is_closed = self.secret and not self.desk.strip_open
        if is_closed or self.desk.seat != self._seat or self.desk.table.controller.match.state.is_over:
            self.app.pop()

    def layout(self, size: tuple[float, float]) -> None:
        if self.secret:
            self.panel = Rect(self.desk.strip.box)
        else:
            width = min(640.0, size[0] - 24)
            self.panel = Rect((size[0] - width) / 2, size[1] - 118, width, 100)
        inner = self.panel.inflate(-24, -16)
        button_width = min(110.0, inner.width * 0.22)
        self.entry.rect = Rect(inner.x, inner.y + 30, inner.width - 2 * button_width - 16, ROW)
        self.write_button.rect = Rect(self.entry.rect.right + 8, inner.y + 30, button_width, ROW)
        self.cancel.rect = self.write_button.rect.move(button_width + 8, 0)
        if inner.width < 300:  # The strip is along another edge, so that it is narrow.
            self.entry.rect = Rect(inner.x, inner.y + 30, inner.width, ROW)
            self.write_button.rect = Rect(inner.x, inner.y + 38 + ROW, inner.width, ROW)
            self.cancel.rect = self.write_button.rect.move(0, ROW + 8)

    def draw(self, canvas: Canvas) -> None:
        canvas.paper(self.panel, PAPER_SHADE, 10)
        position = self.panel.x + 14, self.panel.y + 8
        canvas.text(self.heading, position, TEXT, INK, bold=True, max_width=self.panel.width - 28)
        super().draw(canvas)


def _write_counter(desk: TableInteraction, seat: int, name: str) -> WritingScene:
    """Return the scene in which a counter's number is typed.

    A number with a plus is added.
    """
    current = desk.view.counters[name]

    def make_action(text: str) -> actions.Set | None:
        digits = text.removeprefix("+").removeprefix("-")
        if not digits.isdecimal() or len(digits) > _MAX_DIGITS:
            desk.table.app.say(m("{text} is no number", text=text), refused=True)
            return None
        return actions.Set(seat, "counter", name, int(text) + (current if text.startswith("+") else 0))

    # Translators: over a line that is typed: {what} is "Ann's points", {n} how many they are now
    title = m("{what}: {n}. Type a number, or +5 to add five.", what=counter_title(desk, name), n=current)
    return WritingScene(desk, title, "", make_action)


def make_writing_scene(desk: TableInteraction, kind: str = "", name: str = "") -> WritingScene | None:
    """Return the scene that writes a counter, a note or the selected piece, or None.

    `kind` is "counter" or "note" with its name, or empty for the selection. None if nothing can be written.
    """
    seat = desk.seat
    if seat is None:
        return None
    if kind == "counter":
        return _write_counter(desk, seat, name)
    if kind == "note":
        # Translators: over a line that is typed: {what} is a note or a blank card
        title = m("Write on {what}", what=translate_word(name))
        return WritingScene(desk, title, desk.view.notes[name], lambda text: actions.Set(seat, "note", name, text))
    if desk.card_index is not None:
        return _write_on_card(desk, seat, desk.card_index)
    piece = desk.find_piece(desk.chosen[0]) if desk.chosen else None
    if piece is None or not isinstance(piece.key, int):
        return None
    key = piece.key
    if piece.is_stack:
        # Translators: over a line that is typed: a name for a pile of cards
        title = m("What is this pile called?")
        return WritingScene(desk, title, piece.name, lambda text: actions.Set(seat, "name", key, text))
    title = m("Write on {what}", what=piece_name(piece))
    return WritingScene(desk, title, piece.face.text or "", lambda text: actions.Set(seat, "text", key, text))


def _write_on_card(desk: TableInteraction, seat: int, card_index: int) -> WritingScene | None:
    """Return the scene for a card in the open strip.

    The card is of the hand, or the one that is looked at.
    """
    if not desk.strip_open:
        return None
    faces = desk.secret_faces()
    piece_id = menu_commands.single_looked_at(desk) if desk.is_looking() else None
    if card_index >= len(faces) or (desk.is_looking() and piece_id is None):
        return None
    face, hand = faces[card_index], desk.hand
    kind = visible_kind(desk.view.box, face)
    if kind is None or not kind.blank:
        return WritingScene(desk, m("This one is not blank."), "", None, secret=True)

    def make_action(text: str) -> actions.Set:
        if piece_id is not None:
            return actions.Set(seat, "text", piece_id, text)
        return actions.Set(seat, "text", hand, text, at=card_index)

    return WritingScene(desk, m("Write on it", context="over a line"), face.text or "", make_action, secret=True)
