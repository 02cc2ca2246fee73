"""Random moves at the tables of a batch and by the rules, compared."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from grenade_salad.core import Action, Chance, State
from grenade_salad.games.live_grenade import GAME as LIVE_GRENADE
from grenade_salad.games.live_grenade import Deal as CardDeal
from grenade_salad.games.live_grenade import LiveGrenadeSetup, LiveGrenadeView, Reshuffle, Stolen
from grenade_salad.games.wheel import GAME as WHEEL
from grenade_salad.games.wheel import Deal, Roll, WheelOptions, WheelSetup
from grenade_salad.lab.batch.wheel import WheelBatch

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
        chosen = compare_and_choose(batch, states, rng)
        action_count += sum(action is not None for _, action in chosen)
        ended += apply_both(batch, states, chosen, luck)
        for table in batch.is_over.nonzero()[0][rng.random() < 0.5 :: 2]:
            batch.reset([table])
            states[table] = _replay_deal(batch, table)
    return ended


def apply_both(
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


def compare_and_choose(batch: Any, states: list[State], rng: Random) -> list[tuple[int, Action | None]]:
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
        state.apply_chance(get_drawn_roll(batch, table, state))
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


def get_drawn_roll(batch: Any, table: int, _: State) -> Chance:
    """Return the roll of the die drawn at a table of the wheel."""
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
