"""Merging found puzzles into a game's: `python -m tools.merge_puzzles`."""

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


def _merge(tmp_path: Path, found_puzzles: list[Puzzle], *words: str) -> list[Puzzle]:
    file, output = tmp_path / "found.xz", tmp_path / "merged.xz"
    store.write(file, found_puzzles)
    assert merge_puzzles.main([GAME, str(file), "--to", str(output), *words]) == 0
    return sorted(store.read(output, GAME), key=lambda puzzle: puzzle.number)


def _moment_key(puzzle: Puzzle) -> tuple[str, int]:
    return str(puzzle.lines), puzzle.seat


@pytest.fixture
def various(tmp_path: Path) -> list[Puzzle]:
    """A file, `there.xz`, with the hardest puzzle on each thought."""
    by_thought: dict[str, Puzzle] = {}
    for puzzle in sorted(puzzles.load(GAME), key=lambda puzzle: players.LEVELS.index(puzzle.difficulty)):
        by_thought[puzzle.thought] = puzzle
    hardest = sorted(by_thought.values(), key=lambda puzzle: puzzle.number)
    store.write(tmp_path / "there.xz", hardest)
    return hardest


def test_stored_puzzles_are_not_added_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = list(puzzles.load(GAME))
    assert _merge(tmp_path, stored[:5]) == stored
    assert "5 were found" in capsys.readouterr().out


def test_match_has_no_second_puzzle_with_the_same_solution(tmp_path: Path) -> None:
    stored = list(puzzles.load(GAME))
    earlier = replace(stored[0], lines=stored[0].lines[:-2])
    assert _merge(tmp_path, [earlier]) == stored


def test_failed_puzzle_is_removed_and_the_others_keep_their_ids(tmp_path: Path, various: list[Puzzle]) -> None:
    report = tmp_path / "report.json"
    failed = various[1]
    report.write_text(
        json.dumps({"puzzles": [{"number": puzzle.number, "holds": puzzle != failed} for puzzle in various]})
    )
    merged = _merge(tmp_path, [], "--checked", str(report), "--there", str(tmp_path / "there.xz"))
    assert merged == [puzzle for puzzle in various if puzzle != failed]


def test_harder_puzzles_stay_if_there_are_too_many(tmp_path: Path, various: list[Puzzle]) -> None:
    hard = [puzzle for puzzle in various if puzzle.difficulty != "easy"]
    merged = _merge(tmp_path, [], "--wanted", str(len(hard) + 2), "--there", str(tmp_path / "there.xz"))
    moments = {_moment_key(puzzle) for puzzle in merged}
    assert moments > {_moment_key(puzzle) for puzzle in hard}
    assert Counter(puzzle.difficulty for puzzle in merged)["easy"] == 2


def test_fewer_puzzles_remain_if_too_many_share_a_thought(tmp_path: Path, various: list[Puzzle]) -> None:
    """With so few puzzles, each thought may have one.

    A second one on a thought is left out, and so would all be that are on one alone.
    """
    thought, count = Counter(puzzle.thought for puzzle in puzzles.load(GAME)).most_common(1)[0]
    assert count > 2
    same = [puzzle for puzzle in puzzles.load(GAME) if puzzle.thought == thought]
    store.write(tmp_path / "there.xz", various[:9])
    merged = _merge(tmp_path, same, "--there", str(tmp_path / "there.xz"))
    assert Counter(puzzle.thought for puzzle in merged)[thought] == 1
    assert len(_merge(tmp_path, [], "--there", str(tmp_path / "there.xz"), "--wanted", "5")) == 5


def test_new_puzzle_follows_the_stored_ones(tmp_path: Path, various: list[Puzzle]) -> None:
    *stored, another = various
    store.write(tmp_path / "there.xz", stored)
    merged = _merge(tmp_path, [another], "--there", str(tmp_path / "there.xz"))
    assert merged[:-1] == stored
    assert _moment_key(merged[-1]) == _moment_key(another)
    assert merged[-1].number == puzzles.load(GAME)[-1].number + 1


def test_judging_resumes_after_the_last_puzzle_of_an_interrupted_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = puzzles.load(GAME)[-1]
    file = tmp_path / "judged.xz"
    store.write(file, [last])
    assert merge_puzzles.main([GAME, "--judge", str(file)]) == 0
    assert list(store.read(file, GAME)) == [last]
    assert not capsys.readouterr().out
