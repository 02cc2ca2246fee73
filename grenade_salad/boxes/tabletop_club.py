"""Settings of Tabletop Club beside pictures, in `config.cfg`: names, backs, sizes.

Sections are patterns of file names, and later ones win. Values may have several lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from grenade_salad.boxes.files import Source
from grenade_salad.text.decoding import decode_text

CONFIG = "config.cfg"
_MAX_BYTES = 256 * 1024
_MAX_SECTIONS = 500
_SECTION = re.compile(r"[ \t]*\[([^\]\n]{1,200})\][ \t]*(?:;[^\n]*)?(?:\n|\Z)")
_KEY = re.compile(r"[ \t]*([A-Za-z_]\w{0,60})[ \t]*=[ \t]*")
_VECTOR = re.compile(r"Vector[23]\(([0-9., ]{1,60})\)")


@dataclass(frozen=True)
class PictureSettings:
    """Settings for one picture; what is not set is empty."""

    name: str = ""
    back: str = ""
    """The file of its back, in the same folder."""
    size: tuple[float, float] | None = None
    """Width and height in mm."""


def parse_config(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    r"""Yield the sections of a file with their texts and numbers.

    >>> list(parse_config('[*]\nname = "A\nB" ; note\nscale = Vector2(6.3, 8.8)\nitems = [\n"x"\n]\n[a*]\nmass=1'))
    [('*', {'name': 'A\nB', 'scale': 'Vector2(6.3, 8.8)', 'items': '['}), ('a*', {'mass': '1'})]
    """
    section: tuple[str, dict[str, str]] | None = None
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


def _read_value(text: str, start: int) -> tuple[str, int]:
    """Return a value, and the position of the next line."""
    if text.startswith('"', start):
        end = start + 1
        while (end := text.find('"', end)) >= 0 and text[end - 1] == "\\":
            end += 1
        end = len(text) if end < 0 else end
        return text[start + 1 : end].strip(), _find_end(text, end) + 1
    end = _find_end(text, start)
    return text[start:end].partition(";")[0].strip(), end + 1


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
    """The settings in the `config.cfg` of one folder, if it has one."""

    def __init__(self, source: Source, folder: str) -> None:
        self._sections: list[tuple[str, dict[str, str]]] = []
        file = f"{folder}/{CONFIG}" if folder else CONFIG
        if file in source.sizes:
            try:
                text = decode_text(source.read_prefix(file, _MAX_BYTES)).text
            except UnicodeDecodeError:
                return
            self._sections = list(parse_config(text))

    def find(self, name: str) -> PictureSettings:
        """Return the settings for a file of the folder."""
        values: dict[str, str] = {}
        for pattern, section in self._sections:
            if matches_pattern(name, pattern):
                values |= section
        return PictureSettings(values.get("name", ""), values.get("back_face", ""), _read_size(values.get("scale", "")))


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
