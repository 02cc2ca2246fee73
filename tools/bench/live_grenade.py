"""Decisions a second in random playouts of Live Grenade, with its legal actions listed at every decision.

Held against RLCard's uno environment and OpenSpiel's crazy eights, whose rules are in C++, both stepped from Python.
Its luck is drawn with `random.choices`; as its own examples do it, with numpy's `choice`, that is most of its time, so
the rate with that is printed too and has no bar. The two are in no other use: `pip install rlcard open-spiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from random import Random

from grenade_salad.core import State
from grenade_salad.games.live_grenade import GAME, LiveGrenadeOptions
from tools.bench.luck import decisions_a_second, of_outcomes, of_outcomes_by_numpy, spiel_match

UNO_BAR = 3.0
"""The least multiple of RLCard's speed."""
CRAZY_EIGHTS_BAR = 1.0
"""The least multiple of OpenSpiel's speed."""
_ROUNDS = 12
_SECONDS = 0.25
"""Of computing, for each side in each round."""


def run() -> None:
    """Print a ratio for each of the two; matches have 2 to 5 players in turn, and all luck is part of the time."""
    rivals: list[tuple[str, str, float | None, Callable[[], Callable[[Random], int]]]] = [
        ("rlcard", "RLCard's uno", UNO_BAR, _uno),
        ("pyspiel", "OpenSpiel's crazy eights", CRAZY_EIGHTS_BAR, partial(_crazy_eights, of_outcomes)),
        ("pyspiel", "the same with numpy's choice", None, partial(_crazy_eights, of_outcomes_by_numpy)),
    ]
    for package, name, bar, make in rivals:
        if find_spec(package) is None:
            pip = package.replace("pyspiel", "open-spiel")
            print(f"live_grenade: not compared with {name}, as a package is missing: pip install {pip}")
            continue
        here, there = decisions_a_second(_live_grenade(), make(), _ROUNDS, _SECONDS)
        verdict = "" if bar is None else f", bar {bar}: {'met' if here / there >= bar else 'MISSED'}"
        rates = f"{here:.0f} decisions a second, {name} {there:.0f}"
        print(f"live_grenade playouts: {rates}; ratio {here / there:.2f}{verdict}", flush=True)


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


def _crazy_eights(draw: Callable[[Sequence[tuple[int, float]], Random], int]) -> Callable[[Random], int]:
    import pyspiel

    return partial(spiel_match, pyspiel.load_game("crazy_eights"), draw)
