"""Machine players of this game: one module a level, and why they do what they do in `reasons`."""

from __future__ import annotations

from grenade_salad.players.standard import standard_roster

SLIPS = 0.28
"""How often Casual decides as Easy does."""
PLAYERS = standard_roster(__name__, {2: "normal", 3: "hard"}, slip_rate=SLIPS, has_memory=True)
