"""The shelf: every box as a paper card with a picture of its table, who can play, and a line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from grenade_salad.app.games.open_table import thumbnail
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.shell.sheet import SheetScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.heard import Heard, sentences
from grenade_salad.app.ui.theme import INK, INK_SOFT, ROW, SMALL
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Label
from grenade_salad.boxes.shelf import Shelf, Standing
from grenade_salad.games.open_table.words import called
from grenade_salad.text import Message, m, say
from grenade_salad.text.markdown import parse
from grenade_salad.text.say import language

_WIDE, _HIGH, _GAP = 250.0, 236.0, 14.0
_PICTURE = 0.6


def seats_of(box: Standing) -> Message:
    """How many can play it."""
    few, most = box.opened.box.seats
    return m("{n} player", "{n} players", n=few) if few == most else m("{few} to {most} players", few=few, most=most)


def line_of(box: Standing) -> str:
    """What it is: the first paragraph of how people play it."""
    blocks = parse(box.opened.rules_in(language()))
    return next((block.words for block in blocks if block.kind == "text"), "")


class BoxCard(Button):
    """A box on the shelf."""

    radius = 10.0

    def __init__(self, box: Standing, press: Callable[[], None]) -> None:
        super().__init__(called(box.opened.box.name), press)
        self.box = box
        self.seats, self.line = seats_of(box), line_of(box)

    def heard(self) -> Heard:
        return self.as_heard("button", self.words, about=sentences(say(self.seats), self.line))

    def _face(self, canvas: Canvas, rect: Rect, ink: tuple[int, int, int]) -> None:
        inner = rect.inflate(-20, -16)
        high = inner.height * _PICTURE
        pixels = max(8, canvas.px(inner.width)), max(8, canvas.px(high))
        made = thumbnail.of_box(self.box.opened, pixels)
        canvas.surface.blit(made, canvas.point((inner.x, inner.y)))
        top = inner.y + high + 6
        canvas.text(self.words, (inner.x, top), 19, INK, title=True, wide=inner.width)
        canvas.text(self.seats, (inner.x, top + 24), SMALL, INK_SOFT, wide=inner.width)
        canvas.block(self.line, Rect(inner.x, top + 44, inner.width, inner.bottom - top - 42), SMALL, INK, leading=1.2)


class ShelfScene(SheetScene):
    """`chosen` gets the number of the box that somebody takes."""

    title = m("Which box?")
    smallest = (480.0, 300.0)

    def __init__(
        self, app: Shell, shelf: Shelf, now: int, chosen: Callable[[int], None], opened: Callable[[Path], None]
    ) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.sheet)
        self.opened = opened
        self.cards = [
            self.widgets.add(BoxCard(box, partial(self._take, at, chosen)), self.scroll)
            for at, box in enumerate(shelf.boxes)
        ]
        told = [m("{box} can't be opened: {why}", box=path.name, why=error.message) for path, error in shelf.refused]
        # Translators: boxes are games in a folder, for the open table
        told.append(m("Drop a folder, a zip or a spreadsheet on this window to open it."))
        self.lines = [
            self.widgets.add(Label(words, size=SMALL, colour=INK_SOFT, anchor="topleft"), self.scroll) for words in told
        ]
        self.widgets.set_focus(self.cards[now])

    def _take(self, at: int, chosen: Callable[[int], None]) -> None:
        self.app.pop()
        chosen(at)

    def dropped(self, file: Path) -> None:
        self.app.pop()
        self.opened(file)

    def place(self) -> None:
        self.scroll.area = Rect(self.sheet.x + 14, self.sheet.y + 10, self.sheet.width - 28, self.sheet.height - 20)
        wide = self.scroll.area.width - 14
        columns = max(1, int((wide + _GAP) // (_WIDE + _GAP)))
        each = (wide - (columns - 1) * _GAP) / columns
        for at, card in enumerate(self.cards):
            row, column = divmod(at, columns)
            card.rect = Rect(column * (each + _GAP) + 3, 4 + row * (_HIGH + _GAP), each - 6, _HIGH)
        top = 4 + -(-len(self.cards) // columns) * (_HIGH + _GAP)
        canvas = self.app.canvas()
        for label in self.lines:
            rows = len(canvas.lines(label.words, wide - 8, SMALL))
            label.rect = Rect(4, top, wide - 8, max(ROW * 0.6, rows * SMALL * 1.3))
            top += label.rect.height + 4
        self.scroll.content = top
        self.scroll.by(0)
