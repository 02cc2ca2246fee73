"""Spoilt records: each is refused in one line, or is a match that goes on."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from grenade_salad.core import to_json
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.playout import Endless, make_players, play, show_steps
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Step
from grenade_salad.match.record import RecordError, Replay, legal_lines, log_lines, position_json, read_record, replay
from tests.fuzz.mutate import spoil_bytes, spoil_lines
from tests.marks import doors_but

RECORDS = sorted((Path(__file__).parent.parent / "records").rglob("*.jsonl"))
FEW, MORE, MANY = range(40), range(40, 160), range(160, 1200)


class EnoughSteps(Exception):
    """Raised after enough steps."""


def check_playable(played: Replay, rng: Random) -> None:
    """Check that the match can be printed for all, written, read back and played on."""
    match = played.match
    for seat in (None, *range(len(match.header.seats))):
        json.dumps(position_json(played, seat))
        legal_lines(played, seat)
        assert all("\n" not in text for _, text in log_lines(played, seat))
    written = b"".join(encode(line) for line in (match.header.to_line(), *(item.to_line() for item in match.entries)))
    replayed = replay(read_record(BytesIO(written), "again"))
    assert to_json(replayed.match.state.full_view()) == to_json(match.state.full_view())
    steps = 0

    def count_step(_: Step) -> None:
        nonlocal steps
        steps += 1
        if steps == 12:
            raise EnoughSteps

    players = make_players(match.header.game, ["random"] * len(match.header.seats), rng.randrange(1000))
    show_steps(players, [step for _, step in played.steps])
    try:
        play(match, players, count_step)
    except (EnoughSteps, Endless):
        return
    assert match.state.is_over


def try_spoilt(file: Path, seed: int) -> bool:
    """True if the spoilt record is accepted; check the message if it is refused."""
    rng = Random(f"{file.name} {seed}")
    data = file.read_bytes()
    first, *rest = data.splitlines(keepends=True)
    data = first + b"".join(rest[: rng.randrange(len(rest) + 1)])
    data = spoil_bytes(data, rng) if rng.random() < 0.4 else spoil_lines(data, rng)
    refused: RecordError | None = None
    try:
        played = replay(read_record(BytesIO(data), "spoilt"))
    except RecordError as error:
        refused = error
    if refused is None:
        check_playable(played, rng)
        return True
    assert "\n" not in str(refused)
    assert 1 <= refused.line <= data.count(b"\n") + 2
    return False


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_spoilt_records_are_refused_or_playable(file: Path) -> None:
    accepted = [try_spoilt(file, seed) for seed in FEW]
    assert 0 < sum(accepted) < len(accepted), "some slips do no harm, and most do"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seeds", doors_but([MORE], [MORE, MANY]), ids=str)
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_many_spoilt_records_are_refused_or_playable(file: Path, seeds: range) -> None:
    accepted = [try_spoilt(file, seed) for seed in seeds]
    assert 0 < sum(accepted) < len(accepted)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_journal_imports_or_refuses_spoilt_records(file: Path, tmp_path: Path) -> None:
    imported = 0
    with open_journal(tmp_path) as journal:
        for seed in range(5000, 5012):
            rng = Random(seed)
            data = spoil_lines(b"".join(file.read_bytes().splitlines(keepends=True)[:30]), rng)
            try:
                match_id = journal.add_record(read_record(BytesIO(data), "spoilt"))
            except RecordError:
                continue
            imported += 1
            assert journal.match(match_id).id == match_id
            if not journal.match(match_id).finished:
                with journal.resume(match_id) as match:
                    match.resolve_chance()
        assert len(journal.matches()) == imported
        assert not journal.warnings
