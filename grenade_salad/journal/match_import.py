"""Imports records: a match is played through line by line, with a limit on work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time

from grenade_salad.journal.journaled_match import encode_line
from grenade_salad.match.match import Header, Step
from grenade_salad.match.record import Record, RecordError, replay_each_line
from grenade_salad.match.stats import Result, compute_results
from grenade_salad.text import m, say

MAX_WORK = 20.0
"""Seconds of processor time that a stranger's record may take.

Evenings of people take a tenth of a second. A record may leave chance out, which is drawn from its seed then: 25
bytes can stand for a drop of 80 soldiers.
"""


@dataclass(frozen=True)
class ImportedMatch:
    """A match that can be added to the journal."""

    header: Header
    texts: tuple[str, ...]
    """The lines below the header, with all chance in them."""
    results: tuple[Result, ...] | None
    """The results of the seats; None if it is not over."""


def play_through(record: Record, max_seconds: float | None = None) -> Iterator[int | ImportedMatch]:
    """Yield the number of lines that were played after each, and at last the match.

    `max_seconds` is a limit of processor time; None is no limit. Raises `RecordError`.
    """
    begin_time, steps, match = process_time(), list[Step](), None
    for lines, (match, new) in enumerate(replay_each_line(record)):  # noqa: B007
        steps += new
        if max_seconds is not None and process_time() - begin_time > max_seconds:
            # Translators: why a match file from somebody else is rejected; follows the number of a line and a colon
            message = m("to play it this far takes over {n} s of work, and a file gets no more", n=round(max_seconds))
            raise RecordError(record.name, lines + 1, say(message))
        yield lines
    assert match is not None
    results = compute_results(record.header.game, match.state, steps) if match.state.is_over else None
    yield ImportedMatch(
        record.header,
        tuple(encode_line(step.entry.to_line()) for step in steps),
        None if results is None else tuple(results),
    )


def play_to_end(record: Record, max_seconds: float | None = None) -> ImportedMatch:
    """Play a record through and return the match. Raises `RecordError`."""
    *_, imported_match = play_through(record, max_seconds)
    assert isinstance(imported_match, ImportedMatch)
    return imported_match
