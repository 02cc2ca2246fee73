"""Where things are: players around the table, the piles in the middle, the hand at the lower edge. In logical units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.match.layout import Places
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.playing_cards import SHAPE, Lying, box_at, fan

GAP = 8.0
ROW = 44.0
_NEWS = 30.0
"""Height of the line for what happened last."""
_REACH = 400.0
"""How far from the middle the piles of a low room reach: what waits for answers lies between them."""
_SIDES = {1: (0, 1, 0), 2: (0, 2, 0), 3: (1, 1, 1), 4: (1, 2, 1), 5: (1, 3, 1), 6: (2, 2, 2), 7: (2, 3, 2)}
"""How many panels are at the left, at the top and at the right."""
_MORE = {8: (2, 4, 2), 9: (2, 5, 2), 10: (3, 4, 3), 11: (3, 5, 3), 12: (3, 6, 3), 13: (4, 5, 4)}
"""Ten to thirteen only in a replay (LG-01)."""
_SIDES_HIGH = {3: (0, 3, 0), 4: (0, 4, 0), 5: (1, 3, 1), 6: (1, 4, 1), 7: (2, 3, 2), 8: (2, 4, 2), 9: (3, 3, 3)}
"""How many panels are at the left, at the top and at the right of such a window."""
_MORE_HIGH = {10: (3, 4, 3), 11: (4, 3, 4), 12: (4, 4, 4), 13: (5, 3, 5)}
_PANEL_HIGH = 88.0
"""Height of a panel there."""
RAISED = 24.0
"""Units above the cards of the hand, for those that rise."""


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


def in_rows(whole: Places, size: tuple[float, float], seats: int, own: int | None, acts: bool = True) -> Places:
    """The places in a window that is much higher than wide, from the top down: the others, with the piles among and
    below them; `own`, what can be done and the log; the hand, as wide as the window.

    `whole` was made without a thought of that. `acts`: something can be done, which a replay has no room for.
    """
    left = whole.hand.x
    wide = size[0] - 2 * left
    free = size[1] - whole.table.y
    hand = Rect(left, 0, wide, min((wide - 40) / 6 * SHAPE + RAISED, free * 0.2))
    hand.bottom = size[1] - GAP
    row = Rect(left, 0, wide, min(252.0 if acts else 180.0, free * 0.24))
    row.bottom = hand.y - GAP
    log = Rect(left + wide * 0.44 + GAP, row.y, wide * 0.56 - GAP, row.height)
    table = Rect(left, whole.table.y, wide, row.y - GAP - whole.table.y)
    others = [(own + 1 + step) % seats for step in range(seats - 1)] if own is not None else list(range(seats))
    boxes = dict(zip(others, _round_the_top(table, len(others)), strict=True))
    if own is not None:
        boxes[own] = Rect(left, row.bottom - _PANEL_HIGH, wide * 0.44, _PANEL_HIGH)
    top = min(box.bottom for seat, box in boxes.items() if seat != own) + GAP
    places = tuple((boxes[seat], 0) for seat in range(seats))
    return replace(
        whole, table=Rect(left, top, wide, table.bottom - top), hand=hand, log=log, log_beside=True, seats=places
    )


def _round_the_top(table: Rect, number: int) -> list[Rect]:
    """Panels clockwise from the lower left along the upper edge and down both sides."""
    left, top, right = {**_SIDES, **_SIDES_HIGH, **_MORE_HIGH}[number]
    columns = max(4, top)
    wide = min(176.0, (table.width - (columns - 1) * GAP) / columns)
    step = _PANEL_HIGH + GAP
    row = [
        Rect(table.x + (index + 0.5) * table.width / top - wide / 2, table.y, wide, _PANEL_HIGH) for index in range(top)
    ]
    if top == columns:
        row = [
            Rect(table.x + index * (table.width - wide) / (top - 1), table.y, wide, _PANEL_HIGH) for index in range(top)
        ]
    at_left = [Rect(table.x, table.y + (index + 1) * step, wide, _PANEL_HIGH) for index in range(left)]
    at_right = [Rect(table.right - wide, table.y + (index + 1) * step, wide, _PANEL_HIGH) for index in range(right)]
    return [*reversed(at_left), *row, *at_right]


def _column(box: Rect, number: int, high: float) -> list[Rect]:
    """Panels from top to bottom, spread over the box."""
    if not number:
        return []
    room = box.height / number
    high = min(high, room - GAP)
    return [Rect(box.x, box.y + (index + 0.5) * room - high / 2, box.width, high) for index in range(number)]


def spots(at: Places, own: Rect | None, bottom: float) -> Spots:
    """`own` is the panel beside the hand, if there is one; `bottom` is the lower edge of the window."""
    if at.log_beside:
        return _spots_in_rows(at, own)
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


def _spots_in_rows(at: Places, own: Rect | None) -> Spots:
    """The same in a window that is much higher than wide: see `in_rows`."""
    middle, hand = at.table, at.hand
    side = Rect(hand.x, at.log.y, at.log.x - GAP - hand.x, at.log.height)
    panel = Rect(side.x, side.y, side.width, side.height if own is None else own.y - GAP - side.y)
    room = _room_of_piles(at)
    card = _card_in(room)
    centre = max(room.y + 10 + card * SHAPE / 2, room.centery - 46)
    deck = box_at((room.x + room.width * 0.04 + card / 2, centre), card)
    discard = box_at((room.right - room.width * 0.04 - card / 2, centre), card)
    wide = max(170.0, min(210.0, card + 6))
    gauge = Rect(max(room.x + 4, min(deck.x, deck.right + 6 - wide)), deck.bottom + 16, wide, 50)
    # What is said of a play stands below the gauge.
    stack = Rect(deck.right + 14, deck.y - 20, discard.x - deck.right - 28, gauge.bottom + 30 - deck.y + 20)
    large = box_at(room.center, min(300.0, room.height * 0.7) / SHAPE)
    news = Rect(middle.x, middle.bottom, middle.width, 0)
    return Spots(middle, deck, discard, stack, gauge, news, hand.copy(), panel, large)


def _room_of_piles(at: Places) -> Rect:
    """Below the panels at the sides, or between them, whichever gives larger cards."""
    middle = at.table
    beside = [box for box, _ in at.seats if middle.y <= box.y and box.bottom < middle.bottom]
    if not beside:
        return middle.copy()
    low = max(box.bottom for box in beside) + GAP
    below = Rect(middle.x, low, middle.width, middle.bottom - low)
    between = middle.inflate(-2 * (beside[0].width + GAP), 0)
    return max(below, between, key=_card_in)


def _card_in(room: Rect) -> float:
    """How wide cards of the piles are in a room."""
    return min(room.width * 0.25, (room.height - 66) * 0.7 / SHAPE)


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
    reach = min(room.width / 2 - 6, _REACH)
    left = room.centerx - reach
    gauge = Rect(left, room.centery - 25, wide, 50)
    deck = box_at((gauge.right + 14 + card / 2, room.centery), card)
    right = room.centerx + reach - 2
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
