"""One running match: who decides, luck, reaction windows, undo, and what is still to be shown.

It knows no screen, no network and no clock. A client (the window, the command line, a test) calls `advance`, takes
the steps that are to be shown with `take`, says with `shown` that they were, and hands in with `act` what people
decide. Everybody is asked the same time; nothing that can be read here from outside depends on what a machine holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from random import Random

from grenade_salad.core import Action, Chance, ChancePending, Event, Reason, State, View, redact
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller, Match, Step, endless, seated
from grenade_salad.match.undo import Ended, taking_back
from grenade_salad.session.machine_players import Answer, Machines
from grenade_salad.session.phases import (
    LONGEST_PAUSE,
    RESTING_PASS,
    Anybody,
    Asking,
    Deciding,
    HasAnswered,
    NothingToTakeBack,
    Over,
    Pace,
    Phase,
    Settling,
    Showing,
    Stalled,
)


@dataclass(frozen=True)
class Shown:
    """One line of the match, as it may be shown: events and views are those of the viewer.

    `open` are the views of nobody in particular before and after it, None where nobody looks on.
    """

    entry: Action | Chance
    events: tuple[Event, ...]
    before: View
    view: View
    open: tuple[View, View] | None = None


_MOST_WAITING = 64
"""At a table without turns so many decisions wait for luck or a push; more are refused."""


def passing(state: State, seat: int) -> Action | None:
    """How the seat passes in the reaction window that is open; None if none is."""
    return next((action for action in state.legal_actions(seat) if action.is_pass), None)


class Session:
    """`phase` is what the match is at. `happened` are all events from its start, a tuple a line, unredacted.

    A client may set `pace`, `away` (the seats of people who cannot answer now), `onlookers` (whether the table is shown
    to others than those at it) and `asks_in_vain`: a single person against machines is asked in a reaction window also
    when passing is all that could be done. With `public` hands are on phones only: nobody decides at the screen and
    nothing secret is shown there, and a person's seat without a phone waits for one. `moments` gives the random lengths
    of windows, which tell nothing.
    """

    def __init__(
        self, match: Match, controllers: Sequence[Controller], machines: Machines, moments: Random | None = None
    ) -> None:
        self.match, self.controllers, self.machines = match, seated(controllers, match.state.is_turnless), machines
        self.asks_in_vain = self.onlookers = self.public = False
        self.moments = moments or Random()
        self.pace = Pace()
        self.away: frozenset[int] = frozenset()
        self.absent: frozenset[int] = frozenset()
        """The seats among `away` that were waited for in vain: no window waits for them until they are back."""
        self.phase: Phase = Showing()
        self.happened: list[tuple[Event, ...]] = []
        self.pushing: int | None = None
        """At a table without turns: who draws a piece along the table; what others decide waits for that line."""
        self.refused: deque[tuple[Action, Reason]] = deque(maxlen=_MOST_WAITING)
        """What had to wait, and could not be done any more then: for the client to tell, and to take out."""
        self.restarts = 0
        """How often the match went on from somewhere else than its last line: undo, other players."""
        self._queue: deque[Shown] = deque()
        self._waiting: deque[Action] = deque()
        self._shows = False
        self._luck: Future[Chance] | None = None
        self._thoughts: dict[int, Answer[Action]] = {}
        self._wait = 0.0
        self._seated = False
        self._resting: frozenset[int] = frozenset()
        self._turn: int | None = None
        self._in_a_row = False
        self._remember()

    # who sits there

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people at this screen."""
        return () if self.public else tuple(seat for seat, one in enumerate(self.controllers) if one.person)

    @property
    def viewer(self) -> int | None:
        """Whose secrets may be shown without a cover: the only person's, if there is one alone with machines."""
        phones = any(one.kind == "phone" for one in self.controllers)
        return self.persons[0] if len(self.persons) == 1 and not phones else None

    @property
    def guarded(self) -> bool:
        """Whether there are eyes that must learn nothing from how long a window is open: there is another person, a
        phone or an onlooker besides who plays alone with machines."""
        phones = any(one.kind == "phone" for one in self.controllers)
        return self.public or self.onlookers or phones or len(self.persons) > 1

    @property
    def _without_phone(self) -> frozenset[int]:
        """Where hands are on phones only: the seats of people that wait for one."""
        return frozenset(seat for seat, one in enumerate(self.controllers) if self.public and one.person)

    @property
    def turn(self) -> int | None:
        """Who decided last without being asked in a reaction window; None if nobody has."""
        return self._turn

    @property
    def number(self) -> tuple[int, int]:
        """Differs whenever a decision would answer another question."""
        return len(self.match.entries), self.restarts

    # what is to be shown

    @property
    def rests(self) -> bool:
        """Whether all has been shown, and no luck is worked out or due; a match started again rests where it is."""
        again = isinstance(self.phase, Showing) and not self._seated and not self.match.state.pending_chance()
        still = again or not isinstance(self.phase, Showing | Settling)
        return still and not self._queue and not self._shows

    @property
    def pending(self) -> int:
        """How many steps nobody has taken."""
        return len(self._queue)

    def take(self) -> Shown | None:
        """The next step to show, if there is one: the match waits for `shown`."""
        if not self._queue:
            return None
        self._shows = True
        return self._queue.popleft()

    def shown(self) -> None:
        """All steps that were taken have been shown."""
        self._shows = False

    # deciding

    @property
    def listens(self) -> bool:
        """Whether something that people decide can be carried out now."""
        match self.phase:
            case Deciding(by=by):
                return by != "bot"
            case Anybody() | Settling():
                return self.match.state.is_turnless
            case Asking(closed=closed):
                return not closed
        return False

    def act(self, action: Action) -> Reason | None:
        """Carry out what somebody decided or answered; why not, if it is not legal. Raises JournalError: not done.

        In a reaction window the answer of a seat that is asked counts as soon as the window closes. At a table without
        turns what comes while luck is worked out, or while another seat pushes, is carried out after that.
        """
        self._heed_waiting()
        if self._has_to_wait(action):
            if len(self._waiting) >= _MOST_WAITING:
                return ChancePending(self.match.state.pending_chance() or action.do)
            self._waiting.append(action)
            return None
        asking = self.phase
        asked = isinstance(asking, Asking) and action.seat in asking.seats
        if isinstance(asking, Asking) and asked and (asking.closed or action.seat in asking.answers):
            return HasAnswered()
        if reason := self.match.state.why_not(action):
            return reason
        if isinstance(asking, Asking) and asked:
            self._answer(asking, action)
        else:
            self._add(action)
        return None

    def _has_to_wait(self, action: Action) -> bool:
        state = self.match.state
        if not state.is_turnless or state.is_over:
            return False
        return state.pending_chance() is not None or self.pushing not in (None, action.seat)

    def _heed_waiting(self) -> None:
        """Carry out what had to wait, in its order, until something has to wait again."""
        while self._waiting and not self._has_to_wait(self._waiting[0]):
            if reason := self.match.state.why_not(self._waiting[0]):
                self.refused.append((self._waiting[0], reason))
            else:
                self._add(self._waiting[0])
            self._waiting.popleft()

    def pass_for_turn(self, seat: int) -> None:
        """The seat passes in the reaction window that is open, and in all others of this turn.

        It is asked all the same where others look, so that their pause stays as it is.
        """
        self._resting |= {seat}
        match self.phase:
            case Asking(closed=False) as asking if seat in asking.seats and seat not in asking.answers:
                self._answer(asking, self._passing(seat))

    def at_screen(self, seat: int) -> bool:
        """Somebody with a phone decides the next thing at this screen; whether that can be."""
        phone = isinstance(self.phase, Deciding) and self.phase.by == "phone"
        if not phone or self.public or seat not in self.match.state.active_seats():
            return False
        self.phase = Deciding(seat, "person")
        return True

    def stop_time(self) -> None:
        """Stop the time of the window for everybody, or let it go on."""
        if isinstance(self.phase, Asking):
            self.phase.stopped = not self.phase.stopped

    def hold_clock(self, seat: int | None) -> None:
        """Hold the time of the window while this seat looks under its cover; None: nobody looks."""
        match self.phase:
            case Asking() as asking if asking.looks != seat:
                asking.looks, asking.looked = seat, 0.0

    # time

    def advance(self, seconds: float) -> None:
        """Let time pass; then at most one thing happens. What is left of the seconds after it is lost.

        Raises JournalError: a line could not be written, and has not happened. It is tried again the next time.
        """
        if not self._seated:
            self.machines.seat(self.controllers, self.happened)
            self._seated = True
        self._pass(seconds)
        self._go_on()

    def _pass(self, seconds: float) -> None:
        self._wait = max(0.0, self._wait - seconds)
        self.absent &= self.away | self._without_phone
        match self.phase:
            case Deciding(by="bot") as deciding:
                knows = all(answer.done() for answer in self._thoughts.values())
                deciding.thought = 0.0 if knows else deciding.thought + seconds
            case Asking(closed=False, stopped=False) as asking:
                self._count_down(asking, seconds)

    def _count_down(self, asking: Asking, seconds: float) -> None:
        """When the time is up, whoever has not answered passes; it waits a while, once, for somebody who is away, and
        while somebody looks under a cover."""
        if asking.is_held:
            asking.looked += seconds
            return
        gone = self.away | self._without_phone
        away = tuple(seat for seat in asking.seats if seat in gone and seat not in asking.answers)
        awaited = tuple(seat for seat in away if seat not in self.absent)
        if awaited:
            asking.waited += seconds
        asking.waits_for = awaited if asking.waited < LONGEST_PAUSE else ()
        if asking.waits_for:
            return
        self.absent |= frozenset(awaited)
        asking.passed += seconds
        if not asking.seconds:
            rested = asking.resting if asking.passed >= RESTING_PASS else ()
            for seat in {*away, *rested} - set(asking.answers):
                self._answer(asking, self._passing(seat))
        if 0 < asking.seconds <= asking.passed:
            self._time_is_up(asking)

    def _time_is_up(self, asking: Asking) -> None:
        """Whoever has not answered passes, except those with unlimited time."""
        waits = self.pace.unhurried - set(asking.resting) - self.away - set(asking.answers)
        if waits.isdisjoint(asking.seats):
            asking.closed = True
            return
        for seat in asking.seats:
            if seat not in asking.answers and seat not in waits:
                self._answer(asking, self._passing(seat))

    def _go_on(self) -> None:
        match self.phase:
            case Showing():
                if not self._queue and not self._shows:
                    self._begin()
            case Settling():
                self._settle()
            case Anybody():
                self._heed_waiting()
            case Deciding(seat=seat, by="bot"):
                if self._wait <= 0 and self._thoughts[seat].done():
                    self._add(self._thoughts[seat].result())
            case Asking(closed=True) as asking:
                self._close(asking)

    def _begin(self) -> None:
        """All has been shown: whatever comes next begins."""
        state = self.match.state
        if state.pending_chance():
            self.phase = Settling()
            self._settle()
        elif state.is_over:
            self.phase = Over(self._written_down())
        elif state.is_turnless:
            self.phase = Anybody()
        elif endless(self.match) and all(one.kind == "bot" for one in self.controllers):
            self.phase = Stalled()
        else:
            self._ask(state)

    def _settle(self) -> None:
        if self._luck is None:
            self._luck = self.machines.luck(self.match.state, self.match.chances)
        if self._luck.done():
            chance, self._luck = self._luck.result(), None
            self._add(chance)

    def _ask(self, state: State) -> None:
        """Start whoever acts next."""
        asked = state.active_seats()
        screen = [seat for seat in asked if seat in self.persons]
        phones = [seat for seat in asked if self.controllers[seat].kind != "bot" and seat not in screen]
        window = passing(state, asked[0]) is not None
        goes_on = asked[0] == self._turn
        if not window:
            self._in_a_row = False
            if not goes_on:
                self._turn, self._resting = asked[0], frozenset()
        if window and (screen or phones or not self.pace.in_turn):
            self._open(state)
        elif screen:
            self.phase = Deciding(screen[0], "person")
        elif phones:
            self.phase = Deciding(phones[0], "phone")
        else:
            self._thoughts = {asked[0]: self.machines.decide(state, asked[0])}
            self._wait = self.pace.again if goes_on else self.pace.machine
            self.phase = Deciding(asked[0], "bot")

    def _written_down(self) -> str:
        """Put the result beside the match, if it is in the journal; why that cannot be."""
        try:
            if isinstance(self.match, JournaledMatch):
                self.match.finish()
        except JournalError as error:
            return str(error)
        return ""

    # reaction windows

    def _open(self, state: State) -> None:
        asked = state.active_seats()
        people = tuple(seat for seat in asked if self.controllers[seat].kind != "bot")
        bots = [seat for seat in asked if seat not in people]
        self._thoughts = {seat: self.machines.decide(state, seat) for seat in bots}
        moment = 0.0 if self._in_a_row else self.moments.uniform(*self.pace.moment)
        if not self.guarded and all(self._need_not_be_asked(state, seat) for seat in people):
            people = ()
        self._wait = 0.0 if people else self.pace.window if self.guarded else moment
        self._in_a_row = not people
        seconds = self.pace.countdown if people else 0.0
        self.phase = Asking(people, seconds, closed=not people, resting=self._resting & set(people))

    def _need_not_be_asked(self, state: State, seat: int) -> bool:
        """Whether somebody alone with machines passes without being asked."""
        return seat in self._resting or (len(state.legal_actions(seat)) == 1 and not self.asks_in_vain)

    def _answer(self, asking: Asking, action: Action) -> None:
        assert action.seat is not None
        asking.answers[action.seat] = action
        if not action.is_pass or all(seat in asking.answers for seat in asking.seats):
            asking.closed = True

    def _passing(self, seat: int) -> Action:
        action = passing(self.match.state, seat)
        assert action is not None, "a window is open"
        return action

    def _close(self, asking: Asking) -> None:
        """Somebody's reaction counts before a machine's; without any, all pass, in their order."""
        answers = [action for action in asking.answers.values() if not action.is_pass]
        if not answers:
            if self._wait > 0 or not all(answer.done() for answer in self._thoughts.values()):
                return
            decided = {seat: answer.result() for seat, answer in self._thoughts.items()}
            said = {**asking.answers, **decided}
            in_order = [said.get(seat) or self._passing(seat) for seat in self.match.state.active_seats()]
            answers = [action for action in in_order if not action.is_pass][:1] or in_order
        for action in answers:
            self._add(action)

    # the match

    def _add(self, entry: Action | Chance) -> None:
        """Carry out a line; it is shown when its time has come. Whatever others thought until now is forgotten."""
        before, open_before = self._views()
        step = self.match.add(entry)
        self.phase, self._thoughts, self._wait = Showing(), {}, 0.0
        self.happened.append(step.events)
        if self._seated:
            self.machines.see(step.events)
        seen = tuple(redact(event, self.viewer) for event in step.events)
        after, open_after = self._views()
        self._queue.append(Shown(step.entry, seen, before, after, (open_before, open_after)))
        state = self.match.state
        if state.is_turnless and not state.is_over:
            self.phase = Settling() if state.pending_chance() else Anybody()

    def _views(self) -> tuple[View, View]:
        """The viewer's, and that of nobody in particular."""
        view = self.match.state.view(self.viewer)
        return view, view if self.viewer is None else self.match.state.view(None)

    def undo(self, seat: int | None = None) -> Reason | None:
        """Take back the last decision of a person, as far as that is allowed; why not. Raises JournalError.

        Whoever shows the match shows it anew. At a table without turns it is a line of the `seat`, which is shown.
        """
        if self.match.state.is_turnless:
            return self._undo_by_line(seat)
        if not isinstance(self.match, JournaledMatch):
            return NothingToTakeBack()
        most = self.match.may_take_back()
        if isinstance(most, Reason):
            return most
        self.match.take_back()
        self._restart()
        return None

    def _undo_by_line(self, seat: int | None) -> Reason | None:
        if self.match.state.is_over:
            return Ended()
        back = NothingToTakeBack() if seat is None else taking_back(self.match.entries, seat)
        if isinstance(back, Reason):
            return back
        return NothingToTakeBack() if self._has_to_wait(back) else self.act(back)

    def seat(self, controllers: Sequence[Controller]) -> None:
        """Other people or machines decide for the seats from now on. Raises JournalError, with nothing changed."""
        if isinstance(self.match, JournaledMatch):
            self.match.seat_controllers(controllers)
        self.controllers = seated(controllers, self.match.state.is_turnless)
        self._restart()

    def make_public(self, on: bool) -> None:
        """Switch hands on phones only on or off. Whoever shows the match redraws it."""
        self.public = on
        self._restart()

    def _restart(self) -> None:
        """Restart from the match as it is."""
        self.phase, self._luck, self._thoughts, self._wait = Showing(), None, {}, 0.0
        self._queue.clear()
        self._waiting.clear()
        self.pushing = None
        self._shows = self._seated = False
        self._resting, self._turn = frozenset(), None
        self.restarts += 1
        self._remember()

    def _remember(self) -> None:
        if isinstance(self.match, JournaledMatch):
            self.happened = [step.events for step in self.match.steps]

    def keep_no_more(self) -> None:
        """The match goes on, and what happens from here on is written nowhere."""
        if isinstance(self.match, JournaledMatch):
            self.match = self.match.unkept()

    def close(self) -> None:
        """The match is left: nobody thinks any more, and others may open it."""
        try:
            self.machines.close()
        finally:
            if isinstance(self.match, JournaledMatch):
                self.match.close()

    # a match that is only looked at

    def stand_at(self, match: Match, steps: Sequence[Step]) -> None:
        """Be at another place: the match as it is after these steps, all of those it has."""
        self.match, self.phase = match, Showing()
        self._queue.clear()
        self.happened = [step.events for step in steps]

    def return_to(self, match: Match, steps: Sequence[Step]) -> None:
        """Go on from an earlier moment of the match, which is `match` after `steps`, all of those it has."""
        self.stand_at(match, steps)
        self._restart()

    def replay(self, entry: Action | Chance) -> Step:
        """Carry out the next line of a record. Raises Illegal."""
        step = self.match.add(entry)
        self.happened.append(step.events)
        return step
