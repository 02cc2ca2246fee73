"""Words for what nobody has found words for: what a view shows and what an action does, by their fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from grenade_salad.core.actions import Action
from grenade_salad.core.serialization import Json, to_json
from grenade_salad.text import Message, Words

V = TypeVar("V")
_COMMON_FIELDS = ("game", "seat", "over", "to_act", "ranking", "options")


def format_value(value: Json) -> str:
    """A value of a view in words.

    >>> said(["a", None, {"of": 3, "up": True}]), said([["a", "b"], 3])
    ('a, –, of 3, up yes', 'a, b; 3')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        separator = "; " if any(isinstance(part, list) for part in value) else ", "
        return separator.join(map(format_value, value))
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {format_value(part)}" for name, part in value.items())
    return "–" if value is None else str(value)


def describe_view(view: object) -> tuple[str, ...]:
    """What a view shows, a line a field; what all views have is left out."""
    facts = to_json(view)
    assert isinstance(facts, dict)
    return tuple(
        f"{_capitalize(name)}: {format_value(value)}"
        for name, value in facts.items()
        if name not in _COMMON_FIELDS and value not in (None, [], {})
    )


def label_action(action: Action) -> str:
    """A button of the action: what it does, and its parts."""
    line = {name: value for name, value in action.to_line().items() if name not in ("seat", "do")}
    return " ".join(part for part in (_capitalize(action.do), format_value(line)) if part)


def label_buttons(
    legal: Sequence[Action], view: V, describe: Callable[[Action, V], Message]
) -> list[tuple[Words, ...]]:
    """What the buttons of these actions say: as the game describes each, and of two of one name their parts, too."""
    names = [describe(action, view) for action in legal]
    times = Counter(names)
    return [
        (name,) if times[name] == 1 else (name, label_action(action)) for action, name in zip(legal, names, strict=True)
    ]


def missing_parts(action: Action) -> tuple[str, ...]:
    """The continuous parts of a template that are still to be chosen."""
    return tuple(name for name, value in action.to_line().items() if value is None and name != "seat")


def describe(action: Action, view: object = None) -> Message:
    """The same within a sentence: of a game that has no words of its own for it."""
    words = label_action(action)
    return Message(words[:1].lower() + words[1:], fields={})


def _capitalize(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]
