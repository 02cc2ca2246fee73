"""Hearts as cards: large ones are playing cards, small ones show number and heart as large as they can."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.app.games.wheel.ring import Ring
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.ui import playing_cards
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.seat_panel import SeatPanel
from grenade_salad.app.ui.theme import EMBER_DARK, INK, INK_SOFT, PAPER, PAPER_SHADE, SMALL, TEXT
from grenade_salad.games.wheel.cards import HEARTS, listed, spade_of
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, Words, m, say

_READABLE = 72.0
"""Units of height from which the playing card itself can be read."""
_LINE = 44.0
"""Units of height under which a seat's panel has the name alone."""
_LOW = 44.0
"""Units over words that hearts need to be read there; with less they lie beside them."""


def draw_heart(canvas: Canvas, box: Rect, heart: str | None, spent: bool = False) -> None:
    """One heart in the box, None face down; `spent`: its spade was blown up."""
    if heart is None or box.height >= _READABLE:
        playing_cards.draw_card(canvas, heart, box, lift=0.7)
    else:
        canvas.paper(box, PAPER_SHADE if spent else PAPER, 4, lifted=True)
        side = min(box.height * 0.46, box.width * 0.62)
        number = max(14.0, min(box.height * 0.5, box.width * 0.78))
        canvas.text(
            heart[:-1], (box.centerx, box.y + box.height * 0.29), number, EMBER_DARK, bold=True, anchor="center"
        )
        low = Rect(box.centerx - side / 2, box.bottom - side - box.height * 0.07, side, side)
        canvas.picture("icons/heart.svg", low, EMBER_DARK)
    if spent:
        canvas.fill(box, INK, 4, alpha=60)


def draw_row(canvas: Canvas, boxes: Sequence[Rect], hearts: Sequence[str | None], spent: Sequence[str] = ()) -> None:
    """Some hearts side by side."""
    for box, heart in zip(boxes, hearts, strict=True):
        draw_heart(canvas, box, heart, heart in spent)


def beside(high: float, count: int) -> float:
    """The width, in units, of that many hearts beside the facts of a panel of that height; 0 if they go below."""
    left = high - 56
    if left >= 30:
        return 0.0
    return count * ((left + 24) / playing_cards.SHAPE + 5)


def keep_aside(panels: Sequence[SeatPanel], counts: Sequence[int]) -> None:
    """Leave room for the hearts beside the facts of low panels."""
    for panel, count in zip(panels, counts, strict=False):
        panel.aside = beside(height(panel), count)


def height(panel: SeatPanel) -> float:
    """How high a seat's panel is for who sits there."""
    return panel.rect.width if panel.turn % 2 else panel.rect.height


def draw_panel_hearts(canvas: Canvas, box: Rect, high: float, count: int, shown: Sequence[str]) -> None:
    """The hearts of a seat in its panel: those that everybody has seen, and the backs of the others.

    `box` is what a panel of that height leaves under its facts. One that has but a line for the name has the seen ones
    in it, as number and heart.
    """
    if high < _LINE:
        middle = box.bottom + 4 - high / 2
        for index, seen in enumerate(reversed(shown)):
            at = box.right - 28 - index * 30
            canvas.picture("icons/heart.svg", Rect(at - 13, middle - 6, 13, 13), EMBER_DARK)
            canvas.text(seen[:-1], (at - 15, middle), SMALL, EMBER_DARK, bold=True, anchor="midright")
        return
    hearts: list[str | None] = [*shown, *[None] * (count - len(shown))]
    for index, heart in enumerate(reversed(hearts)):
        draw_heart(canvas, beside_facts(box, high, index), heart)


def beside_facts(box: Rect, high: float, index: int) -> Rect:
    """Where a heart lies in a panel of that height, on none of its facts, of which `box` is what is left under them.

    Low panels have room beside their facts, at the right; others, if a second line takes it, under the badge.
    """
    left = high - 56
    if left < 30:
        return panel_place(Rect(box.x, box.bottom - left, box.width, left), index)
    if box.height >= 30:
        return panel_place(box, index)
    wide = 30 / playing_cards.SHAPE
    return Rect(box.x + index * (wide + 4), box.bottom - 30, wide, 30)


def panel_place(box: Rect, index: int) -> Rect:
    """Where a heart lies in a seat's panel, counted from its right, if `box` is free under one line of facts."""
    high = min(70.0, box.height if box.height >= 30 else box.height + 24)
    right = box.right - (24 if box.height < 0 else 0)
    wide = high / playing_cards.SHAPE
    return Rect(right - (index + 1) * (wide + 5) + 5, box.bottom - high, wide, high)


def way(ring: Ring, panel: SeatPanel, index: int) -> tuple[Rect, Rect]:
    """From where to where a heart goes that is dealt: from the middle of the ring to its place in the panel."""
    place = playing_cards.box_at(panel.rect.center, 26.0) if panel.turn else panel_place(panel.room(1), index)
    return playing_cards.box_at(ring.centre, ring.wide), place


def draw_own(canvas: Canvas, box: Rect, hearts: Sequence[str], spent: Sequence[str] = ()) -> None:
    """The hearts of whoever looks, as large as fits, and what they mean."""
    words = meaning(hearts, spent)
    wide = max(60.0, box.width)
    lines = len(canvas.lines(words, wide, TEXT, bold=True))
    room = box.height - lines * TEXT * 1.32 - 14
    if room < _LOW:
        each = min(box.height / playing_cards.SHAPE, 60.0)
        left = len(hearts) * (each + 8)
        row = Rect(box.x, box.y + (box.height - each * playing_cards.SHAPE) / 2, left, box.height)
        draw_row(canvas, playing_cards.row(row, len(hearts), each), hearts, spent)
        canvas.block(words, Rect(box.x + left + 8, box.y, box.width - left - 8, box.height), TEXT)
        return
    each = min(room / playing_cards.SHAPE, (box.width - 10) / max(2, len(hearts)) - 8, 230.0)
    boxes = playing_cards.row(Rect(box.x, box.y, box.width, room), len(hearts), each)
    draw_row(canvas, boxes, hearts, spent)
    below = max((one.bottom for one in boxes), default=box.y) + 12
    canvas.paragraph(words, Rect(box.x, below, wide, 0), TEXT, INK, bold=True, centred=True)


def ending(view: WheelView) -> Ending:
    """What the last page tells: everybody's hearts, and those that nobody had."""
    # Translators: a head: the hearts that nobody had
    rest = m("Nobody's hearts") if view.unused and not isinstance(view.unused, int) else ""
    return Ending(draw=partial(draw_of_end, view), rest=rest, drawn=words_of_end(view))


def words_of_end(view: WheelView) -> dict[int | None, Words]:
    """The same in words."""
    found: list[tuple[int | None, Sequence[str] | int]] = [(None, view.unused or 0), *enumerate(view.hearts)]
    return {seat: m("{hearts}", hearts=listed(own)) for seat, own in found if not isinstance(own, int) and own}


def draw_of_end(view: WheelView, canvas: Canvas, box: Rect, seat: int | None) -> None:
    """The hearts of a seat on the last page, from the right end of the box; None: those that nobody had."""
    hearts = view.unused if seat is None else view.hearts[seat]
    if hearts is None or isinstance(hearts, int):
        return
    high = box.height - 8
    wide = high / playing_cards.SHAPE
    for index, heart in enumerate(reversed(hearts)):
        draw_heart(canvas, Rect(box.right - 6 - (index + 1) * (wide + 6) + 6, box.y + 3, wide, high), heart)


def spent(ring: Sequence[str], own: Sequence[str], down: set[int]) -> tuple[str, ...]:
    """Those of one's hearts whose spades are face down."""
    return tuple(heart for heart in own if spade_of(heart) in ring and ring.index(spade_of(heart)) in down)


def in_play(own: Sequence[str], spent: Sequence[str]) -> tuple[str, ...]:
    """The spades that one has to keep in play."""
    return tuple(spade_of(heart) for heart in own if heart not in spent)


def own_lines(own: Sequence[str], spent: Sequence[str]) -> list[str]:
    """A single person's hearts in words."""
    return [say(meaning(own, spent))] if own else []


def meaning(hearts: Sequence[str], spent: Sequence[str]) -> Message:
    """What one's hearts mean for the ring."""
    left = in_play(hearts, spent)
    return m("Keep {cards} in play.", cards=listed(left)) if left else m("You are out.")


def draw_unused(canvas: Canvas, box: Rect, unused: Sequence[str]) -> None:
    """The hearts that nobody had, in the middle of the box under a title."""
    each = min(84.0, (box.width - 8) / max(1, len(unused)) - 8, (box.height - 34) / playing_cards.SHAPE)
    high = 30 + each * playing_cards.SHAPE
    sheet = Rect(0, 0, max(150.0, len(unused) * (each + 8) + 24), high + 22)
    sheet.center = box.center
    canvas.paper(sheet, radius=10)
    # Translators: a head: the hearts that nobody had
    canvas.text(m("Nobody's hearts"), (sheet.centerx, sheet.y + 10), TEXT, INK_SOFT, bold=True, anchor="midtop")
    cards = Rect(sheet.x + 8, sheet.y + 38, sheet.width - 16, high)
    draw_row(canvas, playing_cards.row(cards, len(unused), each), unused)


def in_order(hearts: Sequence[str]) -> tuple[str, ...]:
    """From the ace to the seven.

    >>> in_order(("7H", "AH"))
    ('AH', '7H')
    """
    return tuple(sorted(hearts, key=HEARTS.index))
