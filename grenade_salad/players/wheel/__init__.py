"""Machine players of the wheel game.

Their levels are in `easy` and `normal`; `search_player` has Hard and Expert.
"""

from __future__ import annotations

from grenade_salad.players.standard import standard_roster

SLIPS = 0.35
"""Share of decisions in which Casual decides as Easy does."""
PLAYERS = standard_roster(__name__, {2: "hard", 5: "normal"}, slip_rate=SLIPS)
