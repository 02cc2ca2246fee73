"""Single lines of a match record: from bytes to JSON to actions, chances and headers, strictly; and back.

Everything here raises BadLine with a reason in plain words for what is not well formed. What is well formed may still
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
from grenade_salad.text.person_names import LONGEST_NAME

LONGEST_LINE = 1 << 20
"""Bytes of the longest line that is read; the longest that is written has some ten thousand."""
_LARGEST = 1 << 64
"""No number in a record is larger."""

T = TypeVar("T")


class BadLine(Exception):
    """A line is not well formed; the text says why."""


def encode(line: dict[str, Json]) -> bytes:
    """A line as written to a file, with its newline."""
    return json.dumps(line, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made: dict[str, Json] = {}
    for key, value in pairs:
        if key in made:
            raise BadLine(f"the key {key[:40]!r} stands there twice")
        made[key] = value
    return made


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) <= 21 else _LARGEST + 1
    if abs(number) > _LARGEST:
        raise BadLine("a number is too large")
    return number


def _real(digits: str) -> float:
    number = float(digits)
    if not isfinite(number) or abs(number) > _LARGEST:
        raise BadLine("a number is too large")
    return number


def _no_number(word: str) -> float:
    raise BadLine(f"{word} is not a number")


def decode(raw: bytes) -> dict[str, Json]:
    """The JSON object of a line. Raises BadLine, also for duplicate keys, NaN and numbers without a bound."""
    if len(raw) > LONGEST_LINE:
        raise BadLine(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        text = raw.decode()
        value = json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_real, parse_constant=_no_number
        )
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


def _extra(given: Json, kept: Json, where: str) -> str | None:
    """Where the JSON has a key that the dataclass has no field for; None if it has not."""
    parts: list[tuple[Json, Json, str]] = []
    if isinstance(given, dict) and isinstance(kept, dict):
        for key, part in given.items():
            if key not in kept:
                return f"{where}.{key}" if where else key
            parts.append((part, kept[key], f"{where}.{key}" if where else key))
    elif isinstance(given, list) and isinstance(kept, list):
        parts = [(one, other, f"{where}[{at}]") for at, (one, other) in enumerate(zip(given, kept, strict=True))]
    return next((found for part in parts if (found := _extra(*part))), None)


def _why(error: msgspec.ValidationError) -> str:
    said, _, where = str(error).replace("`", "").partition(" - at $")
    said = said.replace("Object missing required field", "there is no").replace("Expected", "expected")
    return f"{where.lstrip('.')}: {said}" if where else said


def convert(value: Json, kind: type[T], where: str = "") -> T:
    """The value as the dataclass, without a key that it does not know. Raises BadLine."""
    start = f"{where}: " if where else ""
    try:
        made = msgspec.convert(value, type=kind)
    except msgspec.ValidationError as error:
        raise BadLine(start + _why(error)) from None
    except RecursionError:
        raise BadLine(f"{start}lists or objects are nested too deeply") from None
    if extra := _extra(value, to_json(made, whole=True), ""):
        raise BadLine(f"{start}there is no such key: {extra!r}")
    return made


def _seats(value: Json) -> tuple[str, ...]:
    """Names as version 0.1.0 accepted them; names from strangers must also pass `person_names.why_not`."""
    names = convert(value, tuple[str, ...], "seats")
    for name in names:
        if not name.strip() or len(name) > LONGEST_NAME:
            raise BadLine(f"seats: a name has 1 to {LONGEST_NAME} characters")
        if any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in name):
            raise BadLine("seats: a name has a control character in it")
    return names


def sketch(line: dict[str, Json]) -> Header:
    """The header of a match of any game, without what its game alone can read: house rules and setup. Raises BadLine.

    It is enough for matches of a game that is not there (any more): to list, to export and to rescue them.
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
    seats, seed = _seats(line["seats"]), convert(line["seed"], int, "seed")
    return Header(str(line["game"]), seats, Options(), seed, meta=meta, version=version)


def header(line: dict[str, Json]) -> Header:
    """The header of a match, well formed; whether its game can be started so is for the game to say. Raises BadLine."""
    known = sketch(line)
    try:
        game = registry.load(known.game)
    except registry.NoGame as error:
        raise BadLine(str(error)) from None
    options = convert(line["options"], game.options_of(known.version), "options")
    setup = convert(line["setup"], game.setup, "setup") if "setup" in line else None
    return replace(known, options=options, setup=setup)


def entry(game: Game, line: dict[str, Json]) -> Action | Chance:
    """The action or the outcome of luck that a line tells, well formed. Raises BadLine."""
    if ("do" in line) == ("chance" in line):
        raise BadLine("a line has either 'do' or 'chance'")
    if "chance" in line:
        chances = {kind.kind: kind for kind in game.chances}
        luck = chances.get(str(line["chance"]))
        if luck is None:
            raise BadLine(f"there is no such luck: {str(line['chance'])[:40]!r}; there is {', '.join(chances)}")
        if extra := set(line) - {"chance", "outcome"}:
            raise BadLine(f"there is no such key: {min(extra)!r}")
        return convert({key: line[key] for key in line if key != "chance"}, luck)
    actions = {kind.do: kind for kind in game.actions}
    action = actions.get(str(line["do"]))
    if action is None:
        raise BadLine(f"there is no such action: {str(line['do'])[:40]!r}; there are {', '.join(actions)}")
    if "seat" not in line and action.is_shared:
        line = {"seat": None} | line
    elif line.get("seat", 0) is None:
        raise BadLine("seat: expected int, got null")
    return convert({key: line[key] for key in line if key != "do"}, action)
