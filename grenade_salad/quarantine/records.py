"""Match files and scenarios of strangers, read in the quarantine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, cast

from grenade_salad.core import Json, registry, to_json
from grenade_salad.journal.match_import import ImportedMatch, play_through
from grenade_salad.match.lines import BadLine, convert, decode, parse_entry, parse_header
from grenade_salad.match.record import RecordError, parse_strangers_lines, read_strangers_record
from grenade_salad.match.stats import Result
from grenade_salad.quarantine.messages import NoMessage, decode_words, encode_words
from grenade_salad.quarantine.process import ProcessLost, Quarantine, Report, Sealed
from grenade_salad.scenarios import Scenario, decode_scenario, encode_scenario, read
from grenade_salad.system.progress import Progress
from grenade_salad.text import Words, m
from grenade_salad.text.say import use_language

_REPORT_SECONDS = 1.0
"""Seconds between two reports of a match that is played to its end."""


@dataclass(frozen=True)
class ImportProgress:
    """Progress of an import: `lines` of `total` lines are checked."""

    lines: int
    total: int
    ready: ImportedMatch | None = None
    """The match, at the end."""
    rejection: Words | None = None
    """The reason why there will be no match."""
    is_cut: bool = False
    """True if the last line of the file is half-written, so that it was left out."""


@dataclass(frozen=True)
class _MatchFacts:
    """The progress of an import as data."""

    lines: int
    total: int
    header: dict[str, Any] | None = None
    texts: tuple[str, ...] = ()
    results: tuple[Result, ...] | None = None
    rejection: Any = None
    is_cut: bool = False


_running: dict[int, Iterator[ImportProgress]] = {}
"""In the process: the import that goes on, by its ticket."""


def seal_match(
    report: Report, ticket: int, path: str, language_code: str, max_work: float, report_seconds: float
) -> Sealed:
    """Check a match file for a moment, from where the last call ended."""
    report(Path(path).name)
    if ticket not in _running:
        _running.clear()
        use_language(language_code)
        _running[ticket] = _check_file(Path(path), max_work)
    until = monotonic() + report_seconds
    while True:
        progress = next(_running[ticket])
        if progress.ready or progress.rejection:
            _running.clear()
            return _seal_progress(progress)
        if monotonic() > until:
            return _seal_progress(progress)


def _check_file(file: Path, max_work: float) -> Iterator[ImportProgress]:
    try:
        record = read_strangers_record(file, file.name)
        total = len(record.entries)
        for checked in play_through(record, max_work):
            if isinstance(checked, ImportedMatch):
                yield ImportProgress(total, total, checked, is_cut=record.warning is not None)
            else:
                yield ImportProgress(checked, total)
    except RecordError as error:
        yield ImportProgress(0, 0, rejection=m("Line {line}: {why}.", line=error.line, why=error.reason))
    except OSError as error:
        yield ImportProgress(0, 0, rejection=m("It cannot be read: {why}.", why=error.strerror or str(error)))


def _seal_progress(progress: ImportProgress) -> Sealed:
    ready = progress.ready
    facts = _MatchFacts(
        progress.lines,
        progress.total,
        None if ready is None else ready.header.to_line(),
        () if ready is None else ready.texts,
        None if ready is None else ready.results,
        None if progress.rejection is None else encode_words(progress.rejection),
        progress.is_cut,
    )
    return Sealed(to_json(facts))


def check_match(
    quarantine: Quarantine,
    progress: Progress,
    ticket: int,
    path: Path,
    language_code: str,
    max_work: float,
    report_seconds: float,
) -> ImportProgress:
    """Return how far a match file is checked; call it again until it is.

    `ticket` tells files apart. Raises QuarantineError and Cancelled.
    """
    sealed = quarantine.run(progress, seal_match, ticket, str(path), language_code, max_work, report_seconds)
    try:
        return _unseal_progress(sealed)
    except (BadLine, NoMessage) as error:
        raise ProcessLost(f"it is no answer: {error}") from None


def _unseal_progress(sealed: Sealed) -> ImportProgress:
    """Return the progress that came out; its match has well-formed lines.

    Raises BadLine and NoMessage.
    """
    facts = convert(sealed.facts, _MatchFacts)
    rejection = None if facts.rejection is None else decode_words(facts.rejection)
    if facts.header is None:
        return ImportProgress(facts.lines, facts.total, rejection=rejection)
    header = parse_header(cast(dict[str, Json], facts.header))
    game = registry.load(header.game)
    for text in facts.texts:
        parse_entry(game, decode(text.encode()))
    ready = ImportedMatch(header, facts.texts, facts.results)
    return ImportProgress(facts.lines, facts.total, ready, is_cut=facts.is_cut)


def seal_record(report: Report, data: bytes, name: str, language_code: str, max_work: float) -> Sealed:
    """Play the lines of a record to their end, in the quarantine."""
    report(name)
    use_language(language_code)
    try:
        record = parse_strangers_lines(data, name)
        reported = monotonic()
        for checked in play_through(record, max_work):  # noqa: B007
            if monotonic() > reported + _REPORT_SECONDS:
                report(name)
                reported = monotonic()
    except RecordError as error:
        return Sealed({"line": error.line, "reason": error.reason})
    assert isinstance(checked, ImportedMatch)
    total = len(record.entries)
    return _seal_progress(ImportProgress(total, total, checked, is_cut=record.warning is not None))


def play_strangers_lines(
    quarantine: Quarantine, data: bytes, name: str, language_code: str, max_work: float
) -> ImportProgress:
    """Return the match that the lines of a record are, at its end.

    `max_work` is a limit of processor time in seconds. Raises RecordError with the line and the reason, and
    QuarantineError.
    """
    sealed = quarantine.run(Progress(), seal_record, data, name, language_code, max_work)
    match sealed.facts:
        case {"line": int(line), "reason": str(reason)}:
            raise RecordError(name, line, reason)
    try:
        return _unseal_progress(sealed)
    except (BadLine, NoMessage) as error:
        raise ProcessLost(f"it is no answer: {error}") from None


def seal_scenario(report: Report, path: str, language_code: str) -> Sealed:
    """Read a scenario, in the quarantine."""
    report(Path(path).name)
    use_language(language_code)
    try:
        scenario = read(Path(path))
    except RecordError as error:
        return Sealed({"line": error.line, "reason": error.reason})
    except OSError as error:
        return Sealed({"line": 1, "reason": error.strerror or type(error).__name__})
    return Sealed({"name": scenario.name}, (encode_scenario(scenario),))


def read_scenario(quarantine: Quarantine, path: Path, language_code: str, progress: Progress) -> Scenario:
    """Return the scenario of a file.

    Raises RecordError with the line and the reason, QuarantineError and Cancelled.
    """
    sealed = quarantine.run(progress, seal_scenario, str(path), language_code)
    match sealed.facts, sealed.blobs:
        case {"name": str(name)}, (data,):
            return decode_scenario(data, name)
        case {"line": int(line), "reason": str(reason)}, ():
            raise RecordError(path.name, line, reason)
    raise ProcessLost("it is no answer")
