"""Nobody sees more than their seat may: whatever a seat cannot see is swapped for something else that is possible.

What the seat sees then, what it may do, the events it is told and who is asked must be the same, byte for byte. Most
of it is held by `check_game` (tests/contract); here is what a game cannot excuse by what it says of its own events.
"""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Chance, Event, State
from grenade_salad.lab.check_secrets import seen, told
from grenade_salad.match.match import Match
from tests.marks import over
from tests.playing import random_match, some_action

SEEDS = range(3)
EACH = over("seed", SEEDS, range(3, 18))
STEPS = 60
OPENED = {
    "grenade-salad": (),
    "open-table": ("Shown", "Uncovered"),
    "live-grenade": ("Grenade", "Out"),
    "wheel": ("Out", "HeartLost"),
}
"""Events by which the rules show to all what was hidden before (LG-12, LG-14, WH-13)."""


@pytest.fixture(params=games.NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def go_on(state: State, entry: Action | Chance, rng: Random) -> list[Event]:
    """Carry the entry out; luck that is not possible here is drawn."""
    if isinstance(entry, Action):
        return state.apply(entry)
    return state.apply_chance(state.sample_chance(rng) if state.why_not_chance(entry) else entry)


def next_entry(match: Match, rng: Random) -> Action | Chance:
    return match.state.sample_chance(rng) if match.state.pending_chance() else some_action(match.state, rng)


@EACH
def test_what_happens_tells_only_what_the_rules_tell(name: str, seed: int) -> None:
    """The same is done in both worlds: a seat that learns nothing by the rules is told and sees the same."""
    rng = Random(f"events/{name}/{seed}")
    match = random_match(name, seed)
    alike = 0
    for _ in range(STEPS):
        state = match.state
        if state.is_over:
            break
        entry = next_entry(match, rng)
        for seat in range(state.seats):
            here, other = state.copy(), state.resample(seat, rng)
            if isinstance(entry, Action) and other.why_not(entry) is not None:
                assert entry.seat != seat, "what a seat may do depends on what it cannot see"
                continue
            ours, theirs = go_on(here, entry, rng), go_on(other, entry, rng)
            if any(type(event).__name__ in OPENED[name] for event in (*ours, *theirs)):
                continue
            assert other.active_seats() == here.active_seats(), entry
            assert told(theirs, None) == told(ours, None), entry
            if seen(other, seat) == seen(here, seat):
                assert told(theirs, seat) == told(ours, seat), "told of what it cannot see"
                alike += 1
            else:
                assert any(seat in event.visible_to for event in ours), f"sees more after {entry}, told by no event"
        match.add(entry)
    assert alike > 20


@pytest.mark.parametrize("name", games.with_turns())
def test_everybody_who_is_asked_may_pass(name: str) -> None:
    """Passing is always possible, so that having nothing to answer with looks the same."""
    windows = 0
    for seed in SEEDS:
        rng = Random(seed)
        match = random_match(name, seed)
        for _ in range(STEPS):
            if match.state.is_over:
                break
            offers = [{action.do for action in match.state.legal_actions(seat)} for seat in match.state.active_seats()]
            if any("pass" in offer for offer in offers):
                windows += 1
                assert all("pass" in offer for offer in offers)
            match.add(next_entry(match, rng))
    assert (windows > 0) == (name != "wheel")
