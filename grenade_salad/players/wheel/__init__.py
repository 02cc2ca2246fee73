"""Machine players of this game: one module a level, and why they do what they do in `reasons`."""

from __future__ import annotations

from grenade_salad.players.standard import standard_roster

SLIPS = 0.35
"""How often Casual decides as Easy does."""
PLAYERS = standard_roster(__name__, {2: "hard", 5: "normal"}, slip_rate=SLIPS)
