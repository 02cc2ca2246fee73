"""Every match of every game is a list of lines that reads back as the same match."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Json, to_json
from grenade_salad.match.lines import decode, encode, entry
from grenade_salad.match.match import Match
from grenade_salad.match.record import RecordError, log, printed, read_record, replay, write_record
from tests.playing import mutated, random_match, steps

SEEDS = range(4)
pytestmark = [
    pytest.mark.parametrize("name", games.NAMES),
    pytest.mark.parametrize("seed", SEEDS),
]


def played(name: str, seed: int, limit: int = 60) -> Match:
    match = random_match(name, seed)
    for _ in steps(match, Random(seed), limit):
        pass
    return match


def as_file(match: Match) -> BytesIO:
    stream = BytesIO()
    write_record(stream, match.header, match.entries)
    stream.seek(0)
    return stream


def test_lines_read_back_as_the_same_objects(name: str, seed: int) -> None:
    match = played(name, seed)
    for one in match.entries:
        assert entry(match.game, decode(encode(one.to_line()))) == one
    for seat in match.state.active_seats():
        for action in match.state.legal_actions(seat):
            line = action.to_line()
            assert to_json(line) == line
            if None not in line.values():
                assert entry(match.game, decode(encode(line))) == action


def test_a_record_reads_back_as_the_same_match(name: str, seed: int) -> None:
    match = played(name, seed)
    record = read_record(as_file(match))
    assert record.header == match.header
    assert list(record.entries) == match.entries
    assert record.warning is None
    again = replay(record)
    assert again.match.entries[: len(match.entries)] == match.entries
    if match.state.pending_chance() is None:
        assert again.match.state == match.state
        assert again.match.state.full_view() == match.state.full_view()


@pytest.mark.quick("*-0")
def test_every_line_can_be_stopped_at(name: str, seed: int) -> None:
    match = random_match(name, seed)
    states = [match.state.copy(), *(match.state.copy() for _ in steps(match, Random(seed), 30))]
    record = read_record(as_file(match))
    for at, state in enumerate(states[:-1]):
        stopped = replay(record, at)
        assert stopped.match.state == state
        assert stopped.lines == at
        for seat in (None, *range(state.seats)):
            facts = printed(stopped, seat)
            assert facts["lines"] == at
            assert facts["to_act"] == list(state.active_seats())
            assert ("ranking" in facts) == state.is_over
            assert log(stopped, seat) is not None


def test_luck_that_is_not_told_is_drawn_from_the_seed(name: str, seed: int) -> None:
    """A record of a match whose luck came from the seed says the same without its chance lines."""
    match = played(name, seed)
    match.settle()
    record = read_record(as_file(match))
    stream = BytesIO()
    write_record(stream, match.header, [one for one in match.entries if isinstance(one, Action)])
    stream.seek(0)
    short = replay(read_record(stream))
    assert short.match.state == replay(record).match.state == match.state
    assert short.match.entries == match.entries
    assert [number for number, _ in short.steps].count(None) == match.chances


def refused_at(lines: list[dict[str, Json]]) -> int | None:
    """The line at which the record is refused; None if it is not."""
    try:
        replay(read_record(BytesIO(b"".join(map(encode, lines)))))
    except RecordError as error:
        return error.line
    return None


@pytest.mark.quick("*-0")
def test_a_changed_record_is_refused_or_plays(name: str, seed: int) -> None:
    """One change anywhere in the file: nothing but RecordError comes of it."""
    rng = Random(f"changed/{name}/{seed}")
    match = played(name, seed, 25)
    lines = [match.header.to_line(), *(one.to_line() for one in match.entries)]
    assert refused_at(lines) is None
    outcomes = []
    for _ in range(40):
        at = rng.randrange(len(lines))
        how = rng.randrange(4)
        changed = [*lines[:at], mutated(lines[at], rng), *lines[at + 1 :]]
        if how == 0:
            changed = [*lines[:at], *lines[at + 1 :]]
        elif how == 1:
            changed = [*lines[:at], lines[rng.randrange(len(lines))], *lines[at:]]
        if changed:
            outcomes.append(refused_at(changed))
    refusals = [line for line in outcomes if line is not None]
    assert len(refusals) > 10
    assert all(1 <= line <= len(lines) + 1 for line in refusals)
