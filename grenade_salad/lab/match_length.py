"""The length of a match by its number of players, from measured matches.

The numbers are in a file beside this one, which `python -m tools.match_length` writes again.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from grenade_salad.text import Message, m

FILE = Path(__file__).with_name("match_length.json")
SECONDS = 8.0
"""Seconds that people need for a decision and its animation; an assumption.

A game in which they aim, and are asked often, has its own in the file: `seconds`, by game.
"""
_ROUND_FROM = 15.0
"""Minutes from which they are rounded to five."""


@cache
def _load_table() -> dict[str, dict[str, dict[str, float]]]:
    empty: dict[str, dict[str, dict[str, float]]] = {}
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else empty


def describe_length(game: str, seats: int, max_turns: int | None = None) -> Message | None:
    """Describe about how many minutes a match takes. The rules tell the same.

    It is for the usual rules, but for a limit on turns; None if that was never measured.

    >>> from grenade_salad import games
    >>> from grenade_salad.text import say
    >>> all(say(describe_length(name, 3)).startswith("About ") for name in games.with_turns())
    True
    >>> describe_length("nim", 2)
    """
    measured = _load_table().get(game, {}).get(str(seats))
    if measured is None:
        return None
    seconds = _load_table().get("seconds", {}).get(game, {}).get("decision", SECONDS)
    share = 1.0 if max_turns is None else min(1.0, max_turns / measured["turns"])
    minutes = measured["decisions"] * share * seconds / 60
    rounded = 5 * round(minutes / 5) if minutes >= _ROUND_FROM else max(1, round(minutes))
    # Translators: how long a match takes
    return m("About {n} minute.", "About {n} minutes.", n=rounded)
