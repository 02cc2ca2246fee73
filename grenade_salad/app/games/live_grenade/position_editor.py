"""The position editor of Live Grenade: hands and piles, and a tray of all cards."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame

from grenade_salad.app.editor.card_shelf import (
    UNKNOWN,
    CardFace,
    Panel,
    SeatPlate,
    Shelf,
    list_places,
)
from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.editor.share_position import draw_blank_table
from grenade_salad.app.games.live_grenade.words import card_count
from grenade_salad.app.match.position_drafts import fresh_rng
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.playing_cards import ASPECT, draw_card, draw_pile, lay_row, picture_name
from grenade_salad.app.ui.theme import PAPER, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Toggle
from grenade_salad.games.live_grenade import position_draft
from grenade_salad.games.live_grenade.cards import CARDS, name_card
from grenade_salad.games.live_grenade.describe import describe_play
from grenade_salad.games.live_grenade.position_draft import LiveGrenadeDraft
from grenade_salad.games.live_grenade.rules import GAME
from grenade_salad.text import Message, Words, m, say

_CARD_SIZE, _TRAY_CARD_SIZE = (52.0, 52.0 * ASPECT), (43.0, 43.0 * ASPECT)
"""Widths and heights in units of a card on the table and in the tray."""
_PICTURE_CARD_HEIGHT = 160.0
"""Height in units of a card of the piles in the picture to share."""
_MAX_UNKNOWN = 60
"""The number of unknown cards that can be chosen for the deck."""


class SetUpLiveScene(PositionEditor[LiveGrenadeDraft]):
    """The editor; `table_panel` has the hands, the deck and the discard pile."""

    max_seats = GAME.max_seats

    def __init__(self, app: AppContext, line: str = "") -> None:
        super().__init__(app, GAME.name, position_draft, line)
        self.table_panel = Panel(self.widgets, self.page_rect, PAPER)
        self.begin()

    @property
    def default_focus(self) -> Widget:
        return self.plates[0]

    def place_table(self, box: Rect) -> None:
        self.table_panel.lay_out(box)

    def card_face(self, card: str) -> CardFace:
        if card == UNKNOWN:
            return CardFace(picture_name(None), m("a card that nobody knows"))
        return CardFace(picture_name(card), name_card(card))

    def panel_key(self) -> object:
        draft = self.draft.draft
        piles = [position_draft.hand(self.draft, seat) for seat in range(self.draft.seats)], draft.deck, draft.discard
        return piles, draft.turn, draft.direction, draft.out, draft.early_out, tuple(draft.stack), draft.asked

    # Content

    def build_panel(self) -> None:
        index = self.table_panel.clear(self.count_choice)
        self._build_table()
        self.table_panel.focus(index)
        self._build_panel()

    def _build_table(self) -> None:
        draft, names = self.draft.draft, self.names
        self.plates = [self._make_plate(seat, name) for seat, name in enumerate(names)]
        self.hands = self.add_hands(self.table_panel, self.plates, _CARD_SIZE)
        known_deck, hidden_count = draft.deck
        count = len(known_deck) + (hidden_count or 0)
        # Translators: {n} is how many cards of the deck are said; the others are those that are left in the box
        rest = m("Deck: {n} card, then all the rest", "Deck: {n} cards, then all the rest", n=count)
        words = rest if hidden_count is None else m("Deck: {n} card", "Deck: {n} cards", n=count)
        self.deck = self.add_cards(self.table_panel, "deck", known_deck, _CARD_SIZE, words=words)
        pile = m("Discard pile: {n} card", "Discard pile: {n} cards", n=len(draft.discard))
        self.discard = self.add_cards(self.table_panel, "discard", draft.discard, _CARD_SIZE, words=pile)

    def _make_plate(self, seat: int, name: Words) -> SeatPlate:
        known_cards, hidden = position_draft.hand(self.draft, seat)
        is_in = position_draft.is_alive(self.draft, seat)
        note = card_count(len(known_cards) + hidden) if is_in else m("out", context="of the game")
        tip = m("Press to put {who} out of the game, or back in", who=name)
        is_marked = position_draft.turn_seat(self.draft) == seat

        def toggle_out() -> None:
            self.change(position_draft.toggle_out(self.draft, seat))

        return SeatPlate(seat, name, note, toggle_out, tip, is_marked=is_marked)

    def _build_panel(self) -> None:
        draft = self.draft.draft
        self.direction_choice = self.add_choice(
            m("Which way play goes"),
            [m("Play goes on clockwise"), m("Play goes on anticlockwise")],
            int(draft.direction < 0),
            lambda index: self.change(position_draft.set_direction(self.draft, -1 if index else 1)),
        )
        self.add_unknown_choice(
            draft.deck[1],
            _MAX_UNKNOWN,
            lambda hidden: self.change(position_draft.with_hidden_deck(self.draft, hidden)),
        )
        self._build_waiting()
        self.add_tray(list_places(self.names), (*CARDS, UNKNOWN), _TRAY_CARD_SIZE)

    def _build_waiting(self) -> None:
        """Add the play that waits, the Kings on it, and the seats that have not answered.

        See LG-17 to LG-24.
        """
        setup, names = self.draft, [say(name) for name in self.names]
        plays, stack = position_draft.possible_plays(setup), setup.draft.stack
        if not plays and not stack:
            return
        turn = position_draft.turn_seat(setup)
        words = [
            m("Nothing is waiting for an answer"),
            *(describe_play(replace(play, seat=turn), names) for play in plays),
        ]
        chosen = plays.index(stack[0]) + 1 if stack and stack[0] in plays else 0
        self.waiting_choice = self.add_choice(
            m("What is waiting for an answer"),
            words,
            chosen,
            lambda index: self.change(position_draft.with_play(setup, plays[index - 1] if index else None)),
        )
        players = [m("{who}'s King", who=name) for name in names]
        for king_index, king in enumerate(stack[1:], 1):
            self.add_choice(m("Who played the King"), players, king.seat, partial(self._set_king, king_index))
        self.answer_toggles = [
            Toggle(
                m("{who} has still to answer", who=names[seat]),
                seat in setup.draft.asked,
                partial(self._set_asked, seat),
            )
            for seat in position_draft.seats_to_ask(setup)
        ]
        for toggle in self.answer_toggles:
            self.panel.add_shelf(Shelf([toggle]))

    def _set_king(self, king_index: int, seat: int) -> None:
        self.change(position_draft.set_king_player(self.draft, king_index, seat))

    def _set_asked(self, seat: int, is_asked: bool) -> None:
        self.change(position_draft.set_asked(self.draft, seat, is_asked))

    def shelf_at(self, point: Point) -> Shelf | None:
        return self.table_panel.shelf_at(point) or super().shelf_at(point)

    # Words and pictures

    def hint(self) -> Message:
        return m(
            "Drag cards from the tray to a hand, the deck or the pile, or press them. Press a card to take it back."
        )

    def draw_picture(self) -> pygame.Surface:
        """Return a picture of the seats' closed hands, the deck, and the discard pile."""
        surface, canvas, area = draw_blank_table(self.game)
        seats, draft = self.draft.seats, self.draft.draft
        row_height = min(96.0, (area.height - 190) / seats)
        for seat, name in enumerate(self.names):
            box = Rect(area.x, area.y + seat * row_height, 190, row_height - 10)
            self._make_plate(seat, name).paint(canvas, box)
            known_cards, hidden = position_draft.hand(self.draft, seat)
            card_width = (row_height - 10) / ASPECT
            place = Rect(
                box.right + 20,
                box.y,
                min(area.width - 210, (len(known_cards) + hidden) * (card_width + 8)),
                row_height - 10,
            )
            for back in lay_row(place, len(known_cards) + hidden, card_width):
                draw_card(canvas, None, back)
        deck_box = Rect(area.x, area.bottom - _PICTURE_CARD_HEIGHT, _PICTURE_CARD_HEIGHT / ASPECT, _PICTURE_CARD_HEIGHT)
        start_setup = position_draft.start(self.draft, fresh_rng()).setup
        deck = len(getattr(start_setup, "deck", ()))
        draw_pile(canvas, deck, deck_box)
        canvas.text(m("Deck: {n} card", "Deck: {n} cards", n=deck), (deck_box.right + 14, deck_box.y + 60), TEXT, PAPER)
        pile = Rect(deck_box.right + 190, deck_box.y, area.right - deck_box.right - 190, deck_box.height)
        for card, box in zip(draft.discard, lay_row(pile, len(draft.discard), deck_box.width), strict=True):
            draw_card(canvas, card, box)
        return surface
