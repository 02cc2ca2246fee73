"""Machine players of Live Grenade: one module a level, and `explanations`."""

from __future__ import annotations

from grenade_salad.players.standard import standard_roster

SLIPS = 0.28
"""Share of decisions in which Casual decides as Easy does."""
PLAYERS = standard_roster(__name__, {2: "normal", 3: "hard"}, slip_rate=SLIPS, has_memory=True)
