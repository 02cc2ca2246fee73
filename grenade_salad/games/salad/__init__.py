"""Grenade Salad: wooden soldiers, really dropped on a table."""

from typing import TYPE_CHECKING

from grenade_salad.core.lazy_exports import import_lazily
from grenade_salad.core.registry import Plugin
from grenade_salad.system import resources
from grenade_salad.text import m

if TYPE_CHECKING:
    from grenade_salad.games.salad.rules import *  # noqa: F403
else:
    __getattr__ = import_lazily("grenade_salad.games.salad.rules")

PLUGIN = Plugin(
    contract=2,
    title=m("Grenade Salad"),
    box_title="",
    tagline=m("Drop wooden soldiers: strike, shoot, and mind the mines."),
    min_seats=2,
    max_seats=4,
    rules="grenade_salad.games.salad.rules:GAME",
    rules_page=resources.rules() / "grenade-salad.md",
    rule_pictures="grenade_salad.app.games.salad.rule_pictures:PICTURES",
    picture=resources.assets() / "title" / "salad.svg",
    players="grenade_salad.players.salad:PLAYERS",
    stats="grenade_salad.games.salad.stats:STATS",
    sheets="grenade_salad.sheets.salad:SHEET",
    screens="grenade_salad.app.games.salad:SCENE",
    encoder="grenade_salad.players.salad.grid_encoding:ENCODER",
    puzzles="grenade_salad.players.salad.puzzles:PUZZLING",
    lesson="grenade_salad.games.salad.lesson:LESSON",
    goals="grenade_salad.games.salad.goals:GOALS",
)
