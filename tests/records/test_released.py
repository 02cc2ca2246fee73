"""Records of every version of the format that was released stay readable, for good: see released/.

Never change a file there. A new version of the format adds one file for each game, played by machines:
`grenade-salad simulate GAME --games 1 --record DIR`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.match.journal import open_journal
from grenade_salad.match.lines import VERSION
from grenade_salad.match.record import read_record
from grenade_salad.match.replay import replay
from grenade_salad.match.strangers import read_strangers_record

RELEASED = sorted((Path(__file__).parent / "released").glob("*.jsonl"))


def test_each_version_has_a_record_of_each_game() -> None:
    wanted = {f"version-{version + 1}-{game}" for version in range(VERSION) for game in games.NAMES}
    assert {file.stem for file in RELEASED} == wanted


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_released_record(file: Path, tmp_path: Path) -> None:
    record = read_record(file)
    assert record.warning is None
    played = replay(record)
    assert played.match.state.over
    assert all(number is not None for number, _ in played.steps), "every line of luck is told, none was drawn"
    with open_journal(tmp_path) as journal:
        number = journal.add(read_strangers_record(file))
        assert journal.match(number).finished
        assert journal.record(number).entries == record.entries
