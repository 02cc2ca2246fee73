"""The table of a match, the same for all games.

It has the seats, machine players, reaction windows, the log, hints, and replays. A game draws its board: see
game_board.py. The table calls that; a board calls these of the table:

- `act(action)`: apply the action of a person; says why if it is not legal. `refuse(reason)` says why something is not.
- `look(seat, choices, on_done, title)`: put up the cover for a person; `on_done` gets the index of the choice, or None.
- `mark_seats()`: `clickable_seats` has changed. `press_seat_key(code)`: a key chooses one of them.
- `show_everything()`: show everything that has happened, without animations. `show_end(is_counted=True)`: show the last
  page again.
- `mark_event_shown(event)`, `reveal()`: an event, or all of a step, is visible and may be told before its film ends.
- `layout(size)`: place everything again. `dirty = True`: draw it again.

It has `app` (settings, sounds, other scenes), `widgets`, `motion`, `places`, `panels`, `log` and the open `reaction`.

What is shown (`view`, the log) is what `viewer` may know: the only person of the match at this screen, else None. While
a step is shown it is the view before it: nothing is told before it is visible (see spoiler_gate.py).
`match` may be ahead of what is shown; `is_idle` says that nothing is moving or waiting to be shown, and that `actor`,
the person whose turn it is, may act. `persons` are all seats of people at this screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

import pygame

from grenade_salad.app.match import ear_keys, pause_menu, start_match, status_bar, typed_action
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.match.guesses import Guesses
from grenade_salad.app.match.hint_slip import HintSlip
from grenade_salad.app.match.hints import Hints, HintText
from grenade_salad.app.match.layout import BAR, Places, arrange_places, fit_above
from grenade_salad.app.match.lesson_guide import LessonGuide
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.match.scenario_goal import ScenarioGoal
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Answer
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.shell.settings import SPEEDS, Speed
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.dust import Air
from grenade_salad.app.ui.inputs import Input, KeyInput, is_undo
from grenade_salad.app.ui.log import LogLine
from grenade_salad.app.ui.picks import NamedSeat
from grenade_salad.app.ui.seat_panel import SeatPanel
from grenade_salad.app.ui.theme import BLACK
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Chance, Event, Reason, View, redact
from grenade_salad.match.match import Controller, Match, Step
from grenade_salad.match.undo import NothingDone
from grenade_salad.session.phases import Deciding, Over, Reacting
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import Words, m

_DOT_SECONDS = 0.35
"""Seconds until the next of the three dots of a thinking machine player grows."""


class TableScene(MatchScene):
    """A running match in the window; `make` makes the board of the game."""

    smallest = (800.0, 450.0)
    toasts_top = BAR + 12
    holds_much_memory = True
    hand_height = 0.0
    """Height of the strip for a hand at the lower edge, in units."""
    panel_height = 74.0
    original_controllers: tuple[Controller, ...] = ()
    """The controllers of a match that is only watched: see `jump_to`."""
    shows_everything = False
    """True if everything of a watched match is visible."""

    def __init__(
        self,
        app: AppContext,
        match: Match,
        controllers: tuple[Controller, ...],
        make: Callable[[TableScene], GameBoard],
    ) -> None:
        super().__init__(app, match, controllers)
        self._shown_answer_count = 0
        self.top_cover: Cover | None = None
        """The cover that a person's hand is under, if there is one."""
        self.hints, self.hint_slip = Hints(self), HintSlip()
        self.guesses = Guesses(self)
        self.lesson_guide: LessonGuide | None = None
        self.scenario_goal: ScenarioGoal | None = None
        self.extra_answers: list[Answer] = []
        """Answers that the game adds to the pause menu."""
        self.board = make(self)
        self._refill_log()
        self._make_widgets()
        self.layout(self.size)
        self.board.on_table_ready()

    def _make_widgets(self) -> None:
        self.panels = [
            self.widgets.add(
                SeatPanel(
                    NamedSeat(seat, name),
                    partial(self._press_panel, seat),
                    partial(self._panel_facts, seat),
                    partial(self.board.draw_seat, seat=seat),
                )
            )
            for seat, name in enumerate(self.names)
        ]
        self.log_button = Button("", self._toggle_log, icon="book", tip=m("What has happened so far"))
        self.help_button = Button("", lambda: self.app.open_rules(self.rules_page), icon="question")
        # Translators: a tooltip of a button
        undo = m("Undo the last step") if self.match.state.is_turnless else m("Undo what you just did")
        self.undo_button = Button("", self.undo, icon="undo", tip=undo)
        self.menu_button = Button("", self.menu, icon="menu", tip=m("Pause and menu (Esc)"))
        self.speed_button = Button("", self.change_speed, icon="fast")
        self.bar_buttons = (
            self.menu_button,
            self.help_button,
            self.log_button,
            self.hints.button,
            self.undo_button,
            self.speed_button,
        )
        for button in reversed(self.bar_buttons):
            self.widgets.add(button)
        self.log_line = self.widgets.add(LogLine(self.log, self._toggle_log))
        self.widgets.add(self.log)
        self._is_log_open = False

    def air(self) -> Air | None:
        settings = self.app.settings
        if settings.reduced_motion or not settings.pace or self.reaction is not None or self.lesson_guide is not None:
            return None
        area, boxes = self.places.visible_table, [item.on_screen() for item in self.widgets.items if item.visible]
        return Air(area, [box for box in boxes if not box.contains(area)])

    # Covers

    def cover(self, cover: Cover) -> None:
        cover.gives_way = self._is_cover_key
        super().cover(cover)
        self._set_top_cover(cover)

    def _on_cover_gone(self, cover: Cover) -> None:
        super()._on_cover_gone(cover)
        self._set_top_cover(None)

    def _is_cover_key(self, code: int) -> bool:
        """True if the key puts up the cover of a person at this screen."""
        clickable = self.board.clickable_seats()
        owners = [
            seat
            for seat in self.cover_seats
            if (self.reaction.awaits_answer(seat) if self.reaction else seat in clickable)
        ]
        return code in {self.app.settings.seat_key_code(seat) for seat in owners}

    def _set_top_cover(self, cover: Cover | None) -> None:
        """Set the cover on the table. None: there is none any more."""
        self.top_cover = cover
        if self.board.avoids_cover:
            self.layout(self.size)
            self.dirty = True

    # A match that is only watched

    def draw_surface_around(self, canvas: Canvas) -> None:
        """Draw the tabletop of a window whose upper part this scene is.

        It covers all of the window except what the scene draws itself.
        """
        window = canvas.surface.get_rect()
        if self.draws_table:
            covered = canvas.pixel_rect(Rect(0, 0, *self.size)).bottom
            window = pygame.Rect(0, covered, window.width, max(0, window.height - covered))
        canvas.draw_table(window)

    def jump_to(self, match: Match, steps: Sequence[Step]) -> None:
        """Show the match after all of its steps at once."""
        self.motion.skip()
        self.session.jump_to(match, steps)
        self.view = match.state.view(self.viewer)
        self.spoiler_gate.rewrite_log((step.entry, self._visible_events(step)) for step in steps)
        self.narrator.skip_log()
        self.update_panels()
        self.board.show_position()
        self.dirty = True

    def show_next(self, entry: Action | Chance) -> None:
        """Apply the next entry, and begin to show it."""
        self.show_everything()
        previous_view = self.view
        step = self.session.replay_entry(entry)
        self._show_step(
            VisibleStep(entry, self._visible_events(step), previous_view, self.match.state.view(self.viewer))
        )

    def _visible_events(self, step: Step) -> tuple[Event, ...]:
        return step.events if self.shows_everything else tuple(redact(event, self.viewer) for event in step.events)

    @property
    def is_lesson(self) -> bool:
        """True if it is a lesson, in which nothing can be lost."""
        return self.lesson_guide is not None

    @property
    def follows_settings(self) -> bool:
        return not self.original_controllers and super().follows_settings

    def make_explainer(self, entry: Action | Chance, previous_view: View | None) -> Callable[[], str] | None:
        seat = entry.seat if isinstance(entry, Action) else None
        is_person = (
            bool(self.original_controllers) and seat is not None and self.original_controllers[seat].kind != "bot"
        )
        return None if is_person else super().make_explainer(entry, previous_view)

    def refuse(self, reason: Reason | Words, is_drawn: bool = True) -> None:
        if not self.original_controllers:
            super().refuse(reason, is_drawn)

    # Seats

    def update_panels(self) -> None:
        turn, asked_seats = self.turn, self.asked_seats
        clickable = self.board.clickable_seats()
        for seat, panel in enumerate(self.panels):
            controller = (self.original_controllers or self.controllers)[seat]
            panel.is_person, panel.has_phone = controller.is_person, controller.kind == "phone"
            panel.is_asleep = seat in self.session.absent
            panel.avatar = (
                "" if controller.kind in ("bot", "nobody") else self.app.settings.avatar_picture(self.names[seat])
            )
            panel.style = player_names.describe_controller(controller) if controller.kind in ("bot", "nobody") else ""
            panel.is_active = seat == turn
            panel.is_asked = seat in asked_seats
            may_look = self.reaction is not None and self.reaction.awaits_answer(seat)
            panel.focusable = may_look or seat in clickable or self.guesses.may_guess(seat)
            panel.shows_key = may_look and seat != self.viewer
        self.board.on_seats_changed()
        self._skip_spent_widgets()

    def _skip_spent_widgets(self) -> None:
        """Skip widgets that are of no use any more when the match is over."""
        is_over = isinstance(self.session.phase, Over) and not self.original_controllers
        lasting_items = (*self.panels, self.log, self.log_line, *self.bar_buttons)
        for item in self.widgets.items:
            is_useful = item.works_after_end or (
                item in lasting_items and item not in (self.hints.button, self.undo_button)
            )
            item.is_spent = is_over and not is_useful
        if self.widgets.focus is not None and self.widgets.focus.is_spent:
            self.widgets.set_focus(self.log)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, or None."""
        return None if self.view.is_over else self.session.turn_seat

    def place_reaction(self, reaction: Reaction) -> None:
        reaction.layout(self.places.table)
        self.board.place_reaction(reaction)

    def suggest(self, action: Action) -> None:
        """Highlight the answer of the hint in the open reaction window."""
        if self.reaction is not None and action.seat is not None:
            answers = [answer for _, answer in self._picks.get(action.seat, ())]
            self.reaction.suggest(answers.index(action) if action in answers else None)

    def show_better_action(self, action: Action | None) -> None:
        """Show the better action in a match that is watched, if the viewer may know it.

        None: stop showing it.
        """
        is_visible = action is not None and (self.board.has_public_hints or action.seat == self.viewer)
        self.board.show_hint(action if is_visible else None)

    def default_places(self, size: tuple[float, float]) -> Places:
        """Arrange the table, the hand, the log and the panels on a canvas."""
        is_facing = self.app.settings.facing == "edges"
        return arrange_places(size, len(self.names), self.hand_height, is_facing, self.panel_height)

    @property
    def asked_seats(self) -> tuple[int, ...]:
        """The seats that are asked in a reaction window and have not answered."""
        phase = self.session.phase
        if not isinstance(phase, Reacting):
            return ()
        return tuple(seat for seat in self.match.state.active_seats() if seat not in phase.answers)

    @property
    def is_focus_usable(self) -> bool:
        return self.actor is not None or self.reaction is not None or isinstance(self.session.phase, Over)

    def waiting_text(self) -> Words:
        """Say whom everybody waits for; empty if for no player.

        That is in a reaction window, or if a phone is away. A single person against machines who passes without being
        asked is not waited for.
        """
        phase = self.session.phase
        if isinstance(phase, Deciding) and phase.by == "phone":
            present_seats = self.app.phones.connected if self.app.phones is not None else ()
            name = self.names[phase.seat]
            return (
                "" if phase.seat in present_seats else m("waiting for {who}'s phone: see Phones in the menu", who=name)
            )
        if not isinstance(phase, Reacting):
            return ""
        skipped = self.viewer if self.reaction is None else None
        seats = [seat for seat in self.asked_seats if seat != skipped]
        return status_bar.format_reaction(phase, seats, self.viewer, self.names)

    def update(self, dt: float) -> None:
        super().update(dt)
        answer_count = 0 if self.reaction is None else len(self.reaction.phase.answers)
        if answer_count != self._shown_answer_count:
            self._shown_answer_count = answer_count
            self.mark_seats()
        self._show_thinking()
        if self.hints.update():
            self.dirty = True
        if self.lesson_guide is not None:
            self.lesson_guide.update()
        if self.scenario_goal is not None:
            self.scenario_goal.update()
        self.board.update(dt)

    def _show_step(self, step: VisibleStep) -> None:
        super()._show_step(step)
        if self.lesson_guide is not None:
            self.lesson_guide.see(step)
        if self.scenario_goal is not None:
            self.scenario_goal.see(step)

    @property
    def is_held(self) -> bool:
        return (self.lesson_guide is not None and self.lesson_guide.holds_match) or super().is_held

    @property
    def is_patient(self) -> bool:
        is_single_attempt = self.scenario_goal is not None and self.viewer is not None
        return self.lesson_guide is not None or is_single_attempt or super().is_patient

    def _show_thinking(self) -> None:
        """Animate three dots in the panel of a thinking machine player.

        With reduced motion they stand still.
        """
        seat, since = self.thinking_machine or (None, 0.0)
        dot = 3 if self.app.settings.reduced_motion else int(since / _DOT_SECONDS) % 3
        for panel in self.panels:
            panel_dot = dot if panel.seat.seat == seat else None
            if panel.thinking_dot != panel_dot:
                panel.thinking_dot = panel_dot
                self.dirty = True

    def mark_seats(self) -> None:
        """Mark the panels again, after `clickable_seats` has changed."""
        self.update_panels()
        self.dirty = True

    def press_seat_key(self, code: int) -> bool:
        """Choose the seat of a key, if it can be chosen. Return True if it was chosen."""
        for seat in self.board.clickable_seats():
            if code == self.app.settings.seat_key_code(seat):
                self.board.on_seat_clicked(seat)
                return True
        return False

    def _press_panel(self, seat: int) -> None:
        self.tell_if_late(lambda missed: missed == seat)
        if self.reaction is not None and self.reaction.awaits_answer(seat):
            self.reaction.look(seat)
        elif self.guesses.may_guess(seat):
            self.guesses.ask(seat)
        elif seat in self.board.clickable_seats():
            self.board.on_seat_clicked(seat)

    def _panel_facts(self, seat: int) -> Sequence[Words]:
        return (*self.board.seat_facts(seat), *self.guesses.facts(seat))

    @property
    def alive(self) -> Sequence[bool]:
        """For each seat, True if it is still in the game, as shown.

        Empty in a game in which no player goes out.
        """
        return self.board.alive()

    def reveal(self) -> None:
        super().reveal()
        self.guesses.on_step_shown()

    def restart(self) -> None:
        super().restart()
        self.guesses.reset()

    def undo(self) -> None:
        """Undo an action. In a lesson, all actions can be undone."""
        if self.lesson_guide is None:
            super().undo()
            return
        lines = self.lesson_guide.undo_action()
        if lines is None:
            self.refuse(NothingDone())
            return
        match = Match(self.match.header)
        steps = [match.apply_entry(entry) for entry in self.match.entries[:lines]]
        self.motion.skip()
        self.session.continue_from(match, steps)
        self.restart()
        self.spoiler_gate.rewrite_log((step.entry, self._visible_events(step)) for step in steps)
        self.app.say(m("Undone."))

    def protected_areas(self) -> Sequence[Rect]:
        find_spots = start_match.load_screens(self.match.header.game).find_spots
        pieces = [] if find_spots is None else [*find_spots(self.board, "all"), *find_spots(self.board, "marks")]
        return [*super().protected_areas(), *(panel.rect for panel in self.panels), *pieces]

    # Input

    def handle(self, event: Input) -> None:
        if not self.motion.is_busy:
            self.reveal()
        self.board.observe_input(event)
        if isinstance(event, KeyInput) and event.down:
            self.tell_if_late(lambda seat: event.key == self.app.settings.seat_key_code(seat))
        if self.hints.handle(event):
            return
        if is_undo(event, self.widgets.is_typing) and self.undo_button.visible:
            self.undo()
        elif (self.reaction is not None and self.reaction.handle(event)) or (
            self.reaction is None and self.board.handle_input(event)
        ):
            self.dirty = True
        elif isinstance(event, KeyInput) and "type_move" in event.meanings and not self.original_controllers:
            if event.down:
                typed_action.open_typed_action(self)
        elif ear_keys.handle_key(self, event):
            self.dirty = True
        elif isinstance(event, KeyInput) and "hint" in event.meanings and self.hints.is_usable:
            if event.down:
                self.hints.ask()
        elif isinstance(event, KeyInput) and "speed" in event.meanings and not self.original_controllers:
            if event.down:
                self.change_speed()
        else:
            super().handle(event)

    def change_speed(self) -> None:
        """Choose the next speed of animations, from slow to off and then slow again."""
        speeds = get_args(Speed)
        settings = self.app.settings
        settings.speed = speeds[(speeds.index(settings.speed) + 1) % len(speeds)]
        self.app.save_settings()
        self.app.say(m("Animation speed: {speed}", speed=SPEEDS[settings.speed]), seconds=2)

    def back(self) -> None:
        """Cancel an action, hide a hint or the log, or else open the pause menu, on Esc."""
        if self.board.cancel_action():
            return
        if self.hints.seat is not None:
            self.hints.clear()
        elif self._is_log_open and not self.places.has_log_beside:
            self._toggle_log()
        else:
            self.menu()

    def menu(self) -> None:
        """Open the pause menu, or the last page again."""
        if self.leave is not None:
            self.leave()
        elif isinstance(self.session.phase, Over) and not self.original_controllers:
            self.show_end(is_counted=True)
        else:
            pause_menu.show(self)

    def _toggle_log(self) -> None:
        self._is_log_open = not self._is_log_open
        self.layout(self.size)
        self.dirty = True

    @property
    def is_animating(self) -> bool:
        is_counting_down = self.reaction is not None and self.reaction.is_animating
        return super().is_animating or is_counting_down or self.board.is_moving

    # Drawing

    def _name_keys(self) -> None:
        """Put the current keys into the tooltips."""
        key_words = self.app.settings.key_name
        self.help_button.tip = m("Rules ({key})", key=key_words("help"))
        self.speed_button.tip = m("Animation speed, slow to instant ({key})", key=key_words("speed"))
        self.hints.set_key_name(key_words("hint"))

    def layout(self, size: tuple[float, float]) -> None:
        self._name_keys()
        if self.scenario_goal is not None:
            size = self.size = self.scenario_goal.place()
        self.places: Places = self.board.make_places(size) or self.default_places(size)
        if self.top_cover is not None and self.board.avoids_cover:
            self.places = fit_above(self.places, self.top_cover.box_for(size).top)
        for panel, (rect, quarters) in zip(self.panels, self.places.seats, strict=True):
            panel.rect, panel.quarter_turns = rect, quarters
            panel.key_name = self.app.settings.seat_key_name(panel.seat.seat)
        self.log.rect = self.places.log
        self.log.visible = self.places.has_log_beside or self._is_log_open
        self.log_line.visible = self.places.log_line is not None
        right = size[0] - 8
        for button in self.bar_buttons:
            button.visible = not self.original_controllers
            if button is self.log_button:
                button.visible = button.visible and not self.places.has_log_beside and self.places.log_line is None
            if button is self.hints.button:
                button.visible = self.hints.is_usable
            if button in (self.undo_button, self.menu_button):
                button.visible = button.visible and self.leave is None
            if button.visible:
                button.rect = Rect(right - 44, 6, 44, 40)
                right -= 52
        self._bar_right = right
        if self.places.log_line is not None:
            self.log_line.rect = Rect(self.places.log_line)
            self.log_line.rect.width = min(self.log_line.rect.width, right - self.log_line.rect.x)
        self.board.place(self.places.table)
        if self.reaction is not None:
            self.place_reaction(self.reaction)
        if self.lesson_guide is not None:
            self.lesson_guide.layout()

    def draw_above(self, canvas: Canvas) -> None:
        if self.lesson_guide is not None:
            self.lesson_guide.draw(canvas)

    def draw(self, canvas: Canvas) -> None:
        self.board.draw_window(canvas, self._draw)

    def _draw(self, canvas: Canvas) -> None:
        words, hint = self.bar_content()
        is_on_slip = HintSlip.is_used(self.size, hint)
        canvas.fill(self.places.bar, BLACK, alpha=90)
        self.log_line.visible = self.places.log_line is not None and (hint is None or is_on_slip)
        if hint is None or is_on_slip:
            status_bar.draw(canvas, words, self._bar_right - 24, self.places.log_line, self.log.quarter_turns)
        else:
            self.hints.draw_bar(canvas, Rect(8, 3, self._bar_right - 12, 46), hint)
        self.board.draw(canvas)
        if self.reaction is not None:
            self.reaction.draw(canvas)
        self.widgets.draw(canvas)
        if hint is not None and is_on_slip:
            self.hint_slip.draw(canvas, hint, self.toasts_top, self.protected_areas)
        if self.scenario_goal is not None:
            self.scenario_goal.draw(canvas)

    def bar_content(self) -> tuple[Words, HintText | None]:
        """Return the status in the bar, and a hint that is over it."""
        thinker = self.thinking_machine[0] if self.thinking_machine is not None else None
        if self.top_cover is None:
            words = status_bar.join_status(self.status(), thinker, self.session.phase, self.names, self.waiting_text())
        else:
            words = status_bar.format_cover_status(
                self.top_cover.owner.name, self.top_cover.is_open, self.reaction is not None, self.waiting_text()
            )
        return words, self.hints.bar_hint
