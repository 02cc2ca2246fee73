"""Machine players of this game: one module a level, and why they do what they do in `reasons`."""

from __future__ import annotations

from grenade_salad.players.standard import usual

SLIPS = 0.35
"""How often Casual decides as Easy does."""
PLAYERS = usual(__name__, {2: "hard", 5: "normal"}, slips=SLIPS)
