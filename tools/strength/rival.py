"""The wheel's Expert against OpenSpiel's IS-MCTS, as rounds of a tournament."""

from __future__ import annotations

from importlib.util import find_spec
from time import process_time

from grenade_salad.lab.arena import Round

EXPERT = "expert:0.1"
DEFAULT_RIVAL, ROLLOUT_RIVAL = "IS-MCTS", "IS-MCTS with our rollouts"
RIVALS = {DEFAULT_RIVAL: "random", ROLLOUT_RIVAL: "ours"}
"""The names of the rivals, and their evaluators."""


def is_installed() -> bool:
    """True if the package open-spiel is installed."""
    return find_spec("pyspiel") is not None


def play_round(rival: str, seed: int) -> Round:
    """Play the deal of this seed with Expert in each seat.

    IS-MCTS gets as much time, which is not counted here.
    """
    from tools.strength.ismcts import play

    begun = process_time()
    matches = [play(seed, seat, RIVALS[rival]) for seat in range(2)]
    wins = float(sum(won for won, _ in matches))
    decisions, seconds = sum(expert.decisions for _, expert in matches), sum(expert.seconds for _, expert in matches)
    return Round(seed, 2, (wins, 2 - wins), (decisions, 0), (seconds, 0.0), process_time() - begun)
