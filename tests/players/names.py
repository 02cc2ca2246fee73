"""Names of players of every level and style."""

from __future__ import annotations

from collections.abc import Iterator

from grenade_salad.players import LEVELS, STYLED_LEVELS, STYLES, TIMED_LEVELS

THOUGHT = 0.01
"""Seconds for players that think, on a clock that advances when it is read."""


def all_names(game: str) -> Iterator[str]:
    """Yield players of every level and every style of a game."""
    for level in LEVELS:
        time = f":{THOUGHT}" if level in TIMED_LEVELS else ""
        for style in ("", *(f"-{style}" for style in STYLES if level in STYLED_LEVELS)):
            yield f"{level}{style}{time}"
