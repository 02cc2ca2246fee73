"""What a puzzle must be, or why it is none: plain functions of what was judged."""

from __future__ import annotations

from collections import Counter

from grenade_salad.core.puzzle_rules import puzzling
from grenade_salad.puzzles.puzzle import THEMES, Choice, Puzzle, label, reason
from grenade_salad.text import Message, Reader, Seat, Value, say


def sort(puzzle: Puzzle, one: Choice) -> str:
    """What people would call one kind of choice: coarser than `Choice.key`."""
    named = puzzling(puzzle.game).sort
    return one.key if named is None else named(puzzle.view, one.action)


def why_not_puzzle(puzzle: Puzzle) -> str:
    """A word of `search.FELL` for why this is no puzzle; "" if it is one."""
    return why_not_asked(puzzle) or why_not_sure(puzzle)


def why_not_asked(puzzle: Puzzle) -> str:
    """The same, but for the odds: it asks enough, the answer differs from the next best, and its reason does."""
    if len(puzzle.kinds) < 2:
        return "no choice"
    best, second = puzzle.kinds[:2]
    if puzzle.theme not in THEMES:
        return "vague"
    if puzzle.place:
        there = [one for one in puzzle.kinds if one.action.do == best.action.do]
        if best.action.do not in puzzling(puzzle.game).places or len(there) < 2:
            return "no choice"
    elif len({sort(puzzle, one) for one in puzzle.kinds}) < puzzling(puzzle.game).least:
        return "no choice"
    elif sort(puzzle, best) == sort(puzzle, second) or _said(puzzle, best) == _said(puzzle, second):
        return "alike"
    return "reason" if as_true(puzzle, second) else ""


def why_not_sure(puzzle: Puzzle) -> str:
    """The same for the odds alone: the best wins more than every other kind by more than both intervals."""
    return "" if all(puzzle.best.low > one.high for one in puzzle.kinds[1:]) else "close"


def as_true(puzzle: Puzzle, other: Choice) -> bool:
    """Whether the reason that is told for the best choice goes for the other one, too; names make no difference."""
    mine, its = reason(puzzle, puzzle.best), reason(puzzle, other)
    same = bool(mine) and _nameless(mine) == _nameless(its)
    return same or puzzling(puzzle.game).as_true(puzzle.view, puzzle.best.action, other.action)


def too_many(thoughts: Counter[str], one: Puzzle, wanted: int) -> bool:
    """Whether as many of `wanted` puzzles as may be on one thought are on that of this one."""
    return thoughts[one.thought] >= max(1, wanted // puzzling(one.game).alike)


def _said(puzzle: Puzzle, one: Choice) -> str:
    return say(label(puzzle, one), Reader(puzzle.record.header.names, puzzle.seat))


def _nameless(value: Value) -> object:
    """A message with its values, in which all seats are the same."""
    if isinstance(value, Message):
        return value.one, value.many, tuple((name, _nameless(one)) for name, one in value.fields.items())
    if isinstance(value, Seat):
        return Seat
    return value if isinstance(value, str | int | float) else tuple(map(_nameless, value))
