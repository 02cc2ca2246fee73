"""Grenade Salad on the window: the drop, the turns, the mines, the count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from grenade_salad.app.games.salad import (
    accessible_board,
    hint,
    layout,
    paint,
    render,
    score,
    small_map,
    throw_away,
    words,
)
from grenade_salad.app.games.salad.battlefield import Battlefield
from grenade_salad.app.games.salad.board_view import SaladTable
from grenade_salad.app.games.salad.controls import Controls, Situation
from grenade_salad.app.games.salad.display_state import Stage
from grenade_salad.app.games.salad.hand import CardWidget, lay_out
from grenade_salad.app.games.salad.layout import question, strip
from grenade_salad.app.games.salad.step_player import Course
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.match.game_board import Ask, OnTable
from grenade_salad.app.match.layout import Places
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key, KeyRepeat, Pad, Pointer, Unfocused, Wheel, command
from grenade_salad.app.ui.meanings import Means
from grenade_salad.app.ui.picks import Pick
from grenade_salad.core import Action
from grenade_salad.games.salad.actions import Drop, End, Footpath, Keep
from grenade_salad.games.salad.aim import Aim, Intent, Preview, sights
from grenade_salad.games.salad.blocks import told
from grenade_salad.games.salad.cards import CARDS, RULES, name_with_count
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.reasons import MustPlay, MustThrowAway
from grenade_salad.games.salad.view import SaladView
from grenade_salad.session.session import Shown
from grenade_salad.text import Reader, Words, m, say

_TABLE_KEYS: frozenset[Means] = frozenset(("turn_left", "turn_right", "closer", "farther", "overview"))
_NARROW = 780.0
"""Units of the canvas' width in a high window, where the hand has a row of its own."""


class SaladScene(OnTable):
    """One match, as people play it. `shown` is what is drawn of it, `course` how its steps are shown."""

    open_hints = True
    makes_room = False

    def __init__(self, table: Table) -> None:
        self.table = table
        table.panel_height = 104.0
        table.lays_table = True
        table.smallest_high, table.narrowest = (_NARROW, _NARROW), _NARROW
        options = table.match.header.options
        assert isinstance(options, SaladOptions)
        self.options, self.stage = options, Stage()
        measures = options.measures()
        self.default_height = measures.default_height(len(table.names))
        self.battlefield = Battlefield(
            self.stage, measures, table.act, self._refused, self._changed, table.app.audio.play
        )
        self.controls = Controls(self, self.battlefield, self.default_height)
        self.shown = SaladTable(table, options, self.stage, self.battlefield, self.controls)
        self.course = Course(self.shown, self._follow)
        for widget in (self.battlefield, *self.controls.all, self.shown.small_map, self.shown.again):
            table.widgets.add(widget)

    def begin(self) -> None:
        self.table.widgets.set_focus(self.battlefield)
        self.jumped()

    def jumped(self) -> None:
        self.course.jumped()

    def animate(self, shown: Shown) -> None:
        self.course.animate(shown)

    def settled(self) -> None:
        self.course.settled()

    # places

    def place(self, rect: Rect) -> None:
        self.shown.kept.frame_key = self.shown.kept.last_key = None
        self.battlefield.eye.seen_through(self.table.places.table, self.table.places.around)
        boxes = [panel.rect for panel in self.table.panels]
        self.shown.small_map.rect = small_map.place(rect, boxes, self.table.places.hand, self.options.table)
        self.shown.again.place(rect, self.shown.small_map.rect)
        self.battlefield.rect = Rect(self.table.places.around)
        self._place_strip()

    def _place_strip(self) -> None:
        self.shown.strip = strip(self.table.places.hand, self.table.size[1], self.controls.situation.drop)
        self.controls.name_keys(self.table.app.settings.key_words)
        self.controls.place(self.shown.strip, self.table.places.table)
        lay_out(self.shown.cards, self.shown.strip.cards, self.shown.strip.cards.height - 8)

    def place_reaction(self, reaction: Reaction) -> None:
        """The question lies off the mat, where the buttons of one's own turn are."""
        reaction.layout_flat(question(self.shown.strip, self.table.viewer is not None))

    # what can be done

    def turn_began(self, seat: int) -> None:
        state = self.table.match.state
        if self.shown.view.step == "drop":
            self.battlefield.offer(None)
        else:
            can = sights(state.legal_actions(seat))
            self.battlefield.offer(Aim(self.shown.view, seat, self.table.names, state.why_not, can, seat))
        self._follow()
        if self.shown.view.step == "drop":
            self.table.widgets.set_focus(self.controls.keep if self.shown.view.attempts else self.controls.drop)
        elif not any(card.focused for card in self.shown.cards):
            self.table.widgets.set_focus(self.battlefield)

    def seats_changed(self) -> None:
        view = self.shown.view
        turn = None if view.is_over or view.step == "drop" else view.turn
        for seat, panel in enumerate(self.table.panels):
            panel.active = seat == turn
        if self.table.actor is None and self.battlefield.aim is not None:
            self.battlefield.offer(None)
        self._follow()

    def seats_clickable(self) -> Sequence[int]:
        """With several persons, each can look at the own hand at any time."""
        return () if self.shown.view.step == "drop" else self.table.lookers

    def seat_clicked(self, seat: int) -> None:
        if seat == self.table.actor:
            self.look_at_hand()
        else:
            self.table.look(seat)

    def _follow(self) -> None:
        """Show the cards and buttons that belong to what is about to be done."""
        view, actor = self.shown.view, self.table.actor
        acting = actor is not None and self.table.reaction is None
        why, throws = "", False
        if acting and view.step in ("move", "cards"):
            reason = self.table.match.state.why_not(End(actor))
            throws = isinstance(reason, MustThrowAway)
            if reason and (throws or actor == self.table.viewer):
                why = words.of_reason(reason, view, self.table.names, actor)
        self.controls.follow(
            Situation(
                acting=acting,
                drop=view.step == "drop",
                can_keep=view.attempts > 0,
                what=self.battlefield.intent.what,
                covered=self.table.viewer is None,
                why_not_end=why,
                throws=throws,
                zoomed=self.battlefield.camera.zoom > 1,
                by_hand=self.battlefield.eye.held,
                played_out=not view.cards_left,
            )
        )
        self._allow_confirm()
        end = self.controls.end
        if end.visible and end.enabled and end.kind == "main" and self.table.widgets.focus is self.battlefield:
            self.table.widgets.set_focus(end)
        if view.step != "drop":
            self.controls.height.value = self.battlefield.intent.height
        what = self.battlefield.intent.what
        self.table.rules_page = f"grenade-salad#{RULES.get(what) or RULES[view.step]}"
        for seat, panel in enumerate(self.table.panels):
            panel.tip = words.seat_tip(view, seat, self.table.names[seat])
        self._deal_cards()
        self._place_strip()
        self.table.dirty = True

    def _allow_confirm(self) -> None:
        """The button that confirms is lit if it does something; else it says why not."""
        field, button = self.battlefield, self.controls.do
        why = say(field.preview.why, Reader(self.table.names), begin=True)
        button.enabled, button.why_disabled = field.can_confirm, why

    def _deal_cards(self) -> None:
        """A widget for each card that may be seen: the viewer's hand, or the one card that was chosen under cover."""
        hand = self.shown.hand
        if [card.card for card in self.shown.cards] != list(hand):
            had = any(card.focused for card in self.shown.cards)
            self.table.widgets.remove(self.shown.cards, self.battlefield if had else None)
            self.shown.cards = [CardWidget(card, partial(self._card_pressed, index)) for index, card in enumerate(hand)]
            others = [item for item in self.table.widgets.items if item is not self.battlefield]
            for card in self.shown.cards:
                self.table.widgets.add(card)
            self.table.widgets.items = [self.battlefield, *self.shown.cards, *others]
        aim = self.battlefield.aim
        chosen = self.battlefield.intent.what
        for card in self.shown.cards:
            card.chosen = card.card == chosen
            chosen = "" if card.chosen else chosen
            card.playable = aim is None or card.card in aim.can.cards

    def _card_pressed(self, index: int) -> None:
        if index < len(self.shown.cards):
            self.choose_card(self.shown.cards[index].card)

    def choose_card(self, card: Card) -> None:
        """Begin to play a card, or say why it cannot be played now; the chosen one again gives it up."""
        aim = self.battlefield.aim
        if aim is None:
            self.table.refuse(words.why_not_now(self.shown.view, self.table.names))
        elif self.battlefield.intent.what == card:
            self.cancel()
        elif why := self.why_no_card(card):
            self.table.refuse(why)
        else:
            self.table.app.audio.play("card")
            self.battlefield.begin(Intent(card, height=self.default_height))
            self._follow()
            self.table.widgets.set_focus(self.controls.height if card == "circles" else self.battlefield)
            if self.shown.by_keys:
                self.battlefield.start_keys()

    def why_no_card(self, card: Card) -> Words:
        """Why a card cannot be played now, whatever one does with it."""
        assert self.battlefield.aim
        return words.why_no_card(self.battlefield.aim, card)

    # what the buttons call

    def drop(self) -> None:
        """The shared set-up drop (GS-05, GS-06)."""
        self.table.act(Drop(height=self.controls.height.value, seat=self.table.actor))

    def keep(self) -> None:
        """Play with the soldiers as they lie."""
        self.table.act(Keep(seat=self.table.actor))

    def cancel(self) -> None:
        """Give up what was begun."""
        self.battlefield.cancel()
        self._follow()

    def end_turn(self) -> None:
        """The turn is over. Why it cannot be names no card where others see it."""
        if self.table.actor is None:
            return
        reason = self.table.match.state.why_not(End(self.table.actor))
        if isinstance(reason, MustPlay) and self.table.viewer is None:
            self.table.refuse(words.MUST_PLAY)
        else:
            self.table.act(End(self.table.actor))

    def throw_away(self) -> None:
        """Ask which card goes: under the cover, where others see the window (GS-36)."""
        seat, state = self.table.actor, self.table.match.state
        if seat is None:
            return
        choices = throw_away.thrown(state.legal_actions(seat))
        counts = throw_away.counts(state.view(seat), seat)
        if self.table.viewer is not None:
            self.table.app.push(throw_away.question(self.table.app, choices, counts, self.table.act))
            return
        picks = [
            replace(self._pick_of(choice.card, ""), words=name_with_count(choice.card, counts[choice.card]))
            for choice in choices
        ]

        def done(index: int | None) -> None:
            if index is not None:
                self.table.act(choices[index])

        title = m("{who}: which card do you throw away?", who=self.table.names[seat])
        self.table.look(seat, picks, done, title, drawn=False)

    def height_chosen(self, height: float) -> None:
        """The slider of a drop."""
        if self.battlefield.intent.what == "circles":
            self.battlefield.intent.height = height
            self.battlefield.refresh()

    def look_at_hand(self) -> None:
        """The cover comes for the person whose turn it is; a card can be chosen under it."""
        aim = self.battlefield.aim
        if aim is None or self.table.viewer is not None:
            return
        view = self.table.match.state.view(aim.seat)
        assert isinstance(view, SaladView)
        hand = view.hands[aim.seat]
        assert not isinstance(hand, int)
        reader = Reader(self.table.names)
        picks = [self._pick_of(card, say(self.why_no_card(card), reader, begin=True)) for card in hand]

        def done(index: int | None) -> None:
            if index is not None:
                self.choose_card(hand[index])

        title = m("{who}: choose a card to play", who=self.table.names[aim.seat])
        self.table.look(aim.seat, picks, done, title, drawn=False)

    def _pick_of(self, card: Card, why: str) -> Pick:
        return Pick(CARDS[card].name, (f"cards/salad/{card}.svg",), why, CARDS[card].does)

    def _refused(self, seen: Preview) -> None:
        """Why not stands at what it is about, and does not cover it."""
        self.table.refuse(seen.why, drawn=False)
        self.shown.refuse(seen)

    def _changed(self) -> None:
        self.table.dirty = True
        self._allow_confirm()
        now, eye = self.controls.situation, self.battlefield.eye
        if (self.battlefield.intent.what, eye.camera.zoom > 1, eye.held) != (now.what, now.zoomed, now.by_hand):
            self._follow()

    # input

    def heed(self, event: Input) -> None:
        self.shown.by_keys = isinstance(event, Key | Pad) or (self.shown.by_keys and not isinstance(event, Pointer))
        if isinstance(event, Unfocused):
            self.battlefield.let_go()

    def pressed(self, event: Input) -> bool:
        field = self.battlefield
        if command(event) == "accept" and self.table.widgets.focus is self.controls.height:
            return self._drop_from_slider()
        match event:
            case Pointer():
                return self._pointer(event)
            case Wheel() if self.table.widgets.at(event.at) is field:
                field.wheel_at(event)
                return True
            case Key(down=True) if event.means & _TABLE_KEYS:
                return field.typed(event)
            case KeyRepeat(press) if press.means & _TABLE_KEYS:
                return field.repeats(press) and field.typed(press)
            case Key(key=code, down=True):
                return self.table.seat_key(code)
            case Pad():
                return field.pad(event)
        return False

    def _drop_from_slider(self) -> bool:
        """Enter on the height: drop from there."""
        if self.shown.view.step == "drop":
            self.drop()
        else:
            self.battlefield.confirm()
        return True

    def _pointer(self, event: Pointer) -> bool:
        field = self.battlefield
        over = self.table.widgets.at(event.at) is field
        if event.kind == "down" and over:
            self.table.widgets.set_focus(field)
        if (over or field.busy) and field.pointer(event):
            self.table.dirty = True
        return event.kind != "move" and (over or field.busy)

    def give_up(self) -> bool:
        had = self.table.reaction is None and self.battlefield.cancel()
        if had:
            self._follow()
        return had

    def update(self, dt: float) -> None:
        self.shown.time += dt
        self.shown.look_on()
        self.shown.refused_for -= dt
        pace = self.table.app.settings.pace
        self.battlefield.flow(dt, cut=self.table.app.settings.reduced_motion or pace == 0)
        if self.shown.again.update(dt, self.table.motion.pace, not self.table.motion.busy):
            self.table.dirty = True

    @property
    def moves(self) -> bool:
        return self.battlefield.eye.gliding or self.shown.again.visible or self.shown.kept.fitted.late

    # hints

    def hint_words(self, action: Action, seat: int) -> Words:
        return hint.in_words(action, self.shown.view, self.table.names, seat)

    def show_hint(self, action: Action | None) -> None:
        self.shown.hinted = (
            None if action is None else hint.preview_of(action, self.shown.view, self.table.names, self.table.viewer)
        )
        if action is not None and self.battlefield.intent.what:
            self.cancel()
        if action is not None and action.do in ("end", "throw_away"):
            end, throws = self.controls.end, self.controls.throw_away
            self.table.widgets.set_focus(throws if action.do == "throw_away" else end)

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        if seen := hint.preview_of(action, self.shown.view, self.table.names, seat):
            hint.draw_map(canvas, box, self.shown.view, seen, self.options.cube)

    # mines

    def asking(self) -> Ask | None:
        view = self.table.match.state.view(None)
        assert isinstance(view, SaladView)
        if view.step != "mines":
            return None
        question = words.mine_question(view, self.table.match.entries, self.table.names, self.table.viewer)
        return Ask(question, m("Let it pass"), words.mine_question_aloud(view, self.table.names, self.table.viewer))

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        legal = [action for action in self.table.match.state.legal_actions(seat) if isinstance(action, Footpath)]
        view = self.table.match.state.view(None)
        assert isinstance(view, SaladView)
        aim = Aim(view, seat, self.table.names, self.table.match.state.why_not, sights(legal), seat)
        return words.mine_picks(aim, self.table.viewer == seat)

    def make_places(self, size: tuple[float, float]) -> Places:
        return layout.places(
            size, len(self.table.names), self.table.panel_height, self.table.app.settings.facing == "edges"
        )

    # words and drawing

    def status(self) -> Words:
        return words.status(self.shown.view, self.table.names, self.shown.now)

    def doing(self) -> Words:
        seen = self.shown.chosen_before or self.battlefield.preview
        return seen.why or seen.says

    def table_lines(self) -> Sequence[str]:
        """While somebody may act, the soldiers are parts of the battlefield."""
        blocks = [say(words) for words in told(self.shown.view.blocks)]
        if self.battlefield.aim is not None:
            return [*self.table.told_lines(), *blocks]
        found = accessible_board.soldiers(
            self.shown.view.soldiers, self.table.viewer, self.table.names, Preview(), lambda _: (0, 0, 0, 0)
        )
        lines = [m("{soldier}: {place}", soldier=one.name, place=one.about.partition("\n")[0]) for one in found]
        return [*self.table.told_lines(), *map(say, lines), *blocks]

    def seat_facts(self, seat: int) -> Sequence[Words]:
        return words.seat_facts(self.shown.view, seat, self.course.show.arrived[seat])

    def ending(self) -> Ending:
        return score.ending(self.shown.view, self.table.names)

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        around = self.shown.around
        paint.draw_belongings(canvas, box, around.view, seat, around.trays[seat])

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        view = self.table.match.state.view(seat)
        assert isinstance(view, SaladView)
        hand = view.hands[seat]
        assert not isinstance(hand, int)
        paint.draw_open_hand(canvas, box, hand)

    @property
    def has_begun(self) -> bool:
        return bool(self.battlefield.intent.what)

    def draw(self, canvas: Canvas) -> None:
        render.draw_battlefield(canvas, self.shown.field, self.shown.kept)
        render.draw_strip(canvas, self.shown.around)

    def draw_whole(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        def draw_all(canvas: Canvas) -> None:
            canvas.lay_table()
            draw(canvas)

        canvas.untouched = canvas.untouched and self.table.tutor is None
        render.draw_frame(canvas, self.shown.frame, self.shown.kept, draw_all)
