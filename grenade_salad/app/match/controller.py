"""A running match in the window: shows the session's steps and applies actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from grenade_salad.app.match import pause_menu, stalled, status_bar, text_view
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.ending import end_with_points
from grenade_salad.app.match.game_board import GameBoard, ReactionPrompt, list_answers
from grenade_salad.app.match.narration import Narrator, build_nodes, list_news
from grenade_salad.app.match.pace import apply_pace_settings
from grenade_salad.app.match.reaction import Question, Reaction
from grenade_salad.app.match.spoiler_gate import SpoilerGate
from grenade_salad.app.match.text_view import TableText, make_explainer
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.log import Log
from grenade_salad.app.ui.picks import NamedSeat, Pick
from grenade_salad.core import Action, Chance, Event, Reason, View, log_line, redact
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller, Match
from grenade_salad.match.story import StoryBuilder
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.phases import Deciding, FreePlay, NothingToTakeBack, Over, Phase, Reacting, ResolvingChance
from grenade_salad.session.session import Session, VisibleStep, find_pass
from grenade_salad.text import Reader, Words, m, say
from grenade_salad.web import saved_seats

_LATE_SECONDS = 2.0
"""Seconds after a reaction window ran out in which a key counts as a late answer."""


class MatchScene(Scene):
    """Runs a match. The table shows it, and `board` draws what the game shows on it."""

    board: GameBoard
    has_narrator = True

    leave: Callable[[], None] | None = None
    """The menu's action at a table that only asks a question: a puzzle."""

    def __init__(self, app: AppContext, match: Match, controllers: tuple[Controller, ...]) -> None:
        super().__init__(app)
        machines = MachinePlayers(match.header, app.worker(), app.thinker())
        self.session = Session(match, controllers, machines)
        self.session.is_public = app.settings.hands_on_phones
        self.story_builder = StoryBuilder(match.header)
        self.names = match.header.names
        self.have_looked: set[int] = set()
        """People at this screen who have looked at their hand.

        Also those who were asked in a reaction window, which gave them time to look.
        """
        self.rules_page = match.header.game
        self.view = match.state.view(self.viewer)
        self.reaction: Reaction | None = None
        self.log = Log()
        self.narrator = Narrator(self.log)
        self._table_text = TableText(self.names)
        self.spoiler_gate = SpoilerGate(self)
        self._web_delay = 0.0
        """Seconds for which the television pages still show the step."""
        self._picks: dict[int, Sequence[tuple[Pick, Action]]] = {}
        self._last_phase: Phase = self.session.phase
        self._last_absent: frozenset[int] = frozenset()
        self._mouse_seat: int | None = None
        self._last_actor: int | None = None
        self.has_asked_to_end = False
        self._late_seats: frozenset[int] = frozenset()
        """People at this screen who missed the last reaction window, for a moment."""
        self._late_time = 0.0

    @property
    def follows_settings(self) -> bool:
        """True if the match is played, not only watched."""
        return self.leave is None

    # Accessibility

    def accessible_name(self) -> Words:
        return self.match.game.title

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        question = None if self.reaction is None else (len(self.match.entries), self.reaction.question.words)
        is_live = not self.app.is_listened_to  # Otherwise the narrator says what is new.
        return build_nodes(
            self.names, self.status(), self.board.preview_text(), question, self.table_text_lines(), live=is_live
        )

    def announcements(self) -> Sequence[AccessibleNode]:
        return self.narrator.heard() if self.app.is_listened_to else list_news(self.log)

    def update_narration(self, dt: float) -> bool:
        if not self.app.is_listened_to:
            self.narrator.skip_log()
            return False
        self.log.show_typed()
        if self.actor is not None:
            self.narrator.preview(say(self.board.preview_text(), Reader(self.names), begin=True))
        return self.narrator.update(dt, self.motion.pace)

    def narrates_message(self, words: str) -> bool:
        if self.app.is_listened_to:
            self.narrator.say(words)
        return self.app.is_listened_to

    def status(self) -> Words:
        """Say whose turn it is and what can be done."""
        if words := self.board.status():
            return words
        may_react, turnless = self.reaction is not None, self.match.state.is_turnless
        return status_bar.default_status(self.session.phase, self.view, self.names, self.actor, may_react, turnless)

    def table_text_lines(self) -> Sequence[str]:
        """Describe the table, a line each."""
        return self.default_table_lines() if (lines := self.board.table_lines()) is None else lines

    def hand_lines(self, seat: int) -> Sequence[str]:
        """Describe the hand of a seat, for its own ears."""
        lines = self.board.hand_lines(seat)
        return text_view.describe_hand(self.match.state.view(seat), seat, self.names) if lines is None else lines

    def default_table_lines(self) -> Sequence[str]:
        """Describe the table as it is shown, in the words of a phone's sheet."""
        return self._table_text.lines(self.view)

    # What boards and other scenes call

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
    def machines(self) -> MachinePlayers:
        """The machine players, which compute beside the window."""
        return self.session.machines

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people at this screen."""
        return self.session.screen_seats

    @property
    def cover_seats(self) -> Sequence[int]:
        """The seats of people at this screen who may look under a cover.

        Players who are out have no hand to look at.
        """
        alive = self.board.alive()
        return [seat for seat in self.persons if not alive or alive[seat]] if self.viewer is None else []

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
    def is_patient(self) -> bool:
        """True if reaction windows have no time limit.

        That is so for people who listen, and for people who have not looked at their hand yet.
        """
        asked_people = set(self.match.state.active_seats()) & set(self.persons)
        return self.app.is_listened_to or (self.viewer is None and not asked_people <= self.have_looked)

    @property
    def is_held(self) -> bool:
        """True if the match waits until a person has heard or read something."""
        return self.app.is_listened_to and self.narrator.is_busy

    @property
    def is_idle(self) -> bool:
        """True if everything that happened is shown, and the actor may act."""
        is_showing = self.motion.is_busy or self.spoiler_gate.step is not None or self.session.pending_count
        return not is_showing and not isinstance(self.session.phase, ResolvingChance)

    @property
    def thinking_machine(self) -> tuple[int, float] | None:
        """The machine player whose turn it is, and how long it has been shown to think.

        The time is in seconds. It is None in reaction windows, and while the match waits for a person who reads or
        listens.
        """
        return None if self.is_held else status_bar.find_slow_thinker(self.session.phase)

    def act(self, action: Action) -> bool:
        """Apply the action of a person. Return True if it was legal.

        If not, the reason is shown.
        """
        if not self.match.state.is_turnless:
            self.show_everything()
        try:
            reason = self.session.act(action)
        except JournalError as error:
            pause_menu.ask_about_trouble(self, str(error))
            return False
        if reason is not None:
            self.refuse(reason)
            return False
        self.narrator.on_decision()
        self._follow_phase()
        self.update_panels()
        return True

    def take_mouse(self, seat: int) -> None:
        """Let a person act at this screen from now on, at a table without turns."""
        self._mouse_seat = seat
        self._follow_actor()

    def _follow_actor(self) -> None:
        self.update_panels()
        if self.actor is not None and self.actor != self._last_actor:
            self.board.on_turn_began(self.actor)
        self._last_actor = self.actor
        self.dirty = True

    def refuse(self, reason: Reason | Words, is_drawn: bool = True) -> None:
        """Show why something cannot be done.

        If not `is_drawn`, the reason is only spoken: it is visible beside what it is about.
        """
        words = reason.message() if isinstance(reason, Reason) else reason
        self.app.say(say(words, Reader(self.names), begin=True), refused=True, drawn=is_drawn)

    def show_everything(self) -> None:
        """Show everything that has happened, without animations."""
        self.motion.skip()
        self.reveal()
        while (step := self.session.next_step()) is not None:
            self._show_step(step)
            self.motion.skip()
            self.reveal()
        self.session.mark_shown()
        self._web_delay = 0.0

    def mark_event_shown(self, event: Event) -> None:
        """Report an event of the shown step that is visible before the film ends."""
        self.spoiler_gate.mark_event_shown(event)

    def reveal(self) -> None:
        """Report everything of the shown step, and make its view the current one."""
        if (step := self.spoiler_gate.step) is None:
            return
        self.spoiler_gate.finish_step()
        self.view = step.view
        self.board.on_step_shown()
        self.update_panels()
        self.dirty = True

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
        secret_lines = partial(self.hand_lines, seat)
        self.cover(
            Cover(
                self.app,
                NamedSeat(seat, self.names[seat]),
                draw,
                choices,
                on_done,
                title=title,
                secret_lines=secret_lines,
            )
        )

    def cover(self, cover: Cover) -> None:
        """Put a cover over the lower part of the table."""
        cover.on_gone = partial(self._on_cover_gone, cover)
        cover.recent_lines = self.log.lines if self.viewer is None else ()
        self.app.push(cover)

    def _on_cover_gone(self, cover: Cover) -> None:
        if cover.was_open:
            self.have_looked.add(cover.owner.seat)

    def update_panels(self) -> None:
        """Mark the panels of the seats that are to act or are asked."""

    def place_reaction(self, reaction: Reaction) -> None:
        """Place the reaction window."""

    # The course of the match

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self.motion.is_busy:
            self.reveal()
        if not self.match.state.is_turnless:
            self.story_builder.follow(self.match.entries, max_lines=1)
        self._web_delay = max(0.0, self._web_delay - dt)
        self._late_time += dt
        if self._late_time > _LATE_SECONDS:
            self._late_seats = frozenset()
        self._follow_hand_setting()
        apply_pace_settings(self.session, self.app, self.motion.pace, self.is_patient)
        if self.reaction is not None:
            self.reaction.update(dt)
        elif self.app.scene is self and not self.motion.is_busy and not self._web_delay:
            self._continue(dt)
        elif self.app.scene is self and self.match.state.is_turnless:
            self.advance_time(dt)
        pause_menu.report_troubles(self.app, self.machines)

    def on_entered(self) -> None:
        super().on_entered()
        self._follow_hand_setting()

    def _follow_hand_setting(self) -> None:
        """Show the match again if hands are on phones only now, or no longer."""
        public = self.app.settings.hands_on_phones
        if self.follows_settings and self.session.is_public != public:
            self.show_everything()
            self.session.make_public(public)
            self.log.clear()
            self.restart()

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
            pause_menu.ask_about_trouble(self, str(error))
        while self.session.refused and self.session.refused[0][0].seat in self.persons:
            self.refuse(self.session.refused.popleft()[1])
        self._follow_phase()

    def _follow_phase(self) -> None:
        """Show the phase that the match is in."""
        phase = self.session.phase
        if self.reaction is not None and (self.reaction.phase is not phase or self.reaction.phase.is_closed):
            reaction, self.reaction = self.reaction, None
            self.have_looked.update(reaction.phase.seats)
            self._note_late_seats(reaction)
            reaction.close()
            self.update_panels()
            self.dirty = True
        if self.session.absent != self._last_absent:
            self._last_absent = self.session.absent
            self.update_panels()
            self.dirty = True
        if phase is self._last_phase:
            return
        self._last_phase = phase
        stalled.ask_if_stalled(self, phase)
        match phase:
            case Deciding():
                self.update_panels()
                if phase.by == "person":
                    self.board.on_turn_began(phase.seat)
                self.dirty = True
            case FreePlay():
                self._follow_actor()
            case Reacting(is_closed=False):
                self._open_reaction(phase)
            case Reacting():
                self.update_panels()
                self.dirty = True
            case Over():
                self._on_match_over(phase)

    def _note_late_seats(self, reaction: Reaction) -> None:
        """Note the people who missed the window, and tell those who were about to answer."""
        self._late_seats, self._late_time = reaction.phase.missed & set(self.persons), 0.0
        if self._late_seats and (reaction.is_covered or self.viewer is not None):
            self._tell_too_late()

    def tell_if_late(self, is_pressed: Callable[[int], bool]) -> None:
        """Tell a person that it is too late, if their key is pressed just after the end."""
        if any(is_pressed(seat) for seat in self._late_seats):
            self._tell_too_late()

    def _tell_too_late(self) -> None:
        self._late_seats = frozenset()
        self.app.say(m("Too late: the time to answer is over."), refused=True)

    def _open_reaction(self, phase: Reacting) -> None:
        """Ask the people at this screen."""
        people = [seat for seat in phase.seats if seat in self.persons]
        self._picks = {seat: list(list_answers(self.board, self.match, seat)) for seat in people}
        prompt = self.board.reaction_prompt() or ReactionPrompt("")
        question = Question(
            prompt.words,
            prompt.pass_words,
            tuple(NamedSeat(seat, self.names[seat]) for seat in people),
            self.names,
            lambda seat: [pick for pick, _ in self._picks[seat]],
            self.board.draw_hand,
            self.hand_lines,
            self.viewer,
        )
        self.reaction = Reaction(self, phase, question, self)
        self.place_reaction(self.reaction)
        if people:
            self.narrates_message(say(prompt.short or prompt.words, Reader(self.names), begin=True))
        self.update_panels()
        self.dirty = True

    def answer(self, seat: int, index: int | None) -> None:
        """Apply a person's answer in the reaction window. None: a pass."""
        action = find_pass(self.match.state, seat) if index is None else self._picks[seat][index][1]
        self.narrator.on_decision()
        if action is not None and (reason := self.session.act(action)):
            self.refuse(reason)
        self._follow_phase()

    def pass_for_turn(self, seat: int) -> None:
        """Pass for a person now, and in the other reaction windows of this turn."""
        self.session.pass_for_turn(seat)
        self._follow_phase()

    def hold_clock(self, seat: int | None) -> None:
        """Hold the time of the reaction window while a seat looks under its cover.

        None: no seat looks.
        """
        self.session.hold_clock(seat)

    def toggle_clock(self) -> None:
        """Stop the time of the reaction window for everybody, or let it run again."""
        self.session.stop_time()

    def _show_step(self, step: VisibleStep) -> None:
        self.spoiler_gate.begin_step(step)
        self.board.animate(step)
        self.update_panels()
        self.dirty = True
        if not self.motion.is_busy:
            self.reveal()

    def _refill_log(self) -> None:
        """Fill the log with what has happened so far, if the match is saved."""
        if isinstance(self.match, JournaledMatch):
            redact_event = partial(redact, seat=self.viewer)
            self.spoiler_gate.rewrite_log((step.entry, [*map(redact_event, step.events)]) for step in self.match.steps)
            self.narrator.skip_log()

    def describe_event(self, event: Event) -> str:
        """Return the line of the log for a redacted event; empty if it is not worth one."""
        words = self.board.describe_event(event)
        return log_line(event, Reader(self.names)) if words is None else words

    def make_explainer(self, entry: Action | Chance, previous_view: View | None) -> Callable[[], str] | None:
        """Return a function that explains a machine player's action, or None.

        The explanation uses what the viewer knew before the action, and nothing of what the machine player holds.
        """
        return make_explainer(self.match.header.game, self.names, self.controllers, entry, previous_view)

    def _on_match_over(self, over: Over) -> None:
        if over.trouble:
            self.app.say(over.trouble, refused=True)
        self.update_panels()
        self.dirty = True
        self.show_end()

    def show_end(self, *, is_counted: bool = False) -> None:
        """Show the last page: who has won, and what can be done next.

        `is_counted`: the points were counted before.
        """
        if self.leave is None:
            ending = self.board.ending() or end_with_points(self.match.state.scores)
            self.app.push(self.board.end_scene(is_counted) or EndScene(self, ending, is_counted=is_counted))

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
        self.motion.skip()
        self.restart()
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

    def restart(self) -> None:
        """Show the match again, as it is."""
        if self.reaction is not None:
            self.reaction.close()
        self.reaction = None
        self.spoiler_gate.clear()
        self._refill_log()
        self.view = self.match.state.view(self.viewer)
        self.update_panels()
        self.board.show_position()
        self.dirty = True

    # phones: see web.host_screen.Host

    def table_game(self) -> str:
        return self.match.header.game

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        return list(zip(self.names, self.controllers, strict=True))

    def give_seat(self, seat: int, controller: Controller) -> None:
        self.change_controllers((*self.controllers[:seat], controller, *self.controllers[seat + 1 :]))

    def name_seat(self, seat: int, name: str) -> None:
        """Do nothing: the names of a match are those in its record."""

    def running(self) -> Session:
        return self.session

    def journaled_match(self) -> JournaledMatch | None:
        return self.match if isinstance(self.match, JournaledMatch) else None

    def on_left(self) -> None:
        self.session.close()
        self._delete_if_untouched()

    def _delete_if_untouched(self) -> None:
        """Delete the match if no player has done anything in it."""
        match, journal = self.journaled_match(), self.app.journal
        if match is None or journal is None or not match.is_untouched:
            return
        with suppress(JournalError):
            journal.delete(match.id)
            saved_seats.forget(self.app.data_folder, match.id)
