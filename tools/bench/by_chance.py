"""Random matches of games of OpenSpiel, RLCard and PettingZoo.

Chance outcomes of OpenSpiel are drawn here.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias


def draw_outcome(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """Draw an outcome with the standard library, which is the fastest."""
    actions, chances = zip(*outcomes, strict=True)
    return int(rng.choices(actions, chances)[0])


def draw_outcome_by_numpy(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """Draw an outcome as OpenSpiel's own examples do."""
    import numpy as np

    actions, chances = zip(*outcomes, strict=True)
    return int(np.random.choice(actions, p=chances))


Counts: TypeAlias = tuple[int, int]
"""Decisions of a match, and how many of them were not forced."""


def play_spiel_match(
    game: Any, draw: Callable[[Sequence[tuple[int, float]], Random], int], rng: Random, views: bool = False
) -> Counts:
    """Play a random match of a game of OpenSpiel.

    With `views` the observation of the actor is made for each decision.
    """
    state, decisions, free = game.new_initial_state(), 0, 0
    observed = views and game.get_type().provides_observation_tensor
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(state.chance_outcomes(), rng))
            continue
        legal = state.legal_actions()
        if views:
            state.observation_tensor() if observed else state.information_state_tensor()
        state.apply_action(legal[int(rng.random() * len(legal))])
        decisions += 1
        free += len(legal) > 1
    return decisions, free


def uno_matches() -> Iterator[Counts]:
    """Yield random matches of RLCard's uno."""
    import rlcard

    env, rng = rlcard.make("uno", config={"seed": 1}), Random(1)
    while True:
        state, _ = env.reset()
        decisions = free = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            decisions += 1
            free += len(legal) > 1
        yield decisions, free


def connect_four() -> Any:
    """Return PettingZoo's environment of connect four."""
    with warnings.catch_warnings():
        # It warns that the way in which it is created is old, but not all versions have another.
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()
