"""Settings of Tabletop Club beside pictures, in `config.cfg` and `stacks.cfg`.

The latter lists decks. Sections of the former are patterns of file names, and later ones win. Values may have several
lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias

from grenade_salad.boxes.files import Source
from grenade_salad.text.decoding import decode_text

CONFIG = "config.cfg"
STACKS = "stacks.cfg"
_MAX_BYTES = 256 * 1024
_MAX_SECTIONS = 500
_MAX_GRAMS = 10_000.0
_SECTION = re.compile(r"[ \t]*\[([^\]\n]{1,200})\][ \t]*(?:;[^\n]*)?(?:\n|\Z)")
_KEY = re.compile(r"[ \t]*([A-Za-z_]\w{0,60})[ \t]*=[ \t]*")
_LIST_PART = re.compile(r'["\]]')
_VECTOR = re.compile(r"Vector[23]\(([0-9., ]{1,60})\)")

Value: TypeAlias = str | tuple[str, ...]
"""A text or a number, or a list of texts."""
Rank: TypeAlias = tuple[tuple[bool, float, str], ...]
"""What a sort compares.

Of suit and of value: whether it is no number, the number, the text.
"""


@dataclass(frozen=True)
class PictureSettings:
    """Settings for one picture; what is not set is empty."""

    name: str = ""
    back: str = ""
    """The file of its back, in the same folder."""
    size: tuple[float, float] | None = None
    """Width and height in mm."""
    note: str = ""
    """What the players read about it."""
    mass: float = 0.0
    """In grams."""
    rank: Rank = ()
    """Its place among the others when they are sorted."""
    is_ignored: bool = False
    """True if it is no piece itself, only perhaps a back."""


@dataclass(frozen=True)
class StackSettings:
    """A deck or a stack in an order of its own."""

    name: str
    note: str
    items: tuple[str, ...]
    """The names of its pieces, from the top."""


def parse_config(text: str) -> Iterator[tuple[str, dict[str, Value]]]:
    r"""Yield the sections of a file with their values.

    >>> list(parse_config('[*]\nname = "A\nB" ; note\nscale = Vector2(6.3, 8.8)\nitems = [\n"x"\n]\n[a*]\nmass=1'))
    [('*', {'name': 'A\nB', 'scale': 'Vector2(6.3, 8.8)', 'items': ('x',)}), ('a*', {'mass': '1'})]
    """
    section: tuple[str, dict[str, Value]] | None = None
    position, count = 0, 0
    while position < len(text):
        if (head := _SECTION.match(text, position)) is not None:
            if section is not None:
                yield section
            if (count := count + 1) > _MAX_SECTIONS:
                return
            section, position = (head[1], {}), head.end()
        elif (key := _KEY.match(text, position)) is not None:
            value, position = _read_value(text, key.end())
            if section is not None:
                section[1][key[1]] = value
        else:
            # A comment, or the rest of a list.
            position = _find_end(text, position) + 1
    if section is not None:
        yield section


def _read_value(text: str, start: int) -> tuple[Value, int]:
    """Return a value, and the position of the next line."""
    if text.startswith('"', start):
        end = _find_quote(text, start + 1)
        return text[start + 1 : end].strip(), _find_end(text, end) + 1
    if text.startswith("[", start):
        items, end = _read_list(text, start + 1)
        return items, _find_end(text, end) + 1
    end = _find_end(text, start)
    return text[start:end].partition(";")[0].strip(), end + 1


def _read_list(text: str, start: int) -> tuple[tuple[str, ...], int]:
    """Return the quoted texts of a list, and the position of its end."""
    items: list[str] = []
    while (part := _LIST_PART.search(text, start)) is not None:
        if part[0] == "]":
            return tuple(items), part.start()
        end = _find_quote(text, part.end())
        items.append(text[part.end() : end].strip())
        start = end + 1
    return tuple(items), len(text)


def _find_quote(text: str, start: int) -> int:
    """Return the position of the quote that ends a text, or the end of the file."""
    end = start
    while (end := text.find('"', end)) >= 0 and text[end - 1] == "\\":
        end += 1
    return len(text) if end < 0 else end


def _find_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def matches_pattern(name: str, pattern: str) -> bool:
    """True if a file name has the pattern of a section, in which * is anything.

    >>> [matches_pattern("ww_seer.svg", pattern) for pattern in ("*", "ww_*", "*seer*", "ww_seer.svg", "seer*")]
    [True, True, True, True, False]
    """
    first, *parts = pattern.split("*")
    if not parts:
        return name == pattern
    if not name.startswith(first):
        return False
    position = len(first)
    for part in parts[:-1]:
        found = name.find(part, position)
        if found < 0:
            return False
        position = found + len(part)
    return name.endswith(parts[-1]) and len(name) - len(parts[-1]) >= position


class FolderSettings:
    """The settings in the files of one folder, if it has any."""

    def __init__(self, source: Source, folder: str) -> None:
        self._sections = _read_sections(source, folder, CONFIG)
        decks: dict[str, dict[str, Value]] = {}
        for name, values in _read_sections(source, folder, STACKS):
            decks[name] = {**decks.get(name, {}), **values}
        self.stacks = tuple(
            StackSettings(name, _read_text(values, "desc"), items)
            for name, values in decks.items()
            if isinstance(items := values.get("items"), tuple)
        )

    def find(self, name: str) -> PictureSettings:
        """Return the settings for a file of the folder."""
        values: dict[str, Value] = {}
        for pattern, section in self._sections:
            if matches_pattern(name, pattern):
                values |= section
        ranks = [_read_text(values, key) for key in ("suit", "value")]
        return PictureSettings(
            _read_text(values, "name"),
            _read_text(values, "back_face"),
            _read_size(_read_text(values, "scale")),
            _read_text(values, "desc"),
            max(0.0, min(_read_number(_read_text(values, "mass")) or 0.0, _MAX_GRAMS)),
            tuple(map(_rank, ranks)) if any(ranks) else (),
            _read_text(values, "ignore") == "true",
        )


def _read_sections(source: Source, folder: str, file: str) -> list[tuple[str, dict[str, Value]]]:
    path = f"{folder}/{file}" if folder else file
    if path not in source.sizes:
        return []
    try:
        return list(parse_config(decode_text(source.read_prefix(path, _MAX_BYTES)).text))
    except UnicodeDecodeError:
        return []


def _read_text(values: dict[str, Value], key: str) -> str:
    value = values.get(key, "")
    return value if isinstance(value, str) else ""


def _read_number(value: str) -> float | None:
    """Return a finite number, or None."""
    try:
        number = float(value)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _rank(value: str) -> tuple[bool, float, str]:
    """Return what a sort compares: numbers come first, then texts, then nothing.

    >>> sorted(["", "hearts", "10", "9"], key=_rank)
    ['9', '10', 'hearts', '']
    """
    number = _read_number(value)
    return (number is None, 0.0 if value else 1.0, value) if number is None else (False, number, "")


def _read_size(value: str) -> tuple[float, float] | None:
    """Return the width and height in mm of a vector in cm; that of a solid lies flat."""
    match = _VECTOR.fullmatch(value)
    if match is None:
        return None
    try:
        numbers = [float(number) for number in match[1].split(",")]
    except ValueError:
        return None
    if len(numbers) not in (2, 3):
        return None
    width, height = 10 * numbers[0], 10 * numbers[-1]
    return (round(width, 1), round(height, 1)) if 4 <= width <= 240 and 4 <= height <= 240 else None
