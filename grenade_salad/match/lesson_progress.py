"""Progress in a lesson, and its script for machine players and chance. No screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, replace

from grenade_salad.core import Action, Chance, Event, State, View
from grenade_salad.core.lesson import Lesson, LessonStep, Moment, Tip
from grenade_salad.match.match import Match, Step
from grenade_salad.match.record import read_record, replay


class LessonProgress:
    """Progress in a lesson: the steps and the tips that were shown.

    Call `observe` for everything that happens, and `update` when all of it was shown.
    """

    def __init__(self, lesson: Lesson, shown_tips: Collection[str] = ()) -> None:
        self.lesson = lesson
        self.shown_tips = set(shown_tips)
        """The names of the tips that have been shown."""
        self.current: LessonStep | Tip | None = None
        """The step or the tip to show now."""
        self.step_index = 0
        """The number of steps that are finished."""
        self.skipped: list[LessonStep] = []
        """Steps whose moment was gone before they were shown."""
        self._actions: list[Action] = []
        """The pupil's actions since the step began, as in `Moment`."""
        self._events: list[Event] = []
        """The events of the same time."""
        self._news: tuple[list[Action], list[Event]] = ([], [])
        """The pupil's actions and the events since the last `update`, for tips."""

    @property
    def is_finished(self) -> bool:
        """True if all steps are finished: only tips follow."""
        return self.step_index >= len(self.lesson.steps)

    @property
    def is_text_only(self) -> bool:
        """True if the current step or tip only has to be read."""
        return self.current is not None and not (
            isinstance(self.current, LessonStep) and self.current.until is not None
        )

    def observe(self, entry: Action | Chance, events: Sequence[Event]) -> None:
        """Note an entry and those of its events that the pupil may know.

        Acting means that the pupil has read the current text.
        """
        is_own = isinstance(entry, Action) and entry.seat == self.lesson.seat
        if is_own and self.is_text_only:
            self.advance()
        for actions, known_events in ((self._actions, self._events), self._news):
            if is_own:
                assert isinstance(entry, Action)
                actions.append(entry)
            known_events.extend(events)

    def advance(self) -> None:
        """Move to the next step: the pupil has read this one."""
        if isinstance(self.current, LessonStep):
            self._finish_step()
        self.current = None

    def skip_steps(self) -> None:
        """Show no more steps; tips are shown when they matter."""
        self.step_index, self.current = len(self.lesson.steps), None

    def update(self, view: View) -> None:
        """Decide what to show, now that all events have been shown.

        `view` is the pupil's.
        """
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
        """Return an independent copy."""
        duplicate = copy(self)
        duplicate.shown_tips, duplicate.skipped = set(self.shown_tips), list(self.skipped)
        duplicate._actions, duplicate._events = list(self._actions), list(self._events)
        duplicate._news = (list(self._news[0]), list(self._news[1]))
        return duplicate

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
        """Start after `line` lines of the record."""
        self._actions: dict[int, list[Action]] = {}
        """The actions of each seat."""
        for entry in entries[line:]:
            if isinstance(entry, Action) and entry.seat is not None:
                self._actions.setdefault(entry.seat, []).append(entry)
        self._chances = [entry for entry in entries[line:] if isinstance(entry, Chance)]
        self._chances_by_index: dict[int, Chance | None] = {}
        """The answers of `find_chance`, which are the same after an undo."""

    def copy(self) -> Script:
        """Return an independent copy."""
        script = copy(self)
        script._actions = {seat: list(actions) for seat, actions in self._actions.items()}
        script._chances, script._chances_by_index = list(self._chances), dict(self._chances_by_index)
        return script

    def take_action(self, state: State, seat: int) -> Action | None:
        """Return the seat's next action by the script, or None if no possible one is left.

        In a reaction window it passes unless its next line reacts; a line of a turn that is not legal any more is
        skipped.
        """
        actions = self._actions.get(seat, [])
        passing = state.find_pass(seat)
        while actions:
            if state.why_not(actions[0]) is None:
                return actions.pop(0)
            if passing is not None:
                return passing
            del actions[0]
        return None

    def find_chance(self, state: State, index: int) -> Chance | None:
        """Return the chance with this index in the match, or None if the script has none.

        It is the first of its kind that the match has not had: a repeated drop is dealt the same cards.
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
    """A moment at which the pupil had to decide."""

    lines: int
    """The number of lines of the match before it."""
    progress: LessonProgress
    script: Script


class Checkpoints:
    """All moments at which the pupil had to decide: any decision can be undone.

    That is harmless: a lesson has no other people, and its cards are the same when it is played again.
    """

    def __init__(self) -> None:
        self._checkpoints: list[Checkpoint] = []

    def add(self, lines: int, progress: LessonProgress, script: Script) -> None:
        """Save the moment; of those at the same line only the last."""
        last = self._checkpoints[-1] if self._checkpoints else None
        if last is not None and last.lines == lines:
            if last.progress.step_index == progress.step_index:
                return
            del self._checkpoints[-1]
        self._checkpoints.append(Checkpoint(lines, progress.copy(), script.copy()))

    def undo_decision(self, entries: Sequence[Action | Chance], seat: int) -> Checkpoint | None:
        """Return the moment before the seat's last decision and forget it, or None."""
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
    """Return the match where the lesson begins, the steps before, and the script.

    Names and a seed replace the record's. Raises `RecordError`, OSError, ValueError for a lesson that is broken.
    """
    record = read_record(lesson.record)
    header = replace(record.header, seats=tuple(names) or record.header.seats)
    header = replace(header, seed=header.seed if seed is None else seed)
    replayed = replay(replace(record, header=header), lesson.start_line)
    return replayed.match, tuple(step for _, step in replayed.steps), Script(record.entries, lesson.start_line)
