"""The graph of a match: each decision compared with a strong player's."""

from __future__ import annotations

import io
import json
from functools import partial
from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.cli import main
from grenade_salad.core import Action
from grenade_salad.lab import analysis
from grenade_salad.lab.playout import run_playout
from grenade_salad.match.record import Record, read_record
from tests.lab.records import record_after_secret

RECORDS = Path(__file__).parent.parent / "records"


def play_record(game: str, seed: int = 3) -> Record:
    """Return the record of a match of machine players."""
    played = run_playout(game, ["easy", "normal", "random"], seed)
    return read_record(io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in played.lines)))


@pytest.mark.parametrize("game", games.with_turns())
def test_every_real_decision_is_analysed(game: str) -> None:
    record = play_record(game)
    points = list(analysis.find_points(record, "normal"))
    assert len(points) == analysis.count_decisions(record) > 5
    for point in points:
        entry = record.entries[point.line - 2]
        assert isinstance(entry, Action)
        assert (entry, entry.seat) == (point.played, point.seat)
        assert not entry.is_shared
        assert point.did
        assert point.would
        assert point.reason
    assert [point.line for point in points] == sorted({point.line for point in points})
    same_level_points = [point for point in points if point.seat == 1]
    assert same_level_points
    assert all(point.is_equivalent and point.cost == 0 for point in same_level_points), (
        "a machine would do the same again"
    )


def test_analysing_player_learns_no_secret() -> None:
    analyses = [list(analysis.find_points(record_after_secret(secret, 1), "normal")) for secret in ("3H", "4H", "6H")]
    assert len(analyses[0]) == 1
    assert analyses[0] == analyses[1] == analyses[2]


def test_command_prints_a_line_for_each_decision(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(analysis, "tells_costs", {"wheel"}.__contains__)
    monkeypatch.setattr(analysis, "PLAYER", "normal")
    monkeypatch.setattr(analysis, "SCREEN_WORLDS", (1,))
    monkeypatch.setattr(analysis, "ODDS_WORLDS", 1)
    monkeypatch.setattr(analysis, "MAX_CONFIRMED", 1)
    monkeypatch.setattr(analysis, "confirm_costs", partial(analysis.confirm_costs, world_count=10, confirm_count=0))
    file, begun = tmp_path / "some.jsonl", tmp_path / "begun.jsonl"
    lines = (RECORDS / "wheel-2-22.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:12]), encoding="utf-8")
    begun.write_text("".join(lines[:5]), encoding="utf-8")
    assert main(["replay", str(file), "--analyse"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert "95% certainty" in first, "what the numbers are is said above them"
    assert len(lines) == analysis.count_decisions(read_record(file))
    assert any(" to " in line and "%" in line for line in lines)
    assert main(["replay", str(begun), "--analyse", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["costs_told"]
    assert (report["game"], report["player"], len(report["decisions"])) == (
        "wheel",
        "normal",
        analysis.count_decisions(read_record(begun)),
    )
    assert set(report["decisions"][0]) == {
        "line",
        "seat",
        "played",
        "best",
        "chance",
        "chance_interval",
        "better",
        "cost",
        "reason",
        "claim",
        "interval",
    }
    assert main(["replay", str(file), "--analyse", "--at", "3"]) != 0
    monkeypatch.setattr(analysis, "tells_costs", {"live-grenade"}.__contains__)
    assert main(["replay", str(begun), "--analyse"]) == 0
    assert "cost" not in capsys.readouterr().out
