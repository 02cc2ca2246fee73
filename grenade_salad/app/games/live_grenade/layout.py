"""The layout of the board: panels around the table, piles, and the hand.

All boxes are in logical units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.match.layout import Places
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.playing_cards import ASPECT, CardPose, card_box, lay_fan

GAP = 8.0
"""Units between neighbouring boxes."""
ROW = 44.0
"""Height of a row of buttons in units."""
STACK_CARD_SCALE = 1.15
"""Width of a card that waits for answers, as a multiple of the deck's width."""
_NEWS_HEIGHT = 30.0
"""Height in units of the line for the latest event."""
_LOW_HEIGHT = 230.0
"""Height in units of an area below which the gauge is beside the deck."""
_PILE_GAP = 14.0
"""Units between a pile or a panel and what is beside it."""
_GAUGE_HEIGHT, _GAUGE_WIDTH = 50.0, 210.0
"""Units of the gauge, whose width may be less beside a narrow deck."""
_PILE_REACH = 400.0
"""Units from the middle of a low area to its outer piles; plays are between them."""
_SIDE_COUNTS = {1: (0, 1, 0), 2: (0, 2, 0), 3: (1, 1, 1), 4: (1, 2, 1), 5: (1, 3, 1), 6: (2, 2, 2), 7: (2, 3, 2)}
"""The numbers of panels at the left, at the top and at the right."""
_REPLAY_SIDE_COUNTS = {8: (2, 4, 2), 9: (2, 5, 2), 10: (3, 4, 3), 11: (3, 5, 3), 12: (3, 6, 3), 13: (4, 5, 4)}
"""Ten to thirteen panels occur only in a replay (LG-01)."""
_TALL_SIDE_COUNTS = {3: (0, 3, 0), 4: (0, 4, 0), 5: (1, 3, 1), 6: (1, 4, 1), 7: (2, 3, 2), 8: (2, 4, 2), 9: (3, 3, 3)}
"""The same as `_SIDE_COUNTS` for a tall window."""
_TALL_REPLAY_SIDE_COUNTS = {10: (3, 4, 3), 11: (4, 3, 4), 12: (4, 4, 4), 13: (5, 3, 5)}
_TALL_PANEL_HEIGHT = 88.0
"""Height in units of a panel in a tall window."""
RAISE_HEIGHT = 24.0
"""Units above the cards of the hand for cards that rise."""


@dataclass(frozen=True)
class BoardLayout:
    """The boxes of the things on the board."""

    middle: Rect
    """The free table between the panels."""
    deck: Rect
    discard: Rect
    stack: Rect
    """The plays that wait for answers."""
    gauge: Rect
    """The risk of the next draw."""
    news: Rect
    """A line for the latest event."""
    cards: Rect
    """The hand."""
    panel: Rect
    """The possible actions, at the right of the hand."""
    large: Rect
    """A drawn card is held here before it is turned over."""

    def buttons(self, count: int) -> list[Rect]:
        """Return boxes for buttons in the lower row of the panel; a second is small."""
        row = Rect(self.panel.x + 10, self.panel.bottom - ROW - 8, self.panel.width - 20, ROW)
        if count < 2:
            return [row]
        return [Rect(row.x, row.y, row.width - ROW - GAP, ROW), Rect(row.right - ROW, row.y, ROW, ROW)]

    @property
    def words(self) -> Rect:
        """The upper part of the panel."""
        return Rect(self.panel.x + 12, self.panel.y + 8, self.panel.width - 24, self.panel.height - ROW - 20)


def lay_out_around(base: Places, seats: int, own_seat: int | None) -> Places:
    """Return the places with seats around the table, clockwise from the lower left.

    `own_seat` is beside the hand. `base` knows nothing of seats: its table and its column of panels are divided again.
    """
    inner = base.seats[0][0].union(base.table)
    inner.y, inner.height = base.table.y, base.table.height
    panel_width = 176.0 if inner.width > 900 else 140.0
    panel_height = 84.0 if inner.height > 320 else 52.0
    other_seats = _list_other_seats(seats, own_seat)
    left, top, right = {**_SIDE_COUNTS, **_REPLAY_SIDE_COUNTS}[len(other_seats)]
    panel_width = min(panel_width, (inner.width - (top - 1) * GAP) / top) if top else panel_width
    boxes: dict[int, Rect] = {}
    below = panel_height + GAP if top > 2 or (top and not left) else 0.0
    column = Rect(inner.x, inner.y + below, panel_width, inner.height - below)
    for index, box in enumerate(_place_column(column, left, panel_height)):
        boxes[other_seats[left - 1 - index]] = box
    top_row = inner if below else inner.inflate(-2 * (panel_width + GAP), 0)
    for index in range(top):
        x = top_row.x + (index + 0.5) * top_row.width / top - panel_width / 2
        boxes[other_seats[left + index]] = Rect(x, inner.y, panel_width, panel_height)
    column.right = inner.right
    for index, box in enumerate(_place_column(column, right, panel_height)):
        boxes[other_seats[left + top + index]] = box
    side = panel_width + GAP if left or right else 0.0
    middle = Rect(inner.x + side, inner.y + (panel_height + GAP if top else 0), inner.width - 2 * side, 0)
    middle.height = inner.bottom - middle.y
    if own_seat is not None:
        tall = min(84.0, base.hand.height)
        boxes[own_seat] = Rect(inner.x, base.hand.centery - tall / 2, panel_width * 0.86, tall)
    return replace(base, table=middle, seats=tuple((boxes[seat], 0) for seat in range(seats)))


def _list_other_seats(seats: int, own_seat: int | None) -> list[int]:
    """Return the seats clockwise from the one after `own_seat`, which is left out.

    >>> _list_other_seats(4, 2), _list_other_seats(3, None)
    ([3, 0, 1], [0, 1, 2])
    """
    return list(range(seats)) if own_seat is None else [(own_seat + step) % seats for step in range(1, seats)]


def lay_out_in_rows(
    base: Places, size: tuple[float, float], seats: int, own_seat: int | None, has_actions: bool = True
) -> Places:
    """Return the places in a window that is much taller than wide, in rows.

    From the top: the other seats, with the piles among and below them; `own_seat`, the possible actions and the log;
    the hand, as wide as the window. `base` knows nothing of that. A replay has no actions and no space for them
    (`has_actions`).
    """
    left = base.hand.x
    width = size[0] - 2 * left
    free = size[1] - base.table.y
    hand = Rect(left, 0, width, min((width - 40) / 6 * ASPECT + RAISE_HEIGHT, free * 0.2))
    hand.bottom = size[1] - GAP
    row = Rect(left, 0, width, min(252.0 if has_actions else 180.0, free * 0.24))
    row.bottom = hand.y - GAP
    log = Rect(left + width * 0.44 + GAP, row.y, width * 0.56 - GAP, row.height)
    table = Rect(left, base.table.y, width, row.y - GAP - base.table.y)
    other_seats = _list_other_seats(seats, own_seat)
    boxes = dict(zip(other_seats, _place_tall_panels(table, len(other_seats)), strict=True))
    if own_seat is not None:
        boxes[own_seat] = Rect(left, row.bottom - _TALL_PANEL_HEIGHT, width * 0.44, _TALL_PANEL_HEIGHT)
    top = min(box.bottom for seat, box in boxes.items() if seat != own_seat) + GAP
    places = tuple((boxes[seat], 0) for seat in range(seats))
    return replace(
        base, table=Rect(left, top, width, table.bottom - top), hand=hand, log=log, has_log_beside=True, seats=places
    )


def _place_tall_panels(table: Rect, count: int) -> list[Rect]:
    """Return panels along both sides and the top, clockwise from the lower left."""
    left, top, right = {**_SIDE_COUNTS, **_TALL_SIDE_COUNTS, **_TALL_REPLAY_SIDE_COUNTS}[count]
    columns = max(4, top)
    panel_width = min(176.0, (table.width - (columns - 1) * GAP) / columns)
    step = _TALL_PANEL_HEIGHT + GAP
    right_x = table.right - panel_width
    if top == columns:
        top_positions = [table.x + index * (table.width - panel_width) / (top - 1) for index in range(top)]
    else:
        top_positions = [table.x + (index + 0.5) * table.width / top - panel_width / 2 for index in range(top)]
    positions = [
        *((table.x, table.y + (index + 1) * step) for index in reversed(range(left))),
        *((x, table.y) for x in top_positions),
        *((right_x, table.y + (index + 1) * step) for index in range(right)),
    ]
    return [Rect(x, y, panel_width, _TALL_PANEL_HEIGHT) for x, y in positions]


def _place_column(box: Rect, count: int, panel_height: float) -> list[Rect]:
    """Return panels from top to bottom, spread over the box."""
    if not count:
        return []
    slot = box.height / count
    panel_height = min(panel_height, slot - GAP)
    return [
        Rect(box.x, box.y + (index + 0.5) * slot - panel_height / 2, box.width, panel_height) for index in range(count)
    ]


def lay_out_board(places: Places, own_panel: Rect | None, bottom: float) -> BoardLayout:
    """Return the boxes of the things on the board.

    `own_panel` is the panel beside the hand, if there is one; `bottom` is the lower edge of the window.
    """
    if places.has_log_beside:
        return _lay_out_board_in_rows(places, own_panel)
    middle, hand = places.table, places.hand
    panel_width = min(270.0, hand.width * 0.3)
    panel = Rect(hand.right - panel_width, hand.y, panel_width, hand.height)
    left = own_panel.right + _PILE_GAP if own_panel is not None and own_panel.y >= hand.y else hand.x
    cards = Rect(left, hand.y, panel.x - 12 - left, bottom - hand.y)
    news = Rect(middle.x, middle.bottom - _NEWS_HEIGHT, middle.width, _NEWS_HEIGHT)
    area = Rect(middle.x, middle.y, middle.width, middle.height - _NEWS_HEIGHT)
    deck, discard, gauge = _place_piles_in_low_area(area) if area.height < _LOW_HEIGHT else _place_piles(area)
    # The stack may also use the space beside the gauge if its cards keep their size.
    left = max(deck.right + _PILE_GAP, min(gauge.right + GAP, discard.x - _PILE_GAP - 1.9 * deck.width))
    stack = Rect(left, area.y + 6, discard.x - _PILE_GAP - left, area.height - 12)
    if _is_tall(area):
        stack = Rect(area.x + 20, gauge.bottom + 24, area.width - 40, area.bottom - gauge.bottom - 30)
    large = card_box((area.centerx, area.centery), min(230.0, area.height * 0.86) / ASPECT)
    return BoardLayout(
        middle, deck, discard, stack=stack, gauge=gauge, news=news, cards=cards, panel=panel, large=large
    )


def _lay_out_board_in_rows(places: Places, own_panel: Rect | None) -> BoardLayout:
    """Return the boxes in a tall window: see `lay_out_in_rows`."""
    middle, hand = places.table, places.hand
    side = Rect(hand.x, places.log.y, places.log.x - GAP - hand.x, places.log.height)
    panel = Rect(side.x, side.y, side.width, side.height if own_panel is None else own_panel.y - GAP - side.y)
    area = _find_pile_area(places)
    card = _pile_card_width(area)
    centre = max(area.y + 10 + card * ASPECT / 2, area.centery - 46)
    deck = card_box((area.x + area.width * 0.04 + card / 2, centre), card)
    discard = card_box((area.right - area.width * 0.04 - card / 2, centre), card)
    gauge_width = max(170.0, min(_GAUGE_WIDTH, card + 6))
    left = max(area.x + 4, min(deck.x, deck.right + 6 - gauge_width))
    gauge = Rect(left, deck.bottom + 16, gauge_width, _GAUGE_HEIGHT)
    # The caption of a play is below the gauge.
    stack = Rect(deck.right + _PILE_GAP, deck.y - 20, 0, gauge.bottom + 50 - deck.y)
    stack.width = discard.x - _PILE_GAP - stack.x
    large = card_box(area.center, min(300.0, area.height * 0.7) / ASPECT)
    news = Rect(middle.x, middle.bottom, middle.width, 0)
    return BoardLayout(
        middle, deck, discard, stack=stack, gauge=gauge, news=news, cards=hand.copy(), panel=panel, large=large
    )


def _find_pile_area(places: Places) -> Rect:
    """Return the area below the side panels or between them, for the larger cards."""
    middle = places.table
    side_panels = [box for box, _ in places.seats if middle.y <= box.y and box.bottom < middle.bottom]
    if not side_panels:
        return middle.copy()
    low = max(box.bottom for box in side_panels) + GAP
    below = Rect(middle.x, low, middle.width, middle.bottom - low)
    between = middle.inflate(-2 * (side_panels[0].width + GAP), 0)
    return max(below, between, key=_pile_card_width)


def _pile_card_width(area: Rect) -> float:
    """Return the width of the cards of the piles in an area."""
    return min(area.width * 0.25, (area.height - 66) * 0.7 / ASPECT)


def _is_tall(area: Rect) -> bool:
    """True if plays that wait have more space below the piles than between them."""
    return area.height > 1.2 * area.width


def _place_piles(area: Rect) -> tuple[Rect, Rect, Rect]:
    """Return the deck, the discard pile, and the gauge under the deck."""
    tall = _is_tall(area)
    max_height, share = (300.0, 0.29) if tall else (210.0, 0.22)
    middle = area.y + area.height * 0.36 if tall else area.centery - 24
    card = min(area.height * 0.52, max_height, area.width * share * ASPECT) / ASPECT
    apart = max(min(area.width * 0.32, card * 2.1), card * 0.8)
    deck = card_box((area.centerx - apart, middle), card)
    gauge = Rect(deck.centerx - _GAUGE_WIDTH / 2, deck.bottom + 16, _GAUGE_WIDTH, _GAUGE_HEIGHT)
    gauge.x = max(area.x + 4, min(gauge.x, deck.right + 12 - gauge.width))
    return deck, card_box((area.centerx + apart, middle), card), gauge


def _place_piles_in_low_area(area: Rect) -> tuple[Rect, Rect, Rect]:
    """Return the piles and the gauge in a low area: the gauge is left of the deck."""
    card = min(area.height * 0.66 / ASPECT, area.width * 0.19)
    gauge_width = min(190.0, area.width * 0.34)
    reach = min(area.width / 2 - 6, _PILE_REACH)
    left = area.centerx - reach
    gauge = Rect(left, area.centery - _GAUGE_HEIGHT / 2, gauge_width, _GAUGE_HEIGHT)
    deck = card_box((gauge.right + _PILE_GAP + card / 2, area.centery), card)
    right = area.centerx + reach - 2
    return deck, card_box((right - card / 2 - 4, area.centery), card), gauge


def stack_places(box: Rect, counts: Sequence[int], card: float) -> list[list[CardPose]]:
    """Return the cards of each play that waits for answers.

    They are cascades in the box, a King on what it cancels. `counts` are the cards of each play, `card` is the width of
    a card where there is space.
    """
    play_count = len(counts)
    card_width = min(card, box.height * 0.9 / ASPECT, box.width * (0.54 if play_count < 2 else 0.5))
    widths = [card_width * (1.5 if count > 1 else 1.0) for count in counts]
    ends = (widths[0] + widths[-1]) / 2
    step = min(card_width * 0.72, (box.width - ends) / (play_count - 1)) if play_count > 1 else 0.0
    left = box.centerx - (ends + step * (play_count - 1)) / 2 + widths[0] / 2
    cascades = []
    for index, count in enumerate(counts):
        centre = (left + index * step, box.centery + (index % 2) * 10 - 4)
        cascades.append(lay_fan(card_box(centre, widths[index]), count, card_width, 9.0 if count > 1 else 0.0, 0.55))
    return cascades
