"""The JSON form of states, views, actions and outcomes."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeAlias

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"


_NEVER = object()


@cache
def _shown(kind: type[Any]) -> tuple[tuple[str, object], ...]:
    """The names, each with the value with which it is left out."""
    found = [(field, field.metadata.get("plain", True)) for field in fields(kind)]
    return tuple((field.name, field.default if how == "if set" else _NEVER) for field, how in found if how)


def plain(value: object, whole: bool = False) -> Json:
    """The value as JSON: dataclasses become objects, tuples and lists become lists.

    A field whose metadata say `{"plain": False}` is left out, and one that says "if set" while it has its default, as
    what is younger than its readers, if it is not to be `whole`. Raises TypeError for what has no JSON form.

    >>> plain((1, {"a": (True, None)}))
    [1, {'a': [True, None]}]
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(part, whole) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part, whole) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        found = ((name, getattr(value, name), unset) for name, unset in _shown(type(value)))
        return {name: plain(part, whole) for name, part, unset in found if whole or part != unset}
    raise TypeError(f"{type(value).__name__} has no JSON form")
