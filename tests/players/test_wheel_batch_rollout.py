"""Batch rollouts of the wheel win as often as single playouts, by every rule."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from grenade_salad.games.wheel import WheelOptions
from grenade_salad.games.wheel.cards import matching_spade
from grenade_salad.games.wheel.ring import DICE
from grenade_salad.players.wheel.batch_rollout import play_out
from tests.rules.wheel.positions import Dice, position
from tools.bench.wheel_playouts import SharedRolls, is_won, to_bits

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
def test_batch_wins_as_often_as_single_playouts(
    hearts: list[str], options: WheelOptions, dice: Dice, down: tuple[int, ...]
) -> None:
    """Compare the shares within five standard errors.

    The same chance for all dice makes these errors smaller than those of independent matches.
    """
    state = position("AS 2S joker 3S 4S 5S 6S 7S", hearts, dice, down, 0, options)
    view = state.full_view()
    hands = dict(enumerate(to_bits(view.ring, [matching_spade(heart) for heart in hand]) for hand in view.hearts))  # type: ignore[union-attr]
    worlds = np.array([[hand] * WORLDS for hand in hands.values()])
    for roll in (1, 3):
        batch_shares = play_out(
            view.ring_state(), 0, roll, worlds, options.last_heart, np.random.default_rng(roll)
        ).mean(axis=1)
        for die in DICE:
            playout_randoms = (SharedRolls(Random(seed)) for seed in range(WORLDS))
            single_share = (
                sum(
                    is_won(view.ring_state(), 0, die, roll, hands, options.last_heart, playout_random)
                    for playout_random in playout_randoms
                )
                / WORLDS
            )
            assert abs(batch_shares[die] - single_share) < 5 * (0.5 / WORLDS) ** 0.5


def test_certain_win_and_certain_loss_are_exact() -> None:
    """Die 0 blows up the rival's last card, die 1 the seat's own; die 2 neither."""
    state = position("AS 2S joker 3S 4S 5S 6S 7S", ["AH", "3H"], [(1, 5), (7, 5), (5, 1)], (4, 6))
    worlds = np.array([[0b1] * 50, [0b1000] * 50])
    for roll, die, expected in ((2, 0, 1.0), (1, 1, 0.0)):
        results = play_out(state.full_view().ring_state(), 0, roll, worlds, False, np.random.default_rng(1))
        assert set(results[die].tolist()) == {expected}
        assert 0 < results[2].mean() < 1
