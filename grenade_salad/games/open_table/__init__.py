"""The open table: cards, dice and pieces on a table, without rules."""

from typing import TYPE_CHECKING

from grenade_salad.core.lazy_exports import import_lazily
from grenade_salad.core.registry import Plugin
from grenade_salad.system import resources
from grenade_salad.text import m

if TYPE_CHECKING:
    from grenade_salad.games.open_table.rules import *  # noqa: F403
else:
    __getattr__ = import_lazily("grenade_salad.games.open_table.rules")

PLUGIN = Plugin(
    contract=2,
    # Translators: the name of a game: a table on which people play what they like
    title=m("Open table"),
    tagline=m("Cards, dice and pieces. Play what you like."),
    min_seats=1,
    max_seats=9,
    rules_page=resources.rules() / "open-table.md",
    rule_pictures="grenade_salad.app.games.open_table.rule_pictures:PICTURES",
    picture=resources.assets() / "title" / "open_table.svg",
    rules="grenade_salad.games.open_table.rules:GAME",
    players="grenade_salad.players.open_table:PLAYERS",
    stats="grenade_salad.games.open_table.stats:STATS",
    screens="grenade_salad.app.games.open_table:SCENE",
    variant_path="$.setup.box.name",
    sheets="grenade_salad.sheets.open_table:SHEET",
)
