"""Decisions a second in random playouts of Live Grenade, with its legal actions listed at every decision.

Held against RLCard's uno environment, and against OpenSpiel's crazy eights, whose rules are in C++, stepped from Python
as its own examples do. (Most of its time is numpy's, for luck; with the first outcome that comes to hand it is about
four times as fast, and that is not what anybody would play with.) The two are in no other use:
`pip install rlcard open-spiel`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from time import process_time

from grenade_salad.core import State
from grenade_salad.games.live_grenade import GAME, LiveGrenadeOptions

UNO_BAR = 3.0
"""The least multiple of RLCard's speed."""
CRAZY_EIGHTS_BAR = 1.0
"""The least multiple of OpenSpiel's speed."""
_ROUNDS = 12
_SECONDS = 0.25
"""Of computing, for each side in each round."""


def run() -> None:
    """Print a ratio for each of the two; matches have 2 to 5 players in turn, and all luck is part of the time."""
    rivals: list[tuple[str, str, float, Callable[[], Callable[[Random], int]]]] = [
        ("rlcard", "RLCard's uno", UNO_BAR, _uno),
        ("pyspiel", "OpenSpiel's crazy eights", CRAZY_EIGHTS_BAR, _crazy_eights),
    ]
    for package, name, bar, make in rivals:
        if find_spec(package) is None:
            pip = package.replace("pyspiel", "open-spiel")
            print(f"live_grenade: not compared with {name}, as a package is missing: pip install {pip}")
            continue
        here, there = _rates(_live_grenade(), make())
        verdict = "met" if here / there >= bar else "MISSED"
        rates = f"{here:.0f} decisions a second, {name} {there:.0f}"
        print(f"live_grenade playouts: {rates}; ratio {here / there:.2f}, bar {bar}: {verdict}")


def _rates(one: Callable[[Random], int], other: Callable[[Random], int]) -> tuple[float, float]:
    """Decisions a second of computing on both sides, which take turns."""
    rng = Random(1)
    decisions, seconds = [0, 0], [0.0, 0.0]
    for _ in range(_ROUNDS):
        for side, match in enumerate((one, other)):
            start = process_time()
            while process_time() - start < _SECONDS:
                decisions[side] += match(rng)
            seconds[side] += process_time() - start
    return decisions[0] / seconds[0], decisions[1] / seconds[1]


def _live_grenade() -> Callable[[Random], int]:
    options = LiveGrenadeOptions()

    def match(rng: Random) -> int:
        return _playout(GAME.start(2 + rng.randrange(4), options, None), rng)

    return match


def _playout(state: State, rng: Random) -> int:
    decisions = 0
    while True:
        asked = state.to_act()
        if asked:
            legal = state.legal(asked[int(rng.random() * len(asked))])
            state.do(legal[int(rng.random() * len(legal))])
            decisions += 1
        elif state.due():
            state.happen(state.sample(rng))
        else:
            return decisions


def _uno() -> Callable[[Random], int]:
    import rlcard

    env = rlcard.make("uno", config={"seed": 1})

    def match(rng: Random) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return match


def _crazy_eights() -> Callable[[Random], int]:
    """Stepped as in OpenSpiel's own examples: outcomes of luck by their probabilities, with numpy."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game("crazy_eights")

    def match(rng: Random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(np.random.choice(outcomes, p=chances))
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return match
