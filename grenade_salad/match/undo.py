"""Undo: how far a match may go back without anybody keeping what they should not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grenade_salad.core import Action, Chance, Event, Reason, Undo, redact
from grenade_salad.match.match import Step
from grenade_salad.text import Message, m


@dataclass(frozen=True)
class NothingDone(Reason):
    """The match is at its start."""

    def message(self) -> Message:
        return m("there is nothing to undo")


@dataclass(frozen=True)
class Ended(Reason):
    """The match is over."""

    def message(self) -> Message:
        return m("the match is over, and its result stands")


@dataclass(frozen=True)
class LuckStands(Reason):
    """Luck came last: a roll, a shuffle, a drop."""

    kind: str
    called: Message = field(default=Chance.label, compare=False)

    def message(self) -> Message:
        return m("{luck} has been seen and can't be undone", luck=self.called)


@dataclass(frozen=True)
class SecretSeen(Reason):
    """Somebody has seen what was hidden."""

    def message(self) -> Message:
        return m("it revealed hidden cards, so it can't be undone")


@dataclass(frozen=True)
class NotSoFar(Reason):
    """Fewer lines may be taken back than were asked for."""

    requested: int
    undoable: int

    def message(self) -> Message:
        return m(
            "{wanted} steps are too many to undo: only the last {most} can be undone, because luck "
            "or somebody else decided what came before",
            wanted=self.requested,
            most=self.undoable,
        )


@dataclass(frozen=True)
class NothingErased(Reason):
    """A table without turns: what is undone there stays in the record."""

    def message(self) -> Message:
        return m("no line of this match is ever erased: an undo is a line of its own")


def _reveals_hidden(event: Event) -> bool:
    """Whether somebody learns by the event what was hidden from them, other than what a seat shows of its own hand."""
    return event.reveals or (bool(event.visible_to) and redact(event, None) != event)


def count_undoable(steps: Sequence[Step], over: bool) -> int | Reason:
    """How many of the last lines may be taken back, at least one, or why none.

    They are all decisions of the same seat (or of the table together); luck, and what showed something hidden, stay.
    """
    if over:
        return Ended()
    if not steps:
        return NothingDone()
    last = steps[-1].entry
    if not isinstance(last, Action):
        return LuckStands(last.kind, last.label)
    lines = 0
    for step in reversed(steps):
        if not isinstance(step.entry, Action) or step.entry.seat != last.seat or any(map(_reveals_hidden, step.events)):
            break
        lines += 1
    return lines or SecretSeen()


def effective_line(entries: Sequence[Action | Chance], lines: int) -> int:
    """After so many lines of a table without turns: whose line's state it is, undos followed; 0 is the start.

    >>> stands_at([Undo(0, 0)], 1)
    0
    """
    while lines and isinstance(entry := entries[lines - 1], Undo) and entry.to is not None:
        lines = entry.to
    return lines


def end_of_action(entries: Sequence[Action | Chance], line: int) -> int:
    """The moment at which all was done that began with that line: its luck, and what goes on from it."""
    while line < len(entries):
        entry = entries[line]
        if isinstance(entry, Action) and not entry.goes_on:
            break
        line += 1
    return line


def undo_action(entries: Sequence[Action | Chance], seat: int) -> Undo | Reason:
    """The line by which the seat takes back the last line that stands, at a table without turns; or why none can be.

    Luck that belongs to its action goes with it; other luck stands, and so does what came before it. What goes on from
    another line of its seat goes with that: a button is taken back as a whole. Taken back once more, it goes one line
    farther: an undo itself is undone by a line `Undo` to the moment before it.
    """
    line, seat_undone = effective_line(entries, len(entries)), None
    target: int | None = None
    while line:
        entry = entries[line - 1]
        if isinstance(entry, Action):
            if target is not None and entry.seat != seat_undone:
                break
            line = target = effective_line(entries, line - 1)
            seat_undone = entry.seat
            if not entry.goes_on:
                break
            continue
        if not entry.belongs_to_action:
            return LuckStands(entry.kind, entry.label) if target is None else Undo(seat, target)
        line -= 1
    return NothingDone() if target is None else Undo(seat, target)
