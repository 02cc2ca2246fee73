"""How far somebody is in a lesson, and what its record says that machines and luck do: without any screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, replace

from grenade_salad.core import Action, Chance, Event, State, View
from grenade_salad.core.lesson import Lesson, LessonStep, Moment, Tip
from grenade_salad.match.match import Match, Step
from grenade_salad.match.record import read_record, replay


class LessonProgress:
    """`shown` is the step or the tip that is to be seen now. `told` are the names of the tips that have been.

    Whoever runs the match calls `see` for all that happens and `look` when all of it was shown.
    """

    def __init__(self, lesson: Lesson, shown_tips: Collection[str] = ()) -> None:
        self.lesson = lesson
        self.shown_tips = set(shown_tips)
        self.current: LessonStep | Tip | None = None
        self.step_index = 0
        """How many steps are behind."""
        self.skipped: list[LessonStep] = []
        """Steps whose moment was gone before they were shown."""
        self._actions: list[Action] = []
        self._events: list[Event] = []
        self._news: tuple[list[Action], list[Event]] = ([], [])

    @property
    def is_finished(self) -> bool:
        """Whether all steps are behind: what comes now are tips."""
        return self.step_index >= len(self.lesson.steps)

    @property
    def is_text_only(self) -> bool:
        """Whether what is shown asks for nothing but to be read."""
        return self.current is not None and not (
            isinstance(self.current, LessonStep) and self.current.until is not None
        )

    def observe(self, entry: Action | Chance, events: Sequence[Event]) -> None:
        """Something happened; `events` are those that the pupil may know. Who acts has read what was there to read."""
        is_own = isinstance(entry, Action) and entry.seat == self.lesson.seat
        if is_own and self.is_text_only:
            self.advance()
        for actions, known_events in ((self._actions, self._events), self._news):
            if is_own:
                assert isinstance(entry, Action)
                actions.append(entry)
            known_events.extend(events)

    def advance(self) -> None:
        """Go on to the next step: the pupil has read what this one says."""
        if isinstance(self.current, LessonStep):
            self._finish_step()
        self.current = None

    def skip_steps(self) -> None:
        """No more steps; tips come when they matter."""
        self.step_index, self.current = len(self.lesson.steps), None

    def update(self, view: View) -> None:
        """Everything that happened has been shown: decide what to say now. `view` is the pupil's."""
        latest = Moment(self.lesson.seat, view, tuple(self._news[0]), tuple(self._news[1]))
        self._news = ([], [])
        while not self.is_finished and not view.is_over:
            step = self.lesson.steps[self.step_index]
            moment = Moment(self.lesson.seat, view, tuple(self._actions), tuple(self._events))
            if (step.until is not None and step.until(moment)) or step.skip_when(moment):
                if self.current is not step:
                    self.skipped.append(step)
                self._finish_step()
                continue
            if step.when(moment):
                self.current = step
            return
        if view.is_over:
            self.current = None
        elif self.current is None:
            self._show_tip(latest)

    def copy(self) -> LessonProgress:
        """Return an independent copy, as of now."""
        course = copy(self)
        course.shown_tips, course.skipped = set(self.shown_tips), list(self.skipped)
        course._actions, course._events = list(self._actions), list(self._events)
        course._news = (list(self._news[0]), list(self._news[1]))
        return course

    def _finish_step(self) -> None:
        self.step_index, self.current = self.step_index + 1, None
        self._actions, self._events = [], []

    def _show_tip(self, moment: Moment) -> None:
        tip = next((tip for tip in self.lesson.tips if tip.name not in self.shown_tips and tip.when(moment)), None)
        if tip is not None:
            self.shown_tips.add(tip.name)
            self.current = tip


class Script:
    """The lines of a lesson's record that are still to come."""

    def __init__(self, entries: Sequence[Action | Chance], line: int) -> None:
        self._lines: dict[int, list[Action]] = {}
        for entry in entries[line:]:
            if isinstance(entry, Action) and entry.seat is not None:
                self._lines.setdefault(entry.seat, []).append(entry)
        self._chances = [entry for entry in entries[line:] if isinstance(entry, Chance)]
        self._chances_by_index: dict[int, Chance | None] = {}

    def copy(self) -> Script:
        """Return an independent copy, as of now."""
        script = copy(self)
        script._lines = {seat: list(actions) for seat, actions in self._lines.items()}
        script._chances, script._chances_by_index = list(self._chances), dict(self._chances_by_index)
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
        kind = state.pending_chance()
        if index not in self._chances_by_index:
            chance = next((entry for entry in self._chances if entry.kind == kind), None)
            if chance is not None:
                self._chances.remove(chance)
            self._chances_by_index[index] = chance
        scripted = self._chances_by_index[index]
        return None if scripted is None or state.why_not_chance(scripted) is not None else scripted


@dataclass(frozen=True)
class Checkpoint:
    """A moment at which the pupil had to decide, after `lines` lines of the match."""

    lines: int
    progress: LessonProgress
    script: Script


class Checkpoints:
    """All moments at which the pupil had to decide, so that any decision can be taken back.

    Nobody is harmed by that: a lesson has no other people, and its cards are the same when it is played again.
    """

    def __init__(self) -> None:
        self._checkpoints: list[Checkpoint] = []

    def add(self, lines: int, progress: LessonProgress, script: Script) -> None:
        """Remember the moment; of those at the same line the last, at which most has been read."""
        last = self._checkpoints[-1] if self._checkpoints else None
        if last is not None and last.lines == lines:
            if last.progress.step_index == progress.step_index:
                return
            del self._checkpoints[-1]
        self._checkpoints.append(Checkpoint(lines, progress.copy(), script.copy()))

    def undo_decision(self, entries: Sequence[Action | Chance], seat: int) -> Checkpoint | None:
        """Return the moment before the seat's last decision and forget it, or None if there was no decision."""
        decision_lines = [
            line for line, entry in enumerate(entries) if isinstance(entry, Action) and entry.seat == seat
        ]
        earlier = [point for point in self._checkpoints if decision_lines and point.lines <= decision_lines[-1]]
        if not earlier:
            return None
        self._checkpoints = earlier[:-1]
        return earlier[-1]


def begin_lesson(
    lesson: Lesson, names: Sequence[str] = (), seed: int | None = None
) -> tuple[Match, tuple[Step, ...], Script]:
    """The match where the lesson begins, the steps that led there, and the script.

    With names and a seed instead of the record's. Raises RecordError, OSError, ValueError for a lesson that is broken.
    """
    record = read_record(lesson.record)
    header = replace(record.header, seats=tuple(names) or record.header.seats)
    header = replace(header, seed=header.seed if seed is None else seed)
    replayed = replay(replace(record, header=header), lesson.start_line)
    return replayed.match, tuple(step for _, step in replayed.steps), Script(record.entries, lesson.start_line)
