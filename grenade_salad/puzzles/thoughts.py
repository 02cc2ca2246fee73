"""The idea that solves a puzzle, so that a set of puzzles has different ones."""

from __future__ import annotations

from grenade_salad import players
from grenade_salad.core import Action, View
from grenade_salad.core.puzzle_rules import load_puzzle_rules
from grenade_salad.text import Message, Value, Words


def describe_thought(game: str, seat: int, view: View, action: Action) -> str:
    """Return the theme of the action, and its explanation without data."""
    explanation = players.explain(game, seat, view, action)
    return f"{load_puzzle_rules(game).theme(view, action)}: {_english_without_data(explanation) or action.do}"


def _english_without_data(value: Words) -> str:
    """Return the English of a message and of the sentences in it, without data.

    Words such as "ace" and "two" are data.
    """
    if not isinstance(value, Message):
        return ""
    parts = [part for field in value.fields.values() for part in _nested_messages(field) if part.fields]
    return " / ".join([value.one, *sorted({_english_without_data(part) for part in parts})])


def _nested_messages(value: Value) -> list[Message]:
    if isinstance(value, Message):
        return [value]
    if isinstance(value, str | int | float):
        return []
    return [part for item in value for part in _nested_messages(item)]
