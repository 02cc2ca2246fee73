"""The lines that have been, each with the little that it changed, so that any of them can be gone back to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from grenade_salad.games.open_table.tabletop import Change


class UndoEntry(NamedTuple):
    """One line that has been: what it changed, and what is told of it if it is taken back.

    `seat` decided it, None was luck; `whole`: no luck was due after it; `saw` has a bit for each seat that learned a
    front by it; `luck` is its kind, if it was; `stands` is whose line's state it is: an undo's is an earlier one;
    what `goes_on` is taken back with the decision before it, if that was of the same seat.
    """

    previous: UndoEntry | None
    line: int
    seat: int | None
    change: Change
    is_complete: bool
    saw: int
    chance: str
    effective_line: int
    goes_on: bool = False


def entries_after(entry: UndoEntry | None, line: int) -> Iterator[UndoEntry]:
    """The lines that came after that one, the last first."""
    while entry is not None and entry.line > line:
        yield entry
        entry = entry.previous


def find_entry(entry: UndoEntry | None, line: int) -> UndoEntry | None:
    """The line of that number; None is the start."""
    while entry is not None and entry.line > line:
        entry = entry.previous
    return entry


def effective_line(entry: UndoEntry | None) -> int:
    """Whose line's state it is now; 0 is the start."""
    return 0 if entry is None else entry.effective_line


class Difference(NamedTuple):
    """What would change if the state were that of another line: the lines that stand `gone` by that, and those that
    stand `again`, the last first."""

    undone: list[UndoEntry]
    restored: list[UndoEntry]


def find_difference(entry: UndoEntry | None, line: int) -> Difference:
    """What going back to that line takes back, and what was taken back before and comes back."""
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
    """The last line that stood at that moment, undos followed."""
    while entry is not None and entry.effective_line != entry.line:
        entry = find_entry(entry, entry.effective_line)
    return entry


def count_decisions(entries: list[UndoEntry]) -> tuple[int, tuple[int, ...]]:
    """How many steps those lines are, all that a button did being one, and whose."""
    steps = [entry for entry in entries if entry.seat is not None]
    step_count = sum(not counted_step.goes_on for counted_step in steps)
    return step_count or min(1, len(steps)), tuple(sorted({step.seat for step in steps if step.seat is not None}))


def undo_target(entry: UndoEntry | None) -> int | None:
    """The line to which the last decision that stands is taken back, with its luck; None if there is none."""
    last = _last_effective_decision(entry)
    return None if last is None else effective_line(last.previous)


def undo_seat(entry: UndoEntry | None) -> int | None:
    """Who made that decision."""
    last = _last_effective_decision(entry)
    return None if last is None else last.seat


def _last_effective_decision(entry: UndoEntry | None) -> UndoEntry | None:
    """The last decision that stands; of a button the first of what it did."""
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
    """The last decision, whoever took it."""
    return next((decision for decision in entries_after(entry, -1) if decision.seat is not None), None)


def is_complete(entry: UndoEntry | None, line: int) -> bool:
    """Whether no luck was due after that line; the start is whole where nothing begins shuffled."""
    first_after = deque(entries_after(entry, line), maxlen=1)
    if not first_after:
        return entry is None or entry.is_complete
    previous = first_after[0].previous
    return first_after[0].seat is not None if previous is None else previous.is_complete


def is_same_history(first: UndoEntry | None, second: UndoEntry | None) -> bool:
    """Whether the same has been; a loop, since thousands of lines are deeper than calls may go."""
    while first is not None and second is not None:
        if first is second:
            return True
        if first[1:] != second[1:]:
            return False
        first, second = first.previous, second.previous
    return first is second
