"""Random matches of others' games: OpenSpiel's, and how they are handed their luck; RLCard's; PettingZoo's."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias


def draw_outcome(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """With the standard library: the cheapest way for any probabilities."""
    actions, chances = zip(*outcomes, strict=True)
    return int(rng.choices(actions, chances)[0])


def draw_outcome_by_numpy(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """As OpenSpiel's own examples do it."""
    import numpy as np

    actions, chances = zip(*outcomes, strict=True)
    return int(np.random.choice(actions, p=chances))


Counts: TypeAlias = tuple[int, int]
"""Decisions of a match, and how many of them were not forced."""


def play_spiel_match(
    game: Any, draw: Callable[[Sequence[tuple[int, float]], Random], int], rng: Random, views: bool = False
) -> Counts:
    """A random match of a game of OpenSpiel; with `views` what the actor sees is made for each decision."""
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
    """Random matches of RLCard's uno, one after another."""
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
    """PettingZoo's environment of it."""
    with warnings.catch_warnings():
        # It calls the way in which it is made old, and other ways are not in all versions.
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()
