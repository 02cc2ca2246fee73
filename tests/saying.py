"""Messages as strings, for tests that read them."""

from __future__ import annotations

from grenade_salad import players
from grenade_salad.core import Action, View
from grenade_salad.text import Reader, say

PLACEHOLDER_READER = Reader([f"{{{seat}}}" for seat in range(10)])
"""A reader for whom the players are called {0}, {1} and so on."""


def explain_action(game: str, seat: int, view: View, action: Action) -> str:
    """Return a machine player's explanation of the action, in English."""
    return say(players.explain(game, seat, view, action), PLACEHOLDER_READER)
