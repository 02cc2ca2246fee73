"""What a solution brings is true: the sentences that puzzles lean on, counted again from the table itself."""

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
from tests.kinds import as_a


def _reason(puzzle: Puzzle) -> str:
    return say(puzzles.reason(puzzle, puzzle.best), Reader(puzzle.record.header.names, puzzle.seat))


def _moments(game: str) -> list[Puzzle]:
    """The puzzles that come with the game, and some of earlier versions: what is told there must be true, too."""
    gone = Path(__file__).with_name("gone") / f"{game}.jsonl.xz"
    return [*puzzles.load(game), *store.read(gone, game)]


def _is_true_of_the_others_alone(reason: str, holds: Callable[[Puzzle, Action], bool]) -> None:
    """In all puzzles that tell this reason: it holds for each choice but the best."""
    told = [one for one in puzzles.load("wheel") if reason in _reason(one)]
    assert told
    for puzzle in told:
        state = puzzles.match(puzzle).state
        for action in state.legal_actions(puzzle.seat):
            solves = puzzles.kind(state, action) == puzzle.best.key
            assert holds(puzzle, action) is not solves, puzzle


def _a_die_is_ready(puzzle: Puzzle, action: Action) -> bool:
    """Whether a die shows 5 after that."""
    match = puzzles.match(puzzle)
    match.add(action)
    view = as_a(WheelView, match.state.view(puzzle.seat))
    return 5 in [die.pips for die in view.dice]


def test_the_only_move_that_leaves_no_die_ready_is_the_only_one() -> None:
    _is_true_of_the_others_alone("only move that leaves no die ready", _a_die_is_ready)


def _ready_before_own(puzzle: Puzzle, action: Action) -> bool:
    """Whether after that a die shows 5 that may touch a card of the seat with its next roll."""
    match = puzzles.match(puzzle)
    match.add(action)
    view = as_a(WheelView, match.state.view(puzzle.seat))
    held = as_a(tuple, view.hearts[puzzle.seat])
    own = {f"{heart[:-1]}S" for heart in held} - {f"{heart[:-1]}S" for heart in view.shown[puzzle.seat]}
    order = [at for at in range(len(view.ring)) if at not in view.face_down]
    for die in view.dice:
        if die.pips == 5 and order:
            onward = sorted(order, key=lambda at, start=die.at: (at - start - 1) % len(view.ring))
            if own & {view.ring[at] for at in (onward * 6)[:6]}:
                return True
    return False


def test_the_only_move_without_a_ready_die_before_own_cards_has_them_after_all_others() -> None:
    _is_true_of_the_others_alone("one of your cards ahead of it", _ready_before_own)


def test_few_cards_that_could_be_somebodys_are_all_that_are_left() -> None:
    told = [one for one in puzzles.load("wheel") if "one of only" in _reason(one) and len(one.view.hearts) == 2]  # type: ignore[attr-defined]
    assert told
    for puzzle in told:
        view = as_a(WheelView, puzzle.view)
        held = as_a(tuple, view.hearts[puzzle.seat])
        mine = {f"{heart[:-1]}S" for heart in held}
        left = [card for at, card in enumerate(view.ring) if at not in view.face_down and card != "joker"]
        hidden = [card for card in left if card not in mine]
        assert f"one of only {len(hidden)} cards" in _reason(puzzle), puzzle


def test_where_only_a_stolen_card_can_save_nothing_in_the_hand_does() -> None:
    told = [one for one in _moments("live-grenade") if "only a stolen card can save you" in _reason(one)]
    assert told
    for puzzle in told:
        view = as_a(LiveGrenadeView, puzzle.view)
        hand = as_a(tuple, view.hands[puzzle.seat])
        assert view.grenades == view.deck
        assert not [card for card in hand if card in FRIENDS or card[0] in "JQ"]


def test_where_no_best_friend_is_left_all_of_them_were_seen() -> None:
    told = [one for one in _moments("live-grenade") if "no Best Friend is left in the match" in _reason(one)]
    assert told
    for puzzle in told:
        position = as_a(LiveGrenadeView, puzzles.match(puzzle).state.full_view())
        assert isinstance(position.deck, tuple)
        hidden = [card for cards in (position.deck, *position.hands) if isinstance(cards, tuple) for card in cards]
        assert not [card for card in hidden if card in FRIENDS]


@pytest.mark.slow
def test_a_mine_that_is_let_pass_for_ones_own_would_kill_one_of_them() -> None:
    told = [one for one in _moments("grenade-salad") if "would hit your soldiers too" in _reason(one)]
    assert told
    for puzzle in told:
        state = puzzles.match(puzzle).state
        mines = [action for action in state.legal_actions(puzzle.seat) if isinstance(action, Footpath)]
        assert mines
        for mine in mines:
            match = puzzles.match(puzzle)
            match.add(mine)
            assert _own(match.state.view(puzzle.seat), puzzle.seat) < _own(puzzle.view, puzzle.seat)


def _own(view: View, seat: int) -> int:
    assert isinstance(view, SaladView)
    return sum(soldier.seat == seat for soldier in view.soldiers)
