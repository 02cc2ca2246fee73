"""The JSON form of states, views, actions and outcomes."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeAlias

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"

_NEVER = object()
"""The omitted value of a field that is never left out."""


@cache
def _json_fields(kind: type[Any]) -> tuple[tuple[str, str, object], ...]:
    """Return name, JSON key and omitted value of each field that has a JSON form."""
    included = [(field, field.metadata.get("plain", True)) for field in fields(kind)]
    return tuple(
        (field.name, field.metadata.get("key", field.name), field.default if plain == "if set" else _NEVER)
        for field, plain in included
        if plain
    )


def to_json(value: object, whole: bool = False) -> Json:
    """Return the value as JSON, with objects for dataclasses and lists for tuples.

    The metadata of a field may give its "key" in JSON, when that is not its name. `{"plain": False}` leaves the field
    out; "if set" leaves it out while it has its default, unless the value is to be `whole`, so that older readers never
    see it. Raises TypeError for what has no JSON form.

    >>> to_json((1, {"a": (True, None)}))
    [1, {'a': [True, None]}]
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [to_json(part, whole) for part in value]
    if isinstance(value, dict):
        return {str(key): to_json(part, whole) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        values = ((key, getattr(value, name), unset) for name, key, unset in _json_fields(type(value)))
        return {key: to_json(part, whole) for key, part, unset in values if whole or part != unset}
    raise TypeError(f"{type(value).__name__} has no JSON form")
