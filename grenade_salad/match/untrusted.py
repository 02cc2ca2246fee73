"""Records from strangers: read like any other, but never longer than a match can be."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from grenade_salad.match.names import why_not
from grenade_salad.match.record import LONGEST_FILE, Record, RecordError, read_record

MOST_LINES = 20_000
"""Lines below the header of the longest match that is taken in; long matches of people have some thousand."""


def read_strangers_record(file: Path, name: str | None = None) -> Record:
    """Read a record, in bounded memory and time whatever is in the file. Raises RecordError, OSError."""
    name = name or str(file)
    if file.is_fifo() and Path("/dev") not in file.parents:
        raise RecordError(name, 1, "a pipe is not a record: whoever opens it waits until somebody writes to it")
    with file.open("rb") as stream:
        data = stream.read(LONGEST_FILE + 1)
    if data.count(b"\n") > MOST_LINES + 1:
        raise RecordError(name, MOST_LINES + 2, f"a match with more than {MOST_LINES} lines is not taken in")
    record = read_record(BytesIO(data), name)
    if why := next((why for seat in record.header.seats if (why := why_not(seat))), ""):
        raise RecordError(name, 1, f"seats: {why}")
    return record
