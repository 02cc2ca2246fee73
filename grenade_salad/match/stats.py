"""Facts of a match for the statistics, counted from its events, seat by seat."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.core import Action, State, registry
from grenade_salad.core.stats import NO_STATS, Stats
from grenade_salad.match.match import Step

Facts = list[dict[str, int]]
"""The facts of each seat, by their keys in the journal."""


def load_stats(game: str) -> Stats:
    """Return the stats of a game, or none if it is not installed (any more)."""
    try:
        target = registry.plugin(game).stats
        return registry.load_object(target, Stats) if target else NO_STATS
    except (registry.NoGame, ImportError):
        return NO_STATS


def count_facts(game: str, steps: Sequence[Step], seats: int) -> Facts:
    """Return the facts of each seat in a match with these steps, without zeros."""
    facts: Facts = [{} for _ in range(seats)]
    stats = load_stats(game)
    for step in steps:
        for seat, fact, increase in stats.count(
            step.events, step.entry.seat if isinstance(step.entry, Action) else None
        ):
            if increase > 0:
                previous = facts[seat].get(fact, 0)
                facts[seat][fact] = max(previous, increase) if fact in stats.maximum_facts else previous + increase
    return facts


@dataclass(frozen=True)
class Result:
    """The result of a seat."""

    place: int | None
    """The place from 1; None if no player said who won."""
    points: int | None
    """None in games without points."""
    facts: str
    """A JSON object of facts."""


def compute_results(game: str, state: State, steps: Sequence[Step]) -> list[Result]:
    """Return the result of each seat of a finished match.

    `state` is its last state, `steps` are all its steps.
    """
    places = {seat: place for place, seats in enumerate(_seats_by_place(state)) for seat in seats}
    points = state.scores or (None,) * state.seats
    facts = count_facts(game, steps, state.seats)
    return [Result(places.get(seat), points[seat], json.dumps(facts[seat])) for seat in range(state.seats)]


def _seats_by_place(state: State) -> list[tuple[int, ...]]:
    """Return seats by place from 1; seats that share a place use several."""
    places: list[tuple[int, ...]] = [()]
    for seats in state.ranking():
        places += [seats, *[()] * (len(seats) - 1)]
    return places
