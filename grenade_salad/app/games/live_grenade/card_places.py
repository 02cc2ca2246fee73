"""Places of cards on the table, between which the animator moves them."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.effects import pan_at
from grenade_salad.app.games.live_grenade import words
from grenade_salad.app.games.live_grenade.hand_row import HandRow
from grenade_salad.app.games.live_grenade.layout import STACK_CARD_SCALE, BoardLayout, stack_places
from grenade_salad.app.games.live_grenade.paint import covered_places, small_back_places
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.playing_cards import card_box

_PANEL_CARD_WIDTH = 26.0
"""Width in units of a card on a seat's panel without space for backs."""
_MIN_STACK_HEIGHT = 90.0
"""Minimum height in units of the plays that wait for answers."""
_STACK_GAP = 4.0
"""Units between these plays and the reaction window."""


class CardPlaces:
    """The boxes of cards in hands, on piles and in between, in units of the canvas."""

    layout: BoardLayout
    """Set by the board on every resize, before any box is asked for."""

    def __init__(self, table: TableScene, hand_row: HandRow) -> None:
        self.table, self.controller, self.hand_row = table, table.controller, hand_row

    # Copies: a box can be changed, and the board shares these with its widgets.

    @property
    def deck(self) -> Rect:
        """The box of the deck."""
        return self.layout.deck.copy()

    @property
    def discard(self) -> Rect:
        """The box of the discard pile."""
        return self.layout.discard.copy()

    @property
    def held_card(self) -> Rect:
        """The box of a drawn card that is held."""
        return self.layout.large.copy()

    def pan(self, box: Rect) -> float:
        """Return the pan of a sound from a box, from -1 (left) to 1 (right)."""
        return pan_at(box.centerx, self.table.size[0])

    def is_hand_open(self, seat: int) -> bool:
        """True if the seat's hand is open at the lower edge."""
        return seat == self.controller.viewer

    def find_card_box(self, seat: int, index: int, hand_size: int) -> Rect:
        """Return the box of a card in a seat's hand of `hand_size` cards.

        An open hand is at the lower edge, the covered one in its middle, all others in their panels.
        """
        if self.is_hand_open(seat):
            return self.hand_row.find_boxes(hand_size)[index]
        if self.controller.viewer is None and seat == self.hand_row.view.turn:
            return covered_places(self.layout.cards, hand_size)[index].box
        panel = self.table.panels[seat]
        backs = [] if panel.quarter_turns else small_back_places(panel.free_box(1), hand_size)
        return backs[index].box if backs else card_box(panel.rect.center, _PANEL_CARD_WIDTH)

    def find_hand_boxes(self, seat: int, played_cards: Sequence[str]) -> list[Rect]:
        """Return the boxes of these cards of a seat's hand.

        An open card is at its own place; others are at the end of the hand.
        """
        count = max(1, words.hand_size(self.hand_row.view, seat))
        boxes = [self.find_card_box(seat, max(0, count - 1 - index), count) for index in range(len(played_cards))]
        if self.is_hand_open(seat):
            remaining = list(self.hand_row.cards)
            for index, card in enumerate(played_cards):
                widget = next((widget for widget in remaining if widget.card == card), None)
                if widget is not None:
                    remaining.remove(widget)
                    boxes[index] = widget.rect.copy()
        return boxes

    @property
    def stack_area(self) -> Rect:
        """The area of plays that wait for answers, clear of the reaction window."""
        box, reaction = self.layout.stack.copy(), self.table.reaction
        if reaction is not None and self.controller.viewer is None:
            box.height = max(_MIN_STACK_HEIGHT, min(box.bottom, reaction.rect.y - _STACK_GAP) - box.y)
        return box

    def find_play_box(self, index: int) -> Rect:
        """Return the box of the play at this index that waits for answers."""
        counts = [1] * (index + 1)
        return stack_places(self.stack_area, counts, self.layout.deck.width * STACK_CARD_SCALE)[index][0].box
