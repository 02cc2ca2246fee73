"""Machine players: sound choices in known positions, and their shares of wins."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from grenade_salad.core import Action
from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelState
from grenade_salad.lab.playout import run_playout
from grenade_salad.players import make as make_player
from tests.marks import for_each
from tests.rules.wheel.positions import position


def choose_after_roll(state: WheelState, roll: int, level: str = "normal", seed: int = 0) -> Action:
    """Return the action of the machine player after the roll."""
    state.apply_chance(Roll(roll))
    seat = state.active_seats()[0]
    action = make_player("wheel", level, seat, Random(seed)).decide(state.view(seat), state.legal_actions(seat))
    assert action in state.legal_actions(seat)
    return action


@for_each("seed", range(5))
def test_machine_spares_its_own_card(seed: int) -> None:
    """Two of the three dice would blow up AS, its own card."""
    ring = "AS 2S 3S 4S 5S 6S 7S joker"
    for hearts in (["AH", "2H"], ["AH", "3H", "4H", "5H"]):
        assert choose_after_roll(position(ring, hearts, [(5, 5), (1, 1), (5, 5)]), 3, seed=seed) == Advance(0, 1)


@for_each("seed", range(5))
def test_machine_blows_up_a_card_that_can_only_be_an_opponents(seed: int) -> None:
    """Only 3S can be the card of the other player."""
    state = position("AS 2S 3S 4S joker", ["AH", "3H"], [(0, 2), (1, 5), (0, 3)], down=[3, 4])
    assert choose_after_roll(state, 1, seed=seed) == Advance(0, 1)


@for_each("seed", range(5))
def test_machine_foresees_the_effect_of_the_joker(seed: int) -> None:
    """Die 0 would reach the joker and raise the 5 on the machine's own card."""
    ring = "AS 2S 3S 4S 5S 6S 7S joker"
    state = position(ring, ["AH", "2H", "3H"], [(5, 1), (0, 5), (2, 1)])
    assert choose_after_roll(state, 2, seed=seed) != Advance(0, 0)


def test_machine_plays_with_all_house_rules_and_seat_counts() -> None:
    options = WheelOptions(face_down="counted", joker="twice", joker_safe=True, last_heart=True)
    state = position("AS 2S 3S 4S 5S joker", ["AH 3H", "2H 4H"], [(0, 5), (1, 5), (5, 5)], [2], options=options)
    rng = Random(1)
    players = [make_player("wheel", "normal", seat, rng) for seat in range(2)]
    for _ in range(200):
        if state.is_over:
            break
        state.apply_chance(state.sample_chance(rng))
        seat = state.active_seats()[0]
        state.apply(players[seat].decide(state.view(seat), state.legal_actions(seat)))
    assert state.is_over
    for seats in range(2, 8):
        assert len(run_playout("wheel", ["normal"] * seats, seats).ranking) == seats


def test_same_seed_plays_the_same_match() -> None:
    assert (
        run_playout("wheel", ["normal", "random", "normal"], 5).lines
        == run_playout("wheel", ["normal", "random", "normal"], 5).lines
    )


def test_random_machine_takes_every_die() -> None:
    ring = "AS 2S 3S 4S"
    taken = {choose_after_roll(position(ring, ["AH", "2H"]), 2, "random", seed) for seed in range(30)}
    assert taken == {Advance(0, 0), Advance(0, 1), Advance(0, 2)}


def win_rate(seats: int, matches: int) -> float:
    """Return the share of wins of one normal player against random ones.

    The normal player takes each seat in turn.
    """
    win_count = 0
    for seed in range(matches):
        levels: Sequence[str] = ["normal" if seat == seed % seats else "random" for seat in range(seats)]
        win_count += run_playout("wheel", levels, seed).ranking[0] == (seed % seats,)
    return win_count / matches


def test_normal_machine_beats_random_players() -> None:
    assert win_rate(2, 60) > 0.75
    assert win_rate(4, 60) > 0.45


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "minimum"), [(2, 0.85), (3, 0.70), (4, 0.60)])
def test_normal_machine_beats_random_players_by_far(seats: int, minimum: float) -> None:
    assert win_rate(seats, 400) >= minimum
