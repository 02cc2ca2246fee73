"""A gate for spoilers: only what was visible on the table is told.

The current view is the one before a step until its film is over, and the lines of its events wait as long. A board may
report with `mark_event_shown` that an event is visible earlier. Everything that tells of the match, the log, the bar,
the panels, screen readers, reads that view and that log: so nothing is told before it is visible.
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
    """The table, as its lines need it."""

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
        """The seat whose secrets can be shown without a cover, or None."""

    def describe_event(self, event: Event) -> str:
        """Return the line of the log for a redacted event; empty if it is not worth one."""

    def make_explainer(self, entry: Action | Chance, previous_view: View | None) -> Callable[[], str] | None:
        """Return a function that explains a machine player's action, or None."""


class SpoilerGate:
    """Holds back the lines of a step until they are visible.

    `step` is the step that is being shown, or None.
    """

    def __init__(self, table: Teller) -> None:
        self.table = table
        self.step: VisibleStep | None = None
        self._pending_events: list[Event] = []
        self._explainer: Callable[[], str] | None = None
        self._typed = ""
        self._line_count = 0
        """The lines of the match that were told, including the current one."""

    def begin_step(self, step: VisibleStep) -> None:
        """Begin to show a step."""
        table = self.table
        self.step, self._pending_events = step, list(step.events)
        self._line_count += 1
        self._explainer = table.make_explainer(step.entry, step.previous_view)
        self._typed = format_typed(table.match.state, step, table.names, table.viewer)

    def mark_event_shown(self, event: Event) -> None:
        """Write the line of a visible event, after those of all earlier events."""
        if any(pending is event for pending in self._pending_events):
            while self._write_next() is not event:
                pass

    def finish_step(self) -> None:
        """Write all lines of the step, since all of it was visible."""
        while self._pending_events:
            self._write_next()
        self.step = None

    def clear(self) -> None:
        """Drop the step, since the match is at another position."""
        self.step, self._pending_events = None, []

    def rewrite_log(self, steps: Iterable[tuple[Action | Chance, Sequence[Event]]]) -> None:
        """Fill the log with steps that were shown before; their events are redacted."""
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
