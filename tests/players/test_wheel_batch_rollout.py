"""Many quick matches at once: as often won as one by one, by every house rule."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from grenade_salad.games.wheel import WheelOptions
from grenade_salad.games.wheel.cards import spade_of
from grenade_salad.games.wheel.ring import DICE
from grenade_salad.players.wheel.batch_rollout import play
from grenade_salad.players.wheel.playouts import Luck, held, wins
from tests.rules.wheel.positions import Dice, position

WORLDS = 600


OPEN = [(0, 4), (3, 5), (7, 3)]


@pytest.mark.quick("hearts2*", "hearts3*")
@pytest.mark.parametrize(
    ("hearts", "options", "dice", "down"),
    [
        (["AH", "3H", "6H"], WheelOptions(), OPEN, ()),
        (["AH", "3H", "6H", "7H"], WheelOptions(joker="twice"), OPEN, ()),
        (["AH", "3H"], WheelOptions(joker_safe=True), [(0, 5), (3, 4), (3, 4)], (1, 4, 5, 6, 7)),
        (["AH", "3H"], WheelOptions(), [(0, 5), (3, 4), (3, 4)], (1, 4, 5, 6, 7)),
        pytest.param(["AH", "3H", "5H"], WheelOptions(face_down="counted"), OPEN, (), marks=pytest.mark.slow),
        (["AH 2H", "3H 6H"], WheelOptions(last_heart=True), OPEN, ()),
    ],
)
def test_as_often_won_as_one_by_one(
    hearts: list[str], options: WheelOptions, dice: Dice, down: tuple[int, ...]
) -> None:
    """By five standard errors, which the same luck for all dice makes smaller than those of independent matches."""
    state = position("AS 2S joker 3S 4S 5S 6S 7S", hearts, dice, down, 0, options)
    view = state.full_view()
    hands = dict(enumerate(held(view.ring, [spade_of(heart) for heart in hand]) for hand in view.hearts))  # type: ignore[union-attr]
    worlds = np.array([[hand] * WORLDS for hand in hands.values()])
    for roll in (1, 3):
        many = play(view.board(), 0, roll, worlds, options.last_heart, np.random.default_rng(roll)).mean(axis=1)
        for die in DICE:
            luck = (Luck(Random(number)) for number in range(WORLDS))
            one = sum(wins(view.board(), 0, die, roll, hands, options.last_heart, each) for each in luck) / WORLDS
            assert abs(many[die] - one) < 5 * (0.5 / WORLDS) ** 0.5


def test_what_is_sure_is_sure() -> None:
    """The first die blows up the last card of the other one, the second its own; the third leaves it open."""
    state = position("AS 2S joker 3S 4S 5S 6S 7S", ["AH", "3H"], [(1, 5), (7, 5), (5, 1)], (4, 6))
    worlds = np.array([[0b1] * 50, [0b1000] * 50])
    for roll, die, sure in ((2, 0, 1.0), (1, 1, 0.0)):
        found = play(state.full_view().board(), 0, roll, worlds, False, np.random.default_rng(1))
        assert set(found[die].tolist()) == {sure}
        assert 0 < found[2].mean() < 1
