"""`grenade-salad puzzles`: finding, checking, and what is refused."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from grenade_salad import cli, games, puzzles
from grenade_salad.match.lines import encode
from grenade_salad.puzzles import store

GAMES = ("grenade-salad", "live-grenade", "wheel")


def test_what_is_found_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "found.xz")
    words = ["puzzles", "live-grenade", "--find", "1", "--seed", "805003", "--file", file]
    assert cli.main([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["found"] == 1
    assert sum(report["fell"].values()) > 0
    assert cli.main(["puzzles", "live-grenade", "--check", "--seed", "9", "--file", file, "--json"]) == 0
    checked = json.loads(capsys.readouterr().out)
    assert (checked["hold"], checked["of"]) == (1, 1)
    assert all(one["low"] > 0 for one in checked["puzzles"])


def test_people_read_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzles", "live-grenade", "--find", "1", "--seed", "805003"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1. ")
    assert "1 puzzle found" in told
    assert "there are too few kinds of choices" in told


def test_without_matches_that_are_kept_nothing_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--data", str(tmp_path), "puzzles", "wheel", "--find", "1", "--history", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["found"] == 0


def test_puzzles_are_written_and_read_alike(tmp_path: Path) -> None:
    for game in GAMES:
        there = puzzles.load(game)[:5]
        store.write(tmp_path / "copy.xz", there)
        assert sorted(store.read(tmp_path / "copy.xz", game), key=lambda one: one.number) == list(there)


def _changed(file: Path, old: bytes, new: bytes) -> None:
    """Puzzle 1 of the wheel with other bytes."""
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
    _changed(file, old, new)
    assert cli.main(["puzzles", "wheel", "--check", "--file", str(file)]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"no xz", encode({"record": 2})])
def test_what_is_not_compressed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    file = tmp_path / "plain.xz"
    file.write_bytes(content)
    assert cli.main(["puzzles", "wheel", "--check", "--file", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_file_of_another_game_or_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store.write(tmp_path / "wheel.xz", puzzles.load("wheel")[:1])
    assert cli.main(["puzzles", "live-grenade", "--check", "--file", str(tmp_path / "wheel.xz")]) == 2
    assert "is of the game 'wheel', not 'live-grenade'" in capsys.readouterr().err
    assert cli.main(["puzzles", "wheel", "--check", "--file", str(tmp_path / "none.xz")]) == 2
    assert "none.xz: No such file" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_those_that_come_with_the_game_holds(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzles", game, "--check", "--sample", "3", "--seed", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["hold"] == report["of"] == 3


def test_a_puzzle_is_a_line_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    """It is what the seat knows, and can be read again; a puzzle that is not there is refused."""
    one = puzzles.load("wheel")[0]
    assert cli.main(["puzzles", "wheel", "--show", str(one.number)]) == 0
    line = capsys.readouterr().out.strip()
    state = games.load("wheel").parse_position(line)
    assert state.view(one.seat) == one.view
    assert "?" in line
    assert cli.main(["puzzles", "wheel", "--show", "999999"]) == 2
    assert "999999" in capsys.readouterr().err
