"""The command `puzzles`: finding, checking, and refusals."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from grenade_salad import cli, games, puzzles
from grenade_salad.match.lines import encode
from grenade_salad.puzzles import store

GAMES = ("grenade-salad", "live-grenade", "wheel")


def test_found_puzzle_passes_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "found.xz")
    words = ["puzzles", "live-grenade", "--find", "1", "--seed", "805003", "--file", file]
    assert cli.main([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["found"] == 1
    assert sum(report["fell"].values()) > 0
    assert cli.main(["puzzles", "live-grenade", "--check", "--seed", "9", "--file", file, "--json"]) == 0
    checked = json.loads(capsys.readouterr().out)
    assert (checked["hold"], checked["of"]) == (1, 1)
    assert all(puzzle["low"] > 0 for puzzle in checked["puzzles"])


def test_output_for_people_is_lines_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzles", "live-grenade", "--find", "1", "--seed", "805003"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("1. ")
    assert "1 puzzle found" in output
    assert "there are too few kinds of choices" in output


def test_empty_history_has_no_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--data", str(tmp_path), "puzzles", "wheel", "--find", "1", "--history", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["found"] == 0


def test_written_puzzles_are_read_back(tmp_path: Path) -> None:
    for game in GAMES:
        stored = puzzles.load(game)[:5]
        store.write(tmp_path / "copy.xz", stored)
        assert sorted(store.read(tmp_path / "copy.xz", game), key=lambda puzzle: puzzle.number) == list(stored)


def _write_changed(file: Path, old: bytes, new: bytes) -> None:
    """Write puzzle 1 of the wheel with other bytes."""
    store.write(file, puzzles.load("wheel")[:1])
    raw = lzma.decompress(file.read_bytes())
    assert old in raw
    file.write_bytes(lzma.compress(raw.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"puzzles"', b'"riddles"', "there is no puzzles"),
        (b'"do": "advance"', b'"do": "retreat"', "there is no such action"),
        (b'"game": "wheel"', b'"game": "whist"', "is of the game 'whist'"),
        (b'"chance": "roll", "outcome": ', b'"chance": "roll", "outcome": 9', "9"),
        (b'"theme": "', b'"theme": "no', "there is no theme"),
        (b'{"lines"', b'["lines"', "not JSON"),
        (b'{"lines": [', b'{"lines": [7, ', "lines: expected a list of objects"),
    ],
)
def test_bad_files_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: bytes, new: bytes, why: str
) -> None:
    file = tmp_path / "changed.xz"
    _write_changed(file, old, new)
    assert cli.main(["puzzles", "wheel", "--check", "--file", str(file)]) == 2
    errors = capsys.readouterr().err
    assert why in errors
    assert len(errors.splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"no xz", encode({"record": 2})])
def test_file_that_is_not_compressed_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "plain.xz"
    file.write_bytes(content)
    assert cli.main(["puzzles", "wheel", "--check", "--file", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_file_of_another_game_or_missing_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store.write(tmp_path / "wheel.xz", puzzles.load("wheel")[:1])
    assert cli.main(["puzzles", "live-grenade", "--check", "--file", str(tmp_path / "wheel.xz")]) == 2
    assert "is of the game 'wheel', not 'live-grenade'" in capsys.readouterr().err
    assert cli.main(["puzzles", "wheel", "--check", "--file", str(tmp_path / "none.xz")]) == 2
    assert "none.xz: No such file" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_sample_of_the_games_puzzles_passes_the_check(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzles", game, "--check", "--sample", "3", "--seed", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["hold"] == report["of"] == 3


def test_puzzle_is_shown_as_a_line_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    """The line has what the seat knows and can be read again.

    A puzzle that does not exist is refused.
    """
    puzzle = puzzles.load("wheel")[0]
    assert cli.main(["puzzles", "wheel", "--show", str(puzzle.number)]) == 0
    line = capsys.readouterr().out.strip()
    state = games.load("wheel").parse_position(line)
    assert state.view(puzzle.seat) == puzzle.view
    assert "?" in line
    assert cli.main(["puzzles", "wheel", "--show", "999999"]) == 2
    assert "999999" in capsys.readouterr().err
