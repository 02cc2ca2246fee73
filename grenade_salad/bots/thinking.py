"""How long players think who think."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.bots import Kind

_MOST = 0.9
"""Seconds after which thinking ends on any machine, if nothing else was told."""


@dataclass(frozen=True)
class Budget:
    """How long somebody thinks: in so many worlds, and no longer than so many seconds."""

    worlds: int
    seconds: float


def budget(kind: Kind, hard: int, expert: int) -> Budget:
    """What a player of the level `hard` or `expert` may use: so many worlds, or the time that it was told."""
    if kind.seconds is not None:
        return Budget(1_000_000, kind.seconds)
    return Budget(hard if kind.level == "hard" else expert, _MOST)
