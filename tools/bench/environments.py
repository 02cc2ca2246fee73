"""Steps a second of our PettingZoo environments, against its own connect_four.

Each side plays by chance to the end again and again, with every wrapper of `env`, the observation and the
mask of every step; they take turns in one run. Times are of the processor. Needs pettingzoo, of the extra
[rl].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean
from typing import Any

from grenade_salad.lab.env import env
from tools.bench.by_chance import connect_four
from tools.bench.figures import Figure, make_figure, measure_rates

_ROUNDS, _SECONDS = 6, 0.5
_GOALS = {"live-grenade": 0.8, "wheel": 0.8, "grenade-salad": 0.1}
"""The least share of connect_four's steps a second."""


def figures() -> Iterator[Figure]:
    """Yield our steps a second as a share of theirs, for each game with two seats."""
    rates = measure_rates(
        [_match(table) for table in (connect_four(), *(env(name, 2) for name in _GOALS))], _ROUNDS, _SECONDS
    )
    for (name, goal), ours in zip(_GOALS.items(), rates[1:], strict=True):
        ratios = [our_rate / their_rate for our_rate, their_rate in zip(ours, rates[0], strict=True)]
        note = f"{fmean(ours):.0f} steps a second, {fmean(rates[0]):.0f} of connect_four"
        yield make_figure(f"environment of {name}", "of connect_four", goal, ratios, note)


def _match(table: Any) -> Callable[[int], int]:
    rng = Random(1)

    def match(seed: int) -> int:
        table.reset(seed=seed)
        steps = 0
        for _ in table.agent_iter():
            observation, _, ended, truncated, _ = table.last()
            mask = observation["action_mask"]
            table.step(None if ended or truncated else rng.choice(mask.nonzero()[0].tolist()))
            steps += 1
        return steps

    return match
