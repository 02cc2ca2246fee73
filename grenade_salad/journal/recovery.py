"""Reading what can still be read from a damaged journal: every row on every page that is whole, tree or no tree.

A row is found by its shape, and the CRCs say which lines are as they were written.
"""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias, TypeGuard

from grenade_salad.journal import migrations
from grenade_salad.journal.database import chained, connect
from grenade_salad.journal.locks import Lock, take
from grenade_salad.journal.migrations import transaction
from grenade_salad.journal.sqlite_pages import Pages, log_of
from grenade_salad.match.lines import LONGEST_LINE, BadLine, decode, sketch
from grenade_salad.match.match import controllers
from grenade_salad.system import private_files
from grenade_salad.text import m
from grenade_salad.text.message import Message

_LEAF_TABLE, _LEAF_INDEX, _INNER_INDEX = 0x0D, 0x0A, 0x02
_LONGEST_ROW = LONGEST_LINE + 1000
_WHOLE_NUMBERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

Value = None | int | float | str | bytes


@dataclass(frozen=True)
class Saved:
    """What could be saved: matches and their lines; `cut` of these matches were longer, `lost` more were there."""

    matches: int
    lines: int
    cut: int
    lost: int


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that stands there, and where the next thing stands. Raises IndexError."""
    value = 0
    for step in range(8):
        byte = data[at + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step + 1
    return value << 8 | data[at + 8], at + 9


def _local(kind: int, size: int, length: int) -> int:
    """How many bytes of a payload stand in its cell; the others are on overflow pages."""
    most = size - 35 if kind == _LEAF_TABLE else (size - 12) * 64 // 255 - 23
    if length <= most:
        return length
    least = (size - 12) * 32 // 255 - 23
    kept = least + (length - least) % (size - 4)
    return kept if kept <= most else least


def _payload(pages: Pages, data: bytes, kind: int, at: int) -> tuple[int, bytes]:
    """The rowid (0 in an index) and the payload of a cell. Raises IndexError, ValueError for what is no cell."""
    length, at = _varint(data, at + 4 if kind == _INNER_INDEX else at)
    rowid = 0
    if kind == _LEAF_TABLE:
        rowid, at = _varint(data, at)
    if length > _LONGEST_ROW:
        raise ValueError("longer than any row")
    local = _local(kind, pages.size, length)
    parts = [data[at : at + local]]
    missing = length - local
    following = data[at + local : at + local + 4]
    while missing > 0:
        page = pages.page(int.from_bytes(following, "big"))
        if len(page) < pages.size:
            raise ValueError("a page is missing")
        following = page[:4]
        parts.append(page[4 : 4 + missing])
        missing -= len(parts[-1])
    return rowid, b"".join(parts)


def _row(payload: bytes) -> list[Value]:
    """The values of a record. Raises IndexError, ValueError for what is none."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        length = _WHOLE_NUMBERS.get(kind, 8 if kind == 7 else max(0, kind - 12) // 2)
        part = payload[at : at + length]
        if len(part) < length or kind in (10, 11):
            raise ValueError("no record")
        at += length
        if kind == 0:
            values.append(None)
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind == 7:
            values.append(float(struct.unpack(">d", part)[0]))
        elif kind < 7:
            values.append(int.from_bytes(part, "big", signed=True))
        else:
            values.append(part.decode() if kind % 2 else part)
    if at != len(payload):
        raise ValueError("no record")
    return values


def _cells(pages: Pages, number: int, data: bytes) -> Iterator[tuple[int, list[Value]]]:
    """The rows that can be read from a page."""
    begin = 100 if number == 1 else 0
    if len(data) < pages.size:
        return
    said = data[begin]
    for kind in [said] if said in (_LEAF_TABLE, _LEAF_INDEX, _INNER_INDEX) else [_LEAF_TABLE, _LEAF_INDEX]:
        first = begin + (12 if kind == _INNER_INDEX else 8)
        for at in range(first, min(first + 2 * int.from_bytes(data[begin + 3 : begin + 5], "big"), len(data) - 1), 2):
            try:
                rowid, payload = _payload(pages, data, kind, int.from_bytes(data[at : at + 2], "big"))
                yield rowid, _row(payload)
            except (IndexError, ValueError):
                continue


def _is(row: list[Value], *kinds: type | tuple[type, ...]) -> TypeGuard[list[Value]]:
    return len(row) == len(kinds) and all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True))


_NONE = type(None)


def _nobody_won(row: list[Value]) -> bool:
    """Whether it is a seat of a finished match of which nobody said who won: it has facts, but no place."""
    return _is(row, int, int, str, int, _NONE, (int, _NONE), str)


def _collect(pages: Pages, into: sqlite3.Connection) -> None:
    """All rows that look like rows of the journal, into tables without rules."""
    into.execute("CREATE TEMP TABLE found_match (id, game, begun, opened, imported, series, length)")
    into.execute("CREATE TEMP TABLE found_line (match, number, chain, text)")
    into.execute("CREATE TEMP TABLE found_seat (match, seat, name, person, place, points, facts)")
    for number, data in pages.everything():
        for rowid, row in _cells(pages, number, data):
            if _is(row, int, int, int, str):
                into.execute("INSERT INTO found_line VALUES (?, ?, ?, ?)", row)
            elif _is(row, _NONE, str, str, str, int, (str, _NONE), (int, _NONE)):
                into.execute("INSERT INTO found_match VALUES (?, ?, ?, ?, ?, ?, ?)", [rowid, *row[1:]])
            elif _is(row, int, int, str, int, int, (int, _NONE), (str, _NONE)) or _nobody_won(row):
                into.execute("INSERT INTO found_seat VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    into.execute("CREATE INDEX found_lines ON found_line (match, number)")
    into.execute("CREATE INDEX found_numbers ON found_line (number)")


_Line: TypeAlias = tuple[int, int, str]
"""Number, chain and text."""


def _length(into: sqlite3.Connection, match: int) -> int:
    """How many lines the match had, as far as that can be seen."""
    seen = "SELECT max(number) FROM found_line WHERE match = ? AND number < ?"
    said = "SELECT max(length) FROM found_match WHERE id = ?"
    last = into.execute(seen, (match, 1 << 32)).fetchone()[0]
    length = into.execute(said, (match,)).fetchone()[0]
    return max(last or 0, length or 0)


def _strayed(into: sqlite3.Connection, match: int, number: int, before: int) -> _Line | None:
    """The line that is missing, from a row whose match or number is damaged: the chain says that it belongs there."""
    if number > _length(into, match):
        return None
    near = "SELECT chain, text FROM found_line WHERE number = ? OR match = ?"
    for chain, text in into.execute(near, (number, match)):
        if chain == chained(before, text):
            return number, chain, text
    return None


def _sound_lines(into: sqlite3.Connection, match: int) -> list[_Line]:
    """The lines of a match from its header on, as far as all are as they were written."""
    sound: list[_Line] = []
    before = 0
    strayed: _Line | None = None
    while True:
        found = "SELECT number, chain, text FROM found_line WHERE match = ? AND number >= ? ORDER BY number"
        for number, chain, text in into.execute(found, (match, len(sound))):
            if number == len(sound) and chain == chained(before, text):
                sound.append((number, chain, text))
                before = chain
            elif number > len(sound):
                break
        strayed = _strayed(into, match, len(sound), before) if sound else None
        if strayed is None:
            return sound
        sound.append(strayed)
        before = strayed[1]


def _restore(into: sqlite3.Connection, match: int, lines: list[_Line], now: str) -> bool:
    """Put a match into the new journal; as a running one unless all of its results are there. False: it cannot be."""
    try:
        first = sketch(decode(lines[0][2].encode()))
    except BadLine:
        return False
    row = into.execute("SELECT * FROM found_match WHERE id = ? AND game = ?", (match, first.game)).fetchone()
    begun, opened, imported, series, length = row[2:] if row else (now, now, 0, first.meta.get("series"), None)
    results = into.execute("SELECT * FROM found_seat WHERE match = ? ORDER BY seat", (match,)).fetchall()
    complete = length == len(lines) - 1 and tuple(result[2] for result in results) == first.seats
    if not complete:
        length = None
        people = [one.person for one in controllers(first)]
        results = [(match, seat, name, people[seat], None, None, None) for seat, name in enumerate(first.seats)]
    into.execute(
        "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?)",
        (match, first.game, begun, opened, imported, series if isinstance(series, str) else None, length),
    )
    into.executemany("INSERT INTO line VALUES (?, ?, ?, ?)", [(match, *line) for line in lines])
    into.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?)", results)
    return True


def salvage(damaged: Path, target: Path) -> Saved:
    """Write all that can be read of a damaged journal to a new one. Raises sqlite3.Error, OSError."""
    private_files.touch(target)
    into = sqlite3.connect(target, isolation_level=None)
    try:
        into.execute("PRAGMA temp_store = FILE")
        migrations.migrate(into)
        with Pages(damaged, anyhow=True) as pages, transaction(into):
            _collect(pages, into)
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            matches = saved = cut = lost = 0
            known = "SELECT match FROM found_line UNION SELECT id FROM found_match ORDER BY 1"
            for (match,) in into.execute(known).fetchall():
                lines = _sound_lines(into, match) if 0 < match < 1 << 40 else []
                if lines and _restore(into, match, lines, now):
                    matches += 1
                    saved += len(lines) - 1
                    cut += _length(into, match) > len(lines) - 1
                else:
                    lost += 1
            return Saved(matches, saved, cut, lost)
    finally:
        into.close()


def _new(file: Path) -> Path:
    return file.with_name(file.stem + ".mending.db")


def aside_of(file: Path, why: str) -> Path:
    """A free name beside the file, which says why it is kept there."""
    number = 1
    while (aside := file.with_name(f"{file.stem}.{why}-{number}.db")).exists():
        number += 1
    return aside


def _memory_of(file: Path) -> Path:
    return file.with_name(file.name + "-shm")


def forget_log(file: Path) -> None:
    """Remove what SQLite keeps beside a file that is gone: a new file would be given its pages. Raises OSError."""
    log_of(file).unlink(missing_ok=True)
    _memory_of(file).unlink(missing_ok=True)


def move_aside(file: Path, aside: Path) -> None:
    """Keep the file with its log under another name. Nobody may have it open. Raises OSError."""
    if log_of(file).exists():
        log_of(aside).write_bytes(log_of(file).read_bytes())
    file.replace(aside)


def make(file: Path, fill: Callable[[Path], bool]) -> bool:
    """Make a journal where there is none; whether `fill` could put something into it, else it is an empty one.

    It gets its name when it is whole, so an empty file is never one that was just being made. Raises OSError,
    sqlite3.Error, JournalError.
    """
    new = file.with_name(file.stem + ".new.db")
    new.unlink(missing_ok=True)
    forget_log(new)
    filled = fill(new)
    if not filled:
        connect(new).close()
    forget_log(file)
    new.replace(file)
    return filled


def locks_in(folder: Path) -> Path:
    """Where the locks of the data directory are."""
    return folder / "locks"


def sign_in(folder: Path) -> Lock:
    """Say that this copy of the program has the journal open. Raises OSError."""
    number = 0
    while (lock := take(locks_in(folder) / f"copy-{os.getpid()}-{number}")) is None:
        number += 1
    return lock


def others(folder: Path, own: int = 1) -> bool:
    """Whether more than `own` copies of the program have the journal open. Raises OSError."""
    held = 0
    for file in sorted(locks_in(folder).glob("copy-*")):
        lock = take(file)
        held += lock is None
        if lock is not None:
            lock.let_go()
    return held > own


def finish_mending(file: Path) -> None:
    """Go on where a process was killed that mended the file. Raises OSError."""
    if not _new(file).exists():
        return
    if file.exists():
        _new(file).unlink()
        return
    forget_log(file)
    _new(file).replace(file)


def mend(file: Path) -> Message:
    """Keep the damaged file aside and write what can be read of it to a new one; what became of it, in one line.

    Nobody else may have the file open. A process that is killed in here loses nothing: see `finish_mending`.
    Raises OSError, sqlite3.Error.
    """
    _new(file).unlink(missing_ok=True)
    saved = salvage(file, _new(file))
    aside = aside_of(file, "damaged")
    move_aside(file, aside)
    finish_mending(file)
    # Translators: how much could be read of a damaged file; follows in the place of {read}
    read = m("{n} match with {lines} lines", "{n} matches with {lines} lines", n=saved.matches, lines=saved.lines)
    # Translators: {read} says how much could be read
    return m("{read}; the damaged file is kept as {aside}", read=_read(saved, read), aside=aside.name)


def _read(saved: Saved, read: Message) -> Message:
    match (saved.cut > 0, saved.lost > 0):
        case (False, False):
            return m("{read} could be read", read=read)
        case (True, False):
            return m("{read} could be read, {cut} of them cut short", read=read, cut=saved.cut)
        case (False, True):
            return m("{read} could be read, {lost} could not", read=read, lost=saved.lost)
        case _:
            return m(
                "{read} could be read, {cut} of them cut short, {lost} could not",
                read=read,
                cut=saved.cut,
                lost=saved.lost,
            )
