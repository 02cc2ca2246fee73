"""Games from another package in real commands, and packages with faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grenade_salad import games
from tests.plugins.conftest import Run
from tests.plugins.guests import install, write_metadata

BROKEN = "[grenade_salad.games]\nbroken = nowhere_at_all:PLUGIN\n"


@pytest.fixture(autouse=True)
def install_plugins(site: Path) -> None:
    install(site)


def test_plugins_are_listed_and_their_rules_can_be_read(run: Run) -> None:
    listed = [line.split()[0] for line in run("rules").stdout.splitlines() if line]
    assert listed[: len(games.NAMES) + 2] == [*games.NAMES, "high-card", "nim"]
    assert "NM-03" in run("rules", "nim").stdout
    assert run("rules", "high-card", status=2).stderr == "High Card has no rules to read\n"
    assert "nim" in run("simulate", "--help").stdout


def test_machines_play_plugins(run: Run, tmp_path: Path) -> None:
    report = json.loads(run("simulate", "nim", "--games", "4", "--players", "2", "--json").stdout)
    assert [seat["level"] for seat in report["results"]] == ["normal", "normal"]
    report = json.loads(run("simulate", "high-card", "--games", "2", "--json").stdout)
    assert [seat["level"] for seat in report["results"]] == ["random"] * 3
    assert sum(seat["points"] for seat in report["results"]) == 3
    report = json.loads(run("arena", "nim", "--players", "random", "normal", "--games", "20", "--json").stdout)
    assert report["players"][1]["wins"] > 15
    refused = run("arena", "high-card", "--players", "random", "expert", status=2)
    assert refused.stderr == "--players: High Card has no player 'expert'; it has random\n"


@pytest.mark.slow
def test_plugins_have_records_and_journal_entries(run: Run, tmp_path: Path) -> None:
    data, records = str(tmp_path / "data"), tmp_path / "records"
    run("simulate", "nim", "--games", "1", "--data", data, "--record", str(records))
    run("simulate", "high-card", "--games", "1", "--data", data, "--record", str(records))
    (nim,) = records.glob("nim*")
    assert "takes" in run("replay", str(nim)).stdout
    assert json.loads(run("replay", str(nim), "--json").stdout)["heaps"] == [0, 0, 0]
    (cards,) = records.glob("high*")
    refusal = run("replay", str(cards), "--analyse", status=2).stderr
    assert refusal == "High Card has no machine player that could judge the decisions\n"
    analysis = json.loads(run("replay", str(nim), "--analyse", "--json").stdout)
    assert analysis["player"] == "normal"
    assert "; normal" in run("replay", str(nim), "--analyse").stdout
    public = run("replay", str(cards), "--at", "1", "--json", "--seat", "1").stdout
    hands = json.loads(public)["hands"]
    assert [isinstance(hand, list) for hand in hands] == [False, True, False]
    assert [match["game"] for match in json.loads(run("matches", "--data", data, "--json").stdout)] == [
        "high-card",
        "nim",
    ]
    assert "Nim: 1 played" in run("statistics", "--machines", "--data", data).stdout


@pytest.mark.slow
def test_matches_outlive_their_game(run: Run, tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    run("simulate", "nim", "--games", "1", "--data", data)
    record = run("export", "1", "--data", data).stdout
    assert "nim: Player 1" in run("matches", "--data", data, alone=True).stdout
    assert json.loads(run("matches", "--data", data, "--game", "nim", "--json", alone=True).stdout)[0]["id"] == 1
    assert "nim: 1 played" in run("statistics", "--machines", "--data", data, alone=True).stdout
    assert run("export", "1", "--data", data, alone=True).stdout == record
    errors = run("resume", "1", "--simulate", "--data", data, alone=True, status=2).stderr
    assert "there is no such game: 'nim'" in errors
    (tmp_path / "nim.jsonl").write_text(record, encoding="utf-8")
    assert "there is no such game" in run("replay", str(tmp_path / "nim.jsonl"), alone=True, status=2).stderr


def test_plugin_that_cannot_be_imported_stops_no_other(run: Run, site: Path) -> None:
    write_metadata(site, "broken-games", BROKEN)
    listed = run("rules")
    assert "broken" not in listed.stdout
    why = "the game 'broken' of broken-games cannot be played: ModuleNotFoundError: No module named 'nowhere_at_all'\n"
    assert listed.stderr == why
    assert run("simulate", "broken", status=2).stderr == why
    run("simulate", "nim", "--games", "1")


def test_plugins_with_the_same_name_are_refused(run: Run, site: Path) -> None:
    write_metadata(site, "more-games", "[grenade_salad.games]\nnim = guest_games:NIM\nwheel = guest_games:NIM\n")
    listed = run("rules")
    names = [line.split()[0] for line in listed.stdout.splitlines() if line]
    assert names[: len(games.NAMES) + 1] == [*games.NAMES, "high-card"]
    assert sorted(listed.stderr.splitlines()) == [
        "guest-games and more-games both bring a game 'nim'; none of them is played",
        "more-games: there is a game 'wheel' in the box already; that one is played",
    ]
    assert "Over." not in run("simulate", "wheel", "--games", "1", "--levels", "easy").stderr


def test_plugins_of_another_contract_or_with_odd_names_are_refused(run: Run, site: Path) -> None:
    (site / "odd.py").write_text(
        "from dataclasses import replace\nimport guest_games\nOLD = replace(guest_games.NIM, contract=0)\nNO = 7\n",
        encoding="utf-8",
    )
    entries = "[grenade_salad.games]\nold = odd:OLD\nno = odd:NO\nother-name = guest_games:NIM\nNot A Name = odd:OLD\n"
    write_metadata(site, "odd-games", entries)
    errors = run("rules").stderr
    assert "'old' of odd-games cannot be played: it is made for version 0 of the contract" in errors
    assert "'no' of odd-games cannot be played: TypeError: odd:NO is no Plugin" in errors
    assert "odd-games: 'Not A Name' is no name for a game" in errors
    assert "its rules call it 'nim'" in run("simulate", "other-name", status=2).stderr
