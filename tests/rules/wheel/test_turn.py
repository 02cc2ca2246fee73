"""Moving a die, cards face down, and the effect of an explosion (WH-06 to WH-09)."""

from __future__ import annotations

import pytest

from grenade_salad.core import ChancePending, NotActive, TurnBegan
from grenade_salad.games.wheel import Advance, Roll, WheelOptions, reasons
from grenade_salad.games.wheel.events import Exploded, Moved, Out, Raised, Reset, Rolled
from tests.rules.wheel.positions import (
    action_refusal,
    dice_positions,
    filter_events,
    position,
    roll_and_move,
    setup_refusal,
)

FULL = "AS 2S 3S 4S 5S 6S 7S joker"
COUNTED = WheelOptions(face_down="counted")


@pytest.mark.rule("WH-06")
@pytest.mark.parametrize("roll", range(1, 7))
def test_die_moves_by_the_roll_and_is_raised_by_one(roll: int) -> None:
    for die in range(3):
        state = position(FULL, ["AH", "2H"], [(0, 1), (0, 2), (0, 3)])
        events = roll_and_move(state, roll, die)
        expected = [(0, 1), (0, 2), (0, 3)]
        expected[die] = (roll, die + 2)
        assert dice_positions(state) == expected
        path = tuple(range(1, roll + 1))
        assert events == [Moved(0, die, 0, path, FULL.split()[roll], die + 2, "AS"), TurnBegan(1)]


@pytest.mark.rule("WH-06")
def test_player_must_move_one_of_three_dice_after_the_roll() -> None:
    state = position(FULL, ["AH", "2H"])
    assert state.pending_chance() == "roll"
    assert state.legal_actions(0) == []
    assert action_refusal(state, Advance(0, 0)) == ChancePending("roll")
    assert state.apply_chance(Roll(4)) == [Rolled(0, 4)]
    assert state.view(1).roll == 4
    assert state.legal_actions(0) == [Advance(0, 0), Advance(0, 1), Advance(0, 2)]
    assert state.legal_actions(1) == []
    assert action_refusal(state, Advance(0, 3)) == reasons.NoSuchDie(3)
    assert action_refusal(state, Advance(0, -1)) == reasons.NoSuchDie(-1)
    assert action_refusal(state, Advance(1, 0)) == NotActive(1, (0,))
    state.apply(Advance(0, 1))
    assert state.view(1).roll is None
    assert state.pending_chance() == "roll"


@pytest.mark.rule("WH-06")
def test_die_moves_round_the_ring() -> None:
    state = position(FULL, ["AH", "2H"], [(5, 1), (0, 1), (0, 1)])
    assert filter_events(roll_and_move(state, 6, 0), Moved) == [Moved(0, 0, 5, (6, 7, 0, 1, 2, 3), "4S", 2, "6S")]
    assert dice_positions(state)[0] == (3, 2)


@pytest.mark.rule("WH-07")
def test_cards_face_down_are_passed_over_and_not_counted() -> None:
    state = position(FULL, ["AH", "2H"], [(6, 1), (0, 1), (0, 1)], down=[2, 3, 7])
    assert filter_events(roll_and_move(state, 4, 0), Moved) == [Moved(0, 0, 6, (0, 1, 4, 5), "6S", 2, "7S")]


@pytest.mark.rule("WH-07")
def test_die_moves_round_a_small_ring_several_times() -> None:
    state = position("AS 2S 3S 4S", ["AH", "2H"], [(0, 1), (0, 1), (0, 1)], down=[2, 3])
    assert filter_events(roll_and_move(state, 5, 0), Moved) == [Moved(0, 0, 0, (1, 0, 1, 0, 1), "2S", 2, "AS")]


@pytest.mark.rule("WH-07")
def test_die_cannot_rest_on_a_card_face_down() -> None:
    assert setup_refusal(FULL, ["AH", "2H"], [(0, 1), (2, 1), (0, 1)], [2]) == reasons.OnFaceDown(1, 2)
    assert dice_positions(position(FULL, ["AH", "2H"], [(0, 1), (2, 1), (0, 1)], [2], options=COUNTED))[1] == (2, 1)


@pytest.mark.rule("WH-07")
def test_house_rule_counted_lets_a_die_rest_on_a_card_face_down() -> None:
    state = position(FULL, ["AH", "2H"], [(6, 1), (0, 1), (0, 1)], down=[2, 3, 7], options=COUNTED)
    assert filter_events(roll_and_move(state, 4, 0), Moved) == [Moved(0, 0, 6, (7, 0, 1, 2), "3S", 2, "7S")]


@pytest.mark.rule("WH-07")
def test_house_rule_counted_lets_an_explosion_face_down_take_no_card() -> None:
    state = position("AS 2S 3S 4S", ["AH", "2H", "3H"], [(1, 5), (2, 3), (0, 1)], [2], 1, COUNTED)
    assert state.full_view().alive == (True, True, False)
    events = roll_and_move(state, 1, 0)
    assert events[1:] == [Exploded(2, "3S", (0, 1), False), Reset((0, 1), 3, "4S"), TurnBegan(0)]
    assert state.full_view().face_down == (2,)
    assert dice_positions(state) == [(3, 1), (3, 1), (0, 1)]


@pytest.mark.rule("WH-07", "WH-10")
def test_house_rule_counted_lets_a_joker_face_down_raise_no_dice() -> None:
    state = position("AS 2S joker 3S", ["AH", "2H"], [(0, 1), (0, 2), (0, 3)], [2], options=COUNTED)
    assert filter_events(roll_and_move(state, 2, 0), Raised) == []
    assert dice_positions(state) == [(2, 2), (0, 2), (0, 3)]


@pytest.mark.rule("WH-08")
@pytest.mark.parametrize("pips", range(1, 6))
def test_die_blows_up_at_six(pips: int) -> None:
    state = position("AS 2S 3S 4S joker", ["AH", "2H"], [(0, pips), (0, 1), (0, 1)])
    events = roll_and_move(state, 2, 0)
    explosions = filter_events(events, Exploded)
    if pips == 5:
        assert explosions == [Exploded(2, "3S", (0,), True)]
        assert state.full_view().face_down == (2,)
        assert filter_events(events, Out) == []
    else:
        assert explosions == []
        assert state.full_view().face_down == ()
        assert dice_positions(state)[0] == (2, pips + 1)


@pytest.mark.rule("WH-08")
def test_dice_at_rest_have_one_to_five_pips() -> None:
    assert setup_refusal("AS 2S", ["AH", "2H"], [(0, 1), (0, 6), (0, 1)]) == reasons.WrongPips(1, 6)
    assert setup_refusal("AS 2S", ["AH", "2H"], [(0, 0), (0, 1), (0, 1)]) == reasons.WrongPips(0, 0)


@pytest.mark.rule("WH-09")
def test_all_dice_on_the_card_are_reset_on_the_next_spade() -> None:
    state = position("AS 2S 3S 4S joker", ["AH", "2H"], [(0, 5), (2, 4), (3, 4)])
    events = roll_and_move(state, 2, 0)
    assert filter_events(events, Reset) == [Reset((0, 1), 3, "4S")]
    assert dice_positions(state) == [(3, 1), (3, 1), (3, 4)]


@pytest.mark.rule("WH-09")
def test_next_spade_skips_the_joker_and_cards_face_down_round_the_ring() -> None:
    state = position("5S AS 2S 3S joker", ["AH", "2H"], [(2, 5), (1, 1), (1, 1)], down=[0])
    assert filter_events(roll_and_move(state, 1, 0), Reset) == [Reset((0,), 1, "AS")]
    assert dice_positions(state) == [(1, 1)] * 3


@pytest.mark.rule("WH-09")
def test_reset_five_starts_with_one() -> None:
    state = position("AS 2S 3S 4S", ["AH", "2H"], [(0, 5), (2, 5), (2, 5)])
    events = roll_and_move(state, 2, 0)
    assert filter_events(events, Exploded) == [Exploded(2, "3S", (0, 1, 2), True)]
    assert dice_positions(state) == [(3, 1)] * 3
