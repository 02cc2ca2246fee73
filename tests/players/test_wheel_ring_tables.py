"""Tables of the wheel's players, compared with the game and plain recursion."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelState, WheelView
from grenade_salad.games.wheel.cards import matching_spade
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.ring import DICE, PIPS
from grenade_salad.players.wheel.best_responses import EndgameSpec, best_responses
from grenade_salad.players.wheel.endgame import find_duel, win_chances
from grenade_salad.players.wheel.normal import DieEvaluator
from grenade_salad.players.wheel.normal_tables import normal_worth
from grenade_salad.players.wheel.ring_tables import all_hands, find_layout, make_ring
from tests.players.wheel_matches import new_wheel_match
from tests.rules.wheel.positions import position
from tools.bench.ceiling import best_share


def positions_after_rolls(options: WheelOptions, matches: int) -> Iterator[tuple[WheelState, WheelView]]:
    """Yield positions of random matches of two after a roll.

    Each is a state with the view of the seat to act.
    """
    rng = Random(5)
    for seed in range(matches):
        match = new_wheel_match(2, options, seed)
        match.resolve_chance()
        while not match.state.is_over:
            state = match.state
            assert isinstance(state, WheelState)
            yield state, state.view(state.active_seats()[0])
            match.act(rng.choice(state.legal_actions(state.active_seats()[0])))


@pytest.mark.quick("once")
@pytest.mark.parametrize("joker", ["once", "twice"])
def test_tables_move_like_the_game(joker: str) -> None:
    """Compare the goal of every die and the cards that it blows up, in order."""
    explosions = 0
    for _, view in positions_after_rolls(WheelOptions(joker=joker), 30):  # type: ignore[arg-type]
        position_layout, twice = find_layout(view.ring_state()), joker == "twice"
        table = make_ring(len(position_layout.cards), position_layout.joker, twice)
        assert view.roll is not None
        for slot, die in enumerate(position_layout.order):
            expected = preview(view, die)
            if expected.after.count_spades() < 2:
                continue
            target = int(table.target[view.roll - 1, slot, position_layout.row])
            if target < table.size:
                blown, row = [], target
            elif target < table.chains:
                card, row = divmod(target - table.size, table.small)
                blown = [card]
            else:
                blown = [card for card in table.blown[target - table.chains] if card >= 0]
                row = int(table.ends[target - table.chains])
            assert blown == [position_layout.cards[blast.card_index] for blast in expected.explosions]
            assert row == find_layout(expected.after).row
            explosions += len(blown) > 1
    assert explosions >= 3


def test_tables_value_actions_like_normal() -> None:
    """Compare the value of every action with Normal's own computation."""
    compared = 0
    for index, (_, view) in enumerate(positions_after_rolls(WheelOptions(), 4)):
        if index % 3:
            continue
        assert view.seat is not None
        assert view.roll is not None
        position_layout = find_layout(view.ring_state())
        normal_values = DieEvaluator(view, view.seat).rate_dice(view.ring_state(), view.roll)
        own_hearts = position_layout.to_bits(view.ring.index(matching_spade(heart)) for heart in view.hearts[view.seat])  # type: ignore[union-attr]
        values = normal_worth(len(position_layout.cards), position_layout.joker, False, 2, 2)
        column = all_hands(len(position_layout.cards), position_layout.joker, 2).index(own_hearts)
        for slot, die in enumerate(position_layout.order):
            value = values[view.roll - 1, slot, position_layout.row, column]
            assert value == pytest.approx(normal_values[die], abs=1e-5)
            compared += 1
    assert compared > 30


def win_share(state: WheelState, cache: dict[tuple[object, ...], float]) -> float:
    """Return the win share of seat 0 before a roll, by plain recursion.

    Seat 0 plays best; the rival moves any die.
    """
    if state.is_over:
        return float(state.ranking()[0] == (0,))
    view = state.full_view()
    key = (view.turn, view.face_down, tuple(sorted((die.at, die.pips) for die in view.dice)))
    if key not in cache:
        cache[key] = sum(value_dice(state, roll, cache)[1] for roll in PIPS) / len(PIPS)
    return cache[key]


def value_dice(state: WheelState, roll: int, cache: dict[tuple[object, ...], float]) -> tuple[list[float], float]:
    """Return the win share of seat 0 after each die, and before the choice of one."""
    shares = []
    for die in DICE:
        next_state = state.copy()
        next_state.apply_chance(Roll(roll))
        next_state.apply(Advance(next_state.active_seats()[0], die))
        shares.append(win_share(next_state, cache))
    return shares, max(shares) if state.full_view().turn == 0 else sum(shares) / len(shares)


RING = "AS 2S 3S joker 4S 5S 6S 7S"


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    ("dice", "down", "options"),
    [
        ([(0, 3), (2, 4), (4, 4)], (3, 5, 6, 7), WheelOptions()),
        ([(0, 5), (4, 4), (1, 5)], (5, 6, 7), WheelOptions()),
        ([(2, 4), (1, 5), (4, 5)], (5, 6, 7), WheelOptions(joker="twice")),
    ],
)
def test_values_agree_with_plain_recursion(
    turn: int, dice: list[tuple[int, int]], down: tuple[int, ...], options: WheelOptions
) -> None:
    state = position(RING, ["AH 2H", "3H 4H"], dice, down, turn, options)
    cache: dict[tuple[object, ...], float] = {}
    expected = win_share(state, cache)
    assert 0.1 < expected < 0.95
    board = state.full_view().ring_state()
    position_layout = find_layout(board)
    table = EndgameSpec(
        len(position_layout.cards), position_layout.joker, options.joker == "twice", position_layout.to_bits([0, 1]), 2
    )
    column = table.rival_hands().index(position_layout.to_bits([2, 4]))
    values = best_responses(table, "any")
    assert (values.own if turn == 0 else values.theirs)[position_layout.row, column] == pytest.approx(
        expected, abs=1e-5
    )


def test_win_shares_of_each_die_agree_with_plain_recursion() -> None:
    state = position(RING, ["AH 2H", "3H 4H"], [(4, 5), (2, 4), (0, 4)], (5, 6, 7), 0)
    for roll in PIPS:
        state_after_roll = state.copy()
        state_after_roll.apply_chance(Roll(roll))
        view = state_after_roll.view(0)
        endgame = find_duel(view, 0)
        assert endgame is not None
        position_layout = find_layout(view.ring_state())
        table = endgame.make_spec(view.ring_state(), position_layout)
        weights = np.array([[float(hand == position_layout.to_bits([2, 4])) for hand in table.rival_hands()]])
        shares = win_chances(endgame, view.ring_state(), roll, ["any"], weights)
        assert shares == pytest.approx(value_dice(state, roll, {})[0], abs=1e-5)


@pytest.mark.slow
def test_best_play_with_visible_hearts_wins_little_against_normal() -> None:
    """The upper limit for players that see only a view."""
    assert best_share("sound") == pytest.approx(0.5824, abs=0.0005)
    assert best_share("any") == pytest.approx(0.8949, abs=0.0005)
