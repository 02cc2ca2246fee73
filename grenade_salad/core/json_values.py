"""The JSON form of states, views, actions and outcomes."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeAlias

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"


@cache
def _shown(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.metadata.get("plain", True))


def plain(value: object) -> Json:
    """The value as JSON: dataclasses become objects, tuples and lists become lists.

    A field whose metadata say `{"plain": False}` is left out. Raises TypeError for what has no JSON form.

    >>> plain((1, {"a": (True, None)}))
    [1, {'a': [True, None]}]
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in _shown(type(value))}
    raise TypeError(f"{type(value).__name__} has no JSON form")
