"""The open hand at the lower edge: its cards side by side, and which are chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grenade_salad.app.games.live_grenade.display_state import LiveGrenadeDisplay
from grenade_salad.app.games.live_grenade.hand import find_role
from grenade_salad.app.games.live_grenade.layout import RAISE_HEIGHT
from grenade_salad.app.games.live_grenade.paint import OpenHandCard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.playing_cards import ASPECT, lay_row, raise_cards
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.live_grenade.view import LiveGrenadeView

_MAX_CARD_WIDTH = 112.0
"""Maximum width of a card in units, where the hand has no row of its own."""
_RISE = 20.0
"""Units by which the card under the pointer rises."""


class HandRow:
    """The cards of the only person at the screen; without that person it is empty."""

    def __init__(self, table: TableScene, display: LiveGrenadeDisplay, choose: Callable[[int], None]) -> None:
        """`choose` is called with the index of a card that was pressed."""
        self.table, self.controller, self.display, self.choose = table, table.controller, display, choose
        self.cards: list[OpenHandCard] = []
        self.chosen: tuple[int, ...] = ()
        """Indices of the chosen cards."""
        self._box = Rect(0, 0, 0, 0)

    @property
    def view(self) -> LiveGrenadeView:
        """The visible view of the match."""
        view = self.controller.view
        assert isinstance(view, LiveGrenadeView)
        return view

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand, without cards that are leaving it."""
        hand = self.view.hands[self.controller.viewer] if self.controller.viewer is not None else ()
        if not isinstance(hand, tuple):
            return ()
        remaining = list(hand)
        if self.display.leaving is not None and self.display.leaving[0] == self.controller.viewer:
            for card in self.display.leaving[1]:
                if card in remaining:
                    remaining.remove(card)
        return tuple(remaining)

    @property
    def chosen_cards(self) -> tuple[str, ...]:
        """The chosen cards."""
        hand = self.hand
        return tuple(hand[index] for index in self.chosen if index < len(hand))

    def find_boxes(self, count: int) -> list[Rect]:
        """Return the boxes of `count` cards when none is raised."""
        places = self.table.places
        height, bottom = places.hand.height, places.hand.bottom
        card_width = (
            (height - RAISE_HEIGHT) / ASPECT if places.has_log_beside else min(_MAX_CARD_WIDTH, (height - 14) / ASPECT)
        )
        row = Rect(self._box.x, bottom - card_width * ASPECT - 2, self._box.width, 0)
        return lay_row(row, count, card_width)

    def place(self, box: Rect) -> None:
        """Place the cards in a box."""
        self._box = box
        self.place_cards()

    def place_cards(self) -> None:
        """Place the cards, with space for a card that arrives.

        The card under the pointer is raised.
        """
        boxes = self.find_boxes(len(self.cards))
        if self.display.gap is not None:
            index, share = self.display.gap
            wider_boxes = self.find_boxes(len(self.cards) + 1)
            del wider_boxes[index]
            boxes = [
                box.move((wider_box.x - box.x) * share, 0) for box, wider_box in zip(boxes, wider_boxes, strict=True)
            ]
        for index, card in enumerate(self.cards):
            is_last = index == len(self.cards) - 1
            card.is_chosen = index in self.chosen
            card.visible_width = (
                boxes[index].width if is_last else min(boxes[index].width, boxes[index + 1].x - boxes[index].x)
            )
        raise_cards(self.cards, boxes, _RISE)

    def update(self, next_focus: Widget) -> None:
        """Make the cards of the current hand.

        `next_focus` gets the focus of a card that is gone.
        """
        hand, table, controller = self.hand, self.table, self.controller
        if tuple(card.card for card in self.cards) != hand:
            had_focus = any(card.focused for card in self.cards)
            table.widgets.remove(self.cards, next_focus if had_focus else None)
            self.cards = [
                table.widgets.add(OpenHandCard(card, partial(self.choose, index), find_role(card, hand)))
                for index, card in enumerate(hand)
            ]
            self.chosen = ()
        legal = (
            controller.match.state.legal_actions(controller.actor)
            if controller.actor is not None and controller.viewer is not None
            else []
        )
        playable = {card for action in legal for card in getattr(action, "cards", ())}
        for hand_card in self.cards:
            hand_card.is_playable = hand_card.card in playable
        self.place_cards()
