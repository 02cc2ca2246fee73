"""Records that somebody or something has spoilt: each is refused in one line, or is a match that goes on."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from grenade_salad.core import to_json
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.playout import Endless, make_players, play, show
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Step
from grenade_salad.match.record import RecordError, Replay, legal, log, printed, read_record, replay
from tests.fuzz.mutate import spoilt_bytes, spoilt_lines

RECORDS = sorted((Path(__file__).parent.parent / "records").rglob("*.jsonl"))
FEW, MANY = range(40), range(40, 1200)


class Enough(Exception):
    """So many steps will do."""


def goes_on(played: Replay, rng: Random) -> None:
    """The match is whole: it can be printed for everybody, written, read again, and played on."""
    match = played.match
    for seat in (None, *range(len(match.header.seats))):
        json.dumps(printed(played, seat))
        legal(played, seat)
        assert all("\n" not in text for _, text in log(played, seat))
    written = b"".join(encode(line) for line in (match.header.to_line(), *(one.to_line() for one in match.entries)))
    again = replay(read_record(BytesIO(written), "again"))
    assert to_json(again.match.state.full_view()) == to_json(match.state.full_view())
    steps = 0

    def saw(_: Step) -> None:
        nonlocal steps
        steps += 1
        if steps == 12:
            raise Enough

    players = make_players(match.header.game, ["random"] * len(match.header.seats), rng.randrange(1000))
    show(players, [step for _, step in played.steps])
    try:
        play(match, players, saw)
    except (Enough, Endless):
        return
    assert match.state.is_over


def tried(file: Path, seed: int) -> bool:
    """Whether the spoilt record was taken."""
    rng = Random(f"{file.name} {seed}")
    data = file.read_bytes()
    first, *rest = data.splitlines(keepends=True)
    data = first + b"".join(rest[: rng.randrange(len(rest) + 1)])
    data = spoilt_bytes(data, rng) if rng.random() < 0.4 else spoilt_lines(data, rng)
    refused: RecordError | None = None
    try:
        played = replay(read_record(BytesIO(data), "spoilt"))
    except RecordError as error:
        refused = error
    if refused is None:
        goes_on(played, rng)
        return True
    assert "\n" not in str(refused)
    assert 1 <= refused.line <= data.count(b"\n") + 2
    return False


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_spoilt_records(file: Path) -> None:
    taken = [tried(file, seed) for seed in FEW]
    assert 0 < sum(taken) < len(taken), "some slips do no harm, and most do"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_many_spoilt_records(file: Path) -> None:
    taken = [tried(file, seed) for seed in MANY]
    assert 0 < sum(taken) < len(taken)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_journal_takes_them_or_says_why(file: Path, tmp_path: Path) -> None:
    taken = 0
    with open_journal(tmp_path) as journal:
        for seed in range(5000, 5012):
            rng = Random(seed)
            data = spoilt_lines(b"".join(file.read_bytes().splitlines(keepends=True)[:30]), rng)
            try:
                number = journal.add(read_record(BytesIO(data), "spoilt"))
            except RecordError:
                continue
            taken += 1
            assert journal.match(number).id == number
            if not journal.match(number).finished:
                with journal.resume(number) as match:
                    match.settle()
        assert len(journal.matches()) == taken
        assert not journal.warnings
