"""Released records of every version of the format stay readable: see released/.

Never change a file there. A new version of the format adds one file for each game, played by machines:
`grenade-salad simulate GAME --games 1 --record DIR`.
"""

from __future__ import annotations

from dataclasses import fields, replace
from io import BytesIO
from pathlib import Path

import pytest

from grenade_salad import cli, games
from grenade_salad.core import Illegal, to_json
from grenade_salad.games.salad import Arrow, End, Pass, SaladOptions
from grenade_salad.games.salad.options import SaladOptions1
from grenade_salad.games.salad.state import SaladState
from grenade_salad.journal.journal import Journal, open_journal
from grenade_salad.lab.playout import Endless, run_playout
from grenade_salad.match.lines import encode
from grenade_salad.match.match import MAX_PLAYOUT_LINES, VERSION, Header, Match, upgrade_header
from grenade_salad.match.record import (
    MAX_LINES,
    position_json,
    read_record,
    read_strangers_record,
    replay,
    replay_each_line,
)

EMPTY_ROUNDS = "version-1-ten-empty-rounds"
"""A match of Grenade Salad that continued after ten rounds without a card.

It was played by 0.1.0, and is still running.
"""
PAST_CORNERS = "version-2-shot-past-corners"
"""A running match of Grenade Salad with a shot past two corners of a soldier.

The shot went through the soldier's middle.
"""
RUNNING = {EMPTY_ROUNDS, PAST_CORNERS}
EXTRA_RECORDS = {
    "version-2-open-table",
    "version-3-open-table",
    *(f"version-2-final-{game}" for game in games.with_turns()),
}
"""The open table, and records of the last program that wrote version 2.

The latter have blocks and throwing away.
"""
FOLDER = Path(__file__).parent / "released"
RELEASED = sorted(FOLDER.glob("*.jsonl"))


def find_released(name: str) -> Path:
    return FOLDER / f"{name}.jsonl"


def test_each_version_has_a_record_of_each_game() -> None:
    wanted = {f"version-{version + 1}-{game}" for version in range(VERSION) for game in games.with_turns()}
    assert {file.stem for file in RELEASED} == wanted | RUNNING | EXTRA_RECORDS


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_released_record_is_readable(file: Path, tmp_path: Path) -> None:
    record = read_record(file)
    assert record.warning is None
    played = replay(record)
    assert played.match.state.is_over == (file.stem not in RUNNING)
    assert all(line is not None for line, _ in played.steps), "every line of luck is told, none was drawn"
    with open_journal(tmp_path) as journal:
        match_id = journal.add_record(read_strangers_record(file))
        assert journal.match(match_id).finished == played.match.state.is_over
        assert journal.record(match_id).entries == record.entries
        assert journal.export(match_id) == file.read_bytes(), "in the version of the format that it came in"


@pytest.mark.rule("GS-34")
def test_match_of_the_first_version_continues_for_ever() -> None:
    played = replay(read_record(find_released(EMPTY_ROUNDS)))
    state = played.match.state
    assert position_json(played)["still"] == 20
    assert position_json(played)["ended"] is None
    for _ in range(20):
        state.apply(End(state.active_seats()[0]))
    assert not state.is_over


def test_upgraded_header_has_the_rules_of_today() -> None:
    old = Header("grenade-salad", ("Ann", "Bo"), SaladOptions1(cube=10, turn_limit=9), 7, version=1)
    upgraded = upgrade_header(old)
    assert (upgraded.version, upgraded.options) == (VERSION, SaladOptions(cube=10, turn_limit=9, standstill=3))
    assert upgrade_header(upgraded) == upgraded
    tiny = replace(old, options=SaladOptions1(cube=1, tile=2, table=(8, 8)))
    assert upgrade_header(tiny) == tiny, "there is no such table today"


def test_records_have_every_house_rule() -> None:
    for name in games.NAMES:
        header = Header(name, ("Ann", "Bo"), games.load(name).options(), 7)
        line = header.to_line()
        assert line["record"] == VERSION
        late = {part.name for part in fields(header.options) if part.metadata.get("late")}
        written = to_json(header.options)
        assert isinstance(written, dict)
        assert line["options"] == {rule: value for rule, value in written.items() if rule not in late}
        assert line["options"], "not one is left to a default that may change"
        reread = read_record(BytesIO(encode(line)))
        assert reread.header == header
    duel = Header("grenade-salad", ("Ann", "Bo"), SaladOptions(throw_away=True), 7)
    assert read_record(BytesIO(encode(duel.to_line()))).header == duel


def import_running_match(journal: Journal) -> int:
    return journal.add_record(read_strangers_record(find_released(EMPTY_ROUNDS)))


@pytest.mark.rule("GS-34")
def test_machines_stop_in_an_endless_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_journal(tmp_path) as journal:
        match_id = import_running_match(journal)
        previous = journal.export(match_id)
    for _ in range(2):
        assert cli.main(["resume", str(match_id), "--simulate", "--data", str(tmp_path)]) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.startswith("Stopped after ")
        assert output.err.count("\n") == 1
    with open_journal(tmp_path) as journal:
        assert journal.export(match_id) == previous


@pytest.mark.rule("GS-34")
def test_position_continues_by_todays_rules_as_a_new_match(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, journal.resume(import_running_match(journal)) as old:
        setup = old.state.to_setup()
        new = Match(replace(upgrade_header(old.header), setup=setup))
    assert new.state.view(None) != old.state.view(None), "the quiet turns are counted anew"
    assert isinstance(old.state, SaladState)
    assert isinstance(new.state, SaladState)
    for attribute in ("soldiers", "reserve", "taken", "hands", "deck", "turn"):
        assert getattr(new.state, attribute) == getattr(old.state, attribute)
    for _ in range(6):
        assert not new.state.is_over
        new.act(End(new.state.active_seats()[0]))
    assert new.state.is_over
    assert read_record(BytesIO(encode(new.header.to_line()))).header == new.header


@pytest.mark.rule("GS-17")
def test_recorded_shot_past_corners_is_read_and_match_continues(tmp_path: Path) -> None:
    file = find_released(PAST_CORNERS)
    record = read_record(file)
    assert record.entries[0] == Arrow(0, 0, 5)
    assert [match.state.is_over for match, _ in replay_each_line(record)] == [False] * 11
    with open_journal(tmp_path) as journal:
        match_id = journal.add_record(read_strangers_record(file))
        with journal.resume(match_id) as match:
            match.act(Pass(1))
            match.act(End(0))
        with journal.resume(match_id) as match:
            assert len(match.entries) == 12, "and it is read again"


@pytest.mark.rule("GS-17")
@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_shot_past_corners_is_refused_in_new_records_and_as_a_new_action(version: int) -> None:
    record = read_record(find_released(PAST_CORNERS))
    match, shot = Match(replace(record.header, version=version)), record.entries[0]
    assert isinstance(shot, Arrow)
    with pytest.raises(Illegal, match="soldier 6 is in the way"):
        match.act(shot)
    if version == VERSION:
        with pytest.raises(Illegal, match="soldier 6 is in the way"):
            match.apply_entry(shot)
    else:
        match.apply_entry(shot)
    with pytest.raises(Illegal):
        match.apply_entry(shot)  # Its other reasons count in every version: the card is spent, or the target is dead.


def test_machines_stop_before_import_would_refuse_their_match() -> None:
    assert MAX_PLAYOUT_LINES + 100 < MAX_LINES, "a last action has room for its chance"


def test_match_of_machines_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grenade_salad.match.match.MAX_PLAYOUT_LINES", 5)
    with pytest.raises(Endless, match=r"Stopped after [56] lines"):
        run_playout("wheel", ["random", "random"], 1)
