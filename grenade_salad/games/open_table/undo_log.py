"""The lines that have been, each with the little that it changed, so that any of them can be gone back to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from grenade_salad.games.open_table.tabletop import Change


class Past(NamedTuple):
    """One line that has been: what it changed, and what is told of it if it is taken back.

    `seat` decided it, None was luck; `whole`: no luck was due after it; `saw` has a bit for each seat that learned a
    front by it; `luck` is its kind, if it was; `stands` is whose line's state it is: an undo's is an earlier one;
    what `goes_on` is taken back with the decision before it, if that was of the same seat.
    """

    before: Past | None
    line: int
    seat: int | None
    change: Change
    whole: bool
    saw: int
    luck: str
    stands: int
    goes_on: bool = False


def lines_after(past: Past | None, to: int) -> Iterator[Past]:
    """The lines that came after that one, the last first."""
    while past is not None and past.line > to:
        yield past
        past = past.before


def at_line(past: Past | None, line: int) -> Past | None:
    """The line of that number; None is the start."""
    while past is not None and past.line > line:
        past = past.before
    return past


def stands(past: Past | None) -> int:
    """Whose line's state it is now; 0 is the start."""
    return 0 if past is None else past.stands


class Difference(NamedTuple):
    """What would change if the state were that of another line: the lines that stand `gone` by that, and those that
    stand `again`, the last first."""

    gone: list[Past]
    again: list[Past]


def difference(past: Past | None, to: int) -> Difference:
    """What going back to that line takes back, and what was taken back before and comes back."""
    found = Difference([], [])
    now, then = _stood(past), _stood(at_line(past, to))
    while now is not then:
        if now is not None and (then is None or now.line > then.line):
            found.gone.append(now)
            now = _stood(now.before)
        elif then is not None:
            found.again.append(then)
            then = _stood(then.before)
    return found


def _stood(past: Past | None) -> Past | None:
    """The last line that stood at that moment, undos followed."""
    while past is not None and past.stands != past.line:
        past = at_line(past, past.stands)
    return past


def decided(lines: list[Past]) -> tuple[int, tuple[int, ...]]:
    """How many steps those lines are, all that a button did being one, and whose."""
    steps = [line for line in lines if line.seat is not None]
    first = sum(not line.goes_on for line in steps)
    return first or min(1, len(steps)), tuple(sorted({line.seat for line in steps if line.seat is not None}))


def back(past: Past | None) -> int | None:
    """The line to which the last decision that stands is taken back, with its luck; None if there is none."""
    line = _last(past)
    return None if line is None else stands(line.before)


def whose(past: Past | None) -> int | None:
    """Who made that decision."""
    line = _last(past)
    return None if line is None else line.seat


def _last(past: Past | None) -> Past | None:
    """The last decision that stands; of a button the first of what it did."""
    if past is None:
        return None
    last = _decision(at_line(past, past.stands))
    while last is not None and last.goes_on:
        before = _decision(at_line(past, stands(last.before)))
        if before is None or before.seat != last.seat:
            break
        last = before
    return last


def _decision(past: Past | None) -> Past | None:
    """The last decision, whoever took it."""
    return next((line for line in lines_after(past, -1) if line.seat is not None), None)


def whole(past: Past | None, to: int) -> bool:
    """Whether no luck was due after that line; the start is whole where nothing begins shuffled."""
    after = deque(lines_after(past, to), maxlen=1)
    if not after:
        return past is None or past.whole
    before = after[0].before
    return after[0].seat is not None if before is None else before.whole


def same(one: Past | None, other: Past | None) -> bool:
    """Whether the same has been; a loop, since thousands of lines are deeper than calls may go."""
    while one is not None and other is not None:
        if one is other:
            return True
        if one[1:] != other[1:]:
            return False
        one, other = one.before, other.before
    return one is other
