"""What of a match may be told: what was seen on the table, and nothing before.

The view that is shown is the one before a step until its film is over, and the lines of its events wait as long. A
scene may say with `seen` that an event lies there already. Everything that tells of the match, the log, the bar, the
panels, screen readers, reads that view and that log: so nothing is told before it was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol

from grenade_salad.app.match.narration import aloud, loud
from grenade_salad.app.match.text_view import notated
from grenade_salad.app.ui.log import Log
from grenade_salad.core import Action, Chance, Event, View, subject_seat
from grenade_salad.match.match import Match
from grenade_salad.session.session import Shown


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

    def words_of(self, event: Event) -> str:
        """The line of the log for an event that may be seen; empty if it is not worth one."""

    def why_of(self, entry: Action | Chance, before: View | None) -> Callable[[], str] | None:
        """What says why a machine did that."""


class Telling:
    """`step` is what is being shown, None if nothing is: what of it was not seen yet is told nowhere."""

    def __init__(self, table: Teller) -> None:
        self.table = table
        self.step: Shown | None = None
        self._left: list[Event] = []
        self._why: Callable[[], str] | None = None
        self._typed = ""
        self._line = 0
        """How many lines of the match were told, the one that is told now among them."""

    def begin(self, shown: Shown) -> None:
        """A step begins to be shown."""
        table = self.table
        self.step, self._left = shown, list(shown.events)
        self._line += 1
        self._why = table.why_of(shown.entry, shown.before)
        self._typed = notated(table.match.state, shown, table.names, table.viewer)

    def seen(self, event: Event) -> None:
        """An event of the step lies there: its line is written, after those of all before it."""
        if any(other is event for other in self._left):
            while self._write_next() is not event:
                pass

    def end(self) -> None:
        """All of the step was seen."""
        while self._left:
            self._write_next()
        self.step = None

    def forget(self) -> None:
        """The match stands at another place: nothing is shown now."""
        self.step, self._left = None, []

    def retell(self, steps: Iterable[tuple[Action | Chance, Sequence[Event]]]) -> None:
        """Write steps that were shown before, and nothing else; the events as they may be seen."""
        self.forget()
        self.table.log.clear()
        self._line = 0
        for entry, events in steps:
            self._line += 1
            self._left, self._why, self._typed = list(events), self.table.why_of(entry, None), ""
            while self._left:
                self._write_next()

    def _write_next(self) -> Event:
        """Write a line for the next event, if it is worth one."""
        table, event = self.table, self._left.pop(0)
        if words := table.words_of(event):
            why, self._why = self._why, None
            typed, self._typed = self._typed, ""
            heard = aloud(event, table.names, table.persons, table.viewer)
            again, matters = partial(table.words_of, event), loud(event, table.viewer)
            mark, at = subject_seat(event), self._line
            table.log.add(
                words, mark, why, again, heard=heard, loud=matters, typed=typed, same=event.coalesce_key, at=at
            )
        if event.restored_line is not None:
            table.log.take_back(self._line, event.restored_line)
        return event
