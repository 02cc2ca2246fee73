"""Grenade, the wheel: secret hearts and three dice that blow up."""

from typing import TYPE_CHECKING

from grenade_salad.core.lazy_exports import import_lazily
from grenade_salad.core.registry import Plugin
from grenade_salad.system import resources
from grenade_salad.text import m

if TYPE_CHECKING:
    from grenade_salad.games.wheel.rules import *  # noqa: F403
else:
    __getattr__ = import_lazily("grenade_salad.games.wheel.rules")

PLUGIN = Plugin(
    contract=2,
    # Translators: the name of the game
    title=m("Grenade"),
    box_title=m("Grenade, the wheel"),
    tagline=m("Three dice go round. Somebody's number comes up."),
    min_seats=2,
    max_seats=7,
    rules="grenade_salad.games.wheel.rules:GAME",
    rules_page=resources.rules() / "wheel.md",
    rule_pictures="grenade_salad.app.games.wheel.rule_pictures:PICTURES",
    picture=resources.assets() / "title" / "wheel.svg",
    players="grenade_salad.players.wheel:PLAYERS",
    stats="grenade_salad.games.wheel.stats:STATS",
    sheets="grenade_salad.sheets.wheel:SHEET",
    screens="grenade_salad.app.games.wheel:SCENE",
    encoder="grenade_salad.games.wheel.encoding:ENCODER",
    puzzles="grenade_salad.players.wheel.puzzles:PUZZLING",
    lesson="grenade_salad.games.wheel.lesson:LESSON",
    goals="grenade_salad.core.goals:LAST_LEFT",
)
