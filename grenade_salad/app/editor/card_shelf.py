"""The panel of the position editor: shelves of cards and choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.playing_cards import draw_flat_card
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, SMALL, TEXT, Colour, seat_colour, seat_ink, seat_mark
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widget_group import WidgetGroup
from grenade_salad.app.ui.widgets import Button, Label
from grenade_salad.core.position_draft import CardPlace
from grenade_salad.text import Words, m, say

SomeWidget = TypeVar("SomeWidget", bound=Widget)

UNKNOWN = "?"
"""An unknown card: it is drawn when a match begins."""
CARD_SIZE = (46.0, 64.0)
"""Width and height of a card, in units."""
ROW_HEIGHT = 40.0
"""Height of a row of choices, in units."""
_GAP, _CHOICE_GAP, _SHELF_GAP = 6.0, 8.0, 8.0
"""Units between two cards, two choices in a line, and two shelves."""
_HEAD_WIDTH = 128.0
"""Width of what is at the left of a shelf, in units."""
_SCALES = 1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0
"""Scales of everything in the panel; the first that fits is used."""
_TWO_COLUMN_WIDTH, _COLUMN_GAP = 600.0, 16.0
"""Width from which hands and piles may be in two columns, and the gap, in units."""
_MAX_ROW_SCALE = 1.25
"""The largest scale of a row of choices."""


@dataclass(frozen=True)
class CardFace:
    """The look of a card and its name."""

    picture: str
    """A path in assets/."""
    name: Words


class CardButton(Button):
    """A card of a place, or of the tray (`place` is None).

    A press moves it out of its place, or into one.
    """

    radius = 5.0

    def __init__(
        self, card: str, face: CardFace, press: Callable[[], None], place: CardPlace | None = None, index: int = 0
    ) -> None:
        super().__init__("", press)
        self.card, self.face, self.index = card, face, index
        self.place: CardPlace | None = place
        self.tip = face.name

    def accessible_node(self) -> AccessibleNode:
        words: Words = (
            m("Give: {card}", card=self.face.name)
            if self.place is None
            else m("Take back: {card}", card=self.face.name)
        )
        return replace(self.make_node("button", say(words)), description="")

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        draw_face(canvas, self.card, self.face, rect)
        if self.hovered:
            canvas.frame(rect.inflate(4, 4), INK if self.pressed else BRASS, 2.5, 6)


class SeatPlate(Button):
    """A player: colour and mark of the seat, the name, and a note below it.

    `is_marked`: it is the player's turn.
    """

    def __init__(
        self, seat: int, name: Words, note: Words, press: Callable[[], None], tip: Words, *, is_marked: bool = False
    ) -> None:
        super().__init__("", press, tip=tip)
        self.seat, self.name, self.note = seat, name, note
        self.is_marked = is_marked

    def accessible_node(self) -> AccessibleNode:
        return self.make_node("button", say(self.name), say(self.note))

    def _draw_face(self, canvas: Canvas, rect: Rect, ink: Colour) -> None:
        mark_size = min(36.0, rect.height - 12)
        mark = Rect(rect.x + 8, rect.centery - mark_size / 2, mark_size, mark_size)
        canvas.fill(mark, seat_colour(self.seat), 6)
        canvas.picture(seat_mark(self.seat), mark.inflate(-mark_size / 3, -mark_size / 3), seat_ink(self.seat))
        left, text_width = mark.right + 8, rect.right - mark.right - 12
        canvas.text(self.name, (left, rect.centery - 24), TEXT, ink, bold=True, max_width=text_width)
        canvas.text(self.note, (left, rect.centery), SMALL, INK_SOFT, max_width=text_width)
        if self.is_marked:
            canvas.frame(rect, BRASS, 4, self.radius)


def draw_face(canvas: Canvas, card: str, face: CardFace, rect: Rect) -> None:
    """Draw a card, or the back of an unknown one."""
    draw_flat_card(canvas, face.picture, rect, lift=1.0)
    if card == UNKNOWN:
        canvas.circle(rect.center, min(17.0, rect.width * 0.36), INK)
        canvas.text("?", rect.center, 28, BRASS, title=True, anchor="center")


@dataclass
class Shelf:
    """Widgets of one size in as many lines as needed."""

    widgets: Sequence[Widget]
    size: tuple[float, float] | None = None
    """The size of each widget, in units. Without it they share one line."""
    head: Widget | None = None
    """The label or button at the left of the widgets."""
    words: Words = ""
    """The text of a label that becomes the head."""
    place: CardPlace | None = None
    """The place that gets a card which is released on the shelf."""
    box: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))

    def lay_out(self, position: tuple[float, float], width: float, scale: float = 1.0) -> float:
        """Place everything on the shelf, scaled. Return where it ends."""
        start, top = position
        left = start + (_HEAD_WIDTH * scale + _CHOICE_GAP if self.head is not None else 0.0)
        size = None if self.size is None else (self.size[0] * scale, self.size[1] * scale)
        height = ROW_HEIGHT * min(scale, _MAX_ROW_SCALE) if size is None else size[1]
        space = start + width - left
        if self.head is not None:
            self.head.rect = Rect(start, top, _HEAD_WIDTH * scale, height)
        if size is None:
            widget_width = (space + _CHOICE_GAP) / max(1, len(self.widgets)) - _CHOICE_GAP
            for index, widget in enumerate(self.widgets):
                widget.rect = Rect(left + index * (widget_width + _CHOICE_GAP), top, widget_width, height)
            bottom = top + height
        else:
            columns = max(1, int((space + _GAP) / (size[0] + _GAP)))
            for index, widget in enumerate(self.widgets):
                row, column = divmod(index, columns)
                x, y = left + column * (size[0] + _GAP), top + row * (height + _GAP)
                widget.rect = Rect(x, y, *size)
            min_bottom = top + (height if self.head is not None else 0.0)
            bottom = max(min_bottom, self.widgets[-1].rect.bottom if self.widgets else top)
        self.box = Rect(start, top, width, bottom - top)
        return bottom


class Panel:
    """Shelves below each other, with scrolling."""

    def __init__(self, widgets: WidgetGroup, area: Rect, ink: Colour = INK) -> None:
        self.widgets, self.scroll, self.ink = widgets, Scroll(area), ink
        self.shelves: list[Shelf] = []
        self.items: list[Widget] = []
        """The widgets and heads of all shelves."""

    def add(self, widget: SomeWidget) -> SomeWidget:
        """Add a widget to the panel, and return it."""
        self.items.append(self.widgets.add(widget, self.scroll))
        return widget

    def add_shelf(self, shelf: Shelf) -> Shelf:
        """Add a shelf with everything on it."""
        if shelf.words:
            shelf.head = Label(shelf.words, size=SMALL, colour=self.ink, anchor="topleft")
        if shelf.head is not None:
            self.add(shelf.head)
        for widget in shelf.widgets:
            self.add(widget)
        self.shelves.append(shelf)
        return shelf

    def clear(self, focus: Widget) -> int | None:
        """Remove everything and give the focus to `focus`.

        Return the index of the item that had the focus, if there was one.
        """
        previous = self.widgets.focus
        index = self.items.index(previous) if previous in self.items else None
        self.widgets.remove(self.items, focus)
        self.shelves, self.items = [], []
        return index

    def focus(self, index: int | None) -> None:
        """Give the focus to the item at the index that `clear` returned."""
        if index is not None and self.items:
            self.widgets.set_focus(self.items[min(index, len(self.items) - 1)])

    def shelf_at(self, point: tuple[float, float]) -> Shelf | None:
        """Return the shelf at a point of the screen."""
        area = self.scroll.area
        if not area.collidepoint(point):
            return None
        inside = point[0] - area.x, point[1] - area.y + self.scroll.offset
        return next((shelf for shelf in self.shelves if shelf.box.collidepoint(inside)), None)

    def lay_out(self, box: Rect) -> None:
        """Place all shelves in a box, as large as they fit without scrolling.

        They are never smaller than usual.
        """
        area = self.scroll.area = box.inflate(-20, -16)
        width = area.width - 12
        layouts = [(scale, False) for scale in _SCALES]
        if width >= _TWO_COLUMN_WIDTH:
            layouts += [(scale, True) for scale in _SCALES]
        layouts.append((1.0, False))  # If no layout fits, this one is scrolled.
        for scale, in_pairs in layouts:
            self.scroll.content = self._place_shelves(width, scale, in_pairs=in_pairs)
            if self.scroll.content <= area.height:
                break
        self.scroll.scroll_by(0)

    def _place_shelves(self, width: float, scale: float, *, in_pairs: bool) -> float:
        """Place all shelves, those with a head maybe in pairs. Return where they end."""
        top, rows = 4.0, list[list[Shelf]]()
        for shelf in self.shelves:
            last_row = rows[-1] if rows else []
            if in_pairs and shelf.head is not None and len(last_row) == 1 and last_row[0].head is not None:
                last_row.append(shelf)
            else:
                rows.append([shelf])
        for row in rows:
            is_half = len(row) > 1 or (in_pairs and row[0].head is not None)
            shelf_width = (width - _COLUMN_GAP) / 2 if is_half else width
            bottoms = [
                shelf.lay_out((column * (shelf_width + _COLUMN_GAP), top), shelf_width, scale)
                for column, shelf in enumerate(row)
            ]
            top = max(bottoms) + _SHELF_GAP
        return top


def list_places(names: Sequence[Words]) -> list[tuple[CardPlace, Words]]:
    """Return the places of cards in hands, a deck and discards, with labels."""
    hands: list[tuple[CardPlace, Words]] = [
        (seat, m("into the hand of {who}", who=name)) for seat, name in enumerate(names)
    ]
    deck: tuple[CardPlace, Words] = "deck", m("onto the deck")
    discard: tuple[CardPlace, Words] = "discard", m("onto the discard pile")
    return [*hands, deck, discard]


def share_width(buttons: Sequence[Button], width: float, is_equal: bool) -> list[float]:
    """Return the widths of buttons in a row.

    They are equal, or by the longest word of each where space is small.
    """
    # Three letters more, for the space beside the words.
    needs = [1 if is_equal else 3 + max(map(len, button.words.split())) for button in buttons]
    return [width * need / sum(needs) for need in needs]
