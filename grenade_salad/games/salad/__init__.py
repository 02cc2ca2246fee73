"""Grenade Salad: wooden soldiers, really dropped on a table."""

from grenade_salad.core import Game
from grenade_salad.games.salad.moves import (
    Arrow,
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
)
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.start import start

__all__ = [
    "Arrow",
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
    "SaladOptionsfrom",
    "SaladSetup",
]

GAME = Game(
    name="grenade-salad",
    title="Grenade Salad",
    min_seats=2,
    max_seats=4,
    options=SaladOptions,
    setup=SaladSetup,
    actions=(Drop, Keep, Move, Pointer, Circles, Hammers, Arrow, Explosion, End, Footpath, Pass),
    chances=(Rest, Deal),
    start=start,
)
