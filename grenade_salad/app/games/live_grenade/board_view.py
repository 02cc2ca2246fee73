"""Live Grenade as it is shown: places, the hand, what happened, words. What people do with it is in board.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from grenade_salad.app.games.effects import side
from grenade_salad.app.games.live_grenade import hand as cards
from grenade_salad.app.games.live_grenade import render, words
from grenade_salad.app.games.live_grenade.animations import Show
from grenade_salad.app.games.live_grenade.display_state import Stage
from grenade_salad.app.games.live_grenade.drag import Drag
from grenade_salad.app.games.live_grenade.layout import GAP, RAISED, Spots, spots, stack_places
from grenade_salad.app.games.live_grenade.paint import CardOfHand, backs, covered_places
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.match.text_view import turn_of
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.playing_cards import SHAPE, box_at, raise_cards, row
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, INK, LARGE, SMALL
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.cards import listed
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Words, m, say

_TOLD = 6
"""So many lines before the last one stand beside the hand, where there is room, while nothing else is to be said."""


class Deck(Widget):
    """Pressed, a card is drawn. The table draws the cards; this is the sign on them."""

    tip_above = True

    def __init__(self, press: Callable[[], None]) -> None:
        super().__init__()
        self.press = press
        self.lit = False
        """Whether somebody at this screen may draw now."""

    @property
    def shines(self) -> bool:
        """Whether it says that one may draw, while nothing else is urged."""
        return self.lit and self.urged is not False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if not self.shines:
            return
        # Translators: a button: draw a card
        words = m("Draw")
        size, high = (LARGE, 40.0) if rect.width > 150 else (SMALL, 28.0)
        tag = Rect(0, 0, max(min(rect.width + 6, 3 * high), canvas.width(words, size, bold=True) + 10), high)
        tag.center = rect.center
        canvas.paper(tag, BRASS_LIGHT if self.hovered or self.focused else BRASS, 8)
        canvas.text(words, tag.center, size, INK, bold=True, anchor="center")


class Discard(Widget):
    """It only says what was played last."""

    focusable = False

    @property
    def words(self) -> Words:
        """What the tooltip says."""
        return self.tip

    @words.setter
    def words(self, said: Words) -> None:
        self.tip = said


class Uses(Protocol):
    """What the cards and buttons call."""

    def choose(self, index: int) -> None: ...
    def play(self) -> None: ...
    def put_back(self) -> None: ...
    def draw_card(self) -> None: ...
    def look_at_own(self) -> None: ...
    def seats_clickable(self) -> Sequence[int]: ...


class LiveGrenadeTable:
    """One match: `stage` is what moves, `chosen` the indices of chosen cards of the hand.

    With several persons at the screen nobody's cards are open: `pending` are cards that were chosen under the cover.
    """

    spots: Spots

    def __init__(self, table: Table, uses: Uses) -> None:
        self.table, self.uses = table, uses
        self.stage = Stage()
        self.cards: list[CardOfHand] = []
        self.chosen: tuple[int, ...] = ()
        self.pending: tuple[str, ...] = ()
        self.drag: Drag | None = None
        self.time = 0.0
        self._looked: dict[int, int] = {}
        self.show = Show(self.stage, table.motion, table.app.audio.play, self, table.names)
        self._make_widgets()

    def _make_widgets(self) -> None:
        add = self.table.widgets.add
        self.deck = add(Deck(self.uses.draw_card))
        self.discard = add(Discard())
        tip = m("Look at your cards under the cover")
        self.look_button = add(Button(m("Look"), self.uses.look_at_own, icon="eye", kind="main", tip=tip))
        self.draw_button = add(
            Button(
                # Translators: a button, and its tooltip: draw a card
                m("Draw"),
                self.uses.draw_card,
                icon="deck",
                kind="main",
            )
        )
        # Translators: a button: play the chosen cards
        self.play_button = add(Button(m("Play"), self.uses.play, kind="main", icon="check"))
        # Translators: tooltip: of a card that is chosen and not yet played
        self.back_button = add(Button("", self.uses.put_back, icon="cross", tip=m("Take it back (Esc)")))

    def name_keys(self) -> None:
        """Tips tell the keys that the settings have now."""
        key = self.table.app.settings.key_words("draw")
        self.deck.tip = self.draw_button.tip = m("Draw the top card and end your turn ({key})", key=key)

    # what is shown

    @property
    def seen(self) -> LiveGrenadeView:
        """What is shown, and may be."""
        view = self.table.view
        assert isinstance(view, LiveGrenadeView)
        return view

    @property
    def hand(self) -> tuple[str, ...]:
        """The open hand of the only person, as it is shown; nothing if nobody's hand is open."""
        if self.table.viewer is None:
            return ()
        hand = self.seen.hands[self.table.viewer]
        if not isinstance(hand, tuple):
            return ()
        left = list(hand)
        if self.stage.leaving is not None and self.stage.leaving[0] == self.table.viewer:
            for card in self.stage.leaving[1]:
                if card in left:
                    left.remove(card)
        return tuple(left)

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds, as it is shown."""
        gone = self.stage.leaving
        return max(0, words.hand_size(self.seen, seat) - (len(gone[1]) if gone and gone[0] == seat else 0))

    @property
    def outs(self) -> list[int]:
        """Who is out, the first to go out first."""
        return [event.seat for happened in self.table.steps for event in happened if isinstance(event, events.Out)]

    @property
    def moment(self) -> words.Moment:
        """What the words depend on."""
        return words.Moment(
            self.table.actor,
            self.table.viewer,
            self.chosen_cards,
            self.table.motion.busy,
            self.table.reaction is not None,
            bool(self.table.watched),
        )

    @property
    def chosen_cards(self) -> tuple[str, ...]:
        """The cards that were chosen, open or under the cover."""
        return self.pending or tuple(self.hand[index] for index in self.chosen if index < len(self.hand))

    # places

    def place(self) -> None:
        """Put everything into the table's places."""
        own = self.table.places.seats[self.table.viewer][0] if self.table.viewer is not None else None
        self.spots = spots(self.table.places, own, self.table.size[1])
        self.deck.rect, self.discard.rect = self.spots.deck, self.spots.discard
        self.place_hand()
        self._place_buttons()

    def _row(self, number: int) -> list[Rect]:
        """Where so many cards lie in the open hand while nobody points at one."""
        box, bottom = self.spots.cards, self.table.places.hand.bottom
        high, rows = self.table.places.hand.height, self.table.places.log_beside
        wide = (high - RAISED) / SHAPE if rows else min(112.0, (high - 14) / SHAPE)
        return row(Rect(box.x, bottom - wide * SHAPE - 2, box.width, 0), number, wide, 8.0)

    def place_hand(self) -> None:
        """Place the cards of the open hand: what is pointed at rises, and room is made for a card that comes."""
        low = self._row(len(self.cards))
        if self.stage.gap is not None:
            index, share = self.stage.gap
            wider = self._row(len(self.cards) + 1)
            del wider[index]
            low = [one.move((other.x - one.x) * share, 0) for one, other in zip(low, wider, strict=True)]
        for index, card in enumerate(self.cards):
            last = index == len(self.cards) - 1
            card.chosen = index in self.chosen
            card.shown = low[index].width if last else min(low[index].width, low[index + 1].x - low[index].x)
        raise_cards(self.cards, low, 20.0)

    def _place_buttons(self) -> None:
        acting = self.table.actor is not None and self.table.reaction is None
        chosen = self.chosen_cards
        stealing = cards.steals(chosen)
        self.draw_button.visible = acting and not chosen
        self.look_button.visible = acting and not chosen and self.table.viewer is None
        self.play_button.visible = acting and bool(chosen) and not stealing
        self.back_button.visible = acting and bool(chosen)
        self.back_button.words = m("Take it back") if stealing else ""
        if chosen and not stealing:
            self.play_button.words = cards.PLAYED[cards.role(chosen[0], chosen)]
            self.play_button.rect, self.back_button.rect = self.spots.buttons(2)
        elif stealing:
            (self.back_button.rect,) = self.spots.buttons(1)
        elif self.look_button.visible:
            (whole,) = self.spots.buttons(1)
            half = (whole.width - 8) / 2
            self.look_button.rect = Rect(whole.x, whole.y, half, whole.height)
            self.draw_button.rect = Rect(whole.right - half, whole.y, half, whole.height)
        else:
            (self.draw_button.rect,) = self.spots.buttons(1)
        self.draw_button.kind = "main" if self.main_button is self.draw_button and not self.cards else "plain"
        self.look_button.kind = "plain" if self.main_button is self.draw_button else "main"
        self.deck.lit = acting and not chosen and self.table.lies is None

    @property
    def main_button(self) -> Button:
        """What who shares the screen does first: draw, or look at cards that they have not seen yet."""
        actor = self.table.actor
        unseen = actor is not None and (actor not in self.table.saw or self.has_news(actor))
        return self.look_button if self.look_button.visible and unseen else self.draw_button

    @property
    def beside_hand(self) -> bool:
        """Whether the reaction window of an open hand has its place beside it, so that the table stays free."""
        return self.table.viewer is not None

    def place_reaction(self, reaction: Reaction) -> None:
        """Where one acts, by an open hand; else at the lower edge, where no hand is open. Panels that it covers go."""
        hand, panel, log = self.table.places.hand, self.spots.panel, self.table.places.log
        area = Rect(panel.x - 8, 0, panel.width + 16, 0) if self.beside_hand else hand.copy()
        reaction.layout(area)
        area.y = (panel if self.beside_hand else hand).bottom - reaction.rect.height - 8
        reaction.layout(area)
        if self.table.places.log_beside and not self.beside_hand:
            self.table.log.rect = Rect(log.x, log.y, log.width, min(log.bottom, reaction.rect.y - GAP) - log.y)
        for one in self.table.panels:
            one.visible = not one.rect.colliderect(reaction.rect)

    def free_table(self) -> Rect:
        """Where plays lie that wait for answers: not under the reaction window."""
        box = self.spots.stack.copy()
        if self.table.reaction is None or self.beside_hand:
            return box
        box.height = max(90.0, min(box.bottom, self.table.reaction.rect.y - 4) - box.y)
        return box

    # where cards fly to and from

    def deck_box(self) -> Rect:
        """Where the deck lies, in units of the canvas."""
        return self.spots.deck.copy()

    def discard_box(self) -> Rect:
        """The discard pile."""
        return self.spots.discard.copy()

    def side(self, box: Rect) -> float:
        """Where on the window a box is, from -1 at the left to 1 at the right."""
        return side(box.centerx, self.table.size[0])

    def large_box(self) -> Rect:
        """Where a drawn card is held."""
        return self.spots.large.copy()

    def opens(self, seat: int) -> bool:
        """Whether the seat's hand lies open at the lower edge."""
        return seat == self.table.viewer

    def place_of(self, seat: int, index: int, number: int) -> Rect:
        """Where a card lies in a seat's hand of that number: in the open hand, the covered one, or the seat's panel."""
        if seat == self.table.viewer:
            return self._row(number)[index]
        if self.table.viewer is None and seat == self.seen.turn:
            return covered_places(self.spots.cards, number)[index].box
        panel = self.table.panels[seat]
        places = [] if panel.turn else backs(panel.room(1), number)
        return places[index].box if places else box_at(panel.rect.center, 26.0)

    def held(self, seat: int, cards: Sequence[str]) -> list[Rect]:
        """Where these cards of a seat's hand are: the open ones each in its place, others at the end of the hand."""
        number = max(1, words.hand_size(self.seen, seat))
        places = [self.place_of(seat, max(0, number - 1 - step), number) for step in range(len(cards))]
        if seat == self.table.viewer:
            left = list(self.cards)
            for index, card in enumerate(cards):
                one = next((one for one in left if one.card == card), None)
                if one is not None:
                    left.remove(one)
                    places[index] = one.rect.copy()
        return places

    def stack_box(self, index: int) -> Rect:
        """Where the play of that number waits for answers."""
        counts = [1] * (index + 1)
        return stack_places(self.free_table(), counts, self.spots.deck.width * 1.15)[index][0].box

    def follow(self) -> None:
        """Show the cards and buttons that belong to what is about to be done."""
        self._deal_cards()
        self.place_hand()
        self._place_buttons()
        self.discard.words = self._played_last()
        self.table.rules_page = words.rules_page(self.seen, self.moment)
        self.table.dirty = True

    def _deal_cards(self) -> None:
        hand = self.hand
        if tuple(card.card for card in self.cards) != hand:
            had = any(card.focused for card in self.cards)
            self.table.widgets.remove(self.cards, self.deck if had else None)
            self.cards = []
            for index, card in enumerate(hand):
                said = cards.role(card, hand)
                made = CardOfHand(card, partial(self.uses.choose, index), said)
                self.cards.append(self.table.widgets.add(made))
            self.chosen = ()
        legal = (
            self.table.match.state.legal_actions(self.table.actor)
            if self.table.actor is not None and self.table.viewer is not None
            else []
        )
        able = {card for action in legal for card in getattr(action, "cards", ())}
        for shown in self.cards:
            shown.lit = shown.card in able

    def _played_last(self) -> Words:
        last = self.seen.discard[-5:]
        if not last:
            return m("Nothing has been played yet")
        return m("Last on the pile: {cards}", cards=listed(reversed(last)))

    # secrets

    def secrets(self, seat: int) -> Sequence[Words]:
        happened = [event for step in self.table.steps[self._looked.get(seat, 0) :] for event in step]
        return words.secrets(happened, seat)[-3:]

    def news(self, seat: int) -> Words:
        """What is written over the hand, under the cover alone."""
        who = self.table.names[seat]
        title = m("{who}: choose a card to play", who=who) if seat == self.table.actor else m("{who}'s cards", who=who)
        return words.in_a_row((title, *self.secrets(seat)))

    def has_looked(self, seat: int) -> None:
        self._looked[seat] = len(self.table.steps)
        self.table.dirty = True

    def has_news(self, seat: int) -> bool:
        """Whether a person at a shared screen has not looked at their newest cards: everybody knows that."""
        if self.seen.is_over or not self.seen.alive[seat]:
            return False
        return self.table.viewer is None and self.table.controllers[seat].person and bool(self.secrets(seat))

    def show_last_out(self, event: events.Out, before: LiveGrenadeView, after: LiveGrenadeView) -> None:
        """The last one's grenade goes off: all lies there but that the game is over."""
        self.table.seen(event)
        self.table.view = replace(after, is_over=False, ranking=None, end_reason=None, turn=before.turn)
        self.table.seats_changed()
        self.table.dirty = True

    def picture(self) -> render.Picture:
        """All that is drawn on the table now, and nothing that the viewer may not know."""
        panels = [panel.rect for panel in self.table.panels]
        drag = self.drag if self.drag is not None and self.drag.moving else None
        whose = self.table.actor if self.table.actor is not None else self.seen.turn
        turn = say(turn_of(self.table.names[self.seen.turn]))
        # Whose turn it is stands in the bar and in the panel already.
        lines = () if self.table.places.log_beside else self.table.log.lines
        told = [said for said in lines[-_TOLD - 2 :] if said.words != turn]
        return render.Picture(
            seen=self.seen,
            stage=self.stage,
            spots=self.spots,
            names=self.table.names,
            now=self.moment,
            lately=told[-1].words if told else "",
            before=told[:-1],
            deck_lit=self.deck.shines,
            targets=[panels[seat] for seat in self.uses.seats_clickable()] if self.chosen_cards else (),
            panels=panels,
            news=[
                panel.rect for seat, panel in enumerate(self.table.panels) if self.has_news(seat) and not panel.looks
            ],
            strip=self.table.reaction is None or (self.table.viewer is not None and not self.beside_hand),
            buttons=any(button.visible for button in (self.draw_button, self.play_button, self.back_button)),
            hand=self.hand_size(whose) if self.table.viewer is None else len(self.cards),
            hand_middle=self.table.places.hand.centery,
            plays=self.free_table(),
            sheet=None if self.table.reaction is None else self.table.reaction.rect,
            time=self.time,
            dragged=None if drag is None else (None if drag.index is None else self.hand[drag.index], drag.at),
        )
