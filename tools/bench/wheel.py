"""Decisions a second in random playouts of the wheel game, against OpenSpiel's liar's dice stepped from Python.

Liar's dice is the nearest game that OpenSpiel has, a turn of it being one bid; its rules are in C++. Its luck is drawn
with `random.choices`; the rate with numpy's `choice`, as in OpenSpiel's examples, is printed too and has no bar. Needs
the package open-spiel, which is in no other use: `pip install open-spiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time

from grenade_salad.core import State
from grenade_salad.games.wheel import GAME, WheelOptions
from tools.bench.luck import of_outcomes, of_outcomes_by_numpy, spiel_match

BAR = 0.75
"""The least share of OpenSpiel's speed."""
_ROUNDS = 4
_MATCHES = 900
_BIDS = 40_000


def run() -> None:
    """Print the ratio for 2 to 7 players in turn; all chance steps are part of the time."""
    if find_spec("pyspiel") is None:
        print("wheel: not compared, as the package open-spiel is missing: pip install open-spiel")
        return
    rng = Random(1)
    sides: list[Callable[[Random], tuple[int, float]]] = [
        _wheel,
        partial(_liars_dice, of_outcomes),
        partial(_liars_dice, of_outcomes_by_numpy),
    ]
    decisions, seconds = [0] * len(sides), [0.0] * len(sides)
    for warm in (True, *[False] * _ROUNDS):
        for number, side in enumerate(sides):
            made, took = side(rng)
            decisions[number] += 0 if warm else made
            seconds[number] += 0.0 if warm else took
    here, there, by_numpy = (made / took for made, took in zip(decisions, seconds, strict=True))
    verdict = "met" if here / there >= BAR else "MISSED"
    rates = f"{here:.0f} decisions a second, OpenSpiel's liar's dice {there:.0f}"
    print(f"wheel playouts: {rates}; ratio {here / there:.2f}, bar {BAR}: {verdict}")
    print(f"wheel playouts: the same with numpy's choice {by_numpy:.0f}; ratio {here / by_numpy:.2f}")


def _wheel(rng: Random) -> tuple[int, float]:
    """Random matches; decisions, and seconds of computing."""
    options = WheelOptions()
    start = process_time()
    decisions = sum(_playout(GAME.start(2 + number % 6, options, None), rng) for number in range(_MATCHES))
    return decisions, process_time() - start


def _playout(state: State, rng: Random) -> int:
    decisions = 0
    while not state.over:
        while state.due():
            state.happen(state.sample(rng))
        legal = state.legal(state.to_act()[0])
        state.do(legal[int(rng.random() * len(legal))])
        decisions += 1
    return decisions


def _liars_dice(draw: Callable[[Sequence[tuple[int, float]], Random], int], rng: Random) -> tuple[int, float]:
    """The same for liar's dice."""
    import pyspiel

    game = pyspiel.load_game("liars_dice")
    start = process_time()
    decisions = 0
    while decisions < _BIDS:
        decisions += spiel_match(game, draw, rng)
    return decisions, process_time() - start
