"""How long a match takes with so many, from measured matches of machines.

The numbers are in a file beside this one, which `python -m tools.match_length` writes anew.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from grenade_salad.text import Message, m

FILE = Path(__file__).with_name("match_length.json")
SECONDS = 8.0
"""What people are taken to need for a decision, with what is shown of it: an assumption, and not measured."""


@cache
def _load_table() -> dict[str, dict[str, dict[str, float]]]:
    empty: dict[str, dict[str, dict[str, float]]] = {}
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else empty


def describe_length(game: str, seats: int) -> Message | None:
    """How many turns it takes and about how many minutes, by the usual rules; None if that was never measured.

    >>> from grenade_salad import games
    >>> from grenade_salad.text import say
    >>> all(say(length(name, 3)).startswith("With 3 players: about ") for name in games.with_turns())
    True
    >>> length("nim", 2)
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
