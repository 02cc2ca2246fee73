"""Reads what is left of a damaged journal: every row on every intact page.

The tree of the pages is not needed: a row is recognized by its shape, and the CRCs say which lines are unchanged.
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
from grenade_salad.journal.database import chain_crc, connect
from grenade_salad.journal.locks import Lock, try_lock
from grenade_salad.journal.migrations import transaction
from grenade_salad.journal.sqlite_pages import Pages, log_path
from grenade_salad.match.lines import MAX_LINE_SIZE, BadLine, decode, parse_header_outline
from grenade_salad.match.match import read_controllers
from grenade_salad.system import private_files
from grenade_salad.text import m
from grenade_salad.text.message import Message

_LEAF_TABLE, _LEAF_INDEX, _INNER_INDEX = 0x0D, 0x0A, 0x02
_MAX_ROW_SIZE = MAX_LINE_SIZE + 1000
_INT_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

Value = None | int | float | str | bytes


@dataclass(frozen=True)
class SalvageCounts:
    """Counts of what was saved: matches and their lines.

    `cut` of these matches had more lines, `lost` other matches could not be saved.
    """

    matches: int
    lines: int
    cut: int
    lost: int


def _read_varint(data: bytes, offset: int) -> tuple[int, int]:
    """Return the number at an offset, and the offset after it. Raises IndexError."""
    value = 0
    for step in range(8):
        byte = data[offset + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset + step + 1
    return value << 8 | data[offset + 8], offset + 9


def _local_size(kind: int, size: int, length: int) -> int:
    """Return how many bytes of a payload are in its cell.

    The others are on overflow pages.
    """
    maximum = size - 35 if kind == _LEAF_TABLE else (size - 12) * 64 // 255 - 23
    if length <= maximum:
        return length
    minimum = (size - 12) * 32 // 255 - 23
    size_in_cell = minimum + (length - minimum) % (size - 4)
    return size_in_cell if size_in_cell <= maximum else minimum


def _read_payload(pages: Pages, data: bytes, kind: int, offset: int) -> tuple[int, bytes]:
    """Return the rowid (0 in an index) and the payload of a cell.

    Raises IndexError, ValueError if it is no cell.
    """
    length, offset = _read_varint(data, offset + 4 if kind == _INNER_INDEX else offset)
    rowid = 0
    if kind == _LEAF_TABLE:
        rowid, offset = _read_varint(data, offset)
    if length > _MAX_ROW_SIZE:
        raise ValueError("longer than any row")
    local_size = _local_size(kind, pages.size, length)
    parts = [data[offset : offset + local_size]]
    missing = length - local_size
    following = data[offset + local_size : offset + local_size + 4]
    while missing > 0:
        page = pages.page(int.from_bytes(following, "big"))
        if len(page) < pages.size:
            raise ValueError("a page is missing")
        following = page[:4]
        parts.append(page[4 : 4 + missing])
        missing -= len(parts[-1])
    return rowid, b"".join(parts)


def _read_row(payload: bytes) -> list[Value]:
    """Return the values of a row. Raises IndexError, ValueError if it is no row."""
    end, offset = _read_varint(payload, 0)
    kinds = []
    while offset < end:
        kind, offset = _read_varint(payload, offset)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        length = _INT_SIZES.get(kind, 8 if kind == 7 else max(0, kind - 12) // 2)
        part = payload[offset : offset + length]
        if len(part) < length or kind in (10, 11):
            raise ValueError("no record")
        offset += length
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
    if offset != len(payload):
        raise ValueError("no record")
    return values


def _read_cells(pages: Pages, page_number: int, data: bytes) -> Iterator[tuple[int, list[Value]]]:
    """Yield the rows that can be read from a page."""
    begin = 100 if page_number == 1 else 0
    if len(data) < pages.size:
        return
    page_kind = data[begin]
    for kind in [page_kind] if page_kind in (_LEAF_TABLE, _LEAF_INDEX, _INNER_INDEX) else [_LEAF_TABLE, _LEAF_INDEX]:
        first = begin + (12 if kind == _INNER_INDEX else 8)
        for offset in range(
            first, min(first + 2 * int.from_bytes(data[begin + 3 : begin + 5], "big"), len(data) - 1), 2
        ):
            try:
                rowid, payload = _read_payload(pages, data, kind, int.from_bytes(data[offset : offset + 2], "big"))
                yield rowid, _read_row(payload)
            except (IndexError, ValueError):
                continue


def _has_types(row: list[Value], *kinds: type | tuple[type, ...]) -> TypeGuard[list[Value]]:
    return len(row) == len(kinds) and all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True))


_NONE = type(None)


def _is_seat_without_winner(row: list[Value]) -> bool:
    """True if it is a seat of a finished match without a known winner.

    It has facts, but no place.
    """
    return _has_types(row, int, int, str, int, _NONE, (int, _NONE), str)


def _collect(pages: Pages, into: sqlite3.Connection) -> None:
    """Copy all rows that look like rows of the journal to temporary tables."""
    into.execute("CREATE TEMP TABLE found_match (id, game, begun, opened, imported, series, length)")
    into.execute("CREATE TEMP TABLE found_line (match, number, chain, text)")
    into.execute("CREATE TEMP TABLE found_seat (match, seat, name, person, place, points, facts)")
    for page_number, data in pages.all_pages():
        for rowid, row in _read_cells(pages, page_number, data):
            if _has_types(row, int, int, int, str):
                into.execute("INSERT INTO found_line VALUES (?, ?, ?, ?)", row)
            elif _has_types(row, _NONE, str, str, str, int, (str, _NONE), (int, _NONE)):
                into.execute("INSERT INTO found_match VALUES (?, ?, ?, ?, ?, ?, ?)", [rowid, *row[1:]])
            elif _has_types(row, int, int, str, int, int, (int, _NONE), (str, _NONE)) or _is_seat_without_winner(row):
                into.execute("INSERT INTO found_seat VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    into.execute("CREATE INDEX found_lines ON found_line (match, number)")
    into.execute("CREATE INDEX found_numbers ON found_line (number)")


_Line: TypeAlias = tuple[int, int, str]
"""Number, chain and text."""


def _find_length(into: sqlite3.Connection, match: int) -> int:
    """Return the number of lines that the match had, as far as known."""
    line_query = "SELECT max(number) FROM found_line WHERE match = ? AND number < ?"
    length_query = "SELECT max(length) FROM found_match WHERE id = ?"
    last = into.execute(line_query, (match, 1 << 32)).fetchone()[0]
    length = into.execute(length_query, (match,)).fetchone()[0]
    return max(last or 0, length or 0)


def _find_stray_line(into: sqlite3.Connection, match: int, line_number: int, previous: int) -> _Line | None:
    """Return a missing line from a row with a damaged match or number, or None.

    The chain says that it belongs there.
    """
    if line_number > _find_length(into, match):
        return None
    query = "SELECT chain, text FROM found_line WHERE number = ? OR match = ?"
    for chain, text in into.execute(query, (line_number, match)):
        if chain == chain_crc(previous, text):
            return line_number, chain, text
    return None


def _intact_lines(into: sqlite3.Connection, match: int) -> list[_Line]:
    """Return the lines of a match from its header to the first damaged one."""
    intact: list[_Line] = []
    previous = 0
    stray_line: _Line | None = None
    while True:
        query = "SELECT number, chain, text FROM found_line WHERE match = ? AND number >= ? ORDER BY number"
        for line_number, chain, text in into.execute(query, (match, len(intact))):
            if line_number == len(intact) and chain == chain_crc(previous, text):
                intact.append((line_number, chain, text))
                previous = chain
            elif line_number > len(intact):
                break
        stray_line = _find_stray_line(into, match, len(intact), previous) if intact else None
        if stray_line is None:
            return intact
        intact.append(stray_line)
        previous = stray_line[1]


def _restore(into: sqlite3.Connection, match: int, lines: list[_Line], current_time: str) -> bool:
    """Insert a match into the new journal; false if it is not possible.

    It is a running match unless all of its results are there.
    """
    try:
        header = parse_header_outline(decode(lines[0][2].encode()))
    except BadLine:
        return False
    row = into.execute("SELECT * FROM found_match WHERE id = ? AND game = ?", (match, header.game)).fetchone()
    begun, opened, imported, series, length = (
        row[2:] if row else (current_time, current_time, 0, header.meta.get("series"), None)
    )
    results = into.execute("SELECT * FROM found_seat WHERE match = ? ORDER BY seat", (match,)).fetchall()
    complete = length == len(lines) - 1 and tuple(result[2] for result in results) == header.seats
    if not complete:
        length = None
        people = [controller.is_person for controller in read_controllers(header)]
        results = [(match, seat, name, people[seat], None, None, None) for seat, name in enumerate(header.seats)]
    into.execute(
        "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?)",
        (match, header.game, begun, opened, imported, series if isinstance(series, str) else None, length),
    )
    into.executemany("INSERT INTO line VALUES (?, ?, ?, ?)", [(match, *line) for line in lines])
    into.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?)", results)
    return True


def salvage(damaged: Path, target: Path) -> SalvageCounts:
    """Write all that can be read of a damaged journal to a new one.

    Raises sqlite3.Error, OSError.
    """
    private_files.touch(target)
    into = sqlite3.connect(target, isolation_level=None)
    try:
        into.execute("PRAGMA temp_store = FILE")
        migrations.migrate(into)
        with Pages(damaged, salvage=True) as pages, transaction(into):
            _collect(pages, into)
            current_time = datetime.now(UTC).isoformat(timespec="milliseconds")
            matches = saved = cut = lost = 0
            query = "SELECT match FROM found_line UNION SELECT id FROM found_match ORDER BY 1"
            for (match,) in into.execute(query).fetchall():
                lines = _intact_lines(into, match) if 0 < match < 1 << 40 else []
                if lines and _restore(into, match, lines, current_time):
                    matches += 1
                    saved += len(lines) - 1
                    cut += _find_length(into, match) > len(lines) - 1
                else:
                    lost += 1
            return SalvageCounts(matches, saved, cut, lost)
    finally:
        into.close()


def _repair_path(file: Path) -> Path:
    return file.with_name(file.stem + ".mending.db")


def free_aside_path(file: Path, why: str) -> Path:
    """Return a free name beside the file, with the reason why it is saved there."""
    index = 1
    while (aside := file.with_name(f"{file.stem}.{why}-{index}.db")).exists():
        index += 1
    return aside


def _shm_path(file: Path) -> Path:
    return file.with_name(file.name + "-shm")


def delete_log(file: Path) -> None:
    """Delete SQLite's files beside a file that is gone.

    Otherwise a new file would get pages of the old log. Raises OSError.
    """
    log_path(file).unlink(missing_ok=True)
    _shm_path(file).unlink(missing_ok=True)


def move_aside(file: Path, aside: Path) -> None:
    """Rename the file and its log. No process may have it open. Raises OSError."""
    if log_path(file).exists():
        log_path(aside).write_bytes(log_path(file).read_bytes())
    file.replace(aside)


def create_journal(file: Path, fill: Callable[[Path], bool]) -> bool:
    """Create a journal; false if `fill` put nothing into it, so that it is empty.

    It gets its name when it is complete, so an empty file is never an unfinished one. Raises OSError, sqlite3.Error,
    `JournalError`.
    """
    new = file.with_name(file.stem + ".new.db")
    new.unlink(missing_ok=True)
    delete_log(new)
    filled = fill(new)
    if not filled:
        connect(new).close()
    delete_log(file)
    new.replace(file)
    return filled


def locks_folder(folder: Path) -> Path:
    """Return the folder of the locks in a data directory."""
    return folder / "locks"


def register_copy(folder: Path) -> Lock:
    """Lock a file that says that this copy of the program has the journal open.

    Raises OSError.
    """
    index = 0
    while (lock := try_lock(locks_folder(folder) / f"copy-{os.getpid()}-{index}")) is None:
        index += 1
    return lock


def has_other_copies(folder: Path, own_copies: int = 1) -> bool:
    """True if more than `own_copies` copies of the program have the journal open.

    Raises OSError.
    """
    held_count = 0
    for file in sorted(locks_folder(folder).glob("copy-*")):
        lock = try_lock(file)
        held_count += lock is None
        if lock is not None:
            lock.release()
    return held_count > own_copies


def finish_repair(file: Path) -> None:
    """Finish the repair of a process that was killed. Raises OSError."""
    if not _repair_path(file).exists():
        return
    if file.exists():
        _repair_path(file).unlink()
        return
    delete_log(file)
    _repair_path(file).replace(file)


def repair(file: Path) -> Message:
    """Move the damaged file aside and write what can be read of it to a new one.

    Returns what was saved, in one line. No other process may have the file open. A process that is killed in here
    loses nothing: see `finish_repair`. Raises OSError, sqlite3.Error.
    """
    _repair_path(file).unlink(missing_ok=True)
    saved = salvage(file, _repair_path(file))
    aside = free_aside_path(file, "damaged")
    move_aside(file, aside)
    finish_repair(file)
    # Translators: how much could be read of a damaged file; follows in the place of {read}
    read = m("{n} match with {lines} lines", "{n} matches with {lines} lines", n=saved.matches, lines=saved.lines)
    # Translators: {read} says how much could be read
    return m("{read}; the damaged file is kept as {aside}", read=_describe_saved(saved, read), aside=aside.name)


def _describe_saved(saved: SalvageCounts, read: Message) -> Message:
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
