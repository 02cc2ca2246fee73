"""Grenade Salad: wooden soldiers, really dropped on a table."""

from grenade_salad.core import Game
from grenade_salad.games.salad import PLUGIN
from grenade_salad.games.salad.actions import (
    Arrow,
    Blocks,
    Circles,
    Deal,
    Drop,
    End,
    Explosion,
    Footpath,
    Hammers,
    Keep,
    Move,
    Pass,
    Pointer,
    Rest,
    SaladSetup,
    ThrowAway,
)
from grenade_salad.games.salad.describe import describe, is_equivalent
from grenade_salad.games.salad.options import SaladOptions, SaladOptions1
from grenade_salad.games.salad.start import start

__all__ = [
    "Arrow",
    "Blocks",
    "Circles",
    "Deal",
    "Drop",
    "End",
    "Explosion",
    "Footpath",
    "GAME",
    "Hammers",
    "Keep",
    "Move",
    "Pass",
    "Pointer",
    "Rest",
    "SaladOptions",
    "SaladSetup",
    "ThrowAway",
]

GAME = Game(
    name="grenade-salad",
    title=PLUGIN.title,
    min_seats=PLUGIN.min_seats,
    max_seats=PLUGIN.max_seats,
    options=SaladOptions,
    setup=SaladSetup,
    actions=(Drop, Keep, Move, Pointer, Circles, Hammers, Arrow, Explosion, End, ThrowAway, Footpath, Pass),
    chances=(Blocks, Rest, Deal),
    start=start,
    describe=describe,
    is_equivalent=is_equivalent,
    options_by_version={1: SaladOptions1},
)
