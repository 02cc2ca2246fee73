"""Steps a second of our PettingZoo environments, against PettingZoo's own connect_four in the same run.

Each side is played by chance to the end again and again, with every wrapper of `env`, the observation and the mask of
every step; they take turns, and the processor's time counts. Needs pettingzoo, of the extra [rl].
"""

from __future__ import annotations

import warnings
from random import Random
from time import process_time
from typing import Any

from grenade_salad.lab.env import env

_ROUNDS, _SECONDS = 6, 0.5
_BARS = {"live-grenade": 0.8, "wheel": 0.8, "grenade-salad": 0.1}
"""The least share of connect_four's steps a second."""


def _connect_four() -> Any:
    with warnings.catch_warnings():
        # It calls the way in which it is made old, and other ways are not in all versions.
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()


def run() -> None:
    """Print a line for each game with two."""
    tables = {name: env(name, 2) for name in _BARS} | {"": _connect_four()}
    steps, seconds = dict.fromkeys(tables, 0), dict.fromkeys(tables, 0.0)
    for number in range(_ROUNDS):
        for name, table in tables.items():
            done, took = _play(table, number)
            steps[name] += done
            seconds[name] += took
    known = steps[""] / seconds[""]
    for name, bar in _BARS.items():
        rate = steps[name] / seconds[name]
        verdict = "met" if rate / known >= bar else "MISSED"
        print(
            f"environment {name}: {rate:.0f} steps a second, connect_four {known:.0f}; ratio {rate / known:.3f}, "
            f"bar {bar}: {verdict}",
            flush=True,
        )


def _play(table: Any, number: int) -> tuple[int, float]:
    """Whole matches for about so long: steps and seconds."""
    rng, steps, seed = Random(number), 0, number * 1000
    begun = process_time()
    while process_time() - begun < _SECONDS:
        table.reset(seed=seed)
        seed += 1
        for _ in table.agent_iter():
            observation, _, ended, gone, _ = table.last()
            mask = observation["action_mask"]
            table.step(None if ended or gone else rng.choice(mask.nonzero()[0].tolist()))
            steps += 1
    return steps, process_time() - begun
