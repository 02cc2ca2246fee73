"""What one must see to solve a puzzle, so that a hundred of them are not about one thing."""

from __future__ import annotations

from grenade_salad import players
from grenade_salad.core import Action, View
from grenade_salad.core.puzzle_rules import puzzling
from grenade_salad.text import Message, Value, Words


def thought_of(game: str, seat: int, view: View, action: Action) -> str:
    """The theme of what the seat might do, and the sentence of its reason without what fills it."""
    told = players.reason(game, seat, view, action)
    return f"{puzzling(game).theme(view, action)}: {_bare(told) or action.do}"


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
