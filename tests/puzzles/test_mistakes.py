"""A mistake that was planted in a match is found again, and only there and for who made it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad import puzzles
from grenade_salad.core import Action
from grenade_salad.lab.analysis import Point
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.record import Record
from grenade_salad.puzzles import Puzzle


def _planted() -> Puzzle:
    """The moment: all wins with one die, next to nothing with any other, and the match is as good as over."""
    clear = [one for one in puzzles.load("wheel") if one.best.share == 1 and one.kinds[1].share < 0.2]
    return min(clear, key=lambda one: one.line)


def _played_on(puzzle: Puzzle, action: Action) -> Record:
    """The match of a puzzle with that choice, played to its end by Normal."""
    match = puzzles.match(puzzle)
    match.add(action)
    play(match, make_players(puzzle.game, ["normal"] * match.state.seats, 1))
    return Record("an evening", match.header, tuple(match.entries))


@pytest.fixture(scope="module")
def planted() -> Puzzle:
    return _planted()


def _claim(puzzle: Puzzle, action: Action) -> Point:
    """What a player might say of that choice: that it cost half of the win."""
    told = puzzles.label(puzzle, puzzle.best)
    line = puzzle.line + 2  # that of the file, where the header is 1
    return Point(line, puzzle.seat, action, puzzle.best.action, told, told, "", claim=0.5)


@pytest.mark.slow
def test_a_planted_blunder_is_found_with_what_was_right(planted: Puzzle) -> None:
    blunder = planted.kinds[-1].action
    record = _played_on(planted, blunder)
    (found,) = [one for one in puzzles.mistakes(record, planted.seat) if one.line == planted.line]
    assert found.best.key == planted.best.key
    assert found.lines == planted.lines
    assert (found.seat, found.number) == (planted.seat, 0)
    made = puzzles.choice(found, blunder)
    assert made
    assert made.share < found.best.share
    assert not puzzles.solved(found, blunder)
    assert found.lead.low > 0


def test_what_a_player_claims_is_no_mistake_until_the_judge_agrees(planted: Puzzle) -> None:
    right, wrong = planted.best.action, planted.kinds[-1].action
    record = _played_on(planted, wrong)
    assert list(puzzles.mistakes(record, planted.seat, [_claim(planted, wrong)]))
    assert not list(puzzles.mistakes(_played_on(planted, right), planted.seat, [_claim(planted, right)]))


def test_mistakes_of_others_are_theirs_and_take_no_place(planted: Puzzle) -> None:
    wrong = planted.kinds[-1].action
    record, claim = _played_on(planted, wrong), _claim(planted, wrong)
    acts = [(line, one) for line, one in enumerate(record.entries, 2) if isinstance(one, Action)]
    line, act = next(one for one in acts if one[1].seat not in (None, planted.seat))
    assert act.seat is not None
    dearer = replace(claim, line=line, seat=act.seat, played=act, claim=0.9)
    assert not list(puzzles.mistakes(record, act.seat, [claim]))
    assert list(puzzles.mistakes(record, planted.seat, [dearer, claim], most=1))
