"""How a finished match ended for each seat, as the journal keeps it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.core import State, plain
from grenade_salad.match.facts import facts_of
from grenade_salad.match.match import Step


@dataclass(frozen=True)
class Result:
    """What became of a seat: its place from 1, points in games that have them, and a JSON object of facts."""

    place: int
    points: int | None
    facts: str


def results_of(game: str, state: State, steps: Sequence[Step]) -> list[Result]:
    """The result of each seat of a match that is over, by its last state and all its steps."""
    places = {seat: place for place, seats in enumerate(_first_places(state)) for seat in seats}
    position = plain(state.position())
    assert isinstance(position, dict)
    scores = position.get("scores")
    points = [int(str(score)) for score in scores] if isinstance(scores, list) else [None] * state.seats
    facts = facts_of(game, steps, state.seats)
    return [Result(places[seat], points[seat], json.dumps(facts[seat])) for seat in range(state.seats)]


def _first_places(state: State) -> list[tuple[int, ...]]:
    """Seats by place from 1; who shares a place takes up as many."""
    places: list[tuple[int, ...]] = [()]
    for seats in state.ranking():
        places += [seats, *[()] * (len(seats) - 1)]
    return places
