"""A race whose house rule favours one seat, or changes the game for all alike.

Sweeps are tested with it.
"""

from grenade_salad.core.registry import Plugin

RACE = Plugin(contract=2, title="Race", min_seats=2, max_seats=4, rules="planted_games.race:GAME")
