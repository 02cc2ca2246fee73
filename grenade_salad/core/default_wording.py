"""Default wording for views and actions, from the names of their fields."""

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
    """Return a value of a view in words.

    >>> format_value(["a", None, {"of": 3, "up": True}]), format_value([["a", "b"], 3])
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
    """Return the contents of a view, a line a field, without the fields of all views."""
    facts = to_json(view)
    assert isinstance(facts, dict)
    return tuple(
        f"{_capitalize(name)}: {format_value(value)}"
        for name, value in facts.items()
        if name not in _COMMON_FIELDS and value not in (None, [], {})
    )


def label_action(action: Action) -> str:
    """Return the label of a button of the action: what it does, and its parts."""
    line = {name: value for name, value in action.to_line().items() if name not in ("seat", "do")}
    return " ".join(part for part in (_capitalize(action.do), format_value(line)) if part)


def label_buttons(
    legal: Sequence[Action], view: V, describe: Callable[[Action, V], Message]
) -> list[tuple[Words, ...]]:
    """Return the labels of the buttons of these actions, as the game describes each.

    If two have the same description, their parts follow.
    """
    names = [describe(action, view) for action in legal]
    times = Counter(names)
    return [
        (name,) if times[name] == 1 else (name, label_action(action)) for action, name in zip(legal, names, strict=True)
    ]


def missing_parts(action: Action) -> tuple[str, ...]:
    """Return the continuous parts of a template that are still to be chosen."""
    return tuple(name for name, value in action.to_line().items() if value is None and name != "seat")


def describe(action: Action, view: object = None) -> Message:
    """Return a default description of the action for use within a sentence."""
    words = label_action(action)
    return Message(words[:1].lower() + words[1:], fields={})


def _capitalize(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]
