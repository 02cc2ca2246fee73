"""House rules of Grenade Salad, and reasons why some are impossible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Literal, Self

from grenade_salad.core import NoSuchSeat, Options, Reason
from grenade_salad.games.salad.pieces import MAX_BLOCKS, Blast, Block, Measures
from grenade_salad.games.salad.reasons import NotBetween, TableTooSmall, TileTooSmall
from grenade_salad.text import Message, m

QUICK_TURN_LIMITS = {2: 12, 3: 12, 4: 8}
"""Turns of a match of at most ten minutes, by seats: as many for each."""
MAX_TURNS = 100_000
"""Maximum turn limit in a record; the form offers less."""
_MAX_STANDSTILL = 9


@dataclass(frozen=True)
class SaladOptions(Options):
    """House rules; lengths in mm (GS-03, GS-09, GS-17, GS-19, GS-33 to GS-36)."""

    cube: float = field(
        default=8.0,
        metadata={
            # Translators: a house rule
            "label": m("Cube width"),
            # Translators: a unit: millimetres
            "unit": m("mm"),
            "range": (4.0, 20.0, 0.5),
            "help": m("How wide a soldier is."),
        },
    )
    tile: float = field(
        default=50.0,
        metadata={
            "label": m("Tile width"),
            "unit": m("mm"),
            "range": (20.0, 100.0, 1.0),
            "help": m("How far a soldier moves and a grenade flies; a blast is as large as a tile."),
        },
    )
    table: tuple[float, float] = field(
        default=(600.0, 400.0),
        metadata={
            "label": m("Table"),
            "unit": m("mm"),
            # Translators: a part of the house rule "Table": its width; beside it, its height
            "parts": (m("width"), m("height")),
            "range": (200.0, 1200.0, 10.0),
            "help": m("The battlefield: at least four tiles wide and high."),
        },
    )
    sight: Literal["nine", "centre"] = field(
        default="nine",
        metadata={
            "label": m("Line of sight"),
            "choices": (("nine", m("any of nine lines")), ("centre", m("centre to centre"))),
            "help": m("What a sniper needs: one free line of nine to the target, or the one between the centres."),
        },
    )
    blast: Blast = field(
        default="area",
        metadata={
            # Translators: a house rule: how large a blast is
            "label": m("Blast"),
            "choices": (
                ("area", m("the area of a tile")),
                ("width", m("as wide as a tile")),
                ("tile", m("the tile itself")),
            ),
            "help": m("What a grenade or a mine hits: a circle, or a square the size of a tile."),
        },
    )
    starter: int | None = field(
        default=None,
        metadata={"label": m("Starting player"), "seat": True, "help": m("Drawn at random, or always the same seat.")},
    )
    standstill: int = field(
        default=3,
        metadata={
            # Translators: a house rule: after how many rounds without a card the game ends
            "label": m("Standstill"),
            # Translators: a unit, after a number
            "unit": m("rounds"),
            "range": (1, _MAX_STANDSTILL, 1),
            "help": m(
                "Before the end phase: after so many rounds in a row in which nobody plays a card, the "
                "points are counted."
            ),
        },
    )
    throw_away: bool = field(
        default=False,
        metadata={
            "late": True,
            # Translators: a house rule: whoever plays no card throws one away
            "label": m("Throw one away"),
            "help": m(
                "No turn without a card: whoever has none to play throws one away, draws another, and may play it."
            ),
        },
    )
    blocks: int = field(
        default=0,
        metadata={
            "late": True,
            "plain": "if set",
            # Translators: a house rule: how many wooden blocks lie on the table
            "label": m("Blocks"),
            "range": (0, MAX_BLOCKS, 1),
            "help": m("Wooden blocks are laid on the table by luck: nobody sees through them or stands on them."),
        },
    )
    turn_limit: int | None = field(
        default=None,
        metadata={
            "label": m("Turn limit"),
            "range": (1, 500, 1),
            "help": m("After this many turns the game ends with the score as it stands."),
        },
    )

    @classmethod
    def suggested(cls, seats: int) -> Sequence[tuple[Message, Self]]:
        return ((m("Duel", context="house rules"), cls(throw_away=True)),) if seats == 2 else ()

    @classmethod
    def presets(cls, seats: int) -> Sequence[tuple[Message, Self]]:
        return (
            (m("Quick", context="house rules"), cls(turn_limit=QUICK_TURN_LIMITS.get(seats, QUICK_TURN_LIMITS[4]))),
            (m("Wild", context="house rules"), cls(tile=90.0, standstill=2)),
        )

    def with_turn_limit(self, turns: int) -> Self:
        """Return the options with a limit on turns, or a lower one (GS-33)."""
        return replace(self, turn_limit=min(turns, self.turn_limit or turns))

    @property
    def max_turns(self) -> int | None:
        return self.turn_limit

    def measures(self, blocks: tuple[Block, ...] = ()) -> Measures:
        """Return the sizes for the table's functions, and the blocks on it."""
        table = float(self.table[0]), float(self.table[1])
        return Measures(float(self.cube), float(self.tile), table, self.blast, blocks)


@dataclass(frozen=True)
class SaladOptions1(SaladOptions):
    """House rules in records of version 1.

    They have no standstill (0: never) and had other bounds.
    """

    standstill: int = field(default=0, metadata={"plain": False})


_BOUNDS_1 = {"cube": (1.0, 100.0), "tile": (2.0, 1000.0), "table": (8.0, 10_000.0)}


def _bounds(options: SaladOptions, name: str) -> tuple[float, float]:
    """Return the minimum and maximum of a length in mm (GS-03)."""
    if isinstance(options, SaladOptions1):
        return _BOUNDS_1[name]
    minimum, maximum, _ = SaladOptions.__dataclass_fields__[name].metadata["range"]
    return minimum, maximum


def why_not_options(seats: int, options: SaladOptions) -> Reason | None:
    """Return why these house rules are impossible (GS-03, GS-34), or None."""
    width, height = options.table
    # Translators: in the place of {what} in "{what} must be between …"
    sizes = (
        ("cube", m("the cube width"), options.cube),
        ("tile", m("the tile width"), options.tile),
        ("table", m("the table width"), width),
        ("table", m("the table height"), height),
    )
    for name, label, value in sizes:
        minimum, maximum = _bounds(options, name)
        if not isfinite(value) or not minimum <= value <= maximum:
            return NotBetween(label, value, minimum, maximum, "mm")
    if not isinstance(options, SaladOptions1) and not 1 <= options.standstill <= _MAX_STANDSTILL:
        return NotBetween(m("the standstill"), options.standstill, 1, _MAX_STANDSTILL, "rounds")
    if not 0 <= options.blocks <= MAX_BLOCKS:
        return NotBetween(m("the number of blocks"), options.blocks, 0, MAX_BLOCKS)
    if options.tile < 2 * options.cube:
        return TileTooSmall(options.tile, options.cube)
    if min(width, height) < 4 * options.tile:
        return TableTooSmall(width, height, options.tile)
    if options.starter is not None and not 0 <= options.starter < seats:
        return NoSuchSeat(options.starter, seats)
    if options.turn_limit is not None and not 1 <= options.turn_limit <= MAX_TURNS:
        return NotBetween(m("the turn limit"), options.turn_limit, 1, MAX_TURNS)
    return None
