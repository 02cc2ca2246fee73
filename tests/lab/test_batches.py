"""Batches: in lockstep with the rules, what every seat sees as well; their luck; states in and out."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

np: Any = pytest.importorskip("numpy")

from grenade_salad.core import Action, Chance, State  # noqa: E402
from grenade_salad.games.wheel import GAME as WHEEL  # noqa: E402
from grenade_salad.games.wheel import Roll, WheelOptions, WheelState  # noqa: E402
from grenade_salad.lab.batch.batch import Batch  # noqa: E402
from grenade_salad.lab.batch.wheel import WheelBatch  # noqa: E402
from tests.marks import over  # noqa: E402

_FLAGS = (False, True)
_WHEELS = [
    (seats, WheelOptions(starter, face_down, joker, safe, last))
    for seats, starter, face_down, joker, safe, last in itertools.product(
        range(2, 8), (None, 1), ("skipped", "counted"), ("once", "twice"), _FLAGS, _FLAGS
    )
]
"""All seats with all house rules of the wheel."""


def in_lockstep(batch: Any, moves: int, rng: Random, luck: Callable[[Any, int], Chance]) -> int:
    """Play so many moves or more by chance at all tables, and by the rules beside them: nothing may differ. Tables that
    are over wait a while, and then are dealt anew or take a state of the rules in. How many matches ended."""
    batch.reset(seed=rng.getrandbits(32))
    states = [batch.state(table) for table in range(batch.tables)]
    done = ended = 0
    while done < moves:
        chosen = _compared(batch, states, rng)
        were = batch.over.copy()
        rewards, ends = batch.act(np.array([choice for choice, _ in chosen]))
        for table, (state, (_, action)) in enumerate(zip(states, chosen, strict=True)):
            if action is not None:
                done += 1
                state.do(action)
                while state.due():
                    state.happen(luck(batch, table))
            assert batch.state(table) == state
            assert (bool(batch.over[table]), bool(ends[table])) == (state.over, state.over and not were[table])
            assert rewards[table].tolist() == _rewards(state, bool(ends[table]))
        ended += int(ends.sum())
        for table in batch.over.nonzero()[0][rng.random() < 0.5 :: 2]:
            if rng.random() < 0.5:
                batch.put(table, _one_of(states[0], rng))
            else:
                batch.reset([table])
            states[table] = batch.state(table)
    return ended


def _compared(batch: Any, states: list[State], rng: Random) -> list[tuple[int, Action | None]]:
    """A choice for each table, after every view and every mask was compared."""
    seen = [batch.observe(np.full(batch.tables, seat, np.uint8)) for seat in range(batch.seats)]
    acting, mask, chosen = batch.observe(), batch.mask(), list[tuple[int, Action | None]]()
    for table, state in enumerate(states):
        choices: Any = [None]
        for seat in range(batch.seats):
            asked = not state.over and state.to_act()[0] == seat
            encoded = batch.encoding.encode(state.view(seat), state.legal(seat) if asked else ())
            assert seen[seat][table].tolist() == list(encoded.numbers), (state, seat)
            if asked:
                assert batch.to_act[table] == seat
                assert acting[table].tolist() == list(encoded.numbers)
                choices = encoded.choices
        assert mask[table].tolist() == (
            [one is not None for one in choices] if len(choices) > 1 else [0] * len(mask[0])
        )
        # Less than 0: the table stands still this time.
        waits = rng.random() < 0.1
        possible = [(number, one) for number, one in enumerate(choices) if state.over or one is not None]
        chosen.append((-1, None) if waits else rng.choice(possible))
    return chosen


def _rewards(state: State, ended: bool) -> list[float]:
    winner = state.ranking()[0] if ended else ()
    others = np.float32(-1 / (state.seats - 1)) if ended else 0
    return [1 if seat in winner else others for seat in range(state.seats)]


def _one_of(like: State, rng: Random) -> State:
    """A position of a match by the rules, with the same seats and house rules; luck may be due in it."""
    state = WHEEL.start(like.seats, like.options, None)  # type: ignore[attr-defined]
    for _ in range(rng.randrange(1, 30)):
        if state.over:
            break
        if state.due():
            state.happen(state.sample(rng))
        else:
            state.do(rng.choice(state.legal(state.to_act()[0])))
    return state


def _rolled(batch: Any, table: int) -> Chance:
    return Roll(int(batch.roll[table]))


def _wheels(many: int, step: int) -> Iterator[tuple[int, int, WheelOptions]]:
    """So many sizes of batches and house rules, by turns."""
    for number in range(many):
        seats, options = _WHEELS[number * step % len(_WHEELS)]
        yield number, seats, options


@over("case", quick=[(6, 37, 300)], slow=[(len(_WHEELS), 1, 200_000 // len(_WHEELS) + 1)])
@pytest.mark.rule(*(f"WH-{number:02}" for number in range(3, 17)))
def test_wheels_are_in_lockstep_with_the_rules(case: tuple[int, int, int]) -> None:
    many, step, moves = case
    ended = 0
    for number, seats, options in _wheels(many, step):
        ended += in_lockstep(WheelBatch(15, seats, options), moves, Random(number), _rolled)
    assert ended > many


def test_a_seed_is_the_same_match_whatever_is_beside_it() -> None:
    alone, many = WheelBatch(1, 3), WheelBatch(5, 3)
    alone.reset(seed=7)
    many.reset(seed=4)  # the table at index 3 has 7
    for step in range(60):
        assert alone.state(0) == many.state(3)
        alone.act(np.array([step % 3]))
        # The others do something else, and are dealt anew at other times.
        many.act(np.array([0, 1, step % 2, step % 3, 2]))
        if step % 5 == 0:
            many.reset([0, 4], seed=[step, step])
        both = alone.over[0]
        assert both == many.over[3]
        if both and step % 2:
            alone.reset()
            many.reset([3])


def test_luck_is_fair() -> None:
    """Rolls, starters, cards and hearts of 42,000 deals: every count within five standard deviations."""
    batch, many = WheelBatch(42_000, 7), 42_000
    batch.reset(seed=0)
    states = [batch.state(table).position() for table in range(0, many, 60)]
    for counts, of, shares in (
        (np.bincount(batch.roll)[1:], many, 6),
        (np.bincount(batch.to_act), many, 7),
        (np.unique([seen.ring.index("4S") for seen in states], return_counts=True)[1], len(states), 8),
        (np.unique([seen.hearts[2] for seen in states], return_counts=True)[1], len(states), 7),
    ):
        assert len(counts) == shares
        deviation = (of / shares * (1 - 1 / shares)) ** 0.5
        assert abs(counts - of / shares).max() < 5 * deviation, counts


def test_what_a_batch_refuses() -> None:
    batch = WheelBatch(2)
    batch.reset(seed=1)
    before = batch.state(0), batch.state(1)
    with pytest.raises(ValueError, match="a die, 0 to 2"):
        batch.act(np.array([1, 3]))
    assert (batch.state(0), batch.state(1)) == before
    start = WHEEL.start(2, WheelOptions(), None)
    for state in (start, WHEEL.start(3, WheelOptions(), None), WHEEL.start(2, WheelOptions(joker_safe=True), None)):
        with pytest.raises(ValueError, match=r"after the deal|other seats"):
            batch.put(0, state)
    assert isinstance(batch, Batch)
    assert isinstance(before[0], WheelState)
