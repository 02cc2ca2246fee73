"""Writing on a blank card, on a board and on notes. What others may not read is written in the open strip alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from grenade_salad.app.games.open_table import menu_commands
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.games.open_table.panel import whole_name
from grenade_salad.app.games.open_table.render import name_of
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Unfocused
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import INK, PAPER_SHADE, ROW, SMALL, TEXT
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import LONGEST_TEXT
from grenade_salad.games.open_table.placed_pieces import kind_of
from grenade_salad.games.open_table.words import called
from grenade_salad.text import Words, m, say

_DIGITS = 9
"""Of a number that is typed for a counter, at most."""
# Translators: a button: what was typed stands on the card from now on
_WRITE_IT = m("Write it")


class _Line(TextEntry):
    """Enter writes it; of a secret one nobody hears what stands there."""

    def __init__(self, value: str, done: Callable[[], None], secret: bool) -> None:
        super().__init__(value, lambda text: None, most=LONGEST_TEXT, hint=m("Write here"))
        self._done, self._secret = done, secret

    def heard(self) -> Heard:
        found = super().heard()
        return replace(found, value="") if self._secret else found

    def accept(self) -> None:
        if self._clicked is not None:
            super().accept()
        else:
            self._done()


class WritingScene(Scene):
    """A line over the table, or in the strip if it is `secret`; it is gone when somebody else has the mouse.

    `line` makes the action of a text; None: nothing can be written there, and why stands in the strip.
    """

    overlay = True

    def __init__(
        self,
        desk: Desk,
        on: Words,
        text: str,
        line: Callable[[str], actions.Set | None] | None,
        secret: bool,
        done: Words = _WRITE_IT,
    ) -> None:
        super().__init__(desk.table.app)
        self.desk, self.on, self.line, self.secret = desk, on, line, secret
        self.rules_page = desk.table.rules_page
        self.panel = Rect(0, 0, 0, 0)
        self._seat = desk.seat
        hidden = secret and desk.table.viewer is None
        self.entry = self.widgets.add(_Line(text, self._do, hidden))
        self.entry.visible = line is not None
        self.done = self.widgets.add(Button(done, self._do, kind="main", size=SMALL))
        self.done.visible = line is not None
        self.cancel = self.widgets.add(Button(m("Leave it"), self.app.pop, size=SMALL))
        self.widgets.set_focus(self.entry if line is not None else self.cancel)
        self.layout(self.size)

    def called(self) -> Words:
        return self.on

    def heard(self) -> Sequence[Heard]:
        return texts(say(self.on))

    def _do(self) -> None:
        line, text = self.line, self.entry.value.strip()
        self.app.pop()
        if line is not None:
            if self.secret:
                self.desk.choose([])
            if (action := line(text)) is not None:
                self.desk.table.act(action)

    def handle(self, event: Input) -> None:
        if isinstance(event, Unfocused) and self.secret:
            self.app.pop()
        else:
            super().handle(event)

    def entered(self) -> None:
        super().entered()
        if self.secret:
            self.desk.strip.by = "write"

    def left(self) -> None:
        if self.desk.strip.by == "write":
            self.desk.strip.by = ""

    def update(self, dt: float) -> None:
        super().update(dt)
        closed = self.secret and not self.desk.strip_open
        if closed or self.desk.seat != self._seat or self.desk.table.match.state.is_over:
            self.app.pop()

    def layout(self, size: tuple[float, float]) -> None:
        if self.secret:
            self.panel = Rect(self.desk.strip.box)
        else:
            wide = min(640.0, size[0] - 24)
            self.panel = Rect((size[0] - wide) / 2, size[1] - 118, wide, 100)
        inner = self.panel.inflate(-24, -16)
        each = min(110.0, inner.width * 0.22)
        self.entry.rect = Rect(inner.x, inner.y + 30, inner.width - 2 * each - 16, ROW)
        self.done.rect = Rect(self.entry.rect.right + 8, inner.y + 30, each, ROW)
        self.cancel.rect = self.done.rect.move(each + 8, 0)
        if inner.width < 300:  # a strip along another edge
            self.entry.rect = Rect(inner.x, inner.y + 30, inner.width, ROW)
            self.done.rect = Rect(inner.x, inner.y + 38 + ROW, inner.width, ROW)
            self.cancel.rect = self.done.rect.move(0, ROW + 8)

    def draw(self, canvas: Canvas) -> None:
        canvas.paper(self.panel, PAPER_SHADE, 10)
        at = self.panel.x + 14, self.panel.y + 8
        canvas.text(self.on, at, TEXT, INK, bold=True, wide=self.panel.width - 28)
        super().draw(canvas)


def _counter(desk: Desk, seat: int, name: str) -> WritingScene:
    """A number is typed for a counter; with a plus it is added."""
    now = desk.view.counters[name]

    def line(text: str) -> actions.Set | None:
        number = text.removeprefix("+").removeprefix("-")
        if not number.isdecimal() or len(number) > _DIGITS:
            desk.table.app.say(m("{text} is no number", text=text), refused=True)
            return None
        return actions.Set(seat, "counter", name, int(text) + (now if text.startswith("+") else 0))

    # Translators: over a line that is typed: {what} is "Ann's points", {n} how many they are now
    title = m("{what}: {n}. Type a number, or +5 to add five.", what=whole_name(desk, name), n=now)
    return WritingScene(desk, title, "", line, False)


def on(desk: Desk, kind: str = "", mark: str = "") -> WritingScene | None:
    """The scene in which a "counter" or "note" of that name, or what is chosen, is written; None if nothing can be."""
    seat = desk.seat
    if seat is None:
        return None
    if kind == "counter":
        return _counter(desk, seat, mark)
    if kind == "note":
        # Translators: over a line that is typed: {what} is a note or a blank card
        title = m("Write on {what}", what=called(mark))
        return WritingScene(
            desk, title, desk.view.notes[mark], lambda text: actions.Set(seat, "note", mark, text), False
        )
    if desk.card is not None:
        return _on_card(desk, seat, desk.card)
    one = desk.thing(desk.chosen[0]) if desk.chosen else None
    if one is None or not isinstance(one.key, int):
        return None
    key = one.key
    if one.stack:
        # Translators: over a line that is typed: a name for a pile of cards
        title = m("What is this pile called?")
        return WritingScene(desk, title, one.name, lambda text: actions.Set(seat, "name", key, text), False)
    title = m("Write on {what}", what=name_of(desk, one))
    return WritingScene(desk, title, one.face.text or "", lambda text: actions.Set(seat, "text", key, text), False)


def _on_card(desk: Desk, seat: int, place: int) -> WritingScene | None:
    """A card in the open strip: of the hand, or the one that is looked at."""
    if not desk.strip_open:
        return None
    faces = desk.secret_faces()
    number = menu_commands.single_looked_at(desk) if desk.looking() else None
    if place >= len(faces) or (desk.looking() and number is None):
        return None
    face, hand = faces[place], desk.hand
    kind = kind_of(desk.view.box, face)
    if kind is None or not kind.blank:
        return WritingScene(desk, m("This one is not blank."), "", None, True)

    def line(text: str) -> actions.Set:
        if number is not None:
            return actions.Set(seat, "text", number, text)
        return actions.Set(seat, "text", hand, text, at=place)

    return WritingScene(desk, m("Write on it", context="over a line"), face.text or "", line, True)
