"""A record that somebody sent, played through before it comes into the journal: line by line, with a bound on work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time

from grenade_salad.journal.journaled_match import text_of
from grenade_salad.match.match import Header, Step
from grenade_salad.match.record import Record, RecordError, frames
from grenade_salad.match.stats import Result, results_of
from grenade_salad.text import m, say

MOST_WORK = 20.0
"""Seconds of the processor that a stranger's record may take: evenings of people take a tenth of a second. It matters
since a record may leave luck out, which is drawn from its seed then: 25 bytes can stand for a drop of 80 soldiers."""


@dataclass(frozen=True)
class Ready:
    """A match that can be put into the journal: its lines below the header with all luck in them, and its results if
    it is over."""

    header: Header
    texts: tuple[str, ...]
    results: tuple[Result, ...] | None


def play_through(record: Record, most: float | None = None) -> Iterator[int | Ready]:
    """How many lines were played, after each of them, and what came of it at the end. Raises RecordError.

    `most` is how many seconds of the processor it may take; None: as many as it needs.
    """
    begun, steps, match = process_time(), list[Step](), None
    for lines, (match, new) in enumerate(frames(record)):  # noqa: B007
        steps += new
        if most is not None and process_time() - begun > most:
            # Translators: why a match file from somebody else is rejected; follows the number of a line and a colon
            why = m("to play it this far takes over {n} s of work, and a file gets no more", n=round(most))
            raise RecordError(record.name, lines + 1, say(why))
        yield lines
    assert match is not None
    results = results_of(record.header.game, match.state, steps) if match.state.is_over else None
    yield Ready(
        record.header,
        tuple(text_of(step.entry.to_line()) for step in steps),
        None if results is None else tuple(results),
    )


def played_through(record: Record, most: float | None = None) -> Ready:
    """The same at once."""
    *_, ready = play_through(record, most)
    assert isinstance(ready, Ready)
    return ready
