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


def parsed(data: bytes) -> dict[str, object]:
    """The object in a file, with a BOM or without, and with bytes that are no UTF-8. Raises ValueError, RecursionError.

    What no JSON can say (a number too large, half a character) is left where it stands, for `read` to refuse.
    """
    found = json.loads(data.decode("utf-8-sig", errors="surrogateescape"))
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def read(kind: type[S], raw: Mapping[str, object]) -> tuple[S, list[str]]:
    """What can be read of it, the rest as by default; and where it could not be read, as "people.Ann"."""
    values: dict[str, object] = {}
    strange: list[str] = []
    for field in msgspec.structs.fields(kind):
        if field.name in raw:
            value, within = _value(field.type, raw[field.name])
            if value is not _MISSING:
                values[field.name] = value
            strange += [".".join((field.name, *path)) for path in within]
    return kind(**values), strange


def _value(kind: Any, raw: object) -> tuple[object, list[tuple[str, ...]]]:
    """What can be read of it, _MISSING if nothing can; and the paths to what cannot, the empty one for all of it."""
    if isinstance(raw, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        struct, strange = read(kind, raw)
        return struct, [(path,) for path in strange]
    if isinstance(raw, dict) and get_origin(kind) is dict:
        entries = {key: _value(get_args(kind)[1], value) for key, value in raw.items() if _sound(key)}
        found = {key: value for key, (value, _) in entries.items() if value is not _MISSING}
        return found, [(key, *path) for key, (_, paths) in entries.items() for path in paths]
    try:
        return msgspec.json.decode(msgspec.json.encode(raw), type=kind), []
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return _MISSING, [()]


def _sound(value: object) -> bool:
    """Whether it can be written as JSON in UTF-8."""
    try:
        msgspec.json.encode(value)
    except (UnicodeError, RecursionError):
        return False
    return True


def merged(raw: object, ours: msgspec.Struct) -> dict[str, object]:
    """Our values, with what the file has beside them: what we do not know, and what we could not read and left alone.

    `raw` is what `parsed` gave; what cannot be written as JSON is dropped.
    """
    return _merged_struct(type(ours), raw, msgspec.to_builtins(ours))


def _merged_struct(kind: type[msgspec.Struct], raw: object, made: dict[str, object]) -> dict[str, object]:
    if not isinstance(raw, dict):
        return made
    usual = msgspec.to_builtins(kind())
    out = {key: value for key, value in raw.items() if key not in made and _sound(key) and _sound(value)}
    for field in msgspec.structs.fields(kind):
        name = field.name
        out[name] = made[name]
        if name in raw:
            if made[name] == usual[name] and _value(field.type, raw[name])[0] is _MISSING and _sound(raw[name]):
                out[name] = raw[name]
            else:
                out[name] = _merged(field.type, raw[name], made[name])
    return out


def _merged(kind: Any, raw: object, made: Any) -> object:
    """As `merged`, for a value of any kind."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _merged_struct(kind, raw, made)
    if get_origin(kind) is dict and isinstance(raw, dict):
        within = get_args(kind)[1]
        ours = {key: _merged(within, raw[key], value) if key in raw else value for key, value in made.items()}
        strange = {key: value for key, value in raw.items() if key not in made and _sound(key) and _sound(value)}
        return {key: value for key, value in strange.items() if _value(within, value)[0] is _MISSING} | ours
    return made
