"""House rules on the command line: which there are, what each may be, and why one was refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import Any

from grenade_salad.core import registry
from grenade_salad.text import Message, Words, m, say

_MOST = 9
"""So many values are listed; of more, the first ones and the last."""


def _typed(value: object) -> str:
    """A value as it is typed after KEY=."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, tuple | list):
        return f"[{','.join(_typed(one) if isinstance(one, float) else json.dumps(one) for one in value)}]"
    return value if isinstance(value, str) else json.dumps(value)


def values(part: Field[Any]) -> Words:
    """What a house rule may be, as it is typed; empty where that can only be tried."""
    about = part.metadata
    if "choices" in about:
        found = [_typed(value) for value, _ in about["choices"]]
        return "|".join(found if len(found) <= _MOST else [*found[: _MOST - 2], "…", found[-1]])
    if about.get("seat"):
        # Translators: what a house rule may be, on the command line; null is typed so
        return m("null, or a seat: 0 for the first")
    if isinstance(part.default, bool):
        return "false|true"
    if "range" not in about:
        return ""
    low, high = (_typed(end) for end in about["range"][:2])
    if "parts" in about:
        return m("[A,B], each from {low} to {high}", low=low, high=high)
    if part.default is None:
        return m("null, or {low} to {high}", low=low, high=high)
    return m("{low} to {high}", low=low, high=high)


def listing(game: str) -> Iterator[str]:
    """Two lines for each house rule of a game: its key and values, then what it does."""
    for part in fields(registry.load(game).options):
        usual = _typed(part.default) if part.default is not MISSING else ""
        told = m("{key}={values} (default: {usual})", key=part.name, values=values(part), usual=usual)
        yield say(told)
        about = m("{label}: {help}", label=part.metadata.get("label", part.name), help=part.metadata.get("help", ""))
        yield f"    {say(about)}"


def why_not(game: str, key: str, value: object) -> Message:
    """Why somebody's house rule was refused, where its key or its kind is wrong."""
    known = {part.name: part for part in fields(registry.load(game).options)}
    if key not in known:
        return m("there is no house rule {key}, only {keys:,}", key=key, keys=list(known))
    return m("{key} cannot be {value}, only {values}", key=key, value=_typed(value), values=values(known[key]))
