"""Explanations of the wheel's machine players: short, and by the seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from grenade_salad.games.wheel import Advance, Roll, WheelOptions
from tests.players.wheel_matches import new_wheel_match
from tests.rules.wheel.positions import Dice, position
from tests.saying import explain_action

RING = "AS 2S joker 3S 4S 5S 6S 7S"


@pytest.mark.parametrize(
    ("dice", "roll", "words"),
    [
        ([(3, 5), (4, 1), (4, 1)], 2, "blows up the 5, which could be {1}'s"),
        ([(0, 5), (4, 1), (4, 1)], 1, "blows up the 2, which is your own"),
        ([(0, 5), (4, 1), (4, 1)], 2, "raises all dice: blows up the joker"),
        ([(0, 5), (4, 1), (5, 5)], 2, "raises all dice: blows up the joker and blows up the 5, which could be {1}'s"),
        ([(0, 2), (4, 1), (4, 1)], 2, "the joker raises all dice, and none blows up"),
        ([(5, 1), (0, 5), (4, 1)], 1, "spares your 2"),
        ([(1, 1), (4, 1), (4, 1)], 4, "takes a die off your 2"),
        ([(1, 4), (4, 1), (4, 1)], 2, "takes a die off your 2"),
        ([(3, 4), (4, 1), (4, 1)], 5, "makes a die ready to blow up"),
        ([(3, 4), (4, 1), (4, 1)], 1, "makes a die ready to blow up"),
        ([(7, 1), (4, 1), (4, 1)], 2, "rests a die on your 2, where it shows only 2"),
        ([(3, 1), (4, 1), (4, 1)], 2, "this die is still 4 moves from blowing up"),
    ],
)
def test_each_kind_of_action_is_explained(dice: Dice, roll: int, words: str) -> None:
    """Die 0 moves; A has the 2, and the ace or not."""
    state = position(RING, ["2H", "7H"], dice)
    state.apply_chance(Roll(roll))
    assert explain_action("wheel", 0, state.view(0), Advance(0, 0)) == words


def test_card_may_belong_to_somebody_among_more_players() -> None:
    state = position(RING, ["2H", "7H", "6H"], [(3, 5), (4, 1), (4, 1)])
    state.apply_chance(Roll(2))
    assert explain_action("wheel", 0, state.view(0), Advance(0, 0)) == "blows up the 5, which could be somebody's"


def test_safe_joker_is_not_blown_up() -> None:
    state = position(RING, ["2H", "7H"], [(0, 5), (4, 1), (4, 1)], options=WheelOptions(joker_safe=True))
    state.apply_chance(Roll(2))
    assert explain_action("wheel", 0, state.view(0), Advance(0, 0)) == "raises all dice: brings dice back to 1"


@pytest.mark.parametrize("seats", [2, 3, 7])
def test_every_action_has_an_explanation(seats: int) -> None:
    """It has a few words without a full stop, the same in any world of the seat."""
    match, rng = new_wheel_match(seats, WheelOptions(), 4), Random(1)
    match.resolve_chance()
    explanations: set[str] = set()
    while not match.state.is_over:
        seat = match.state.active_seats()[0]
        legal: Sequence[Advance] = match.state.legal_actions(seat)  # type: ignore[assignment]
        world = match.state.resample(seat, rng)
        for action in legal:
            words = explain_action("wheel", seat, match.state.view(seat), action)
            assert words == explain_action("wheel", seat, world.view(seat), action)
            assert words
            assert not words.endswith(".")
            assert len(words.split()) <= 25
            explanations.add(words)
        match.act(rng.choice(legal))
    assert len(explanations) >= 5
