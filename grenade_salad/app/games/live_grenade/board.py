"""Live Grenade in the window: the input of people, and the answers of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.games.live_grenade import hand as cards
from grenade_salad.app.games.live_grenade import render, words
from grenade_salad.app.games.live_grenade.board_view import LiveGrenadeBoardView
from grenade_salad.app.games.live_grenade.drag import CardDrag
from grenade_salad.app.games.live_grenade.end import EveningEnd
from grenade_salad.app.games.live_grenade.layout import lay_out_around, lay_out_in_rows
from grenade_salad.app.games.live_grenade.paint import OpenHandCard, draw_open_hand, draw_small_backs
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.match.game_board import GameBoard, ReactionPrompt
from grenade_salad.app.match.layout import Places, arrange_places
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.match.text_view import turn_sentence
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.frame_cache import CachedFrame
from grenade_salad.app.ui.inputs import GamepadInput, Input, KeyInput, Point, PointerInput, Unfocused
from grenade_salad.app.ui.messages import RELEASE
from grenade_salad.app.ui.picks import Pick
from grenade_salad.app.ui.playing_cards import picture_name
from grenade_salad.app.ui.theme import is_tall_window
from grenade_salad.app.ui.widget import appearance_key
from grenade_salad.core import Action, Event
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.actions import Cancel, CardPlay, Draw, Theft
from grenade_salad.games.live_grenade.describe import describe_question
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import Words, m, say
from grenade_salad.text.say import language

_DRAW_DELAY = 0.3
"""Seconds after a turn begins in which a press draws no card.

The press may have been meant for something else.
"""

_DROP_MARGIN = 10.0
"""Units above the hand within which a dragged card goes back to it."""
_HAND_HEIGHT = 176.0
"""Height in units of the strip for the open hand."""
_MIN_WIDTH = 700.0
"""Canvas width in a tall window, in units, where the hand has a row of its own."""


class LiveGrenadeBoard(GameBoard):
    """The board of one match, played with the mouse, a finger, keys or a gamepad.

    `board_view` draws it.
    """

    def __init__(self, table: TableScene) -> None:
        self.table, self.controller = table, table.controller
        table.hand_height = _HAND_HEIGHT
        table.draws_table = True
        table.smallest_portrait, table.narrowest = (_MIN_WIDTH, _MIN_WIDTH), _MIN_WIDTH
        self._turn_seconds = 0.0
        """Seconds since a person's turn began at this screen."""
        self._had_input = False
        """True if there was input since the last frame, so that other cards may rise."""
        self.board_view = LiveGrenadeBoardView(table, self)
        self.hand_row = self.board_view.hand_row
        self.frame_cache = CachedFrame()
        """The last frame, restored while nothing on the table changes."""

    # Layout

    def place(self, rect: Rect) -> None:
        self.board_view.place()

    def place_reaction(self, reaction: Reaction) -> None:
        self.board_view.place_reaction(reaction)

    def make_places(self, size: tuple[float, float]) -> Places:
        self.board_view.update_key_tips()
        around = self.table.app.settings.facing == "edges"
        # The log is a drawer: the latest event is written on the table, which gets the space.
        table, seats = self.table, len(self.controller.names)
        base = arrange_places(size, seats, table.hand_height, around, table.panel_height, log=False)
        if around:
            return base
        lay_out = (
            partial(lay_out_in_rows, size=size, has_actions=not self.controller.original_controllers)
            if is_tall_window(size)
            else lay_out_around
        )
        return lay_out(base, seats=seats, own_seat=self.controller.viewer)

    # Actions

    def on_seats_changed(self) -> None:
        view = self.board_view.view
        turn = None if view.is_over or view.due == "deal" else view.turn
        for seat, panel in enumerate(self.table.panels):
            panel.is_out = not view.alive[seat]
            panel.is_active = seat == turn
            panel.visible = panel.visible or self.table.reaction is None
        if self.table.reaction is None:
            self.table.log.rect = self.table.places.log
        if self.controller.actor is None:
            self.hand_row.chosen, self.board_view.pending, self.board_view.drag = (), (), None
        self.board_view.refresh_cards()

    def on_turn_began(self, seat: int) -> None:
        self._turn_seconds = 0.0
        self.board_view.refresh_cards()
        if self.controller.viewer is None:
            self.table.widgets.set_focus(self.board_view.main_button)
        elif not any(card.focused for card in self.hand_row.cards):
            self.table.widgets.set_focus(self.hand_row.cards[0] if self.hand_row.cards else self.board_view.draw_button)

    def choose(self, index: int) -> None:
        """Choose a card of the open hand, play it if it was chosen, or say why not."""
        actor = self.controller.actor
        if actor is None or self.controller.viewer is None:
            self.controller.refuse(self._why_not_now())
            return
        new_choice = cards.toggle_card(self.hand_row.hand, index, self.hand_row.chosen)
        if not new_choice and self.hand_row.chosen and not cards.is_theft(self.board_view.chosen_cards):
            self.play()
            return
        picked = [self.hand_row.hand[card_index] for card_index in new_choice]
        state = self.controller.match.state
        if picked and (reason := cards.why_no_play(actor, picked, state.legal_actions(actor), state.why_not)):
            self.controller.refuse(reason)
            return
        self.table.app.audio.play("card")
        self.hand_row.chosen = new_choice
        self.table.mark_seats()

    def _why_not_now(self) -> Words:
        if self.board_view.view.is_over:
            return m("The game is over")
        if self.table.reaction is not None:
            return m("A card was just played: cancel it or pass")
        return turn_sentence(self.controller.names[self.board_view.view.turn])

    def put_back(self) -> None:
        """Put the chosen cards back."""
        had_focus = self.board_view.back_button.focused or self.board_view.play_button.focused
        self.hand_row.chosen, self.board_view.pending = (), ()
        self.table.mark_seats()
        if had_focus:
            self.table.widgets.set_focus(self.hand_row.cards[0] if self.hand_row.cards else self.board_view.look_button)

    def play(self) -> None:
        """Play the chosen cards, if they need no target."""
        if self.controller.actor is not None and self.board_view.chosen_cards:
            self._act(cards.make_play(self.controller.actor, self.board_view.chosen_cards))

    def draw_card(self) -> None:
        """Draw from the deck, which ends the turn."""
        if self.controller.actor is None:
            if (
                not self.table.motion.is_busy
                and self.table.reaction is None
                and not self.controller.match.state.pending_chance()
            ):
                self.controller.refuse(self._why_not_now())
        elif self._turn_seconds >= _DRAW_DELAY:
            self._act(Draw(self.controller.actor))

    def _act(self, action: Action) -> None:
        self.controller.act(action)
        self.hand_row.chosen, self.board_view.pending = (), ()
        self.table.mark_seats()

    def clickable_seats(self) -> Sequence[int]:
        if self.controller.actor is not None and cards.is_theft(self.board_view.chosen_cards):
            return cards.theft_targets(
                self.controller.match.state.legal_actions(self.controller.actor), self.board_view.chosen_cards
            )
        return self.table.cover_seats if self.table.reaction is None else ()

    def alive(self) -> Sequence[bool]:
        return self.board_view.view.alive

    def on_seat_clicked(self, seat: int) -> None:
        if self.controller.actor is not None and cards.is_theft(self.board_view.chosen_cards):
            self._act(cards.make_play(self.controller.actor, self.board_view.chosen_cards, seat))
        else:
            self.look_at(seat)

    # Hints

    def hint_words(self, action: Action, seat: int) -> Words:
        return words.hint(action, self.controller.names)

    def show_hint(self, action: Action | None) -> None:
        self.put_back()
        if isinstance(action, CardPlay):
            hand = list(enumerate(self.hand_row.hand))
            picked = [next(index for index, held in hand if held == card) for card in action.cards]
            self.hand_row.chosen = tuple(picked)
            self.table.mark_seats()
            if isinstance(action, Theft):
                self.table.widgets.set_focus(self.table.panels[action.target])
        elif action is not None and self.table.reaction is None:
            self.table.widgets.set_focus(self.board_view.draw_button)

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        if isinstance(action, CardPlay):
            draw_open_hand(canvas, box, action.cards, ())

    # Cover

    def look_at_own(self) -> None:
        """Show the active player's hand under the cover."""
        if self.controller.actor is not None:
            self.look_at(self.controller.actor)

    def look_at(self, seat: int) -> None:
        """Show a person's hand under the cover; in their turn they can choose cards."""
        if seat not in self.table.cover_seats or self.table.reaction is not None:
            return
        self.controller.show_everything()
        if seat != self.controller.actor:
            self.table.look(seat, on_done=lambda _: self.board_view.mark_looked(seat), title=self.board_view.news(seat))
            return
        state = self.controller.match.state
        choices = cards.list_choices(seat, self._hand_of(seat), state.legal_actions(seat), state.why_not)

        def on_picked(index: int | None) -> None:
            self.board_view.mark_looked(seat)
            if index == 0:
                self._act(Draw(seat))
            elif index is not None and self.controller.actor == seat:
                self._play_covered_choice(choices[index - 1].cards)

        picks = [cards.DRAW_PICK, *(choice.pick for choice in choices)]
        self.table.look(seat, picks, on_picked, self.board_view.news(seat), is_drawn=False)

    def _hand_of(self, seat: int) -> tuple[str, ...]:
        """Return the hand of a seat, which only its person may see."""
        view = self.controller.match.state.view(seat)
        assert isinstance(view, LiveGrenadeView)
        hand = view.hands[seat]
        assert isinstance(hand, tuple)
        return hand

    def _play_covered_choice(self, chosen: tuple[str, ...]) -> None:
        assert self.controller.actor is not None
        if not cards.is_theft(chosen):
            self._act(cards.make_play(self.controller.actor, chosen))
            return
        victims = cards.theft_targets(self.controller.match.state.legal_actions(self.controller.actor), chosen)
        if len(victims) == 1:
            self._act(cards.make_play(self.controller.actor, chosen, victims[0]))
            return
        self.board_view.pending = chosen
        self.table.mark_seats()
        self.table.widgets.set_focus(self.table.panels[victims[0]])

    # Reactions

    def reaction_prompt(self) -> ReactionPrompt | None:
        view = self.controller.match.state.view(None)
        assert isinstance(view, LiveGrenadeView)
        if not view.stack or view.due is not None:
            return None
        question = describe_question(view.stack, self.controller.names, self.controller.viewer)
        return ReactionPrompt(question, m("Let it pass"))

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        return [
            (Pick(words.CANCELS[action.cards[0][-1]], (picture_name(action.cards[0]),)), action)
            for action in self.controller.match.state.legal_actions(seat)
            if isinstance(action, Cancel)
        ]

    # Input

    def observe_input(self, event: Input) -> None:
        self._had_input = True
        if isinstance(event, Unfocused):
            self.board_view.drag = None

    def handle_input(self, event: Input) -> bool:
        match event:
            case PointerInput(button=1):
                return self._handle_drag(event)
            case GamepadInput(button="y", down=True):
                self.draw_card()
                return True
            case KeyInput(down=True) if "draw" in event.meanings:
                self.draw_card()
                return True
            case KeyInput(key=code, down=True):
                return self.table.press_seat_key(code)
        return False

    def _handle_drag(self, event: PointerInput) -> bool:
        if event.kind == "down":
            self.board_view.drag = self._begin_drag(event.position)
            return False
        if self.board_view.drag is None:
            return False
        if event.kind == "move":
            moved = self.board_view.drag.move(event.position)
            if moved == "begins":
                self.table.widgets.handle(RELEASE)
                self.table.app.audio.play("pick")
            return moved != "no"
        drag, self.board_view.drag = self.board_view.drag, None
        if drag.is_moving:
            self._drop(drag)
        return drag.is_moving

    def _begin_drag(self, point: Point) -> CardDrag | None:
        widget = self.table.widgets.widget_at(point)
        if self.controller.actor is None:
            return None
        if widget is self.board_view.deck:
            return CardDrag(None, point, point)
        return CardDrag(self.hand_row.cards.index(widget), point, point) if isinstance(widget, OpenHandCard) else None

    def _drop(self, drag: CardDrag) -> None:
        """Drop a dragged card on a player, on the table, or back where it was."""
        if drag.index is None:
            panel_rect = self.table.panels[self.board_view.view.turn].rect
            if drag.position[1] > self.table.places.hand.y or panel_rect.collidepoint(drag.position):
                self.draw_card()
            return
        if drag.position[1] > self.table.places.hand.y - _DROP_MARGIN:
            return
        if drag.index not in self.hand_row.chosen:
            self.choose(drag.index)
        victims = self.clickable_seats()
        target = next(
            (seat for seat, panel in enumerate(self.table.panels) if panel.rect.collidepoint(drag.position)), None
        )
        if not self.hand_row.chosen:
            return
        if not cards.is_theft(self.board_view.chosen_cards):
            self.play()
        elif target in victims and target is not None:
            self.on_seat_clicked(target)
        elif target is not None and target != self.controller.viewer:
            assert self.controller.actor is not None
            # It is not legal, and the controller says why.
            self.controller.act(cards.make_play(self.controller.actor, self.board_view.chosen_cards, target))
        elif len(victims) == 1:
            self.on_seat_clicked(victims[0])

    def cancel_action(self) -> bool:
        had_choice = bool(self.board_view.chosen_cards)
        if had_choice:
            self.put_back()
        return had_choice

    def update(self, dt: float) -> None:
        self.board_view.time += dt
        self._turn_seconds += dt
        if self.hand_row.cards and (self._had_input or self.board_view.display.gap is not None):
            self.hand_row.place_cards()
        self._had_input = False

    # Animation

    def animate(self, step: VisibleStep) -> None:
        view_before, view_after = step.previous_view, step.view
        assert isinstance(view_before, LiveGrenadeView)
        assert isinstance(view_after, LiveGrenadeView)
        self.board_view.animator.reduced_motion = self.table.app.settings.reduced_motion
        seat = step.entry.seat if isinstance(step.entry, Action) else None
        is_person = seat is not None and self.controller.controllers[seat].is_person
        self.board_view.animator.animate(
            step.events, view_before, view_after, is_person=is_person, reveal=self.controller.reveal
        )
        self.board_view.refresh_cards()

    def on_step_shown(self) -> None:
        self.board_view.display.reset_hands()

    def describe_event(self, event: Event) -> str | None:
        return "" if isinstance(event, events.Passed) else None

    def show_position(self) -> None:
        self.board_view.display.clear()
        self.hand_row.chosen, self.board_view.pending = (), ()
        self.table.layout(self.table.size)
        self.table.update_panels()

    def ending(self) -> Ending:
        return Ending(notes=words.describe_exits(self.controller.steps))

    def end_scene(self, is_counted: bool) -> EveningEnd:
        return EveningEnd(self.controller, self.ending(), is_counted=is_counted)

    # Words and drawing

    def status(self) -> Words:
        return words.status(self.board_view.view, self.controller.names, self.board_view.status_context)

    def seat_facts(self, seat: int) -> Sequence[Words]:
        return words.seat_facts(self.board_view.view, seat, self.board_view.out_seats)

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        draw_small_backs(canvas, box, self.board_view.hand_size(seat))

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        draw_open_hand(
            canvas, box, self._hand_of(seat), self.board_view.secrets(seat) if self.table.reaction is not None else ()
        )

    def preview_text(self) -> Words:
        _, text = words.note(self.board_view.view, self.controller.names, self.board_view.status_context)
        return say(text) if self.board_view.chosen_cards else ""

    def draw(self, canvas: Canvas) -> None:
        render.draw_table(canvas, self.board_view.picture())

    def draw_window(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        picture = self.board_view.picture()
        key = self.frame_key(canvas, picture)
        if not self.frame_cache.restore(canvas, key):
            canvas.draw_table()
            draw(canvas)
            self.frame_cache.store(canvas, key)
        render.draw_over_all(canvas, picture)

    def frame_key(self, canvas: Canvas, picture: render.BoardPicture) -> object:
        """Return the cache key of the frame, or None if it changes all the time.

        It does so while a reaction window is open.
        """
        if self.table.reaction is not None:
            return None
        seats = range(len(self.controller.names))
        hands = [(self.board_view.hand_size(seat), *self.seat_facts(seat)) for seat in seats]
        widgets = [appearance_key(widget) for widget in self.table.widgets.items]
        return (
            canvas.surface.get_size(),
            canvas.factor,
            language(),
            self.table.bar_content(),
            picture.table_key(),
            hands,
            widgets,
        )
