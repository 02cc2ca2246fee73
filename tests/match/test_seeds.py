"""Long seeds pass through records, journal and command line, but no web page."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from grenade_salad import cli
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.lines import encode
from grenade_salad.match.match import new_match
from grenade_salad.match.record import Record, read_record, replay
from grenade_salad.match.seeds import BITS
from grenade_salad.web import share_page
from tests.web.share_pages import unpack_page

SEED = 2**BITS - 1
"""The longest seed. JavaScript would round it to 2^62."""


def play_record() -> Record:
    """Return a match with this seed, played to its end by machine players."""
    match = new_match("wheel", ("Ann", "Bo"), SEED)
    play(match, make_players("wheel", ["easy", "easy"], SEED))
    return Record("match", match.header, tuple(match.entries))


def test_longest_seed_stays_the_same_in_records_and_the_journal(tmp_path: Path) -> None:
    record = play_record()
    lines = b"".join(encode(line) for line in (record.header.to_line(), *(entry.to_line() for entry in record.entries)))
    assert read_record(BytesIO(lines)).header.seed == SEED
    with open_journal(tmp_path) as journal:
        match_id = journal.add_record(record)
    with open_journal(tmp_path) as journal:
        saved_record = journal.record(match_id)
    assert saved_record.header.seed == SEED
    assert replay(saved_record).match.state.is_over


def test_command_line_takes_the_longest_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "wheel", "--games", "1", "--players", "2", "--levels", "easy", "--seed", str(SEED)]
    assert cli.main([*words, "--jobs", "1", "--record", str(tmp_path)]) == 0
    assert f"seed {SEED}" in capsys.readouterr().out
    assert read_record(tmp_path / f"wheel-{SEED}.jsonl").header.seed == SEED


def test_shared_page_has_the_seed_only_in_the_record_of_a_finished_match() -> None:
    record = play_record()
    finished_page = unpack_page(share_page.make_page(record))
    assert read_record(BytesIO(finished_page.pop("record").encode())).header.seed == SEED
    assert str(SEED) not in str(finished_page)
    unfinished_page = unpack_page(share_page.make_page(Record("match", record.header, record.entries[:-1])))
    assert "record" not in unfinished_page
    assert str(SEED) not in str(unfinished_page)
