"""The graph of a match: each decision beside a strong player's, by what the seat knew."""

from __future__ import annotations

import io
import json
from functools import partial
from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.cli import main
from grenade_salad.core import Action
from grenade_salad.games.wheel import Roll, WheelSetup
from grenade_salad.games.wheel.actions import Advance, Die
from grenade_salad.lab import analysis
from grenade_salad.lab.playout import playout
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record, read_record

RECORDS = Path(__file__).parent.parent / "records"

RING = ("3S", "joker", "AS", "5S", "2S", "7S", "4S", "6S")


def record_of(game: str, seed: int = 3) -> Record:
    """A match of machines."""
    played = playout(game, ["easy", "normal", "random"], seed)
    return read_record(io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in played.lines)))


@pytest.mark.parametrize("game", games.with_turns())
def test_every_decision_that_was_one_is_looked_at(game: str) -> None:
    record = record_of(game)
    points = list(analysis.analyse(record, "normal"))
    assert len(points) == analysis.decisions(record) > 5
    for point in points:
        entry = record.entries[point.line - 2]
        assert isinstance(entry, Action)
        assert (entry, entry.seat) == (point.played, point.seat)
        assert not entry.is_shared
        assert point.did
        assert point.would
        assert point.reason
    assert [point.line for point in points] == sorted({point.line for point in points})
    own = [point for point in points if point.seat == 1]
    assert own
    assert all(point.same and point.cost == 0 for point in own), "a machine would do again what it did"


def after(secret: str, number: int) -> Record:
    """Ann has moved a die; Cy has that heart."""
    setup = WheelSetup(RING, (("AH",), ("2H",), (secret,)), 0, (Die(0, 2), Die(4, 3), Die(6, 1)))
    match = Match(Header("wheel", ("Ann", "Bo", "Cy"), games.load("wheel").options(), 5, setup))
    match.add(Roll(3))
    match.add(Advance(0, number))
    return Record("a match", match.header, tuple(match.entries[:2]))


def test_the_player_is_told_no_secret() -> None:
    found = [list(analysis.analyse(after(secret, 1), "normal")) for secret in ("3H", "4H", "6H")]
    assert len(found[0]) == 1
    assert found[0] == found[1] == found[2]


def test_the_command_prints_a_line_for_each_decision(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(analysis, "tells_costs", {"wheel"}.__contains__)
    monkeypatch.setattr(analysis, "PLAYER", "normal")
    monkeypatch.setattr(analysis, "SCREEN", (1,))
    monkeypatch.setattr(analysis, "ODDS", 1)
    monkeypatch.setattr(analysis, "MOST", 1)
    monkeypatch.setattr(analysis, "judged", partial(analysis.judged, number=10, confirm=0))
    file, begun = tmp_path / "some.jsonl", tmp_path / "begun.jsonl"
    lines = (RECORDS / "wheel-2-22.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:12]), encoding="utf-8")
    begun.write_text("".join(lines[:5]), encoding="utf-8")
    assert main(["replay", str(file), "--analyse"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert "95% certainty" in first, "what the numbers are is said above them"
    assert len(lines) == analysis.decisions(read_record(file))
    assert any(" to " in line and "%" in line for line in lines)
    assert main(["replay", str(begun), "--analyse", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["costs_told"]
    assert (told["game"], told["player"], len(told["decisions"])) == (
        "wheel",
        "normal",
        analysis.decisions(read_record(begun)),
    )
    assert set(told["decisions"][0]) == {
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
    assert "What a turn cost is not told" in capsys.readouterr().out.splitlines()[1]
