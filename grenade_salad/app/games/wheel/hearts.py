"""Hearts as cards: large ones as playing cards, small ones as number and heart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.app.games.wheel.ring import Ring
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.ui import playing_cards
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.seat_panel import SeatPanel
from grenade_salad.app.ui.theme import EMBER_DARK, INK, INK_SOFT, PAPER, PAPER_SHADE, SMALL, TEXT
from grenade_salad.games.wheel.cards import card_names, matching_spade
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, Words, m, say

_READABLE_HEIGHT = 72.0
"""Minimum height in units at which the playing card itself can be read."""
_NAME_ONLY_HEIGHT = 44.0
"""Height in units below which a seat's panel has the name alone."""
_MIN_HEARTS_HEIGHT = 44.0
"""Minimum height in units of hearts over words; else they are beside the words."""
_FACTS_HEIGHT = 56.0
"""Height in units of the name and the facts in a seat's panel."""
_MIN_FREE_HEIGHT = 30.0
"""Height in units under the facts below which hearts are beside them."""
_MAX_PANEL_HEART_HEIGHT = 70.0
_SECOND_LINE_HEIGHT = 24.0
"""Height in units by which hearts beside the facts reach above what is free."""
_GAP = 5.0
"""Units between two hearts in a panel."""
_TURNED_PANEL_CARD_WIDTH = 26.0
"""Width in units of a heart that is dealt to a turned panel."""


def draw_heart(canvas: Canvas, box: Rect, heart: str | None, is_spent: bool = False) -> None:
    """Draw a heart in the box, face down if None; `is_spent`: its spade was blown up."""
    if heart is None or box.height >= _READABLE_HEIGHT:
        playing_cards.draw_card(canvas, heart, box, lift=0.7)
    else:
        canvas.paper(box, PAPER_SHADE if is_spent else PAPER, 4, lifted=True)
        side = min(box.height * 0.46, box.width * 0.62)
        text_size = max(14.0, min(box.height * 0.5, box.width * 0.78))
        canvas.text(
            heart[:-1], (box.centerx, box.y + box.height * 0.29), text_size, EMBER_DARK, bold=True, anchor="center"
        )
        symbol_box = Rect(box.centerx - side / 2, box.bottom - side - box.height * 0.07, side, side)
        canvas.picture("icons/heart.svg", symbol_box, EMBER_DARK)
    if is_spent:
        canvas.fill(box, INK, 4, alpha=60)


def draw_row(canvas: Canvas, boxes: Sequence[Rect], hearts: Sequence[str | None], spent: Sequence[str] = ()) -> None:
    """Draw some hearts side by side."""
    for box, heart in zip(boxes, hearts, strict=True):
        draw_heart(canvas, box, heart, heart in spent)


def hearts_width(panel_height: float, count: int) -> float:
    """Return the width of hearts beside a panel's facts, in units; 0 if below them."""
    free_height = panel_height - _FACTS_HEIGHT
    if free_height >= _MIN_FREE_HEIGHT:
        return 0.0
    return count * ((free_height + _SECOND_LINE_HEIGHT) / playing_cards.ASPECT + _GAP)


def reserve_width(panels: Sequence[SeatPanel], counts: Sequence[int]) -> None:
    """Reserve width for the hearts beside the facts of low panels."""
    for panel, count in zip(panels, counts, strict=False):
        panel.reserved_width = hearts_width(upright_height(panel), count)


def upright_height(panel: SeatPanel) -> float:
    """Return the height of a seat's panel, as the player who sits there sees it."""
    return panel.rect.width if panel.quarter_turns % 2 else panel.rect.height


def draw_panel_hearts(canvas: Canvas, box: Rect, panel_height: float, count: int, revealed: Sequence[str]) -> None:
    """Draw a seat's hearts in its panel: revealed ones, and backs of the others.

    `box` is what a panel of that height leaves under its facts. A panel with a line for the name alone has the
    revealed ones in that line, as number and heart.
    """
    if panel_height < _NAME_ONLY_HEIGHT:
        middle = box.bottom + 4 - panel_height / 2
        for index, revealed_heart in enumerate(reversed(revealed)):
            right = box.right - 28 - index * 30
            canvas.picture("icons/heart.svg", Rect(right - 13, middle - 6, 13, 13), EMBER_DARK)
            canvas.text(revealed_heart[:-1], (right - 15, middle), SMALL, EMBER_DARK, bold=True, anchor="midright")
        return
    hearts: list[str | None] = [*revealed, *[None] * (count - len(revealed))]
    for index, heart in enumerate(reversed(hearts)):
        draw_heart(canvas, heart_box(box, panel_height, index), heart)


def heart_box(box: Rect, panel_height: float, index: int) -> Rect:
    """Return the box of a heart in a panel, clear of its facts.

    `box` is what they leave below them. Low panels have space beside their facts, at the right; others, if a second
    line takes it, under the badge.
    """
    free_height = panel_height - _FACTS_HEIGHT
    if free_height < _MIN_FREE_HEIGHT:
        return right_heart_box(Rect(box.x, box.bottom - free_height, box.width, free_height), index)
    if box.height >= _MIN_FREE_HEIGHT:
        return right_heart_box(box, index)
    height = _MIN_FREE_HEIGHT
    width = height / playing_cards.ASPECT
    return Rect(box.x + index * (width + 4), box.bottom - height, width, height)


def right_heart_box(box: Rect, index: int) -> Rect:
    """Return the box of a heart in a seat's panel, counted from its right end.

    `box` is free under one line of facts.
    """
    height = min(
        _MAX_PANEL_HEART_HEIGHT,
        box.height if box.height >= _MIN_FREE_HEIGHT else box.height + _SECOND_LINE_HEIGHT,
    )
    right = box.right - (24 if box.height < 0 else 0)
    width = height / playing_cards.ASPECT
    return Rect(right - (index + 1) * (width + _GAP) + _GAP, box.bottom - height, width, height)


def dealing_path(ring: Ring, panel: SeatPanel, index: int) -> tuple[Rect, Rect]:
    """Return the boxes a heart is dealt from and to: the ring's middle, the panel."""
    place = (
        playing_cards.card_box(panel.rect.center, _TURNED_PANEL_CARD_WIDTH)
        if panel.quarter_turns
        else right_heart_box(panel.free_box(1), index)
    )
    return playing_cards.card_box(ring.centre, ring.card_width), place


def draw_own_hearts(canvas: Canvas, box: Rect, hearts: Sequence[str], spent: Sequence[str] = ()) -> None:
    """Draw the viewer's hearts, as large as they fit, and what they mean."""
    words = describe_meaning(hearts, spent)
    width = max(60.0, box.width)
    lines = len(canvas.lines(words, width, TEXT, bold=True))
    free_height = box.height - lines * TEXT * 1.32 - 14
    if free_height < _MIN_HEARTS_HEIGHT:
        card_width = min(box.height / playing_cards.ASPECT, 60.0)
        row_width = len(hearts) * (card_width + 8)
        row = Rect(box.x, box.y + (box.height - card_width * playing_cards.ASPECT) / 2, row_width, box.height)
        draw_row(canvas, playing_cards.lay_row(row, len(hearts), card_width), hearts, spent)
        canvas.block(words, Rect(box.x + row_width + 8, box.y, box.width - row_width - 8, box.height), TEXT)
        return
    card_width = min(free_height / playing_cards.ASPECT, (box.width - 10) / max(2, len(hearts)) - 8, 230.0)
    boxes = playing_cards.lay_row(Rect(box.x, box.y, box.width, free_height), len(hearts), card_width)
    draw_row(canvas, boxes, hearts, spent)
    words_top = max((heart_rect.bottom for heart_rect in boxes), default=box.y) + 12
    canvas.paragraph(words, Rect(box.x, words_top, width, 0), TEXT, INK, bold=True, centred=True)


def summarize_ending(view: WheelView) -> Ending:
    """Return the last page: the hearts of all seats, and those that no seat had."""
    # Translators: a head: the hearts that nobody had
    unused_title = m("Nobody's hearts") if view.unused and not isinstance(view.unused, int) else ""
    return Ending(draw=partial(draw_ending, view), rest=unused_title, drawn=ending_words(view))


def ending_words(view: WheelView) -> dict[int | None, Words]:
    """Return the content of the last page in words."""
    hearts_by_seat: list[tuple[int | None, Sequence[str] | int]] = [(None, view.unused or 0), *enumerate(view.hearts)]
    return {
        seat: m("{hearts}", hearts=card_names(hearts))
        for seat, hearts in hearts_by_seat
        if not isinstance(hearts, int) and hearts
    }


def draw_ending(view: WheelView, canvas: Canvas, box: Rect, seat: int | None) -> None:
    """Draw the hearts of a seat on the last page, from the right end of the box.

    None: those that no seat had.
    """
    hearts = view.unused if seat is None else view.hearts[seat]
    if hearts is None or isinstance(hearts, int):
        return
    height = box.height - 8
    width = height / playing_cards.ASPECT
    for index, heart in enumerate(reversed(hearts)):
        draw_heart(canvas, Rect(box.right - 6 - (index + 1) * (width + 6) + 6, box.y + 3, width, height), heart)


def spent_hearts(ring: Sequence[str], own_hearts: Sequence[str], face_down: set[int]) -> tuple[str, ...]:
    """Return the hearts whose spades are face down.

    >>> spent_hearts(("AS", "2S"), ("AH", "2H"), {1})
    ('2H',)
    """
    return tuple(
        heart
        for heart in own_hearts
        if matching_spade(heart) in ring and ring.index(matching_spade(heart)) in face_down
    )


def spades_in_play(own_hearts: Sequence[str], spent: Sequence[str]) -> tuple[str, ...]:
    """Return the spades that the player has to keep in play.

    >>> spades_in_play(("AH", "2H"), ("2H",))
    ('AS',)
    """
    return tuple(matching_spade(heart) for heart in own_hearts if heart not in spent)


def describe_own_hearts(own_hearts: Sequence[str], spent: Sequence[str]) -> list[str]:
    """Return the hearts of a single person in words."""
    return [say(describe_meaning(own_hearts, spent))] if own_hearts else []


def describe_meaning(hearts: Sequence[str], spent: Sequence[str]) -> Message:
    """Return what the player's hearts mean for the ring."""
    spades = spades_in_play(hearts, spent)
    return m("Keep {cards} in play.", cards=card_names(spades)) if spades else m("You are out.")


def draw_unused(canvas: Canvas, box: Rect, unused: Sequence[str]) -> None:
    """Draw the hearts that no seat had, in the middle of the box under a title."""
    card_width = min(84.0, (box.width - 8) / max(1, len(unused)) - 8, (box.height - 34) / playing_cards.ASPECT)
    height = 30 + card_width * playing_cards.ASPECT
    sheet = Rect(0, 0, max(150.0, len(unused) * (card_width + 8) + 24), height + 22)
    sheet.center = box.center
    canvas.paper(sheet, radius=10)
    # Translators: a head: the hearts that nobody had
    canvas.text(m("Nobody's hearts"), (sheet.centerx, sheet.y + 10), TEXT, INK_SOFT, bold=True, anchor="midtop")
    cards = Rect(sheet.x + 8, sheet.y + 38, sheet.width - 16, height)
    draw_row(canvas, playing_cards.lay_row(cards, len(unused), card_width), unused)
