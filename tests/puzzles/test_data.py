"""The puzzles that come with the games: each can be played, asks somebody, and shows no more than the seat knows."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from grenade_salad import players, puzzles
from grenade_salad.core import chance_rng, to_json
from grenade_salad.puzzles import THEMES, Puzzle
from grenade_salad.text import Reader, say

ROOT = Path(__file__).parents[2]
GAMES = ("grenade-salad", "live-grenade", "wheel")


@pytest.fixture(params=GAMES)
def there(request: pytest.FixtureRequest) -> tuple[Puzzle, ...]:
    found = puzzles.load(request.param)
    assert len(found) >= 10
    return found


@pytest.fixture(params=[10, pytest.param(1, marks=pytest.mark.slow)])
def looked_at(request: pytest.FixtureRequest, there: tuple[Puzzle, ...]) -> tuple[Puzzle, ...]:
    """One of ten, and in the slow tests all of them: what can be seen only when a match is played up to the puzzle."""
    step: int = request.param
    return there[::step]


def test_each_can_be_read_and_its_seat_decides(looked_at: tuple[Puzzle, ...]) -> None:
    for puzzle in looked_at:
        match = puzzles.match(puzzle)
        assert len(match.entries) == puzzle.line == len(puzzle.record.entries), puzzle
        assert puzzle.seat in match.state.active_seats(), puzzle
        assert not match.state.is_over


def test_all_choices_are_legal_and_of_different_kinds(looked_at: tuple[Puzzle, ...]) -> None:
    for puzzle in looked_at:
        state = puzzles.match(puzzle).state
        keys = [puzzles.kind(state, one.action) for one in puzzle.kinds]
        assert keys == [one.key for one in puzzle.kinds], puzzle
        assert len(set(keys)) == len(keys) >= 2
        for one in puzzle.kinds:
            assert state.why_not(one.action) is None, (puzzle, one)
            assert 0 <= one.low <= one.share <= one.high <= 1
            assert puzzles.solved(puzzle, one.action) is (one is puzzle.best)


def test_the_best_was_measured_to_lead(there: tuple[Puzzle, ...]) -> None:
    for puzzle in there:
        assert puzzle.lead.low > 0, puzzle
        assert puzzle.best.share == max(one.share for one in puzzle.kinds), puzzle


def test_a_puzzle_shows_what_the_seat_may_know_and_no_more(looked_at: tuple[Puzzle, ...]) -> None:
    for puzzle in looked_at:
        state = puzzles.match(puzzle).state
        assert puzzle.view.seat == puzzle.seat
        other = state.resample(puzzle.seat, chance_rng(puzzle.number, 0))
        assert to_json(other.view(puzzle.seat)) == to_json(puzzle.view), puzzle
        assert to_json(puzzle.view) != to_json(state.full_view())


def test_numbers_themes_and_levels(there: tuple[Puzzle, ...]) -> None:
    numbers = [puzzle.number for puzzle in there]
    assert numbers == sorted(set(numbers))
    assert numbers[0] >= 1
    assert {puzzle.theme for puzzle in there} <= THEMES.keys()
    assert len({puzzle.theme for puzzle in there}) >= 3
    assert {puzzle.difficulty for puzzle in there} <= set(players.LEVELS)
    moments = {(str(puzzle.lines), puzzle.seat) for puzzle in there}
    assert len(moments) == len(there)


def test_not_one_thing_again_and_again(there: tuple[Puzzle, ...]) -> None:
    _, most = Counter(puzzle.best.key for puzzle in there if not puzzle.place).most_common(1)[0]
    assert most <= max(1, len(there) / 3)
    assert [puzzle.difficulty for puzzle in there].count("easy") <= 0.75 * len(there)


def test_each_has_hints_and_a_reason(looked_at: tuple[Puzzle, ...]) -> None:
    for puzzle in looked_at:
        reader = Reader(puzzle.record.header.names, puzzle.seat)
        told = [say(hint, reader) for hint in puzzles.hints(puzzle)]
        assert len(told) >= 2
        assert len(set(told)) == len(told)
        assert say(puzzles.label(puzzle, puzzle.best), reader) in told[-1]
        assert "%" in say(puzzles.why(puzzle), reader)


@pytest.mark.parametrize("game", GAMES)
def test_one_a_day_and_none_again_before_all_were_there(game: str) -> None:
    many = len(puzzles.load(game))
    first = date.fromordinal(many * 3000)
    days = [puzzles.daily(game, first + timedelta(days=day)) for day in range(many)]
    assert {puzzle.number for puzzle in days if puzzle} == {puzzle.number for puzzle in puzzles.load(game)}
    assert puzzles.daily(game, first) == days[0]


def test_the_page_says_how_many_come_along() -> None:
    told = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8")
    salad, live, wheel = (len(puzzles.load(game)) for game in GAMES)
    assert f"{salad} puzzles of Grenade Salad, {wheel} of the wheel and {live} of Live Grenade" in told
