"""The tables of the wheel's players, held to the game's own moves and to plain recursion over its own states."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelState, WheelView
from grenade_salad.games.wheel.cards import spade_of
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.ring import DICE, PIPS
from grenade_salad.players.wheel.best_responses import Table, answers
from grenade_salad.players.wheel.endgame import chances, duel
from grenade_salad.players.wheel.normal import Thought
from grenade_salad.players.wheel.normal_tables import sound
from grenade_salad.players.wheel.ring_tables import hands, layout, ring
from tests.players.wheel_matches import begun
from tests.rules.wheel.positions import position
from tools.bench.ceiling import ceiling


def rolled(options: WheelOptions, matches: int) -> Iterator[tuple[WheelState, WheelView]]:
    """Positions of matches of two that anybody plays anyhow, after a roll, and what the seat to act sees."""
    rng = Random(5)
    for seed in range(matches):
        match = begun(2, options, seed)
        match.settle()
        while not match.state.is_over:
            state = match.state
            assert isinstance(state, WheelState)
            yield state, state.view(state.active_seats()[0])
            match.act(rng.choice(state.legal_actions(state.active_seats()[0])))


@pytest.mark.quick("once")
@pytest.mark.parametrize("joker", ["once", "twice"])
def test_the_tables_move_as_the_game_does(joker: str) -> None:
    """Where every die would go, and what it would blow up, in the order in which that counts."""
    explosions = 0
    for _, view in rolled(WheelOptions(joker=joker), 30):  # type: ignore[arg-type]
        here, twice = layout(view.board()), joker == "twice"
        table = ring(len(here.number), here.joker, twice)
        assert view.roll is not None
        for slot, die in enumerate(here.order):
            seen = preview(view, die)
            if seen.after.spades() < 2:
                continue
            target = int(table.target[view.roll - 1, slot, here.row])
            if target < table.size:
                blown, row = [], target
            elif target < table.chains:
                card, row = divmod(target - table.size, table.small)
                blown = [card]
            else:
                blown = [card for card in table.blown[target - table.chains] if card >= 0]
                row = int(table.ends[target - table.chains])
            assert blown == [here.number[blast.at] for blast in seen.explosions]
            assert row == layout(seen.after).row
            explosions += len(blown) > 1
    assert explosions >= 3


def test_the_tables_know_what_normal_thinks() -> None:
    """The same worth of every move as Normal computes itself, for the hands of both."""
    compared = 0
    for number, (_, view) in enumerate(rolled(WheelOptions(), 4)):
        if number % 3:
            continue
        assert view.seat is not None
        assert view.roll is not None
        here = layout(view.board())
        mine = Thought(view, view.seat).choices(view.board(), view.roll)
        own = here.bits(view.ring.index(spade_of(heart)) for heart in view.hearts[view.seat])  # type: ignore[union-attr]
        worth = sound(len(here.number), here.joker, False, 2, 2)
        column = hands(len(here.number), here.joker, 2).index(own)
        for slot, die in enumerate(here.order):
            there = worth[view.roll - 1, slot, here.row, column]
            assert there == pytest.approx(mine[die], abs=1e-5)
            compared += 1
    assert compared > 30


def chance(state: WheelState, known: dict[tuple[object, ...], float]) -> float:
    """How likely seat 0 is to win before a roll, if it plays best and the other moves any die: plain recursion."""
    if state.is_over:
        return float(state.ranking()[0] == (0,))
    view = state.full_view()
    key = (view.turn, view.face_down, tuple(sorted((die.at, die.pips) for die in view.dice)))
    if key not in known:
        known[key] = sum(choose(state, roll, known)[1] for roll in PIPS) / len(PIPS)
    return known[key]


def choose(state: WheelState, roll: int, known: dict[tuple[object, ...], float]) -> tuple[list[float], float]:
    """How likely seat 0 is to win after each die that may be moved now, and before it is known which."""
    after = []
    for die in DICE:
        other = state.copy()
        other.apply_chance(Roll(roll))
        other.apply(Advance(other.active_seats()[0], die))
        after.append(chance(other, known))
    return after, max(after) if state.full_view().turn == 0 else sum(after) / len(after)


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
    known: dict[tuple[object, ...], float] = {}
    expected = chance(state, known)
    assert 0.1 < expected < 0.95
    board = state.full_view().board()
    here = layout(board)
    table = Table(len(here.number), here.joker, options.joker == "twice", here.bits([0, 1]), 2)
    column = table.hands().index(here.bits([2, 4]))
    found = answers(table, "any")
    assert (found.own if turn == 0 else found.theirs)[here.row, column] == pytest.approx(expected, abs=1e-5)


def test_chances_of_each_die_agree_with_plain_recursion() -> None:
    state = position(RING, ["AH 2H", "3H 4H"], [(4, 5), (2, 4), (0, 4)], (5, 6, 7), 0)
    for roll in PIPS:
        after = state.copy()
        after.apply_chance(Roll(roll))
        view = after.view(0)
        who = duel(view, 0)
        assert who is not None
        here = layout(view.board())
        table = who.table(view.board(), here)
        weights = np.array([[float(hand == here.bits([2, 4])) for hand in table.hands()]])
        found = chances(who, view.board(), roll, ["any"], weights)
        assert found == pytest.approx(choose(state, roll, {})[0], abs=1e-5)


@pytest.mark.slow
def test_nobody_wins_much_against_normal_even_with_all_hearts_seen() -> None:
    """The measure of what players that see a view win against it."""
    assert ceiling("sound") == pytest.approx(0.5824, abs=0.0005)
    assert ceiling("any") == pytest.approx(0.8949, abs=0.0005)
