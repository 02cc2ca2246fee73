"""Replay: play a record to one of its lines, and say what the position is, what may be done, and what happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grenade_salad.core import Action, Chance, Illegal, Json, plain, redact
from grenade_salad.match.match import Match, Step
from grenade_salad.match.record import Record, RecordError


@dataclass(frozen=True)
class Replay:
    """A record played to one of its lines.

    `steps` are all steps with the number of the file's line (from 1, the header); None: drawn from the seed, because
    the file does not tell it. `lines` is how many lines below the header were read.
    """

    match: Match
    steps: tuple[tuple[int | None, Step], ...]
    lines: int


def start(record: Record) -> Match:
    """The match before its first line. Raises RecordError."""
    try:
        return Match(record.header)
    except Illegal as error:
        raise RecordError(record.name, 1, str(error)) from None


def _missing_luck(match: Match, following: Action | Chance | None) -> Iterator[Step]:
    """Draw all luck that is due and not what the following line tells."""
    while (due := match.state.due()) and not (isinstance(following, Chance) and following.kind == due):
        yield match.draw()


def replay(record: Record, at: int | None = None) -> Replay:
    """Play the record, or its first `at` lines below the header: then luck that the next line tells stays due.

    Raises RecordError for a line that is not possible or not legal, ValueError if there are fewer lines than `at`.

    >>> from grenade_salad.match.match import new_match
    >>> header = new_match('wheel', ('Ann', 'Bo')).header
    >>> played = replay(Record('an evening', header, ()))
    >>> played.lines, played.match.state.due()
    (0, None)
    """
    match = start(record)
    lines = len(record.entries) if at is None else at
    if not 0 <= lines <= len(record.entries):
        raise ValueError(f"the record has {len(record.entries)} lines below the header, not {lines}")
    steps: list[tuple[int | None, Step]] = []
    for index, one in enumerate(record.entries[:lines]):
        steps.extend((None, step) for step in _missing_luck(match, one))
        try:
            steps.append((index + 2, match.add(one)))
        except Illegal as error:
            raise RecordError(record.name, index + 2, str(error)) from None
    following = record.entries[lines] if lines < len(record.entries) else None
    steps.extend((None, step) for step in _missing_luck(match, following))
    return Replay(match, tuple(steps), lines)


def frames(record: Record) -> Iterator[tuple[Match, tuple[Step, ...]]]:
    """The match after each number of lines, from 0 on, as `replay` has it, and the steps that led there.

    It is one match that goes on: what is wanted of it has to be taken at once. Raises RecordError like `replay`.
    """
    match = start(record)
    following = (*record.entries[1:], None)
    yield match, tuple(_missing_luck(match, record.entries[0] if record.entries else None))
    for index, one in enumerate(record.entries):
        try:
            step = match.add(one)
        except Illegal as error:
            raise RecordError(record.name, index + 2, str(error)) from None
        yield match, (step, *_missing_luck(match, following[index]))


def printed(played: Replay, seat: int | None = None) -> dict[str, Json]:
    """The position as a JSON object, or what the seat may know of it."""
    state = played.match.state
    view = plain(state.position() if seat is None else state.view(seat))
    assert isinstance(view, dict)
    if view["ranking"] is None:
        del view["ranking"]
    return view | {"lines": played.lines}


def legal(played: Replay, seat: int | None = None) -> list[dict[str, Json]]:
    """What the seats in `to_act`, or that seat alone, may do now: lines, with null for what is continuous."""
    state = played.match.state
    seats = [one for one in state.to_act() if seat in (None, one)]
    lines = [action.line() for one in seats for action in state.legal(one)]
    return [line for at, line in enumerate(lines) if line not in lines[:at]]


def log(played: Replay, seat: int | None = None) -> list[tuple[int | None, str]]:
    """What happened in plain words, with the number of the file's line; for a seat, only what it may know."""
    names = played.match.header.names
    told = []
    for number, step in played.steps:
        for event in step.events:
            if text := (event if seat is None else redact(event, seat)).text(names):
                told.append((number, text))
    return told
