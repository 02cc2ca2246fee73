"""Nobody sees more than their seat may: whatever a seat cannot see is swapped for something else that is possible.

What the seat sees then, what it may do, the events it is told and who is asked must be the same, byte for byte.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Chance, Event, State, plain, redact
from grenade_salad.match.match import Match
from tests.marks import over
from tests.playing import random_match, some_action

SEEDS = range(5)
EACH = over("seed", SEEDS, range(5, 18))
STEPS = 60
OPENED = {"grenade-salad": (), "live-grenade": ("Grenade", "Out"), "wheel": ("Out", "HeartLost")}
"""Events by which the rules show to all what was hidden before (LG-12, LG-14, WH-13)."""


@pytest.fixture(params=games.NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def seen(state: State, seat: int) -> str:
    """All that a seat gets to know of a state, as text."""
    view = json.dumps(plain(state.view(seat)))
    legal = json.dumps([action.line() for action in state.legal(seat)])
    return "\n".join((view, legal, str(state.to_act()), str(state.due()), str(state.over), str(state.ranking())))


def told(happened: list[Event], seat: int | None) -> list[str]:
    """What the seat is told, as text."""
    return [f"{type(event).__name__} {json.dumps(plain(redact(event, seat)))}" for event in happened]


def go_on(state: State, entry: Action | Chance, rng: Random) -> list[Event]:
    """Carry the entry out; luck that is not possible here is drawn."""
    if isinstance(entry, Action):
        return state.do(entry)
    return state.happen(state.sample(rng) if state.why_impossible(entry) else entry)


def next_entry(match: Match, rng: Random) -> Action | Chance:
    return match.state.sample(rng) if match.state.due() else some_action(match.state, rng)


@EACH
def test_a_seat_cannot_tell_another_world_from_its_own(name: str, seed: int) -> None:
    rng = Random(f"secrecy/{name}/{seed}")
    match = random_match(name, seed)
    for _ in range(STEPS):
        state = match.state
        for seat in range(state.seats):
            assert seen(state.resample(seat, rng), seat) == seen(state, seat)
        if state.over:
            break
        match.add(next_entry(match, rng))


@EACH
def test_what_happens_tells_only_what_the_rules_tell(name: str, seed: int) -> None:
    """The same is done in both worlds: a seat that learns nothing by the rules is told and sees the same."""
    rng = Random(f"events/{name}/{seed}")
    match = random_match(name, seed)
    alike = 0
    for _ in range(STEPS):
        state = match.state
        if state.over:
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
            assert other.to_act() == here.to_act(), entry
            assert told(theirs, None) == told(ours, None), entry
            if seen(other, seat) == seen(here, seat):
                assert told(theirs, seat) == told(ours, seat), "told of what it cannot see"
                alike += 1
            else:
                assert any(seat in event.knows for event in ours), f"sees more after {entry}, told by no event"
        match.add(entry)
    assert alike > 20


def course(state: State) -> list[tuple[int, ...]]:
    """Who is asked, one pass after another, until nobody is."""
    asked = []
    while state.due() is None and not state.over:
        passes = [action for seat in state.to_act() for action in state.legal(seat) if action.do == "pass"]
        if not passes:
            break
        asked.append(state.to_act())
        state.do(passes[0])
    return [*asked, state.to_act()]


@EACH
def test_who_is_asked_does_not_depend_on_hands(name: str, seed: int) -> None:
    rng = Random(f"windows/{name}/{seed}")
    match = random_match(name, seed)
    for _ in range(STEPS):
        state = match.state
        if state.over:
            break
        for seat in range(state.seats):
            assert course(state.resample(seat, rng)) == course(state.copy())
        match.add(next_entry(match, rng))


def test_everybody_who_is_asked_may_pass(name: str) -> None:
    """Passing is always possible, so that having nothing to answer with looks the same."""
    windows = 0
    for seed in SEEDS:
        rng = Random(seed)
        match = random_match(name, seed)
        for _ in range(STEPS):
            if match.state.over:
                break
            offers = [{action.do for action in match.state.legal(seat)} for seat in match.state.to_act()]
            if any("pass" in offer for offer in offers):
                windows += 1
                assert all("pass" in offer for offer in offers)
            match.add(next_entry(match, rng))
    assert (windows > 0) == (name != "wheel")


def test_the_swap_swaps_and_leaves_the_state_alone(name: str) -> None:
    """The tests above can fail: what is hidden does change."""
    swapped = 0
    for seed in SEEDS:
        rng = Random(f"swap/{name}/{seed}")
        match = random_match(name, seed)
        for _ in range(30):
            before = match.state.copy()
            other = match.state.resample(rng.randrange(before.seats), rng)
            assert match.state == before
            swapped += other.position() != before.position()
            if before.over:
                break
            match.add(next_entry(match, rng))
    assert swapped > 20
