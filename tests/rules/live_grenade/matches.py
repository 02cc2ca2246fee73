"""Random matches of Live Grenade, with any house rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from grenade_salad.core import Event
from grenade_salad.games.live_grenade import GAME, LiveGrenadeOptions, LiveGrenadeState
from grenade_salad.games.live_grenade.options import available_friends, max_seats

PAIR_RANKS = ("4", "5", "6", "7", "8", "9")


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, LiveGrenadeOptions]:
    """Draw a number of players and any house rules that they can play with."""
    base = LiveGrenadeOptions(decks=draw(st.sampled_from([1, 2])), added=draw(st.sampled_from(["decks", "needed"])))
    seats = draw(st.integers(2, max_seats(base)))
    short = draw(st.booleans()) if seats < 4 else False
    sets = 4 - seats
    ranks = st.permutations(PAIR_RANKS).map(lambda ranks: tuple(ranks[:sets]))
    max_friends = available_friends(seats, base).total
    return seats, LiveGrenadeOptions(
        decks=base.decks,
        added=base.added,
        best_friends=draw(st.none() | st.integers(0, max_friends)),
        extra_cards=draw(st.integers(0, 4)),
        starter=draw(st.none() | st.integers(0, seats - 1)),
        short=short,
        short_ranks=draw(st.none() | ranks) if short else None,
    )


def start_match(seats: int, options: LiveGrenadeOptions) -> LiveGrenadeState:
    """Start a match, before the deal."""
    state = GAME.start(seats, options, None)
    assert isinstance(state, LiveGrenadeState)
    return state


def random_steps(state: LiveGrenadeState, rng: Random) -> Iterator[list[Event]]:
    """Play on at random to the end; yield the events of each step after it."""
    while not state.is_over:
        if state.pending_chance():
            yield state.apply_chance(state.sample_chance(rng))
        else:
            yield state.apply(rng.choice(state.legal_actions(rng.choice(state.active_seats()))))


def sample_positions(state: LiveGrenadeState, seed: int, every: int) -> Iterator[LiveGrenadeState]:
    """Yield the state of a random match every `every` steps."""
    for index, _ in enumerate(random_steps(state, Random(seed))):
        if index % every == 0:
            yield state
