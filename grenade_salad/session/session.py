"""A running match: actions, chance, reaction windows, undo, and steps to show.

It knows no screen, no network and no clock. A client (the window, the command line, a test) calls
`advance`, takes the steps to show with `next_step`, reports with `mark_shown` that they were shown, and
hands in with `act` what people decide. Everybody is asked for the same time; nothing that can be read here
from outside depends on what a machine holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from random import Random

from grenade_salad.core import Action, Chance, ChancePending, Event, Reason, State, View, redact
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller, Match, Step, adapt_controllers, is_endless
from grenade_salad.match.undo import Ended, undo_action
from grenade_salad.session.machine_players import MachinePlayers, Query
from grenade_salad.session.phases import (
    MAX_PAUSE,
    RESTING_PASS,
    Deciding,
    FreePlay,
    HasAnswered,
    NothingToTakeBack,
    Over,
    Pace,
    Phase,
    Reacting,
    ResolvingChance,
    Showing,
    Stalled,
)


@dataclass(frozen=True)
class VisibleStep:
    """One line of the match, with the events and views of the viewer."""

    entry: Action | Chance
    events: tuple[Event, ...]
    previous_view: View
    view: View
    spectator_views: tuple[View, View] | None = None
    """The views of a spectator before and after it; None without spectators."""


_MAX_WAITING = 64
"""The decisions that may wait for chance or a push at a table without turns.

More are refused.
"""


class Session:
    """A running match.

    It is in one `phase`. A client may set `pace`, `away`, `has_spectators` and `asks_forced_passes`.
    """

    def __init__(
        self,
        match: Match,
        controllers: Sequence[Controller],
        machines: MachinePlayers,
        window_rng: Random | None = None,
    ) -> None:
        self.match = match
        self.controllers = adapt_controllers(controllers, match.state.is_turnless)
        self.machines = machines
        self.asks_forced_passes = False
        """True if a person alone with machines is asked in a window also when passing is the only choice."""
        self.has_spectators = False
        """True if the table is shown to others than those at it."""
        self.is_public = False
        """True if hands are on phones only.

        Nobody decides at the screen and nothing secret is shown there, and a person's seat without a phone waits
        for one.
        """
        self.window_rng = window_rng or Random()
        """Draws the lengths of windows, which reveal nothing."""
        self.pace = Pace()
        self.away: frozenset[int] = frozenset()
        """The seats of people who cannot answer now."""
        self.absent: frozenset[int] = frozenset()
        """The seats among `away` whose time to wait is used up.

        No window waits for them until they are back.
        """
        self.phase: Phase = Showing()
        self.event_history: list[tuple[Event, ...]] = []
        """All events of the match, a tuple for each line, unredacted."""
        self.pushing_seat: int | None = None
        """The seat that pushes a piece at a table without turns; other decisions wait."""
        self.refused: deque[tuple[Action, Reason]] = deque(maxlen=_MAX_WAITING)
        """Waiting decisions that became illegal: the client reports and removes them."""
        self.restarts = 0
        """The number of times that the match did not go on from its last line.

        Undo and other players restart it.
        """
        self._queue: deque[VisibleStep] = deque()
        """Steps that were not taken."""
        self._waiting: deque[Action] = deque()
        """Decisions that wait for chance or a push at a table without turns."""
        self._is_showing = False
        """True if steps were taken and not yet marked as shown."""
        self._chance: Future[Chance] | None = None
        self._decisions: dict[int, Query[Action]] = {}
        """What machines that are asked decide, by seat."""
        self._wait = 0.0
        """Seconds before machines act or a window without people closes."""
        self._has_players = False
        """True if the machines know the match; false after a restart."""
        self._resting: frozenset[int] = frozenset()
        """The seats that pass for the rest of the turn."""
        self._turn: int | None = None
        self._in_a_row = False
        """True if the previous window asked machines only: `Pace.moment` is drawn once for all of them."""
        self._load_history()

    # Seats

    @property
    def screen_seats(self) -> tuple[int, ...]:
        """The seats of people at this screen."""
        if self.is_public:
            return ()
        return tuple(seat for seat, controller in enumerate(self.controllers) if controller.is_person)

    @property
    def _has_phones(self) -> bool:
        return any(controller.kind == "phone" for controller in self.controllers)

    @property
    def viewer(self) -> int | None:
        """The seat whose secrets may be shown without a cover: the only person's.

        None unless that person is alone with machines.
        """
        return self.screen_seats[0] if len(self.screen_seats) == 1 and not self._has_phones else None

    @property
    def is_guarded(self) -> bool:
        """True if a person might learn something from how long a window is open.

        That takes another person, a phone or a spectator besides a single person who plays with machines.
        """
        return self.is_public or self.has_spectators or self._has_phones or len(self.screen_seats) > 1

    @property
    def _phoneless_seats(self) -> frozenset[int]:
        """The seats of people that wait for a phone, where hands are on phones only."""
        return frozenset(
            seat for seat, controller in enumerate(self.controllers) if self.is_public and controller.is_person
        )

    @property
    def turn_seat(self) -> int | None:
        """The seat that last decided outside a reaction window; None if none has."""
        return self._turn

    @property
    def question_id(self) -> tuple[int, int]:
        """A value that changes whenever a decision would answer another question."""
        return len(self.match.entries), self.restarts

    # Steps to show

    @property
    def is_settled(self) -> bool:
        """True if all has been shown, and no chance is worked out or pending.

        A match that was restarted is settled where it is.
        """
        is_restarted = (
            isinstance(self.phase, Showing) and not self._has_players and not self.match.state.pending_chance()
        )
        is_quiet = is_restarted or not isinstance(self.phase, Showing | ResolvingChance)
        return is_quiet and not self._queue and not self._is_showing

    @property
    def pending_count(self) -> int:
        """The number of steps that were not taken."""
        return len(self._queue)

    def next_step(self) -> VisibleStep | None:
        """Return the next step to show, or None. The match waits for `mark_shown`."""
        if not self._queue:
            return None
        self._is_showing = True
        return self._queue.popleft()

    def mark_shown(self) -> None:
        """Report that all steps that were taken have been shown."""
        self._is_showing = False

    # Decisions

    @property
    def accepts_actions(self) -> bool:
        """True if a decision of a person can be carried out now."""
        match self.phase:
            case Deciding(by=by):
                return by != "bot"
            case FreePlay() | ResolvingChance():
                return self.match.state.is_turnless
            case Reacting(is_closed=closed):
                return not closed
        return False

    def act(self, action: Action) -> Reason | None:
        """Carry out a person's decision or answer; return why not, if it is not legal.

        In a reaction window the answer of a seat that is asked counts as soon as the window closes. At a table
        without turns, an action that arrives while chance is worked out, or while another seat pushes, is carried
        out after that. Raises JournalError if it could not be written: then it is not carried out.
        """
        self._act_on_waiting()
        if self._has_to_wait(action):
            if len(self._waiting) >= _MAX_WAITING:
                return ChancePending(self.match.state.pending_chance() or action.do)
            self._waiting.append(action)
            return None
        reaction = self.phase
        is_asked = isinstance(reaction, Reacting) and action.seat in reaction.seats
        if isinstance(reaction, Reacting) and is_asked and (reaction.is_closed or action.seat in reaction.answers):
            return HasAnswered()
        if reason := self.match.state.why_not(action):
            return reason
        if isinstance(reaction, Reacting) and is_asked:
            self._answer(reaction, action)
        else:
            self._apply(action)
        return None

    def _has_to_wait(self, action: Action) -> bool:
        state = self.match.state
        if not state.is_turnless or state.is_over:
            return False
        return state.pending_chance() is not None or self.pushing_seat not in (None, action.seat)

    def _act_on_waiting(self) -> None:
        """Carry out waiting decisions in their order, until one has to wait again."""
        while self._waiting and not self._has_to_wait(self._waiting[0]):
            if reason := self.match.state.why_not(self._waiting[0]):
                self.refused.append((self._waiting[0], reason))
            else:
                self._apply(self._waiting[0])
            self._waiting.popleft()

    def pass_for_turn(self, seat: int) -> None:
        """Pass for the seat in the open reaction window, and in all others of this turn.

        It is asked all the same where others watch, so that their pause stays as it is.
        """
        self._resting |= {seat}
        match self.phase:
            case Reacting(is_closed=False) as reaction if seat in reaction.seats and seat not in reaction.answers:
                self._answer(reaction, self._require_pass(seat))

    def move_to_screen(self, seat: int) -> bool:
        """Let a person with a phone decide next at this screen; True if that is possible."""
        waits_for_phone = isinstance(self.phase, Deciding) and self.phase.by == "phone"
        if not waits_for_phone or self.is_public or seat not in self.match.state.active_seats():
            return False
        self.phase = Deciding(seat, "person")
        return True

    def stop_time(self) -> None:
        """Stop the time of the window for everybody, or let it run again."""
        if isinstance(self.phase, Reacting):
            self.phase.is_stopped = not self.phase.is_stopped

    def hold_clock(self, seat: int | None) -> None:
        """Hold the time while this seat looks under its cover; None: no seat looks."""
        match self.phase:
            case Reacting() as reaction if reaction.looking_seat != seat:
                reaction.looking_seat, reaction.looked_seconds = seat, 0.0

    # Time

    def advance(self, seconds: float) -> None:
        """Let time pass; then at most one thing happens. The rest of the seconds is lost.

        Raises JournalError if a line could not be written: it has not happened, and is tried again the next time.
        """
        if not self._has_players:
            self.machines.seat_players(self.controllers, self.event_history)
            self._has_players = True
        self._pass_time(seconds)
        self._continue()

    def _pass_time(self, seconds: float) -> None:
        self._wait = max(0.0, self._wait - seconds)
        self.absent &= self.away | self._phoneless_seats
        match self.phase:
            case Deciding(by="bot") as deciding:
                has_decided = all(answer.done() for answer in self._decisions.values())
                deciding.thinking_seconds = 0.0 if has_decided else deciding.thinking_seconds + seconds
            case Reacting(is_closed=False, is_stopped=False) as reaction:
                self._count_down(reaction, seconds)

    def _count_down(self, reaction: Reacting, seconds: float) -> None:
        """Count down a reaction window.

        When the time is up, all who have not answered pass. It waits a while, once, for people who are away, and
        while a person looks under a cover.
        """
        if reaction.is_held:
            reaction.looked_seconds += seconds
            return
        absentees = self.away | self._phoneless_seats
        away = tuple(seat for seat in reaction.seats if seat in absentees and seat not in reaction.answers)
        awaited = tuple(seat for seat in away if seat not in self.absent)
        if awaited:
            reaction.waited_seconds += seconds
        reaction.waits_for = awaited if reaction.waited_seconds < MAX_PAUSE else ()
        if reaction.waits_for:
            return
        self.absent |= frozenset(awaited)
        reaction.elapsed += seconds
        if not reaction.seconds:
            rested = reaction.resting if reaction.elapsed >= RESTING_PASS else ()
            for seat in {*away, *rested} - set(reaction.answers):
                self._answer(reaction, self._require_pass(seat))
        if 0 < reaction.seconds <= reaction.elapsed:
            self._time_is_up(reaction)

    def _time_is_up(self, reaction: Reacting) -> None:
        """Pass for all who have not answered, except those with unlimited time."""
        waits = self.pace.unhurried - set(reaction.resting) - self.away - set(reaction.answers)
        if waits.isdisjoint(reaction.seats):
            reaction.is_closed = True
            return
        for seat in reaction.seats:
            if seat not in reaction.answers and seat not in waits:
                self._answer(reaction, self._require_pass(seat))

    def _continue(self) -> None:
        match self.phase:
            case Showing():
                if not self._queue and not self._is_showing:
                    self._begin()
            case ResolvingChance():
                self._resolve_chance()
            case FreePlay():
                self._act_on_waiting()
            case Deciding(seat=seat, by="bot"):
                if self._wait <= 0 and self._decisions[seat].done():
                    self._apply(self._decisions[seat].result())
            case Reacting(is_closed=True) as reaction:
                self._apply_answers(reaction)

    def _begin(self) -> None:
        """Begin what follows, after all has been shown."""
        state = self.match.state
        if state.pending_chance():
            self.phase = ResolvingChance()
            self._resolve_chance()
        elif state.is_over:
            self.phase = Over(self._save_result())
        elif state.is_turnless:
            self.phase = FreePlay()
        elif is_endless(self.match) and all(controller.kind == "bot" for controller in self.controllers):
            self.phase = Stalled()
        else:
            self._ask_next(state)

    def _resolve_chance(self) -> None:
        if self._chance is None:
            self._chance = self.machines.draw_chance(self.match.state, self.match.chance_count)
        if self._chance.done():
            chance, self._chance = self._chance.result(), None
            self._apply(chance)

    def _ask_next(self, state: State) -> None:
        """Ask whoever acts next."""
        active = state.active_seats()
        screen = [seat for seat in active if seat in self.screen_seats]
        phones = [seat for seat in active if self.controllers[seat].kind != "bot" and seat not in screen]
        is_reaction = state.find_pass(active[0]) is not None
        goes_on = active[0] == self._turn
        if not is_reaction:
            self._in_a_row = False
            if not goes_on:
                self._turn, self._resting = active[0], frozenset()
        if is_reaction and (screen or phones or not self.pace.in_turn):
            self._open_window(state)
        elif screen:
            self.phase = Deciding(screen[0], "person")
        elif phones:
            self.phase = Deciding(phones[0], "phone")
        else:
            self._decisions = {active[0]: self.machines.decide(state, active[0])}
            self._wait = self.pace.machine_again if goes_on else self.pace.machine
            self.phase = Deciding(active[0], "bot")

    def _save_result(self) -> str:
        """Write the result beside the match, if it is in the journal; return why not."""
        try:
            if isinstance(self.match, JournaledMatch):
                self.match.finish()
        except JournalError as error:
            return str(error)
        return ""

    # Reaction windows

    def _open_window(self, state: State) -> None:
        active = state.active_seats()
        people = tuple(seat for seat in active if self.controllers[seat].kind != "bot")
        bots = [seat for seat in active if seat not in people]
        self._decisions = {seat: self.machines.decide(state, seat) for seat in bots}
        moment = 0.0 if self._in_a_row else self.window_rng.uniform(*self.pace.moment)
        if not self.is_guarded and all(self._passes_unasked(state, seat) for seat in people):
            people = ()
        self._wait = 0.0 if people else self.pace.window if self.is_guarded else moment
        self._in_a_row = not people
        seconds = self.pace.countdown if people else 0.0
        self.phase = Reacting(people, seconds, is_closed=not people, resting=self._resting & set(people))

    def _passes_unasked(self, state: State, seat: int) -> bool:
        """True if a person alone with machines passes without being asked."""
        return seat in self._resting or (len(state.legal_actions(seat)) == 1 and not self.asks_forced_passes)

    def _answer(self, reaction: Reacting, action: Action) -> None:
        assert action.seat is not None
        reaction.answers[action.seat] = action
        if not action.is_pass or all(seat in reaction.answers for seat in reaction.seats):
            reaction.is_closed = True

    def _require_pass(self, seat: int) -> Action:
        action = self.match.state.find_pass(seat)
        assert action is not None, "a window is open"
        return action

    def _apply_answers(self, reaction: Reacting) -> None:
        """Apply a person's reaction before a machine's, or all passes in their order."""
        answers = [action for action in reaction.answers.values() if not action.is_pass]
        if not answers:
            if self._wait > 0 or not all(answer.done() for answer in self._decisions.values()):
                return
            decided = {seat: answer.result() for seat, answer in self._decisions.items()}
            answer_by_seat = {**reaction.answers, **decided}
            in_order = [
                answer_by_seat.get(seat) or self._require_pass(seat) for seat in self.match.state.active_seats()
            ]
            answers = [action for action in in_order if not action.is_pass][:1] or in_order
        for action in answers:
            self._apply(action)

    # The match

    def _apply(self, entry: Action | Chance) -> None:
        """Carry out a line, and queue it to be shown. Decisions in progress are dropped."""
        previous_view, previous_public_view = self._views()
        step = self.match.apply_entry(entry)
        self.phase, self._decisions, self._wait = Showing(), {}, 0.0
        self.event_history.append(step.events)
        if self._has_players:
            self.machines.see(step.events)
        visible_events = tuple(redact(event, self.viewer) for event in step.events)
        view, public_view = self._views()
        spectator_views = previous_public_view, public_view
        self._queue.append(VisibleStep(step.entry, visible_events, previous_view, view, spectator_views))
        state = self.match.state
        if state.is_turnless and not state.is_over:
            self.phase = ResolvingChance() if state.pending_chance() else FreePlay()

    def _views(self) -> tuple[View, View]:
        """Return the view of the viewer, and that of a spectator."""
        view = self.match.state.view(self.viewer)
        return view, view if self.viewer is None else self.match.state.view(None)

    def undo(self, seat: int | None = None) -> Reason | None:
        """Take back the last decision of a person; return why not, if not allowed.

        The client then shows the match from the start. At a table without turns it is a line of the `seat`, which
        is shown. Raises JournalError.
        """
        if self.match.state.is_turnless:
            return self._undo_by_line(seat)
        if not isinstance(self.match, JournaledMatch):
            return NothingToTakeBack()
        undoable = self.match.count_undoable()
        if isinstance(undoable, Reason):
            return undoable
        self.match.undo_lines()
        self._restart()
        return None

    def _undo_by_line(self, seat: int | None) -> Reason | None:
        if self.match.state.is_over:
            return Ended()
        back = NothingToTakeBack() if seat is None else undo_action(self.match.entries, seat)
        if isinstance(back, Reason):
            return back
        return NothingToTakeBack() if self._has_to_wait(back) else self.act(back)

    def change_controllers(self, controllers: Sequence[Controller]) -> None:
        """Let other people or machines decide for the seats from now on.

        Raises JournalError, with nothing changed.
        """
        if isinstance(self.match, JournaledMatch):
            self.match.set_controllers(controllers)
        self.controllers = adapt_controllers(controllers, self.match.state.is_turnless)
        self._restart()

    def make_public(self, on: bool) -> None:
        """Switch hands on phones only on or off. The client then redraws the match."""
        self.is_public = on
        self._restart()

    def _restart(self) -> None:
        """Restart from the match as it is."""
        self.phase, self._chance, self._decisions, self._wait = Showing(), None, {}, 0.0
        self._queue.clear()
        self._waiting.clear()
        self.pushing_seat = None
        self._is_showing = self._has_players = False
        self._resting, self._turn = frozenset(), None
        self.restarts += 1
        self._load_history()

    def _load_history(self) -> None:
        if isinstance(self.match, JournaledMatch):
            self.event_history = [step.events for step in self.match.steps]

    def stop_saving(self) -> None:
        """Continue the match without writing what happens from here on."""
        if isinstance(self.match, JournaledMatch):
            self.match = self.match.detach()

    def close(self) -> None:
        """Leave the match: no machine thinks any more, and others may open it."""
        try:
            self.machines.close()
        finally:
            if isinstance(self.match, JournaledMatch):
                self.match.close()

    # A match that is only watched

    def jump_to(self, match: Match, steps: Sequence[Step]) -> None:
        """Be at another moment: `match` after all its `steps`."""
        self.match, self.phase = match, Showing()
        self._queue.clear()
        self.event_history = [step.events for step in steps]

    def continue_from(self, match: Match, steps: Sequence[Step]) -> None:
        """Continue from an earlier moment of the match: `match` after all its `steps`."""
        self.jump_to(match, steps)
        self._restart()

    def replay_entry(self, entry: Action | Chance) -> Step:
        """Carry out the next line of a record. Raises Illegal."""
        step = self.match.apply_entry(entry)
        self.event_history.append(step.events)
        return step


class PuzzleSession(Session):
    """A session at a moment of a match that waits for one action: a puzzle.

    It hands the action to `on_decided`. The action is not carried out, and no machine thinks.
    """

    def __init__(
        self,
        match: Match,
        controllers: Sequence[Controller],
        machines: MachinePlayers,
        on_decided: Callable[[Action], None],
    ) -> None:
        super().__init__(match, controllers, machines)
        self._on_decided = on_decided

    def ask(self, match: Match, steps: Sequence[Step], seat: int) -> None:
        """Ask the seat at that moment, also when others could answer as well."""
        self.jump_to(match, steps)
        is_reaction = match.state.find_pass(seat) is not None
        self._turn = None if is_reaction else seat
        self.phase = Reacting((seat,), 0.0, can_rest=False) if is_reaction else Deciding(seat, "person")

    def act(self, action: Action) -> Reason | None:
        if not self.accepts_actions:
            return HasAnswered()
        if (reason := self.match.state.why_not(action)) is not None:
            return reason
        self.phase = Showing()
        self._on_decided(action)
        return None

    def advance(self, seconds: float) -> None:
        """Do nothing: time does not pass."""
