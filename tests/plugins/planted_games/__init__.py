"""A race whose house rule plants a favour for one seat, or changes the game for all alike: for tests of sweeps."""

from grenade_salad.core.registry import Plugin

RACE = Plugin(contract=2, title="Race", min_seats=2, max_seats=4, rules="planted_games.race:GAME")
