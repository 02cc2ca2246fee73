"""A box as a `box.toml`: what stands as it is without a word is left out."""

from __future__ import annotations

import json
from dataclasses import MISSING, Field, fields
from typing import Any

from grenade_salad.core import Json, plain
from grenade_salad.games.open_table.box import Box

_TABLES = ("kinds", "holders", "counters", "notes", "layout", "buttons")


def described(box: Box) -> str:
    """The description, which reads back to an equal box but for its page of rules.

    >>> print(described(Box("It", seats=(2, 4))))
    box = 1
    name = "It"
    seats = [2, 4]
    <BLANKLINE>
    """
    out, after = ["box = 1"], []
    for part in fields(box):
        value = getattr(box, part.name)
        if part.name == "rules" or value == _usual(part):
            continue
        if part.name in _TABLES:
            for one in value:
                after += ["", f"[[{part.name}]]", *_keys(one)]
        elif part.name == "flick":
            after += ["", "[flick]", *_keys(value)]
        else:
            out.append(f"{part.name} = {_value(plain(value))}")
    return "\n".join([*out, *after]) + "\n"


def _usual(part: Field[Any]) -> object:
    if part.default is not MISSING:
        return part.default
    return part.default_factory() if part.default_factory is not MISSING else MISSING


def _keys(one: Any) -> list[str]:
    return [
        f"{part.name} = {_value(_told(getattr(one, part.name)))}"
        for part in fields(one)
        if getattr(one, part.name) != _usual(part)
    ]


def _told(value: object) -> Json:
    """A value as JSON without what goes without saying, in tables within it, too."""
    if isinstance(value, tuple):
        return [_told(one) for one in value]
    if hasattr(value, "__dataclass_fields__"):
        told = [part for part in fields(value) if getattr(value, part.name) != _usual(part)]  # type: ignore[arg-type]
        return {part.name: _told(getattr(value, part.name)) for part in told}
    return plain(value)


def _value(value: Json) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False)
    return repr(value)
