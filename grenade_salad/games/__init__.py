"""The games of the box, and whatever games are installed besides: see core.registry."""

from __future__ import annotations

from functools import cache

from grenade_salad.core import discovery
from grenade_salad.core.registry import load as load

NAMES = discovery.own_games()
"""The games of the box."""


@cache
def with_turns() -> tuple[str, ...]:
    """Those of them that have turns, and so machines, lessons and figures; a table without turns has none of these.

    >>> "open-table" in NAMES, "open-table" in with_turns()
    (True, False)
    """
    return tuple(name for name in NAMES if not load(name).is_turnless)
