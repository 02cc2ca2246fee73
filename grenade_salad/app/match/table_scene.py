"""The table of a match, the same for all games, which shows a `MatchController`.

It has the seats, reaction windows, the log, hints, covers and lessons, and holds their widgets. A game draws its board:
see game_board.py. A board calls these of the table:

- `look(seat, choices, on_done, title)`: put up the cover for a person; `on_done` gets the index of the choice, or None.
- `mark_seats()`: `clickable_seats` has changed. `press_seat_key(code)`: a key chooses one of them.
- `show_end(is_counted=True)`: show the last page again.
- `layout(size)`: place everything again. `dirty = True`: draw it again.

It has `app` (settings, sounds, other scenes), `widgets`, `motion`, `places`, `panels`, `log`, the open `reaction`, and
`controller`. A board calls these of the controller:

- `act(action)`: apply the action of a person; says why if it is not legal. `refuse(reason)` says why something is not.
- `show_everything()`: show everything that has happened, without animations.
- `mark_event_shown(event)`, `reveal()`: an event, or all of a step, is visible and may be told before its film ends.

What is shown is the controller's `view`, and its `match` may be ahead; `is_idle` says that nothing is moving or waiting
to be shown, and that `actor`, the person whose turn it is, may act. `persons` are all seats of people at this screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

import pygame

from grenade_salad.app.match import pause_menu, start_match, status_bar, text_view, typed_action
from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.ear_keys import EarKeys
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.ending import end_with_points
from grenade_salad.app.match.game_board import GameBoard, ReactionPrompt, list_answers
from grenade_salad.app.match.guesses import Guesses
from grenade_salad.app.match.hints import Hints, HintSlip, HintText
from grenade_salad.app.match.layout import BAR, Places, arrange_places, fit_above
from grenade_salad.app.match.lesson_guide import LessonGuide
from grenade_salad.app.match.narration import build_nodes, list_news
from grenade_salad.app.match.reaction import Question, Reaction
from grenade_salad.app.match.scenario_goal import ScenarioGoal
from grenade_salad.app.match.text_view import TableText
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Answer
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.shell.settings import SPEEDS, Speed
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.dust import Air
from grenade_salad.app.ui.inputs import Input, KeyInput, PointerInput, is_undo, read_command
from grenade_salad.app.ui.log import Log, LogLine
from grenade_salad.app.ui.picks import NamedSeat, Pick
from grenade_salad.app.ui.seat_panel import SeatPanel
from grenade_salad.app.ui.theme import BLACK
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Event
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller, Match
from grenade_salad.match.undo import NothingDone
from grenade_salad.session.phases import Deciding, Over, Reacting
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import Reader, Words, m, say

_DOT_SECONDS = 0.35
"""Seconds until the next of the three dots of a thinking machine player grows."""
_ICON_WIDTH, _ICON_HEIGHT, _ICON_GAP = 44.0, 40.0, 8.0
"""Units of a button in the bar, and between two of them."""


class TableScene(Scene):
    """A running match in the window; `make` makes the board of the game."""

    smallest = (800.0, 450.0)
    toasts_top = BAR + 12
    holds_much_memory = True
    has_narrator = True
    hand_height = 0.0
    """Height in units of the strip for a hand at the lower edge."""
    panel_height = 74.0
    """Height in units of a seat's panel."""

    def __init__(
        self,
        app: AppContext,
        match: Match,
        controllers: tuple[Controller, ...],
        make: Callable[[TableScene], GameBoard],
    ) -> None:
        super().__init__(app)
        self.log = Log()
        self.rules_page = match.header.game
        self.controller = MatchController(app, match, controllers, self)
        self._table_text = TableText(self.controller.names)
        self.reaction: Reaction | None = None
        """The open reaction window."""
        self._question_rect: Rect | None = None
        """Box of the last reaction window, once it is closed."""
        self._shown_answer_count = 0
        """The number of its answers when the panels were marked."""
        self.top_cover: Cover | None = None
        """The cover that a person's hand is under, if there is one."""
        self.lesson_guide: LessonGuide | None = None
        """The guide of a lesson that is played here."""
        self.scenario_goal: ScenarioGoal | None = None
        """The goal of a scenario that is played here."""
        self._is_log_open = False
        """True if the log was opened over the table, where it has no space of its own."""
        self.places: Places
        """The boxes on the canvas; set on every resize, before anything is drawn."""
        self._bar_right = 0.0
        """The x at which the space for the text in the bar ends."""
        self.extra_answers: list[Answer] = []
        """Answers that the game adds to the pause menu."""
        self.board = make(self)
        self.hints = Hints(self.controller, self.board, self.widgets, self.cover, self._suggest_answer)
        self.hint_slip = HintSlip()
        self._ear_keys = EarKeys(self)
        self.guesses = Guesses(self.controller, self.board)
        self.controller.refill_log()
        self._make_widgets()
        self.layout(self.size)
        self.board.on_table_ready()
        self.guesses.reset()

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
            for seat, name in enumerate(self.controller.names)
        ]
        self.log_button = Button("", self._toggle_log, icon="book", tip=m("What has happened so far"))
        self.help_button = Button("", lambda: self.app.open_rules(self.rules_page), icon="question")
        # Translators: a tooltip of a button
        undo = m("Undo the last step") if self.controller.match.state.is_turnless else m("Undo what you just did")
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

    def air(self) -> Air | None:
        settings = self.app.settings
        if settings.reduced_motion or not settings.pace or self.reaction is not None or self.lesson_guide is not None:
            return None
        area, boxes = self.places.visible_table, [item.on_screen() for item in self.widgets.items if item.visible]
        return Air(area, [box for box in boxes if not box.contains(area)])

    # Accessibility

    def accessible_name(self) -> Words:
        return self.controller.match.game.title

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        line_count = len(self.controller.match.entries)
        question = None if self.reaction is None else (line_count, self.reaction.question.words)
        is_live = not self.app.is_listened_to  # Otherwise the narrator says what is new.
        return build_nodes(
            self.controller.names,
            self.status(),
            self.board.preview_text(),
            question,
            self.table_text_lines(),
            live=is_live,
        )

    def announcements(self) -> Sequence[AccessibleNode]:
        return self.controller.narrator.heard() if self.app.is_listened_to else list_news(self.log)

    def update_narration(self, dt: float) -> bool:
        narrator = self.controller.narrator
        if not self.app.is_listened_to:
            narrator.skip_log()
            return False
        self.log.show_typed()
        if self.controller.actor is not None:
            narrator.preview(say(self.board.preview_text(), Reader(self.controller.names), begin=True))
        return narrator.update(dt, self.motion.pace)

    def narrates_message(self, words: str, *, is_refusal: bool) -> bool:
        return self.controller.narrate(words, is_urgent=is_refusal)

    def status(self) -> Words:
        """Say whose turn it is and what can be done."""
        return self.board.status() or status_bar.default_status(self.controller)

    def table_text_lines(self) -> Sequence[str]:
        """Describe the table, a line each."""
        return self.default_table_lines() if (lines := self.board.table_lines()) is None else lines

    def summarize_table(self) -> Sequence[str]:
        """Describe the table in a few words, a line each, for ears."""
        return self.table_text_lines() if (lines := self.board.summarize_table()) is None else lines

    def default_table_lines(self) -> Sequence[str]:
        """Describe the table as it is shown, in the words of a phone's sheet."""
        return self._table_text.lines(self.controller.view)

    def hand_lines(self, seat: int) -> Sequence[str]:
        """Describe the hand of a seat, for its own ears."""
        if (lines := self.board.hand_lines(seat)) is not None:
            return lines
        return text_view.describe_hand(self.controller.match.state.view(seat), seat, self.controller.names)

    # Covers

    @property
    def cover_seats(self) -> Sequence[int]:
        """The seats of people at this screen who may look under a cover.

        Players who are out have no hand to look at.
        """
        controller, alive = self.controller, self.board.alive()
        return [seat for seat in controller.persons if not alive or alive[seat]] if controller.viewer is None else []

    def look(
        self,
        seat: int,
        choices: Sequence[Pick] = (),
        on_done: Callable[[int | None], None] = lambda _: None,
        title: Words = "",
        *,
        is_drawn: bool = True,
    ) -> None:
        """Put up the cover for a person.

        `on_done` gets the index of the choice, or None. If not `is_drawn`, the choices themselves are the hand.
        """
        draw = partial(self.board.draw_hand, seat=seat) if is_drawn else None
        owner, secret_lines = NamedSeat(seat, self.controller.names[seat]), partial(self.hand_lines, seat)
        self.cover(Cover(self.app, owner, draw, choices, on_done, title=title, secret_lines=secret_lines))

    def cover(self, cover: Cover) -> None:
        """Put a cover over the lower part of the table."""
        cover.gives_way = self._is_cover_key
        cover.on_gone = partial(self._on_cover_gone, cover)
        cover.recent_lines = self.log.lines if self.controller.viewer is None else ()
        self.app.push(cover)
        self._set_top_cover(cover)

    def _on_cover_gone(self, cover: Cover) -> None:
        if cover.was_open:
            self.controller.have_looked.add(cover.owner.seat)
        self._set_top_cover(None)

    def _is_cover_key(self, code: int) -> bool:
        """True if the key puts up the cover of a person at this screen."""
        clickable = self.board.clickable_seats()
        owners = [
            seat
            for seat in self.cover_seats
            if (self.controller.awaits_answer(seat) if self.reaction else seat in clickable)
        ]
        return code in {self.app.settings.seat_key_code(seat) for seat in owners}

    def _set_top_cover(self, cover: Cover | None) -> None:
        """Set the cover on the table. None: there is none any more."""
        self.top_cover = cover
        if self.board.avoids_cover:
            self.layout(self.size)
            self.dirty = True

    # A table in another scene

    def draw_surface_around(self, canvas: Canvas) -> None:
        """Draw the tabletop of a window whose upper part this scene is.

        It covers all of the window except what the scene draws itself.
        """
        window = canvas.surface.get_rect()
        if self.draws_table:
            covered = canvas.pixel_rect(Rect(0, 0, *self.size)).bottom
            window = pygame.Rect(0, covered, window.width, max(0, window.height - covered))
        canvas.draw_table(window)

    # Seats

    def mark_seats(self) -> None:
        """Mark the panels again, after `clickable_seats` or the asked seats have changed."""
        self.update_panels()
        self.dirty = True

    def update_panels(self) -> None:
        """Mark the panels of the seats that are to act or are asked."""
        controller, settings = self.controller, self.app.settings
        turn, asked_seats = controller.turn, controller.asked_seats
        clickable = self.board.clickable_seats()
        for seat, panel in enumerate(self.panels):
            player = (controller.original_controllers or controller.controllers)[seat]
            is_unmanned = player.kind in ("bot", "nobody")
            panel.is_person, panel.has_phone = player.is_person, player.kind == "phone"
            panel.is_asleep = seat in controller.session.absent
            panel.avatar = "" if is_unmanned else settings.avatar_picture(controller.names[seat])
            panel.style = player_names.describe_controller(player) if is_unmanned else ""
            panel.is_active = seat == turn
            panel.is_asked = seat in asked_seats
            may_look = controller.awaits_answer(seat)
            panel.focusable = may_look or seat in clickable or self.guesses.may_guess(seat)
            panel.shows_key = may_look and seat != controller.viewer
        self.board.on_seats_changed()
        self._skip_spent_widgets()

    def _skip_spent_widgets(self) -> None:
        """Skip widgets that are of no use any more when the match is over."""
        is_over = isinstance(self.controller.session.phase, Over) and not self.controller.original_controllers
        lasting_items = (*self.panels, self.log, self.log_line, *self.bar_buttons)
        for item in self.widgets.items:
            is_useful = item.works_after_end or (
                item in lasting_items and item not in (self.hints.button, self.undo_button)
            )
            item.is_spent = is_over and not is_useful
        if self.widgets.focus is not None and self.widgets.focus.is_spent:
            self.widgets.set_focus(self.log)

    # Reaction windows

    def open_reaction(self, phase: Reacting, people: Sequence[int]) -> None:
        """Ask the people at this screen."""
        controller, prompt = self.controller, self.board.reaction_prompt() or ReactionPrompt("")
        answers = {seat: list(list_answers(self.board, controller.match, seat)) for seat in people}
        question = Question(prompt.words, prompt.pass_words, answers, self.board.draw_hand, self.hand_lines)
        self.reaction = Reaction(self, controller, phase, question, self.cover)
        self._place_reaction(self.reaction)
        if people:
            controller.narrate(say(prompt.words, Reader(controller.names), begin=True))
        self.mark_seats()

    def _answers_closed_question(self, event: Input) -> bool:
        """True if the input would have pressed a button of the last question."""
        if self._question_rect is None or (self.reaction is not None and not self.reaction.is_new):
            return False
        if isinstance(event, PointerInput):
            return event.kind == "down" and event.button == 1 and self._question_rect.collidepoint(event.position)
        return read_command(event) == "accept"

    def _place_reaction(self, reaction: Reaction) -> None:
        reaction.layout(self.places.table)
        self.board.place_reaction(reaction)

    def update_reaction(self, dt: float) -> None:
        """Show that `dt` seconds of the time to react have passed."""
        if self.reaction is not None:
            self.reaction.follow_time(dt)

    def close_reaction(self) -> None:
        """Remove the reaction window."""
        reaction, self.reaction = self.reaction, None
        if reaction is not None:
            self._question_rect = Rect(reaction.rect)
            reaction.close()

    @property
    def looking_seat(self) -> int | None:
        """The seat of the person who looks under a cover of the reaction window."""
        return None if self.reaction is None else self.reaction.looking_seat

    @property
    def is_covered(self) -> bool:
        """True if the cover of a person who is asked is on the table."""
        return self.reaction is not None and self.reaction.is_covered

    def _suggest_answer(self, action: Action) -> None:
        """Highlight the answer of the hint in the open reaction window."""
        if self.reaction is not None:
            self.reaction.suggest(action)

    # What the controller shows

    @property
    def is_on_top(self) -> bool:
        """True if no other scene covers it."""
        return self.app.scene is self

    @property
    def holds_match(self) -> bool:
        """True if the match waits until a person has read the card of a lesson."""
        return self.lesson_guide is not None and self.lesson_guide.holds_match

    @property
    def is_unhurried(self) -> bool:
        """True if reaction windows have no time limit: in a lesson or a scenario."""
        is_single_attempt = self.scenario_goal is not None and self.controller.viewer is not None
        return self.lesson_guide is not None or is_single_attempt

    def animate(self, step: VisibleStep) -> None:
        """Begin to show a step."""
        self.board.animate(step)
        if self.lesson_guide is not None:
            self.lesson_guide.see(step)
        if self.scenario_goal is not None:
            self.scenario_goal.see(step)
        self.mark_seats()

    def on_step_shown(self) -> None:
        """React to a step that was shown: the controller's `view` is the one after it."""
        self.board.on_step_shown()
        self.guesses.on_step_shown()
        self.mark_seats()

    def show_position(self) -> None:
        """Show the controller's `view` as it is."""
        self.mark_seats()
        self.board.show_position()
        self.guesses.reset()

    def on_turn_began(self, seat: int) -> None:
        """Let the board show what a person at this screen can do."""
        self.board.on_turn_began(seat)

    def describe_event(self, event: Event) -> str | None:
        """Return the line of the log for a redacted event. None: use the event's own."""
        return self.board.describe_event(event)

    def show_end(self, *, is_counted: bool = False) -> None:
        """Show the last page: who has won, and what can be done next.

        `is_counted`: the points were counted before.
        """
        controller = self.controller
        if controller.leave is None:
            ending = self.board.ending() or end_with_points(controller.match.state.scores)
            self.app.push(self.board.end_scene(is_counted) or EndScene(controller, ending, is_counted=is_counted))

    def ask_about_stalled_match(self, has_stopped: bool) -> None:
        """Ask if a match that nothing brings on continues, and by which rules."""
        pause_menu.ask_about_stalled_match(self.controller, has_stopped)

    def ask_about_trouble(self, trouble: str) -> None:
        """Ask what to do after a line could not be saved."""
        pause_menu.ask_about_trouble(self.controller, trouble)

    def show_better_action(self, action: Action | None) -> None:
        """Show the better action in a match that is watched, if the viewer may know it.

        None: stop showing it.
        """
        is_visible = action is not None and (self.board.has_public_hints or action.seat == self.controller.viewer)
        self.board.show_hint(action if is_visible else None)

    def default_places(self, size: tuple[float, float]) -> Places:
        """Arrange the table, the hand, the log and the panels on a canvas."""
        is_facing = self.app.settings.facing == "edges"
        return arrange_places(size, len(self.controller.names), self.hand_height, is_facing, self.panel_height)

    @property
    def is_focus_usable(self) -> bool:
        is_over = isinstance(self.controller.session.phase, Over)
        return self.controller.actor is not None or self.reaction is not None or is_over

    def waiting_text(self) -> Words:
        """Say whom everybody waits for; empty if for no player.

        That is in a reaction window, or if a phone is away. A single person against machines who passes without being
        asked is not waited for.
        """
        controller, phase = self.controller, self.controller.session.phase
        if isinstance(phase, Deciding) and phase.by == "phone":
            present_seats = self.app.phones.connected if self.app.phones is not None else ()
            if phase.seat in present_seats:
                return ""
            return m("{who}'s phone is away: see Phones", who=controller.names[phase.seat])
        if not isinstance(phase, Reacting):
            return ""
        skipped = controller.viewer if self.reaction is None else None
        seats = [seat for seat in controller.asked_seats if seat != skipped]
        return status_bar.format_reaction(phase, seats, controller.viewer, controller.names)

    def on_entered(self) -> None:
        super().on_entered()
        self.controller.follow_hand_setting()

    def on_left(self) -> None:
        self.controller.close()
        self.board.on_left()

    def seat_source(self) -> MatchController:
        return self.controller

    def journaled_match(self) -> JournaledMatch | None:
        match = self.controller.match
        return match if isinstance(match, JournaledMatch) else None

    def update(self, dt: float) -> None:
        super().update(dt)
        self.controller.update(dt)
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

    @property
    def thinking_machine(self) -> tuple[int, float] | None:
        """The machine player whose turn it is, and how long it has been shown to think.

        The time is in seconds. It is None in reaction windows, and while the match waits for a person who reads or
        listens.
        """
        return None if self.controller.is_held else status_bar.find_slow_thinker(self.controller.session.phase)

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

    def press_seat_key(self, code: int) -> bool:
        """Choose the seat of a key, if it can be chosen. Return True if it was chosen."""
        for seat in self.board.clickable_seats():
            if code == self.app.settings.seat_key_code(seat):
                self.board.on_seat_clicked(seat)
                return True
        return False

    def _press_panel(self, seat: int) -> None:
        self.controller.tell_if_late(lambda missed: missed == seat)
        if self.reaction is not None and self.controller.awaits_answer(seat):
            self.reaction.look(seat)
        elif self.guesses.may_guess(seat):
            self.guesses.ask(seat)
        elif seat in self.board.clickable_seats():
            self.board.on_seat_clicked(seat)

    def _panel_facts(self, seat: int) -> Sequence[Words]:
        return (*self.board.seat_facts(seat), *self.guesses.facts(seat))

    def undo(self) -> None:
        """Undo an action. In a lesson, all actions can be undone."""
        if self.lesson_guide is None:
            self.controller.undo()
        elif (line_count := self.lesson_guide.undo_action()) is None:
            self.controller.refuse(NothingDone())
        else:
            self.controller.undo_to(line_count)

    def protected_areas(self) -> Sequence[Rect]:
        find_spots = start_match.load_screens(self.controller.match.header.game).find_spots
        pieces = [] if find_spots is None else [*find_spots(self.board, "all"), *find_spots(self.board, "marks")]
        return [*super().protected_areas(), *(panel.rect for panel in self.panels), *pieces]

    # Input

    def handle(self, event: Input) -> None:
        if not self.motion.is_busy:
            self.controller.reveal()
        self.board.observe_input(event)
        if isinstance(event, KeyInput) and event.down:
            self.controller.tell_if_late(lambda seat: event.key == self.app.settings.seat_key_code(seat))
        if self._answers_closed_question(event) and self.controller.tell_if_late(
            lambda seat: seat == self.controller.viewer
        ):
            # It was meant for that question, and not for what has appeared in its place, such as "End turn".
            return
        if self.hints.handle(event):
            return
        if is_undo(event, self.widgets.is_typing) and self.undo_button.visible:
            self.undo()
        elif (self.reaction is not None and self.reaction.handle(event)) or (
            self.reaction is None and self.board.handle_input(event)
        ):
            self.dirty = True
        elif isinstance(event, KeyInput) and "type_move" in event.meanings and not self.controller.original_controllers:
            if event.down:
                typed_action.open_typed_action(self.controller, self.board)
        elif self._ear_keys.handle(event):
            self.dirty = True
        elif isinstance(event, KeyInput) and "hint" in event.meanings and self.hints.is_usable:
            if event.down:
                self.hints.ask()
        elif isinstance(event, KeyInput) and "speed" in event.meanings and not self.controller.original_controllers:
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
        if self.controller.leave is not None:
            self.controller.leave()
        elif isinstance(self.controller.session.phase, Over) and not self.controller.original_controllers:
            self.show_end(is_counted=True)
        else:
            pause_menu.show(self.controller, self.extra_answers, is_lesson=self.lesson_guide is not None)

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
        self.places = self.board.make_places(size) or self.default_places(size)
        if self.top_cover is not None and self.board.avoids_cover:
            self.places = fit_above(self.places, self.top_cover.box_for(size).top)
        for panel, (rect, quarters) in zip(self.panels, self.places.seats, strict=True):
            panel.rect, panel.quarter_turns = rect, quarters
            panel.key_name = self.app.settings.seat_key_name(panel.seat.seat)
        self.log.rect = self.places.log
        self.log.visible = self.places.has_log_beside or self._is_log_open
        self.log_line.visible = self.places.log_line is not None
        right = size[0] - _ICON_GAP
        for button in self.bar_buttons:
            button.visible = not self.controller.original_controllers
            if button is self.log_button:
                button.visible = button.visible and not self.places.has_log_beside and self.places.log_line is None
            if button is self.hints.button:
                button.visible = self.hints.is_usable
            if button in (self.undo_button, self.menu_button):
                button.visible = button.visible and self.controller.leave is None
            if button.visible:
                button.rect = Rect(right - _ICON_WIDTH, 6, _ICON_WIDTH, _ICON_HEIGHT)
                right -= _ICON_WIDTH + _ICON_GAP
        self._bar_right = right
        if self.places.log_line is not None:
            self.log_line.rect = Rect(self.places.log_line)
            self.log_line.rect.width = min(self.log_line.rect.width, right - self.log_line.rect.x)
        self.board.place(self.places.table)
        if self.reaction is not None:
            self._place_reaction(self.reaction)
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
        waiting = self.waiting_text()
        if self.top_cover is None:
            thinker = self.thinking_machine[0] if self.thinking_machine is not None else None
            phase, names = self.controller.session.phase, self.controller.names
            words = status_bar.join_status(self.status(), thinker, phase, names, waiting)
        else:
            words = status_bar.format_cover_status(
                self.top_cover.owner.name, self.top_cover.is_open, self.reaction is not None, waiting
            )
        return words, self.hints.bar_hint
