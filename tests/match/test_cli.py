"""The command line: output, refusals and exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from grenade_salad import __version__, cli, games
from grenade_salad.commands.many import parse_options
from grenade_salad.core.registry import load
from grenade_salad.games.salad import SaladOptions
from grenade_salad.match.record import read_record, replay
from tests.patience import LIMIT

HEADER = '{"record": 1, "game": "live-grenade", "seats": ["Ann", "Bo", "Cy"], "options": {}, "seed": 7'
SETUP = (
    '"setup": {"hands": [["10S", "2H"], ["KD", "QC"], ["2C"]], "deck": ["4C", "AS", "AD"], "turn": 0, "direction": 1}}'
)
STEAL = '{"seat": 0, "do": "steal", "cards": ["10S"], "target": 1}'
RECORD = [f"{HEADER}, {SETUP}", STEAL, '{"seat": 2, "do": "pass"}', '{"seat": 1, "do": "pass"}']
STOLEN = '{"chance": "stolen", "outcome": "QC"}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_record_file(tmp_path, [*RECORD, STOLEN])


def write_record_file(folder: Path, lines: list[str]) -> Path:
    file = folder / "match.jsonl"
    file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return file


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the output of a command that must succeed without errors."""
    assert cli.main(list(words)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def run_refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the error line of a command that is refused without output."""
    try:
        status = cli.main(list(words))
    except SystemExit as end:
        status = int(str(end.code))
    out, err = capsys.readouterr()
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    return err.strip()


def test_replay_prints_the_position_as_json(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    facts = json.loads(run_command(capsys, "replay", str(file), "--json"))
    assert facts["hands"] == [["2H", "QC"], ["KD"], ["2C"]]
    assert facts["deck"] == ["4C", "AS", "AD"]
    assert facts["discard"] == ["10S"]
    assert (facts["game"], facts["over"], facts["to_act"], facts["turn"], facts["lines"]) == (
        "live-grenade",
        False,
        [0],
        0,
        4,
    )
    assert facts["alive"] == [True, True, True]
    assert "ranking" not in facts


def test_seat_gets_only_what_it_may_know(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    facts = json.loads(run_command(capsys, "replay", str(file), "--json", "--seat", "2"))
    assert facts["hands"] == [2, 1, ["2C"]]
    assert facts["deck"] == 3
    log = run_command(capsys, "replay", str(file), "--seat", "2")
    assert "Queen" not in log
    assert "Queen of clubs" in run_command(capsys, "replay", str(file), "--seat", "1")
    assert "Queen of clubs" in run_command(capsys, "replay", str(file))


def test_at_stops_before_recorded_chance(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    facts = json.loads(run_command(capsys, "replay", str(file), "--json", "--at", "3"))
    assert (facts["to_act"], facts["due"], facts["lines"]) == ([], "stolen", 3)
    assert json.loads(run_command(capsys, "replay", str(file), "--json", "--at", "1"))["to_act"] == [1, 2]
    assert json.loads(run_command(capsys, "replay", str(file), "--json", "--at", "0"))["to_act"] == [0]


def test_missing_chance_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = write_record_file(tmp_path, RECORD)
    facts = json.loads(run_command(capsys, "replay", str(file), "--json"))
    assert (facts["due"], facts["lines"]) == (None, 3)
    assert sorted(facts["hands"][0] + facts["hands"][1]) == ["2H", "KD", "QC"]
    assert "*" in run_command(capsys, "replay", str(file))
    dealt = json.loads(
        run_command(capsys, "replay", str(write_record_file(tmp_path, [HEADER + "}"])), "--json", "--at", "0")
    )
    assert dealt["due"] is None
    assert [len(hand) for hand in dealt["hands"]] == [3, 3, 3]


def test_legal_actions_are_printed_one_a_line(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    lines = [json.loads(line) for line in run_command(capsys, "replay", str(file), "--legal", "--at", "0").splitlines()]
    assert {"seat": 0, "do": "draw"} in lines
    assert json.loads(STEAL) in lines
    answers = run_command(capsys, "replay", str(file), "--legal", "--at", "1").splitlines()
    assert {json.loads(line)["seat"] for line in answers} == {1, 2}
    seat_answers = run_command(capsys, "replay", str(file), "--legal", "--at", "1", "--seat", "1").splitlines()
    assert {json.loads(line)["do"] for line in seat_answers} == {"pass", "cancel"}


def test_continuous_values_are_null(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    head = '{"record": 1, "game": "grenade-salad", "seats": ["Ann", "Bo"], "options": {}, "seed": 7}'
    file = write_record_file(tmp_path, [head])
    lines = [json.loads(line) for line in run_command(capsys, "replay", str(file), "--legal").splitlines()]
    assert lines == [{"do": "drop", "height": None}]


def test_log_ends_with_the_state_of_the_game(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    log = run_command(capsys, "replay", str(file)).splitlines()
    assert log[0] == "Live Grenade: Ann, Bo, Cy"
    assert log[1].startswith("    2  Ann plays")
    assert log[-1] == "To act: Ann"
    assert run_command(capsys, "replay", str(file), "--at", "3").splitlines()[-1] == "Luck decides: stolen"


def test_half_written_last_line_is_a_warning(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text(file.read_text() + '{"seat": 0, "do": "dr')
    assert cli.main(["replay", str(file), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["lines"] == 4
    assert err == f"{file}:6: the last line is half-written and was dropped\n"


def test_bad_records_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = write_record_file(tmp_path, [*RECORD, STOLEN, '{"seat": 1, "do": "draw"}'])
    for options in ([], ["--json"], ["--legal"]):
        assert run_refused(capsys, "replay", str(file), *options).startswith(f"{file}:6: seat 1 cannot act now")
    assert run_refused(capsys, "replay", str(write_record_file(tmp_path, ["{}"]))).startswith(f"{file}:1: ")
    assert run_refused(capsys, "replay", str(tmp_path / "missing")).startswith(f"{tmp_path / 'missing'}: ")
    assert run_refused(capsys, "replay", str(tmp_path)).startswith(f"{tmp_path}: ")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["replay"], "FILE"),
        (["replay", "FILE", "--at", "5"], "only 4 lines"),
        (["replay", "FILE", "--at", "-1"], "-1"),
        (["replay", "FILE", "--at", "x"], "whole number"),
        (["replay", "FILE", "--at", "9" * 9999], "must be"),
        (["replay", "FILE", "--seat", "3"], "no seat 3"),
        (["replay", "FILE", "--seat", "-1"], "-1"),
        (["replay", "FILE", "--json", "--legal"], "does not go with"),
        (["simulate", "live-grenade", "--players", "hard", "easy", "--levels", "easy"], "how many play"),
        (["chess"], "chess"),
        (["simulate"], "GAME"),
        (["simulate", "chess"], "chess"),
        (["simulate", "live-grenade", "--games", "0"], "--games"),
        (["simulate", "live-grenade", "--games", "-3"], "-3"),
        (["simulate", "live-grenade", "--games", "1e9"], "whole number"),
        (["simulate", "live-grenade", "--players", "1"], "2 to"),
        (["simulate", "live-grenade", "--players", "99"], "2 to"),
        (["simulate", "live-grenade", "--seed", "-1"], "--seed"),
        (["simulate", "live-grenade", "--levels", "clever"], "clever"),
        (["simulate", "live-grenade", "--players", "3", "--levels", "random,normal"], "--levels"),
        (["simulate", "live-grenade", "--jobs", "0"], "--jobs"),
        (["simulate", "live-grenade", "--games", "1", "--record", "FILE/x"], "FILE/x"),
        (["rules", "chess"], "chess"),
        (["--bogus"], "--bogus"),
    ],
)
def test_bad_arguments_are_refused(capsys: pytest.CaptureFixture[str], file: Path, words: list[str], part: str) -> None:
    message = run_refused(capsys, *(word.replace("FILE", str(file)) for word in words))
    assert part.replace("FILE", str(file) if "FILE/" in part else "FILE") in message


def test_simulate_counts_every_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["simulate", "live-grenade", "--games", "4", "--players", "3", "--seed", "5", "--json"]
    report = json.loads(run_command(capsys, *words, "--record", str(tmp_path / "kept")))
    assert (report["game"], report["players"], report["games"], report["seed"]) == ("live-grenade", 3, 4, 5)
    assert sum(seat["wins"] for seat in report["results"]) == 4
    assert all(sum(seat["places"]) == 4 for seat in report["results"])
    repeated = json.loads(run_command(capsys, *words))
    assert repeated["results"] == report["results"]
    files = sorted((tmp_path / "kept").iterdir())
    assert [file.name for file in files] == [f"live-grenade-{seed}.jsonl" for seed in (5, 6, 7, 8)]
    assert all(replay(read_record(file)).match.state.is_over for file in files)
    assert sum(len(read_record(file).entries) for file in files) > report["decisions"]


def run_with_status(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return the exit status, output and errors of a command."""
    return (cli.main(list(words)), *capsys.readouterr())


def test_players_option_takes_a_number_or_levels(capsys: pytest.CaptureFixture[str]) -> None:
    def levels_by_seat(*players: str) -> list[str]:
        words = ["simulate", "live-grenade", "--games", "1", "--json", "--players", *players]
        return [seat["level"] for seat in json.loads(run_command(capsys, *words))["results"]]

    assert levels_by_seat("3") == ["normal"] * 3
    assert levels_by_seat("random", "easy") == ["random", "easy"]
    assert levels_by_seat("easy", "random", "random") == ["easy", "random", "random"]
    words = ["arena", "live-grenade", "--games", "2", "--json", "--players", "random", "easy"]
    assert [player["name"] for player in json.loads(run_command(capsys, *words))["players"]] == ["random", "easy"]


@pytest.mark.quick("1")
@pytest.mark.rule("LG-01")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_uses_as_many_decks_as_needed(capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    for players in ("6", "9", "13"):
        words = ["simulate", "live-grenade", "--players", players, "--games", "2", "--levels", "random", "--json"]
        status, out, err = run_with_status(capsys, *words, "--jobs", jobs)
        assert (status, err) == (0, "")
        report = json.loads(out)
        assert (len(report["results"]), report["ends"]) == (int(players), {"last_left": 2})


@pytest.mark.rule("GS-33", "GS-34")
def test_house_rules_can_be_set_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["grenade-salad", "--option", "standstill=1", "--option", "blast=tile", "--option", "table=[400, 300]"]
    command = ["simulate", *words, "--players", "2", "--games", "3", "--levels", "random", "--record", str(tmp_path)]
    status, out, err = run_with_status(capsys, *command)
    assert (status, err) == (0, "")
    assert "Ended: " in out
    options = read_record(tmp_path / "grenade-salad-0.jsonl").header.options
    assert options == SaladOptions(standstill=1, blast="tile", table=(400.0, 300.0))
    status, out, err = run_with_status(
        capsys, "arena", *words, "--players", "random", "random", "--games", "2", "--json"
    )
    assert (status, err) == (0, "")
    assert set(json.loads(out)["ends"]) <= {"standstill", "passed", "empty_hands"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["live-grenade", "--option", "decks"], "KEY=VALUE"),
        (["live-grenade", "--option", "=2"], "KEY=VALUE"),
        (["live-grenade", "--option", "decks=1", "--option", "decks=2"], "twice"),
        (
            ["live-grenade", "--option", "packs=2"],
            "there is no house rule packs, only decks, best_friends,",
        ),
        (["live-grenade", "--option", "decks=two"], "decks cannot be two, only 1 to 3"),
        (["live-grenade", "--option", "decks=1.5"], "decks cannot be 1.5, only 1 to 3"),
        (["live-grenade", "--option", "decks=4"], "decks"),
        (["live-grenade", "--players", "10", "--option", "decks=2"], "2 to 9 players"),
        (["grenade-salad", "--option", "table=[300, 100]"], "between 200 and 1200 mm, not 100 mm"),
        (["grenade-salad", "--option", "cube=NaN"], "cube cannot be NaN, only 4 to 20"),
        (["grenade-salad", "--option", "standstill=10"], "between 1 and 9 rounds"),
        (["wheel", "--option", "starter=3"], "starter"),
    ],
)
def test_impossible_house_rules_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    players = ["--players", *["random"] * int(words[words.index("--players") + 1] if "--players" in words else 3)]
    tournament = [word for index, word in enumerate(words) if word != "--players" and words[index - 1] != "--players"]
    for command in (["simulate", *words], ["arena", *tournament, *players]):
        status, out, err = run_with_status(capsys, *command)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert message in err


def test_simulate_reports_drops_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "grenade-salad", "--games", "2", "--players", "2", "--levels", "random"]
    report = json.loads(run_command(capsys, *words, "--json"))
    assert report["drops"] >= 2
    assert all(seat["points"] >= 0 for seat in report["results"])
    table = run_command(capsys, *words)
    assert "Grenade Salad: 2 games from seed 0" in table
    assert f"{report['drops']} drops" in table


def test_many_processes_play_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "live-grenade", "--games", "3", "--players", "2", "--json"]
    single_report, parallel_report = (
        json.loads(run_command(capsys, *words)),
        json.loads(run_command(capsys, *words, "--jobs", "2")),
    )
    assert single_report["results"] == parallel_report["results"]


def test_rules_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run_command(capsys, "rules")
    assert all(name in listed for name in games.NAMES)
    for name, rule in (("grenade-salad", "GS-17"), ("live-grenade", "LG-12"), ("wheel", "WH-09")):
        assert f"**{rule}**" in run_command(capsys, "rules", name)


def test_command_line_knows_all_games() -> None:
    assert cli.GAMES == games.NAMES


@pytest.mark.parametrize("word", ["--version", "--help"])
def test_version_and_help_are_printed(capsys: pytest.CaptureFixture[str], word: str) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([word])
    assert end.value.code == 0
    assert __version__ in capsys.readouterr().out or word == "--help"


def test_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "grenade_salad", "rules", "grenade-salad"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_ctrl_c_prints_no_traceback(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("grenade_salad.commands.rules.run", interrupt)
    assert cli.main(["rules"]) == 130
    assert capsys.readouterr() == ("", "\n")


SEEDED = """
import sys
from grenade_salad import cli
from grenade_salad.match import seeds

seeds.draw_seed = lambda: 339_563  # A match in which something explodes and somebody dies of it.
sys.exit(cli.main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("display", ["", ":nobody"])
def test_machines_play_without_a_display(tmp_path: Path, display: str) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
    clean = {key: value for key, value in os.environ.items() if key not in hidden}
    finished = subprocess.run(
        [sys.executable, "-c", SEEDED, "--data", str(tmp_path)],
        env=clean | {"DISPLAY": display},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=LIMIT,
    )
    assert finished.returncode == 0, finished.stderr
    assert f"Display {display} cannot be used" in finished.stderr if display else not finished.stderr
    folder = tmp_path / "grenade-salad-match-1"
    assert str(folder) in finished.stdout
    assert "The game is over" in finished.stdout
    assert replay(read_record(folder / "match.jsonl")).match.state.is_over
    for name in ("1-drop", "2-blast", "3-end"):
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
def test_listed_house_rules_can_be_set(capsys: pytest.CaptureFixture[str], game: str) -> None:
    assert cli.main(["rules", game, "--options"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    defaults = [f"{line.partition('=')[0]}={line.rpartition('(default: ')[2].removesuffix(')')}" for line in lines]
    assert parse_options(game, 2, defaults) == parse_options(game, 2, [])
    assert [words.partition("=")[0] for words in defaults] == [part.name for part in fields(load(game).options)]
