"""Mines in the turns of other players (GS-21 to GS-26)."""

from __future__ import annotations

from math import pi, sqrt
from random import Random

import pytest

from grenade_salad.core import Chance, NotActive
from grenade_salad.games.salad import (
    Arrow,
    Circles,
    Drop,
    End,
    Footpath,
    Keep,
    Move,
    Pass,
    Pointer,
    Rest,
    SaladOptions,
    reasons,
)
from grenade_salad.games.salad.events import Killed, MineWentOff
from grenade_salad.games.salad.pieces import Blast, Pose, Soldier
from grenade_salad.games.salad.state import SaladState
from tests.rules.salad.positions import check_refused, play, position, soldier_at, start_game

MINE = ["footpath"]
FOUR = (
    soldier_at(0, 0, 100, 100),
    soldier_at(5, 1, 200, 100),
    soldier_at(10, 2, 300, 100),
    soldier_at(15, 3, 400, 100),
)
"""A soldier of each of four seats, far from each other."""
STEP = Move(0, 0, (120, 100), 0)
"""A step of seat 0, which may set off a mine."""


def make_rest(*soldiers: Soldier) -> Chance:
    """Return the outcome of a drop after which these soldiers are on the table."""
    return Rest(tuple(Pose(soldier.id, soldier.x, soldier.y, soldier.angle) for soldier in soldiers))


@pytest.mark.rule("GS-21")
def test_mine_cannot_be_played_in_own_turn() -> None:
    state = position(*FOUR[:2], hands=[MINE, MINE])
    assert isinstance(check_refused(state, Footpath(0, 0)), reasons.MineInOwnTurn)
    assert isinstance(check_refused(state, Footpath(1, 0)), NotActive)
    assert not any(isinstance(action, Footpath) for action in state.legal_actions(0))


@pytest.mark.rule("GS-21", "GS-26")
def test_mine_under_moved_soldier_kills_all_soldiers_around_it() -> None:
    state = position(
        soldier_at(0, 0, 100, 100), soldier_at(1, 0, 130, 100), soldier_at(5, 1, 125, 120), hands=[[], MINE]
    )
    play(state, STEP)
    assert state.active_seats() == (1,)
    assert state.full_view().step == "mines"
    assert state.legal_actions(1) == [Footpath(1, 0), Pass(1)]
    events = play(state, Footpath(1, 0))
    assert events == [MineWentOff(1, 0, (120, 100)), Killed(1, ((0, 0), (1, 0), (5, 1)), last_of=(0, 1))]
    assert state.full_view().taken == (0, 3)
    assert state.full_view().discard == ("footpath",)
    assert state.active_seats() == (0,)


@pytest.mark.rule("GS-19", "GS-21")
@pytest.mark.parametrize(("blast", "radius"), [("area", 50 / sqrt(pi)), ("width", 25.0), ("tile", 25.0)])
def test_mine_has_the_radius_of_a_grenade(blast: Blast, radius: float) -> None:
    options = SaladOptions(blast=blast)
    inside, outside = soldier_at(5, 1, 120 + radius + 3.99, 100), soldier_at(6, 1, 120, 100 + radius + 4.01)
    state = position(soldier_at(0, 0, 100, 100), inside, outside, hands=[[], MINE], options=options)
    play(state, STEP, Footpath(1, 0))
    assert [soldier.id for soldier in state.full_view().soldiers] == [6]


@pytest.mark.rule("GS-21")
def test_mine_kills_placed_soldier() -> None:
    state = position(*FOUR[:2], hands=[["pointer"], MINE])
    play(state, Pointer(0, (50, 50), 0))
    assert state.legal_actions(1) == [Footpath(1, 6), Pass(1)]
    play(state, Footpath(1, 6))
    assert [soldier.id for soldier in state.full_view().soldiers] == [0, 5]


@pytest.mark.rule("GS-21", "GS-22")
def test_after_drop_only_dropped_soldiers_on_the_table_can_set_off_a_mine() -> None:
    state = position(*FOUR[:2], hands=[["circles"], MINE])
    play(state, Circles(0, 100))
    knocked = soldier_at(5, 1, 230, 100)
    state.apply_chance(make_rest(FOUR[0], knocked, soldier_at(6, 0, 300, 200), soldier_at(8, 0, 310, 230)))
    assert state.legal_actions(1) == [Footpath(1, 6), Footpath(1, 8), Pass(1)]
    assert isinstance(check_refused(state, Footpath(1, 5)), reasons.SetNothingOff)
    assert isinstance(check_refused(state, Footpath(1, 7)), reasons.NoSuchSoldier)


@pytest.mark.rule("GS-22")
def test_turning_on_the_spot_sets_off_no_mine() -> None:
    state = position(*FOUR[:2], hands=[[], MINE])
    play(state, Move(0, 0, (100, 100), 1.0))
    assert state.active_seats() == (0,)
    assert state.full_view().soldiers[0].angle == 1.0
    assert state.full_view().step == "cards"


@pytest.mark.rule("GS-22", "GS-14")
def test_drop_that_leaves_no_soldier_on_the_table_sets_off_no_mine() -> None:
    state = position(*FOUR[:2], hands=[["circles"], MINE])
    play(state, Circles(0, 100))
    state.apply_chance(make_rest(*FOUR[:2]))
    assert state.active_seats() == (0,)
    assert state.full_view().reserve == (10, 10)


@pytest.mark.rule("GS-23")
def test_opponents_are_asked_clockwise_starting_after_the_turn() -> None:
    state = position(*FOUR, hands=[MINE] * 4, turn=2)
    play(state, Move(2, 10, (300, 120), 0))
    for seat in (3, 0, 1):
        assert state.active_seats() == (seat,)
        assert isinstance(check_refused(state, Pass((seat + 1) % 4)), NotActive)
        play(state, Pass(seat))
    assert state.active_seats() == (2,)
    assert state.full_view().step == "cards"


@pytest.mark.rule("GS-23")
def test_player_of_a_mine_is_asked_again_but_not_after_passing() -> None:
    hands = [["circles"], MINE * 3, MINE, MINE]
    state = position(*FOUR, hands=hands)
    play(state, Circles(0, 100))
    dropped = (soldier_at(16, 0, 300, 200), soldier_at(17, 0, 360, 200), soldier_at(18, 0, 420, 200))
    state.apply_chance(make_rest(*FOUR, *dropped))
    play(state, Footpath(1, 16))
    assert state.active_seats() == (1,)
    play(state, Footpath(1, 17), Pass(1))
    assert state.active_seats() == (2,)
    play(state, Pass(2))
    assert state.legal_actions(3) == [Footpath(3, 18), Pass(3)]
    play(state, Footpath(3, 18))
    assert state.active_seats() == (0,)


@pytest.mark.rule("GS-23")
def test_reaction_window_closes_when_all_triggering_soldiers_are_dead() -> None:
    state = position(*FOUR, hands=[[], MINE * 2, MINE, MINE])
    play(state, STEP, Footpath(1, 0))
    assert state.active_seats() == (0,)


@pytest.mark.rule("GS-23")
def test_setup_drop_sets_off_no_mine() -> None:
    state = start_game(2)
    state.apply(Drop(height=60.0))
    state.apply_chance(state.sample_chance(Random(1)))
    assert state.active_seats() == (0, 1)
    state.apply(Keep())
    state.apply_chance(state.sample_chance(Random(1)))
    assert state.full_view().step == "move"


@pytest.mark.rule("GS-24")
def test_mine_does_not_count_as_played_card_and_is_replaced_at_end_of_own_turn() -> None:
    hand = ["footpath", "arrow", "arrow", "arrow", "arrow"]
    state = position(
        soldier_at(0, 0, 100, 100),
        soldier_at(1, 0, 100, 200),
        soldier_at(2, 0, 100, 300),
        soldier_at(5, 1, 400, 100),
        hands=[[], hand],
        deck=["pointer"] * 9,
    )
    play(state, STEP, Footpath(1, 0), End(0))
    assert len(state.hands[1]) == 4
    play(state, Arrow(1, 5, 1), Arrow(1, 5, 2))
    play(state, End(1))
    assert len(state.hands[1]) == 5


def collect_asked_seats(state: SaladState, *actions: Move | Pointer) -> list[tuple[int, ...]]:
    """Play the actions while all others pass, and return who is asked each time."""
    asked_seats = []
    for action in actions:
        play(state, action)
        while state.full_view().step == "mines":
            asked_seats.append(state.active_seats())
            play(state, Pass(state.active_seats()[0]))
    return asked_seats


@pytest.mark.rule("GS-25")
def test_all_players_with_cards_are_asked_whether_or_not_they_have_a_mine() -> None:
    with_mines = position(*FOUR, hands=[["pointer"], MINE, MINE, []])
    without = position(*FOUR, hands=[["pointer"], ["arrow"], ["circles"], []])
    asked_seats = [collect_asked_seats(state, STEP, Pointer(0, (50, 50), 0)) for state in (with_mines, without)]
    assert asked_seats[0] == asked_seats[1] == [(1,), (2,), (1,), (2,)]


@pytest.mark.rule("GS-25")
def test_player_is_not_asked_after_the_last_card() -> None:
    state = position(*FOUR, hands=[["circles"], MINE, ["arrow"], []])
    play(state, Circles(0, 100))
    state.apply_chance(make_rest(*FOUR, soldier_at(16, 0, 300, 200), soldier_at(17, 0, 400, 200)))
    play(state, Footpath(1, 16))
    assert state.active_seats() == (2,)


@pytest.mark.rule("GS-25")
def test_players_without_cards_are_not_asked() -> None:
    without_opponents = position(*FOUR, hands=[["arrow"], [], [], []])
    play(without_opponents, STEP)
    assert without_opponents.active_seats() == (0,)
