"""The bundled games and all installed ones: see core.registry."""

from __future__ import annotations

from functools import cache

from grenade_salad.core import discovery
from grenade_salad.core.registry import load as load

NAMES = discovery.own_games()
"""The names of the bundled games."""


@cache
def with_turns() -> tuple[str, ...]:
    """Return the bundled games with turns, which have machine players and lessons.

    A table without turns has neither these nor statistics.

    >>> "open-table" in NAMES, "open-table" in with_turns()
    (True, False)
    """
    return tuple(name for name in NAMES if not load(name).is_turnless)
