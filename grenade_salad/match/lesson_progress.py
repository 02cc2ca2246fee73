"""How far somebody is in a lesson, and what its record says that machines and luck do: without any screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, replace

from grenade_salad.core import Action, Chance, Event, State, View
from grenade_salad.core.lesson import Lesson, LessonStep, Moment, Tip
from grenade_salad.match.match import Match, Step
from grenade_salad.match.record import read_record, replay


class Course:
    """`shown` is the step or the tip that is to be seen now. `told` are the names of the tips that have been.

    Whoever runs the match calls `see` for all that happens and `look` when all of it was shown.
    """

    def __init__(self, lesson: Lesson, told: Collection[str] = ()) -> None:
        self.lesson = lesson
        self.told = set(told)
        self.shown: LessonStep | Tip | None = None
        self.number = 0
        """How many steps are behind."""
        self.passed_over: list[LessonStep] = []
        """Steps whose moment was gone before they were shown."""
        self._acted: list[Action] = []
        self._events: list[Event] = []
        self._news: tuple[list[Action], list[Event]] = ([], [])

    @property
    def done(self) -> bool:
        """Whether all steps are behind: what comes now are tips."""
        return self.number >= len(self.lesson.steps)

    @property
    def only_tells(self) -> bool:
        """Whether what is shown asks for nothing but to be read."""
        return self.shown is not None and not (isinstance(self.shown, LessonStep) and self.shown.until is not None)

    def see(self, entry: Action | Chance, events: Sequence[Event]) -> None:
        """Something happened; `events` are those that the pupil may know. Who acts has read what was there to read."""
        own = isinstance(entry, Action) and entry.seat == self.lesson.seat
        if own and self.only_tells:
            self.next()
        for acted, happened in ((self._acted, self._events), self._news):
            if own:
                assert isinstance(entry, Action)
                acted.append(entry)
            happened.extend(events)

    def next(self) -> None:
        """Go on to the next step: the pupil has read what this one says."""
        if isinstance(self.shown, LessonStep):
            self._step_on()
        self.shown = None

    def stop(self) -> None:
        """No more steps; tips come when they matter."""
        self.number, self.shown = len(self.lesson.steps), None

    def look(self, view: View) -> None:
        """Everything that happened has been shown: decide what to say now. `view` is the pupil's."""
        news = Moment(self.lesson.seat, view, tuple(self._news[0]), tuple(self._news[1]))
        self._news = ([], [])
        while not self.done and not view.is_over:
            step = self.lesson.steps[self.number]
            now = Moment(self.lesson.seat, view, tuple(self._acted), tuple(self._events))
            if (step.until is not None and step.until(now)) or step.skip_when(now):
                if self.shown is not step:
                    self.passed_over.append(step)
                self._step_on()
                continue
            if step.when(now):
                self.shown = step
            return
        if view.is_over:
            self.shown = None
        elif self.shown is None:
            self._tip(news)

    def copy(self) -> Course:
        """Return an independent copy, as of now."""
        course = copy(self)
        course.told, course.passed_over = set(self.told), list(self.passed_over)
        course._acted, course._events = list(self._acted), list(self._events)
        course._news = (list(self._news[0]), list(self._news[1]))
        return course

    def _step_on(self) -> None:
        self.number, self.shown = self.number + 1, None
        self._acted, self._events = [], []

    def _tip(self, now: Moment) -> None:
        tip = next((tip for tip in self.lesson.tips if tip.name not in self.told and tip.when(now)), None)
        if tip is not None:
            self.told.add(tip.name)
            self.shown = tip


class Script:
    """The lines of a lesson's record that are still to come."""

    def __init__(self, entries: Sequence[Action | Chance], line: int) -> None:
        self._lines: dict[int, list[Action]] = {}
        for one in entries[line:]:
            if isinstance(one, Action) and one.seat is not None:
                self._lines.setdefault(one.seat, []).append(one)
        self._luck = [one for one in entries[line:] if isinstance(one, Chance)]
        self._given: dict[int, Chance | None] = {}

    def copy(self) -> Script:
        """Return an independent copy, as of now."""
        script = copy(self)
        script._lines = {seat: list(actions) for seat, actions in self._lines.items()}
        script._luck, script._given = list(self._luck), dict(self._given)
        return script

    def action(self, state: State, seat: int) -> Action | None:
        """What the seat does by the script; None if there is nothing more that it could do.

        Where it is asked in a reaction window it passes unless its next line answers; a line of a turn that is not
        legal any more is left out.
        """
        lines = self._lines.get(seat, [])
        passing = next((action for action in state.legal_actions(seat) if action.is_pass), None)
        while lines:
            if state.why_not(lines[0]) is None:
                return lines.pop(0)
            if passing is not None:
                return passing
            del lines[0]
        return None

    def chance(self, state: State, index: int) -> Chance | None:
        """What luck decides as chance event number `index` of the match; None if the script does not say.

        The first of its kind that the match has not had: who drops once more is dealt the same cards.
        """
        due = state.pending_chance()
        if index not in self._given:
            found = next((one for one in self._luck if one.kind == due), None)
            if found is not None:
                self._luck.remove(found)
            self._given[index] = found
        given = self._given[index]
        return None if given is None or state.why_not_chance(given) is not None else given


@dataclass(frozen=True)
class Checkpoint:
    """A moment at which the pupil had to decide, after `lines` lines of the match."""

    lines: int
    course: Course
    script: Script


class Checkpoints:
    """All moments at which the pupil had to decide, so that any decision can be taken back.

    Nobody is harmed by that: a lesson has no other people, and its cards are the same when it is played again.
    """

    def __init__(self) -> None:
        self._checkpoints: list[Checkpoint] = []

    def add(self, lines: int, course: Course, script: Script) -> None:
        """Remember the moment; of those at the same line the last, at which most has been read."""
        last = self._checkpoints[-1] if self._checkpoints else None
        if last is not None and last.lines == lines:
            if last.course.number == course.number:
                return
            del self._checkpoints[-1]
        self._checkpoints.append(Checkpoint(lines, course.copy(), script.copy()))

    def take_back(self, entries: Sequence[Action | Chance], seat: int) -> Checkpoint | None:
        """Return the moment before the seat's last decision and forget it, or None if there was no decision."""
        decided = [line for line, entry in enumerate(entries) if isinstance(entry, Action) and entry.seat == seat]
        earlier = [point for point in self._checkpoints if decided and point.lines <= decided[-1]]
        if not earlier:
            return None
        self._checkpoints = earlier[:-1]
        return earlier[-1]


def begin(lesson: Lesson, names: Sequence[str] = (), seed: int | None = None) -> tuple[Match, tuple[Step, ...], Script]:
    """The match where the lesson begins, the steps that led there, and the script.

    With names and a seed instead of the record's. Raises RecordError, OSError, ValueError for a lesson that is broken.
    """
    record = read_record(lesson.record)
    header = replace(record.header, seats=tuple(names) or record.header.seats)
    header = replace(header, seed=header.seed if seed is None else seed)
    played = replay(replace(record, header=header), lesson.line)
    return played.match, tuple(step for _, step in played.steps), Script(record.entries, lesson.line)
