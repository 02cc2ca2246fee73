"""A person's notebook: who may have which heart. What is certain is struck out, the rest is up to that person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from grenade_salad.app.ui.accessible import USED, Act, Heard
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Point, command
from grenade_salad.app.ui.meanings import Means
from grenade_salad.app.ui.theme import (
    BRASS,
    EMBER_DARK,
    INK,
    INK_SOFT,
    LARGE,
    PAPER,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
    TEXT,
    Colour,
    mix,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.wheel.cards import HEARTS, words
from grenade_salad.games.wheel.notebook import Mark, certain
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, Words, m, say

Marks: TypeAlias = dict[tuple[int, str], Mark]
"""What a person has marked, by seat and heart; nothing where they marked nothing."""
Cell: TypeAlias = tuple[int, int]
"""Row and column."""

_NEXT: dict[Mark | None, Mark | None] = {None: "maybe", "maybe": "no", "no": "surely", "surely": None}
_KEYS: dict[Means, Mark | None] = {"maybe": "maybe", "no": "no", "surely": "surely", "unmark": None}
_STEPS: dict[Command, Cell] = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_PENCIL: Colour = (0x2C, 0x5F, 0x9E)
# Translators: the mark in the notebook: whether somebody may have a heart
_MEANT: dict[Mark | None, Message] = {
    None: m("not marked"),
    "maybe": m("maybe"),
    "no": m("you think not"),
    "surely": m("you think so"),
}


def how_to_mark(key_words: Callable[[Means], Words]) -> Message:
    """How one marks; `key_words` says what the keys are called."""
    return m(
        "Click or Enter: maybe, no, surely. Keys: {maybe}, {no}, {surely}, {unmark}",
        maybe=key_words("maybe"),
        no=key_words("no"),
        surely=key_words("surely"),
        unmark=key_words("unmark"),
    )


class Notebook(Widget):
    """A grid of the other seats and the seven hearts.

    `follow` gives it the view of the seat whose notebook it is, and that person's marks, which it changes.
    """

    radius = 10.0

    def __init__(self, names: Sequence[str], changed: Callable[[], None]) -> None:
        super().__init__()
        self.names, self.changed = tuple(names), changed
        self.seat: int | None = None
        self.marks: Marks = {}
        self.sure: dict[int, dict[str, Mark]] = {}
        self.rows: tuple[int, ...] = ()
        self.cursor: Cell = (0, 0)
        self.how: Words = ""
        self._beside = False

    def follow(self, view: WheelView, marks: Marks) -> None:
        """Show what is certain for the seat of this view, and its marks."""
        self.seat, self.marks = view.seat, marks
        self.sure = certain(view) if view.ring else {}
        self.rows = tuple(seat for seat in range(len(self.names)) if seat != view.seat)
        self.cursor = (min(self.cursor[0], len(self.rows) - 1), self.cursor[1])

    # what stands in it

    def mark(self, cell: Cell) -> tuple[Mark | None, bool]:
        """The mark of a cell, and whether it is certain."""
        seat, heart = self.rows[cell[0]], HEARTS[cell[1]]
        sure = self.sure.get(seat, {}).get(heart, "maybe")
        if sure != "maybe":
            return sure, True
        return self.marks.get((seat, heart)), False

    def set(self, cell: Cell, mark: Mark | None) -> None:
        """Mark a cell; what is certain stays."""
        if self.mark(cell)[1]:
            return
        key = (self.rows[cell[0]], HEARTS[cell[1]])
        if mark is None:
            self.marks.pop(key, None)
        else:
            self.marks[key] = mark
        self.changed()

    def says(self) -> Words:
        """The cell of the cursor in words."""
        return self.cell_words(self.cursor) if self.rows else ""

    def cell_words(self, cell: Cell) -> Words:
        """A cell in words."""
        mark, sure = self.mark(cell)
        name = self.names[self.rows[cell[0]]]
        heart = words(HEARTS[cell[1]])
        if sure:
            if mark == "surely":
                return m("Certain: {who} has {heart}", who=name, heart=heart)
            return m("Certain: {who} does not have {heart}", who=name, heart=heart)
        # Translators: for screen readers: a cell of the notebook and its mark
        return m("{who}, {heart}: {meant}", who=name, heart=heart, meant=_MEANT[mark])

    def heard(self) -> Heard:
        cells = [(row, column) for row in range(len(self.rows)) for column in range(len(HEARTS))]
        parts = [Heard("button", say(self.cell_words(cell)), acts=USED, key=_key(cell)) for cell in cells]
        return replace(self.as_heard("list", say(m("Notebook"))), parts=tuple(parts))

    @property
    def part(self) -> int:
        """The cell of the cursor."""
        return _key(self.cursor) if self.rows else 0

    def use_part(self, key: int, act: Act) -> None:
        cell = divmod(key - 1, len(HEARTS))
        if cell[0] < len(self.rows):
            self.cursor = cell
            if act == "press":
                self.set(cell, _NEXT[self.mark(cell)[0]])

    # use

    def accept(self) -> None:
        if self.rows and not self._beside:
            self.set(self.cursor, _NEXT[self.mark(self.cursor)[0]])
        self._beside = False

    def nudge(self, where: Command) -> bool:
        down, right = _STEPS[where]
        row, column = self.cursor[0] + down, self.cursor[1] + right
        if not (0 <= row < len(self.rows) and 0 <= column < len(HEARTS)):
            return False
        self.cursor = (row, column)
        return True

    def drag(self, at: Point) -> bool:
        found = self.cell_at(at)
        self._beside = found is None
        if found is None or found == self.cursor:
            return False
        self.cursor = found
        return True

    def hover(self, at: Point) -> bool:
        """The pointer is over a point of its upright box; whether it points at another cell now."""
        found = self.cell_at(at)
        moved = found is not None and found != self.cursor
        self.cursor = self.cursor if found is None else found
        return moved

    def typed(self, event: Input) -> bool:
        if not isinstance(event, Key) or not event.down or not self.rows:
            return False
        for means in event.means & _KEYS.keys():
            self.set(self.cursor, _KEYS[means])
            return True
        return False

    def repeats(self, press: Key) -> bool:
        return command(press) is not None

    # place

    def over(self, table: Rect, below: bool) -> Rect:
        """Its place on the table: below the ring, or over it."""
        if below:
            wide, high = min(table.width, 560.0), min(table.height * 0.3, self.high(44))
            return Rect(table.centerx - wide / 2, table.bottom - high, wide, high)
        wide, high = min(table.width - 20, 440.0), min(table.height, 330.0)
        return Rect(table.centerx - wide / 2, table.centery - high / 2, wide, high)

    def under(self, log: Rect) -> tuple[Rect, Rect]:
        """What is left of the log, and its own place under that."""
        high = self.high()
        left = Rect(log.x, log.y, log.width, log.height - high - 8)
        return left, Rect(log.x, log.bottom - high, log.width, high)

    def high(self, row: float = 27.0) -> float:
        """How high it is, with rows of that height."""
        return _HEAD + _TITLE + (len(self.names) - 1) * row + _FOOT

    @property
    def names_box(self) -> Rect:
        """Where it says whose rows these are."""
        return Rect(self.rect.x, self.rect.y, 10 + _names_wide(self.rect), self.rect.height)

    def cell_at(self, at: Point) -> Cell | None:
        """The cell at a point of its upright box."""
        own = Rect(0, 0, self.rect.width, self.rect.height)
        for row in range(len(self.rows)):
            for column in range(len(HEARTS)):
                if self.cell(own, (row, column)).collidepoint(at):
                    return row, column
        return None

    def cell(self, rect: Rect, cell: Cell) -> Rect:
        """The box of a cell."""
        high = min(58.0, (rect.height - _TITLE - _HEAD - _FOOT) / max(1, len(self.rows)))
        left = rect.x + 10 + _names_wide(rect)
        wide = min(78.0, (rect.right - 10 - left) / len(HEARTS))
        return Rect(left + cell[1] * wide, rect.y + _TITLE + _HEAD + cell[0] * high, wide, high)

    # drawing

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, radius=self.radius)
        canvas.text(m("Notebook"), (rect.x + 14, rect.y + 8), LARGE, bold=True, wide=rect.width - 60)
        if self.seat is not None:
            _badge(canvas, Rect(rect.right - 36, rect.y + 8, 24, 24), self.seat)
        if not self.rows:
            return
        for column, heart in enumerate(HEARTS):
            box = self.cell(rect, (0, column))
            middle = box.centerx
            level = box.y - _HEAD / 2
            if box.width < 34:
                canvas.text(heart[:-1], (middle, level), SMALL, EMBER_DARK, bold=True, anchor="center")
            else:
                canvas.text(heart[:-1], (middle - 7, level), TEXT, EMBER_DARK, bold=True, anchor="center")
                canvas.picture("icons/heart.svg", Rect(middle + 1, level - 7, 14, 14), EMBER_DARK)
        for row, seat in enumerate(self.rows):
            self._paint_row(canvas, rect, row, seat)
        if self.focused or self.hovered:
            canvas.frame(self.cell(rect, self.cursor).inflate(-1, -1), BRASS, 3, 4)
        foot = self.cell(rect, (len(self.rows) - 1, 0)).bottom + 5
        wide = rect.width - 24
        says = say(self.says()) if self.focused or self.hovered else ""
        for size in (SMALL, 15, 14, 13, 12):
            said = canvas.lines(says, wide, size) if says else ()
            lines = (*said, *canvas.lines(self.how, wide, size))
            if len(lines) <= 2:
                break
        step = 19 if len(lines) <= 2 else 14
        foot = min(foot, rect.bottom - 7 - step * len(lines))
        for index, line in enumerate(lines):
            ink = INK if index < len(said) else INK_SOFT
            canvas.text(line, (rect.x + 12, foot + index * step), size, ink, wide=wide)

    def _paint_row(self, canvas: Canvas, rect: Rect, row: int, seat: int) -> None:
        first = self.cell(rect, (row, 0))
        side = min(22.0, first.height - 4)
        badge = Rect(rect.x + 10, first.centery - side / 2, side, side)
        _badge(canvas, badge, seat)
        canvas.text(
            self.names[seat],
            (badge.right + 5, first.centery),
            SMALL,
            INK,
            anchor="midleft",
            wide=first.x - badge.right - 8,
        )
        for column in range(len(HEARTS)):
            self._paint_cell(canvas, self.cell(rect, (row, column)), (row, column))

    def _paint_cell(self, canvas: Canvas, box: Rect, cell: Cell) -> None:
        mark, sure = self.mark(cell)
        inner = box.inflate(-3, -3)
        canvas.fill(inner, mix(PAPER_SHADE, PAPER_EDGE, 0.55) if sure else mix(PAPER, PAPER_SHADE, 0.5), 3)
        ink = INK_SOFT if sure else _PENCIL
        side = min(inner.width, inner.height) * 0.62
        middle = Rect(inner.centerx - side / 2, inner.centery - side / 2, side, side)
        if mark == "surely":
            canvas.picture("icons/heart.svg", middle.inflate(2, 2), EMBER_DARK if sure else ink)
        elif mark == "no" and sure:
            canvas.line((inner.x + 4, inner.bottom - 4), (inner.right - 4, inner.y + 4), ink, 2)
        elif mark == "no":
            canvas.picture("icons/cross.svg", middle, ink)
        elif mark == "maybe":
            canvas.text("?", inner.center, max(SMALL, side * 1.2), ink, bold=True, anchor="center")


def _key(cell: Cell) -> int:
    return 1 + cell[0] * len(HEARTS) + cell[1]


_TITLE = 36.0
_HEAD = 22.0
_FOOT = 48.0


def _names_wide(rect: Rect) -> float:
    return min(150.0, max(58.0, rect.width * 0.26))


def _badge(canvas: Canvas, box: Rect, seat: int) -> None:
    canvas.fill(box, seat_colour(seat), 4)
    canvas.picture(seat_mark(seat), box.inflate(-box.width * 0.35, -box.width * 0.35), seat_ink(seat))
