"""Machine players of Grenade Salad: one module a level, and `explanations`."""

from __future__ import annotations

from grenade_salad.players import LEVELS
from grenade_salad.players.standard import standard_roster

PLAYERS = standard_roster(__name__, {2: "expert", 3: "hard"}, slip_rate=0.5, levels=LEVELS)
