"""What a puzzle must be, or why it is none: plain functions of what was judged."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad import bots
from grenade_salad.core import Action, View
from grenade_salad.core.puzzling import puzzling
from grenade_salad.puzzles.puzzle import THEMES, Choice, Puzzle, label, reason
from grenade_salad.text import Message, Reader, Seat, Value, Words, say


def sort(puzzle: Puzzle, one: Choice) -> str:
    """What people would call one kind of choice: coarser than `Choice.key`."""
    named = puzzling(puzzle.game).sort
    return one.key if named is None else named(puzzle.view, one.action)


def why_not_puzzle(puzzle: Puzzle) -> str:
    """A word of `find.FELL` for why this is no puzzle; "" if it is one."""
    return why_not_asked(puzzle) or why_not_sure(puzzle)


def why_not_asked(puzzle: Puzzle) -> str:
    """The same, but for the odds: it asks enough, the answer differs from the next best, and its reason does."""
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


def thought(puzzle: Puzzle) -> str:
    """What one must see to solve it: the theme, and the sentence of its reason without what fills it."""
    return thought_of(puzzle.game, puzzle.seat, puzzle.view, puzzle.best.action)


def thought_of(game: str, seat: int, view: View, action: Action) -> str:
    """The same of what the seat might do."""
    told = bots.reason(game, seat, view, action)
    return f"{puzzling(game).theme(view, action)}: {_bare(told) or action.do}"


def too_many(puzzles: Sequence[Puzzle], one: Puzzle, wanted: int) -> bool:
    """Whether as many of `wanted` puzzles as may be on one thought are on that of this one."""
    same = sum(thought(other) == thought(one) for other in puzzles)
    return same >= max(1, wanted // puzzling(one.game).alike)


def _said(puzzle: Puzzle, one: Choice) -> str:
    return say(label(puzzle, one), Reader(puzzle.record.header.names, puzzle.seat))


def _nameless(value: Value) -> object:
    """A message with its values, in which all seats are the same."""
    if isinstance(value, Message):
        return value.one, value.many, tuple((name, _nameless(one)) for name, one in value.fields.items())
    if isinstance(value, Seat):
        return Seat
    return value if isinstance(value, str | int | float) else tuple(map(_nameless, value))


def _bare(value: Words) -> str:
    """The English of a message and of the sentences in it, without data: words such as "ace" and "two" are data."""
    if not isinstance(value, Message):
        return ""
    parts = [part for one in value.fields.values() for part in _messages(one) if part.fields]
    return " / ".join([value.one, *sorted({_bare(part) for part in parts})])


def _messages(value: Value) -> list[Message]:
    if isinstance(value, Message):
        return [value]
    if isinstance(value, str | int | float):
        return []
    return [part for one in value for part in _messages(one)]
