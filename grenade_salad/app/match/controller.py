"""A running match at this screen: the session, who may see what, and the log.

It knows no window: the scene that shows it is a `MatchView`. Phones see it as their `SeatSource`.

`view` and the log are what `viewer` may know: the only person of the match at this screen, else None. While a step is
shown, `view` is the one before it, and the lines of its events wait: nothing is told before it is visible (see
spoiler_gate.py). `match` may be ahead of what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol

from grenade_salad.app.match.narration import Narrator, format_spoken, rate_loudness
from grenade_salad.app.match.spoiler_gate import SpoilerGate
from grenade_salad.app.match.text_view import format_typed, make_explainer
from grenade_salad.core import Action, Chance, Event, Reason, View, log_line, redact, subject_seat
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller, Match, Step
from grenade_salad.match.story import StoryBuilder
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.phases import (
    Deciding,
    FreePlay,
    NothingToTakeBack,
    Over,
    Pace,
    Phase,
    Reacting,
    ResolvingChance,
    Stalled,
)
from grenade_salad.session.session import Session, VisibleStep
from grenade_salad.text import Reader, Words, m, say
from grenade_salad.web import saved_seats

if TYPE_CHECKING:
    from grenade_salad.app.shell.scene import AppContext
    from grenade_salad.app.ui.log import Log
    from grenade_salad.app.ui.motion import Motion

_LATE_SECONDS = 2.0
"""Seconds after a reaction window ran out in which a key counts as a late answer."""
_LONG_SECONDS = 12.0
"""Seconds for a message about machine players that failed, which is long."""


class MatchView(Protocol):
    """The scene that shows a match, as its controller calls it."""

    motion: Motion
    """The animations: the next step is shown when they have ended."""
    log: Log
    rules_page: str
    """The page of the rules about what is on the table."""
    dirty: bool
    """True if it must be drawn again."""

    @property
    def is_on_top(self) -> bool:
        """True if no other scene covers it."""

    @property
    def holds_match(self) -> bool:
        """True if the match waits until a person has read something on the table."""

    @property
    def is_unhurried(self) -> bool:
        """True if reaction windows have no time limit at this table."""

    @property
    def looking_seat(self) -> int | None:
        """The seat of the person who looks under a cover of the reaction window."""

    @property
    def is_covered(self) -> bool:
        """True if the cover of a person who is asked is on the table."""

    def animate(self, step: VisibleStep) -> None:
        """Begin to show a step."""

    def on_step_shown(self) -> None:
        """React to a step that was shown: the controller's `view` is the one after it."""

    def show_position(self) -> None:
        """Show the controller's `view` as it is, after a jump in the match."""

    def mark_seats(self) -> None:
        """Mark the seats that are to act or are asked."""

    def on_turn_began(self, seat: int) -> None:
        """React to the start of a turn of a person at this screen."""

    def describe_event(self, event: Event) -> str | None:
        """Return the line of the log for a redacted event. None: use the event's own."""

    def open_reaction(self, phase: Reacting, people: Sequence[int]) -> None:
        """Show a reaction window, and ask these people at this screen."""

    def update_reaction(self, dt: float) -> None:
        """Show that `dt` seconds of the time to react have passed."""

    def close_reaction(self) -> None:
        """Remove the reaction window."""

    def show_end(self) -> None:
        """Show the last page: who has won, and what can be done next."""

    def ask_about_stalled_match(self, has_stopped: bool) -> None:
        """Ask if a match that nothing brings on continues, and by which rules."""

    def ask_about_trouble(self, trouble: str) -> None:
        """Ask what to do after a line could not be saved."""


class MatchController:
    """Runs a match for the people at this screen, and tells `scene` what to show."""

    leave: Callable[[], None] | None = None
    """The menu's action at a table that only asks a question: a puzzle, a scenario."""
    original_controllers: tuple[Controller, ...] = ()
    """The controllers of a match that is only watched: see `jump_to`."""
    shows_everything = False
    """True if a watched match shows everything, also what is hidden from the viewer."""

    def __init__(self, app: AppContext, match: Match, controllers: tuple[Controller, ...], scene: MatchView) -> None:
        self.app, self.scene, self.log = app, scene, scene.log
        machines = MachinePlayers(match.header, app.worker(), app.thinker())
        self.session = Session(match, controllers, machines)
        self.session.is_public = app.settings.hands_on_phones
        self.story_builder = StoryBuilder(match.header)
        self.names = match.header.names
        """The names of the seats."""
        self.have_looked: set[int] = set()
        """People at this screen who have looked at their hand.

        Also those who were asked in a reaction window, which gave them time to look.
        """
        self.view = match.state.view(self.viewer)
        """What the viewer may know, as far as it was shown."""
        self.reaction: Reacting | None = None
        """The reaction window that is open on the table."""
        self.narrator = Narrator(self.log)
        self.spoiler_gate = SpoilerGate(self._write_line)
        self._explainer: Callable[[], str] | None = None
        """Explains the action of the current line; the first event that is written takes it."""
        self._typed = ""
        """What a person would type for that action; taken likewise."""
        self._line_count = 0
        """The lines of the match that were told, including the current one."""
        self._web_delay = 0.0
        """Seconds for which the television pages still show the step."""
        self._last_phase: Phase = self.session.phase
        """The phase that the scene shows."""
        self._last_absent: frozenset[int] = frozenset()
        """The seats that the scene shows as absent."""
        self._mouse_seat: int | None = None
        """The person who has the mouse, at a table without turns."""
        self._last_actor: int | None = None
        """The actor whose turn the scene was told of last, at a table without turns."""
        self._has_asked_about_stalled_match = False
        self._late_seats: frozenset[int] = frozenset()
        """People at this screen who missed the last reaction window, for a moment."""
        self._late_time = 0.0
        """Seconds since then."""

    # The match and its people

    @property
    def match(self) -> Match:
        """The match, which may be ahead of what is shown."""
        return self.session.match

    @property
    def controllers(self) -> tuple[Controller, ...]:
        """The controller of each seat."""
        return self.session.controllers

    @property
    def steps(self) -> list[tuple[Event, ...]]:
        """All events that were shown since the start of the match, unredacted.

        There is a tuple for each line of the record.
        """
        unseen_count = self.session.pending_count + (self.spoiler_gate.step is not None)
        return self.session.event_history[: len(self.session.event_history) - unseen_count]

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people at this screen."""
        return self.session.screen_seats

    @property
    def viewer(self) -> int | None:
        """The seat whose secrets can be shown without a cover, or None.

        It is the seat of the only person at a table of machine players.
        """
        return self.session.viewer

    @property
    def actor(self) -> int | None:
        """The person at this screen whose turn it is.

        At a table without turns, it is the person who has the mouse.
        """
        phase = self.session.phase
        if self.match.state.is_turnless and self.session.accepts_actions:
            return self._mouse_seat if self._mouse_seat in self.persons else next(iter(self.persons), None)
        return phase.seat if isinstance(phase, Deciding) and phase.by == "person" else None

    @property
    def deciding_seat(self) -> int | None:
        """The person at this screen who may type an action or ask for a hint.

        It is the actor, or in a reaction window the only person of the match, if that person is asked.
        """
        if self.reaction is None:
            return self.actor
        return self.viewer if self.viewer is not None and self.awaits_answer(self.viewer) else None

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, or None."""
        return None if self.view.is_over else self.session.turn_seat

    @property
    def asked_seats(self) -> tuple[int, ...]:
        """The seats that are asked in a reaction window and have not answered."""
        phase = self.session.phase
        if not isinstance(phase, Reacting):
            return ()
        return tuple(seat for seat in self.match.state.active_seats() if seat not in phase.answers)

    @property
    def follows_settings(self) -> bool:
        """True if the match is played, not only watched."""
        return not self.original_controllers and self.leave is None

    @property
    def is_patient(self) -> bool:
        """True if reaction windows have no time limit.

        That is so for people who listen, and for people who have not looked at their hand yet.
        """
        asked_people = set(self.match.state.active_seats()) & set(self.persons)
        has_to_look = self.viewer is None and not asked_people <= self.have_looked
        return self.scene.is_unhurried or self.app.is_listened_to or has_to_look

    @property
    def is_held(self) -> bool:
        """True if the match waits until a person has heard or read something."""
        is_waiting_for_readers = self.app.phones is not None and self.app.phones.first_minute.is_open
        return is_waiting_for_readers or self.scene.holds_match or (self.app.is_listened_to and self.narrator.is_busy)

    @property
    def is_idle(self) -> bool:
        """True if everything that happened is shown, and the actor may act."""
        is_showing = self.scene.motion.is_busy or self.spoiler_gate.step is not None or self.session.pending_count
        return not is_showing and not isinstance(self.session.phase, ResolvingChance)

    # What people decide

    def act(self, action: Action) -> bool:
        """Apply the action of a person. Return True if it was legal.

        If not, the reason is shown.
        """
        # Without turns, others act meanwhile, and their animations go on.
        if not self.match.state.is_turnless:
            self.show_everything()
        try:
            reason = self.session.act(action)
        except JournalError as error:
            self.scene.ask_about_trouble(str(error))
            return False
        if reason is not None:
            self.refuse(reason)
            return False
        self.narrator.on_decision()
        self._follow_phase()
        self.scene.mark_seats()
        return True

    def take_mouse(self, seat: int) -> None:
        """Let a person act at this screen from now on, at a table without turns."""
        self._mouse_seat = seat
        self._follow_actor()

    def refuse(self, reason: Reason | Words, is_drawn: bool = True) -> None:
        """Show why something cannot be done, unless the match is only watched.

        If not `is_drawn`, the reason is only spoken: it is visible beside what it is about.
        """
        if not self.original_controllers:
            words = reason.message() if isinstance(reason, Reason) else reason
            self.app.say(say(words, Reader(self.names), begin=True), refused=True, drawn=is_drawn)

    # What is shown

    def show_everything(self) -> None:
        """Show everything that has happened, without animations."""
        self.scene.motion.skip()
        self.reveal()
        while (step := self.session.next_step()) is not None:
            self._show_step(step)
            self.scene.motion.skip()
            self.reveal()
        self.session.mark_shown()
        self._web_delay = 0.0

    def _show_step(self, step: VisibleStep) -> None:
        self.spoiler_gate.begin_step(step)
        typed = format_typed(self.match.state, step, self.names, self.viewer)
        self._begin_line(step.entry, step.previous_view, typed)
        self.scene.animate(step)
        if not self.scene.motion.is_busy:
            self.reveal()

    def mark_event_shown(self, event: Event) -> None:
        """Report an event of the shown step that is visible before the film ends."""
        self.spoiler_gate.mark_event_shown(event)

    def reveal(self) -> None:
        """Report everything of the shown step, and make its view the current one."""
        if (step := self.spoiler_gate.step) is None:
            return
        self.spoiler_gate.finish_step()
        self.view = step.view
        self.scene.on_step_shown()

    def restart(self) -> None:
        """Show the match again, as it is."""
        self.reaction = None
        self.scene.close_reaction()
        self.spoiler_gate.clear()
        self.refill_log()
        self.view = self.match.state.view(self.viewer)
        self.scene.show_position()

    def jump_to(self, match: Match, steps: Sequence[Step]) -> None:
        """Show the match after all of its steps at once."""
        self.scene.motion.skip()
        self.session.jump_to(match, steps)
        self.view = match.state.view(self.viewer)
        self._rewrite_log((step.entry, self._visible_events(step)) for step in steps)
        self.narrator.skip_log()
        self.scene.show_position()

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

    # The log and its narration

    def refill_log(self) -> None:
        """Fill the log with what has happened so far, if the match is saved."""
        if isinstance(self.match, JournaledMatch):
            redact_event = partial(redact, seat=self.viewer)
            self._rewrite_log((step.entry, [*map(redact_event, step.events)]) for step in self.match.steps)
            self.narrator.skip_log()

    def _rewrite_log(self, steps: Iterable[tuple[Action | Chance, Sequence[Event]]]) -> None:
        """Fill the log with steps that were shown before; their events are redacted."""
        self.spoiler_gate.clear()
        self.log.clear()
        self._line_count = 0
        for entry, events in steps:
            self._begin_line(entry, None, "")
            for event in events:
                self._write_line(event)

    def _begin_line(self, entry: Action | Chance, previous_view: View | None, typed: str) -> None:
        """Prepare to write what a line of the match did.

        A machine player's action can be explained from what the viewer knew before it: nothing that the machine player
        holds is used. The decisions of people in a match that is only watched are not explained.
        """
        self._line_count += 1
        seat = entry.seat if isinstance(entry, Action) else None
        was_machine = not self.original_controllers or seat is None or self.original_controllers[seat].kind == "bot"
        explainer = make_explainer(self.match.header.game, self.names, self.controllers, entry, previous_view)
        self._explainer, self._typed = explainer if was_machine else None, typed

    def _write_line(self, event: Event) -> None:
        """Write the line of an event that is visible, if it is worth one."""
        if words := self.describe_event(event):
            explainer, self._explainer = self._explainer, None
            typed, self._typed = self._typed, ""
            self.log.add(
                words,
                subject_seat(event),
                explainer,
                partial(self.describe_event, event),
                spoken=format_spoken(event, self.names, self.persons, self.viewer),
                priority=rate_loudness(event, self.viewer),
                typed_text=typed,
                coalesce_key=event.coalesce_key,
                is_routine=event.is_routine,
                line=self._line_count,
            )
        if event.restored_line is not None:
            self.log.mark_undone(self._line_count, event.restored_line)

    def describe_event(self, event: Event) -> str:
        """Return the line of the log for a redacted event; empty if it is not worth one."""
        words = self.scene.describe_event(event)
        return log_line(event, Reader(self.names)) if words is None else words

    def narrate(self, words: str, *, is_urgent: bool = True) -> bool:
        """Say something to people who listen. Return True if anybody does.

        If it is not urgent, what has happened is said first.
        """
        if self.app.is_listened_to:
            (self.narrator.say if is_urgent else self.narrator.add_note)(words)
        return self.app.is_listened_to

    # The course of the match

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass; the scene's animations have moved."""
        if not self.scene.motion.is_busy:
            self.reveal()
        if not self.match.state.is_turnless:
            # A line a frame, so that the story is ready at the end without a wait.
            self.story_builder.follow(self.match.entries, max_lines=1)
        self._web_delay = max(0.0, self._web_delay - dt)
        self._late_time += dt
        if self._late_time > _LATE_SECONDS:
            self._late_seats = frozenset()
        self.follow_hand_setting()
        self._follow_pace_settings()
        if self.reaction is not None:
            self.advance_reaction(dt)
        elif self.scene.is_on_top and not self.scene.motion.is_busy and not self._web_delay:
            self._continue(dt)
        elif self.scene.is_on_top and self.match.state.is_turnless:
            self.advance_time(dt)
        report_troubles(self.app, self.session.machines)

    def follow_hand_setting(self) -> None:
        """Show the match again if hands are on phones only now, or no longer."""
        public = self.app.settings.hands_on_phones
        if self.follows_settings and self.session.is_public != public:
            self.show_everything()
            self.session.make_public(public)
            self.log.clear()
            self.restart()

    def _follow_pace_settings(self) -> None:
        """Set the times and the patience of the session from the settings."""
        default, settings, motion_scale = Pace(), self.app.settings, self.scene.motion.pace
        shortest, longest = default.moment
        patience = self.app.phones.time_factor if self.app.phones is not None else 1.0
        self.session.pace = Pace(
            countdown=0.0 if self.is_patient else settings.countdown * patience,
            moment=(shortest * motion_scale, longest * motion_scale),
            machine=default.machine * motion_scale,
            machine_again=default.machine_again * motion_scale,
            unhurried=frozenset(settings.unhurried),
        )
        self.session.asks_forced_passes = not settings.pass_with_nothing
        # The phones' page shows the table to everybody who opens it.
        self.session.has_spectators = self.app.phones is not None

    def _continue(self, dt: float) -> None:
        self.session.mark_shown()
        if (step := self.session.next_step()) is not None:
            if self.app.phones is not None:
                self._web_delay = self.app.phones.show(step, self.session)
            self._show_step(step)
        elif not self.is_held:
            self.advance_time(dt)

    def advance_time(self, dt: float) -> None:
        """Let seconds pass in the match, and apply what people decided on phones."""
        try:
            if self.app.phones is not None and self.leave is None:
                self.app.phones.serve(self.session)
            self.session.advance(dt)
        except JournalError as error:
            self.scene.ask_about_trouble(str(error))
        while self.session.refused and self.session.refused[0][0].seat in self.persons:
            self.refuse(self.session.refused.popleft()[1])
        self._follow_phase()

    def _follow_phase(self) -> None:
        """Show the phase that the match is in."""
        phase = self.session.phase
        if self.reaction is not None and (self.reaction is not phase or self.reaction.is_closed):
            self._close_reaction(self.reaction)
        if self.session.absent != self._last_absent:
            self._last_absent = self.session.absent
            self.scene.mark_seats()
        if phase is self._last_phase:
            return
        self._last_phase = phase
        self._ask_about_stalled_match(phase)
        match phase:
            case Deciding():
                self.scene.mark_seats()
                if phase.by == "person":
                    self.scene.on_turn_began(phase.seat)
            case FreePlay():
                self._follow_actor()
            case Reacting(is_closed=False):
                self.reaction = phase
                self.scene.open_reaction(phase, [seat for seat in phase.seats if seat in self.persons])
            case Reacting():
                self.scene.mark_seats()
            case Over():
                if phase.trouble:
                    self.app.say(phase.trouble, refused=True)
                self.scene.mark_seats()
                self.scene.show_end()

    def _follow_actor(self) -> None:
        self.scene.mark_seats()
        if self.actor is not None and self.actor != self._last_actor:
            self.scene.on_turn_began(self.actor)
        self._last_actor = self.actor

    def _ask_about_stalled_match(self, phase: Phase) -> None:
        """Ask people once about a stalled match: on their turn, or if it has stopped."""
        is_peoples_turn = isinstance(phase, Deciding) and phase.by != "bot" and self.match.state.is_stalled
        has_stopped = isinstance(phase, Stalled)
        if (is_peoples_turn or has_stopped) and not self._has_asked_about_stalled_match and self.leave is None:
            self._has_asked_about_stalled_match = True
            self.scene.ask_about_stalled_match(has_stopped)

    # Reaction windows

    def awaits_answer(self, seat: int) -> bool:
        """True if the seat is a person at this screen who has not answered yet."""
        phase = self.reaction
        return phase is not None and seat in phase.seats and seat not in phase.answers and seat in self.persons

    def answer(self, seat: int, action: Action | None) -> None:
        """Apply a person's answer in the reaction window. None: a pass."""
        if action is None:
            action = self.match.state.find_pass(seat)
        self.narrator.on_decision()
        if action is not None and (reason := self.session.act(action)):
            self.refuse(reason)
        self._follow_phase()

    def pass_for_turn(self, seat: int) -> None:
        """Pass for a person now, and in the other reaction windows of this turn."""
        self.session.pass_for_turn(seat)
        self._follow_phase()

    def toggle_clock(self) -> None:
        """Stop the time of the reaction window for everybody, or let it run again."""
        self.session.stop_time()

    def advance_reaction(self, dt: float) -> None:
        """Let `dt` seconds of the time to react pass, unless a person looks at a hand."""
        self.session.hold_clock(self.scene.looking_seat)
        self.advance_time(dt)
        self.scene.update_reaction(dt)

    def _close_reaction(self, phase: Reacting) -> None:
        """Remove the window, and tell people who were about to answer."""
        self.reaction = None
        self.have_looked.update(phase.seats)
        self._late_seats, self._late_time = phase.missed & set(self.persons), 0.0
        if self._late_seats and self.scene.is_covered:
            self._tell_too_late()
        self.scene.close_reaction()
        self.scene.mark_seats()

    def tell_if_late(self, is_pressed: Callable[[int], bool]) -> bool:
        """Tell a person that it is too late, if their key is pressed just after the end.

        Returns True if somebody was told.
        """
        is_late = any(is_pressed(seat) for seat in self._late_seats)
        if is_late:
            self._tell_too_late()
        return is_late

    def _tell_too_late(self) -> None:
        self._late_seats = frozenset()
        self.app.say(m("The time to answer was over."))

    # Undo and other players

    def undo(self) -> None:
        """Take back the last action of a person if that is allowed, or say why not."""
        try:
            reason = NothingToTakeBack() if self.reaction is not None else self.session.undo(self.actor)
        except JournalError as error:
            self.refuse(str(error))
            return
        if reason is not None:
            self.refuse(reason)
            return
        if self.match.state.is_turnless:
            self._follow_phase()
            return
        self.scene.motion.skip()
        self.restart()
        self.app.say(m("Undone."))

    def undo_to(self, line_count: int) -> None:
        """Go back to the position after this many lines, in a match that is not saved."""
        match = Match(self.match.header)
        steps = [match.apply_entry(entry) for entry in self.match.entries[:line_count]]
        self.scene.motion.skip()
        self.session.continue_from(match, steps)
        self.restart()
        self._rewrite_log((step.entry, self._visible_events(step)) for step in steps)
        self.app.say(m("Undone."))

    def change_controllers(self, controllers: tuple[Controller, ...]) -> None:
        """Let other people or machine players decide for the seats from now on."""
        self.show_everything()
        try:
            self.session.change_controllers(controllers)
        except JournalError as error:
            self.refuse(str(error))
            return
        self.restart()

    # Phones: see web.host_screen.SeatSource

    def table_game(self) -> str:
        """Return the name of the game."""
        return self.match.header.game

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        """Return name and controller of each seat."""
        return list(zip(self.names, self.controllers, strict=True))

    def give_seat(self, seat: int, controller: Controller) -> None:
        """Let another controller decide for a seat from now on."""
        self.change_controllers((*self.controllers[:seat], controller, *self.controllers[seat + 1 :]))

    def has_own_name(self, seat: int) -> bool:
        """Return True: the names of a match are those in its record."""
        return True

    def name_seat(self, seat: int, name: str) -> None:
        """Do nothing: the names of a match are those in its record."""

    def running(self) -> Session:
        """Return the session of the match."""
        return self.session

    # The end

    def close(self) -> None:
        """Stop the machine players, and delete the match if no player did anything in it."""
        self.session.close()
        match, journal = self.match, self.app.journal
        if not isinstance(match, JournaledMatch) or journal is None or not match.is_untouched:
            return
        with suppress(JournalError):
            journal.delete(match.id)
            saved_seats.forget(self.app.data_folder, match.id)


def report_troubles(app: AppContext, machines: MachinePlayers) -> None:
    """Report new trouble of the machine players, and the place of its crash report."""
    for trouble in machines.troubles():
        app.say(trouble.message, seconds=_LONG_SECONDS)
        if trouble.error is not None:
            app.say(app.write_report(trouble.error, "the machine players"), seconds=_LONG_SECONDS)
