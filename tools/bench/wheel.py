"""Decisions a second in random playouts of the wheel game, against OpenSpiel's liar's dice stepped from Python.

Liar's dice is the nearest game that OpenSpiel has, a turn of it being one bid; its rules are in C++. Needs the package
open-spiel, which is in no other use: `pip install open-spiel`.
"""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from time import process_time

from grenade_salad.core import State
from grenade_salad.games.wheel import GAME, WheelOptions

BAR = 0.5
"""The least share of OpenSpiel's speed."""
_ROUNDS = 3
_MATCHES = 1500
_BIDS = 60_000


def run() -> None:
    """Print the ratio for 2 to 7 players in turn; all chance steps are part of the time."""
    if find_spec("pyspiel") is None:
        print("wheel: not compared, as the package open-spiel is missing: pip install open-spiel")
        return
    rng = Random(1)
    _wheel(rng)
    _liars_dice(rng)
    ours, theirs = [0.0, 0.0], [0.0, 0.0]
    for _ in range(_ROUNDS):
        for total, (decisions, seconds) in ((ours, _wheel(rng)), (theirs, _liars_dice(rng))):
            total[0] += decisions
            total[1] += seconds
    here, there = ours[0] / ours[1], theirs[0] / theirs[1]
    verdict = "met" if here / there >= BAR else "MISSED"
    rates = f"{here:.0f} decisions a second, OpenSpiel's liar's dice {there:.0f}"
    print(f"wheel playouts: {rates}; ratio {here / there:.2f}, bar {BAR}: {verdict}")


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


def _liars_dice(rng: Random) -> tuple[int, float]:
    """The same for liar's dice."""
    import pyspiel

    game = pyspiel.load_game("liars_dice")
    start = process_time()
    decisions = 0
    while decisions < _BIDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            while state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
    return decisions, process_time() - start
