"""Criteria for puzzles: functions of a puzzle that say why it is none."""

from __future__ import annotations

from collections import Counter

from grenade_salad.core.puzzle_rules import load_puzzle_rules
from grenade_salad.puzzles.puzzle import THEMES, Choice, Puzzle, describe_choice, explain_choice
from grenade_salad.text import Message, Reader, Seat, Value, say


def find_sort(puzzle: Puzzle, choice: Choice) -> str:
    """Return a kind of choice as people would call it: coarser than `Choice.key`."""
    name_sort = load_puzzle_rules(puzzle.game).sort
    return choice.key if name_sort is None else name_sort(puzzle.view, choice.action)


def why_not_well_posed(puzzle: Puzzle) -> str:
    """Return why this is no puzzle, leaving the odds aside.

    It must have enough kinds, and its answer and explanation must differ from those of the next best.
    """
    if len(puzzle.kinds) < 2:
        return "no choice"
    best, second = puzzle.kinds[:2]
    if puzzle.theme not in THEMES:
        return "vague"
    if puzzle.place:
        same_kind_of_action = [choice for choice in puzzle.kinds if choice.action.do == best.action.do]
        if best.action.do not in load_puzzle_rules(puzzle.game).places or len(same_kind_of_action) < 2:
            return "no choice"
    elif len({find_sort(puzzle, choice) for choice in puzzle.kinds}) < load_puzzle_rules(puzzle.game).min_sorts:
        return "no choice"
    elif any(name(puzzle, best) == name(puzzle, second) for name in (find_sort, _format_label)):
        return "alike"
    return "reason" if shares_reason(puzzle, second) else ""


def why_not_clear(puzzle: Puzzle) -> str:
    """Return why this is no puzzle by its odds, or "".

    The best must win more than every other kind by more than both intervals.
    """
    return "" if all(puzzle.best.low > choice.high for choice in puzzle.kinds[1:]) else "close"


def shares_reason(puzzle: Puzzle, rival: Choice) -> bool:
    """True if the explanation of the best choice is true of the rival, too.

    Names make no difference.
    """
    best_reason, rival_reason = explain_choice(puzzle, puzzle.best), explain_choice(puzzle, rival)
    is_same = bool(best_reason) and _without_seats(best_reason) == _without_seats(rival_reason)
    return is_same or load_puzzle_rules(puzzle.game).shares_reason(puzzle.view, puzzle.best.action, rival.action)


def has_enough_of_thought(thoughts: Counter[str], puzzle: Puzzle, wanted: int) -> bool:
    """True if enough of `wanted` puzzles are about the thought of this one."""
    return thoughts[puzzle.thought] >= max(1, wanted // load_puzzle_rules(puzzle.game).max_per_thought)


def _format_label(puzzle: Puzzle, choice: Choice) -> str:
    return say(describe_choice(puzzle, choice), Reader(puzzle.record.header.names, puzzle.seat))


def _without_seats(value: Value) -> object:
    """Return a message with its values, in which all seats are the same."""
    if isinstance(value, Message):
        return value.one, value.many, tuple((name, _without_seats(part)) for name, part in value.fields.items())
    if isinstance(value, Seat):
        return Seat
    return value if isinstance(value, str | int | float) else tuple(map(_without_seats, value))
