"""A JSON file read entry by entry: an error in one entry loses no other.

People edit such files, disks damage them, and other versions of the program have other entries.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_origin

import msgspec

S = TypeVar("S", bound=msgspec.Struct)
_MISSING = object()


def parse_object(data: bytes) -> dict[str, object]:
    """Return the JSON object in a file, with or without a BOM.

    Bytes that are not UTF-8 and values that JSON cannot express (a number too large, half a character) are left for
    `read_struct` to refuse. Raises ValueError, RecursionError.
    """
    result = json.loads(data.decode("utf-8-sig", errors="surrogateescape"))
    if not isinstance(result, dict):
        raise ValueError("not an object")
    return result


def read_struct(kind: type[S], raw: Mapping[str, object]) -> tuple[S, list[str]]:
    """Read a struct, with defaults for what cannot be read.

    Also returns the paths of what could not be read, as "people.Ann".
    """
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
    """Read a value of a type, _MISSING if it cannot be read at all.

    Also returns the paths of what cannot be read; the empty path means all of it.
    """
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
    """True if the value can be written as JSON in UTF-8."""
    try:
        msgspec.json.encode(value)
    except (UnicodeError, RecursionError):
        return False
    return True


def merge(raw: object, current: msgspec.Struct) -> dict[str, object]:
    """Return the current values, with the unknown and unreadable entries of the file.

    `raw` is the result of `parse_object`; values that cannot be written as JSON are dropped.
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
    """Merge a value of any type, as `merge` does."""
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
