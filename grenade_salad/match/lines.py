"""Lines of a match record: from bytes to actions, chances and headers, and back.

All functions raise `BadLine` with a reason in plain words for what is not well formed. What is well formed may still
be illegal: only the state of the game can tell.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from math import isfinite
from typing import TypeVar

import msgspec

from grenade_salad.core import Action, Chance, Game, Json, Options, registry, to_json
from grenade_salad.match.match import VERSION, Header
from grenade_salad.text.person_names import MAX_NAME_LENGTH

MAX_LINE_SIZE = 1 << 20
"""Maximum number of bytes in a line that is read.

Written lines have up to some ten thousand.
"""
_MAX_NUMBER = 1 << 64
"""The largest number in a record."""
_MAX_INT_LENGTH = 21
"""Maximum number of characters in a whole number: 20 digits and a sign."""
_MAX_QUOTE = 40
"""Maximum number of characters of a line that a message quotes."""

T = TypeVar("T")


class BadLine(Exception):
    """A line is not well formed; the text says why."""


def encode(line: dict[str, Json]) -> bytes:
    """Return a line as written to a file, with its newline."""
    return json.dumps(line, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _parse_object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result: dict[str, Json] = {}
    for key, value in pairs:
        if key in result:
            raise BadLine(f"the key {key[:_MAX_QUOTE]!r} stands there twice")
        result[key] = value
    return result


def _parse_int(digits: str) -> int:
    # `int` is slow for thousands of digits, and refuses more of them.
    value = int(digits) if len(digits) <= _MAX_INT_LENGTH else _MAX_NUMBER + 1
    if abs(value) > _MAX_NUMBER:
        raise BadLine("a number is too large")
    return value


def _parse_float(digits: str) -> float:
    value = float(digits)
    if not isfinite(value) or abs(value) > _MAX_NUMBER:
        raise BadLine("a number is too large")
    return value


def _refuse_constant(word: str) -> float:
    raise BadLine(f"{word} is not a number")


def decode(raw: bytes) -> dict[str, Json]:
    """Return the JSON object of a line.

    Raises `BadLine`, also for duplicate keys, NaN and numbers without a limit.
    """
    if len(raw) > MAX_LINE_SIZE:
        raise BadLine(f"the line is longer than {MAX_LINE_SIZE} bytes")
    try:
        text = raw.decode()
        value = json.loads(
            text,
            object_pairs_hook=_parse_object,
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=_refuse_constant,
        )
        # Only an escape can be half of a surrogate pair: that is no UTF-8.
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError:
        raise BadLine("the line is not UTF-8") from None
    except UnicodeEncodeError:
        raise BadLine("a text has half a character in it") from None
    except json.JSONDecodeError as error:
        if not raw.strip():
            raise BadLine("the line is empty") from None
        raise BadLine(f"not JSON: {error.msg}, column {error.colno}") from None
    except RecursionError:
        raise BadLine("lists or objects are nested too deeply") from None
    if not isinstance(value, dict):
        raise BadLine("the line is not a JSON object")
    return value


def _find_extra_key(value: Json, converted: Json, path: str) -> str | None:
    """Return the path of a key that the dataclass has no field for, or None.

    `converted` is the JSON form of the instance that was made of the value.
    """
    parts: list[tuple[Json, Json, str]] = []
    if isinstance(value, dict) and isinstance(converted, dict):
        for key, part in value.items():
            if key not in converted:
                return f"{path}.{key}" if path else key
            parts.append((part, converted[key], f"{path}.{key}" if path else key))
    elif isinstance(value, list) and isinstance(converted, list):
        parts = [
            (item, converted_item, f"{path}[{index}]")
            for index, (item, converted_item) in enumerate(zip(value, converted, strict=True))
        ]
    return next((extra for part in parts if (extra := _find_extra_key(*part))), None)


def _explain_error(error: msgspec.ValidationError) -> str:
    text, _, path = str(error).replace("`", "").partition(" - at $")
    text = text.replace("Object missing required field", "there is no").replace("Expected", "expected")
    return f"{path.lstrip('.')}: {text}" if path else text


def convert(value: Json, kind: type[T], path: str = "") -> T:
    """Return the value as an instance of the dataclass. Raises `BadLine`.

    Keys without a field are refused.
    """
    prefix = f"{path}: " if path else ""
    try:
        result = msgspec.convert(value, type=kind)
    except msgspec.ValidationError as error:
        raise BadLine(prefix + _explain_error(error)) from None
    except RecursionError:
        raise BadLine(f"{prefix}lists or objects are nested too deeply") from None
    if extra := _find_extra_key(value, to_json(result, whole=True), ""):
        raise BadLine(f"{prefix}there is no such key: {extra!r}")
    return result


def _parse_seats(value: Json) -> tuple[str, ...]:
    """Return names as version 0.1.0 accepted them.

    Names from strangers must also pass `person_names.why_not`.
    """
    names = convert(value, tuple[str, ...], "seats")
    for name in names:
        if not name.strip() or len(name) > MAX_NAME_LENGTH:
            raise BadLine(f"seats: a name has 1 to {MAX_NAME_LENGTH} characters")
        if any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in name):
            raise BadLine("seats: a name has a control character in it")
    return names


def parse_header_outline(line: dict[str, Json]) -> Header:
    """Return the header of a match of any game, without house rules and setup.

    Only the game itself can read these. It is enough to list, export and rescue matches of a game that is not
    installed (any more). Raises `BadLine`.
    """
    version = line.get("record")
    if "record" not in line or not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadLine('not the header of a match record: it starts with {"record": 3, "game": ...}')
    if version > VERSION:
        raise BadLine(f"version {version} of the format is newer than this program, which reads version {VERSION}")
    for key in ("game", "seats", "options", "seed"):
        if key not in line:
            raise BadLine(f"the header has no {key!r}")
    if extra := set(line) - {"record", "game", "seats", "options", "seed", "setup", "meta"}:
        raise BadLine(f"there is no such key: {min(extra)!r}; further keys go under 'meta'")
    meta = line.get("meta", {})
    if not isinstance(meta, dict):
        raise BadLine("meta: expected object")
    seats, seed = _parse_seats(line["seats"]), convert(line["seed"], int, "seed")
    return Header(str(line["game"]), seats, Options(), seed, meta=meta, version=version)


def parse_header(line: dict[str, Json]) -> Header:
    """Return the header of a match, well formed. Raises `BadLine`.

    Only the game can tell if it can be started like that.
    """
    outline = parse_header_outline(line)
    try:
        game = registry.load(outline.game)
    except registry.NoGame as error:
        raise BadLine(str(error)) from None
    options = convert(line["options"], game.options_for(outline.version), "options")
    setup = convert(line["setup"], game.setup, "setup") if "setup" in line else None
    return replace(outline, options=options, setup=setup)


def parse_entry(game: Game, line: dict[str, Json]) -> Action | Chance:
    """Return the action or the chance of a line, well formed. Raises `BadLine`."""
    if ("do" in line) == ("chance" in line):
        raise BadLine("a line has either 'do' or 'chance'")
    if "chance" in line:
        chances = {kind.kind: kind for kind in game.chances}
        chance = chances.get(str(line["chance"]))
        if chance is None:
            raise BadLine(f"there is no such luck: {str(line['chance'])[:_MAX_QUOTE]!r}; there is {', '.join(chances)}")
        if extra := set(line) - {"chance", "outcome"}:
            raise BadLine(f"there is no such key: {min(extra)!r}")
        return convert({key: line[key] for key in line if key != "chance"}, chance)
    actions = {kind.do: kind for kind in game.actions}
    action = actions.get(str(line["do"]))
    if action is None:
        raise BadLine(f"there is no such action: {str(line['do'])[:_MAX_QUOTE]!r}; there are {', '.join(actions)}")
    if "seat" not in line and action.is_shared:
        line = {"seat": None} | line
    elif line.get("seat", 0) is None:
        raise BadLine("seat: expected int, got null")
    return convert({key: line[key] for key in line if key != "do"}, action)
