"""A JSON file read entry by entry: what is wrong in one place loses nothing elsewhere, and is written back.

People edit such files, disks spoil them, and other versions of the program know other entries.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_origin

import msgspec

S = TypeVar("S", bound=msgspec.Struct)
_MISSING = object()


def parse_object(data: bytes) -> dict[str, object]:
    """The object in a file, with a BOM or without, and with bytes that are no UTF-8. Raises ValueError, RecursionError.

    What no JSON can say (a number too large, half a character) is left where it stands, for `read` to refuse.
    """
    result = json.loads(data.decode("utf-8-sig", errors="surrogateescape"))
    if not isinstance(result, dict):
        raise ValueError("not an object")
    return result


def read_struct(kind: type[S], raw: Mapping[str, object]) -> tuple[S, list[str]]:
    """What can be read of it, the rest as by default; and where it could not be read, as "people.Ann"."""
    values: dict[str, object] = {}
    unreadable: list[str] = []
    for field in msgspec.structs.fields(kind):
        if field.name in raw:
            value, paths = _read_value(field.type, raw[field.name])
            if value is not _MISSING:
                values[field.name] = value
            unreadable += [".".join((field.name, *path)) for path in paths]
    return kind(**values), unreadable


def _read_value(kind: Any, raw: object) -> tuple[object, list[tuple[str, ...]]]:
    """What can be read of it, _MISSING if nothing can; and the paths to what cannot, the empty one for all of it."""
    if isinstance(raw, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        struct, unreadable = read_struct(kind, raw)
        return struct, [(path,) for path in unreadable]
    if isinstance(raw, dict) and get_origin(kind) is dict:
        entries = {key: _read_value(get_args(kind)[1], value) for key, value in raw.items() if _can_encode(key)}
        values = {key: value for key, (value, _) in entries.items() if value is not _MISSING}
        return values, [(key, *path) for key, (_, paths) in entries.items() for path in paths]
    try:
        return msgspec.json.decode(msgspec.json.encode(raw), type=kind), []
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return _MISSING, [()]


def _can_encode(value: object) -> bool:
    """Whether it can be written as JSON in UTF-8."""
    try:
        msgspec.json.encode(value)
    except (UnicodeError, RecursionError):
        return False
    return True


def merge(raw: object, current: msgspec.Struct) -> dict[str, object]:
    """Our values, with what the file has beside them: what we do not know, and what we could not read and left alone.

    `raw` is what `parse_object` gave; what cannot be written as JSON is dropped.
    """
    return _merge_struct(type(current), raw, msgspec.to_builtins(current))


def _merge_struct(kind: type[msgspec.Struct], raw: object, values: dict[str, object]) -> dict[str, object]:
    if not isinstance(raw, dict):
        return values
    defaults = msgspec.to_builtins(kind())
    merged = {key: value for key, value in raw.items() if key not in values and _can_encode(key) and _can_encode(value)}
    for field in msgspec.structs.fields(kind):
        name = field.name
        merged[name] = values[name]
        if name in raw:
            if (
                values[name] == defaults[name]
                and _read_value(field.type, raw[name])[0] is _MISSING
                and _can_encode(raw[name])
            ):
                merged[name] = raw[name]
            else:
                merged[name] = _merge_value(field.type, raw[name], values[name])
    return merged


def _merge_value(kind: Any, raw: object, current: Any) -> object:
    """As `merge`, for a value of any kind."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _merge_struct(kind, raw, current)
    if get_origin(kind) is dict and isinstance(raw, dict):
        value_type = get_args(kind)[1]
        entries = {
            key: _merge_value(value_type, raw[key], value) if key in raw else value for key, value in current.items()
        }
        unknown = {
            key: value for key, value in raw.items() if key not in current and _can_encode(key) and _can_encode(value)
        }
        return {key: value for key, value in unknown.items() if _read_value(value_type, value)[0] is _MISSING} | entries
    return current
