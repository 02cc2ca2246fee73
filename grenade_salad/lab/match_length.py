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
"""Seconds that people need for a decision and its animation; an assumption."""


@cache
def _load_table() -> dict[str, dict[str, dict[str, float]]]:
    empty: dict[str, dict[str, dict[str, float]]] = {}
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else empty


def describe_length(game: str, seats: int) -> Message | None:
    """Describe how many turns and about how many minutes a match takes.

    It is for the usual rules; None if that was never measured.

    >>> from grenade_salad import games
    >>> from grenade_salad.text import say
    >>> all(say(describe_length(name, 3)).startswith("With 3 players: about ") for name in games.with_turns())
    True
    >>> describe_length("nim", 2)
    """
    measured = _load_table().get(game, {}).get(str(seats))
    if measured is None:
        return None
    minutes = max(1, round(measured["decisions"] * SECONDS / 60))
    # Translators: how long a match takes: {turns} is a number of turns; the number of minutes counts
    return m(
        "With {seats} players: about {n} minute, {turns} turns.",
        "With {seats} players: about {n} minutes, {turns} turns.",
        seats=seats,
        n=minutes,
        turns=round(measured["turns"]),
    )
