"""Undo: how far a match may go back without a player keeping secret knowledge."""

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
    """The last line is chance: a roll, a shuffle, a drop."""

    kind: str
    called: Message = field(default=Chance.label, compare=False)
    """The label of that chance."""

    def message(self) -> Message:
        return m("{luck} has been seen and can't be undone", luck=self.called)


@dataclass(frozen=True)
class SecretSeen(Reason):
    """A player has seen what was hidden."""

    def message(self) -> Message:
        return m("it revealed hidden cards, so it can't be undone")


@dataclass(frozen=True)
class NotSoFar(Reason):
    """Fewer lines can be undone than were requested."""

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
    """A table without turns: what is undone stays in the record."""

    def message(self) -> Message:
        return m("no line of this match is ever erased: an undo is a line of its own")


def _reveals_hidden(event: Event) -> bool:
    """True if the event reveals something hidden to a seat.

    What a seat shows of its own hand does not count.
    """
    return event.reveals or (bool(event.visible_to) and redact(event, None) != event)


def count_undoable(steps: Sequence[Step], *, is_over: bool) -> int | Reason:
    """Return the number of last lines that can be undone, at least one, or why none.

    They are all decisions of the same seat (or of the table together); chance and what revealed something hidden
    stay.
    """
    if is_over:
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


def follow_undos(entries: Sequence[Action | Chance], lines: int) -> int:
    """Return the line whose state is that after `lines` lines; 0 is the start.

    It follows undos, at a table without turns.

    >>> follow_undos([Undo(0, 0)], 1)
    0
    """
    while lines and isinstance(entry := entries[lines - 1], Undo) and entry.to is not None:
        lines = entry.to
    return lines


def end_of_action(entries: Sequence[Action | Chance], line: int) -> int:
    """Return the number of lines after which the action of a line is complete.

    Its chance and the actions that belong to it are included.
    """
    while line < len(entries):
        entry = entries[line]
        if isinstance(entry, Action) and not entry.goes_on:
            break
        line += 1
    return line


def undo_action(entries: Sequence[Action | Chance], seat: int) -> Undo | Reason:
    """Return the entry by which a seat undoes the last line, or why it cannot.

    For a table without turns. Chance that belongs to an action is undone with it; other chance stays, and so does
    what was before it. Actions that belong to another action of the seat are undone with that: a button is undone as
    a whole. A second undo goes one line farther: an undo itself is undone by a line `Undo` to the moment before it.
    """
    line, seat_undone = follow_undos(entries, len(entries)), None
    target: int | None = None
    while line:
        entry = entries[line - 1]
        if isinstance(entry, Action):
            if target is not None and entry.seat != seat_undone:
                break
            line = target = follow_undos(entries, line - 1)
            seat_undone = entry.seat
            if not entry.goes_on:
                break
            continue
        if not entry.belongs_to_action:
            return LuckStands(entry.kind, entry.label) if target is None else Undo(seat, target)
        line -= 1
    return NothingDone() if target is None else Undo(seat, target)
