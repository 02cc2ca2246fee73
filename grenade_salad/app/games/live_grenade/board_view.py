"""The view of the board of Live Grenade: buttons, secrets and all that is drawn.

`board.py` has what people do with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from grenade_salad.app.games.live_grenade import hand as cards
from grenade_salad.app.games.live_grenade import render, words
from grenade_salad.app.games.live_grenade.animations import Animator
from grenade_salad.app.games.live_grenade.card_places import CardPlaces
from grenade_salad.app.games.live_grenade.display_state import LiveGrenadeDisplay
from grenade_salad.app.games.live_grenade.drag import CardDrag
from grenade_salad.app.games.live_grenade.hand_row import HandRow
from grenade_salad.app.games.live_grenade.layout import GAP, BoardLayout, lay_out_board
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.match.text_view import turn_label
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, INK, LARGE, SMALL
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.cards import name_cards
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Words, m, say

_LOG_LINES = 6
"""The number of earlier log lines beside the hand, where there is space for them."""
_MAX_DISCARDED = 5
"""Maximum number of cards in the tooltip of the discard pile."""
_MAX_SECRETS = 3
"""Maximum number of secrets that a seat is reminded of."""
_LARGE_DECK_WIDTH = 150.0
"""Width of the deck in units above which its label is large."""


class DeckWidget(Widget):
    """The deck, which draws a card when pressed; the board paints the cards below it."""

    tip_above = True

    def __init__(self, press: Callable[[], None]) -> None:
        super().__init__()
        self.press = press
        self.can_draw = False
        """True if a person at this screen may draw now."""

    @property
    def is_lit(self) -> bool:
        """True if it shows that a draw is possible, while nothing else is urged."""
        return self.can_draw and self.is_urged is not False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if not self.is_lit:
            return
        # Translators: a button: draw a card
        label = m("Draw")
        size, height = (LARGE, 40.0) if rect.width > _LARGE_DECK_WIDTH else (SMALL, 28.0)
        tag = Rect(0, 0, max(min(rect.width + 6, 3 * height), canvas.width(label, size, bold=True) + 10), height)
        tag.center = rect.center
        canvas.paper(tag, BRASS_LIGHT if self.hovered or self.focused else BRASS, 8)
        canvas.text(label, tag.center, size, INK, bold=True, anchor="center")


class DiscardWidget(Widget):
    """The discard pile, whose tooltip lists what was played last."""

    focusable = False


class BoardCommands(Protocol):
    """The commands of the cards and buttons, which the board carries out."""

    def choose(self, index: int) -> None: ...
    def play(self) -> None: ...
    def put_back(self) -> None: ...
    def draw_card(self) -> None: ...
    def look_at_own(self) -> None: ...
    def clickable_seats(self) -> Sequence[int]: ...


class LiveGrenadeBoardView:
    """Cards and buttons of a board: their places, and what they show."""

    layout: BoardLayout
    """Set on every resize, before anything is drawn."""

    def __init__(self, table: TableScene, commands: BoardCommands) -> None:
        self.table, self.controller, self.commands = table, table.controller, commands
        self.display = LiveGrenadeDisplay()
        """The cards that move, are held and burn over the table."""
        self.hand_row = HandRow(table, self.display, commands.choose)
        self.card_places = CardPlaces(table, self.hand_row)
        self.animator = Animator(
            display=self.display,
            motion=table.motion,
            sound=table.app.audio.play,
            places=self.card_places,
            names=table.controller.names,
            refresh_cards=self.refresh_cards,
            show_last_out=self._show_last_out,
        )
        self.pending: tuple[str, ...] = ()
        """Cards that were chosen under the cover and still need a victim, while no hand is open."""
        self.drag: CardDrag | None = None
        """The card that is pressed, which may be dragged."""
        self.time = 0.0
        """Seconds since the board was made."""
        self._looked: dict[int, int] = {}
        """Number of steps that each seat has seen the secrets of."""
        self._make_widgets()

    def _make_widgets(self) -> None:
        add = self.table.widgets.add
        self.deck = add(DeckWidget(self.commands.draw_card))
        self.discard = add(DiscardWidget())
        tip = m("Look at your cards under the cover")
        self.look_button = add(Button(m("Look"), self.commands.look_at_own, icon="eye", kind="main", tip=tip))
        self.draw_button = add(
            Button(
                # Translators: a button, and its tooltip: draw a card
                m("Draw"),
                self.commands.draw_card,
                icon="deck",
                kind="main",
            )
        )
        # Translators: a button: play the chosen cards
        self.play_button = add(Button(m("Play"), self.commands.play, kind="main", icon="check"))
        # Translators: tooltip: of a card that is chosen and not yet played
        self.back_button = add(Button("", self.commands.put_back, icon="cross", tip=m("Take it back (Esc)")))

    def update_key_tips(self) -> None:
        """Write the current keys of the settings into the tooltips."""
        key = self.table.app.settings.key_name("draw")
        self.deck.tip = self.draw_button.tip = m("Draw the top card and end your turn ({key})", key=key)

    # Content

    @property
    def view(self) -> LiveGrenadeView:
        """The visible view of the match."""
        return self.hand_row.view

    def hand_size(self, seat: int) -> int:
        """Return the number of cards that a seat is seen to hold."""
        leaving = self.display.leaving
        return max(0, words.hand_size(self.view, seat) - (len(leaving[1]) if leaving and leaving[0] == seat else 0))

    @property
    def out_seats(self) -> list[int]:
        """The seats that are out, in the order in which they went out."""
        return [
            event.seat
            for step_events in self.controller.steps
            for event in step_events
            if isinstance(event, events.Out)
        ]

    @property
    def status_context(self) -> words.StatusContext:
        """The things besides the view that the texts depend on."""
        return words.StatusContext(
            actor=self.controller.actor,
            viewer=self.controller.viewer,
            chosen=self.chosen_cards,
            has_reaction_window=self.table.reaction is not None,
            is_watched=bool(self.controller.original_controllers),
        )

    @property
    def chosen_cards(self) -> tuple[str, ...]:
        """The chosen cards, open or under the cover."""
        return self.pending or self.hand_row.chosen_cards

    # Layout

    def place(self) -> None:
        """Place everything in the table's places."""
        own_panel = self.table.places.seats[self.controller.viewer][0] if self.controller.viewer is not None else None
        layout = lay_out_board(self.table.places, own_panel, self.table.size[1])
        self.layout = self.card_places.layout = layout
        self.deck.rect, self.discard.rect = layout.deck, layout.discard
        self.hand_row.place(layout.cards)
        self._place_buttons()

    def _place_buttons(self) -> None:
        is_acting = self.controller.actor is not None and self.table.reaction is None
        chosen = self.chosen_cards
        is_theft = cards.is_theft(chosen)
        self.draw_button.visible = is_acting and not chosen
        self.look_button.visible = is_acting and not chosen and self.controller.viewer is None
        self.play_button.visible = is_acting and bool(chosen) and not is_theft
        self.back_button.visible = is_acting and bool(chosen)
        self.back_button.words = m("Take it back") if is_theft else ""
        if chosen and not is_theft:
            self.play_button.words = cards.PLAY_BUTTONS[cards.find_role(chosen[0], chosen)]
            self.play_button.rect, self.back_button.rect = self.layout.buttons(2)
        elif is_theft:
            (self.back_button.rect,) = self.layout.buttons(1)
        elif self.look_button.visible:
            (box,) = self.layout.buttons(1)
            half = (box.width - 8) / 2
            self.look_button.rect = Rect(box.x, box.y, half, box.height)
            self.draw_button.rect = Rect(box.right - half, box.y, half, box.height)
        else:
            (self.draw_button.rect,) = self.layout.buttons(1)
        self.draw_button.kind = "main" if self.main_button is self.draw_button and not self.hand_row.cards else "plain"
        self.look_button.kind = "plain" if self.main_button is self.draw_button else "main"
        self.deck.can_draw = is_acting and not chosen and self.table.top_cover is None

    @property
    def main_button(self) -> Button:
        """The first button on a shared screen: look at cards not seen yet, else draw."""
        actor = self.controller.actor
        has_unseen = actor is not None and (actor not in self.controller.have_looked or self.has_news(actor))
        return self.look_button if self.look_button.visible and has_unseen else self.draw_button

    def place_reaction(self, reaction: Reaction) -> None:
        """Place the reaction window, and hide the panels that it covers.

        It is at the place of the actions, beside an open hand; without one, at the lower edge.
        """
        hand, panel, log = self.table.places.hand, self.layout.panel, self.table.places.log
        is_beside_hand = self.controller.viewer is not None
        area = Rect(panel.x - 8, 0, panel.width + 16, 0) if is_beside_hand else hand.copy()
        reaction.layout(area)
        area.y = (panel if is_beside_hand else hand).bottom - reaction.rect.height - 8
        reaction.layout(area)
        if self.table.places.has_log_beside and not is_beside_hand:
            self.table.log.rect = Rect(log.x, log.y, log.width, min(log.bottom, reaction.rect.y - GAP) - log.y)
        for seat_panel in self.table.panels:
            seat_panel.visible = not seat_panel.rect.colliderect(reaction.rect)

    def refresh_cards(self) -> None:
        """Show the cards and buttons for the current decision."""
        self.hand_row.update(self.deck)
        self._place_buttons()
        self.discard.tip = self._describe_discard()
        self.table.rules_page = words.rules_page(self.view, self.status_context)
        self.table.dirty = True

    def _describe_discard(self) -> Words:
        last = self.view.discard[-_MAX_DISCARDED:]
        if not last:
            return m("Nothing has been played yet")
        return m("Last on the pile: {cards}", cards=name_cards(reversed(last)))

    # Secrets

    def secrets(self, seat: int) -> Sequence[Words]:
        """Return the last things that a seat has learnt of cards since it looked."""
        new_events = [event for step in self.controller.steps[self._looked.get(seat, 0) :] for event in step]
        return words.secrets(new_events, seat)[-_MAX_SECRETS:]

    def news(self, seat: int) -> Words:
        """Return the title over a hand under the cover, with the seat's secrets."""
        name = self.controller.names[seat]
        title = (
            m("{who}: choose a card to play", who=name)
            if seat == self.controller.actor
            else m("{who}'s cards", who=name)
        )
        return words.join_parts((title, *self.secrets(seat)))

    def mark_looked(self, seat: int) -> None:
        """Note that a person has looked at their cards."""
        self._looked[seat] = len(self.controller.steps)
        self.table.dirty = True

    def has_news(self, seat: int) -> bool:
        """True if a person at a shared screen has not looked at their newest cards.

        All players know that.
        """
        if self.view.is_over or not self.view.alive[seat]:
            return False
        return (
            self.controller.viewer is None and self.controller.controllers[seat].is_person and bool(self.secrets(seat))
        )

    def _show_last_out(self, event: events.Out, view_before: LiveGrenadeView, view_after: LiveGrenadeView) -> None:
        """Show the last grenade's effects, all but the end of the game."""
        self.controller.mark_event_shown(event)
        self.controller.view = replace(view_after, is_over=False, ranking=None, end_reason=None, turn=view_before.turn)
        self.table.update_panels()
        self.table.dirty = True

    def picture(self) -> render.BoardPicture:
        """Return all that is drawn on the board, and nothing hidden from the viewer."""
        panels = [panel.rect for panel in self.table.panels]
        hand_seat = self.controller.actor if self.controller.actor is not None else self.view.turn
        turn = say(turn_label(self.controller.names[self.view.turn]))
        # The bar and the panel show whose turn it is already.
        lines = () if self.table.places.has_log_beside else self.table.log.lines
        recent = [entry for entry in lines[-_LOG_LINES - 2 :] if entry.words != turn]
        return render.BoardPicture(
            view=self.view,
            display=self.display,
            spots=self.layout,
            names=self.controller.names,
            context=self.status_context,
            latest=recent[-1].words if recent else "",
            earlier=recent[:-1],
            is_deck_lit=self.deck.is_lit,
            targets=[panels[seat] for seat in self.commands.clickable_seats()] if self.chosen_cards else (),
            panels=panels,
            news=[
                panel.rect
                for seat, panel in enumerate(self.table.panels)
                if self.has_news(seat) and not panel.shows_key
            ],
            shows_strip=self.table.reaction is None,
            has_buttons=any(button.visible for button in (self.draw_button, self.play_button, self.back_button)),
            hand_count=self.hand_size(hand_seat) if self.controller.viewer is None else len(self.hand_row.cards),
            hand_middle=self.table.places.hand.centery,
            stack_area=self.card_places.stack_area,
            sheet=None if self.table.reaction is None else self.table.reaction.rect,
            time=self.time,
            dragged=self._dragged_card(),
        )

    def _dragged_card(self) -> tuple[str | None, Point] | None:
        """Return the dragged card and its position; the top of the deck is None."""
        if self.drag is None or not self.drag.is_moving:
            return None
        return None if self.drag.index is None else self.hand_row.hand[self.drag.index], self.drag.position
