"""Found puzzles among those that come with a game: `python -m tools.merge_puzzles`."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from grenade_salad import puzzles
from grenade_salad.puzzles import Puzzle, store
from tools import merge_puzzles

GAME = "wheel"


def _merged(tmp_path: Path, found: list[Puzzle], *words: str) -> list[Puzzle]:
    file, to = tmp_path / "found.xz", tmp_path / "merged.xz"
    store.write(file, found)
    assert merge_puzzles.main([GAME, str(file), "--to", str(to), *words]) == 0
    return sorted(store.read(to, GAME), key=lambda one: one.number)


def _moment(puzzle: Puzzle) -> tuple[str, int]:
    return str(puzzle.lines), puzzle.seat


def test_what_is_there_already_is_not_taken_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = list(puzzles.load(GAME))
    assert _merged(tmp_path, there[:5]) == there
    assert "5 were found" in capsys.readouterr().out


def test_a_match_has_no_second_one_with_the_same_solution(tmp_path: Path) -> None:
    there = list(puzzles.load(GAME))
    earlier = replace(there[0], lines=there[0].lines[:-2])
    assert _merged(tmp_path, [earlier]) == there


def test_what_fell_goes_and_the_rest_keep_their_numbers(tmp_path: Path) -> None:
    there = puzzles.load(GAME)
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"puzzles": [{"number": one.number, "holds": one != there[1]} for one in there]}))
    assert _merged(tmp_path, [], "--checked", str(report)) == [one for one in there if one != there[1]]


def test_of_too_many_the_harder_ones_stay_and_easy_ones_are_no_more_than_half(tmp_path: Path) -> None:
    there = puzzles.load(GAME)
    hard = [one for one in there if one.difficulty != "easy"]
    wanted = len(hard) + 4
    merged = _merged(tmp_path, [], "--wanted", str(wanted))
    kept = {_moment(one) for one in merged}
    assert kept > {_moment(one) for one in hard}
    assert Counter(one.difficulty for one in merged)["easy"] == 4


def test_a_new_one_comes_after_those_that_were_there(tmp_path: Path) -> None:
    there = puzzles.load(GAME)
    another = replace(there[0], lines=({**there[0].lines[0], "seed": 1}, *there[0].lines[1:]))
    merged = _merged(tmp_path, [another])
    assert merged[:-1] == list(there)
    assert _moment(merged[-1]) == _moment(another)
    assert merged[-1].number == there[-1].number + 1
