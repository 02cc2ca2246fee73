"""No player can see a secret: what its seat cannot know is swapped along whole matches, and it does the same."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass, replace
from enum import Enum
from random import Random

import pytest

from grenade_salad import games
from grenade_salad import players as machine_players
from grenade_salad.core import Action, Chance, Event, State, redact
from grenade_salad.lab.playout import house_rules
from grenade_salad.match.match import Header, Match
from tests.players.still_clock import stop_clocks
from tests.playing import random_match

TURN_LIMIT = 8
DECISIONS = 20
"""Of a match are looked at most."""
THOUGHT = 0.01
"""Seconds for those who think, on a clock that goes on by being looked at."""
PLAIN = (type(None), bool, int, float, str, tuple, list, dict)


def names(game: str) -> Iterator[str]:
    """Players of every level and every style of a game."""
    for level in machine_players.LEVELS:
        time = f":{THOUGHT}" if level in machine_players.THINKING else ""
        for style in ("", *(f"-{style}" for style in machine_players.STYLES if level in machine_players.STYLED)):
            yield f"{level}{style}{time}"


EVERYBODY = [(game, name) for game in games.with_turns() for name in names(game)]
LATER = [one for one in EVERYBODY if ":" in one[1] and ("-" in one[1] or one[0] == "grenade-salad")]
"""Thinkers of a style, who think as those without one do, and those who think about a table of soldiers: slow tests."""


def in_both_worlds(other: State | None, entry: Action | Chance, told: Sequence[Event], seat: int) -> State | None:
    """The other world after the same has happened there; None if the seat could tell the two apart from here on."""
    if other is None or (other.why_not(entry) if isinstance(entry, Action) else other.why_not_chance(entry)):
        return None
    happened = other.apply(entry) if isinstance(entry, Action) else other.apply_chance(entry)
    return other if [redact(event, seat) for event in happened] == told else None


def compared(match: Match, name: str, seat: int, rng: Random) -> int:
    """Play on: the player and its twin, who lives in worlds where all that is hidden is another, do the same.

    How many decisions were made in a world that was another one.
    """
    game, start = match.header.game, match.header.seed
    players = [machine_players.make(game, "easy", other, Random(start + other)) for other in range(match.state.seats)]
    players[seat] = machine_players.make(game, name, seat, Random(start))
    twin = machine_players.make(game, name, seat, Random(start))
    other: State | None = None
    decisions = compares = 0
    while not match.state.is_over and decisions < DECISIONS:
        state = match.state
        if other is None or rng.random() < 0.1:
            other = state.resample(seat, rng)
        entry: Action | Chance
        if state.pending_chance():
            step = match.draw()
        else:
            acts = state.active_seats()[0]
            entry = players[acts].decide(state.view(acts), state.legal_actions(acts))
            if acts == seat:
                assert twin.decide(other.view(seat), other.legal_actions(seat)) == entry
                decisions += 1
                compares += other.full_view() != state.full_view()
            step = match.add(entry)
        told = [redact(event, seat) for event in step.events]
        other = in_both_worlds(other, step.entry, told, seat)
        for who, player in enumerate(players):
            for event in step.events:
                player.see(redact(event, who))
        for event in told:
            twin.see(event)
    return compares


def of_two(game: str, seed: int) -> Match:
    options = house_rules(game, 2)
    if hasattr(options, "turn_limit"):
        options = replace(options, turn_limit=TURN_LIMIT)
    return Match(Header(game, ("A", "B"), options, seed))


@pytest.mark.parametrize(
    ("game", "name", "enough"),
    [
        *((game, name, 8) for game, name in EVERYBODY if (game, name) not in LATER),
        *(pytest.param(game, name, 16, marks=pytest.mark.slow) for game, name in EVERYBODY),
    ],
)
def test_the_same_is_done_whatever_is_hidden(
    game: str, name: str, enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In turn with two players by the usual rules, and with any number by any rules."""
    without_clock(game, name, monkeypatch)
    nothing_shows(game, name, enough)


THINKERS = [
    (game, level)
    for game in games.with_turns()
    for level in machine_players.LEVELS
    if level in machine_players.THINKING
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), THINKERS)
def test_the_same_is_done_after_long_thought(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the time that they have if nobody tells them another."""
    without_clock(game, name, monkeypatch)
    nothing_shows(game, name, 4)


def without_clock(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All modules of the game's players are there, and none has a clock of the machine."""
    machine_players.make(game, name, 0, Random(0))
    stop_clocks(monkeypatch)


def nothing_shows(game: str, name: str, enough: int) -> None:
    """In so many decisions at least."""
    done = 0
    for seed in range(enough):
        match = random_match(game, seed, TURN_LIMIT) if seed % 2 else of_two(game, seed)
        rng = Random(f"twins/{game}/{name}/{seed}")
        done += compared(match, name, rng.randrange(match.state.seats), rng)
        if seed and done >= enough:
            return
    raise AssertionError(f"only {done} decisions were compared")


def reached(roots: Sequence[object]) -> Iterator[object]:
    """Everything that can be got at from there, but classes: they are the same for everybody."""
    known: set[int] = set()
    waiting = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) in known or isinstance(thing, type):
            continue
        known.add(id(thing))
        yield thing
        waiting += gc.get_referents(thing)


@pytest.mark.parametrize("game", games.with_turns())
def test_nothing_leads_from_what_players_are_handed_to_a_state(game: str) -> None:
    """Views, legal actions and events are plain values through and through."""
    seen = 0
    for seed in range(3):
        match = random_match(game, seed, TURN_LIMIT)
        rng = Random(seed)
        players = [machine_players.make(game, "random", seat, rng) for seat in range(match.state.seats)]
        for _ in range(60):
            if match.state.is_over:
                break
            if match.state.pending_chance():
                step = match.draw()
            else:
                seat = match.state.active_seats()[0]
                handed = (match.state.view(seat), match.state.legal_actions(seat))
                for thing in reached(handed):
                    assert isinstance(thing, (*PLAIN, Enum)) or is_dataclass(thing), type(thing)
                    assert not isinstance(thing, State)
                    seen += 1
                step = match.add(players[seat].decide(*handed))
            for thing in reached([redact(event, 0) for event in step.events]):
                assert isinstance(thing, (*PLAIN, Enum)) or is_dataclass(thing), type(thing)
    assert seen > 1000
