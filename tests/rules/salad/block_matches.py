"""Crowds and matches of Grenade Salad on a table with blocks."""

from __future__ import annotations

from math import pi
from random import Random

from grenade_salad.games import load
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Measures, Soldier
from grenade_salad.games.salad.placement_search import find_nearest_place
from grenade_salad.games.salad.state import SaladState

WALL = Block(100.0, 200.0, 10.0, 100.0, 0.0)


def place_crowd(measures: Measures, count: int, rng: Random) -> list[Soldier]:
    """Return this many soldiers, close to blocks and to each other."""
    soldiers: list[Soldier] = []
    width, height = measures.table
    while len(soldiers) < count:
        x, y, angle = rng.uniform(0, width), rng.uniform(0, height), rng.choice((0.0, rng.uniform(-pi, pi)))
        place = find_nearest_place(measures, soldiers, (x, y), angle)
        if place is not None:
            soldiers.append(Soldier(len(soldiers), len(soldiers) % 2, *place, angle))
    return soldiers


def start_match(blocks: tuple[Block, ...], soldiers: tuple[Soldier, ...], **rules: float) -> SaladState:
    """Start a match in which seat 0 is to act, with a card of each kind."""
    hands = (("pointer", "hammers", "arrow", "explosion"), ())
    owners = [soldier.seat for soldier in soldiers]
    reserve = tuple(min(15, 20 - owners.count(seat)) for seat in range(2))
    setup = SaladSetup(soldiers, reserve, (0, 0), hands, ("circles",), 0, blocks=blocks)  # type: ignore[arg-type]
    state = load("grenade-salad").start(2, SaladOptions(**rules), setup)  # type: ignore[arg-type]
    assert isinstance(state, SaladState)
    return state
