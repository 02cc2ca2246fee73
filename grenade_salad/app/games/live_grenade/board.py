"""Live Grenade on the window: the table, the hand, the draw, the plays and who cancels them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.games.live_grenade import hand as cards
from grenade_salad.app.games.live_grenade import render, words
from grenade_salad.app.games.live_grenade.board_view import LiveGrenadeTable
from grenade_salad.app.games.live_grenade.drag import Drag
from grenade_salad.app.games.live_grenade.end import EveningEnd
from grenade_salad.app.games.live_grenade.layout import in_rows, seat_around
from grenade_salad.app.games.live_grenade.paint import CardOfHand, draw_open_hand, draw_small_backs
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.match.game_board import Ask, OnTable
from grenade_salad.app.match.layout import Places, places
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.match.text_view import is_turn_of
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.frame_cache import KeptFrame
from grenade_salad.app.ui.inputs import Input, Key, Pad, Point, Pointer, Unfocused
from grenade_salad.app.ui.messages import LET_GO
from grenade_salad.app.ui.picks import Pick
from grenade_salad.app.ui.playing_cards import picture_of
from grenade_salad.app.ui.theme import is_high
from grenade_salad.app.ui.widget import looks
from grenade_salad.core import Action, Event
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.actions import Cancel, CardPlay, Draw, Theft
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.session.session import Shown
from grenade_salad.text import Words, m, say
from grenade_salad.text.say import language

_DEAF = 0.3
"""Seconds after the turn begins in which a press that was meant for something else draws no card."""

_NARROW = 700.0
"""Units of the canvas' width in a high window, where the hand has a row of its own."""


class LiveGrenadeScene(OnTable):
    """One match, as people play it: with the mouse, a finger, keys or a pad. `shown` is what is drawn of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        table.hand_height = 176.0
        table.lays_table = True
        table.smallest_high, table.narrowest = (_NARROW, _NARROW), _NARROW
        self._since = 0.0
        self._heeded = False
        """Whether somebody did something since the last frame: other cards may rise."""
        self.shown = LiveGrenadeTable(table, self)
        self.kept = KeptFrame()

    # places

    def place(self, rect: Rect) -> None:
        self.shown.place()

    def place_reaction(self, reaction: Reaction) -> None:
        self.shown.place_reaction(reaction)

    def make_places(self, size: tuple[float, float]) -> Places:
        self.shown.name_keys()
        around = self.table.app.settings.facing == "edges"
        # The log is a drawer: what happened last stands on the table, and the table has the room.
        table = self.table
        whole = places(size, len(table.names), table.hand_height, around, table.panel_height, log=False)
        if around:
            return whole
        lay = partial(in_rows, size=size, acts=not table.watched) if is_high(size) else seat_around
        return lay(whole, seats=len(table.names), own=table.viewer)

    # what can be done

    def seats_changed(self) -> None:
        turn = None if self.shown.seen.is_over or self.shown.seen.due == "deal" else self.shown.seen.turn
        for seat, panel in enumerate(self.table.panels):
            panel.out = not self.shown.seen.alive[seat]
            panel.active = seat == turn
            panel.visible = panel.visible or self.table.reaction is None
        if self.table.reaction is None:
            self.table.log.rect = self.table.places.log
        if self.table.actor is None:
            self.shown.chosen, self.shown.pending, self.shown.drag = (), (), None
        self.shown.follow()

    def turn_began(self, seat: int) -> None:
        self._since = 0.0
        self.shown.follow()
        if self.table.viewer is None:
            self.table.widgets.set_focus(self.shown.main_button)
        elif not any(card.focused for card in self.shown.cards):
            self.table.widgets.set_focus(self.shown.cards[0] if self.shown.cards else self.shown.draw_button)

    def choose(self, index: int) -> None:
        """A card of the open hand was pressed: choose it, play it if it was chosen, or say why it cannot be played."""
        actor = self.table.actor
        if actor is None or self.table.viewer is None:
            self.table.refuse(self._why_not_now())
            return
        now = cards.choose(self.shown.hand, index, self.shown.chosen)
        if not now and self.shown.chosen and not cards.steals(self.shown.chosen_cards):
            self.play()
            return
        picked = [self.shown.hand[other] for other in now]
        state = self.table.match.state
        why = cards.why_no_play(actor, picked, state.legal_actions(actor), state.why_not) if picked else ""
        if why:
            self.table.refuse(why)
            return
        self.table.app.audio.play("card")
        self.shown.chosen = now
        self.table.mark_seats()

    def _why_not_now(self) -> Words:
        if self.shown.seen.is_over:
            return m("The game is over")
        if self.table.reaction is not None:
            return m("A card was just played: cancel it or pass")
        return is_turn_of(self.table.names[self.shown.seen.turn])

    def put_back(self) -> None:
        """Nothing is chosen any more."""
        had = self.shown.back_button.focused or self.shown.play_button.focused
        self.shown.chosen, self.shown.pending = (), ()
        self.table.mark_seats()
        if had:
            self.table.widgets.set_focus(self.shown.cards[0] if self.shown.cards else self.shown.look_button)

    def play(self) -> None:
        """Play what is chosen, if nobody has to be chosen for it."""
        if self.table.actor is not None and self.shown.chosen_cards:
            self._act(cards.play(self.table.actor, self.shown.chosen_cards, -1))

    def draw_card(self) -> None:
        """Draw from the deck: the turn ends."""
        if self.table.actor is None:
            if (
                not self.table.motion.busy
                and self.table.reaction is None
                and not self.table.match.state.pending_chance()
            ):
                self.table.refuse(self._why_not_now())
        elif self._since >= _DEAF:
            self._act(Draw(self.table.actor))

    def _act(self, action: Action) -> None:
        self.table.act(action)
        self.shown.chosen, self.shown.pending = (), ()
        self.table.mark_seats()

    def seats_clickable(self) -> Sequence[int]:
        if self.table.actor is not None and cards.steals(self.shown.chosen_cards):
            return cards.targets(self.table.match.state.legal_actions(self.table.actor), self.shown.chosen_cards)
        return self.table.lookers if self.table.reaction is None else ()

    def alive(self) -> Sequence[bool]:
        return self.shown.seen.alive

    def seat_clicked(self, seat: int) -> None:
        if self.table.actor is not None and cards.steals(self.shown.chosen_cards):
            self._act(cards.play(self.table.actor, self.shown.chosen_cards, seat))
        else:
            self.look_at(seat)

    # hints

    def hint_words(self, action: Action, seat: int) -> Words:
        return words.hint(action, self.table.names)

    def show_hint(self, action: Action | None) -> None:
        self.put_back()
        if isinstance(action, CardPlay):
            left = list(enumerate(self.shown.hand))
            picked = [next(index for index, held in left if held == card) for card in action.cards]
            self.shown.chosen = tuple(picked)
            self.table.mark_seats()
            if isinstance(action, Theft):
                self.table.widgets.set_focus(self.table.panels[action.target])
        elif action is not None and self.table.reaction is None:
            self.table.widgets.set_focus(self.shown.draw_button)

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
        if seat not in self.table.lookers or self.table.reaction is not None:
            return
        self.table.finish()
        if seat != self.table.actor:
            self.table.look(seat, done=lambda _: self.shown.has_looked(seat), title=self.shown.news(seat))
            return
        state = self.table.match.state
        view = state.view(seat)
        assert isinstance(view, LiveGrenadeView)
        hand = view.hands[seat]
        assert isinstance(hand, tuple)
        choices = cards.choices(seat, hand, state.legal_actions(seat), state.why_not)

        def done(index: int | None) -> None:
            self.shown.has_looked(seat)
            if index == 0:
                self._act(Draw(seat))
            elif index is not None and self.table.actor == seat:
                self._chosen_under_cover(choices[index - 1].cards)

        picks = [cards.DRAW, *(choice.pick for choice in choices)]
        self.table.look(seat, picks, done, self.shown.news(seat), drawn=False)

    def _chosen_under_cover(self, chosen: tuple[str, ...]) -> None:
        assert self.table.actor is not None
        if not cards.steals(chosen):
            self._act(cards.play(self.table.actor, chosen, -1))
            return
        victims = cards.targets(self.table.match.state.legal_actions(self.table.actor), chosen)
        if len(victims) == 1:
            self._act(cards.play(self.table.actor, chosen, victims[0]))
            return
        self.shown.pending = chosen
        self.table.mark_seats()
        self.table.widgets.set_focus(self.table.panels[victims[0]])

    # cancel

    def asking(self) -> Ask | None:
        view = self.table.match.state.view(None)
        assert isinstance(view, LiveGrenadeView)
        if not view.stack or view.due is not None:
            return None
        # Translators: asked aloud after a card was played: shall a King undo it?
        return Ask(words.question(view, self.table.names), m("Let it pass"), m("Cancel that?"))

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        return [
            (Pick(words.CANCELS[action.cards[0][-1]], (picture_of(action.cards[0]),)), action)
            for action in self.table.match.state.legal_actions(seat)
            if isinstance(action, Cancel)
        ]

    # input

    def heed(self, event: Input) -> None:
        self._heeded = True
        if isinstance(event, Unfocused):
            self.shown.drag = None

    def pressed(self, event: Input) -> bool:
        match event:
            case Pointer(button=1):
                return self._dragged(event)
            case Pad(button="y", down=True):
                self.draw_card()
                return True
            case Key(down=True) if "draw" in event.means:
                self.draw_card()
                return True
            case Key(key=code, down=True):
                return self.table.seat_key(code)
        return False

    def _dragged(self, event: Pointer) -> bool:
        if event.kind == "down":
            self.shown.drag = self._grasp(event.at)
            return False
        if self.shown.drag is None:
            return False
        if event.kind == "move":
            moved = self.shown.drag.move(event.at)
            if moved == "begins":
                self.table.widgets.handle(LET_GO)
                self.table.app.audio.play("pick")
            return moved != "no"
        drag, self.shown.drag = self.shown.drag, None
        if drag.moving:
            self._drop(drag)
        return drag.moving

    def _grasp(self, at: Point) -> Drag | None:
        found = self.table.widgets.at(at)
        if self.table.actor is None:
            return None
        if found is self.shown.deck:
            return Drag(None, at, at)
        return Drag(self.shown.cards.index(found), at, at) if isinstance(found, CardOfHand) else None

    def _drop(self, drag: Drag) -> None:
        """A card was let go: on somebody, on the table, or where it came from."""
        if drag.index is None:
            own = self.table.panels[self.shown.seen.turn].rect
            if drag.at[1] > self.table.places.hand.y or own.collidepoint(drag.at):
                self.draw_card()
            return
        if drag.at[1] > self.table.places.hand.y - 10:
            return
        if drag.index not in self.shown.chosen:
            self.choose(drag.index)
        victims = self.seats_clickable()
        over = next((seat for seat, panel in enumerate(self.table.panels) if panel.rect.collidepoint(drag.at)), None)
        if not self.shown.chosen:
            return
        if not cards.steals(self.shown.chosen_cards):
            self.play()
        elif over in victims and over is not None:
            self.seat_clicked(over)
        elif over is not None and over != self.table.viewer:
            assert self.table.actor is not None
            self.table.act(cards.play(self.table.actor, self.shown.chosen_cards, over))
        elif len(victims) == 1:
            self.seat_clicked(victims[0])

    def give_up(self) -> bool:
        chosen = bool(self.shown.chosen_cards)
        if chosen:
            self.put_back()
        return chosen

    def update(self, dt: float) -> None:
        self.shown.time += dt
        self._since += dt
        if self.shown.cards and (self._heeded or self.shown.stage.gap is not None):
            self.shown.place_hand()
        self._heeded = False

    # what happened

    def animate(self, shown: Shown) -> None:
        before, after = shown.before, shown.view
        assert isinstance(before, LiveGrenadeView)
        assert isinstance(after, LiveGrenadeView)
        self.shown.show.still = self.table.app.settings.reduced_motion
        seat = shown.entry.seat if isinstance(shown.entry, Action) else None
        own = seat is not None and self.table.controllers[seat].person

        self.shown.show.step(shown.events, before, after, own, self.table.reveal)
        self.shown.follow()

    def settled(self) -> None:
        self.shown.stage.arrived()

    def words_of(self, event: Event) -> str | None:
        return "" if isinstance(event, events.Passed) else None

    def jumped(self) -> None:
        self.shown.stage.clear()
        self.shown.chosen, self.shown.pending = (), ()
        self.table.layout(self.table.size)
        self.table.seats_changed()

    def ending(self) -> Ending:
        return Ending(notes=words.how_out(self.table.steps))

    def end_scene(self, counted: bool) -> EveningEnd:
        return EveningEnd(self.table, self.ending(), counted=counted)

    # words and drawing

    def status(self) -> Words:
        return words.status(self.shown.seen, self.table.names, self.shown.moment)

    def seat_facts(self, seat: int) -> Sequence[Words]:
        return words.seat_facts(self.shown.seen, seat, self.shown.outs)

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        draw_small_backs(canvas, box, self.shown.hand_size(seat))

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        view = self.table.match.state.view(seat)
        assert isinstance(view, LiveGrenadeView)
        hand = view.hands[seat]
        assert isinstance(hand, tuple)
        draw_open_hand(canvas, box, hand, self.shown.secrets(seat) if self.table.reaction is not None else ())

    def doing(self) -> Words:
        _, what = words.note(self.shown.seen, self.table.names, self.shown.moment)
        return say(what) if self.shown.chosen_cards else ""

    def draw(self, canvas: Canvas) -> None:
        render.draw_table(canvas, self.shown.picture())

    def draw_whole(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        picture = self.shown.picture()
        key = self.under(canvas, picture)
        if not self.kept.restore(canvas, key):
            canvas.lay_table()
            draw(canvas)
            self.kept.keep(canvas, key)
        render.draw_over_all(canvas, picture)

    def under(self, canvas: Canvas, picture: render.Picture) -> object:
        """What the frame under all that flies depends on; None while a window asks, which changes all the time."""
        if self.table.reaction is not None:
            return None
        seats = range(len(self.table.names))
        hands = [(self.shown.hand_size(seat), *self.seat_facts(seat)) for seat in seats]
        widgets = [looks(one) for one in self.table.widgets.items]
        return canvas.surface.get_size(), canvas.factor, language(), self.table.bar(), picture.under(), hands, widgets
