"""Live Grenade on the window: the table, the hand, the draw, the plays and who cancels them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from grenade_salad.app.games.live_grenade import hand as cards
from grenade_salad.app.games.live_grenade import words
from grenade_salad.app.games.live_grenade.drag import Drag
from grenade_salad.app.games.live_grenade.paint import CardOfHand, draw_open_hand
from grenade_salad.app.games.live_grenade.table import LiveGrenadeTable
from grenade_salad.app.table.cover import Cover
from grenade_salad.app.table.on_table import Ask
from grenade_salad.app.table.table import Table
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key, Pad, Point, Pointer, Unfocused
from grenade_salad.app.ui.messages import LET_GO
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.ui.playing_cards import picture_of
from grenade_salad.core import Action
from grenade_salad.games.live_grenade.moves import Cancel, CardPlay, Draw, Theft
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Words, m

_DEAF = 0.3
"""Seconds after the turn begins in which a press that was meant for something else draws no card."""


class LiveGrenadeScene(LiveGrenadeTable):
    """One match, as people play it: with the mouse, a finger, keys or a pad."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._since = 0.0
        self._heeded = False
        """Whether somebody did something since the last frame: other cards may rise."""

    def turn_began(self, seat: int) -> None:
        self._since = 0.0
        self.follow()
        if self.table.viewer is None:
            self.table.widgets.set_focus(self.look_button)
        elif not any(card.focused for card in self.cards):
            self.table.widgets.set_focus(self.cards[0] if self.cards else self.deck)

    def choose(self, index: int) -> None:
        """A card of the open hand was pressed: choose it, play it if it was chosen, or say why it cannot be played."""
        actor = self.table.actor
        if actor is None or self.table.viewer is None:
            self.table.refuse(self._why_not_now())
            return
        now = cards.choose(self.hand, index, self.chosen)
        if not now and self.chosen and not cards.steals(self.chosen_cards):
            self.play()
            return
        picked = [self.hand[other] for other in now]
        state = self.table.match.state
        why = cards.why_no_play(actor, picked, state.legal(actor), state.why_not) if picked else ""
        if why:
            self.table.refuse(why)
            return
        self.table.app.audio.play("card")
        self.chosen = now
        self.table.mark_seats()

    def _why_not_now(self) -> Words:
        if self.seen.over:
            return m("The game is over")
        if self.table.reaction is not None:
            return m("A card was just played: cancel it or pass")
        return m("It is {who}'s turn", who=self.table.names[self.seen.turn])

    def put_back(self) -> None:
        """Nothing is chosen any more."""
        had = self.back_button.focused or self.play_button.focused
        self.chosen, self.pending = (), ()
        self.table.mark_seats()
        if had:
            self.table.widgets.set_focus(self.cards[0] if self.cards else self.look_button)

    def play(self) -> None:
        """Play what is chosen, if nobody has to be chosen for it."""
        if self.table.actor is not None and self.chosen_cards:
            self._act(cards.play(self.table.actor, self.chosen_cards, -1))

    def draw_card(self) -> None:
        """Draw from the deck: the turn ends."""
        if self.table.actor is None:
            if not self.table.motion.busy and self.table.reaction is None and not self.table.match.state.due():
                self.table.refuse(self._why_not_now())
        elif self._since >= _DEAF:
            self._act(Draw(self.table.actor))

    def _act(self, action: Action) -> None:
        self.table.act(action)
        self.chosen, self.pending = (), ()
        self.table.mark_seats()

    def seats_clickable(self) -> Sequence[int]:
        if self.table.actor is not None and cards.steals(self.chosen_cards):
            return cards.targets(self.table.match.state.legal(self.table.actor), self.chosen_cards)
        return self.table.persons if self.table.viewer is None and self.table.reaction is None else ()

    def seat_clicked(self, seat: int) -> None:
        if self.table.actor is not None and cards.steals(self.chosen_cards):
            self._act(cards.play(self.table.actor, self.chosen_cards, seat))
        else:
            self.look_at(seat)

    # hints

    def hint_words(self, action: Action, seat: int) -> Words:
        return words.hint(action, self.table.names)

    def show_hint(self, action: Action | None) -> None:
        self.put_back()
        if isinstance(action, CardPlay):
            left = list(enumerate(self.hand))
            picked = [next(index for index, held in left if held == card) for card in action.cards]
            self.chosen = tuple(picked)
            self.table.mark_seats()
            if isinstance(action, Theft):
                self.table.widgets.set_focus(self.table.panels[action.target])
        elif action is not None:
            self.table.widgets.set_focus(self.draw_button)

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        if isinstance(action, CardPlay):
            draw_open_hand(canvas, box, action.cards, ())

    # looking under the cover

    def look_at_own(self) -> None:
        """The cover comes for whose turn it is."""
        if self.table.actor is not None:
            self.look_at(self.table.actor)

    def look_at(self, seat: int) -> None:
        """The cover comes for a person, at any time; in their turn they can choose under it what to play."""
        if self.table.viewer is not None or self.table.reaction is not None or not self.table.controllers[seat].person:
            return
        self.table.finish()
        if seat != self.table.actor:
            self.table.look(seat, done=lambda _: self.has_looked(seat), title=self.news(seat))
            return
        state = self.table.match.state
        view = state.view(seat)
        assert isinstance(view, LiveGrenadeView)
        hand = view.hands[seat]
        assert isinstance(hand, tuple)
        choices = cards.choices(seat, hand, state.legal(seat), state.why_not)

        def done(index: int | None) -> None:
            self.has_looked(seat)
            if index is not None and self.table.actor == seat:
                self._chosen_under_cover(choices[index].cards)

        picks = [choice.pick for choice in choices]
        told = partial(self.table.hand_lines, seat)
        who = Who(seat, self.table.names[seat])
        self.table.app.push(Cover(self.table.app, who, None, picks, done, title=self.news(seat), told=told))

    def _chosen_under_cover(self, chosen: tuple[str, ...]) -> None:
        assert self.table.actor is not None
        if not cards.steals(chosen):
            self._act(cards.play(self.table.actor, chosen, -1))
            return
        victims = cards.targets(self.table.match.state.legal(self.table.actor), chosen)
        if len(victims) == 1:
            self._act(cards.play(self.table.actor, chosen, victims[0]))
            return
        self.pending = chosen
        self.table.mark_seats()
        self.table.widgets.set_focus(self.table.panels[victims[0]])

    # cancel

    def asking(self) -> Ask | None:
        view = self.table.match.state.view(None)
        assert isinstance(view, LiveGrenadeView)
        if not view.stack or view.due is not None:
            return None
        return Ask(words.question(view, self.table.names), m("Let it pass"))

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        return [
            (Pick(words.CANCELS[action.cards[0][-1]], (picture_of(action.cards[0]),)), action)
            for action in self.table.match.state.legal(seat)
            if isinstance(action, Cancel)
        ]

    # input

    def heed(self, event: Input) -> None:
        self._heeded = True
        if isinstance(event, Unfocused):
            self.drag = None

    def pressed(self, event: Input) -> bool:
        match event:
            case Pointer(button=1):
                return self._dragged(event)
            case Key(key=pygame.K_d, down=True, repeat=False) | Pad(button="y", down=True):
                self.draw_card()
                return True
            case Key(key=code, down=True, repeat=False):
                return self.table.seat_key(code)
        return False

    def _dragged(self, event: Pointer) -> bool:
        if event.kind == "down":
            self.drag = self._grasp(event.at)
            return False
        if self.drag is None:
            return False
        if event.kind == "move":
            moved = self.drag.move(event.at)
            if moved == "begins":
                self.table.widgets.handle(LET_GO)
                self.table.app.audio.play("pick")
            return moved != "no"
        drag, self.drag = self.drag, None
        if drag.moving:
            self._drop(drag)
        return drag.moving

    def _grasp(self, at: Point) -> Drag | None:
        found = self.table.widgets.at(at)
        if self.table.actor is None:
            return None
        if found is self.deck:
            return Drag(None, at, at)
        return Drag(self.cards.index(found), at, at) if isinstance(found, CardOfHand) else None

    def _drop(self, drag: Drag) -> None:
        """A card was let go: on somebody, on the table, or where it came from."""
        if drag.index is None:
            if drag.at[1] > self.table.places.hand.y or self.table.panels[self.seen.turn].rect.collidepoint(drag.at):
                self.draw_card()
            return
        if drag.at[1] > self.table.places.hand.y - 10:
            return
        if drag.index not in self.chosen:
            self.choose(drag.index)
        victims = self.seats_clickable()
        over = next((seat for seat, panel in enumerate(self.table.panels) if panel.rect.collidepoint(drag.at)), None)
        if not self.chosen:
            return
        if not cards.steals(self.chosen_cards):
            self.play()
        elif over in victims and over is not None:
            self.seat_clicked(over)
        elif over is not None and over != self.table.viewer:
            assert self.table.actor is not None
            self.table.act(cards.play(self.table.actor, self.chosen_cards, over))
        elif len(victims) == 1:
            self.seat_clicked(victims[0])

    def give_up(self) -> bool:
        chosen = bool(self.chosen_cards)
        if chosen:
            self.put_back()
        return chosen

    def update(self, dt: float) -> None:
        self.time += dt
        self._since += dt
        if self.cards and self._heeded:
            self._place_hand()
        self._heeded = False
