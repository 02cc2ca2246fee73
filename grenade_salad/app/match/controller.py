"""A running match on the window: what the session did is shown step by step, what people do is handed to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from grenade_salad.app.match import pause_menu, stalled, status_bar, text_view
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.ending import points
from grenade_salad.app.match.game_board import Ask, OnTable, answers
from grenade_salad.app.match.narration import Ears, news, spoken
from grenade_salad.app.match.pace import follow_settings
from grenade_salad.app.match.reaction import Question, Reaction
from grenade_salad.app.match.spoiler_gate import Telling
from grenade_salad.app.match.text_view import TableWords, why_of
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.log import Log
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.core import Action, Chance, Event, Reason, View, log_line, redact
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller, Match
from grenade_salad.match.story import Teller
from grenade_salad.session.machine_players import Machines
from grenade_salad.session.phases import Anybody, Asking, Deciding, NothingToTakeBack, Over, Phase, Settling
from grenade_salad.session.session import Session, Shown, passing
from grenade_salad.text import Reader, Words, m, say
from grenade_salad.web import saved_seats

_LATE = 2.0
"""Seconds after a reaction window ran out in which the key of somebody who was asked is taken for an answer."""


class MatchScene(Scene):
    """Runs a match; `Table` shows it, and `scene` is the game's own, that lies on it."""

    scene: OnTable
    has_ears = True

    leave: Callable[[], None] | None = None
    """What the menu does at a table where no match goes on, but a question is asked: a puzzle."""

    def __init__(self, app: Shell, match: Match, controllers: tuple[Controller, ...]) -> None:
        super().__init__(app)
        machines = Machines(match.header, app.worker(), app.thinker())
        self.session = Session(match, controllers, machines)
        self.session.public = app.settings.hands_on_phones
        self.teller = Teller(match.header)
        self.names = match.header.names
        self.saw: set[int] = set()
        """Who at this screen has looked at their hand, or was asked in a window that gave them time to."""
        self.rules_page = match.header.game
        self.view = match.state.view(self.viewer)
        self.reaction: Reaction | None = None
        self.log = Log()
        self.ears = Ears(self.log)
        self._in_words = TableWords(self.names)
        self.telling = Telling(self)
        self._elsewhere = 0.0
        """Seconds for which pages that show the table to all still show the step."""
        self._picks: dict[int, Sequence[tuple[Pick, Action]]] = {}
        self._noticed: Phase = self.session.phase
        self._absent: frozenset[int] = frozenset()
        self._mouse: int | None = None
        self._began: int | None = None
        self.asked_to_end = False
        self._missed: frozenset[int] = frozenset()
        """Who at this screen had not answered when the last reaction window ran out, for a moment."""
        self._missed_for = 0.0

    @property
    def follows_settings(self) -> bool:
        """Whether it is played, not only looked at."""
        return self.leave is None

    # for those who hear it

    def called(self) -> Words:
        return self.match.game.title

    def heard(self) -> Sequence[Heard]:
        asked = None if self.reaction is None else (len(self.match.entries), self.reaction.question.words)
        live = not self.app.listened  # else `ears` says what is new
        return spoken(self.names, self.status(), self.scene.doing(), asked, self.table_in_words(), live=live)

    def latest(self) -> Sequence[Heard]:
        return self.ears.heard() if self.app.listened else news(self.log)

    def hear(self, dt: float) -> bool:
        if not self.app.listened:
            self.ears.skip()
            return False
        self.log.show_typed()
        if self.actor is not None:
            self.ears.preview(say(self.scene.doing(), Reader(self.names), begin=True))
        return self.ears.update(dt, self.motion.pace)

    def speaks(self, words: str) -> bool:
        if self.app.listened:
            self.ears.say(words)
        return self.app.listened

    def status(self) -> Words:
        """Whose turn it is, and what can be done."""
        if words := self.scene.status():
            return words
        asks, turnless = self.reaction is not None, self.match.state.is_turnless
        return status_bar.usual_status(self.session.phase, self.view, self.names, self.actor, asks, turnless)

    def table_in_words(self) -> Sequence[str]:
        """The table in words, a line each."""
        return self.told_lines() if (lines := self.scene.table_lines()) is None else lines

    def hand_lines(self, seat: int) -> Sequence[str]:
        """The hand of a seat in words, for its own ears."""
        lines = self.scene.hand_lines(seat)
        return text_view.hand(self.match.state.view(seat), seat, self.names) if lines is None else lines

    def told_lines(self) -> Sequence[str]:
        """The table in words, as it is shown and as a phone's sheet says it."""
        return self._in_words.of(self.view)

    # to call

    @property
    def match(self) -> Match:
        """The match, which may be ahead of what is shown."""
        return self.session.match

    @property
    def controllers(self) -> tuple[Controller, ...]:
        """Who decides for each seat."""
        return self.session.controllers

    @property
    def steps(self) -> list[tuple[Event, ...]]:
        """All events that were seen, from the start of the match, a tuple a line, unredacted."""
        behind = self.session.pending + (self.telling.step is not None)
        return self.session.happened[: len(self.session.happened) - behind]

    @property
    def machines(self) -> Machines:
        """Who thinks beside the window."""
        return self.session.machines

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people at this screen."""
        return self.session.persons

    @property
    def lookers(self) -> Sequence[int]:
        """The seats of people at this screen that may look under a cover: who is out has none."""
        alive = self.scene.alive()
        return [seat for seat in self.persons if not alive or alive[seat]] if self.viewer is None else []

    @property
    def viewer(self) -> int | None:
        """Whose secrets can be shown without a cover: the only person's, if there is one alone with machines."""
        return self.session.viewer

    @property
    def actor(self) -> int | None:
        """The person at this screen whose turn it is; at a table without turns who has the mouse."""
        phase = self.session.phase
        if self.match.state.is_turnless and self.session.listens:
            return self._mouse if self._mouse in self.persons else next(iter(self.persons), None)
        return phase.seat if isinstance(phase, Deciding) and phase.by == "person" else None

    @property
    def patient(self) -> bool:
        """Whether reaction windows wait for everybody's answer: for who hears them, and who never saw their hand."""
        asked = set(self.match.state.active_seats()) & set(self.persons)
        return self.app.listened or (self.viewer is None and not asked <= self.saw)

    @property
    def held(self) -> bool:
        """Whether somebody is told something, and the match waits for them."""
        return self.app.listened and self.ears.waits

    @property
    def idle(self) -> bool:
        """Whether all that happened is shown, and the actor may act."""
        shows = self.motion.busy or self.telling.step is not None or self.session.pending
        return not shows and not isinstance(self.session.phase, Settling)

    @property
    def thinking(self) -> tuple[int, float] | None:
        """The machine whose turn it is, and for how many seconds it is shown that it thinks.

        In a reaction window nothing is shown of it, nor while everybody waits for somebody who reads or hears.
        """
        return None if self.held else status_bar.thinking(self.session.phase)

    def act(self, action: Action) -> bool:
        """Do what a person decided; whether that was legal. If not, the reason is shown."""
        if not self.match.state.is_turnless:
            self.finish()
        try:
            reason = self.session.act(action)
        except JournalError as error:
            pause_menu.ask_about_trouble(self, str(error))
            return False
        if reason is not None:
            self.refuse(reason)
            return False
        self.ears.decided()
        self._notice()
        self.seats_changed()
        return True

    def take_mouse(self, seat: int) -> None:
        """At a table without turns: what is done at this screen from now on is done by that person."""
        self._mouse = seat
        self._notice_actor()

    def _notice_actor(self) -> None:
        self.seats_changed()
        if self.actor is not None and self.actor != self._began:
            self.scene.turn_began(self.actor)
        self._began = self.actor
        self.dirty = True

    def refuse(self, reason: Reason | Words, drawn: bool = True) -> None:
        """Say why something cannot be done. What is not `drawn` stands beside what it is about."""
        words = reason.message() if isinstance(reason, Reason) else reason
        self.app.say(say(words, Reader(self.names), begin=True), refused=True, drawn=drawn)

    def finish(self) -> None:
        """Show everything that has happened, at once."""
        self.motion.skip()
        self.reveal()
        while (shown := self.session.take()) is not None:
            self._show(shown)
            self.motion.skip()
            self.reveal()
        self.session.shown()
        self._elsewhere = 0.0

    def seen(self, event: Event) -> None:
        """An event of the step that is shown lies on the table: it is told now, before the film is over."""
        self.telling.seen(event)

    def reveal(self) -> None:
        """All of the step that is shown lies on the table: from now on it is told, and `view` is what there is."""
        if (step := self.telling.step) is None:
            return
        self.telling.end()
        self.view = step.view
        self.scene.settled()
        self.seats_changed()
        self.dirty = True

    def look(
        self,
        seat: int,
        choices: Sequence[Pick] = (),
        done: Callable[[int | None], None] = lambda _: None,
        title: Words = "",
        *,
        drawn: bool = True,
    ) -> None:
        """The cover comes for a person; `done` gets the index of what was picked, or None. The hand is `drawn` unless
        the choices are what it is."""
        draw = partial(self.scene.draw_hand, seat=seat) if drawn else None
        told = partial(self.hand_lines, seat)
        self.cover(Cover(self.app, Who(seat, self.names[seat]), draw, choices, done, title=title, told=told))

    def cover(self, cover: Cover) -> None:
        """A cover comes over the lower part of the table."""
        cover.gone = partial(self._uncovered, cover)
        cover.lately = self.log.lines if self.viewer is None else ()
        self.app.push(cover)

    def _uncovered(self, cover: Cover) -> None:
        if cover.was_open:
            self.saw.add(cover.who.seat)

    def seats_changed(self) -> None:
        """Somebody else is to act, or is asked: mark the panels."""

    def place_reaction(self, reaction: Reaction) -> None:
        """Give the reaction window a place."""

    # the course of the match

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self.motion.busy:
            self.reveal()
        if not self.match.state.is_turnless:
            self.teller.follow(self.match.entries, most=1)
        self._elsewhere = max(0.0, self._elsewhere - dt)
        self._missed_for += dt
        if self._missed_for > _LATE:
            self._missed = frozenset()
        self._follow_hands()
        follow_settings(self.session, self.app, self.motion.pace, self.patient)
        if self.reaction is not None:
            self.reaction.update(dt)
        elif self.app.scene is self and not self.motion.busy and not self._elsewhere:
            self._go_on(dt)
        elif self.app.scene is self and self.match.state.is_turnless:
            self.let_pass(dt)
        pause_menu.tell_troubles(self.app, self.machines)

    def entered(self) -> None:
        super().entered()
        self._follow_hands()

    def _follow_hands(self) -> None:
        """Hands are on phones only from now on, or no longer: what is shown begins anew."""
        public = self.app.settings.hands_on_phones
        if self.follows_settings and self.session.public != public:
            self.finish()
            self.session.make_public(public)
            self.log.clear()
            self.restart()

    def _go_on(self, dt: float) -> None:
        self.session.shown()
        if (shown := self.session.take()) is not None:
            if self.app.phones is not None:
                self._elsewhere = self.app.phones.show(shown, self.session)
            self._show(shown)
        elif not self.held:
            self.let_pass(dt)

    def let_pass(self, dt: float) -> None:
        """Seconds pass in the match; what people with phones decide is heard."""
        try:
            if self.app.phones is not None and self.leave is None:
                self.app.phones.serve(self.session)
            self.session.advance(dt)
        except JournalError as error:
            pause_menu.ask_about_trouble(self, str(error))
        while self.session.refused and self.session.refused[0][0].seat in self.persons:
            self.refuse(self.session.refused.popleft()[1])
        self._notice()

    def _notice(self) -> None:
        """See what the match is at, and show it."""
        phase = self.session.phase
        if self.reaction is not None and (self.reaction.asking is not phase or self.reaction.asking.closed):
            reaction, self.reaction = self.reaction, None
            self.saw.update(reaction.asking.seats)
            self._notice_missed(reaction)
            reaction.close()
            self.seats_changed()
            self.dirty = True
        if self.session.absent != self._absent:
            self._absent = self.session.absent
            self.seats_changed()
            self.dirty = True
        if phase is self._noticed:
            return
        self._noticed = phase
        stalled.notice(self, phase)
        match phase:
            case Deciding():
                self.seats_changed()
                if phase.by == "person":
                    self.scene.turn_began(phase.seat)
                self.dirty = True
            case Anybody():
                self._notice_actor()
            case Asking(closed=False):
                self._open(phase)
            case Asking():
                self.seats_changed()
                self.dirty = True
            case Over():
                self._end(phase)

    def _notice_missed(self, reaction: Reaction) -> None:
        """Tell those whose time was up while they were about to answer, and remember the others for a moment."""
        self._missed, self._missed_for = reaction.asking.missed & set(self.persons), 0.0
        if self._missed and (reaction.is_covered or self.viewer is not None):
            self._say_too_late()

    def tell_if_late(self, is_pressed: Callable[[int], bool]) -> None:
        """Tell somebody at this screen whose key or panel is pressed a moment after the time was up."""
        if any(is_pressed(seat) for seat in self._missed):
            self._say_too_late()

    def _say_too_late(self) -> None:
        self._missed = frozenset()
        self.app.say(m("Too late: the time to answer is over."), refused=True)

    def _open(self, asking: Asking) -> None:
        """Ask the people at this screen."""
        people = [seat for seat in asking.seats if seat in self.persons]
        self._picks = {seat: list(answers(self.scene, self.match, seat)) for seat in people}
        ask = self.scene.asking() or Ask("")
        question = Question(
            ask.words,
            ask.pass_words,
            tuple(Who(seat, self.names[seat]) for seat in people),
            self.names,
            lambda seat: [pick for pick, _ in self._picks[seat]],
            self.scene.draw_hand,
            self.hand_lines,
            self.viewer,
        )
        self.reaction = Reaction(self, asking, question, self)
        self.place_reaction(self.reaction)
        if people:
            self.speaks(say(ask.short or ask.words, Reader(self.names), begin=True))
        self.seats_changed()
        self.dirty = True

    def answer(self, seat: int, index: int | None) -> None:
        """What a person at this screen picked in the reaction window; None is a pass."""
        action = passing(self.match.state, seat) if index is None else self._picks[seat][index][1]
        self.ears.decided()
        if action is not None and (reason := self.session.act(action)):
            self.refuse(reason)
        self._notice()

    def pass_for_turn(self, seat: int) -> None:
        """Somebody at this screen passes now, and in the other reaction windows of this turn."""
        self.session.pass_for_turn(seat)
        self._notice()

    def hold_clock(self, seat: int | None) -> None:
        """Hold the time of the reaction window while this seat looks under its cover; None: nobody looks."""
        self.session.hold_clock(seat)

    def stop_time(self) -> None:
        """Stop the time of the reaction window for everybody, or let it go on."""
        self.session.stop_time()

    def _show(self, shown: Shown) -> None:
        self.telling.begin(shown)
        self.scene.animate(shown)
        self.seats_changed()
        self.dirty = True
        if not self.motion.busy:
            self.reveal()

    def _remember(self) -> None:
        """The log tells what has happened so far, if the match is kept."""
        if isinstance(self.match, JournaledMatch):
            seen = partial(redact, seat=self.viewer)
            self.telling.retell((step.entry, [*map(seen, step.events)]) for step in self.match.steps)
            self.ears.skip()

    def words_of(self, event: Event) -> str:
        """The line of the log for an event that may be seen; empty if it is not worth one."""
        words = self.scene.words_of(event)
        return log_line(event, Reader(self.names)) if words is None else words

    def why_of(self, entry: Action | Chance, before: View | None) -> Callable[[], str] | None:
        """What says why a machine did that, from what the viewer knew before it: nothing of what the machine holds."""
        return why_of(self.match.header.game, self.names, self.controllers, entry, before)

    def _end(self, over: Over) -> None:
        if over.trouble:
            self.app.say(over.trouble, refused=True)
        self.seats_changed()
        self.dirty = True
        self.show_end()

    def show_end(self, *, counted: bool = False) -> None:
        """The match is over, and all of it was shown: who won, and what now. `counted`: once more, for another look."""
        if self.leave is None:
            ending = self.scene.ending() or points(self.match.state.scores)
            self.app.push(self.scene.end_scene(counted) or EndScene(self, ending, counted=counted))

    # undo, other players

    def undo(self) -> None:
        """Take back the last decision of a person, as far as that is allowed; say why if not."""
        try:
            reason = NothingToTakeBack() if self.reaction is not None else self.session.undo(self.actor)
        except JournalError as error:
            self.refuse(str(error))
            return
        if reason is not None:
            self.refuse(reason)
            return
        if self.match.state.is_turnless:
            self._notice()
            return
        self.motion.skip()
        self.restart()
        self.app.say(m("Undone."))

    def change_controllers(self, controllers: tuple[Controller, ...]) -> None:
        """Other people or machines decide for the seats from now on."""
        self.finish()
        try:
            self.session.seat(controllers)
        except JournalError as error:
            self.refuse(str(error))
            return
        self.restart()

    def restart(self) -> None:
        """Show the match anew, as it is."""
        if self.reaction is not None:
            self.reaction.close()
        self.reaction = None
        self.telling.forget()
        self._remember()
        self.view = self.match.state.view(self.viewer)
        self.seats_changed()
        self.scene.jumped()
        self.dirty = True

    # phones: see web.host_screen.Host

    def table_game(self) -> str:
        return self.match.header.game

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        return list(zip(self.names, self.controllers, strict=True))

    def give_seat(self, seat: int, controller: Controller) -> None:
        self.change_controllers((*self.controllers[:seat], controller, *self.controllers[seat + 1 :]))

    def name_seat(self, seat: int, name: str) -> None:
        """The names of a match are those in its record."""

    def running(self) -> Session:
        return self.session

    def journaled(self) -> JournaledMatch | None:
        return self.match if isinstance(self.match, JournaledMatch) else None

    def left(self) -> None:
        self.session.close()
        self._forget_untouched()

    def _forget_untouched(self) -> None:
        """Delete a table at which nobody did anything."""
        match, journal = self.journaled(), self.app.journal
        if match is None or journal is None or not match.is_untouched:
            return
        with suppress(JournalError):
            journal.delete(match.id)
            saved_seats.forget(self.app.data_folder, match.id)
