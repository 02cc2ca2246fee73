"""Reasons of puzzles are true, as counted from the table itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grenade_salad import puzzles
from grenade_salad.core import Action, View
from grenade_salad.games.live_grenade.cards import FRIENDS
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.games.salad import Footpath
from grenade_salad.games.salad.view import SaladView
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.puzzles import Puzzle, store
from grenade_salad.text import Reader, say
from tests.kinds import expect_type


def _reason(puzzle: Puzzle) -> str:
    return say(puzzles.explain_choice(puzzle, puzzle.best), Reader(puzzle.record.header.names, puzzle.seat))


def _load_all_puzzles(game: str) -> list[Puzzle]:
    """Return the puzzles of the game, and some of earlier versions.

    The reasons of the latter must be true, too.
    """
    removed = Path(__file__).with_name("gone") / f"{game}.jsonl.xz"
    return [*puzzles.load(game), *store.read(removed, game)]


def _check_reason(reason: str, holds: Callable[[Puzzle, Action], bool]) -> None:
    """Check that something holds for every choice but the best.

    All puzzles with this reason are checked.
    """
    explained = [puzzle for puzzle in puzzles.load("wheel") if reason in _reason(puzzle)]
    assert explained
    for puzzle in explained:
        state = puzzles.replay_match(puzzle).state
        for action in state.legal_actions(puzzle.seat):
            solves = puzzles.is_solution(puzzle, action)
            assert holds(puzzle, action) is not solves, puzzle


def _leaves_ready_die(puzzle: Puzzle, action: Action) -> bool:
    """True if a die shows 5 after the action."""
    match = puzzles.replay_match(puzzle)
    match.apply_entry(action)
    view = expect_type(WheelView, match.state.view(puzzle.seat))
    return 5 in [die.pips for die in view.dice]


def test_reason_that_no_die_is_ready_is_true_of_the_best_choice_alone() -> None:
    _check_reason("only move that leaves no die ready", _leaves_ready_die)


def _leaves_ready_die_before_own_card(puzzle: Puzzle, action: Action) -> bool:
    """True if a die that shows 5 may then touch a card of the seat.

    That is after the action, with the next roll of the die.
    """
    match = puzzles.replay_match(puzzle)
    match.apply_entry(action)
    view = expect_type(WheelView, match.state.view(puzzle.seat))
    held = expect_type(tuple, view.hearts[puzzle.seat])
    own_cards = {f"{heart[:-1]}S" for heart in held} - {f"{heart[:-1]}S" for heart in view.shown[puzzle.seat]}
    order = [index for index in range(len(view.ring)) if index not in view.face_down]
    for die in view.dice:
        if die.pips == 5 and order:
            onward = sorted(order, key=lambda index, start=die.at: (index - start - 1) % len(view.ring))
            if own_cards & {view.ring[index] for index in (onward * 6)[:6]}:
                return True
    return False


def test_reason_that_no_ready_die_is_before_own_cards_is_true_of_the_best_alone() -> None:
    _check_reason("one of your cards ahead of it", _leaves_ready_die_before_own_card)


def test_reason_counts_the_cards_that_could_be_the_rivals() -> None:
    explained = [
        puzzle for puzzle in puzzles.load("wheel") if "one of only" in _reason(puzzle) and len(puzzle.view.hearts) == 2
    ]
    assert explained
    for puzzle in explained:
        view = expect_type(WheelView, puzzle.view)
        held = expect_type(tuple, view.hearts[puzzle.seat])
        mine = {f"{heart[:-1]}S" for heart in held}
        left = [card for index, card in enumerate(view.ring) if index not in view.face_down and card != "joker"]
        hidden = [card for card in left if card not in mine]
        assert f"one of only {len(hidden)} cards" in _reason(puzzle), puzzle


def test_reason_for_stealing_means_that_no_card_in_hand_saves() -> None:
    explained = [
        puzzle for puzzle in _load_all_puzzles("live-grenade") if "only a stolen card can save you" in _reason(puzzle)
    ]
    assert explained
    for puzzle in explained:
        view = expect_type(LiveGrenadeView, puzzle.view)
        hand = expect_type(tuple, view.hands[puzzle.seat])
        assert view.grenades == view.deck
        assert not [card for card in hand if card in FRIENDS or card[0] in "JQ"]


def test_reason_that_no_best_friend_is_left_is_true() -> None:
    explained = [
        puzzle
        for puzzle in _load_all_puzzles("live-grenade")
        if "no Best Friend is left in the match" in _reason(puzzle)
    ]
    assert explained
    for puzzle in explained:
        position = expect_type(LiveGrenadeView, puzzles.replay_match(puzzle).state.full_view())
        assert isinstance(position.deck, tuple)
        hidden = [card for cards in (position.deck, *position.hands) if isinstance(cards, tuple) for card in cards]
        assert not [card for card in hidden if card in FRIENDS]


@pytest.mark.slow
def test_reason_against_a_mine_means_that_it_kills_an_own_soldier() -> None:
    explained = [
        puzzle for puzzle in _load_all_puzzles("grenade-salad") if "would hit your soldiers too" in _reason(puzzle)
    ]
    assert explained
    for puzzle in explained:
        state = puzzles.replay_match(puzzle).state
        mines = [action for action in state.legal_actions(puzzle.seat) if isinstance(action, Footpath)]
        assert mines
        for mine in mines:
            match = puzzles.replay_match(puzzle)
            match.apply_entry(mine)
            assert _count_own_soldiers(match.state.view(puzzle.seat), puzzle.seat) < _count_own_soldiers(
                puzzle.view, puzzle.seat
            )


def _count_own_soldiers(view: View, seat: int) -> int:
    assert isinstance(view, SaladView)
    return sum(soldier.seat == seat for soldier in view.soldiers)
