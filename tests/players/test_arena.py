"""Tournaments: paired deals, counts, output and refusals."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from math import isclose

import pytest

from grenade_salad import cli, games, players
from grenade_salad.lab.arena import Round, play_round, standings
from grenade_salad.players import time_budget

KEYS = {"name", "games", "wins", "rate", "low", "high", "seconds_per_decision", "elo", "cut_off"}


def run_arena(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    """Return the JSON that the command prints.

    Nothing is on standard error but a line for each level of a ladder.
    """
    assert cli.main(["arena", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert bool(err) == ("--ladder" in words)
    report: dict[str, object] = json.loads(out)
    return report


def remove_times(facts: dict[str, object]) -> dict[str, object]:
    """Return the report without its times."""
    players = facts["players"]
    assert isinstance(players, list)
    timeless = [{key: value for key, value in player.items() if key != "seconds_per_decision"} for player in players]
    return facts | {"players": timeless}


@pytest.mark.quick("live-grenade-2", "wheel-3")
@pytest.mark.parametrize(
    ("game", "players"), [("wheel", 3), ("live-grenade", 2), ("live-grenade", 4), ("grenade-salad", 2)]
)
def test_report_counts_every_game(capsys: pytest.CaptureFixture[str], game: str, players: int) -> None:
    names = ["normal", *["random"] * (players - 1)]
    facts = run_arena(capsys, game, "--players", *names, "--games", str(2 * players), "--seed", "3")
    assert set(facts) == {"game", "seed", "games", "ends", "players", "batch"}
    assert facts["batch"] is False, "so few are played one by one"
    ends = facts["ends"]
    assert isinstance(ends, dict)
    assert sum(ends.values()) == 2 * players
    assert "turn_limit" not in ends
    assert (facts["game"], facts["seed"], facts["games"]) == (game, 3, 2 * players)
    table = facts["players"]
    assert isinstance(table, list)
    assert [entry["name"] for entry in table] == names
    assert isclose(sum(entry["wins"] for entry in table), 2 * players)
    assert isclose(sum(entry["elo"] for entry in table), 0, abs_tol=1e-9)
    for entry in table:
        assert set(entry) == KEYS
        assert entry["games"] == 2 * players
        assert entry["low"] <= entry["rate"] == entry["wins"] / entry["games"] <= entry["high"]


def test_equal_players_win_a_deal_equally_often() -> None:
    """Every player takes every seat once, so equal players share the wins of a deal."""
    for game in games.with_turns():
        result = play_round(game, ["normal", "normal"], 7)
        assert result.games == 2
        assert result.wins == (1, 1), game


@pytest.mark.slow
def test_many_processes_play_the_same_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["live-grenade", "--players", "easy", "normal", "random", "--games", "12", "--seed", "9"]
    alone = remove_times(run_arena(capsys, *words))
    assert remove_times(run_arena(capsys, *words, "--jobs", "2")) == alone
    assert remove_times(run_arena(capsys, *words)) == alone


def test_table_for_people_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", "wheel", "--players", "easy", "random", "--games", "5", "--seed", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Grenade: 3 deals from seed 2, 6 games\n"), "no deal is played in part"
    assert "easy" in out
    assert "Elo" in out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["chess", "--players", "easy", "easy"], "chess"),
        (["wheel"], "--players"),
        (["wheel", "--ladder", "--players", "8"], "2 to 7"),
        (["wheel", "--ladder", "--players", "easy", "normal"], "how many"),
        (["wheel", "--players", "easy"], "2 to 7"),
        (["wheel", "--players", *["easy"] * 8], "2 to 7"),
        (["wheel", "--players", "easy", "clever"], "'clever'"),
        (["wheel", "--players", "easy", "normal:1"], "normal:1"),
        (["wheel", "--players", "easy", "easy", "--games", "0"], "--games"),
        (["wheel", "--players", "easy", "easy", "--jobs", "0"], "--jobs"),
        (["wheel", "--players", "easy", "easy", "--seed", "-1"], "--seed"),
    ],
)
def test_invalid_tournament_is_refused(capsys: pytest.CaptureFixture[str], words: list[str], part: str) -> None:
    try:
        status = cli.main(["arena", *words])
    except SystemExit as end:
        status = int(str(end.code))
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert part in err


def test_shared_wins_and_ratings_are_computed() -> None:
    """Ten times as many wins, with half a win more for each, are 400 points."""
    rounds = [
        Round(0, 2, (1.5, 0.5), (4, 0), (1.0, 0.0)),
        *(Round(seed, 2, (2, 0), (3, 0), (0.5, 0.0)) for seed in range(1, 5)),
    ]
    first, second = standings(["a", "b"], rounds)
    assert (first.wins, second.wins) == (9.5, 0.5)
    assert isclose(first.elo - second.elo, 400)
    assert (first.seconds_per_decision, second.seconds_per_decision) == (3 / 16, 0.0)
    with pytest.raises(ValueError, match="no games"):
        standings(["a", "b"], [])


@pytest.mark.slow
def test_ladder_adds_up_level_by_level(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "levels", lambda game: ("random", "easy", "casual", "normal"))
    facts = run_arena(capsys, "wheel", "--ladder", "--players", "3", "--games", "60", "--seed", "5")
    assert (facts["players"], facts["games"], facts["seed"]) == (3, 60, 5)
    rungs = facts["ladder"]
    assert isinstance(rungs, list)
    assert [rung["name"] for rung in rungs] == ["random", "easy", "casual", "normal"]
    assert rungs[0]["elo"] == 0
    for below, rung in pairwise(rungs):
        assert isclose(rung["elo"], below["elo"] + rung["step"])
        assert rung["step_low"] < rung["step"] < rung["step_high"]
        assert rung["high"] - rung["low"] > below["high"] - below["low"], "what is not known adds up"
        assert sum(rung["ends"].values()) == rung["games"] == 60
    assert rungs[-1]["elo"] > 100
    assert cli.main(["arena", "wheel", "--ladder", "--games", "4"]) == 0
    assert "Games of normal ended: 4 × one player left" in capsys.readouterr().out


def test_ladder_prints_a_line_for_each_measured_level(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "levels", lambda game: ("random", "easy", "casual"))
    assert cli.main(["arena", "wheel", "--ladder", "--games", "4", "--seed", "3", "--json"]) == 0
    out, err = capfd.readouterr()
    rungs = json.loads(out)["ladder"]
    assert err.splitlines() == [
        f"easy against random: {rungs[1]['rate']:.1%}, 4 games",
        f"casual against easy: {rungs[2]['rate']:.1%}, 4 games",
    ]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_ladder_shows_its_progress_on_a_terminal() -> None:
    """Before the first line about a level a bar counts its matches."""
    import pty

    own_end, other_end = pty.openpty()
    words = ["arena", "wheel", "--ladder", "--games", "20"]
    with os.fdopen(own_end, "rb", buffering=0) as terminal:
        command = [sys.executable, "-m", "grenade_salad", *words]
        with subprocess.Popen(command, stdin=other_end, stdout=subprocess.DEVNULL, stderr=other_end) as running:
            os.close(other_end)
            text = b""
            while b"easy against random: " not in text:
                text += terminal.read(1000)
            running.kill()
    assert "easy against random ━" in re.sub(r"\x1b\[[0-9;]*m", "", text.decode(errors="replace"))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["wheel", "live-grenade"])
def test_arena_tells_how_often_the_clock_cut_off(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    words = ["arena", game, "--players", "hard", "easy", "--games", "2"]
    monkeypatch.delenv(time_budget.SECONDS_VARIABLE)
    ticks = iter(range(1_000_000))
    monkeypatch.setattr(time_budget, "perf_counter", lambda: next(ticks) / 4)
    assert cli.main(words) == 0
    assert "ran out of time" in capsys.readouterr().out
    monkeypatch.setattr(time_budget, "perf_counter", lambda: 0.0)
    assert cli.main(words) == 0
    assert "ran out of time" not in capsys.readouterr().out
