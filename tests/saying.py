"""Messages as strings, for tests that read them."""

from __future__ import annotations

from grenade_salad import players
from grenade_salad.core import Action, View
from grenade_salad.text import Reader, say

PLACEHOLDER_READER = Reader([f"{{{seat}}}" for seat in range(10)])
"""Somebody who calls the players {0}, {1} and so on."""


def explain_action(game: str, seat: int, view: View, action: Action) -> str:
    """Why a machine player might do that, in English."""
    return say(players.explain(game, seat, view, action), PLACEHOLDER_READER)
