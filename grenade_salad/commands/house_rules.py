"""House rules on the command line: their values, and why one was refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import Any

from grenade_salad.core import registry
from grenade_salad.text import Message, Words, m, say

_MAX_VALUES = 9
"""Maximum number of values that are listed; of more, the first ones and the last."""


def _format_value(value: object) -> str:
    """Return a value as it is typed after KEY=."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, tuple | list):
        return f"[{','.join(_format_value(item) if isinstance(item, float) else json.dumps(item) for item in value)}]"
    return value if isinstance(value, str) else json.dumps(value)


def describe_values(part: Field[Any]) -> Words:
    """Return the values of a house rule as they are typed.

    Return "" where they can only be found by trying.
    """
    metadata = part.metadata
    if "choices" in metadata:
        choices = [_format_value(value) for value, _ in metadata["choices"]]
        return "|".join(choices if len(choices) <= _MAX_VALUES else [*choices[: _MAX_VALUES - 2], "…", choices[-1]])
    if metadata.get("seat"):
        # Translators: what a house rule may be, on the command line; null is typed so
        return m("null, or a seat: 0 for the first")
    if isinstance(part.default, bool):
        return "false|true"
    if "range" not in metadata:
        return ""
    minimum, maximum = (_format_value(end) for end in metadata["range"][:2])
    if "parts" in metadata:
        return m("[A,B], each from {low} to {high}", low=minimum, high=maximum)
    if part.default is None:
        return m("null, or {low} to {high}", low=minimum, high=maximum)
    return m("{low} to {high}", low=minimum, high=maximum)


def list_house_rules(game: str) -> Iterator[str]:
    """Yield two lines for each house rule of a game: key and values, then help."""
    for part in fields(registry.load(game).options):
        default = _format_value(part.default) if part.default is not MISSING else ""
        message = m("{key}={values} (default: {usual})", key=part.name, values=describe_values(part), usual=default)
        yield say(message)
        label = m("{label}: {help}", label=part.metadata.get("label", part.name), help=part.metadata.get("help", ""))
        yield f"    {say(label)}"


def why_not(game: str, key: str, value: object) -> Message:
    """Return why a house rule was refused whose key or kind is wrong."""
    options = {part.name: part for part in fields(registry.load(game).options)}
    if key not in options:
        return m("there is no house rule {key}, only {keys:,}", key=key, keys=list(options))
    return m(
        "{key} cannot be {value}, only {values}",
        key=key,
        value=_format_value(value),
        values=describe_values(options[key]),
    )
