"""Random matches of our games, and of games of OpenSpiel, RLCard and PettingZoo.

Chance outcomes of OpenSpiel are drawn here.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

from grenade_salad.core import Game, Options
from grenade_salad.core.encoding import Encoding
from tools.bench.figures import Counts


def play_match(game: Game, seats: int, options: Options, rng: Random, encoding: Encoding | None = None) -> Counts:
    """Play a random match of ours; with an encoding each decision is encoded first."""
    state, decisions, free = game.start(seats, options, None), 0, 0
    while not state.is_over:
        if state.pending_chance():
            state.apply_chance(state.sample_chance(rng))
            continue
        active = state.active_seats()
        seat = active[int(rng.random() * len(active))]
        legal = state.legal_actions(seat)
        if encoding is not None:
            encoding.encode(state.view(seat), legal)
        state.apply(legal[int(rng.random() * len(legal))])
        decisions += 1
        free += len(legal) > 1
    return decisions, free


def draw_outcome(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """Draw an outcome with the standard library, which is the fastest."""
    actions, chances = zip(*outcomes, strict=True)
    return int(rng.choices(actions, chances)[0])


def draw_outcome_by_numpy(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """Draw an outcome as OpenSpiel's own examples do."""
    import numpy as np

    actions, chances = zip(*outcomes, strict=True)
    return int(np.random.choice(actions, p=chances))


def spiel_matches(
    name: str, draw: Callable[[Sequence[tuple[int, float]], Random], int] = draw_outcome, views: bool = False
) -> Iterator[Counts]:
    """Yield random matches of a game of OpenSpiel.

    With `views` the observation of the actor is made for each decision.
    """
    import pyspiel

    game, rng = pyspiel.load_game(name), Random(1)
    observed = views and game.get_type().provides_observation_tensor
    while True:
        state, decisions, free = game.new_initial_state(), 0, 0
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
        yield decisions, free


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


def environment_matches(environment: Any) -> Iterator[tuple[int, int, int]]:
    """Yield random matches in an environment of PettingZoo.

    Every observation and mask is read. A match is counted as steps, decisions, and decisions that were not forced.
    """
    rng = Random(1)
    for seed in count():
        environment.reset(seed=seed)
        steps = decisions = free = 0
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            legal = observation["action_mask"].nonzero()[0].tolist()
            steps += 1
            if terminated or truncated:
                environment.step(None)  # PettingZoo wants None from an agent that is over.
            else:
                environment.step(rng.choice(legal))
                decisions += 1
                free += len(legal) > 1
        yield steps, decisions, free


def connect_four() -> Any:
    """Return PettingZoo's environment of connect four."""
    with warnings.catch_warnings():
        # It warns that the way in which it is created is old, but not all versions have another.
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()
