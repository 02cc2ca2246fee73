"""The joker, and several explosions by one move (WH-10 to WH-12)."""

from __future__ import annotations

import pytest

from grenade_salad.core import TurnBegan
from grenade_salad.games.wheel import WheelOptions, reasons
from grenade_salad.games.wheel.events import Exploded, Moved, Out, Raised, Reset
from tests.rules.wheel.positions import dice_positions, filter_events, position, roll_and_move, setup_refusal

TWICE = WheelOptions(joker="twice")
SAFE = WheelOptions(joker_safe=True)


@pytest.mark.rule("WH-10")
def test_joker_raises_all_dice_by_one() -> None:
    state = position("AS 2S joker 3S", ["AH", "2H"], [(0, 1), (1, 2), (3, 3)])
    assert roll_and_move(state, 2, 0) == [Moved(0, 0, 0, (1, 2), "joker", 2, "AS"), Raised((2, 3, 4)), TurnBegan(1)]
    assert dice_positions(state) == [(2, 2), (1, 3), (3, 4)]


@pytest.mark.rule("WH-10")
def test_joker_counts_only_at_the_end_of_a_move() -> None:
    state = position("AS 2S joker 3S", ["AH", "2H"], [(0, 1), (1, 2), (3, 3)])
    assert filter_events(roll_and_move(state, 3, 0), Raised) == []
    assert dice_positions(state) == [(3, 2), (1, 2), (3, 3)]


@pytest.mark.rule("WH-10")
def test_house_rule_joker_twice_raises_the_moved_die_again() -> None:
    state = position("AS 2S joker 3S", ["AH", "2H"], [(0, 1), (1, 2), (3, 3)], options=TWICE)
    assert filter_events(roll_and_move(state, 2, 0), Raised) == [Raised((3, 3, 4))]
    state = position("AS 2S joker 3S", ["AH", "2H"], [(0, 4), (1, 2), (3, 3)], options=TWICE)
    events = roll_and_move(state, 2, 0)
    assert filter_events(events, Exploded) == [Exploded(2, "joker", (0,), True)]
    assert dice_positions(state) == [(3, 1), (1, 3), (3, 4)]
    without_rule = position("AS 2S joker 3S", ["AH", "2H"], [(0, 4), (1, 2), (3, 3)])
    assert filter_events(roll_and_move(without_rule, 2, 0), Exploded) == []


@pytest.mark.rule("WH-10")
def test_house_rule_joker_twice_shows_no_more_than_six() -> None:
    state = position("AS 2S joker 3S", ["AH", "2H"], [(0, 5), (1, 2), (3, 3)], options=TWICE)
    assert filter_events(roll_and_move(state, 2, 0), Raised) == [Raised((6, 3, 4))]


@pytest.mark.rule("WH-11")
def test_moved_die_blows_up_first_and_the_others_follow_clockwise() -> None:
    """Die 0 lands on the joker; clockwise follow die 2 on 4S and die 1 on 2S."""
    state = position("AS 2S joker 3S 4S 5S 6S", ["AH", "3H", "6H"], [(0, 5), (1, 5), (4, 5)])
    events = roll_and_move(state, 2, 0)
    assert events == [
        Moved(0, 0, 0, (1, 2), "joker", 6, "AS"),
        Raised((6, 6, 6)),
        Exploded(2, "joker", (0,), True),
        Reset((0,), 3, "3S"),
        Exploded(4, "4S", (2,), True),
        Reset((2,), 5, "5S"),
        Exploded(1, "2S", (1,), True),
        Reset((1,), 3, "3S"),
        TurnBegan(1),
    ]
    assert dice_positions(state) == [(3, 1), (3, 1), (5, 1)]
    assert state.full_view().face_down == (1, 2, 4)


@pytest.mark.rule("WH-11")
def test_other_dice_blow_up_clockwise_if_the_moved_die_does_not() -> None:
    state = position("AS 2S joker 3S 4S 5S 6S", ["AH", "3H", "6H"], [(0, 1), (1, 5), (4, 5)])
    explosions = filter_events(roll_and_move(state, 2, 0), Exploded)
    assert explosions == [Exploded(4, "4S", (2,), True), Exploded(1, "2S", (1,), True)]
    assert dice_positions(state)[0] == (2, 2)


@pytest.mark.rule("WH-11")
def test_card_of_the_moved_die_blows_up_first() -> None:
    """Die 1 waits on the joker: it blows up before die 2, with the moved die."""
    state = position("AS 2S joker 3S 4S", ["AH", "3H"], [(0, 1), (2, 5), (1, 5)])
    explosions = filter_events(roll_and_move(state, 2, 0), Exploded)
    assert explosions == [Exploded(2, "joker", (0, 1), True), Exploded(1, "2S", (2,), True)]
    assert dice_positions(state) == [(3, 1), (3, 1), (3, 1)]


@pytest.mark.rule("WH-11")
def test_two_dice_that_reach_six_on_one_card_are_one_explosion() -> None:
    state = position("AS 2S joker 3S 4S 5S", ["AH", "3H"], [(0, 1), (4, 5), (4, 5)])
    explosions = filter_events(roll_and_move(state, 2, 0), Exploded)
    assert explosions == [Exploded(4, "4S", (1, 2), True)]
    assert dice_positions(state) == [(2, 2), (5, 1), (5, 1)]


@pytest.mark.rule("WH-11")
def test_die_that_was_reset_does_not_blow_up_again() -> None:
    """Die 0 is reset to 3S, where die 1 waits.

    That explosion resets both to 4S, where die 2 waits.
    """
    state = position("AS 2S joker 3S 4S 5S", ["AH", "2H"], [(0, 5), (3, 5), (4, 5)])
    events = roll_and_move(state, 2, 0)
    assert filter_events(events, Exploded) == [
        Exploded(2, "joker", (0,), True),
        Exploded(3, "3S", (0, 1), True),
        Exploded(4, "4S", (0, 1, 2), True),
    ]
    assert dice_positions(state) == [(5, 1)] * 3
    two_on_joker = position("AS 2S joker 3S 4S 5S", ["AH", "2H"], [(0, 5), (2, 5), (2, 5)])
    assert filter_events(roll_and_move(two_on_joker, 2, 0), Exploded) == [Exploded(2, "joker", (0, 1, 2), True)]


@pytest.mark.rule("WH-12")
def test_die_that_blows_up_on_the_joker_takes_it_out_of_play() -> None:
    state = position("AS 2S joker 3S 4S", ["AH", "2H"], [(1, 5), (2, 3), (3, 2)])
    events = roll_and_move(state, 1, 0)
    assert filter_events(events, Exploded) == [Exploded(2, "joker", (0, 1), True)]
    assert filter_events(events, Out) == []
    assert state.full_view().face_down == (2,)
    assert dice_positions(state) == [(3, 1), (3, 1), (3, 3)]
    assert filter_events(roll_and_move(state, 3, 0), Moved) == [Moved(1, 0, 3, (4, 0, 1), "2S", 2, "3S")]


@pytest.mark.rule("WH-12")
def test_house_rule_joker_safe_leaves_the_joker_in_play() -> None:
    state = position("AS 2S joker 3S 4S", ["AH", "2H"], [(1, 5), (2, 3), (3, 2)], options=SAFE)
    events = roll_and_move(state, 1, 0)
    assert filter_events(events, Exploded) == [Exploded(2, "joker", (0, 1), False)]
    assert state.full_view().face_down == ()
    assert dice_positions(state) == [(3, 1), (3, 1), (3, 3)]
    assert filter_events(roll_and_move(state, 4, 0), Raised) == [Raised((2, 2, 4))]
    assert setup_refusal("AS 2S joker", ["AH", "2H"], [(0, 1)] * 3, [2], options=SAFE) == reasons.JokerIsSafe()
