"""A game without turns that lives in another package.

Quick to import: its rules are loaded when it is played.
"""

from grenade_salad.core.registry import Plugin

BOWL = Plugin(
    contract=2,
    title="The Bowl",
    tagline="A table without turns. People say who has won.",
    min_seats=2,
    max_seats=5,
    rules="turnless_games.bowl:GAME",
    players="turnless_games.bowl:PLAYERS",
)
