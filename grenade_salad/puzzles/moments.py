"""Moments of matches: what a seat saw before it decided, what it could do there, and how hard that was to find."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grenade_salad import bots
from grenade_salad.core import Action, Chance, Event, State, redact, rng
from grenade_salad.core.puzzling import puzzling
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.record import replay
from grenade_salad.puzzles.puzzle import Puzzle
from grenade_salad.puzzles.race import Moment

Entry: TypeAlias = Action | Chance
_OF_A_KIND = 2
"""How many choices of a kind are played out: the kind is worth what the better is."""
_MOST_KINDS = 10
_ASKED = {"easy": 5, "casual": 5, "normal": 5, "hard": 3, "expert": 3}
"""How often each level is asked for its solution; most of its answers count."""


@dataclass(frozen=True)
class Seen:
    """A moment of a match with what led there: the number of lines below the header, and what the seat saw."""

    line: int
    state: State
    seat: int
    events: tuple[Event, ...]


def moments(header: Header, entries: Sequence[Entry], wanted: Collection[int]) -> Iterator[Seen]:
    """The moments before those lines (see `Seen`), each with the seat that decided there."""
    match, steps = Match(header), list[Step]()
    for line, one in enumerate(entries):
        if line in wanted and isinstance(one, Action) and one.seat is not None:
            yield _seen(match, steps, one.seat)
        steps.append(match.add(one))


def _seen(match: Match, steps: Sequence[Step], seat: int) -> Seen:
    events = tuple(redact(event, seat) for step in steps for event in step.events)
    return Seen(len(match.entries), match.state.copy(), seat, events)


def seen_in(puzzle: Puzzle) -> Seen:
    """The moment of a puzzle. Raises RecordError."""
    played = replay(puzzle.record)
    return _seen(played.match, [step for _, step in played.steps], puzzle.seat)


@dataclass(frozen=True)
class Chosen:
    """What a seat may do, some of each kind, and by how much the best kind is guessed to win more than the second."""

    choices: tuple[tuple[str, Action], ...]
    promise: float = 1.0


def choices(state: State, seat: int) -> Chosen:
    """What the seat may do, those first that promise most. Where nobody guesses, everything promises most."""
    view = state.view(seat)
    brought = puzzling(view.game)
    found: dict[str, list[Action]] = {}
    promise: dict[str, float] = {}
    for action, guess in brought.choices(view, state.legal(seat)):
        key = brought.kind(view, action)
        there = found.get(key, [])
        if len(there) >= (_OF_A_KIND if guess is None else 1) or (not there and len(found) >= _MOST_KINDS):
            continue
        if state.why_not(action) is None:
            found.setdefault(key, []).append(action)
            if guess is not None:
                promise.setdefault(key, guess)
    first, second = (*sorted(promise.values(), reverse=True), 1.0, 0.0)[:2]
    return Chosen(tuple((key, action) for key, actions in found.items() for action in actions), first - second)


def moment_of(header: Header, seen: Seen) -> Moment:
    """Where the choices of that moment are judged."""
    make = puzzling(header.game).worlds
    worlds = make(seen.state, seen.seat, seen.events) if make else None
    return Moment(header, seen.state, seen.seat, worlds)


def difficulty(header: Header, seen: Seen, best: str, seed: int) -> str:
    """The weakest level that finds the kind of choice more often than not."""
    return next((level for level in _ASKED if finds(header, seen, best, level, seed)), "expert")


def finds(header: Header, seen: Seen, best: str, level: str, seed: int) -> bool:
    """Whether players of the level find the kind of choice more often than not."""
    view, legal = seen.state.view(seen.seat), seen.state.legal(seen.seat)
    found, times = 0, _ASKED[level]
    for number in range(times):
        player = bots.make(header.game, bots.nearest(header.game, level), seen.seat, rng(seed, number))
        for event in seen.events:
            player.see(event)
        found += puzzling(header.game).kind(view, player.decide(view, legal)) == best
    return 2 * found > times
