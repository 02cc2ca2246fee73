"""What of a match may be told: what was seen on the table, and nothing before.

The view that is shown is the one before a step until its film is over, and the lines of its events wait as long. A
scene may say with `seen` that an event lies there already. Everything that tells of the match, the log, the bar, the
panels, screen readers, reads that view and that log: so nothing is told before it was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol

from grenade_salad.app.match.narration import format_spoken, rate_loudness
from grenade_salad.app.match.text_view import format_typed
from grenade_salad.app.ui.log import Log
from grenade_salad.core import Action, Chance, Event, View, subject_seat
from grenade_salad.match.match import Match
from grenade_salad.session.session import VisibleStep


class Teller(Protocol):
    """The table, as far as its lines need it."""

    log: Log
    names: tuple[str, ...]

    @property
    def match(self) -> Match:
        """The match, which may be ahead of what is shown."""

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people at this screen."""

    @property
    def viewer(self) -> int | None:
        """Whose secrets can be shown without a cover."""

    def describe_event(self, event: Event) -> str:
        """The line of the log for an event that may be seen; empty if it is not worth one."""

    def make_explainer(self, entry: Action | Chance, previous_view: View | None) -> Callable[[], str] | None:
        """What says why a machine did that."""


class SpoilerGate:
    """`step` is what is being shown, None if nothing is: what of it was not seen yet is told nowhere."""

    def __init__(self, table: Teller) -> None:
        self.table = table
        self.step: VisibleStep | None = None
        self._pending_events: list[Event] = []
        self._explainer: Callable[[], str] | None = None
        self._typed = ""
        self._line_count = 0
        """How many lines of the match were told, the one that is told now among them."""

    def begin_step(self, step: VisibleStep) -> None:
        """A step begins to be shown."""
        table = self.table
        self.step, self._pending_events = step, list(step.events)
        self._line_count += 1
        self._explainer = table.make_explainer(step.entry, step.previous_view)
        self._typed = format_typed(table.match.state, step, table.names, table.viewer)

    def mark_event_shown(self, event: Event) -> None:
        """An event of the step lies there: its line is written, after those of all before it."""
        if any(pending is event for pending in self._pending_events):
            while self._write_next() is not event:
                pass

    def finish_step(self) -> None:
        """All of the step was seen."""
        while self._pending_events:
            self._write_next()
        self.step = None

    def clear(self) -> None:
        """The match stands at another place: nothing is shown now."""
        self.step, self._pending_events = None, []

    def rewrite_log(self, steps: Iterable[tuple[Action | Chance, Sequence[Event]]]) -> None:
        """Write steps that were shown before, and nothing else; the events as they may be seen."""
        self.clear()
        self.table.log.clear()
        self._line_count = 0
        for entry, events in steps:
            self._line_count += 1
            self._pending_events, self._explainer, self._typed = (
                list(events),
                self.table.make_explainer(entry, None),
                "",
            )
            while self._pending_events:
                self._write_next()

    def _write_next(self) -> Event:
        """Write a line for the next event, if it is worth one."""
        table, event = self.table, self._pending_events.pop(0)
        if words := table.describe_event(event):
            explainer, self._explainer = self._explainer, None
            typed, self._typed = self._typed, ""
            heard = format_spoken(event, table.names, table.persons, table.viewer)
            describe_again, loudness = partial(table.describe_event, event), rate_loudness(event, table.viewer)
            subject, line_number = subject_seat(event), self._line_count
            table.log.add(
                words,
                subject,
                explainer,
                describe_again,
                spoken=heard,
                priority=loudness,
                typed_text=typed,
                coalesce_key=event.coalesce_key,
                line=line_number,
            )
        if event.restored_line is not None:
            table.log.mark_undone(self._line_count, event.restored_line)
        return event
