"""Where things are: players around the table, the piles in the middle, the hand at the lower edge. In logical units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.table.layout import Places
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.playing_cards import SHAPE, Lying, box_at, fan

GAP = 8.0
ROW = 44.0
_NEWS = 30.0
"""Height of the line for what happened last."""
_SIDES = {1: (0, 1, 0), 2: (0, 2, 0), 3: (1, 1, 1), 4: (1, 2, 1), 5: (1, 3, 1), 6: (2, 2, 2), 7: (2, 3, 2)}
"""How many panels are at the left, at the top and at the right."""
_MORE = {8: (2, 4, 2), 9: (2, 5, 2), 10: (3, 4, 3), 11: (3, 5, 3), 12: (3, 6, 3), 13: (4, 5, 4)}
"""Ten to thirteen only in a replay (LG-01)."""


@dataclass(frozen=True)
class Spots:
    """`middle` is the free table between the panels; `stack` is where plays wait for answers."""

    middle: Rect
    deck: Rect
    discard: Rect
    stack: Rect
    gauge: Rect
    news: Rect
    """A line for what happened last."""
    cards: Rect
    """The hand."""
    panel: Rect
    """What can be done, at the right of the hand."""
    large: Rect
    """A card that is drawn is held here while everybody holds their breath."""

    def buttons(self, number: int) -> list[Rect]:
        """Boxes for buttons in the lower row of the panel; a second one is small."""
        row = Rect(self.panel.x + 10, self.panel.bottom - ROW - 8, self.panel.width - 20, ROW)
        if number < 2:
            return [row]
        return [Rect(row.x, row.y, row.width - ROW - GAP, ROW), Rect(row.right - ROW, row.y, ROW, ROW)]

    @property
    def words(self) -> Rect:
        """The upper part of the panel."""
        return Rect(self.panel.x + 12, self.panel.y + 8, self.panel.width - 24, self.panel.height - ROW - 20)


def seat_around(whole: Places, seats: int, own: int | None) -> Places:
    """The places with the seats around the table, clockwise from the lower left; `own` sits at the hand.

    `whole` was made without a thought of seats: its table and the column of panels are shared out anew.
    """
    inner = whole.seats[0][0].union(whole.table)
    inner.y, inner.height = whole.table.y, whole.table.height
    wide = 176.0 if inner.width > 900 else 140.0
    high = 84.0 if inner.height > 320 else 52.0
    others = [(own + 1 + step) % seats for step in range(seats - 1)] if own is not None else list(range(seats))
    left, top, right = {**_SIDES, **_MORE}[len(others)]
    wide = min(wide, (inner.width - (top - 1) * GAP) / top) if top else wide
    boxes: dict[int, Rect] = {}
    below = high + GAP if top > 2 or (top and not left) else 0.0
    column = Rect(inner.x, inner.y + below, wide, inner.height - below)
    for index, box in enumerate(_column(column, left, high)):
        boxes[others[left - 1 - index]] = box
    room = inner if below else inner.inflate(-2 * (wide + GAP), 0)
    for index in range(top):
        x = room.x + (index + 0.5) * room.width / top - wide / 2
        boxes[others[left + index]] = Rect(x, inner.y, wide, high)
    column.right = inner.right
    for index, box in enumerate(_column(column, right, high)):
        boxes[others[left + top + index]] = box
    side = wide + GAP if left or right else 0.0
    middle = Rect(inner.x + side, inner.y + (high + GAP if top else 0), inner.width - 2 * side, 0)
    middle.height = inner.bottom - middle.y
    if own is not None:
        tall = min(84.0, whole.hand.height)
        boxes[own] = Rect(inner.x, whole.hand.centery - tall / 2, wide * 0.86, tall)
    return replace(whole, table=middle, seats=tuple((boxes[seat], 0) for seat in range(seats)))


def _column(box: Rect, number: int, high: float) -> list[Rect]:
    """Panels from top to bottom, spread over the box."""
    if not number:
        return []
    room = box.height / number
    high = min(high, room - GAP)
    return [Rect(box.x, box.y + (index + 0.5) * room - high / 2, box.width, high) for index in range(number)]


def spots(at: Places, own: Rect | None, bottom: float) -> Spots:
    """`own` is the panel beside the hand, if there is one; `bottom` is the lower edge of the window."""
    middle, hand = at.table, at.hand
    panel_wide = min(270.0, hand.width * 0.3)
    panel = Rect(hand.right - panel_wide, hand.y, panel_wide, hand.height)
    left = own.right + 14 if own is not None and own.y >= hand.y else hand.x
    cards = Rect(left, hand.y, panel.x - 12 - left, bottom - hand.y)
    news = Rect(middle.x, middle.bottom - _NEWS, middle.width, _NEWS)
    room = Rect(middle.x, middle.y, middle.width, middle.height - _NEWS)
    deck, discard, gauge = _low(room) if room.height < 230 else _high(room)
    # Beside the gauge, too, where cards keep their size so.
    left = max(deck.right + 14, min(gauge.right + 8, discard.x - 14 - 1.9 * deck.width))
    stack = Rect(left, room.y + 6, discard.x - 14 - left, room.height - 12)
    if _tall(room):
        stack = Rect(room.x + 20, gauge.bottom + 24, room.width - 40, room.bottom - gauge.bottom - 30)
    large = box_at((room.centerx, room.centery), min(230.0, room.height * 0.86) / SHAPE)
    return Spots(middle, deck, discard, stack, gauge, news, cards, panel, large)


def _tall(room: Rect) -> bool:
    """Whether plays that wait for answers have more room below the piles than between them."""
    return room.height > 1.2 * room.width


def _high(room: Rect) -> tuple[Rect, Rect, Rect]:
    """Deck, discard pile, and the gauge under the deck."""
    tall = _tall(room)
    most, share = (300.0, 0.29) if tall else (210.0, 0.22)
    middle = room.y + room.height * 0.36 if tall else room.centery - 24
    card = min(room.height * 0.52, most, room.width * share * SHAPE) / SHAPE
    apart = max(min(room.width * 0.32, card * 2.1), card * 0.8)
    deck = box_at((room.centerx - apart, middle), card)
    gauge = Rect(deck.centerx - 105, deck.bottom + 16, 210, 50)
    gauge.x = max(room.x + 4, min(gauge.x, deck.right + 12 - gauge.width))
    return deck, box_at((room.centerx + apart, middle), card), gauge


def _low(room: Rect) -> tuple[Rect, Rect, Rect]:
    """Where there is no height for that, the gauge is at the left of the deck."""
    card = min(room.height * 0.66 / SHAPE, room.width * 0.19)
    wide = min(190.0, room.width * 0.34)
    left = max(room.x + 6, room.centerx - 270)
    gauge = Rect(left, room.centery - 25, wide, 50)
    deck = box_at((gauge.right + 14 + card / 2, room.centery), card)
    right = min(room.right - 8, room.centerx + 270)
    return deck, box_at((right - card / 2 - 4, room.centery), card), gauge


def stack_places(box: Rect, counts: Sequence[int], card: float) -> list[list[Lying]]:
    """The cards of each play that waits for answers: cascades in the box, a King on what it cancels."""
    number = len(counts)
    wide = min(card, box.height * 0.9 / SHAPE, box.width * (0.54 if number < 2 else 0.5))
    rooms = [wide * (1.5 if count > 1 else 1.0) for count in counts]
    ends = (rooms[0] + rooms[-1]) / 2
    step = min(wide * 0.72, (box.width - ends) / (number - 1)) if number > 1 else 0.0
    left = box.centerx - (ends + step * (number - 1)) / 2 + rooms[0] / 2
    made = []
    for index, count in enumerate(counts):
        centre = (left + index * step, box.centery + (index % 2) * 10 - 4)
        made.append(fan(box_at(centre, rooms[index]), count, wide, 9.0 if count > 1 else 0.0, 0.55))
    return made
