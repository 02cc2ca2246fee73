"""Batches: in lockstep with the rules, in views, chances, and states in and out."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

np: Any = pytest.importorskip("numpy")

from grenade_salad.core import Action, Chance, State  # noqa: E402
from grenade_salad.games.live_grenade import GAME as LIVE_GRENADE  # noqa: E402
from grenade_salad.games.live_grenade import Deal as CardDeal  # noqa: E402
from grenade_salad.games.live_grenade import LiveGrenadeOptions, LiveGrenadeSetup, LiveGrenadeView, Reshuffle, Stolen  # noqa: E402
from grenade_salad.games.live_grenade.options import why_not_options  # noqa: E402
from grenade_salad.games.wheel import GAME as WHEEL  # noqa: E402
from grenade_salad.games.wheel import Deal, Die, Roll, WheelOptions, WheelSetup, WheelState  # noqa: E402
from grenade_salad.lab.batch.batch import Batch  # noqa: E402
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch  # noqa: E402
from grenade_salad.lab.batch.wheel import WheelBatch  # noqa: E402
from tests.marks import for_each  # noqa: E402

_FLAGS = (False, True)
WHEELS = [
    (seats, WheelOptions(starter, face_down, joker, safe, last))
    for seats, starter, face_down, joker, safe, last in itertools.product(
        range(2, 8), (None, 1), ("skipped", "counted"), ("once", "twice"), _FLAGS, _FLAGS
    )
]
"""All numbers of seats with all house rules of the wheel."""


def play_in_lockstep(batch: Any, moves: int, rng: Random, luck: Callable[[Any, int, State], Chance]) -> int:
    """Play at least `moves` random moves at all tables and compare with the rules.

    Tables that are over wait a while and are then dealt again; half of them begin in the middle of a match. Return the
    number of matches that ended.
    """
    batch.reset(seed=rng.getrandbits(32))
    states = [_replay_deal(batch, table) for table in range(batch.tables)]
    for table in range(0, batch.tables, 2):
        batch.set_state(table, _random_state(batch, rng))
        states[table] = batch.state(table)
    action_count = ended = 0
    while action_count < moves:
        chosen = _compare_and_choose(batch, states, rng)
        action_count += sum(action is not None for _, action in chosen)
        ended += _apply_both(batch, states, chosen, luck)
        for table in batch.is_over.nonzero()[0][rng.random() < 0.5 :: 2]:
            batch.reset([table])
            states[table] = _replay_deal(batch, table)
    return ended


def _apply_both(
    batch: Any, states: list[State], chosen: list[tuple[int, Action | None]], luck: Callable[[Any, int, State], Chance]
) -> int:
    """Apply a choice for each table on both sides and compare.

    Return the number of matches that ended.
    """
    was_over = batch.is_over.copy()
    rewards, ends = batch.act(np.array([choice for choice, _ in chosen]))
    for table, (state, (_, action)) in enumerate(zip(states, chosen, strict=True)):
        if action is not None:
            state.apply(action)
            while state.pending_chance():
                state.apply_chance(luck(batch, table, state))
        assert batch.state(table) == state
        assert (bool(batch.is_over[table]), bool(ends[table])) == (state.is_over, state.is_over and not was_over[table])
        assert rewards[table].tolist() == _rewards(state, bool(ends[table]))
    return int(ends.sum())


def _compare_and_choose(batch: Any, states: list[State], rng: Random) -> list[tuple[int, Action | None]]:
    """Compare every view and mask, then return a choice for each table."""
    observations = [batch.observe(np.full(batch.tables, seat, np.uint8)) for seat in range(batch.seats)]
    acting, mask, chosen = batch.observe(), batch.mask(), list[tuple[int, Action | None]]()
    for table, state in enumerate(states):
        choices: Any = [None]
        for seat in range(batch.seats):
            is_active = not state.is_over and state.active_seats()[0] == seat
            encoded = batch.encoding.encode(state.view(seat), state.legal_actions(seat) if is_active else ())
            assert observations[seat][table].tolist() == list(encoded.numbers), (state, seat)
            if is_active:
                assert batch.active_seat[table] == seat
                assert acting[table].tolist() == list(encoded.numbers)
                choices = encoded.choices
        assert mask[table].tolist() == (
            [option is not None for option in choices] if len(choices) > 1 else [0] * len(mask[0])
        )
        # A negative choice makes the table wait this time.
        waits = rng.random() < 0.1
        possible = [(index, option) for index, option in enumerate(choices) if state.is_over or option is not None]
        chosen.append((-1, None) if waits else rng.choice(possible))
    return chosen


def _rewards(state: State, ended: bool) -> list[float]:
    winner = state.ranking()[0] if ended else ()
    loser_reward = np.float32(-1 / (state.seats - 1)) if ended else 0
    return [1 if seat in winner else loser_reward for seat in range(state.seats)]


def _replay_deal(batch: Any, table: int) -> State:
    """Replay a table's deal by the rules, which refuse impossible deals."""
    view: Any = batch.state(table).full_view()
    wheel = isinstance(batch, WheelBatch)
    state: State = (WHEEL if wheel else LIVE_GRENADE).start(batch.seats, batch.options, None)
    if wheel:
        state.apply_chance(Deal(WheelSetup(view.ring, view.hearts, view.turn)))
        state.apply_chance(_drawn_roll(batch, table, state))
    else:
        state.apply_chance(CardDeal(LiveGrenadeSetup(view.hands, view.deck, view.turn)))
    assert batch.state(table) == state
    return state


def _random_state(batch: Any, rng: Random) -> State:
    """Return a random state with the same seats and house rules.

    A roll may be pending.
    """
    game = WHEEL if isinstance(batch, WheelBatch) else LIVE_GRENADE
    state: State = game.start(batch.seats, batch.options, None)
    steps = rng.randrange(1, 60 if game is WHEEL else 40 * batch.seats)
    while not state.is_over and (steps > 0 or state.pending_chance() not in (None, "roll")):
        steps -= 1
        if state.pending_chance():
            state.apply_chance(state.sample_chance(rng))
        else:
            state.apply(rng.choice(state.legal_actions(state.active_seats()[0])))
    return state


def _drawn_roll(batch: Any, table: int, _: State) -> Chance:
    return Roll(int(batch.roll[table]))


def find_drawn_chance(batch: Any, table: int, state: State) -> Chance:
    """Return the chance drawn at a table of Live Grenade, from the difference."""
    previous, current = state.full_view(), batch.state(table).full_view()
    assert isinstance(previous, LiveGrenadeView)
    if state.pending_chance() == "reshuffle":
        return Reshuffle(current.deck)
    victim = previous.stack[0].target
    assert victim is not None
    (card,) = (Counter(previous.hands[victim]) - Counter(current.hands[victim])).elements()
    return Stolen(card)


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
@for_each("case", quick=[(6, 37, 90)], slow=[(len(WHEELS), 1, 100_000 // len(WHEELS) + 1)])
@pytest.mark.rule(*(f"WH-{rule_number:02}" for rule_number in range(3, 17)))
def test_wheels_are_in_lockstep_with_the_rules(case: tuple[int, int, int]) -> None:
    many, step, moves = case
    ended = 0
    for index, seats, options in _select_wheels(many, step):
        ended += play_in_lockstep(WheelBatch(15, seats, options), moves, Random(index), _drawn_roll)
    assert ended


@pytest.mark.timeout(1800)
@for_each("case", quick=[(5, 90)], slow=[(192, 100_000 // 192 + 1)])
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
    luck = _drawn_roll if isinstance(batch, WheelBatch) else find_drawn_chance
    batch.set_state(0, state)
    for move in moves:
        _compare_and_choose(batch, [state], Random(0))
        seat, choice = batch.active_seat[0], batch.encoding.choices.index(move)
        encoded = None if state.is_over else batch.encoding.encode(state.view(seat), state.legal_actions(seat))
        _apply_both(batch, [state], [(choice, encoded and encoded.choices[choice])], luck)
    _compare_and_choose(batch, [state], Random(0))


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
