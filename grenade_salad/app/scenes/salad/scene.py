"""Grenade Salad on the window: the drop, the turns, the mines, the count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame

from grenade_salad.app.app import App
from grenade_salad.app.scenes.salad import hint, look, paint, words
from grenade_salad.app.scenes.salad.aim import Aim, Intent, Preview, sights
from grenade_salad.app.scenes.salad.animate import Show, fall_seconds
from grenade_salad.app.scenes.salad.battlefield import TURN, Battlefield
from grenade_salad.app.scenes.salad.camera import Camera
from grenade_salad.app.scenes.salad.controls import USUAL_HEIGHT, Controls, Situation
from grenade_salad.app.scenes.salad.count_scene import CountScene
from grenade_salad.app.scenes.salad.hand import CardWidget, lay_out
from grenade_salad.app.scenes.salad.kept import Kept
from grenade_salad.app.scenes.salad.layout import Strip, strip
from grenade_salad.app.scenes.salad.stage import Stage
from grenade_salad.app.scenes.table_scene import Ask, Pick, Shown, TableScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.cover import Cover
from grenade_salad.app.ui.inputs import Input, Key, Pad, Pointer, Unfocused, Wheel, command
from grenade_salad.app.ui.picks import Who
from grenade_salad.core import Action, Event
from grenade_salad.games.salad import events
from grenade_salad.games.salad.moves import Drop, End, Footpath, Keep
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.reasons import NAMES, MustPlay
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller

_SHOWN_FOR = 0.9
"""Seconds that a machine's choice is shown before it takes effect."""
_TABLE_KEYS = (
    pygame.K_q,
    pygame.K_e,
    pygame.K_PLUS,
    pygame.K_KP_PLUS,
    pygame.K_EQUALS,
    pygame.K_MINUS,
    pygame.K_KP_MINUS,
    pygame.K_0,
    pygame.K_KP_0,
)


class SaladScene(TableScene):
    """One match. `battlefield` is what is about to be done, `stage` what is shown of what happened."""

    hand_height = 106.0
    panel_height = 104.0

    def __init__(self, app: App, match: Match, controllers: tuple[Controller, ...]) -> None:
        options = match.header.options
        assert isinstance(options, SaladOptions)
        self.options = options
        self.stage = Stage()
        self.chosen_before: Preview | None = None
        """What a machine is about to do, while it is shown."""
        self.hinted: Preview | None = None
        self.cards: list[CardWidget] = []
        self.last_drop: events.Dropped | None = None
        self.trays = [[0] * len(match.header.seats) for _ in match.header.seats]
        self.by_keys = False
        self.time = 0.0
        self.kept = Kept()
        self.battlefield = Battlefield(self.stage, options.table, self._do, self.refuse, self._changed, self._sound)
        self.controls = Controls(self)
        super().__init__(app, match, controllers)
        self.show = Show(self.stage, self.motion, self.app.audio.play, options.measures().blast_radius)
        self.jumped()

    def _make_widgets(self) -> None:
        self.widgets.add(self.battlefield)
        for widget in self.controls.all:
            self.widgets.add(widget)
        super()._make_widgets()
        self.widgets.set_focus(self.battlefield)

    @property
    def table(self) -> SaladView:
        """What is shown, and may be."""
        assert isinstance(self.view, SaladView)
        return self.view

    # places

    def layout_table(self) -> None:
        board = self.places.table
        self.battlefield.camera = self.battlefield.camera.seen_through(board)
        self.battlefield.rect = self.battlefield.camera.mat.clip(board)
        self._place_strip()

    def _place_strip(self) -> None:
        self.strip: Strip = strip(self.places.hand, self.size[1], self.controls.situation.drop)
        self.controls.place(self.strip, self.places.table)
        lay_out(self.cards, self.strip.cards, self.strip.cards.height - 8)

    def reaction_began(self) -> None:
        self._place_reaction()

    def layout(self, size: tuple[float, float]) -> None:
        super().layout(size)
        self._place_reaction()

    def _place_reaction(self) -> None:
        """The window lies over the bar, so that it hides as little of the battlefield as it can."""
        if self.reaction is not None:
            board = self.places.table
            right = min(self._bar_right, board.right + 8)
            self.reaction.layout(Rect(board.x - 8, -4, max(320.0, right - board.x + 8), board.height))

    # what can be done

    def turn_began(self, seat: int) -> None:
        state = self.match.state
        if self.table.step == "drop":
            self.battlefield.offer(None)
        else:
            can = sights(state.legal(seat))
            self.battlefield.offer(Aim(self.table, seat, self.names, state.why_not, can, seat))
        self._follow()
        if self.table.step == "drop":
            self.widgets.set_focus(self.controls.keep if self.table.attempts else self.controls.drop)
        elif not any(card.focused for card in self.cards):
            self.widgets.set_focus(self.battlefield)

    def seats_changed(self) -> None:
        super().seats_changed()
        if self.actor is None and self.battlefield.aim is not None:
            self.battlefield.offer(None)
        self._follow()

    def seats_clickable(self) -> Sequence[int]:
        """With several persons, each can look at the own hand at any time."""
        return () if self.viewer is not None or self.table.step == "drop" else self.persons

    def seat_clicked(self, seat: int) -> None:
        if seat == self.actor:
            self.look_at_hand()
        else:
            self.look(seat)

    def _follow(self) -> None:
        """Show the cards and buttons that belong to what is about to be done."""
        table, actor = self.table, self.actor
        acting = actor is not None and self.reaction is None
        why = ""
        if acting and actor == self.viewer and table.step in ("move", "cards"):
            reason = self.match.state.why_not(End(actor))
            why = words.of_reason(reason, table, self.names, actor) if reason else ""
        self.controls.follow(
            Situation(
                acting=acting,
                drop=table.step == "drop",
                can_keep=table.attempts > 0,
                what=self.battlefield.intent.what,
                covered=self.viewer is None,
                why_not_end=why,
                zoomed=self.battlefield.camera.zoom > 1,
                played_out=not table.cards_left,
            )
        )
        if table.step != "drop":
            self.controls.height.value = self.battlefield.intent.height
        what = self.battlefield.intent.what
        self.rules_page = f"grenade-salad#{words.RULES.get(what) or words.RULES[table.step]}"
        for seat, panel in enumerate(self.panels):
            panel.tip = words.seat_tip(table, seat, self.names[seat])
        self._deal_cards()
        self._place_strip()
        self.dirty = True

    def _deal_cards(self) -> None:
        """A widget for each card that may be seen: the viewer's hand, or the one card that was chosen under cover."""
        hand = words.visible_hand(self.table, self.viewer, self.battlefield.intent.what)
        if [card.card for card in self.cards] != list(hand):
            had = any(card.focused for card in self.cards)
            self.widgets.remove(self.cards, self.battlefield if had else None)
            self.cards = [CardWidget(card, partial(self._card_pressed, index)) for index, card in enumerate(hand)]
            others = [item for item in self.widgets.items if item is not self.battlefield]
            for card in self.cards:
                self.widgets.add(card)
            self.widgets.items = [self.battlefield, *self.cards, *others]
        aim = self.battlefield.aim
        chosen = self.battlefield.intent.what
        for card in self.cards:
            card.chosen = card.card == chosen
            chosen = "" if card.chosen else chosen
            card.playable = aim is None or card.card in aim.can.cards

    def _card_pressed(self, index: int) -> None:
        if index < len(self.cards):
            self.choose_card(self.cards[index].card)

    def choose_card(self, card: str) -> None:
        """Begin to play a card, or say why it cannot be played now; the chosen one again gives it up."""
        aim = self.battlefield.aim
        if aim is None:
            self.refuse(words.why_not_now(self.table, self.names))
        elif self.battlefield.intent.what == card:
            self.cancel()
        elif why := self.why_no_card(card):
            self.refuse(why)
        else:
            self._sound("card")
            self.battlefield.begin(Intent(card, height=USUAL_HEIGHT))
            self._follow()
            self.widgets.set_focus(self.controls.height if card == "circles" else self.battlefield)
            if self.by_keys:
                self.battlefield.start_keys()

    def why_no_card(self, card: str) -> str:
        """Why a card cannot be played now, whatever one does with it."""
        assert self.battlefield.aim
        return words.why_no_card(self.battlefield.aim, card)

    # what the buttons call

    def drop(self) -> None:
        """The shared set-up drop (GS-05, GS-06)."""
        self.act(Drop(height=self.controls.height.value, seat=self.actor))

    def keep(self) -> None:
        """Play with the soldiers as they lie."""
        self.act(Keep(seat=self.actor))

    def confirm(self) -> None:
        """Do what is aimed at."""
        self.battlefield.confirm()

    def cancel(self) -> None:
        """Give up what was begun."""
        self.battlefield.cancel()
        self._follow()

    def end_turn(self) -> None:
        """The turn is over. Why it cannot be names no card where others see it."""
        if self.actor is None:
            return
        reason = self.match.state.why_not(End(self.actor))
        if isinstance(reason, MustPlay) and self.viewer is None:
            self.refuse(words.MUST_PLAY)
        else:
            self.act(End(self.actor))

    def turn_by(self, steps: int) -> None:
        """Turn the soldier in hand."""
        self.battlefield.turn_by(steps * TURN)

    def zoom_by(self, times: float) -> None:
        """Look nearer or farther."""
        self.battlefield.zoom(times)

    def zoom_to_fit(self) -> None:
        """Look at the soldiers alone, or at the whole table."""
        self.battlefield.zoom_to_fit()

    def height_chosen(self, height: float) -> None:
        """The slider of a drop."""
        if self.battlefield.intent.what == "circles":
            self.battlefield.intent.height = height
            self.battlefield.refresh()

    def look_at_hand(self) -> None:
        """The cover comes for the person whose turn it is; a card can be chosen under it."""
        aim = self.battlefield.aim
        if aim is None or self.viewer is not None:
            return
        view = self.match.state.view(aim.seat)
        assert isinstance(view, SaladView)
        hand = view.hands[aim.seat]
        assert not isinstance(hand, int)
        picks = [Pick(NAMES[card], (f"cards/salad/{card}.svg",), self.why_no_card(card)) for card in hand]

        def done(index: int | None) -> None:
            if index is not None:
                self.choose_card(hand[index])

        title = f"{self.names[aim.seat]}: choose a card to play"
        self.app.push(Cover(self.app, Who(aim.seat, self.names[aim.seat]), None, picks, done, title=title))

    def _do(self, action: Action) -> None:
        self.act(action)

    def _changed(self) -> None:
        self.dirty = True
        self.battlefield.rect = self.battlefield.camera.mat.clip(self.places.table)
        zoomed = self.battlefield.camera.zoom > 1
        if (self.battlefield.intent.what, zoomed) != (self.controls.situation.what, self.controls.situation.zoomed):
            self._follow()

    def _sound(self, name: str) -> None:
        self.app.audio.play(name)

    # input

    def handle(self, event: Input) -> None:
        self.by_keys = isinstance(event, Key | Pad) or (self.by_keys and not isinstance(event, Pointer))
        if isinstance(event, Unfocused):
            self.battlefield.let_go()
        super().handle(event)

    def handle_table(self, event: Input) -> bool:
        field = self.battlefield
        if command(event) == "accept" and self.widgets.focus is self.controls.height:
            return self._drop_from_slider()
        match event:
            case Pointer():
                return self._pointer(event)
            case Wheel() if self.widgets.at(event.at) is field:
                field.wheel_at(event)
                return True
            case Key(key=code, down=True) if code in _TABLE_KEYS:
                return field.typed(event)
            case Key(key=code, down=True, repeat=False):
                return self._seat_key(code)
            case Pad():
                return field.pad(event)
        return False

    def _drop_from_slider(self) -> bool:
        """Enter on the height: drop from there."""
        if self.table.step == "drop":
            self.drop()
        else:
            self.confirm()
        return True

    def _seat_key(self, code: int) -> bool:
        for seat in self.seats_clickable():
            if code == self.app.settings.seat_key(seat):
                self.seat_clicked(seat)
                return True
        return False

    def _pointer(self, event: Pointer) -> bool:
        field = self.battlefield
        over = self.widgets.at(event.at) is field
        if event.kind == "down" and over:
            self.widgets.set_focus(field)
        if (over or field.busy) and field.pointer(event):
            self.dirty = True
        return event.kind != "move" and (over or field.busy)

    def back(self) -> None:
        if self.reaction is None and self.battlefield.cancel():
            self._follow()
        else:
            super().back()

    def update(self, dt: float) -> None:
        self.time += dt
        self.battlefield.flow(dt)
        super().update(dt)

    # what happened

    def tell(self, shown: Shown) -> None:
        """What a drop came to is told when the soldiers lie still."""
        if seconds := fall_seconds(shown.entry):
            self.motion.play(seconds, lambda _: None, partial(super().tell, shown))
        else:
            super().tell(shown)

    def animate(self, shown: Shown) -> None:
        before, after = shown.before, shown.view
        assert isinstance(before, SaladView)
        assert isinstance(after, SaladView)
        entry = shown.entry
        self.show.still = self.app.settings.reduced_motion
        self.stage.last = None
        self.stage.trail = None
        self.kept.forget()
        wait = 0.0
        if isinstance(entry, Action) and entry.seat is not None and not self.controllers[entry.seat].person:
            wait = self._show_choice(entry, before)
        for event in shown.events:
            if isinstance(event, events.Dropped):
                self.last_drop = event
            elif isinstance(event, events.Killed):
                for _, owner in event.soldiers:
                    self.trays[event.by][owner] += 1
            elif isinstance(event, events.EndPhase):
                self.app.say(words.END_PHASE, seconds=9)
        self._keep_in_sight(shown.events)
        self.show.step(entry, shown.events, after.soldiers, wait)
        self._follow()

    def _keep_in_sight(self, happened: Sequence[Event]) -> None:
        """If the table is looked at from near, what happens elsewhere is looked at."""
        if self.battlefield.camera.zoom <= 1:
            return
        for event in happened:
            spot = words.where_it_is(event)
            if spot is not None:
                self.battlefield.look(self.battlefield.camera.showing(spot))
            elif isinstance(event, events.Tossed | events.Dropped):
                self.battlefield.look(replace(self.battlefield.camera, zoom=1.0).held())

    def _show_choice(self, entry: Action, before: SaladView) -> float:
        """What a machine is about to do is seen for a moment; how long."""
        preview = hint.preview_of(entry, before, self.names, self.viewer)
        if preview is None:
            return 0.0

        def begin(_: float) -> None:
            self.chosen_before = preview

        def over() -> None:
            self.chosen_before = None

        self.motion.play(_SHOWN_FOR, begin, over)
        return _SHOWN_FOR

    def jumped(self) -> None:
        self.stage.lie(self.table.soldiers)
        self.stage.scorches = []
        self.kept.forget()
        self.trays = [[0] * len(self.names) for _ in self.names]
        for happened in self.steps:
            for event in happened:
                if isinstance(event, events.Killed):
                    for _, owner in event.soldiers:
                        self.trays[event.by][owner] += 1
                elif isinstance(event, events.Dropped):
                    self.last_drop = event
        self.battlefield.offer(None)
        self._follow()

    # hints

    def hint_words(self, action: Action, seat: int) -> str:
        return hint.in_words(action, self.table, self.names, seat)

    def show_hint(self, action: Action | None) -> None:
        self.hinted = None if action is None else hint.preview_of(action, self.table, self.names, self.viewer)
        if action is not None and self.battlefield.intent.what:
            self.cancel()
        if action is not None and action.do == "end":
            self.widgets.set_focus(self.controls.end)

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        if seen := hint.preview_of(action, self.table, self.names, seat):
            hint.draw_map(canvas, box, self.table, seen, self.options.cube)

    # mines

    def asking(self) -> Ask | None:
        view = self.match.state.view(None)
        assert isinstance(view, SaladView)
        if view.step != "mines":
            return None
        return Ask(words.mine_question(view, self.match.entries, self.names, self.viewer), True, "Let it pass")

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        legal = [action for action in self.match.state.legal(seat) if isinstance(action, Footpath)]
        view = self.match.state.view(None)
        assert isinstance(view, SaladView)
        aim = Aim(view, seat, self.names, self.match.state.why_not, sights(legal), seat)
        return words.mine_picks(aim, self.viewer == seat)

    # words and drawing

    def status(self) -> str:
        return words.status(self)

    def seat_facts(self, seat: int) -> Sequence[str]:
        return words.seat_facts(self.table, seat)

    def show_end(self) -> None:
        self.app.push(CountScene(self.app, self.table, self.names, self.match.header, self.controllers))

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        paint.draw_belongings(canvas, box, self.table, seat, self.trays[seat])

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        view = self.match.state.view(seat)
        assert isinstance(view, SaladView)
        hand = view.hands[seat]
        assert not isinstance(hand, int)
        paint.draw_open_hand(canvas, box, hand)

    @property
    def camera(self) -> Camera:
        """How the table is looked at now."""
        return self.stage.shaken(self.battlefield.camera, self.time)

    def draw_table(self, canvas: Canvas) -> None:
        look.draw_battlefield(canvas, self)
        look.draw_strip(canvas, self)

    def draw(self, canvas: Canvas) -> None:
        look.draw_frame(canvas, self, super().draw)
