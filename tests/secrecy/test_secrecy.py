"""No seat sees more than it may.

Everything that a seat cannot see is exchanged for something else that is possible. Its view, its legal actions, the
events that it is told and the active seats must then be the same, byte for byte. Most of this is tested by
`check_game` (tests/contract); here is the part that does not depend on what a game declares about its own events.
"""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Chance, Event, State
from grenade_salad.lab.check_secrets import describe_events, describe_view
from grenade_salad.match.match import Match
from tests.marks import for_each
from tests.playing import choose_random_action, random_match

SEEDS = range(3)
EACH = for_each("seed", SEEDS, range(3, 18))
STEPS = 60
REVEALING_EVENTS = {
    "grenade-salad": (),
    "open-table": ("Shown", "Uncovered"),
    "live-grenade": ("Grenade", "Out"),
    "wheel": ("Out", "HeartLost"),
}
"""Events by which the rules reveal hidden facts to all (LG-12, LG-14, WH-13)."""


@pytest.fixture(params=games.NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def apply_entry(state: State, entry: Action | Chance, rng: Random) -> list[Event]:
    """Apply the entry and return the events; an impossible chance is drawn again."""
    if isinstance(entry, Action):
        return state.apply(entry)
    return state.apply_chance(state.sample_chance(rng) if state.why_not_chance(entry) else entry)


def draw_entry(match: Match, rng: Random) -> Action | Chance:
    return match.state.sample_chance(rng) if match.state.pending_chance() else choose_random_action(match.state, rng)


@EACH
def test_events_reveal_only_what_the_rules_reveal(name: str, seed: int) -> None:
    """The same entry is applied in both worlds.

    A seat is told and sees the same in both if the rules reveal nothing to it.
    """
    rng = Random(f"events/{name}/{seed}")
    match = random_match(name, seed)
    same_count = 0
    for _ in range(STEPS):
        state = match.state
        if state.is_over:
            break
        entry = draw_entry(match, rng)
        for seat in range(state.seats):
            own_world, other_world = state.copy(), state.resample(seat, rng)
            if isinstance(entry, Action) and other_world.why_not(entry) is not None:
                assert entry.seat != seat, "what a seat may do depends on what it cannot see"
                continue
            own_events, other_events = apply_entry(own_world, entry, rng), apply_entry(other_world, entry, rng)
            if any(type(event).__name__ in REVEALING_EVENTS[name] for event in (*own_events, *other_events)):
                continue
            assert other_world.active_seats() == own_world.active_seats(), entry
            assert describe_events(other_events, None) == describe_events(own_events, None), entry
            if describe_view(other_world, seat) == describe_view(own_world, seat):
                assert describe_events(other_events, seat) == describe_events(own_events, seat), (
                    "told of what it cannot see"
                )
                same_count += 1
            else:
                assert any(seat in event.visible_to for event in own_events), (
                    f"sees more after {entry}, told by no event"
                )
        match.apply_entry(entry)
    assert same_count > 20


@pytest.mark.parametrize("name", games.with_turns())
def test_seat_that_is_asked_may_pass(name: str) -> None:
    """Passing is always legal, so that a hand without an answer looks the same."""
    window_count = 0
    for seed in SEEDS:
        rng = Random(seed)
        match = random_match(name, seed)
        for _ in range(STEPS):
            if match.state.is_over:
                break
            offers = [{action.do for action in match.state.legal_actions(seat)} for seat in match.state.active_seats()]
            if any("pass" in offer for offer in offers):
                window_count += 1
                assert all("pass" in offer for offer in offers)
            match.apply_entry(draw_entry(match, rng))
    assert (window_count > 0) == (name != "wheel")
