"""Found puzzles among those that come with a game: `python -m tools.merge_puzzles`."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from grenade_salad import players, puzzles
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


@pytest.fixture
def various(tmp_path: Path) -> list[Puzzle]:
    """A file, `there.xz`, with the hardest puzzle on each thought."""
    found: dict[str, Puzzle] = {}
    for one in sorted(puzzles.load(GAME), key=lambda one: players.LEVELS.index(one.difficulty)):
        found[one.thought] = one
    there = sorted(found.values(), key=lambda one: one.number)
    store.write(tmp_path / "there.xz", there)
    return there


def test_what_is_there_already_is_not_taken_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = list(puzzles.load(GAME))
    assert _merged(tmp_path, there[:5]) == there
    assert "5 were found" in capsys.readouterr().out


def test_a_match_has_no_second_one_with_the_same_solution(tmp_path: Path) -> None:
    there = list(puzzles.load(GAME))
    earlier = replace(there[0], lines=there[0].lines[:-2])
    assert _merged(tmp_path, [earlier]) == there


def test_what_fell_goes_and_the_rest_keep_their_numbers(tmp_path: Path, various: list[Puzzle]) -> None:
    report = tmp_path / "report.json"
    fell = various[1]
    report.write_text(json.dumps({"puzzles": [{"number": one.number, "holds": one != fell} for one in various]}))
    merged = _merged(tmp_path, [], "--checked", str(report), "--there", str(tmp_path / "there.xz"))
    assert merged == [one for one in various if one != fell]


def test_of_too_many_the_harder_ones_stay(tmp_path: Path, various: list[Puzzle]) -> None:
    hard = [one for one in various if one.difficulty != "easy"]
    merged = _merged(tmp_path, [], "--wanted", str(len(hard) + 2), "--there", str(tmp_path / "there.xz"))
    kept = {_moment(one) for one in merged}
    assert kept > {_moment(one) for one in hard}
    assert Counter(one.difficulty for one in merged)["easy"] == 2


def test_where_too_many_would_be_on_one_thought_there_are_fewer(tmp_path: Path, various: list[Puzzle]) -> None:
    """Of so few, one each: a second one on a thought is left out, and so would all be that are on one alone."""
    thought, many = Counter(one.thought for one in puzzles.load(GAME)).most_common(1)[0]
    assert many > 2
    same = [one for one in puzzles.load(GAME) if one.thought == thought]
    store.write(tmp_path / "there.xz", various[:9])
    merged = _merged(tmp_path, same, "--there", str(tmp_path / "there.xz"))
    assert Counter(one.thought for one in merged)[thought] == 1
    assert len(_merged(tmp_path, [], "--there", str(tmp_path / "there.xz"), "--wanted", "5")) == 5


def test_a_new_one_comes_after_those_that_were_there(tmp_path: Path, various: list[Puzzle]) -> None:
    *there, another = various
    store.write(tmp_path / "there.xz", there)
    merged = _merged(tmp_path, [another], "--there", str(tmp_path / "there.xz"))
    assert merged[:-1] == there
    assert _moment(merged[-1]) == _moment(another)
    assert merged[-1].number == puzzles.load(GAME)[-1].number + 1


def test_all_are_judged_anew_and_a_run_that_was_broken_off_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = puzzles.load(GAME)[-1]
    file = tmp_path / "judged.xz"
    store.write(file, [last])
    assert merge_puzzles.main([GAME, "--judge", str(file)]) == 0
    assert list(store.read(file, GAME)) == [last]
    assert not capsys.readouterr().out
