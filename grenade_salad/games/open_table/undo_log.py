"""The undo log: all lines with their changes, so that any can be returned to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from grenade_salad.games.open_table.tabletop import Change


class UndoEntry(NamedTuple):
    """One line of the match: its change, and the facts that are told if it is undone."""

    previous: UndoEntry | None
    line: int
    seat: int | None
    """The seat that decided it; None for chance."""
    change: Change
    is_complete: bool
    """True if no chance was pending after it."""
    saw: int
    """A bit for each seat that learned a front by it."""
    chance: str
    """The kind of chance, if it was one."""
    effective_line: int
    """The line whose state is the current one: after an undo an earlier line."""
    goes_on: bool = False
    """True if it is undone with the decision before it, of the same seat."""


def entries_after(entry: UndoEntry | None, line: int) -> Iterator[UndoEntry]:
    """Yield the entries after that line, the last one first."""
    while entry is not None and entry.line > line:
        yield entry
        entry = entry.previous


def find_entry(entry: UndoEntry | None, line: int) -> UndoEntry | None:
    """Return the entry of that line; None is the start."""
    while entry is not None and entry.line > line:
        entry = entry.previous
    return entry


def effective_line(entry: UndoEntry | None) -> int:
    """Return the line whose state is the current one; 0 is the start."""
    return 0 if entry is None else entry.effective_line


class Difference(NamedTuple):
    """The changes if the state became that of another line; the last entry is first."""

    undone: list[UndoEntry]
    """The entries that would no longer be effective."""
    restored: list[UndoEntry]
    """The entries that would be effective again."""


def find_difference(entry: UndoEntry | None, line: int) -> Difference:
    """Return the entries that a return to that line would undo and restore."""
    result = Difference([], [])
    current, target = _follow_undos(entry), _follow_undos(find_entry(entry, line))
    while current is not target:
        if current is not None and (target is None or current.line > target.line):
            result.undone.append(current)
            current = _follow_undos(current.previous)
        elif target is not None:
            result.restored.append(target)
            target = _follow_undos(target.previous)
    return result


def _follow_undos(entry: UndoEntry | None) -> UndoEntry | None:
    """Return the effective entry at that moment: undos are followed."""
    while entry is not None and entry.effective_line != entry.line:
        entry = find_entry(entry, entry.effective_line)
    return entry


def count_decisions(entries: list[UndoEntry]) -> tuple[int, tuple[int, ...]]:
    """Return the number of steps in these entries, and the seats that decided them.

    All actions of a button are one step.
    """
    steps = [entry for entry in entries if entry.seat is not None]
    step_count = sum(not counted_step.goes_on for counted_step in steps)
    return step_count or min(1, len(steps)), tuple(sorted({step.seat for step in steps if step.seat is not None}))


def undo_target(entry: UndoEntry | None) -> int | None:
    """Return the line to which an undo of the last effective decision leads, or None.

    The chance of that decision is undone, too. It is what `match.undo.undo_action` finds in the lines of a record, for
    any game without turns; a view has no record.
    """
    last = _last_effective_decision(entry)
    return None if last is None else effective_line(last.previous)


def undo_seat(entry: UndoEntry | None) -> int | None:
    """Return the seat that made the last effective decision, or None."""
    last = _last_effective_decision(entry)
    return None if last is None else last.seat


def _last_effective_decision(entry: UndoEntry | None) -> UndoEntry | None:
    """Return the last effective decision; of a button the first of its actions."""
    if entry is None:
        return None
    last = _last_decision(find_entry(entry, entry.effective_line))
    while last is not None and last.goes_on:
        earlier = _last_decision(find_entry(entry, effective_line(last.previous)))
        if earlier is None or earlier.seat != last.seat:
            break
        last = earlier
    return last


def _last_decision(entry: UndoEntry | None) -> UndoEntry | None:
    """Return the last decision of any seat."""
    return next((decision for decision in entries_after(entry, -1) if decision.seat is not None), None)


def is_complete(entry: UndoEntry | None, line: int) -> bool:
    """True if no chance was pending after that line.

    The start is complete if no stack begins shuffled.
    """
    first_after = deque(entries_after(entry, line), maxlen=1)
    if not first_after:
        return entry is None or entry.is_complete
    previous = first_after[0].previous
    return first_after[0].seat is not None if previous is None else previous.is_complete


def is_same_history(first: UndoEntry | None, second: UndoEntry | None) -> bool:
    """True if the two histories are equal.

    This is a loop, since thousands of entries are deeper than calls may be nested.
    """
    while first is not None and second is not None:
        if first is second:
            return True
        if first[1:] != second[1:]:
            return False
        first, second = first.previous, second.previous
    return first is second
