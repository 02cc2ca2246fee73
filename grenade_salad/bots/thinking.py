"""How players think: many quick matches for every choice, in the same worlds and with the same luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter

from grenade_salad.bots import Kind
from grenade_salad.core import Action

_LEAST = 20
"""After so many worlds, differences begin to mean something."""
MOST = 0.9
"""Seconds after which thinking ends on any machine."""


@dataclass(frozen=True)
class Budget:
    """How long somebody thinks: in so many worlds, and no longer than so many seconds if they are given."""

    worlds: int
    seconds: float | None = None


def budget(kind: Kind, hard: int, expert: int) -> Budget:
    """What a player of the level `hard` or `expert` may use: so many worlds, or the time that it was told."""
    if kind.seconds is not None:
        return Budget(1_000_000, kind.seconds)
    return Budget(hard if kind.level == "hard" else expert, MOST)


def think(
    sound: Action,
    choices: Sequence[Action],
    worth: Callable[[int, Action], float],
    limit: Budget,
    margin: float,
    begun: float,
) -> Action:
    """The sound choice, unless another is better by more than `margin` standard errors in the same worlds.

    `worth(number, action)` is how the match ends for the player in world number `number` after that action: the same
    world and the same luck for every action. `begun` is when thinking began, by `perf_counter`.
    """
    others = [action for action in choices if action != sound]
    if not others:
        return sound
    sums, squares = [0.0] * len(others), [0.0] * len(others)
    done = 0
    while done < limit.worlds:
        base = worth(done, sound)
        for index, action in enumerate(others):
            more = worth(done, action) - base
            sums[index] += more
            squares[index] += more * more
        done += 1
        if limit.seconds is not None and perf_counter() - begun >= limit.seconds * done / (done + 1):
            break
    best, choice = 0.0, sound
    for action, total, square in zip(others, sums, squares, strict=True):
        mean = total / done
        error = sqrt(max(0.0, square / done - mean * mean) / done)
        if done >= _LEAST and mean > margin * error and mean > best:
            best, choice = mean, action
    return choice
