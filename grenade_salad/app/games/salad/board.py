"""The board of Grenade Salad: the drop, the turns, the mines and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from grenade_salad.app.games.salad import (
    accessible_board,
    hint,
    layout,
    paint,
    small_map,
    words,
)
from grenade_salad.app.games.salad.battlefield import Battlefield
from grenade_salad.app.games.salad.board_view import SaladBoardView
from grenade_salad.app.games.salad.controls import Controls, Situation
from grenade_salad.app.games.salad.display_state import SaladDisplay
from grenade_salad.app.games.salad.hand import CardWidget, lay_out_hand
from grenade_salad.app.games.salad.layout import lay_out_hand_area, place_question
from grenade_salad.app.games.salad.mat_view import draw_mat_view
from grenade_salad.app.games.salad.render import draw_frame
from grenade_salad.app.games.salad.step_player import StepPlayer
from grenade_salad.app.games.salad.surroundings import draw_hand_area
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.match.game_board import GameBoard, ReactionPrompt
from grenade_salad.app.match.layout import Places
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import (
    GamepadInput,
    Input,
    KeyInput,
    KeyRepeat,
    PointerInput,
    ScrollInput,
    Unfocused,
    read_command,
)
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.app.ui.picks import Pick
from grenade_salad.core import Action
from grenade_salad.games.salad.actions import Drop, End, Footpath, Keep, ThrowAway
from grenade_salad.games.salad.aim import Aim, Intent, Preview, find_abilities
from grenade_salad.games.salad.blocks import describe_blocks
from grenade_salad.games.salad.cards import CARDS, RULES, name_with_count
from grenade_salad.games.salad.describe import describe_question
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.reasons import MustPlay, MustThrowAway
from grenade_salad.games.salad.view import SaladView
from grenade_salad.session.session import VisibleStep
from grenade_salad.sheets.salad_heaps import describe_heaps
from grenade_salad.text import Reader, Words, m, say

_TABLE_KEYS: frozenset[KeyMeaning] = frozenset(("turn_left", "turn_right", "closer", "farther", "overview"))
_MIN_WIDTH = 780.0
"""Minimum width of the canvas, in units, in a tall window."""


class SaladBoard(GameBoard):
    """The board of a match: possible actions, buttons and input.

    `board_view` is what is drawn, `step_player` plays its steps.
    """

    has_public_hints = True
    avoids_cover = False

    def __init__(self, table: TableScene) -> None:
        self.table, self.controller = table, table.controller
        table.panel_height = 104.0
        table.draws_table = True
        table.smallest_portrait, table.narrowest = (_MIN_WIDTH, _MIN_WIDTH), _MIN_WIDTH
        options = table.controller.match.header.options
        assert isinstance(options, SaladOptions)
        table.tile_width = options.tile
        self.options, self.display = options, SaladDisplay()
        measures = options.measures()
        self.default_height = measures.default_height(len(table.controller.names))
        self.battlefield = Battlefield(
            self.display,
            measures,
            act=table.controller.act,
            refuse=self._show_refusal,
            on_change=self._on_change,
            play_sound=table.app.audio.play,
        )
        self.controls = Controls(self, self.battlefield, self.default_height)
        self.board_view = SaladBoardView(table, options, self.display, self.battlefield, self.controls)
        self.step_player = StepPlayer(self.board_view, self._update_controls)
        for widget in (self.battlefield, *self.controls.all, self.board_view.small_map, self.board_view.missed_replay):
            table.widgets.add(widget)

    def on_table_ready(self) -> None:
        self.table.widgets.set_focus(self.battlefield)
        self.show_position()

    def show_position(self) -> None:
        self.step_player.show_position()

    def animate(self, step: VisibleStep) -> None:
        self.step_player.animate(step)

    def on_step_shown(self) -> None:
        self.step_player.on_step_shown()

    # Layout

    def place(self, rect: Rect) -> None:
        self.board_view.cache.frame_key = self.board_view.cache.last_key = None
        self.battlefield.camera_rig.fit_window(self.table.places.table, self.table.places.visible_table)
        boxes = [panel.rect for panel in self.table.panels]
        self.board_view.small_map.rect = small_map.place_map(rect, boxes, self.table.places.hand, self.options.table)
        self.board_view.missed_replay.place(rect, self.board_view.small_map.rect)
        self.battlefield.rect = Rect(self.table.places.visible_table)
        self._place_hand()

    def _place_hand(self) -> None:
        """Lay out the hand, its panel and all buttons."""
        self.board_view.hand_layout = lay_out_hand_area(
            self.table.places.hand, self.table.size[1], has_wide_panel=self.controls.situation.is_dropping
        )
        self.controls.update_tips(self.table.app.settings.key_name)
        self.controls.place(self.board_view.hand_layout, self.table.places.table)
        lay_out_hand(
            self.board_view.cards, self.board_view.hand_layout.cards, self.board_view.hand_layout.cards.height - 8
        )

    def place_reaction(self, reaction: Reaction) -> None:
        """Place the question off the mat, where the buttons of a turn are."""
        reaction.layout_flat(place_question(self.board_view.hand_layout, shows_hand=self.controller.viewer is not None))

    # Actions

    def on_turn_began(self, seat: int) -> None:
        """Offer what the player can do.

        `StepPlayer.animate` has let the camera follow again already.
        """
        state = self.controller.match.state
        if self.board_view.view.step == "drop":
            self.battlefield.offer(None)
        else:
            can = find_abilities(state.legal_actions(seat))
            self.battlefield.offer(Aim(self.board_view.view, seat, self.controller.names, state.why_not, can, seat))
        self._update_controls()
        if self.board_view.view.step == "drop":
            self.table.widgets.set_focus(
                self.controls.keep_button if self.board_view.view.attempts else self.controls.drop_button
            )
        elif not any(card.focused for card in self.board_view.cards):
            self.table.widgets.set_focus(self.battlefield)

    def on_seats_changed(self) -> None:
        view = self.board_view.view
        turn = None if view.is_over or view.step == "drop" else view.turn
        for seat, panel in enumerate(self.table.panels):
            panel.is_active = seat == turn
        if self.controller.actor is None and self.battlefield.aim is not None:
            self.battlefield.offer(None)
        self._update_controls()

    def clickable_seats(self) -> Sequence[int]:
        """Let each of several persons at this screen look at their own hand at any time."""
        return () if self.board_view.view.step == "drop" else self.table.cover_seats

    def on_seat_clicked(self, seat: int) -> None:
        if seat == self.controller.actor:
            self.look_at_hand()
        else:
            self.table.look(seat)

    def _update_controls(self) -> None:
        """Show the cards and buttons for what is about to be done."""
        view, actor = self.board_view.view, self.controller.actor
        is_acting = actor is not None and self.table.reaction is None
        why, must_throw_away = "", False
        if is_acting and view.step in ("move", "cards"):
            reason = self.controller.match.state.why_not(End(actor))
            must_throw_away = isinstance(reason, MustThrowAway)
            if reason and (must_throw_away or actor == self.controller.viewer):
                why = words.reason_text(reason, view, self.controller.names, actor)
        self.controls.update(
            Situation(
                is_acting=is_acting,
                is_dropping=view.step == "drop",
                can_keep=view.attempts > 0,
                planned_action=self.battlefield.intent.kind,
                is_covered=self.controller.viewer is None,
                why_not_end=why,
                must_throw_away=must_throw_away,
                is_zoomed=self.battlefield.camera.zoom > 1,
                is_camera_held=self.battlefield.camera_rig.is_held,
                is_end_phase=view.end_phase,
                has_played_out=not view.cards_left,
            )
        )
        self._allow_confirm()
        end = self.controls.end_turn_button
        if end.visible and end.enabled and end.kind == "main" and self.table.widgets.focus is self.battlefield:
            self.table.widgets.set_focus(end)
        if view.step != "drop":
            self.controls.height_slider.value = self.battlefield.intent.height
        kind = self.battlefield.intent.kind
        self.table.rules_page = f"grenade-salad#{RULES.get(kind) or RULES[view.step]}"
        for seat, panel in enumerate(self.table.panels):
            panel.tip = words.seat_tip(view, seat, self.controller.names[seat])
        self._update_cards()
        self._place_hand()
        self.table.dirty = True

    def _allow_confirm(self) -> None:
        """Enable the button that confirms if it does something; else it says why not."""
        battlefield, button = self.battlefield, self.controls.confirm_button
        why = say(battlefield.preview.refusal, Reader(self.controller.names), begin=True)
        button.enabled, button.why_disabled = battlefield.can_confirm, why

    def _update_cards(self) -> None:
        """Make a widget for each visible card.

        These are the viewer's hand, or the one card that was chosen under the cover.
        """
        hand = self.board_view.hand
        if [card.card for card in self.board_view.cards] != list(hand):
            had_focus = any(card.focused for card in self.board_view.cards)
            self.table.widgets.remove(self.board_view.cards, self.battlefield if had_focus else None)
            self.board_view.cards = [
                CardWidget(card, partial(self._press_card, index)) for index, card in enumerate(hand)
            ]
            other_widgets = [item for item in self.table.widgets.items if item is not self.battlefield]
            for card in self.board_view.cards:
                self.table.widgets.add(card)
            self.table.widgets.items = [self.battlefield, *self.board_view.cards, *other_widgets]
        aim = self.battlefield.aim
        chosen = self.battlefield.intent.kind
        for card in self.board_view.cards:
            card.is_chosen = card.card == chosen
            chosen = "" if card.is_chosen else chosen
            card.is_playable = aim is None or card.card in aim.abilities.cards

    def _press_card(self, index: int) -> None:
        if index < len(self.board_view.cards):
            self.choose_card(self.board_view.cards[index].card)

    def choose_card(self, card: Card) -> None:
        """Begin to play a card, or say why it cannot be played; cancel the chosen one."""
        aim = self.battlefield.aim
        if aim is None:
            self.controller.refuse(words.why_no_card_now(self.board_view.view, self.controller.names))
        elif self.battlefield.intent.kind == card:
            self.cancel()
        elif refusal := self.why_no_card(card):
            self.controller.refuse(refusal)
        else:
            self.table.app.audio.play("card")
            self.battlefield.begin(Intent(card, height=self.default_height))
            self._update_controls()
            self.table.widgets.set_focus(self.controls.height_slider if card == "circles" else self.battlefield)
            if self.board_view.uses_keys:
                self.battlefield.begin_keys()

    def why_no_card(self, card: Card) -> Words:
        """Return why a card cannot be played now, whatever its target."""
        assert self.battlefield.aim
        return words.why_no_card(self.battlefield.aim, card)

    # Commands of the buttons

    def drop(self) -> None:
        """Drop the soldiers for all players (GS-05, GS-06)."""
        self.controller.act(Drop(height=self.controls.height_slider.value, seat=self.controller.actor))

    def keep(self) -> None:
        """Keep the drop: play with the soldiers as they are."""
        self.controller.act(Keep(seat=self.controller.actor))

    def cancel(self) -> None:
        """Cancel what was begun."""
        self.battlefield.cancel()
        self._update_controls()

    def end_turn(self) -> None:
        """End the turn, or say why it cannot end.

        The reason names no card where other players see it.
        """
        if self.controller.actor is None:
            return
        reason = self.controller.match.state.why_not(End(self.controller.actor))
        if isinstance(reason, MustPlay) and self.controller.viewer is None:
            self.controller.refuse(words.MUST_PLAY)
        else:
            self.controller.act(End(self.controller.actor))

    def throw_away(self) -> None:
        """Ask which card to throw away (GS-36).

        If other players see the window, ask under the cover.
        """
        seat, state = self.controller.actor, self.controller.match.state
        if seat is None:
            return
        choices = [action for action in state.legal_actions(seat) if isinstance(action, ThrowAway)]
        counts = Counter(self._hand_of(seat))
        labels = [name_with_count(choice.card, counts[choice.card]) for choice in choices]

        def throw(index: int) -> None:
            self.controller.act(choices[index])

        if self.controller.viewer is not None:
            answers = [Answer(label, partial(throw, index)) for index, label in enumerate(labels)]
            # Translators: a button: throw nothing away yet
            not_yet = Answer(m("Not yet"), do_nothing, back=True)
            effect = m("It goes onto the pile, face up. You draw another, and may still play one card.")
            title = m("Which card do you throw away?")
            self.table.app.push(Dialog(self.table.app, title, effect, [*answers, not_yet]))
            return

        def throw_picked(index: int | None) -> None:
            if index is not None:
                throw(index)

        picks = [
            replace(self._card_pick(choice.card, ""), words=label)
            for choice, label in zip(choices, labels, strict=True)
        ]
        title = m("{who}: which card do you throw away?", who=self.controller.names[seat])
        self.table.look(seat, picks, throw_picked, title, is_drawn=False)

    def choose_height(self, height: float) -> None:
        """Set the height of the drop to the slider's."""
        if self.battlefield.intent.kind == "circles":
            self.battlefield.intent.height = height
            self.battlefield.refresh()

    def look_at_hand(self) -> None:
        """Open the cover for the person whose turn it is; a card can be chosen under it."""
        aim = self.battlefield.aim
        if aim is None or self.controller.viewer is not None:
            return
        hand = self._hand_of(aim.seat)
        reader = Reader(self.controller.names)
        picks = [self._card_pick(card, say(self.why_no_card(card), reader, begin=True)) for card in hand]

        def play_chosen(index: int | None) -> None:
            if index is not None:
                self.choose_card(hand[index])

        title = m("{who}: choose a card to play", who=self.controller.names[aim.seat])
        self.table.look(aim.seat, picks, play_chosen, title, is_drawn=False)

    def _hand_of(self, seat: int) -> Sequence[Card]:
        """Return the hand of a seat, which only its person may see."""
        view = self.controller.match.state.view(seat)
        assert isinstance(view, SaladView)
        hand = view.hands[seat]
        assert not isinstance(hand, int)
        return hand

    def _card_pick(self, card: Card, why: str) -> Pick:
        return Pick(CARDS[card].name, (f"cards/salad/{card}.svg",), why, CARDS[card].does)

    def _show_refusal(self, preview: Preview) -> None:
        """Show the reason of a refusal beside its subject, without covering it."""
        self.controller.refuse(preview.refusal, is_drawn=False)
        self.board_view.refuse(preview)

    def _on_change(self) -> None:
        """Update the buttons if the intent or the camera has changed what they show."""
        self.table.dirty = True
        self._allow_confirm()
        situation, camera_rig = self.controls.situation, self.battlefield.camera_rig
        if (self.battlefield.intent.kind, camera_rig.camera.zoom > 1, camera_rig.is_held) != (
            situation.planned_action,
            situation.is_zoomed,
            situation.is_camera_held,
        ):
            self._update_controls()

    # Input

    def observe_input(self, event: Input) -> None:
        self.board_view.uses_keys = isinstance(event, KeyInput | GamepadInput) or (
            self.board_view.uses_keys and not isinstance(event, PointerInput)
        )
        if isinstance(event, Unfocused):
            self.battlefield.let_go()

    def handle_input(self, event: Input) -> bool:
        battlefield = self.battlefield
        if read_command(event) == "accept" and self.table.widgets.focus is self.controls.height_slider:
            return self._drop_from_slider()
        match event:
            case PointerInput():
                return self._handle_pointer(event)
            case ScrollInput() if self.table.widgets.widget_at(event.position) is battlefield:
                battlefield.scroll_at(event)
                return True
            case KeyInput(down=True) if event.meanings & _TABLE_KEYS:
                return battlefield.handle_key(event)
            case KeyRepeat(press) if press.meanings & _TABLE_KEYS:
                return battlefield.repeats_key(press) and battlefield.handle_key(press)
            case KeyInput(key=code, down=True):
                return self.table.press_seat_key(code)
            case GamepadInput():
                return battlefield.handle_gamepad(event)
        return False

    def _drop_from_slider(self) -> bool:
        """Drop from the height of the slider, when Enter is pressed on it."""
        if self.board_view.view.step == "drop":
            self.drop()
        else:
            self.battlefield.confirm()
        return True

    def _handle_pointer(self, event: PointerInput) -> bool:
        """Let the mat use the pointer. Returns True for presses and releases there."""
        battlefield = self.battlefield
        is_over_mat = self.table.widgets.widget_at(event.position) is battlefield
        if event.kind == "down" and is_over_mat:
            self.table.widgets.set_focus(battlefield)
        if (is_over_mat or battlefield.is_busy) and battlefield.handle_pointer(event):
            self.table.dirty = True
        return event.kind != "move" and (is_over_mat or battlefield.is_busy)

    def cancel_action(self) -> bool:
        had_begun = self.table.reaction is None and self.battlefield.cancel()
        if had_begun:
            self._update_controls()
        return had_begun

    def update(self, dt: float) -> None:
        self.board_view.time += dt
        self.board_view.update_camera()
        self.board_view.refusal_time_left -= dt
        pace = self.table.app.settings.pace
        self.battlefield.advance(dt, is_cut=self.table.app.settings.reduced_motion or pace == 0)
        if self.board_view.missed_replay.update(dt, self.table.motion.pace, is_idle=not self.table.motion.is_busy):
            self.table.dirty = True

    @property
    def is_moving(self) -> bool:
        return (
            self.battlefield.camera_rig.is_gliding
            or self.board_view.missed_replay.visible
            or self.board_view.cache.sprites.is_late
        )

    # Hints

    def hint_words(self, action: Action, seat: int) -> Words:
        return hint.describe_hint(action, self.board_view.view, self.controller.names, seat)

    def show_hint(self, action: Action | None) -> None:
        self.board_view.hint_preview = (
            None
            if action is None
            else hint.preview_hint(action, self.board_view.view, self.controller.names, self.controller.viewer)
        )
        if action is not None and self.battlefield.intent.kind:
            self.cancel()
        if action is not None and action.do in ("end", "throw_away"):
            end, throws = self.controls.end_turn_button, self.controls.throw_away_button
            self.table.widgets.set_focus(throws if action.do == "throw_away" else end)

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        if preview := hint.preview_hint(action, self.board_view.view, self.controller.names, seat):
            hint.draw_map(canvas, box, self.board_view.view, preview, self.options.cube)

    # Mines

    def reaction_prompt(self) -> ReactionPrompt | None:
        view = self.controller.match.state.view(None)
        assert isinstance(view, SaladView)
        if view.step != "mines":
            return None
        question = describe_question(view, self.controller.names, self.controller.viewer)
        return ReactionPrompt(question, m("Let it pass"))

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        legal = [action for action in self.controller.match.state.legal_actions(seat) if isinstance(action, Footpath)]
        view = self.controller.match.state.view(None)
        assert isinstance(view, SaladView)
        aim = Aim(view, seat, self.controller.names, self.controller.match.state.why_not, find_abilities(legal), seat)
        return words.mine_picks(aim, is_uncovered=self.controller.viewer == seat)

    def make_places(self, size: tuple[float, float]) -> Places:
        return layout.arrange_window(
            size,
            len(self.controller.names),
            self.table.panel_height,
            faces_edges=self.table.app.settings.facing == "edges",
        )

    # Words and drawing

    def status(self) -> Words:
        return words.status(self.board_view.view, self.controller.names, self.board_view.context)

    def preview_text(self) -> Words:
        preview = self.board_view.chosen_preview or self.battlefield.preview
        return preview.refusal or preview.effect

    def table_lines(self) -> Sequence[str]:
        """Return the board in words.

        While a player may act, the soldiers are left out: they are parts of the mat.
        """
        blocks = [say(block_words) for block_words in describe_blocks(self.board_view.view.blocks)]
        if self.battlefield.aim is not None:
            return [*self.table.default_table_lines(), *blocks]
        nodes = accessible_board.soldier_nodes(
            self.board_view.view.soldiers,
            self.controller.viewer,
            self.controller.names,
            Preview(),
            lambda _: (0, 0, 0, 0),
        )
        lines = [
            m("{soldier}: {place}", soldier=node.name, place=node.description.partition("\n")[0]) for node in nodes
        ]
        return [*self.table.default_table_lines(), *map(say, lines), *blocks]

    def summarize_table(self) -> Sequence[str]:
        """Describe heaps of soldiers and who is in reach, instead of each soldier."""
        view, names = self.board_view.view, self.controller.names
        seat = view.turn if self.controller.viewer is None else self.controller.viewer
        blocks = [say(block_words) for block_words in describe_blocks(view.blocks)]
        heaps = [say(words, Reader(names)) for words in describe_heaps(view, seat, names)]
        return [*heaps, *blocks, *self.table.default_table_lines()]

    def seat_facts(self, seat: int) -> Sequence[Words]:
        return words.seat_facts(self.board_view.view, seat, self.step_player.animator.arrivals[seat])

    def ending(self) -> Ending:
        return words.summarize_ending(self.board_view.view, self.controller.names)

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        surroundings = self.board_view.surroundings
        paint.draw_belongings(canvas, box, surroundings.view, seat, surroundings.trays[seat])

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        paint.draw_open_hand(canvas, box, self._hand_of(seat))

    @property
    def has_begun(self) -> bool:
        return bool(self.battlefield.intent.kind)

    def draw(self, canvas: Canvas) -> None:
        draw_mat_view(canvas, self.board_view.mat_view, self.board_view.cache)
        draw_hand_area(canvas, self.board_view.surroundings)

    def draw_window(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        def draw_all(canvas: Canvas) -> None:
            canvas.draw_table()
            draw(canvas)

        canvas.is_untouched = canvas.is_untouched and self.table.lesson_guide is None
        draw_frame(canvas, self.board_view.frame, self.board_view.cache, draw_all)
