"""A gate for spoilers: only what was visible on the table is told.

The current view is the one before a step until its film is over, and the lines of its events wait as long. A board may
report with `mark_event_shown` that an event is visible earlier. Everything that tells of the match, the log, the bar,
the panels, screen readers, reads that view and that log: so nothing is told before it is visible.
"""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.core import Event
from grenade_salad.session.session import VisibleStep


class SpoilerGate:
    """Holds back the events of a step until they are visible.

    `step` is the step that is being shown, or None. `tell` gets each event when it may be told.
    """

    def __init__(self, tell: Callable[[Event], None]) -> None:
        self._tell = tell
        self.step: VisibleStep | None = None
        self._pending_events: list[Event] = []

    def begin_step(self, step: VisibleStep) -> None:
        """Begin to show a step."""
        self.step, self._pending_events = step, list(step.events)

    def mark_event_shown(self, event: Event) -> None:
        """Tell a visible event, after all earlier events."""
        if any(pending is event for pending in self._pending_events):
            while self._tell_next() is not event:
                pass

    def finish_step(self) -> None:
        """Tell all events of the step, since all of it was visible."""
        while self._pending_events:
            self._tell_next()
        self.step = None

    def clear(self) -> None:
        """Drop the step, since the match is at another position."""
        self.step, self._pending_events = None, []

    def _tell_next(self) -> Event:
        event = self._pending_events.pop(0)
        self._tell(event)
        return event
