"""Every match of every game is a list of lines that reads back as the same match."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Json, to_json
from grenade_salad.match.lines import decode, encode, parse_entry
from grenade_salad.match.match import Match
from grenade_salad.match.record import RecordError, log_lines, position_json, read_record, replay, write_record
from tests.playing import mutate, random_match, random_steps

SEEDS = range(4)
pytestmark = [
    pytest.mark.parametrize("name", games.NAMES),
    pytest.mark.parametrize("seed", SEEDS),
]


def play_random_match(name: str, seed: int, limit: int = 60) -> Match:
    match = random_match(name, seed)
    for _ in random_steps(match, Random(seed), limit):
        pass
    return match


def as_file(match: Match) -> BytesIO:
    stream = BytesIO()
    write_record(stream, match.header, match.entries)
    stream.seek(0)
    return stream


def test_lines_read_back_as_the_same_objects(name: str, seed: int) -> None:
    match = play_random_match(name, seed)
    for entry_before in match.entries:
        assert parse_entry(match.game, decode(encode(entry_before.to_line()))) == entry_before
    for seat in match.state.active_seats():
        for action in match.state.legal_actions(seat):
            line = action.to_line()
            assert to_json(line) == line
            if None not in line.values():
                assert parse_entry(match.game, decode(encode(line))) == action


def test_record_reads_back_as_the_same_match(name: str, seed: int) -> None:
    match = play_random_match(name, seed)
    record = read_record(as_file(match))
    assert record.header == match.header
    assert list(record.entries) == match.entries
    assert record.warning is None
    replayed = replay(record)
    assert replayed.match.entries[: len(match.entries)] == match.entries
    if match.state.pending_chance() is None:
        assert replayed.match.state == match.state
        assert replayed.match.state.full_view() == match.state.full_view()


@pytest.mark.quick("*-0")
def test_replay_can_stop_at_every_line(name: str, seed: int) -> None:
    match = random_match(name, seed)
    states = [match.state.copy(), *(match.state.copy() for _ in random_steps(match, Random(seed), 30))]
    record = read_record(as_file(match))
    for index, state in enumerate(states[:-1]):
        stopped = replay(record, index)
        assert stopped.match.state == state
        assert stopped.lines == index
        for seat in (None, *range(state.seats)):
            facts = position_json(stopped, seat)
            assert facts["lines"] == index
            assert facts["to_act"] == list(state.active_seats())
            assert ("ranking" in facts) == state.is_over
            assert log_lines(stopped, seat) is not None


def test_missing_chance_lines_are_drawn_from_the_seed(name: str, seed: int) -> None:
    """A record without its chance lines replays the same from its seed."""
    match = play_random_match(name, seed)
    match.resolve_chance()
    record = read_record(as_file(match))
    stream = BytesIO()
    write_record(stream, match.header, [item for item in match.entries if isinstance(item, Action)])
    stream.seek(0)
    short = replay(read_record(stream))
    assert short.match.state == replay(record).match.state == match.state
    assert short.match.entries == match.entries
    assert [line for line, _ in short.steps].count(None) == match.chance_count


def refused_at(lines: list[dict[str, Json]]) -> int | None:
    """Return the line at which the record is refused, or None."""
    try:
        replay(read_record(BytesIO(b"".join(map(encode, lines)))))
    except RecordError as error:
        return error.line
    return None


@pytest.mark.quick("*-0")
def test_changed_record_is_refused_or_can_be_replayed(name: str, seed: int) -> None:
    """One change anywhere in the file raises nothing but `RecordError`."""
    rng = Random(f"changed/{name}/{seed}")
    match = play_random_match(name, seed, 25)
    lines = [match.header.to_line(), *(item.to_line() for item in match.entries)]
    assert refused_at(lines) is None
    outcomes = []
    for _ in range(40):
        index = rng.randrange(len(lines))
        kind = rng.randrange(4)
        changed = [*lines[:index], mutate(lines[index], rng), *lines[index + 1 :]]
        if kind == 0:
            changed = [*lines[:index], *lines[index + 1 :]]
        elif kind == 1:
            changed = [*lines[:index], lines[rng.randrange(len(lines))], *lines[index:]]
        if changed:
            outcomes.append(refused_at(changed))
    refusals = [line for line in outcomes if line is not None]
    assert len(refusals) > 10
    assert all(1 <= line <= len(lines) + 1 for line in refusals)
