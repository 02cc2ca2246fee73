"""Players know no secrets: with other hidden cards they do the same.

All that a seat cannot know is swapped along whole matches.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass, replace
from enum import Enum
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Chance, Event, State, redact
from grenade_salad.lab.playout import make_options
from grenade_salad.match.match import Header, Match
from grenade_salad.players import LEVELS, TIMED_LEVELS
from grenade_salad.players import make as make_player
from tests.players.names import all_names
from tests.players.still_clock import stop_clocks
from tests.playing import random_match

TURN_LIMIT = 8
DECISIONS = 20
"""Maximum number of decisions of a match that are compared."""
IN_DOORS = (pytest.mark.slow, pytest.mark.doors)
PLAIN = (type(None), bool, int, float, str, tuple, list, dict)


ALL_PLAYERS = [(game, name) for game in games.with_turns() for name in all_names(game)]
SLOW_PLAYERS = [
    player for player in ALL_PLAYERS if ":" in player[1] and ("-" in player[1] or player[0] == "grenade-salad")
]
"""Players that only slow tests compare.

They are thinkers with a style, who think as those without one do, and those who think about a table of soldiers.
"""


def repeat_in_world(world: State | None, entry: Action | Chance, expected: Sequence[Event], seat: int) -> State | None:
    """Return the other world after the same entry there.

    It is None if the seat could tell the two apart from here on.
    """
    if world is None or (world.why_not(entry) if isinstance(entry, Action) else world.why_not_chance(entry)):
        return None
    events = world.apply(entry) if isinstance(entry, Action) else world.apply_chance(entry)
    return world if [redact(event, seat) for event in events] == expected else None


def compare_decisions(match: Match, name: str, seat: int, rng: Random) -> int:
    """Play on, and check that the player and its twin do the same.

    The twin lives in worlds where all that is hidden is different. Returns how many decisions were made in a world that
    was really a different one.
    """
    game, start = match.header.game, match.header.seed
    players = [make_player(game, "easy", index, Random(start + index)) for index in range(match.state.seats)]
    players[seat] = make_player(game, name, seat, Random(start))
    twin = make_player(game, name, seat, Random(start))
    world: State | None = None
    decisions = different_worlds = 0
    while not match.state.is_over and decisions < DECISIONS:
        state = match.state
        if world is None or rng.random() < 0.1:
            world = state.resample(seat, rng)
        entry: Action | Chance
        if state.pending_chance():
            step = match.draw_chance()
        else:
            active_seat = state.active_seats()[0]
            entry = players[active_seat].decide(state.view(active_seat), state.legal_actions(active_seat))
            if active_seat == seat:
                assert twin.decide(world.view(seat), world.legal_actions(seat)) == entry
                decisions += 1
                different_worlds += world.full_view() != state.full_view()
            step = match.apply_entry(entry)
        visible_events = [redact(event, seat) for event in step.events]
        world = repeat_in_world(world, step.entry, visible_events, seat)
        for player_seat, player in enumerate(players):
            for event in step.events:
                player.see(redact(event, player_seat))
        for event in visible_events:
            twin.see(event)
    return different_worlds


def make_match_of_two(game: str, seed: int) -> Match:
    options = make_options(game, 2)
    if hasattr(options, "turn_limit"):
        options = replace(options, turn_limit=TURN_LIMIT)
    return Match(Header(game, ("A", "B"), options, seed))


@pytest.mark.parametrize(
    ("game", "name", "enough"),
    [
        *((game, name, 8) for game, name in ALL_PLAYERS if (game, name) not in SLOW_PLAYERS),
        *(pytest.param(game, name, 8, marks=pytest.mark.slow) for game, name in SLOW_PLAYERS),
        *(pytest.param(game, name, 16, marks=IN_DOORS) for game, name in ALL_PLAYERS),
    ],
)
def test_decision_does_not_depend_on_what_is_hidden(
    game: str, name: str, enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alternate two players by the usual rules and any number by any rules."""
    stop_player_clocks(game, name, monkeypatch)
    check_decisions(game, name, enough)


THINKERS = [(game, level) for game in games.with_turns() for level in LEVELS if level in TIMED_LEVELS]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), THINKERS)
def test_decision_after_long_thought_does_not_depend_on_what_is_hidden(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players have the time that is their default."""
    stop_player_clocks(game, name, monkeypatch)
    check_decisions(game, name, 4)


def stop_player_clocks(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Load all modules of the game's players, and stop their clocks."""
    make_player(game, name, 0, Random(0))
    stop_clocks(monkeypatch)


def check_decisions(game: str, name: str, min_decisions: int) -> None:
    """Compare at least `min_decisions` decisions."""
    compared_count = 0
    for seed in range(min_decisions):
        match = random_match(game, seed, TURN_LIMIT) if seed % 2 else make_match_of_two(game, seed)
        rng = Random(f"twins/{game}/{name}/{seed}")
        compared_count += compare_decisions(match, name, rng.randrange(match.state.seats), rng)
        if seed and compared_count >= min_decisions:
            return
    raise AssertionError(f"only {compared_count} decisions were compared")


def find_referents(roots: Sequence[object]) -> Iterator[object]:
    """Yield everything that can be reached from there, except classes.

    Classes are the same for all players.
    """
    visited: set[int] = set()
    waiting = list(roots)
    while waiting:
        value = waiting.pop()
        if id(value) in visited or isinstance(value, type):
            continue
        visited.add(id(value))
        yield value
        waiting += gc.get_referents(value)


@pytest.mark.parametrize("game", games.with_turns())
def test_players_get_nothing_that_leads_to_a_state(game: str) -> None:
    """Views, legal actions and events are plain values through and through."""
    checked_count = 0
    for seed in range(3):
        match = random_match(game, seed, TURN_LIMIT)
        rng = Random(seed)
        players = [make_player(game, "random", seat, rng) for seat in range(match.state.seats)]
        for _ in range(60):
            if match.state.is_over:
                break
            if match.state.pending_chance():
                step = match.draw_chance()
            else:
                seat = match.state.active_seats()[0]
                arguments = (match.state.view(seat), match.state.legal_actions(seat))
                for value in find_referents(arguments):
                    assert isinstance(value, (*PLAIN, Enum)) or is_dataclass(value), type(value)
                    assert not isinstance(value, State)
                    checked_count += 1
                step = match.apply_entry(players[seat].decide(*arguments))
            for value in find_referents([redact(event, 0) for event in step.events]):
                assert isinstance(value, (*PLAIN, Enum)) or is_dataclass(value), type(value)
    assert checked_count > 1000
