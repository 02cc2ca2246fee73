"""Where a position of Live Grenade is set up: hands, deck and discard pile on the table, and a tray of all cards."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame

from grenade_salad.app.editor.card_shelf import UNKNOWN, Face, Panel, SeatPlate, Shelf, hands_and_piles, unknown_below
from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.editor.share_position import blank
from grenade_salad.app.games.live_grenade.words import card_count
from grenade_salad.app.match.position_drafts import luck
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.playing_cards import SHAPE, draw_card, draw_pile, picture_of, row
from grenade_salad.app.ui.theme import PAPER, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Choice, Toggle
from grenade_salad.games.live_grenade import position_draft
from grenade_salad.games.live_grenade.cards import CARDS
from grenade_salad.games.live_grenade.cards import words as card_words
from grenade_salad.games.live_grenade.describe import play_words
from grenade_salad.games.live_grenade.position_draft import LiveGrenadeDraft
from grenade_salad.games.live_grenade.rules import GAME
from grenade_salad.text import Message, Words, m, say

_LYING, _TRAY = (52.0, 52.0 * SHAPE), (43.0, 43.0 * SHAPE)
_MOST = 60
"""So many cards that nobody knows can be chosen for the deck."""


def face(card: str) -> Face:
    """How a card looks, and what it is called."""
    if card == UNKNOWN:
        return Face(picture_of(None), m("a card that nobody knows"))
    return Face(picture_of(card), card_words(card))


class SetUpLiveScene(PositionEditor[LiveGrenadeDraft]):
    """`lying` are the hands, the deck and the discard pile."""

    most_seats = GAME.max_seats

    def __init__(self, app: Shell, line: str = "") -> None:
        super().__init__(app, GAME.name, position_draft, line)
        self.lying = Panel(self.widgets, self.sheet, PAPER)
        self.begin()

    @property
    def home(self) -> Widget:
        return self.plates[0]

    def lay_table(self, box: Rect) -> None:
        self.lying.lay(box)

    def shape(self) -> object:
        draft = self.setup.draft
        piles = [position_draft.hand(self.setup, seat) for seat in range(self.setup.seats)], draft.deck, draft.discard
        return piles, draft.turn, draft.direction, draft.out, draft.gone, tuple(draft.stack), draft.asked

    # what lies there

    def build(self) -> None:
        index = self.lying.clear(self.players)
        self._build_table()
        self.lying.focus(index)
        self._build_panel()

    def _build_table(self) -> None:
        draft, names = self.setup.draft, self.names
        self.plates = [self._plate(seat, name) for seat, name in enumerate(names)]
        self.hands = [
            self.cards(seat, *position_draft.hand(self.setup, seat), face) for seat in range(self.setup.seats)
        ]
        for seat, cards in enumerate(self.hands):
            self.lying.shelf(Shelf(cards, _LYING, self.plates[seat], place=seat))
        self.deck = self.cards("deck", draft.deck[0], 0, face)
        many = len(draft.deck[0]) + (draft.deck[1] or 0)
        # Translators: {n} is how many cards of the deck are said; the others are those that are left in the box
        rest = m("Deck: {n} card, then all the rest", "Deck: {n} cards, then all the rest", n=many)
        words = rest if draft.deck[1] is None else m("Deck: {n} card", "Deck: {n} cards", n=many)
        self.lying.shelf(Shelf(self.deck, _LYING, words=words, place="deck"))
        self.discard = self.cards("discard", draft.discard, 0, face)
        pile = m("Discard pile: {n} card", "Discard pile: {n} cards", n=len(draft.discard))
        self.lying.shelf(Shelf(self.discard, _LYING, words=pile, place="discard"))

    def _plate(self, seat: int, name: Words) -> SeatPlate:
        known, hidden = position_draft.hand(self.setup, seat)
        is_in = position_draft.alive(self.setup, seat)
        note = card_count(len(known) + hidden) if is_in else m("out", context="of the game")
        tip = m("Press to put {who} out of the game, or back in", who=name)
        press = partial(self._put_out, seat)
        return SeatPlate(seat, name, note, press, tip, marked=position_draft.turn(self.setup) == seat)

    def _build_panel(self) -> None:
        draft = self.setup.draft
        ways = [m("Play goes on clockwise"), m("Play goes on anticlockwise")]
        way = Choice(ways, int(draft.direction < 0), self._turn_round)
        way.label = m("Which way play goes")
        self.direction = way
        self.below = unknown_below(draft.deck[1], _MOST, self._below)
        self.panel.shelf(Shelf([self.direction]))
        self.panel.shelf(Shelf([self.below]))
        self._build_waiting()
        self.into = self.targets(hands_and_piles(self.names))
        self.panel.shelf(Shelf([self.into]))
        self.tray_cards = self.tray((*CARDS, UNKNOWN), face)
        self.panel.shelf(Shelf(self.tray_cards, _TRAY))

    def _build_waiting(self) -> None:
        """The play on top of the discard pile, the Kings on it, and who has still to answer (LG-17 to LG-24)."""
        setup, names = self.setup, [say(name) for name in self.names]
        plays, stack = position_draft.plays(setup), setup.draft.stack
        if not plays and not stack:
            return
        turn = position_draft.turn(setup)
        words = [
            m("Nothing is waiting for an answer"),
            *(play_words(replace(play, seat=turn), names) for play in plays),
        ]
        chosen = plays.index(stack[0]) + 1 if stack and stack[0] in plays else 0
        self.waiting = Choice(
            words, chosen, lambda at: self.change(position_draft.waiting(setup, plays[at - 1] if at else None))
        )
        self.waiting.label = m("What is waiting for an answer")
        self.panel.shelf(Shelf([self.waiting]))
        for number, king in enumerate(stack[1:], 1):
            kings = Choice([m("{who}'s King", who=name) for name in names], king.seat, partial(self._king, number))
            kings.label = m("Who played the King")
            self.panel.shelf(Shelf([kings]))
        self.asked = [
            Toggle(
                m("{who} has still to answer", who=names[seat]), seat in setup.draft.asked, partial(self._asks, seat)
            )
            for seat in position_draft.able(setup)
        ]
        for toggle in self.asked:
            self.panel.shelf(Shelf([toggle]))

    def _put_out(self, seat: int) -> None:
        self.change(position_draft.put_out(self.setup, seat))

    def _turn_round(self, index: int) -> None:
        self.change(position_draft.turned(self.setup, -1 if index else 1))

    def _below(self, hidden: int | None) -> None:
        self.change(position_draft.below(self.setup, hidden))

    def _king(self, number: int, seat: int) -> None:
        self.change(position_draft.cancelled_by(self.setup, number, seat))

    def _asks(self, seat: int, asked: bool) -> None:
        self.change(position_draft.asking(self.setup, seat, asked))

    def shelf_at(self, at: Point) -> Shelf | None:
        return self.lying.at(at) or super().shelf_at(at)

    # what is said and shared

    def hint(self) -> Message:
        return m(
            "Drag cards from the tray to a hand, the deck or the pile, or press them. Press a card to take it back."
        )

    def picture(self) -> pygame.Surface:
        """How many cards everybody holds, the deck, and what was played."""
        surface, canvas, area = blank(self.game)
        seats, draft = self.setup.seats, self.setup.draft
        high = min(96.0, (area.height - 190) / seats)
        for seat, name in enumerate(self.names):
            box = Rect(area.x, area.y + seat * high, 190, high - 10)
            self._plate(seat, name).paint(canvas, box)
            known, hidden = position_draft.hand(self.setup, seat)
            wide = (high - 10) / SHAPE
            place = Rect(box.right + 20, box.y, min(area.width - 210, (len(known) + hidden) * (wide + 8)), high - 10)
            for back in row(place, len(known) + hidden, wide):
                draw_card(canvas, None, back)
        low = Rect(area.x, area.bottom - 160, 160 / SHAPE, 160)
        began = position_draft.start(self.setup, luck()).setup
        deck = len(getattr(began, "deck", ()))
        draw_pile(canvas, deck, low)
        canvas.text(m("Deck: {n} card", "Deck: {n} cards", n=deck), (low.right + 14, low.y + 60), TEXT, PAPER)
        pile = Rect(low.right + 190, low.y, area.right - low.right - 190, low.height)
        for card, box in zip(draft.discard, row(pile, len(draft.discard), low.width), strict=True):
            draw_card(canvas, card, box)
        return surface
