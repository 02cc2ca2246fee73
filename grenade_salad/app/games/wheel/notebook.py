"""A person's notebook of hearts: certain marks, and the person's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from grenade_salad.app.ui.accessible import BUTTON_ACTS, AccessibleNode, Act
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, KeyInput, Point, read_command
from grenade_salad.app.ui.meanings import KeyMeaning
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
from grenade_salad.games.wheel.cards import HEARTS, card_name
from grenade_salad.games.wheel.notebook import Mark, deduce_marks
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, Words, m, say

Marks: TypeAlias = dict[tuple[int, str], Mark]
"""A person's marks, by seat and heart; nothing where they marked nothing."""
Cell: TypeAlias = tuple[int, int]
"""Row and column."""

_TITLE, _HEAD, _FOOT = 36.0, 22.0, 48.0
"""Heights in units of the title, the row of hearts, and the words under the grid."""
_NEXT: dict[Mark | None, Mark | None] = {None: "maybe", "maybe": "no", "no": "surely", "surely": None}
"""The mark that a press puts in place of another."""
_KEYS: dict[KeyMeaning, Mark | None] = {"maybe": "maybe", "no": "no", "surely": "surely", "unmark": None}
_STEPS: dict[Command, Cell] = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_MAX_ROW, _MAX_CELL_WIDTH = 58.0, 78.0
"""Maximum height of a row, and width of a cell, in units."""
_ICON_CELL_WIDTH = 34.0
"""Width of a cell in units from which a heart is drawn beside its number."""
_FOOT_SIZES = (SMALL, 15, 14, 13, 12)
"""Text sizes under the grid: the first at which `_FOOT_LINES` are enough."""
_FOOT_LINES = 2
_PENCIL: Colour = (0x2C, 0x5F, 0x9E)
"""Colour of a person's own marks."""
# Translators: the mark in the notebook: whether somebody may have a heart
_MARK_WORDS: dict[Mark | None, Message] = {
    None: m("not marked"),
    "maybe": m("maybe"),
    "no": m("you think not"),
    "surely": m("you think so"),
}


def describe_marking(key_words: Callable[[KeyMeaning], Words]) -> Message:
    """Return how to mark; `key_words` returns the names of keys."""
    return m(
        "Click or Enter: maybe, no, surely. Keys: {maybe}, {no}, {surely}, {unmark}",
        maybe=key_words("maybe"),
        no=key_words("no"),
        surely=key_words("surely"),
        unmark=key_words("unmark"),
    )


class Notebook(Widget):
    """A grid of the other seats and the seven hearts.

    `follow` gives it the view of its person's seat, and the person's marks, which it changes.
    """

    radius = 10.0

    def __init__(self, names: Sequence[str], on_change: Callable[[], None]) -> None:
        super().__init__()
        self.names, self.on_change = tuple(names), on_change
        self.seat: int | None = None
        """The seat of its person."""
        self.marks: Marks = {}
        self.certain_marks: dict[int, dict[str, Mark]] = {}
        """For each seat, the mark of each heart that follows from what is visible."""
        self.rows: tuple[int, ...] = ()
        """The seat of each row."""
        self.cursor: Cell = (0, 0)
        self.instructions: Words = ""
        """How to mark, written under the grid."""
        self._is_outside = False
        """True if the pointer that holds it is on no cell: its release marks nothing."""

    def follow(self, view: WheelView, marks: Marks) -> None:
        """Show the certain marks for the seat of this view, and the person's own."""
        self.seat, self.marks = view.seat, marks
        self.certain_marks = deduce_marks(view) if view.ring else {}
        self.rows = tuple(seat for seat in range(len(self.names)) if seat != view.seat)
        self.cursor = (min(self.cursor[0], len(self.rows) - 1), self.cursor[1])

    # Content

    def mark(self, cell: Cell) -> tuple[Mark | None, bool]:
        """Return the mark of a cell, and True if it is certain."""
        seat, heart = self.rows[cell[0]], HEARTS[cell[1]]
        certain_mark = self.certain_marks.get(seat, {}).get(heart, "maybe")
        if certain_mark != "maybe":
            return certain_mark, True
        return self.marks.get((seat, heart)), False

    def set_mark(self, cell: Cell, mark: Mark | None) -> None:
        """Mark a cell, unless its mark is certain."""
        if self.mark(cell)[1]:
            return
        key = (self.rows[cell[0]], HEARTS[cell[1]])
        if mark is None:
            self.marks.pop(key, None)
        else:
            self.marks[key] = mark
        self.on_change()

    def _change_mark(self) -> None:
        """Put the next mark at the cursor."""
        self.set_mark(self.cursor, _NEXT[self.mark(self.cursor)[0]])

    def describe_cursor(self) -> Words:
        """Return the cell of the cursor in words."""
        return self.describe_cell(self.cursor) if self.rows else ""

    def describe_cell(self, cell: Cell) -> Words:
        """Return a cell in words."""
        mark, is_certain = self.mark(cell)
        name = self.names[self.rows[cell[0]]]
        heart = card_name(HEARTS[cell[1]])
        if is_certain:
            if mark == "surely":
                return m("Certain: {who} has {heart}", who=name, heart=heart)
            return m("Certain: {who} does not have {heart}", who=name, heart=heart)
        # Translators: for screen readers: a cell of the notebook and its mark
        return m("{who}, {heart}: {meant}", who=name, heart=heart, meant=_MARK_WORDS[mark])

    def accessible_node(self) -> AccessibleNode:
        cells = [(row, column) for row in range(len(self.rows)) for column in range(len(HEARTS))]
        parts = [
            AccessibleNode("button", say(self.describe_cell(cell)), acts=BUTTON_ACTS, key=_key(cell)) for cell in cells
        ]
        return replace(self.make_node("list", say(m("Notebook"))), parts=tuple(parts))

    @property
    def focused_part(self) -> int:
        """Key of the cell of the cursor."""
        return _key(self.cursor) if self.rows else 0

    def use_part(self, key: int, act: Act) -> None:
        cell = divmod(key - 1, len(HEARTS))
        if cell[0] < len(self.rows):
            self.cursor = cell
            if act == "press":
                self._change_mark()

    # Input

    def activate(self) -> None:
        if self.rows and not self._is_outside:
            self._change_mark()
        self._is_outside = False

    def step(self, direction: Command) -> bool:
        down, right = _STEPS[direction]
        row, column = self.cursor[0] + down, self.cursor[1] + right
        if not (0 <= row < len(self.rows) and 0 <= column < len(HEARTS)):
            return False
        self.cursor = (row, column)
        return True

    def drag(self, position: Point) -> bool:
        self._is_outside = self.cell_at(position) is None
        return self.hover(position)

    def hover(self, point: Point) -> bool:
        """Move the cursor to the cell at a point of the upright box.

        Returns True if it has moved.
        """
        cell = self.cell_at(point)
        has_moved = cell is not None and cell != self.cursor
        self.cursor = self.cursor if cell is None else cell
        return has_moved

    def handle_key(self, event: Input) -> bool:
        if not isinstance(event, KeyInput) or not event.down or not self.rows:
            return False
        meaning = next(iter(event.meanings & _KEYS.keys()), None)
        if meaning is not None:
            self.set_mark(self.cursor, _KEYS[meaning])
        return meaning is not None

    def repeats_key(self, press: KeyInput) -> bool:
        return read_command(press) is not None

    # Layout

    def place_on_table(self, table: Rect, *, is_below_ring: bool) -> Rect:
        """Return its box on the table: below the ring, or over it."""
        if is_below_ring:
            width, height = min(table.width, 560.0), min(table.height * 0.3, self.height(44))
            return Rect(table.centerx - width / 2, table.bottom - height, width, height)
        width, height = min(table.width - 20, 440.0), min(table.height, 330.0)
        return Rect(table.centerx - width / 2, table.centery - height / 2, width, height)

    def split_log(self, log: Rect) -> tuple[Rect, Rect]:
        """Return what is left of the log's box, and the notebook's box under that."""
        height = self.height()
        left = Rect(log.x, log.y, log.width, log.height - height - 8)
        return left, Rect(log.x, log.bottom - height, log.width, height)

    def height(self, row: float = 27.0) -> float:
        """Return its height with rows of that height."""
        return _HEAD + _TITLE + (len(self.names) - 1) * row + _FOOT

    @property
    def names_box(self) -> Rect:
        """The box with the names of the rows."""
        return Rect(self.rect.x, self.rect.y, 10 + _names_width(self.rect), self.rect.height)

    def cell_at(self, point: Point) -> Cell | None:
        """Return the cell at a point of its upright box, or None."""
        upright_box = Rect(0, 0, self.rect.width, self.rect.height)
        for row in range(len(self.rows)):
            for column in range(len(HEARTS)):
                if self.cell_box(upright_box, (row, column)).collidepoint(point):
                    return row, column
        return None

    def cell_box(self, rect: Rect, cell: Cell) -> Rect:
        """Return the box of a cell."""
        height = min(_MAX_ROW, (rect.height - _TITLE - _HEAD - _FOOT) / max(1, len(self.rows)))
        left = rect.x + 10 + _names_width(rect)
        width = min(_MAX_CELL_WIDTH, (rect.right - 10 - left) / len(HEARTS))
        return Rect(left + cell[1] * width, rect.y + _TITLE + _HEAD + cell[0] * height, width, height)

    # Drawing

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.paper(rect, radius=self.radius)
        canvas.text(m("Notebook"), (rect.x + 14, rect.y + 8), LARGE, bold=True, max_width=rect.width - 60)
        if self.seat is not None:
            _badge(canvas, Rect(rect.right - 36, rect.y + 8, 24, 24), self.seat)
        if not self.rows:
            return
        for column, heart in enumerate(HEARTS):
            box = self.cell_box(rect, (0, column))
            middle = box.centerx
            level = box.y - _HEAD / 2
            if box.width < _ICON_CELL_WIDTH:
                canvas.text(heart[:-1], (middle, level), SMALL, EMBER_DARK, bold=True, anchor="center")
            else:
                canvas.text(heart[:-1], (middle - 7, level), TEXT, EMBER_DARK, bold=True, anchor="center")
                canvas.picture("icons/heart.svg", Rect(middle + 1, level - 7, 14, 14), EMBER_DARK)
        for row, seat in enumerate(self.rows):
            self._paint_row(canvas, rect, row, seat)
        if self.focused or self.hovered:
            canvas.frame(self.cell_box(rect, self.cursor).inflate(-1, -1), BRASS, 3, 4)
        self._paint_foot(canvas, rect)

    def _paint_foot(self, canvas: Canvas, rect: Rect) -> None:
        """Write the cell of the cursor, and how to mark, under the grid."""
        foot = self.cell_box(rect, (len(self.rows) - 1, 0)).bottom + 5
        width = rect.width - 24
        cursor_words = say(self.describe_cursor()) if self.focused or self.hovered else ""
        for size in _FOOT_SIZES:
            cursor_lines = canvas.lines(cursor_words, width, size) if cursor_words else ()
            lines = (*cursor_lines, *canvas.lines(self.instructions, width, size))
            if len(lines) <= _FOOT_LINES:
                break
        step = 19 if len(lines) <= _FOOT_LINES else 14
        foot = min(foot, rect.bottom - 7 - step * len(lines))
        for index, line in enumerate(lines):
            ink = INK if index < len(cursor_lines) else INK_SOFT
            canvas.text(line, (rect.x + 12, foot + index * step), size, ink, max_width=width)

    def _paint_row(self, canvas: Canvas, rect: Rect, row: int, seat: int) -> None:
        first = self.cell_box(rect, (row, 0))
        side = min(22.0, first.height - 4)
        badge = Rect(rect.x + 10, first.centery - side / 2, side, side)
        _badge(canvas, badge, seat)
        canvas.text(
            self.names[seat],
            (badge.right + 5, first.centery),
            SMALL,
            INK,
            anchor="midleft",
            max_width=first.x - badge.right - 8,
        )
        for column in range(len(HEARTS)):
            self._paint_cell(canvas, self.cell_box(rect, (row, column)), (row, column))

    def _paint_cell(self, canvas: Canvas, box: Rect, cell: Cell) -> None:
        mark, is_certain = self.mark(cell)
        inner = box.inflate(-3, -3)
        canvas.fill(inner, mix(PAPER_SHADE, PAPER_EDGE, 0.55) if is_certain else mix(PAPER, PAPER_SHADE, 0.5), 3)
        ink = INK_SOFT if is_certain else _PENCIL
        side = min(inner.width, inner.height) * 0.62
        middle = Rect(inner.centerx - side / 2, inner.centery - side / 2, side, side)
        if mark == "surely":
            canvas.picture("icons/heart.svg", middle.inflate(2, 2), EMBER_DARK if is_certain else ink)
        elif mark == "no" and is_certain:
            canvas.line((inner.x + 4, inner.bottom - 4), (inner.right - 4, inner.y + 4), ink, 2)
        elif mark == "no":
            canvas.picture("icons/cross.svg", middle, ink)
        elif mark == "maybe":
            canvas.text("?", inner.center, max(SMALL, side * 1.2), ink, bold=True, anchor="center")


def _key(cell: Cell) -> int:
    """Return the key of a cell as an accessible part; 0 is for none."""
    return 1 + cell[0] * len(HEARTS) + cell[1]


def _names_width(rect: Rect) -> float:
    return min(150.0, max(58.0, rect.width * 0.26))


def _badge(canvas: Canvas, box: Rect, seat: int) -> None:
    canvas.fill(box, seat_colour(seat), 4)
    canvas.picture(seat_mark(seat), box.inflate(-box.width * 0.35, -box.width * 0.35), seat_ink(seat))
