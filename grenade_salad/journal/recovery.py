"""Repairs a damaged journal: a new one gets every row on every intact page.

The tree of the pages is not needed: a row is recognized by its shape, and the CRCs say which lines are unchanged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias, TypeGuard

from grenade_salad.journal import migrations
from grenade_salad.journal.database import chain_crc, connect
from grenade_salad.journal.migrations import transaction
from grenade_salad.journal.sqlite_pages import Pages, log_path
from grenade_salad.journal.sqlite_rows import Value, read_rows
from grenade_salad.match.lines import BadLine, decode, parse_header_outline
from grenade_salad.match.match import read_controllers
from grenade_salad.system import private_files
from grenade_salad.text import m
from grenade_salad.text.message import Message

_MAX_ID = 1 << 40
"""Higher ids of matches are damaged ones."""
_MAX_LINE_NUMBER = 1 << 32
"""Higher numbers of lines are damaged ones."""


@dataclass(frozen=True)
class SalvageCounts:
    """Counts of what was saved of a damaged journal."""

    matches: int
    lines: int
    """The number of lines of the saved matches, without headers."""
    cut: int
    """The number of saved matches that had more lines."""
    lost: int
    """The number of other matches, which could not be saved."""


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
        for rowid, row in read_rows(pages, page_number, data):
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
    last = into.execute(line_query, (match, _MAX_LINE_NUMBER)).fetchone()[0]
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
                lines = _intact_lines(into, match) if 0 < match < _MAX_ID else []
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
    # A copy: with the log gone before it is renamed, a killed process would leave a file without its last lines.
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
