"""The house rules of Grenade Salad, and which of them cannot be."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Literal

from grenade_salad.core import NoSuchSeat, Options, Reason
from grenade_salad.games.salad.pieces import Measures
from grenade_salad.games.salad.reasons import NotBetween, TableTooSmall, TileTooSmall


@dataclass(frozen=True)
class SaladOptions(Options):
    """House rules; lengths in mm (GS-03, GS-09, GS-17, GS-19, GS-33)."""

    cube: float = field(
        default=8.0,
        metadata={"label": "Cube width", "unit": "mm", "range": (4.0, 20.0, 0.5), "help": "How wide a soldier is."},
    )
    tile: float = field(
        default=50.0,
        metadata={
            "label": "Tile width",
            "unit": "mm",
            "range": (20.0, 100.0, 1.0),
            "help": "How far a soldier moves and a grenade flies; a blast is as large as a tile.",
        },
    )
    table: tuple[float, float] = field(
        default=(600.0, 400.0),
        metadata={
            "label": "Table",
            "unit": "mm",
            "parts": ("width", "height"),
            "range": (200.0, 1200.0, 10.0),
            "help": "The battlefield: at least four tiles wide and high.",
        },
    )
    sight: Literal["nine", "centre"] = field(
        default="nine",
        metadata={
            "label": "Line of sight",
            "choices": (("nine", "any of nine rays"), ("centre", "centre to centre")),
            "help": "What a sniper needs: one free ray of nine to the target, or the one between the centres.",
        },
    )
    blast: Literal["area", "width"] = field(
        default="area",
        metadata={
            "label": "Blast",
            "choices": (("area", "the area of a tile"), ("width", "as wide as a tile")),
            "help": "How large the circle of a grenade or a mine is.",
        },
    )
    starter: int | None = field(
        default=None, metadata={"label": "Starting player", "help": "Drawn at random, or always the same seat."}
    )
    turn_limit: int | None = field(
        default=None,
        metadata={
            "label": "Limit on turns",
            "range": (1, 500, 1),
            "help": "After this many turns the game ends with the score as it stands.",
        },
    )

    def measures(self) -> Measures:
        """The sizes for the table's functions."""
        return Measures(float(self.cube), float(self.tile), (float(self.table[0]), float(self.table[1])), self.blast)


def why_not_options(options: SaladOptions, seats: int) -> Reason | None:
    """Why these house rules cannot be (GS-03); None if they can."""
    width, height = options.table
    bounds = (("cube", options.cube, 1.0, 100.0), ("tile", options.tile, 2.0, 1000.0))
    sides = (("table width", width, 8.0, 10_000.0), ("table height", height, 8.0, 10_000.0))
    for what, value, low, high in (*bounds, *sides):
        if not isfinite(value) or not low <= value <= high:
            return NotBetween(what, value, low, high, " mm")
    if options.tile < 2 * options.cube:
        return TileTooSmall(options.tile, options.cube)
    if min(width, height) < 4 * options.tile:
        return TableTooSmall(width, height, options.tile)
    if options.starter is not None and not 0 <= options.starter < seats:
        return NoSuchSeat(options.starter, seats)
    if options.turn_limit is not None and not 1 <= options.turn_limit <= 100_000:
        return NotBetween("the limit on turns", options.turn_limit, 1, 100_000, "")
    return None
