"""Speed of our PettingZoo environments, relative to PettingZoo's connect_four.

Both sides play random matches in turn, through all wrappers of `env`, and read every observation and mask. Times are
CPU times. Needs pettingzoo, of the extra [rl].
"""

from __future__ import annotations

from collections.abc import Iterator

from grenade_salad.lab.env import env
from tools.bench.by_chance import connect_four, environment_matches
from tools.bench.figures import Figure, make_figure, measure_rates

_ROUNDS = 6
_SECONDS = 0.5
_MIN_SHARES = {"live-grenade": 0.8, "wheel": 0.8, "grenade-salad": 0.1}
"""Goals, as shares of connect_four's steps a second, by game."""


def figures() -> Iterator[Figure]:
    """Yield our steps a second as a share of theirs, for each game with two seats."""
    environments = [connect_four(), *(env(name, 2) for name in _MIN_SHARES)]
    sides = [((steps, 0) for steps, _, _ in environment_matches(environment)) for environment in environments]
    theirs, *our_rates = measure_rates(sides, _ROUNDS, _SECONDS)
    for (name, min_share), ours in zip(_MIN_SHARES.items(), our_rates, strict=True):
        note = f"{ours.mean:.0f} steps a second, {theirs.mean:.0f} of connect_four"
        yield make_figure(f"environment of {name}", "of connect_four", min_share, ours.compare_to(theirs), note)
