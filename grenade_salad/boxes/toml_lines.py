"""In which line of a TOML file a key stands, so that a complaint can say it."""

from __future__ import annotations

import re

_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.\- \"']+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w\-]+)\s*=")
_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def line_of(text: str, where: str) -> int:
    """The line, from 1, of a path such as kinds[3].size: of its key, or of the table in which it is not; 0: unknown.

    >>> toml = 'name = "it"\\n[[kinds]]\\nname = "a"\\n[[kinds]]\\nname = "b"\\nsize = [0, 1]\\n'
    >>> [line_of(toml, where) for where in ("name", "kinds[1].size", "kinds[0].size", "kinds[1].size[0]", "seats")]
    [1, 6, 2, 6, 0]
    """
    parts = [found[1] or int(found[2]) for found in _PART.finditer(where)]
    if not parts or not isinstance(parts[0], str):
        return 0
    number = parts[1] if len(parts) > 1 and isinstance(parts[1], int) else 0
    rest = [part for part in parts[1:] if isinstance(part, str)]
    seen, inside, found = -1, "", 0
    for at, line in enumerate(text.split("\n"), 1):
        if head := _HEAD.match(line):
            inside = head[2].strip()
            if inside == parts[0]:
                seen += 1
                if seen == number:
                    found = at
            continue
        key = _KEY.match(line)
        if key is None:
            continue
        if not inside and key[1] == parts[0]:
            return at
        if inside == parts[0] and seen == number and rest and key[1] == rest[0]:
            return at
    return found
