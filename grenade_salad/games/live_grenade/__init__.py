"""Live Grenade: draw until the grenade comes."""

from typing import TYPE_CHECKING

from grenade_salad.core.lazy_exports import import_lazily
from grenade_salad.core.registry import Plugin
from grenade_salad.system import resources
from grenade_salad.text import m

if TYPE_CHECKING:
    from grenade_salad.games.live_grenade.rules import *  # noqa: F403
else:
    __getattr__ = import_lazily("grenade_salad.games.live_grenade.rules")

PLUGIN = Plugin(
    contract=2,
    title=m("Live Grenade"),
    box_title="",
    tagline=m("Draw a card, and hope it's not a grenade."),
    min_seats=2,
    max_seats=13,
    rules="grenade_salad.games.live_grenade.rules:GAME",
    rules_page=resources.rules() / "live-grenade.md",
    rule_pictures="grenade_salad.app.games.live_grenade.rule_pictures:PICTURES",
    picture=resources.assets() / "title" / "live_grenade.svg",
    players="grenade_salad.players.live_grenade:PLAYERS",
    stats="grenade_salad.games.live_grenade.stats:STATS",
    sheets="grenade_salad.sheets.live_grenade:SHEET",
    screens="grenade_salad.app.games.live_grenade:SCENE",
    encoder="grenade_salad.games.live_grenade.encoding:ENCODER",
    puzzles="grenade_salad.players.live_grenade.puzzles:PUZZLING",
    lesson="grenade_salad.games.live_grenade.lesson:LESSON",
    goals="grenade_salad.core.goals:LAST_LEFT",
)
