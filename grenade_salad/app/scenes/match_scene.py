"""The course of a match on the window: steps are shown one after another, machines and luck decide beside it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene
from grenade_salad.app.scenes import pause
from grenade_salad.app.scenes.machines import Answer, Machines
from grenade_salad.app.scenes.phones_host import Moment
from grenade_salad.app.scenes.phones_window import PhoneWindow, next_decision
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.cover import Cover
from grenade_salad.app.ui.log import Log
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.ui.reaction import Answers, Reaction
from grenade_salad.core import Action, Chance, Event, Reason, View, redact
from grenade_salad.match.kept import Kept
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller
from grenade_salad.match.store import JournalError

_MACHINES_PAUSE = 0.8
"""Seconds that a window stays open in which only machines are asked, whatever they hold."""
_BEFORE_MACHINE = 0.35
"""Seconds before a machine acts, so that people can follow."""
_LONG = 0.3
"""Seconds after which it is shown that a machine thinks."""


@dataclass(frozen=True)
class Shown:
    """One line of the match, as it may be shown: events and views are those of the viewer."""

    entry: Action | Chance
    events: tuple[Event, ...]
    before: View
    view: View


@dataclass(frozen=True)
class Ask:
    """The question of a reaction window. `in_turn`: one seat is asked after another, and may answer several times."""

    words: str
    in_turn: bool = False
    pass_words: str = "Pass"


class MatchScene(Scene):
    """Runs a match; `TableScene` shows it. What a game overrides is told there."""

    def __init__(self, app: App, match: Match, controllers: tuple[Controller, ...]) -> None:
        super().__init__(app)
        self.match, self.controllers = match, controllers
        self.names = match.header.seats
        self.rules_page = match.header.game
        self.view = match.state.view(self.viewer)
        self.actor: int | None = None
        self.reaction: Reaction | None = None
        self.log = Log()
        self.steps: list[tuple[Event, ...]] = []
        self.machines = Machines(match.header, app.worker(), app.thinker())
        self._queue: deque[Shown] = deque()
        self._luck: Future[Chance] | None = None
        self._deciding: dict[int, Answer[Action]] = {}
        self._answers: dict[int, Action] | None = None
        self._wait = 0.0
        self._thought = 0.0
        self._ended = False
        self._phone_is_asked = False
        self._phones: PhoneWindow | None = None
        self.restarts = 0
        self._remember()

    # to override

    def animate(self, shown: Shown) -> None:
        """Start what moves."""

    def turn_began(self, seat: int) -> None:
        """A person is to act."""

    def asking(self) -> Ask | None:
        """The reaction window that is open, or None."""
        return None

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        """What the seat may answer besides passing."""
        return [
            (Pick(action.do.capitalize()), action) for action in self.match.state.legal(seat) if action.do != "pass"
        ]

    def status(self) -> str:
        """Whose turn it is, and what can be done."""
        if self.match.state.over and self._ended:
            return "The game is over."
        if self.reaction is not None:
            return f"{' and '.join(self.names[seat] for seat in self.match.state.to_act())} may react."
        if self.actor is not None:
            return f"{self.names[self.actor]}, it is your turn."
        acting = self.match.state.to_act()
        return f"{' and '.join(self.names[seat] for seat in acting)} is thinking …" if len(acting) == 1 else "…"

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        """Draw the hand of a seat for its own eyes."""

    def jumped(self) -> None:
        """Show `self.view` as it is."""

    def result_lines(self) -> Sequence[str]:
        """What the end panel says below the winners: a line for each place."""
        return [
            f"{place}. {' and '.join(self.names[seat] for seat in seats)}"
            for place, seats in enumerate(self.match.state.ranking(), 1)
        ]

    def words_of(self, event: Event) -> str:
        """The line of the log for an event that may be seen; empty if it is not worth one."""
        return event.text(self.names)

    def tell(self, shown: Shown) -> None:
        """Write a step into the log. A game that keeps people in suspense does that when the step has been seen."""
        self._log_step(shown.entry, shown.events)

    def seats_changed(self) -> None:
        """Somebody else is to act, or is asked: mark the panels."""

    def reaction_began(self) -> None:
        """Give the reaction window a place."""

    # to call

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people at this screen."""
        return tuple(seat for seat, controller in enumerate(self.controllers) if controller.person)

    @property
    def viewer(self) -> int | None:
        """Whose secrets can be shown without a cover: the only person's, if there is one alone with machines."""
        phones = any(controller.kind == "phone" for controller in self.controllers)
        return self.persons[0] if len(self.persons) == 1 and not phones else None

    @property
    def idle(self) -> bool:
        """Whether all that happened is shown, and the actor may act."""
        return not self.motion.busy and not self._queue and self._luck is None

    @property
    def thinking(self) -> tuple[int, float] | None:
        """The machine whose turn it is, and for how many seconds it has been thinking so long that this is shown.

        In a reaction window nothing is shown of it.
        """
        seat = next(iter(self._deciding), None)
        return None if seat is None or self._thought < _LONG else (seat, self._thought - _LONG)

    def act(self, action: Action) -> bool:
        """Do what a person decided; whether that was legal. If not, the reason is shown."""
        self.finish()
        reason = self.match.state.why_not(action)
        if reason is not None:
            self.refuse(reason)
            return False
        return self._add(action)

    def refuse(self, reason: Reason | str) -> None:
        """Say why something cannot be done."""
        words = reason if isinstance(reason, str) else reason.text()
        self.app.say(words[:1].upper() + words[1:], refused=True)

    def finish(self) -> None:
        """Show everything that has happened, at once."""
        self.motion.skip()
        while self._queue:
            self._show_next()
            self.motion.skip()

    def look(
        self,
        seat: int,
        choices: Sequence[Pick] = (),
        done: Callable[[int | None], None] = lambda _: None,
        title: str = "",
    ) -> None:
        """The cover comes for a person; `done` gets the index of what was picked, or None."""
        draw = partial(self._draw_hand_for, seat)
        self.app.push(Cover(self.app, Who(seat, self.names[seat]), draw, choices, done, title=title))

    def _draw_hand_for(self, seat: int, canvas: Canvas, box: Rect) -> None:
        self.draw_hand(canvas, box, seat)

    # the course of the match

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.reaction is not None:
            self.reaction.update(dt)
        self._wait = max(0.0, self._wait - dt)
        thinks = self._answers is None and not all(answer.done() for answer in self._deciding.values())
        self._thought = self._thought + dt if thinks else 0.0
        if self.app.scene is self:
            self._go_on()

    def _go_on(self) -> None:
        state = self.match.state
        if self.motion.busy or self.reaction is not None:
            return
        if self._queue:
            self._show_next()
        elif state.due():
            self._settle()
        elif state.over:
            if not self._ended:
                self._end()
        elif self._answers is not None:
            self._finish_window()
        elif self._deciding:
            self._machine_decided()
        else:
            if self.actor is None and not self._phone_is_asked:
                self._next()
            self._hear_phones()

    def _hear_phones(self) -> None:
        if self.reaction is None and self._answers is None and (action := next_decision(self)) is not None:
            self._add(action)

    def _settle(self) -> None:
        if self._luck is None:
            self._luck = self.machines.luck(self.match.state, self.match.chances)
        if self._luck.done():
            chance, self._luck = self._luck.result(), None
            self._add(chance)

    def _next(self) -> None:
        """Let whoever is to act begin."""
        asked = self.match.state.to_act()
        ask = self.asking()
        persons = [seat for seat in asked if self.controllers[seat].person]
        phones = [seat for seat in asked if self.controllers[seat].kind == "phone"]
        if ask is not None:
            self._open_window(ask, asked, persons, phones)
        elif persons:
            self.actor = persons[0]
            self.seats_changed()
            self.turn_began(self.actor)
            self.dirty = True
        elif phones:
            self._phone_is_asked = True
            self.seats_changed()
            self.dirty = True
        else:
            self._deciding = {asked[0]: self.machines.decide(self.match.state, asked[0])}
            self._wait = _BEFORE_MACHINE * self.motion.pace
            self.seats_changed()

    def _machine_decided(self) -> None:
        ((_, answer),) = self._deciding.items()
        if self._wait <= 0 and answer.done():
            self._deciding = {}
            self._add(answer.result())

    def _open_window(self, ask: Ask, asked: Sequence[int], persons: Sequence[int], phones: Sequence[int]) -> None:
        state = self.match.state
        self._deciding = {
            seat: self.machines.decide(state, seat) for seat in asked if self.controllers[seat].kind == "bot"
        }
        self._answers = {}
        if persons == [self.viewer] and not self.reactions(persons[0]):
            self._answers = {persons[0]: self._passing(persons[0])}
            persons = []
        if not persons and not phones:
            self._wait = _MACHINES_PAUSE
            return
        self._phones = PhoneWindow(self, phones) if phones else None
        found = {seat: list(self.reactions(seat)) for seat in persons}
        self.reaction = Reaction(
            self,
            ask.words,
            [Who(seat, self.names[seat]) for seat in persons],
            lambda seat: [pick for pick, _ in found[seat]],
            self.draw_hand,
            partial(self._answered, found),
            seconds=self.app.settings.countdown,
            first_counts=not ask.in_turn,
            uncovered=self.viewer,
            pass_words=ask.pass_words,
            remote=self._phones,
        )
        self.reaction_began()
        self.seats_changed()
        self.dirty = True

    def _answered(self, found: Mapping[int, Sequence[tuple[Pick, Action]]], answers: Answers) -> None:
        self.reaction = None
        self._answers = {
            seat: self._passing(seat) if index is None else found[seat][index][1] for seat, index in answers.items()
        }
        if self._phones is not None:
            for seat in self._phones.seats:
                self._answers[seat] = self._phones.answers.get(seat) or self._passing(seat)
            self._phones = None
        self.seats_changed()
        self.dirty = True

    def _passing(self, seat: int) -> Action:
        return next(action for action in self.match.state.legal(seat) if action.do == "pass")

    def _finish_window(self) -> None:
        """All persons have answered: somebody's reaction counts before a machine's; else all pass, in their order."""
        assert self._answers is not None
        answers = [action for action in self._answers.values() if action.do != "pass"]
        if not answers:
            if self._wait > 0 or not all(answer.done() for answer in self._deciding.values()):
                return
            decided = {seat: answer.result() for seat, answer in self._deciding.items()}
            everybody = {**self._answers, **decided}
            in_order = [everybody[seat] for seat in self.match.state.to_act()]
            answers = [action for action in in_order if action.do != "pass"][:1] or in_order
        self._answers, self._deciding = None, {}
        for action in answers:
            self._add(action)

    def _add(self, entry: Action | Chance) -> bool:
        """Carry out a line and show it when its time has come."""
        before = self.match.state.view(self.viewer)
        try:
            step = self.match.add(entry)
        except JournalError as error:
            pause.ask_about_trouble(self, str(error))
            return False
        self.actor = None
        self._phone_is_asked = False
        self.steps.append(step.events)
        self.machines.see(step.events)
        seen = tuple(redact(event, self.viewer) for event in step.events)
        self._queue.append(Shown(step.entry, seen, before, self.match.state.view(self.viewer)))
        self.seats_changed()
        return True

    def _show_next(self) -> None:
        shown = self._queue.popleft()
        self.view = shown.view
        self.tell(shown)
        self.animate(shown)
        self.seats_changed()
        self.dirty = True

    def _remember(self) -> None:
        """The log and the machines learn what has happened so far, if the match is kept."""
        if isinstance(self.match, Kept):
            self.steps = [step.events for step in self.match.steps]
            self.log.clear()
            for step in self.match.steps:
                self._log_step(step.entry, tuple(redact(event, self.viewer) for event in step.events))
        self.machines.seat(self.controllers, self.steps)

    def _log_step(self, entry: Action | Chance, events: Sequence[Event]) -> None:
        seat = entry.seat if isinstance(entry, Action) else None
        for event in events:
            if words := self.words_of(event):
                self.log.add(words, seat)

    def _end(self) -> None:
        self._ended = True
        if isinstance(self.match, Kept):
            try:
                self.match.finish()
            except JournalError as error:
                self.app.say(str(error), refused=True)
        winners = self.match.state.ranking()[0]
        lost = self.viewer is not None and self.viewer not in winners
        self.app.audio.play("lose" if lost else "win")
        self.dirty = True
        self.show_end()

    def show_end(self) -> None:
        """The match is over, and all of it was shown: who won, and what now."""
        pause.show_end(self)

    # undo, other players

    def undo(self) -> None:
        """Take back the last decision of a person, as far as that is allowed; say why if not."""
        most = self.match.may_take_back() if isinstance(self.match, Kept) and self.reaction is None else None
        if not isinstance(self.match, Kept) or not isinstance(most, int):
            self.refuse(most if isinstance(most, Reason) else "nothing can be taken back now")
            return
        self.finish()
        try:
            self.match.take_back()
        except JournalError as error:
            self.refuse(str(error))
            return
        self._restart(self.controllers)
        self.app.say("Taken back.")

    def change_controllers(self, controllers: tuple[Controller, ...]) -> None:
        """Other people or machines decide for the seats from now on."""
        if isinstance(self.match, Kept):
            try:
                self.match.seat_controllers(controllers)
            except JournalError as error:
                self.refuse(str(error))
                return
        self.finish()
        self._restart(controllers)

    def _restart(self, controllers: tuple[Controller, ...]) -> None:
        """Begin anew from the state of the match as it is."""
        self.controllers = controllers
        if self.reaction is not None:
            self.reaction.close()
        self.actor, self.reaction, self._answers, self._deciding, self._luck = None, None, None, {}, None
        self._phone_is_asked, self._phones = False, None
        self.restarts += 1
        self._queue.clear()
        self._remember()
        self.view = self.match.state.view(self.viewer)
        self.seats_changed()
        self.jumped()
        self.dirty = True

    # phones: see phones_host.Host

    def table_title(self) -> str:
        return self.match.game.title

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        return list(zip(self.names, self.controllers, strict=True))

    def give_seat(self, seat: int, controller: Controller) -> None:
        self.change_controllers((*self.controllers[:seat], controller, *self.controllers[seat + 1 :]))

    def act_at_screen(self, seat: int) -> bool:
        """A person with a phone decides the next thing here; whether that can be."""
        if self.actor is not None or seat not in self.match.state.to_act():
            return False
        self.actor = seat
        self.seats_changed()
        self.turn_began(seat)
        self.dirty = True
        return True

    def phones_wait(self) -> bool:
        waiting = self._phone_is_asked or self._ended or self.actor is not None or bool(self._deciding)
        return not self.idle or not (waiting or self.reaction is not None or self._answers is not None)

    def phones_see(self) -> Moment:
        reaction = self.reaction
        return Moment(
            self.match,
            (len(self.match.entries), self.restarts),
            self.steps,
            answered=frozenset(reaction.answers) if reaction is not None else frozenset(),
            seconds=reaction.seconds if reaction is not None else 0.0,
            paused=reaction.paused if reaction is not None else "",
            listening=reaction is not None or self._answers is None,
        )

    def left(self) -> None:
        self.machines.close()
        if isinstance(self.match, Kept):
            self.match.close()
