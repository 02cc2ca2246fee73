"""Machine players of Live Grenade: legal, fair, and better than chance."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grenade_salad.core import Action
from grenade_salad.games.live_grenade import Draw, LiveGrenadeOptions, LiveGrenadeState, Pass
from grenade_salad.games.live_grenade.events import Dealt
from grenade_salad.players import LEVELS, TIMED_LEVELS
from grenade_salad.players import make as make_player
from tests.marks import slow_but
from tests.players.still_clock import stop_clocks
from tests.players.telling import play_to_end, show_events
from tests.rules.live_grenade.matches import start_match, tables
from tests.rules.live_grenade.positions import all_pass, cancel, pair, play, position, skip, steal

QUICK_PLAYERS = [f"{level}:0.001" if level in TIMED_LEVELS else level for level in LEVELS]


def measure_win_share(seats: int, matches: int, seed: int) -> float:
    """Return the share of matches that a normal player wins against random ones.

    It sits on each seat in turn.
    """
    rng = Random(seed)
    won = 0
    for index in range(matches):
        normal_seat = index % seats
        levels = ["normal" if seat == normal_seat else "random" for seat in range(seats)]
        players = [make_player("live-grenade", level, seat, Random(rng.random())) for seat, level in enumerate(levels)]
        state = start_match(seats, LiveGrenadeOptions())
        play_to_end(state, players, rng)
        won += state.ranking()[0][0] == normal_seat
    return won / matches


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "minimum"), slow_but([(2, 0.8)], [(2, 0.8), (4, 0.37)]))
def test_normal_beats_random(seats: int, minimum: float) -> None:
    assert measure_win_share(seats, 400, seed=7) > minimum


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(tables(), st.integers(0, 2**32), st.data())
def test_players_of_any_level_finish_any_match(
    table: tuple[int, LiveGrenadeOptions], seed: int, data: st.DataObject
) -> None:
    seats, options = table
    levels = data.draw(st.lists(st.sampled_from(QUICK_PLAYERS), min_size=seats, max_size=seats))
    players = [make_player("live-grenade", level, seat, Random(seed)) for seat, level in enumerate(levels)]
    state = start_match(seats, options)
    play_to_end(state, players, Random(seed))
    assert state.ranking()[0][0] in range(seats)


@settings(max_examples=25, deadline=None)
@given(tables(), st.integers(0, 2**32))
def test_player_may_take_over_in_the_middle(table: tuple[int, LiveGrenadeOptions], seed: int) -> None:
    state, rng = start_match(*table), Random(seed)
    for _ in range(rng.randrange(80)):
        if state.pending_chance():
            state.apply_chance(state.sample_chance(rng))
        elif not state.is_over:
            state.apply(rng.choice(state.legal_actions(state.active_seats()[0])))
    players = [make_player("live-grenade", "normal", seat, Random(seed)) for seat in range(state.seats)]
    play_to_end(state, players, rng)


@pytest.mark.quick("hard*", "normal", "random")
@pytest.mark.parametrize("level", QUICK_PLAYERS)
def test_choices_depend_only_on_the_view_and_the_seed(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_clocks(monkeypatch)
    rng = Random(3)
    state = start_match(3, LiveGrenadeOptions())
    players = [make_player("live-grenade", level, seat, Random(seat)) for seat in range(3)]
    twins = [make_player("live-grenade", level, seat, Random(seat)) for seat in range(3)]
    while not state.is_over:
        if state.pending_chance():
            events = state.apply_chance(state.sample_chance(rng))
        else:
            seat = state.active_seats()[0]
            world = state.resample(seat, rng)
            action = players[seat].decide(state.view(seat), state.legal_actions(seat))
            assert twins[seat].decide(world.view(seat), world.legal_actions(seat)) == action
            events = state.apply(action)
        show_events(players, events)
        show_events(twins, events)


def choose_normally(state: LiveGrenadeState, seat: int) -> Action:
    """Return the choice of a normal player that has seen no earlier event."""
    return make_player("live-grenade", "normal", seat, Random(1)).decide(state.view(seat), state.legal_actions(seat))


def test_normal_steals_where_best_friends_are_likely() -> None:
    state = position("10S 4C", "4D 5D 6D 7D KD", "5C", "6C 8C", deck="AS AH AD JC JD JH")
    tracker = make_player("live-grenade", "normal", 0, Random(1))
    for seat, count in enumerate((2, 5, 1, 2)):
        tracker.see(Dealt(seat, count, None))
    assert tracker.decide(state.view(0), state.legal_actions(0)) == steal(0, "10S", 2)


def test_normal_skips_a_certain_grenade_and_draws_from_a_safe_deck() -> None:
    assert choose_normally(position("JC", "4C", deck="AS"), 0) == skip(0, "JC")
    assert choose_normally(position("JC", "4C", deck="AS 5C 6C 7C 8C 9C"), 0) == Draw(0)


def test_normal_protects_its_only_best_friend_with_a_king() -> None:
    state = position("4C 4D 6C", "2H KC", "5C", deck="AS AH 6D 7D")
    play(state, pair(0, "4C 4D", 1))
    assert choose_normally(state, 1) == cancel(1, "KC")
    state = position("4C 4D 6C", "2H 5H KC", "5C", deck="AS AH 6D 7D")
    play(state, pair(0, "4C 4D", 2))
    assert choose_normally(state, 1) == Pass(1)


def test_normal_makes_others_draw_a_certain_grenade() -> None:
    state = position("JC", "4C KC", deck="AS", discard="2C 2D 2H 2S 3C 3D 3H")
    play(state, skip(0, "JC"))
    assert choose_normally(state, 1) == cancel(1, "KC")


def test_normal_defends_its_own_play_but_not_another_kings_victim() -> None:
    state = position("JC KS", "4C KC", deck="AS")
    play(state, skip(0, "JC"), cancel(1, "KC"))
    assert choose_normally(state, 0) == cancel(0, "KS")
    state = position("10C", "2H KC", "KD 4C", deck="AS AH 5C")
    play(state, steal(0, "10C", 1), cancel(2, "KD"))
    assert choose_normally(state, 1) == Pass(1)
    assert all_pass(state)
