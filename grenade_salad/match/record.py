"""Match records: the text format of matches, and replaying them.

It is the format of everything that outlives a process. Parsing is strict, and never guesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from grenade_salad.core import Action, Chance, Illegal, Json, redact, registry, to_json
from grenade_salad.match.lines import MAX_LINE_SIZE, BadLine, decode, encode, parse_entry, parse_header
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.text.decoding import to_utf8_lines
from grenade_salad.text.person_names import why_not

MAX_FILE_SIZE = 32 << 20
"""Maximum number of bytes in a file that is read."""


class RecordError(Exception):
    """A record is refused."""

    def __init__(self, name: str, line: int, reason: str) -> None:
        """`line` is counted from 1, the header."""
        super().__init__(f"{name}:{line}: {reason}")
        self.name = name
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Record:
    """A well-formed record; `replay` shows if all of it is legal."""

    name: str
    """The name of the file, for errors."""
    header: Header
    entries: tuple[Action | Chance, ...]
    """The lines below the header: `entries[k]` is in line k + 2 of the file."""
    warning: str | None = None
    """Says that a half-written last line was dropped."""


def _read_lines(stream: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of the file with their numbers; memory is limited for any file."""
    bytes_left = MAX_FILE_SIZE
    line_number = 0
    while raw := stream.readline(MAX_LINE_SIZE + 1):
        line_number += 1
        bytes_left -= len(raw)
        if len(raw) > MAX_LINE_SIZE:
            raise RecordError(name, line_number, f"the line is longer than {MAX_LINE_SIZE} bytes")
        if bytes_left < 0:
            raise RecordError(name, line_number, f"the record is longer than {MAX_FILE_SIZE} bytes")
        yield line_number, raw


def _read(stream: BinaryIO, name: str) -> Record:
    header: Header | None = None
    entries: list[Action | Chance] = []
    warning = None
    for line_number, raw in _read_lines(stream, name):
        try:
            try:
                line = decode(raw)
            except BadLine:
                # Without a newline it is the last line, which a program that was ended did not finish.
                if header is None or raw.endswith(b"\n"):
                    raise
                warning = f"{name}:{line_number}: the last line is half-written and was dropped"
                break
            if header is None:
                header = parse_header(line)
                game = registry.load(header.game)
            else:
                entries.append(parse_entry(game, line))
        except BadLine as error:
            raise RecordError(name, line_number, str(error)) from None
    if header is None:
        raise RecordError(name, 1, "the file is empty: a match record starts with a header")
    return Record(name, header, tuple(entries), warning)


def read_record(source: Path | BinaryIO, name: str | None = None) -> Record:
    """Read a record from a file; `name` is for errors. Raises `RecordError`, OSError.

    >>> from io import BytesIO
    >>> read_record(BytesIO(b'{"record": 3, "game": "whist"}'), 'evening.jsonl')
    Traceback (most recent call last):
    ...
    grenade_salad.match.record.RecordError: evening.jsonl:1: the header has no 'seats'
    """
    if isinstance(source, Path):
        with source.open("rb") as stream:
            return _read(stream, name or str(source))
    return _read(source, name or "record")


def write_record(target: Path | BinaryIO, header: Header, entries: Iterable[Action | Chance]) -> None:
    """Write a whole record. Raises OSError.

    >>> from io import BytesIO
    >>> from grenade_salad.match.match import new_match
    >>> file, match = BytesIO(), new_match('wheel', ('Ann', 'Bo'))
    >>> steps = match.resolve_chance()
    >>> write_record(file, match.header, match.entries)
    >>> _ = file.seek(0)
    >>> list(read_record(file).entries) == match.entries
    True
    """
    if isinstance(target, Path):
        with target.open("wb") as stream:
            write_record(stream, header, entries)
        return
    target.write(encode(header.to_line()))
    for entry in entries:
        target.write(encode(entry.to_line()))


MAX_LINES = 20_000
"""Maximum number of lines below the header of a match that is imported.

Long matches of people have some thousand.
"""


def read_strangers_record(file: Path, name: str | None = None) -> Record:
    """Read a record in limited memory and time, whatever is in the file.

    Raises `RecordError`, OSError.
    """
    return parse_strangers_lines(read_strangers_lines(file, name), name or str(file))


def read_strangers_lines(file: Path, name: str | None = None) -> bytes:
    """Return the lines of a record in UTF-8, if they are not too many.

    They are not parsed. Raises `RecordError`, OSError.
    """
    name = name or str(file)
    # /dev/stdin may be a pipe, too, but somebody writes to it already.
    if file.is_fifo() and Path("/dev") not in file.parents:
        raise RecordError(name, 1, "a pipe is not a record: whoever opens it waits until somebody writes to it")
    with file.open("rb") as stream:
        data = to_utf8_lines(stream.read(MAX_FILE_SIZE + 1))
    if data.count(b"\n") > MAX_LINES + 1:
        raise RecordError(name, MAX_LINES + 2, f"a match with more than {MAX_LINES} lines is not taken in")
    return data


def parse_strangers_lines(data: bytes, name: str) -> Record:
    """Return the record in the lines of a stranger. Raises `RecordError`."""
    record = read_record(BytesIO(data), name)
    if why := next((why for seat in record.header.seats if (why := why_not(seat))), ""):
        raise RecordError(name, 1, f"seats: {why}")
    return record


@dataclass(frozen=True)
class Replay:
    """A record that was played to one of its lines."""

    match: Match
    steps: tuple[tuple[int | None, Step], ...]
    """All steps with the number of the file's line, from 1, the header.

    None: drawn from the seed, because the file does not tell it.
    """
    lines: int
    """The number of lines below the header that were played."""


def start_match(record: Record) -> Match:
    """Return the match before its first line. Raises `RecordError`."""
    try:
        return Match(record.header)
    except Illegal as error:
        raise RecordError(record.name, 1, str(error)) from None


def _draw_missing_chance(match: Match, next_entry: Action | Chance | None) -> Iterator[Step]:
    """Draw all pending chance that is not in the next entry."""
    while (kind := match.state.pending_chance()) and not (isinstance(next_entry, Chance) and next_entry.kind == kind):
        yield match.draw_chance()


def replay(record: Record, line_count: int | None = None) -> Replay:
    """Play the record, or its first `line_count` lines below the header.

    Chance that the next line tells stays pending then. Raises `RecordError` for a line that is not possible or not
    legal, ValueError if there are fewer lines.

    >>> from grenade_salad.match.match import new_match
    >>> header = new_match('wheel', ('Ann', 'Bo')).header
    >>> played = replay(Record('an evening', header, ()))
    >>> played.lines, played.match.state.pending_chance()
    (0, None)
    """
    match = start_match(record)
    lines = len(record.entries) if line_count is None else line_count
    if not 0 <= lines <= len(record.entries):
        raise ValueError(f"the record has {len(record.entries)} lines below the header, not {lines}")
    steps: list[tuple[int | None, Step]] = []
    for index, entry in enumerate(record.entries[:lines]):
        steps.extend((None, step) for step in _draw_missing_chance(match, entry))
        try:
            steps.append((index + 2, match.apply_entry(entry)))
        except Illegal as error:
            raise RecordError(record.name, index + 2, str(error)) from None
    next_entry = record.entries[lines] if lines < len(record.entries) else None
    steps.extend((None, step) for step in _draw_missing_chance(match, next_entry))
    return Replay(match, tuple(steps), lines)


def replay_each_line(record: Record) -> Iterator[tuple[Match, tuple[Step, ...]]]:
    """Yield the match after each number of lines, from 0, and the last steps.

    It is one match that changes: what is needed of it must be read at once. Raises `RecordError` like `replay`.
    """
    match = start_match(record)
    next_entries = (*record.entries[1:], None)
    yield match, tuple(_draw_missing_chance(match, record.entries[0] if record.entries else None))
    for index, entry in enumerate(record.entries):
        try:
            step = match.apply_entry(entry)
        except Illegal as error:
            raise RecordError(record.name, index + 2, str(error)) from None
        yield match, (step, *_draw_missing_chance(match, next_entries[index]))


def position_json(replayed: Replay, seat: int | None = None) -> dict[str, Json]:
    """Return the position as a JSON object, or the view of a seat."""
    state = replayed.match.state
    view = to_json(state.full_view() if seat is None else state.view(seat))
    assert isinstance(view, dict)
    if view["ranking"] is None:
        del view["ranking"]
    return view | {"lines": replayed.lines}


def legal_lines(replayed: Replay, seat: int | None = None) -> list[dict[str, Json]]:
    """Return the legal actions of a seat, or of all active seats, as lines.

    Continuous parts are null.
    """
    state = replayed.match.state
    seats = [active_seat for active_seat in state.active_seats() if seat in (None, active_seat)]
    lines = [action.to_line() for active_seat in seats for action in state.legal_actions(active_seat)]
    return [line for index, line in enumerate(lines) if line not in lines[:index]]


def log_lines(replayed: Replay, seat: int | None = None) -> list[tuple[int | None, str]]:
    """Return what happened in plain words, with the number of the file's line.

    For a seat, only what it may know.
    """
    names = replayed.match.header.names
    result = []
    for line_number, step in replayed.steps:
        for event in step.events:
            if text := (event if seat is None else redact(event, seat)).text(names):
                result.append((line_number, text))
    return result
