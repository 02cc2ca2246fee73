"""The puzzles of the games are playable and show no more than the seat knows."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from grenade_salad import players, puzzles
from grenade_salad.core import derive_rng, to_json
from grenade_salad.puzzles import THEMES, Puzzle
from grenade_salad.text import Reader, say

ROOT = Path(__file__).parents[2]
GAMES = ("grenade-salad", "live-grenade", "wheel")


@pytest.fixture(params=GAMES)
def stored(request: pytest.FixtureRequest) -> tuple[Puzzle, ...]:
    result = puzzles.load(request.param)
    assert len(result) >= 10
    return result


@pytest.fixture(params=[10, pytest.param(1, marks=pytest.mark.slow)])
def sampled(request: pytest.FixtureRequest, stored: tuple[Puzzle, ...]) -> tuple[Puzzle, ...]:
    """One of ten puzzles, and all of them in the slow tests.

    These are for facts that need a match to be played up to the puzzle.
    """
    step: int = request.param
    return stored[::step]


def test_each_puzzle_can_be_read_and_its_seat_decides(sampled: tuple[Puzzle, ...]) -> None:
    for puzzle in sampled:
        match = puzzles.replay_match(puzzle)
        assert len(match.entries) == puzzle.line == len(puzzle.record.entries), puzzle
        assert puzzle.seat in match.state.active_seats(), puzzle
        assert not match.state.is_over


def test_choices_are_legal_and_of_different_kinds(sampled: tuple[Puzzle, ...]) -> None:
    for puzzle in sampled:
        state = puzzles.replay_match(puzzle).state
        assert len({choice.key for choice in puzzle.kinds}) == len(puzzle.kinds) >= 2
        for choice in puzzle.kinds:
            assert puzzles.find_choice(puzzle, choice.action) is choice, puzzle
            assert state.why_not(choice.action) is None, (puzzle, choice)
            assert 0 <= choice.low <= choice.share <= choice.high <= 1
            assert puzzles.is_solution(puzzle, choice.action) is (choice is puzzle.best)


def test_best_choice_was_measured_to_lead(stored: tuple[Puzzle, ...]) -> None:
    for puzzle in stored:
        assert puzzle.lead.low > 0, puzzle
        assert puzzle.best.share == max(choice.share for choice in puzzle.kinds), puzzle


def test_puzzle_shows_only_what_the_seat_may_know(sampled: tuple[Puzzle, ...]) -> None:
    for puzzle in sampled:
        state = puzzles.replay_match(puzzle).state
        assert puzzle.view.seat == puzzle.seat
        world = state.resample(puzzle.seat, derive_rng(puzzle.number, 0))
        assert to_json(world.view(puzzle.seat)) == to_json(puzzle.view), puzzle
        assert to_json(puzzle.view) != to_json(state.full_view())


def test_ids_themes_and_levels_are_valid(stored: tuple[Puzzle, ...]) -> None:
    numbers = [puzzle.number for puzzle in stored]
    assert numbers == sorted(set(numbers))
    assert numbers[0] >= 1
    assert {puzzle.theme for puzzle in stored} <= THEMES.keys()
    assert len({puzzle.theme for puzzle in stored}) >= 3
    assert {puzzle.difficulty for puzzle in stored} <= set(players.LEVELS)
    moments = {(str(puzzle.lines), puzzle.seat) for puzzle in stored}
    assert len(moments) == len(stored)


def test_solutions_are_varied(stored: tuple[Puzzle, ...]) -> None:
    _, max_count = Counter(puzzle.best.key for puzzle in stored if not puzzle.place).most_common(1)[0]
    assert max_count <= max(1, len(stored) / 3)
    assert [puzzle.difficulty for puzzle in stored].count("easy") <= 0.75 * len(stored)


def test_each_puzzle_has_hints_and_a_reason(sampled: tuple[Puzzle, ...]) -> None:
    for puzzle in sampled:
        reader = Reader(puzzle.record.header.names, puzzle.seat)
        hints = [say(hint, reader) for hint in puzzles.hints(puzzle)]
        assert len(hints) >= 2
        assert len(set(hints)) == len(hints)
        assert say(puzzles.describe_choice(puzzle, puzzle.best), reader) in hints[-1]
        assert "%" in say(puzzles.explain_solution(puzzle), reader)


@pytest.mark.parametrize("game", GAMES)
def test_daily_puzzle_repeats_only_after_all_others(game: str) -> None:
    count = len(puzzles.load(game))
    first = date.fromordinal(count * 3000)
    days = [puzzles.daily_puzzle(game, first + timedelta(days=day)) for day in range(count)]
    assert {puzzle.number for puzzle in days if puzzle} == {puzzle.number for puzzle in puzzles.load(game)}
    assert puzzles.daily_puzzle(game, first) == days[0]


def test_page_states_the_number_of_puzzles() -> None:
    page = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8")
    salad, live, wheel = (len(puzzles.load(game)) for game in GAMES)
    assert f"{salad} puzzles of Grenade Salad, {wheel} of the wheel and {live} of Live Grenade" in page
