"""Random matches of any game, played through the public interface."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import pi
from random import Random
from typing import Any

from grenade_salad import games, players
from grenade_salad.core import Action, Illegal, State, to_json
from grenade_salad.lab.fuzz import random_options
from grenade_salad.lab.turnless import offered_actions
from grenade_salad.match.match import Header, Match, Step

CONTINUOUS = ("to", "at", "angle", "height")
_TRIES = 40


def random_match(name: str, seed: int, turn_limit: int | None = None) -> Match:
    """Return a match with random seats and house rules, before the first chance.

    With a `turn_limit`, games that have such a house rule are played with it.
    """
    rng = Random(f"options/{name}/{seed}")
    game = games.load(name)
    while True:
        seats = rng.randint(game.min_seats, game.max_seats)
        names = tuple(f"P{seat}" for seat in range(seats))
        options = random_options(game, seats, rng)
        if turn_limit is not None and hasattr(options, "turn_limit"):
            options = replace(options, turn_limit=turn_limit)
        try:
            return Match(Header(name, names, options, seed))
        except Illegal:
            continue


def find_open_parts(action: Action) -> list[str]:
    """Return the continuous parts of a template that are still to be chosen."""
    return [name for name in CONTINUOUS if getattr(action, name, 0) is None]


def _random_point(state: State, action: Action, rng: Random) -> tuple[float, float]:
    """Return a point near the action's soldier, or anywhere on the table."""
    position: dict[str, Any] = to_json(state.full_view())  # type: ignore[assignment]
    width, height = position["options"]["table"]
    tile = position["options"]["tile"]
    for soldier in position["soldiers"]:
        if soldier["id"] == getattr(action, "soldier", None):
            return soldier["x"] + rng.uniform(-tile, tile), soldier["y"] + rng.uniform(-tile, tile)
    return rng.uniform(0, width), rng.uniform(0, height)


def fill_template(state: State, template: Action, rng: Random) -> Action | None:
    """Return the template with legal random points, angles and heights, or None."""
    parts = find_open_parts(template)
    for _ in range(_TRIES if parts else 1):
        values: dict[str, Any] = {}
        for part in parts:
            if part in ("to", "at"):
                values[part] = _random_point(state, template, rng)
            else:
                values[part] = rng.uniform(-pi, pi) if part == "angle" else rng.uniform(20, 300)
        action = replace(template, **values) if parts else template
        if state.why_not(action) is None:
            return action
    return None


def choose_random_action(state: State, rng: Random) -> Action:
    """Choose a legal action: first a seat and a kind, then one of that kind."""
    for _ in range(_TRIES):
        seat = rng.choice(state.active_seats())
        legal = state.legal_actions(seat)
        if state.is_turnless:
            return players.make(state.view(seat).game, "random", seat, rng).decide(
                state.view(seat), offered_actions(legal)
            )
        kind = rng.choice(sorted({action.do for action in legal}))
        action = fill_template(state, rng.choice([candidate for candidate in legal if candidate.do == kind]), rng)
        if action is not None:
            return action
    raise AssertionError(f"nothing legal found in {state.full_view()}")


def random_steps(match: Match, rng: Random, limit: int = 150) -> Iterator[Step]:
    """Play on at random and yield up to `limit` steps.

    Before each step `match.state` is the position from which it starts.
    """
    for _ in range(limit):
        if match.state.pending_chance():
            yield match.draw_chance()
        elif match.state.is_over:
            return
        else:
            yield match.apply_entry(choose_random_action(match.state, rng))


def random_positions(name: str, seed: int, limit: int = 150) -> Iterator[Match]:
    """Yield a random match at each of its positions, the first one included.

    It is always the same match, played on in between.
    """
    match = random_match(name, seed)
    yield match
    for _ in random_steps(match, Random(f"play/{name}/{seed}"), limit):
        yield match


def mutate(value: Any, rng: Random) -> Any:
    """Return the JSON value with one part changed, doubled or left out."""
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        return {**value, key: mutate(value[key], rng)}
    if isinstance(value, list) and value:
        index = rng.randrange(len(value))
        change = rng.randrange(4)
        if change == 0:
            return value[:index] + value[index + 1 :]
        if change == 1:
            return [*value, value[index]]
        if change == 2:
            return rng.sample(value, len(value))
        return [*value[:index], mutate(value[index], rng), *value[index + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return rng.choice((-1, 0, 1, value + 1, -value, value * 0.5 if isinstance(value, float) else 99, 10**9))
    return rng.choice((None, "", "x", [], 7))
