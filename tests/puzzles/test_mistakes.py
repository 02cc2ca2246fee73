"""A planted mistake is found, only there and only for the seat that made it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad import puzzles
from grenade_salad.core import Action
from grenade_salad.lab.analysis import Point
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.record import Record
from grenade_salad.puzzles import Puzzle


def _find_clear_puzzle() -> Puzzle:
    """Return a puzzle in which one die wins far more than any other."""
    return max(puzzles.load("wheel"), key=lambda candidate: candidate.lead.low)


def _play_on(puzzle: Puzzle, action: Action) -> Record:
    """Play the choice, then the rest of the match with Normal players."""
    match = puzzles.replay_match(puzzle)
    match.apply_entry(action)
    play(match, make_players(puzzle.game, ["normal"] * match.state.seats, 1))
    return Record("an evening", match.header, tuple(match.entries))


@pytest.fixture(scope="module")
def planted() -> Puzzle:
    return _find_clear_puzzle()


def _claim(puzzle: Puzzle, action: Action) -> Point:
    """Return the claim of a player that the choice cost half of the win."""
    best_text = puzzles.describe_choice(puzzle, puzzle.best)
    line = puzzle.line + 2  # The line in the file, where the header is line 1.
    return Point(line, puzzle.seat, action, puzzle.best.action, best_text, best_text, "", claim=0.5)


@pytest.mark.slow
def test_planted_blunder_is_found_with_the_right_choice(planted: Puzzle) -> None:
    blunder = planted.kinds[-1].action
    record = _play_on(planted, blunder)
    (mistake,) = [
        candidate for candidate in puzzles.find_mistakes(record, planted.seat) if candidate.line == planted.line
    ]
    assert mistake.best.key == planted.best.key
    assert mistake.lines == planted.lines
    assert (mistake.seat, mistake.number) == (planted.seat, 0)
    blunder_choice = puzzles.find_choice(mistake, blunder)
    assert blunder_choice
    assert blunder_choice.share < mistake.best.share
    assert not puzzles.is_solution(mistake, blunder)
    assert mistake.lead.low > 0


def test_claim_is_no_mistake_until_the_evaluation_agrees(planted: Puzzle) -> None:
    right, wrong = planted.best.action, planted.kinds[-1].action
    record = _play_on(planted, wrong)
    assert list(puzzles.find_mistakes(record, planted.seat, [_claim(planted, wrong)]))
    assert not list(puzzles.find_mistakes(_play_on(planted, right), planted.seat, [_claim(planted, right)]))


def test_mistakes_of_other_seats_are_ignored(planted: Puzzle) -> None:
    wrong = planted.kinds[-1].action
    record, claim = _play_on(planted, wrong), _claim(planted, wrong)
    entries = [(line, entry) for line, entry in enumerate(record.entries, 2) if isinstance(entry, Action)]
    line, act = next(candidate for candidate in entries if candidate[1].seat not in (None, planted.seat))
    assert act.seat is not None
    costlier_claim = replace(claim, line=line, seat=act.seat, played=act, claim=0.9)
    assert not list(puzzles.find_mistakes(record, act.seat, [claim]))
    assert list(puzzles.find_mistakes(record, planted.seat, [costlier_claim, claim], limit=1))
