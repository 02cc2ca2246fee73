"""Seeded mutations of text and JSON, like slips, bad disks or malice produce."""

from __future__ import annotations

import json
from random import Random
from typing import cast

from grenade_salad.core import Json

HOSTILE: tuple[Json, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**63, -(2**63), 10**300, 0.5, -0.0, 1e308, 1e-308, "", "x", "0", "pass",
    "\u200b", "\u202eAnn", "\ufe0f", "\ud83d", "A" * 5000, "{who}", "%s", "\x00", [], [[]], [None], {}, {"": []},
    [0, 0], ["AS", "AS"], "joker", "explosion",
)  # fmt: skip


def spoil_bytes(data: bytes, rng: Random) -> bytes:
    """Return the data with one to four faults.

    Bytes are changed, lost or repeated, or the end is lost.
    """
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(data) + 1)
        length = min(rng.choice((1, 1, 2, 9, 200)), len(data) - start)
        piece = data[start : start + length]
        kind = rng.randrange(5)
        if kind == 0:
            data = data[:start] + rng.randbytes(length) + data[start + length :]
        elif kind == 1:
            data = data[:start] + data[start + length :]
        elif kind == 2:
            data = data[:start] + piece + data[start:]
        elif kind == 3:
            data = (
                data[:start]
                + rng.choice((b"\n", b"{}", b"null", b"\xff", b"\x00", b'"', b"\\", b"1e999"))
                + data[start:]
            )
        elif rng.random() < 0.3:
            data = data[:start]
    return data


def _find_paths(value: Json, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all values in a JSON value that can be replaced."""
    paths = [path]
    if isinstance(value, dict):
        paths += [inner for key in value for inner in _find_paths(value[key], (*path, key))]
    elif isinstance(value, list):
        paths += [inner for index, item in enumerate(value) for inner in _find_paths(item, (*path, index))]
    return paths


def spoil_json(value: Json, rng: Random) -> Json:
    """Return a copy with one value replaced by a hostile one, removed or added."""
    value = cast(Json, json.loads(json.dumps(value)))
    path = rng.choice(_find_paths(value))
    if not path:
        return rng.choice(HOSTILE)
    inner = value
    *outer_keys, last = path
    for key in outer_keys:
        inner = inner[key]  # type: ignore[index, call-overload]
    assert isinstance(inner, dict | list)
    kind = rng.randrange(4)
    if kind == 0:
        del inner[last]  # type: ignore[arg-type]
    elif kind == 1 and isinstance(inner, dict):
        inner[rng.choice(("x", "", "seat", "do", "id", "standstill", "\u202e"))] = rng.choice(HOSTILE)
    elif kind == 2 and isinstance(inner, list):
        inner.insert(rng.randrange(len(inner) + 1), rng.choice((*inner, *HOSTILE)))
    else:
        inner[last] = rng.choice(HOSTILE)  # type: ignore[index, call-overload]
    return value


def spoil_lines(data: bytes, rng: Random) -> bytes:
    """Return a record with lines spoilt as JSON, lost, repeated or out of order."""
    lines = data.splitlines(keepends=True)
    for _ in range(rng.randint(1, 3)):
        index = rng.randrange(len(lines)) if rng.random() < 0.7 else 0
        kind = rng.randrange(6)
        if kind == 0 and len(lines) > 1:
            del lines[index]
        elif kind == 1:
            lines.insert(rng.randrange(len(lines) + 1), lines[index])
        elif kind == 2:
            other_index = rng.randrange(len(lines))
            lines[index], lines[other_index] = lines[other_index], lines[index]
        else:
            try:
                spoilt = spoil_json(json.loads(lines[index]), rng)
            except ValueError:
                continue
            lines[index] = json.dumps(spoilt, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass") + b"\n"
    return b"".join(lines)
