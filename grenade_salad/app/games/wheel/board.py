"""Board of the wheel: the ring, dice, secret hearts, and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.games.effects import draw_flying, pan_at
from grenade_salad.app.games.wheel import hearts, render, words
from grenade_salad.app.games.wheel.animations import Animator
from grenade_salad.app.games.wheel.display_state import WheelDisplay
from grenade_salad.app.games.wheel.draw import die_point
from grenade_salad.app.games.wheel.notebook import Marks, Notebook, describe_marking
from grenade_salad.app.games.wheel.private_cover import PrivateCover
from grenade_salad.app.games.wheel.render import layout_hearts, place_buttons
from grenade_salad.app.games.wheel.ring import fit_ring
from grenade_salad.app.games.wheel.single_notebook import SingleNotebook
from grenade_salad.app.match.ending import Ending
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.match.layout import Places, put_panels_above
from grenade_salad.app.match.narration import MAX_WORDS
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.match.text_view import turn_sentence
from grenade_salad.app.ui.accessible import AccessibleNode, join_sentences
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, GamepadInput, Input, KeyInput, Point, PointerInput
from grenade_salad.app.ui.picks import NamedSeat
from grenade_salad.app.ui.theme import is_tall_window
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Event, TurnBegan
from grenade_salad.games.wheel import Advance, Preview
from grenade_salad.games.wheel.preview import preview as preview_move
from grenade_salad.games.wheel.ring import DICE
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import Message, Words, m, say

_SHOWN_FOR = 1.1
"""Seconds that a machine player's choice is visible before it takes effect."""
_MIN_CANVAS, _MIN_CANVAS_AROUND = (800.0, 450.0), (1000.0, 600.0)
"""The smallest canvas, with the seats' panels at the left, and around the table."""
_LOW_WINDOW = 560.0
"""Height of the window in units below which the hand's strip is low."""
_LOOK_TIP = m("Your heart and your notebook, under a cover")
_HAND_HEIGHT, _LOW_HAND_HEIGHT = 116.0, 92.0
"""Height in units of the hand's strip, also in a low window."""
_PANEL_HEIGHT, _LOW_PANEL_HEIGHT = 112.0, 92.0
"""Height in units of a seat's panel, also with more seats than `_FEW_SEATS`."""
_FEW_SEATS = 4
_TOUCH_SIZE = 30.0
"""Minimum size of a die's touch area in units, where its neighbours leave space."""
_MIN_RING_SIZE, _USUAL_RING_SIZE = 3, 8
"""Number of cards that the ring has space for at least, and before it is laid."""


class DieWidget(Widget):
    """A white die that can be chosen; the table draws it."""

    radius = 7.0

    def __init__(
        self,
        die: int,
        choose: Callable[[int], None],
        focus_next: Callable[[int, int], bool],
        describe: Callable[[int], tuple[str, str]],
    ) -> None:
        """`choose`, `focus_next` and `describe` get the index of the die.

        `focus_next` moves the focus to a neighbour, 1 for clockwise or -1. `describe` returns the state and place of
        the die, and its effect.
        """
        super().__init__()
        self.die, self.choose, self.focus_next, self.describe = die, choose, focus_next, describe
        self.focusable = False

    def accessible_node(self) -> AccessibleNode:
        value, effect = self.describe(self.die)
        return self.make_node("button", say(m("White die {number}", number=self.die + 1)), value, effect)

    def activate(self) -> None:
        self.choose(self.die)

    def step(self, direction: Command) -> bool:
        return direction in ("left", "right") and self.focus_next(self.die, 1 if direction == "right" else -1)


class WheelBoard(GameBoard):
    """The board of one match of the wheel."""

    has_public_hints = True

    def __init__(self, table: TableScene) -> None:
        self.table, self.controller = table, table.controller
        self.display = WheelDisplay()
        self.chosen: int | None = None
        """The white die that waits to be chosen a second time, which moves it."""
        self.announced: Preview | None = None
        """The preview of a machine player's choice, while it is announced."""
        self.marks: dict[int, Marks] = {seat: {} for seat in range(len(table.controller.names))}
        """The marks in each seat's notebook."""
        self.pointed_card: int | None = None
        """The index in the ring of the card under the pointer."""
        self.uses_keys = False
        """True if the last input was from keys or a gamepad: the focus shows a preview, not the pointer."""
        self.time = 0.0
        """Seconds since the board was made."""
        self._has_skipped = False
        """True if a step was shown since the last frame.

        A press that skipped its animation chooses no card.
        """
        # Any size will do: the first layout replaces the boxes before anything is drawn.
        self.ring_area = Rect(0, 0, 800, 600)
        self.ring = fit_ring(self.ring_area, _USUAL_RING_SIZE)
        self.hearts_layout = layout_hearts(self.ring_area, heart_count=0, button_count=0)
        self.dice = [
            DieWidget(die, choose=self.press_die, focus_next=self._focus_next_die, describe=self._describe_die)
            for die in DICE
        ]
        self.move_button = Button(m("Move this die"), self.decide, kind="main", icon="check")
        self.look_button = Button(m("Look"), self._open_for_next, icon="eye", tip=_LOOK_TIP)
        self.notebook = SingleNotebook(table)
        self.animator = Animator(
            display=self.display,
            motion=table.motion,
            names=table.controller.names,
            sound=table.app.audio.play,
            on_event_shown=table.controller.mark_event_shown,
            on_change=table.update_panels,
            side=lambda card: pan_at(self.ring.places[card][0], table.size[0]),
            heart_path=lambda seat, index: hearts.dealing_path(self.ring, table.panels[seat], index),
        )
        for widget in (*self.dice, self.move_button, self.look_button, self.notebook.button):
            table.widgets.add(widget)

    def on_table_ready(self) -> None:
        self.table.widgets.add(self.notebook.widget)
        self.table.widgets.set_focus(None)
        self.show_position()

    @property
    def view(self) -> WheelView:
        """The view of the viewer at the step that is visible."""
        view = self.controller.view
        assert isinstance(view, WheelView)
        return view

    def view_for(self, seat: int) -> WheelView:
        """Return the view of one seat, which only its person may see."""
        view = self.controller.match.state.view(seat)
        assert isinstance(view, WheelView)
        return view

    # Layout

    def make_places(self, size: tuple[float, float]) -> Places:
        settings = self.table.app.settings
        self.notebook.widget.instructions = describe_marking(settings.key_name)
        self.table.smallest = _MIN_CANVAS if settings.facing == "one" else _MIN_CANVAS_AROUND
        self.table.hand_height = _LOW_HAND_HEIGHT if size[1] < _LOW_WINDOW else _HAND_HEIGHT
        self.table.panel_height = _LOW_PANEL_HEIGHT if len(self.controller.names) > _FEW_SEATS else _PANEL_HEIGHT
        usual, in_rows = self.table.default_places(size), is_tall_window(size) and settings.facing == "one"
        return put_panels_above(usual, self.table.panel_height) if in_rows else usual

    def place(self, rect: Rect) -> None:
        self.notebook.place()
        below = self.notebook.height_below_ring
        self.ring_area = Rect(rect.x + 6, rect.y + 6, rect.width - 12, rect.height - 10 - below)
        self._fit_ring()
        self._update_widgets()

    def _fit_ring(self) -> None:
        self.ring = fit_ring(self.ring_area, max(_MIN_RING_SIZE, len(self.display.ring) or _USUAL_RING_SIZE))

    def _update_widgets(self) -> None:
        """Place the widgets that belong to what can be done now."""
        is_acting = self.controller.actor is not None and bool(self.display.dice)
        side = max(self.ring.die, min(_TOUCH_SIZE, self.ring.die * 1.06))
        for widget in self.dice:
            widget.focusable = is_acting
            if self.display.dice:
                (x, y), _ = die_point(self.ring, self.display, widget.die)
                widget.rect = Rect(x - side / 2, y - side / 2, side, side)
        if not is_acting and self.table.widgets.focus in (*self.dice, self.move_button):
            self.table.widgets.set_focus(None)
        self._update_move_button(is_acting)
        self.look_button.visible = bool(self.table.cover_seats)
        looker = self._next_looker
        self.look_button.words = m("Look ({number})", number=looker + 1) if looker is not None else m("Look")
        self.notebook.button.visible = self.notebook.needs_button
        buttons = [self.move_button, self.look_button, self.notebook.button]
        heart_count = len(self.own_hearts()[0])
        self.hearts_layout = layout_hearts(
            self.table.places.hand, heart_count, button_count=sum(button.visible for button in buttons)
        )
        place_buttons(self.hearts_layout.buttons, buttons)
        self.table.dirty = True

    def _update_move_button(self, is_acting: bool) -> None:
        """Let the main button move the chosen die, or show the result at the end."""
        button, is_over = self.move_button, self._is_over and self.controller.leave is None
        button.words, button.icon = (m("Who won"), "crown") if is_over else (m("Move this die"), "check")
        button.works_after_end = True
        button.visible = (bool(self.controller.persons) or is_over) and not self.controller.original_controllers
        button.enabled = is_over or (is_acting and self.chosen is not None)
        button.why_disabled = m("Choose a white die first.") if is_acting else say(self._why_not_now(), begin=True)

    @property
    def _is_over(self) -> bool:
        """True if the match is over, and all of it has been shown."""
        return self.view.is_over and self.controller.is_idle

    @property
    def _next_looker(self) -> int | None:
        """The seat that the Look button is for: the person in turn, or the next person."""
        seats = len(self.controller.names)
        turn = self.display.turn or 0
        return next(
            (seat % seats for seat in range(turn, turn + seats) if seat % seats in self.table.cover_seats), None
        )

    def own_hearts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the hearts of a single person, and those whose spades are face down.

        Both are empty unless one person plays against machine players. Face down is as it is displayed.
        """
        if self.controller.viewer is None:
            return (), ()
        cards = self.view.hearts[self.controller.viewer]
        if isinstance(cards, int):
            return (), ()
        return cards, hearts.spent_hearts(self.view.ring, cards, self.display.face_down)

    # Actions

    def on_turn_began(self, seat: int) -> None:
        self.chosen = None
        self._update_widgets()
        if self.table.widgets.focus is None or self.table.widgets.focus in (
            *self.dice,
            self.move_button,
            self.table.menu_button,
        ):
            self.table.widgets.set_focus(self.dice[0])

    def on_seats_changed(self) -> None:
        if self.controller.actor is None:
            self.chosen = None
        is_over = bool(self.display.unused) or self._is_over
        for seat, panel in enumerate(self.table.panels):
            if seat < len(self.display.alive):
                panel.is_active = seat == self.display.turn and not is_over
                panel.is_out = not self.display.alive[seat]
                panel.tip = words.seat_tip(
                    self.controller.names[seat],
                    self.display.counts[seat],
                    self.display.revealed[seat],
                    is_alive=self.display.alive[seat],
                )
        self._update_widgets()

    def clickable_seats(self) -> Sequence[int]:
        """With several persons, each can look at their own hearts at any time (WH-15)."""
        return self.table.cover_seats

    def alive(self) -> Sequence[bool]:
        return self.display.alive

    def on_seat_clicked(self, seat: int) -> None:
        self.open_for(seat)

    def _open_for_next(self) -> None:
        if self._next_looker is not None:
            self.open_for(self._next_looker)

    def open_for(self, seat: int) -> None:
        """Push the cover for a person, with their hearts and their notebook under it."""
        if seat not in self.table.cover_seats or not self.view.ring:
            return
        self.controller.show_everything()
        book = Notebook(self.controller.names, lambda: None)
        book.follow(self.view_for(seat), self.marks[seat])
        cover = PrivateCover(
            self.table.app,
            NamedSeat(seat, self.controller.names[seat]),
            draw=partial(self.draw_hand, seat=seat),
            notebook=book,
            secret_lines=partial(self.table.hand_lines, seat),
        )
        self.table.cover(cover)

    def press_die(self, die: int) -> None:
        """Choose a white die that was pressed, or move it if it is chosen already."""
        if self.controller.actor is None:
            self.controller.refuse(self._why_not_now())
        elif self.chosen == die:
            self.decide()
        else:
            self._choose(die)

    def _choose(self, die: int) -> None:
        self.chosen = die
        self.table.app.audio.play("pick")
        self.table.widgets.set_focus(self.dice[die])
        self._update_widgets()

    def decide(self) -> None:
        """Move the chosen die, or show the result at the end."""
        if self._is_over:
            self.table.show_end(is_counted=True)
        elif self.controller.actor is not None and self.chosen is not None:
            self.controller.act(Advance(self.controller.actor, self.chosen))

    def _focus_next_die(self, die_index: int, by: int) -> bool:
        """Move the focus from die to die, clockwise around the ring or back."""
        order: list[int] = sorted(DICE, key=lambda die: (self.display.dice[die].card, die))
        self.table.widgets.set_focus(self.dice[order[(order.index(die_index) + by) % len(order)]])
        self.table.dirty = True
        return True

    def _describe_die(self, die: int) -> tuple[str, str]:
        """Return the state and place of a die, and its effect."""
        return words.describe_die(self.view, die, is_acting=self.controller.actor is not None)

    def _why_not_now(self) -> Message:
        name = (
            None
            if self.display.turn is None or self.controller.actor is not None
            else self.controller.names[self.display.turn]
        )
        return words.why_not_now(name, is_over=self.view.is_over, has_rolled=bool(self.view.roll))

    @property
    def visible_preview(self) -> Preview | None:
        """The preview that is visible: of the die that is pointed at, chosen or focused.

        A choice that a machine player announces comes first.
        """
        if self.announced is not None:
            return self.announced
        if self.controller.actor is None or self.table.motion.is_busy or self.view.roll is None:
            return None
        focused = next((widget.die for widget in self.dice if widget.focused), None)
        hovered = next((widget.die for widget in self.dice if widget.hovered), None)
        if hovered is None and self.pointed_card is not None:
            hovered = self._find_die_to(self.pointed_card)
        in_order = (focused, self.chosen) if self.uses_keys else (hovered, self.chosen, focused)
        die_index = next((die for die in in_order if die is not None), None)
        return None if die_index is None else preview_move(self.view, die_index)

    def _find_die_to(self, card: int) -> int | None:
        """Return a die that would move to a card; the chosen one has priority."""
        dice = [die for die in DICE if preview_move(self.view, die).to == card]
        return self.chosen if self.chosen in dice else next(iter(dice), None)

    # Input

    def observe_input(self, event: Input) -> None:
        self.uses_keys = isinstance(event, KeyInput | GamepadInput) or (
            self.uses_keys and not isinstance(event, PointerInput)
        )

    def handle_input(self, event: Input) -> bool:
        match event:
            case PointerInput(kind="move"):
                return self._point_at(event.position)
            case PointerInput(kind="down", button=3) if self.chosen is not None:
                self._clear_choice()
                return True
            case PointerInput(kind="down", button=1):
                return self._press_table(event.position)
            case KeyInput(key=code, down=True):
                return self.table.press_seat_key(code)
        return False

    def _find_card(self, position: Point) -> int | None:
        """Return the index of the ring's card under the pointer.

        None if there is no card, or a widget covers it.
        """
        widget = self.table.widgets.widget_at(position)
        if widget is not None and (widget.focusable or widget not in self.dice):
            return None
        boxes = self.ring.boxes[: len(self.view.ring)]
        return next((index for index, box in enumerate(boxes) if box.collidepoint(position)), None)

    def _point_at(self, position: Point) -> bool:
        previous, self.pointed_card = self.pointed_card, self._find_card(position)
        has_moved_cursor = self.notebook.hover(position)
        if previous != self.pointed_card or has_moved_cursor:
            self.table.dirty = True
        return False

    def _press_table(self, position: Point) -> bool:
        card = self._find_card(position)
        if card is None:
            return False
        if self._has_skipped:
            return True
        self.pointed_card = card
        if self.controller.actor is None or self.view.roll is None:
            self.controller.refuse(self._why_not_now())
            return True
        die = self._find_die_to(card)
        if die is None:
            self.controller.refuse(words.why_no_card(self.view, card))
        else:
            self.press_die(die)
        return True

    def _clear_choice(self) -> None:
        self.chosen = None
        self._update_widgets()

    def cancel_action(self) -> bool:
        if self.notebook.close():
            return True
        had_choice = self.chosen is not None
        if had_choice:
            self._clear_choice()
        return had_choice

    def update(self, dt: float) -> None:
        self.time += dt
        self._has_skipped = False
        self._fit_ring()
        self.table.rules_page = words.choose_rules_page(self.visible_preview, is_over=self._is_over)

    # Animation

    def describe_event(self, event: Event) -> str | None:
        return "" if isinstance(event, TurnBegan) else None

    def animate(self, step: VisibleStep) -> None:
        previous, after = step.previous_view, step.view
        assert isinstance(previous, WheelView)
        assert isinstance(after, WheelView)
        self.animator.reduced_motion = self.table.app.settings.reduced_motion
        entry, wait = step.entry, 0.0
        if isinstance(entry, Advance) and not self.controller.controllers[entry.seat or 0].is_person:
            wait = self._announce(preview_move(previous, entry.die))
        self.animator.step(step.events, after, wait)
        self._update_widgets()

    def _announce(self, announced: Preview) -> float:
        """Show for a moment what a machine player is about to do, and return the seconds."""

        def begin(_: float) -> None:
            self.announced = announced

        def end() -> None:
            self.announced = None

        self.table.motion.play(_SHOWN_FOR, begin, end)
        return _SHOWN_FOR

    def on_step_shown(self) -> None:
        self.announced = None
        self._has_skipped = True
        self._update_notebook()

    def _update_notebook(self) -> None:
        """Note what is certain now in the notebook of a single person."""
        if self.controller.viewer is not None:
            self.notebook.widget.follow(self.view, self.marks[self.controller.viewer])

    def show_position(self) -> None:
        self.display.show_view(self.view)
        self.display.fade_light(0.0, 1.0 if self.display.is_duel else 0.0, 1.0)
        self.display.last = None
        self.chosen, self.announced = None, None
        self._update_notebook()
        self.table.layout(self.table.size)
        self.table.update_panels()

    # Words and drawing

    def status(self) -> Words:
        view, names = self.view, self.controller.names
        if view.is_over and view.ranking:
            return m("The game is over: {who} wins", who=names[view.ranking[0][0]])
        if self.controller.actor is not None and view.roll is not None:
            return words.prompt_choice(view, names[self.controller.actor], has_chosen=self.chosen is not None)
        if not self.display.dice or self.display.turn is None:
            return m("Dealing the cards…")
        name = names[self.display.turn]
        if self.announced is not None:
            return m("{who} chooses a die", who=name)
        return m("{who} rolls the black die…", who=name) if self.display.tumbling is not None else turn_sentence(name)

    def preview_text(self) -> Words:
        visible = self.visible_preview if self.chosen is not None else self.announced
        summary = words.summarize_preview(visible, self.view, hearts.spades_in_play(*self.own_hearts()))
        if self.chosen is None or self.controller.actor is None:
            return summary
        # The bar says it too, so a long effect is not made longer for people who listen.
        with_next_step = join_sentences(summary, say(m("Press the die again to move it.")))
        return with_next_step if len(with_next_step.split()) <= MAX_WORDS else summary

    def table_lines(self) -> Sequence[str]:
        return [*hearts.describe_own_hearts(*self.own_hearts()), *self.table.default_table_lines()]

    def seat_facts(self, seat: int) -> Sequence[Words]:
        if seat >= len(self.display.alive):
            return ()
        hidden = self.display.counts[seat] - len(self.display.revealed[seat])
        place = words.find_place(seat, self.view.ranking)
        return (words.seat_facts(hidden, place, is_alive=self.display.alive[seat]),)

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        if seat < len(self.display.counts):
            card_height = hearts.upright_height(self.table.panels[seat])
            hearts.draw_panel_hearts(canvas, box, card_height, self.display.counts[seat], self.display.revealed[seat])

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        view = self.view_for(seat)
        cards = view.hearts[seat]
        assert not isinstance(cards, int)
        hearts.draw_own_hearts(canvas, box, cards, hearts.spent_hearts(self.view.ring, cards, set(view.face_down)))

    def hint_words(self, action: Action, seat: int) -> Words:
        return words.format_hint(self.view, action.die) if isinstance(action, Advance) else action.do

    def show_hint(self, action: Action | None) -> None:
        if isinstance(action, Advance):
            self._choose(action.die)
        elif self.chosen is not None:
            self._clear_choice()

    def ending(self) -> Ending:
        return hearts.summarize_ending(self.view)

    def draw_window(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        draw(canvas)
        draw_flying(canvas, self.display.flying)

    def draw(self, canvas: Canvas) -> None:
        hearts.reserve_width(self.table.panels, self.display.counts)
        visible = self.visible_preview
        highlighted_die = visible.die if visible is not None else None
        # The focused die has a ring of its own already.
        dice = {
            widget.die: widget.die == highlighted_die for widget in self.dice if widget.focusable and not widget.focused
        }
        picture = render.Picture(
            view=self.view,
            display=self.display,
            ring=self.ring,
            hearts_layout=self.hearts_layout,
            board=self.table.places.table,
            preview=visible,
            dice=dice if self.announced is None else {self.announced.die: True},
            own_hearts=self.own_hearts(),
            pointed_card=self.pointed_card,
            is_busy=self.table.motion.is_busy,
            reduces_motion=self.table.app.settings.reduced_motion,
            time=self.time,
        )
        render.draw_scene(canvas, picture)
