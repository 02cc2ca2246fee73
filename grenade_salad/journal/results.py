"""How a finished match ended for each seat, as the journal keeps it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.core import State
from grenade_salad.match.match import Step
from grenade_salad.match.stats import facts_of


@dataclass(frozen=True)
class Result:
    """What became of a seat: its place from 1, points in games that have them, and a JSON object of facts."""

    place: int
    points: int | None
    facts: str


def results_of(game: str, state: State, steps: Sequence[Step]) -> list[Result]:
    """The result of each seat of a match that is over, by its last state and all its steps."""
    places = {seat: place for place, seats in enumerate(_first_places(state)) for seat in seats}
    points = state.scores or (None,) * state.seats
    facts = facts_of(game, steps, state.seats)
    return [Result(places[seat], points[seat], json.dumps(facts[seat])) for seat in range(state.seats)]


def _first_places(state: State) -> list[tuple[int, ...]]:
    """Seats by place from 1; who shares a place takes up as many."""
    places: list[tuple[int, ...]] = [()]
    for seats in state.ranking():
        places += [seats, *[()] * (len(seats) - 1)]
    return places
