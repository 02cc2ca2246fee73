"""Match files and scenarios of strangers are read in the quarantine."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from grenade_salad import cli
from grenade_salad.journal.match_import import play_to_end
from grenade_salad.match.record import RecordError, read_record
from grenade_salad.quarantine.process import Limits, Quarantine, TooSlow
from grenade_salad.quarantine.records import ImportProgress, check_match, read_scenario
from grenade_salad.scenarios import encode_scenario, load_shipped
from grenade_salad.system.progress import Progress
from grenade_salad.text import say

_HEADER = {"record": 2, "game": "grenade-salad", "seats": ["Ann", "Bo", "Cy", "Di"], "options": {}, "seed": 7}
_DROP = {"do": "drop", "height": 100.0}


def _write_record(file: Path, *lines: object) -> Path:
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file


def _check_whole(quarantine: Quarantine, file: Path, max_work: float = 20.0) -> ImportProgress:
    while True:
        progress = check_match(quarantine, Progress(), 1, file, "en", max_work, 0.2)
        if progress.ready or progress.rejection:
            return progress


def test_match_comes_out_as_it_is_played(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    file = _write_record(tmp_path / "it.jsonl", _HEADER, _DROP, _DROP)
    progress = _check_whole(shared_quarantine, file)
    assert progress.ready == play_to_end(read_record(file))
    assert (progress.lines, progress.total, progress.is_cut) == (2, 2, False)


def test_bad_match_has_its_reason(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    file = _write_record(tmp_path / "it.jsonl", _HEADER, _DROP, {"do": "dance"})
    rejection = _check_whole(shared_quarantine, file).rejection
    assert rejection is not None
    assert say(rejection).startswith("Line 3: ")
    rejection = _check_whole(shared_quarantine, tmp_path / "nowhere.jsonl").rejection
    assert rejection is not None
    assert say(rejection).startswith("It cannot be read")
    deep = tmp_path / "deep.jsonl"
    deep.write_text("[" * 1_000_000, encoding="utf-8")
    rejection = _check_whole(shared_quarantine, deep).rejection
    assert rejection is not None
    assert say(rejection).startswith("Line 1: ")


def test_import_reads_lines_in_the_quarantine_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a stranger's lines are parsed in the process of the program")

    monkeypatch.setattr("grenade_salad.match.record.read_record", refuse)
    file = _write_record(tmp_path / "it.jsonl", _HEADER, _DROP)
    file.write_bytes(file.read_bytes() + b'{"do": "dr')
    assert cli.main(["import", str(file), "--data", str(tmp_path / "data")]) == 0
    assert capsys.readouterr() == ("match 1\n", f"{file}:3: the last line is half-written and was dropped\n")
    file.write_bytes(b"[" * 1_000_000)
    assert cli.main(["import", str(file), "--data", str(tmp_path / "data")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", [scenario.name for scenario in load_shipped()[:3]])
def test_scenario_comes_out_as_it_is(shared_quarantine: Quarantine, tmp_path: Path, name: str) -> None:
    bundled_scenario = next(scenario for scenario in load_shipped() if scenario.name == name)
    scenario = replace(bundled_scenario, title="Mine", story="A story.")
    file = tmp_path / f"{name}.scenario"
    file.write_bytes(encode_scenario(scenario))
    result = read_scenario(shared_quarantine, file, "en", Progress())
    assert encode_scenario(result) == encode_scenario(scenario)


def test_bad_scenario_has_its_line(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    file = tmp_path / "it.scenario"
    file.write_text('{"scenario": 1, "kind": 5}', encoding="utf-8")
    with pytest.raises(RecordError) as refused:
        read_scenario(shared_quarantine, file, "en", Progress())
    assert (refused.value.name, refused.value.line) == ("it.scenario", 1)
    with pytest.raises(RecordError):
        read_scenario(shared_quarantine, tmp_path / "nowhere.scenario", "en", Progress())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_pipe_is_no_match_and_no_scenario(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "it")
    with Quarantine(Limits(step_seconds=2.0)) as quarantine:
        rejection = _check_whole(quarantine, tmp_path / "it").rejection
        assert rejection is not None
        assert "pipe" in say(rejection)
        with pytest.raises(RecordError):
            read_scenario(quarantine, tmp_path / "it", "en", Progress())


def test_line_that_never_ends_is_ended(tmp_path: Path) -> None:
    file = _write_record(tmp_path / "it.jsonl", _HEADER, *[_DROP] * 400)
    with Quarantine(Limits(step_seconds=2.0)) as quarantine, pytest.raises(TooSlow):
        check_match(quarantine, Progress(), 1, file, "en", 1000.0, 1000.0)
