"""Matches of any game, played at random, for the checks of the contract."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from grenade_salad import players
from grenade_salad.core import Action, Chance, Illegal, State, registry
from grenade_salad.core.default_wording import missing_parts
from grenade_salad.lab.fuzz import random_options
from grenade_salad.lab.turnless import offered_actions
from grenade_salad.match.match import Header, Match

_TRIES = 40
"""Number of actions that are drawn before a position has nothing legal."""


class Broken(AssertionError):
    """The game breaks the contract; the text says how and in which match."""


def require(condition: object, message: str) -> None:
    """Raise `Broken` with this message unless the condition holds."""
    if not condition:
        raise Broken(message)


def random_match(name: str, seed: int, turns: int | None = None) -> Match:
    """Return a match with random seats and house rules, before its first chance.

    `turns` is a turn limit that ends it early.
    """
    rng = Random(f"options/{name}/{seed}")
    game = registry.load(name)
    while True:
        seats = rng.randint(game.min_seats, game.max_seats)
        options = random_options(game, seats, rng)
        if turns is not None:
            options = options.with_turn_limit(turns)
        try:
            return Match(Header(name, tuple(f"P{seat}" for seat in range(seats)), options, seed))
        except Illegal:
            continue


def random_action(state: State, rng: Random, last: bool = False) -> Action:
    """Return a random legal action: first its seat and kind, then one of that kind.

    A random player fills in templates. Actions that end the match because a player says so are for the `last` line
    alone.
    """
    for _ in range(_TRIES):
        seat = rng.choice(state.active_seats())
        legal = offered_actions(state.legal_actions(seat), last)
        kind = rng.choice(sorted({action.do for action in legal}))
        action = rng.choice([candidate for candidate in legal if candidate.do == kind])
        if missing_parts(action):
            view = state.view(seat)
            action = players.make(view.game, "random", seat, rng).decide(view, [action])
        if state.why_not(action) is None:
            return action
    raise Broken(f"nothing of {state.legal_actions(state.active_seats()[0])} turns out to be legal")


def random_entry(state: State, rng: Random) -> Action | Chance:
    """Return the next entry of a random match."""
    return state.sample_chance(rng) if state.pending_chance() else random_action(state, rng)


def random_positions(name: str, seed: int, steps: int) -> Iterator[Match]:
    """Yield the positions of a random match, the first one first.

    It is the same match each time, which is played on in between.
    """
    match, rng = random_match(name, seed), Random(f"play/{name}/{seed}")
    yield match
    for _ in range(steps):
        if match.state.is_over:
            return
        match.apply_entry(random_entry(match.state, rng))
        yield match
