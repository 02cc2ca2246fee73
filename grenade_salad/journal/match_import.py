"""A record that somebody sent, played through before it comes into the journal: line by line, with a bound on work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time

from grenade_salad.journal.journaled_match import encode_line
from grenade_salad.match.match import Header, Step
from grenade_salad.match.record import Record, RecordError, replay_each_line
from grenade_salad.match.stats import Result, compute_results
from grenade_salad.text import m, say

MOST_WORK = 20.0
"""Seconds of the processor that a stranger's record may take: evenings of people take a tenth of a second. It matters
since a record may leave luck out, which is drawn from its seed then: 25 bytes can stand for a drop of 80 soldiers."""


@dataclass(frozen=True)
class ImportedMatch:
    """A match that can be put into the journal: its lines below the header with all luck in them, and its results if
    it is over."""

    header: Header
    texts: tuple[str, ...]
    results: tuple[Result, ...] | None


def play_through(record: Record, max_seconds: float | None = None) -> Iterator[int | ImportedMatch]:
    """How many lines were played, after each of them, and what came of it at the end. Raises RecordError.

    `most` is how many seconds of the processor it may take; None: as many as it needs.
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
    """The same at once."""
    *_, imported_match = play_through(record, max_seconds)
    assert isinstance(imported_match, ImportedMatch)
    return imported_match
