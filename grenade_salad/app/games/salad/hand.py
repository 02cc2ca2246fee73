"""The hand as cards that peek over the edge of the table, with their name tags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf

from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.playing_cards import draw_flat_card
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, BRASS_LIGHT, INK, PAPER, SMALL
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import Card
from grenade_salad.text import Words, m, say

SHAPE = 1.4
"""Height of a card as a multiple of its width."""
_MIN_CARD_WIDTH, _MAX_CARD_WIDTH = 64.0, 116.0
"""Bounds of the width of a card, in units: narrower hands overlap."""
_GAP = 8.0
"""Units between two cards."""
_MIN_RISE = 14.0
"""Minimum units that a chosen card rises."""
_HOVER_SHARE = 0.6
"""Share of that by which a card rises under the pointer."""
_MIN_TEXT_SIZE = 12.0
"""Height of the smallest type on a card, in units.

A name that would be smaller is left out: the picture says it.
"""
_BORDER = 0.865
"""Height of the middle of a card's lower border under its top, in card heights."""


class CardWidget(Widget):
    """A card of the hand: playable ones rise under the pointer."""

    radius = 7.0

    def __init__(self, card: Card, press: Callable[[], None]) -> None:
        # Translators: a card, and what it does
        super().__init__(tip=m("{card}: {does}", card=CARDS[card].name, does=CARDS[card].does))
        self.card: Card = card
        self.press = press
        self.is_playable = True
        self.is_chosen = False
        self.visible_width = 0.0
        """Visible part of its width, in units; 0 means all."""
        self.visible_bottom = inf
        """Lower end of its visible part."""
        self.rise = 0.0
        """Units that it rises when it is chosen; under the pointer it rises less."""

    def accessible_node(self) -> AccessibleNode:
        return replace(self.make_node("button", say(CARDS[self.card].name)), is_on=self.is_chosen)

    @property
    def is_raised(self) -> bool:
        """True if it rises over the edge of the table."""
        return self.is_chosen or self.hovered or self.focused

    def on_screen(self) -> Rect:
        share = 1.0 if self.is_chosen else _HOVER_SHARE if self.is_raised else 0.0
        return self.rect.move(0, -self.rise * share)

    def covers(self, position: tuple[float, float]) -> bool:
        """Include where the card was before it rose, so that it does not flutter."""
        return self.visible and bool(self.rect.union(self.on_screen()).collidepoint(position))

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        draw_flat_card(canvas, f"cards/salad/{self.card}.svg", rect, lift=2.0 if self.is_chosen else 1.2)
        if not self.is_playable:
            canvas.fill(rect, INK, 8, alpha=36)
        if self.is_chosen:
            canvas.frame(rect.inflate(5, 5), BRASS_DARK, 4, 10)
            canvas.frame(rect.inflate(4, 4), BRASS if not self.hovered else BRASS_LIGHT, 2.5, 9)
        draw_name_tag(canvas, rect, CARDS[self.card].name, self.visible_width, self.visible_bottom)


def fit_text_size(canvas: Canvas, words: Words, width: float, *, bold: bool = False) -> float:
    """Return the text size, from `SMALL` down to 12, at which the words fit."""
    size = SMALL
    while size > _MIN_TEXT_SIZE and canvas.width(words, size, bold=bold) > width:
        size -= 0.5
    return size


def draw_name_tag(
    canvas: Canvas, card: Rect, name: Words, visible_width: float = 0.0, visible_bottom: float = inf
) -> None:
    """Draw a card's name on its border, or on a slip of paper above the edge.

    The slip is for a border below the edge: `visible_bottom`, or that of the window. The name is in the middle of the
    visible width, in units; 0 means the whole card. There is none if it cannot be read: its picture names a small card.
    """
    text_width = min(card.width, visible_width or card.width)
    size = fit_text_size(canvas, name, text_width - 6, bold=True)
    lines = canvas.lines(name, text_width - 2, size, bold=True)
    # No word is broken.
    if " ".join(lines) != say(name):
        return
    text_height = len(lines) * size
    border, edge = card.y + card.height * _BORDER, min(visible_bottom, canvas.size[1]) - text_height / 2 - size * 0.25
    middle = min(border, edge, card.bottom - text_height / 2 - 2)
    if middle < border:
        slip = Rect(card.x + 2, middle - text_height / 2 - size * 0.2, card.width - 4, text_height + size * 0.4)
        canvas.fill(slip, PAPER, 5, alpha=235)
    for index, line in enumerate(lines):
        position = (card.x + text_width / 2, middle + (index - (len(lines) - 1) / 2) * size)
        canvas.text(line, position, size, INK, bold=True, anchor="center", max_width=text_width - 2)


def lay_out_hand(cards: list[CardWidget], box: Rect, visible_height: float) -> None:
    """Place the cards side by side in the middle of the box, overlapping if needed.

    `visible_height` units of each card are above the bottom of the box.
    """
    if not cards:
        return
    even_width = (box.width + _GAP) / len(cards) - _GAP
    width = min(_MAX_CARD_WIDTH, box.height * 1.02 / SHAPE * 1.2, max(_MIN_CARD_WIDTH, even_width))
    visible_height = min(visible_height, width * SHAPE * 0.95)
    step = min(width + _GAP, (box.width - width) / max(1, len(cards) - 1))
    left = box.centerx - (step * (len(cards) - 1) + width) / 2
    top = box.bottom - visible_height
    for index, card in enumerate(cards):
        card.rect = Rect(left + index * step, top, width, width * SHAPE)
        card.visible_bottom = box.bottom
        card.visible_width = width if index == len(cards) - 1 else min(width, step)
        card.rise = max(_MIN_RISE, width * SHAPE - visible_height + 6)
