"""Batches: in lockstep with the rules, in views, chances, and states in and out."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

np: Any = pytest.importorskip("numpy")

from grenade_salad.core import State  # noqa: E402
from grenade_salad.games.live_grenade import GAME as LIVE_GRENADE  # noqa: E402
from grenade_salad.games.live_grenade import LiveGrenadeOptions, LiveGrenadeSetup  # noqa: E402
from grenade_salad.games.live_grenade.options import why_not_options  # noqa: E402
from grenade_salad.games.wheel import GAME as WHEEL  # noqa: E402
from grenade_salad.games.wheel import Die, WheelOptions, WheelSetup, WheelState  # noqa: E402
from grenade_salad.lab.batch.batch import Batch  # noqa: E402
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch  # noqa: E402
from grenade_salad.lab.batch.wheel import WheelBatch  # noqa: E402
from tests.lab.lockstep import (  # noqa: E402
    WHEELS,
    apply_both,
    compare_and_choose,
    find_drawn_chance,
    get_drawn_roll,
    play_in_lockstep,
)
from tests.marks import for_each  # noqa: E402

MANY = 100_000
"""Number of moves with `.ci/run --doors`, over all house rules.

The slow run has an eighth of them.
"""


def _tables_of_live_grenade() -> list[tuple[int, LiveGrenadeOptions]]:
    """Return all seats of Live Grenade with all house rules, at a few values each."""
    tables = []
    for seats, decks, added, friends, extra, starter, ranks in itertools.product(
        range(2, 14), (1, 2, 3), ("decks", "needed"), (None, 0, 3), (0, 2, 6), (None, 1), (None, (), ("4", "7"), ("9",))
    ):
        options = LiveGrenadeOptions(decks, friends, extra, starter, added, ranks is not None, ranks or None)
        if why_not_options(seats, options) is None:
            tables.append((seats, options))
    return tables


def _select_wheels(many: int, step: int) -> Iterator[tuple[int, int, WheelOptions]]:
    """Yield `many` numbers of seats and house rules, at even steps."""
    for index in range(many):
        seats, options = WHEELS[index * step % len(WHEELS)]
        yield index, seats, options


@pytest.mark.timeout(1800)
@for_each(
    "case",
    quick=[(6, 37, 90)],
    slow=[(len(WHEELS), 1, MANY // len(WHEELS) // 8)],
    doors=[(len(WHEELS), 1, MANY // len(WHEELS) + 1)],
)
@pytest.mark.rule(*(f"WH-{rule_number:02}" for rule_number in range(3, 17)))
def test_wheels_are_in_lockstep_with_the_rules(case: tuple[int, int, int]) -> None:
    many, step, moves = case
    ended = 0
    for index, seats, options in _select_wheels(many, step):
        ended += play_in_lockstep(WheelBatch(15, seats, options), moves, Random(index), get_drawn_roll)
    assert ended


@pytest.mark.timeout(1800)
@for_each("case", quick=[(5, 90)], slow=[(192, MANY // 192 // 8)], doors=[(192, MANY // 192 + 1)])
@pytest.mark.rule(*(f"LG-{rule_number:02}" for rule_number in range(1, 28)), "LG-30", "LG-31")
def test_live_grenades_are_in_lockstep_with_the_rules(case: tuple[int, int]) -> None:
    many, moves = case
    rules = _tables_of_live_grenade()
    rules = rules[:: len(rules) // many][:many]
    ended = 0
    for index, (seats, options) in enumerate(rules):
        ended += play_in_lockstep(LiveGrenadeBatch(15, seats, options), moves, Random(index), find_drawn_chance)
    assert ended


def _check_choices(batch: Any, state: State, moves: list[str]) -> None:
    """Play these choices from a position and compare; the last may follow the end."""
    luck = get_drawn_roll if isinstance(batch, WheelBatch) else find_drawn_chance
    batch.set_state(0, state)
    for move in moves:
        compare_and_choose(batch, [state], Random(0))
        seat, choice = batch.active_seat[0], batch.encoding.choices.index(move)
        encoded = None if state.is_over else batch.encoding.encode(state.view(seat), state.legal_actions(seat))
        apply_both(batch, [state], [(choice, encoded and encoded.choices[choice])], luck)
    compare_and_choose(batch, [state], Random(0))


_HEARTS = (("AH", "2H"), ("4H", "5H"))
_LOW_DIE, _HIGH_DIE = Die(1, 5), Die(4, 5)
"""Dice on the ace and the 4 that blow up when the joker raises them."""


@for_each(
    "case",
    quick=[
        # The joker raises both. One blows up, of two last hearts or not, and the other stays at 6.
        ((2, 3, 5, 6, 7), (Die(4, 1), _LOW_DIE, _HIGH_DIE), True),
        # A heart of three, and another of the same seat.
        ((), (Die(7, 1), Die(3, 1), _HIGH_DIE), True),
        ((7,), (Die(6, 1), Die(5, 5), _HIGH_DIE), False),
    ],
)
@pytest.mark.rule("WH-11", "WH-13", "WH-14")
def test_chains_of_the_wheel_are_in_lockstep(case: tuple[tuple[int, ...], tuple[Die, Die, Die], bool]) -> None:
    down, dice, last = case
    options = WheelOptions(last_heart=last)
    ring = ("joker", "AS", "2S", "3S", "4S", "5S", "6S", "7S")
    state = WHEEL.start(2, options, WheelSetup(ring, _HEARTS, 0, dice, down, roll=1))
    _check_choices(WheelBatch(1, 2, options), state, ["move die 0", "move die 0", "move die 1"])


@pytest.mark.rule("LG-19", "LG-23")
def test_theft_from_an_emptied_hand_takes_nothing() -> None:
    setup = LiveGrenadeSetup((("10C", "KC"), ("KD",)), ("4C", "AC", "4D", "5D"), 0)
    state = LIVE_GRENADE.start(2, LiveGrenadeOptions(), setup)
    _check_choices(LiveGrenadeBatch(1), state, ["steal from +1", "cancel", "cancel", "draw"])


def test_seed_gives_the_same_match_beside_any_other_table() -> None:
    alone, many = WheelBatch(1, 3), WheelBatch(5, 3)
    alone.reset(seed=7)
    many.reset(seed=4)  # The table at index 3 has seed 7.
    for step in range(60):
        assert alone.state(0) == many.state(3)
        alone.act(np.array([step % 3]))
        # The others choose other actions, and are dealt at other times.
        many.act(np.array([0, 1, step % 2, step % 3, 2]))
        if step % 5 == 0:
            many.reset([0, 4], seed=[step, step])
        are_over = alone.is_over[0]
        assert are_over == many.is_over[3]
        if are_over and step % 2:
            alone.reset()
            many.reset([3])


def test_deals_and_rolls_are_fair() -> None:
    """Rolls, starters, cards and hearts of 42,000 deals are within five deviations.

    These are standard deviations of each count.
    """
    batch, deals = WheelBatch(42_000, 7), 42_000
    batch.reset(seed=0)
    states = [batch.state(table).full_view() for table in range(0, deals, 60)]
    for counts, total, shares in (
        (np.bincount(batch.roll)[1:], deals, 6),
        (np.bincount(batch.active_seat), deals, 7),
        (np.unique([view.ring.index("4S") for view in states], return_counts=True)[1], len(states), 8),
        (np.unique([view.hearts[2] for view in states], return_counts=True)[1], len(states), 7),
    ):
        assert len(counts) == shares
        deviation = (total / shares * (1 - 1 / shares)) ** 0.5
        assert abs(counts - total / shares).max() < 5 * deviation, counts


def test_thefts_and_shuffles_are_fair() -> None:
    """Each of four cards is drawn in a quarter of 400 equal cases.

    The limit is five standard deviations.
    """
    batch = LiveGrenadeBatch(400)
    batch.reset(seed=3)
    steal, let_pass, draw = (batch.encoding.choices.index(name) for name in ("steal from +1", "pass", "draw"))
    four, drawn = ("4C", "5C", "6C", "7C"), ("AC", "8C", "9C", "9D")
    for hands, deck, choices in (
        ((("10C",), four), drawn, (steal, let_pass)),
        ((("2C",), four), drawn, (draw,)),
    ):
        start = LIVE_GRENADE.start(2, batch.options, LiveGrenadeSetup(hands, deck, 0))
        for table in range(400):
            batch.set_state(table, start)
        for choice in choices:
            batch.act(np.full(400, choice))
        after: list[Any] = [batch.state(table).full_view() for table in range(400)]
        counts = Counter(view.hands[0][0] if choices[0] == steal else view.deck[0] for view in after)
        assert set(counts) == set(four if choices[0] == steal else drawn)
        assert all(abs(count - 100) < 5 * 75**0.5 for count in counts.values()), counts


def test_batch_refuses_illegal_choices_and_foreign_states() -> None:
    batch = WheelBatch(2)
    batch.reset(seed=1)
    states_before = batch.state(0), batch.state(1)
    with pytest.raises(ValueError, match="a die, 0 to 2"):
        batch.act(np.array([1, 3]))
    assert (batch.state(0), batch.state(1)) == states_before
    start = WHEEL.start(2, WheelOptions(), None)
    for state in (start, WHEEL.start(3, WheelOptions(), None), WHEEL.start(2, WheelOptions(joker_safe=True), None)):
        with pytest.raises(ValueError, match=r"after the deal|other seats"):
            batch.set_state(0, state)
    assert isinstance(batch, Batch)
    assert isinstance(states_before[0], WheelState)
