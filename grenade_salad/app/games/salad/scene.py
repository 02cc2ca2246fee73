"""Grenade Salad on the window: the drop, the turns, the mines, the count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.app.games.salad import hint, small_map, words
from grenade_salad.app.games.salad.animate import Show
from grenade_salad.app.games.salad.battlefield import TURN, Battlefield
from grenade_salad.app.games.salad.controls import Controls, Situation
from grenade_salad.app.games.salad.course import SaladCourse
from grenade_salad.app.games.salad.film import Film
from grenade_salad.app.games.salad.frame_cache import FrameCache
from grenade_salad.app.games.salad.hand import CardWidget, lay_out
from grenade_salad.app.games.salad.hand_strip import HandStrip
from grenade_salad.app.games.salad.layout import Strip, question, strip
from grenade_salad.app.games.salad.small_map import SmallMap
from grenade_salad.app.games.salad.stage import Stage
from grenade_salad.app.games.salad.turn_time import TurnTime
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.stage import side
from grenade_salad.app.table.table_scene import Ask, Pick
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key, Pad, Point, Pointer, Unfocused, Wheel, command
from grenade_salad.app.ui.meanings import Means
from grenade_salad.app.ui.picks import Who
from grenade_salad.core import Action
from grenade_salad.games.salad import events
from grenade_salad.games.salad.aim import Aim, Intent, Preview, sights
from grenade_salad.games.salad.cards import CARDS, RULES
from grenade_salad.games.salad.moves import Drop, End, Footpath, Keep
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.reasons import MustPlay
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller
from grenade_salad.text import Reader, Words, m, say

_TABLE_KEYS: frozenset[Means] = frozenset(("turn_left", "turn_right", "closer", "farther", "overview"))


class SaladScene(SaladCourse):
    """One match. `battlefield` is what is about to be done, `stage` what is shown of what happened."""

    panel_height = 104.0

    def __init__(self, app: Shell, match: Match, controllers: tuple[Controller, ...]) -> None:
        options = match.header.options
        assert isinstance(options, SaladOptions)
        self.options = options
        self.stage = Stage()
        self.chosen_before: Preview | None = None
        """What a machine is about to do, while it is shown."""
        self.hinted: Preview | None = None
        self.counted: SaladView | None = None
        self.cards: list[CardWidget] = []
        self.last_drop: events.Dropped | None = None
        self.trays = [[0] * len(match.header.seats) for _ in match.header.seats]
        self.by_keys = False
        self.turn_time = TurnTime()
        self.hand_strip: HandStrip | None = None
        self.about: tuple[Point, ...] = ()
        """What the step is about that is shown."""
        self.time = 0.0
        self.kept = FrameCache()
        self.battlefield = Battlefield(
            self.stage, options.measures(), self._do, self.refuse, self._changed, self._sound
        )
        self.small_map = SmallMap(self.battlefield.eye)
        self.controls = Controls(self, options.measures().default_height)
        super().__init__(app, match, controllers)
        self.show = Show(
            self.stage,
            self.motion,
            self.app.audio.play,
            self._side,
            lambda seat: side(self.panels[seat].rect.centerx, self.size[0]),
            self._took,
            options.measures().blast_radius,
            seats=len(self.names),
        )
        self._film: Film | None = None
        self.jumped()

    def _make_widgets(self) -> None:
        self.widgets.add(self.battlefield)
        for widget in (*self.controls.all, self.small_map):
            self.widgets.add(widget)
        super()._make_widgets()
        self.widgets.set_focus(self.battlefield)

    # places

    def layout_table(self) -> None:
        board = self.places.table
        self.battlefield.eye.seen_through(self._seen_through(), self._above_the_hand(self.places.around))
        boxes = [panel.rect for panel in self.panels]
        self.small_map.rect = small_map.place(board, boxes, self.places.hand, self.options.table)
        self.battlefield.rect = Rect(self.places.around)
        self._place_strip()

    def _place_strip(self) -> None:
        self.strip: Strip = strip(self.places.hand, self.size[1], self.controls.situation.drop)
        self.controls.name_keys(self.app.settings.key_words)
        self.controls.place(self.strip, self.places.table)
        lay_out(self.cards, self.strip.cards, self.strip.cards.height - 8)

    def reaction_began(self) -> None:
        self._place_reaction()

    def layout(self, size: tuple[float, float]) -> None:
        super().layout(size)
        self.kept.frame_key = self.kept.last_key = None
        self._place_reaction()

    def _place_reaction(self) -> None:
        """The question lies off the mat, where the buttons of one's own turn are."""
        if self.reaction is not None:
            self.reaction.layout_flat(question(self.strip, self.viewer is not None))

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
                by_hand=self.battlefield.eye.held,
                played_out=not table.cards_left,
            )
        )
        if table.step != "drop":
            self.controls.height.value = self.battlefield.intent.height
        what = self.battlefield.intent.what
        self.rules_page = f"grenade-salad#{RULES.get(what) or RULES[table.step]}"
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

    def choose_card(self, card: Card) -> None:
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
            self.battlefield.begin(Intent(card, height=self.options.measures().default_height))
            self._follow()
            self.widgets.set_focus(self.controls.height if card == "circles" else self.battlefield)
            if self.by_keys:
                self.battlefield.start_keys()

    def why_no_card(self, card: Card) -> Words:
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
        self.battlefield.eye.zoom(times)

    def overview(self) -> None:
        """Look at the whole table, or follow the fight again."""
        self.battlefield.eye.overview()

    def follow(self) -> None:
        """Let the camera go."""
        self.battlefield.eye.follow()

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
        picks = [self._pick_of(card) for card in hand]

        def done(index: int | None) -> None:
            if index is not None:
                self.choose_card(hand[index])

        title = m("{who}: choose a card to play", who=self.names[aim.seat])
        self.hand_strip = HandStrip(self.app, Who(aim.seat, self.names[aim.seat]), picks, done, title=title)
        self.app.push(self.hand_strip)
        self.layout_table()
        self.look_on()

    def entered(self) -> None:
        if self.hand_strip is not None:
            self.hand_strip = None
            self.layout_table()
        super().entered()

    def _seen_through(self) -> Rect:
        """Through where the table is seen: above an open hand, so that what the camera frames stays in view."""
        return self._above_the_hand(self.places.table)

    def _above_the_hand(self, area: Rect) -> Rect:
        box = Rect(area)
        if self.hand_strip is not None:
            box.height = min(box.height, self.hand_strip.box.top - box.top)
        return box

    def _pick_of(self, card: Card) -> Pick:
        why = say(self.why_no_card(card), Reader(self.names), begin=True)
        return Pick(CARDS[card].name, (f"cards/salad/{card}.svg",), why, CARDS[card].does)

    def _do(self, action: Action) -> None:
        self.act(action)

    def _changed(self) -> None:
        self.dirty = True
        now, eye = self.controls.situation, self.battlefield.eye
        if (self.battlefield.intent.what, eye.camera.zoom > 1, eye.held) != (now.what, now.zoomed, now.by_hand):
            self._follow()

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
            case Key(down=True) if event.means & _TABLE_KEYS:
                return field.typed(event)
            case Key(key=code, down=True, repeat=False):
                return self.seat_key(code)
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
        super().update(dt)
        self.look_on()
        pace = self.app.settings.pace
        self.battlefield.flow(dt, cut=self.app.settings.reduced_motion or pace == 0)

    @property
    def animating(self) -> bool:
        return super().animating or self.battlefield.eye.gliding

    # hints

    def hint_words(self, action: Action, seat: int) -> Words:
        return hint.in_words(action, self.table, self.names, seat)

    def show_hint(self, action: Action | None) -> None:
        self.hinted = None if action is None else hint.preview_of(action, self.table, self.names, self.viewer)
        if action is not None and self.battlefield.intent.what:
            self.cancel()
        if action is not None and action.do == "end":
            self.widgets.set_focus(self.controls.end)

    def show_better(self, action: Action | None) -> None:
        self.show_hint(action)

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        if seen := hint.preview_of(action, self.table, self.names, seat):
            hint.draw_map(canvas, box, self.table, seen, self.options.cube)

    # mines

    def asking(self) -> Ask | None:
        view = self.match.state.view(None)
        assert isinstance(view, SaladView)
        if view.step != "mines":
            return None
        return Ask(words.mine_question(view, self.match.entries, self.names, self.viewer), m("Let it pass"))

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        legal = [action for action in self.match.state.legal(seat) if isinstance(action, Footpath)]
        view = self.match.state.view(None)
        assert isinstance(view, SaladView)
        aim = Aim(view, seat, self.names, self.match.state.why_not, sights(legal), seat)
        return words.mine_picks(aim, self.viewer == seat)
