"""The default height of a drop (GS-03) against its definition, by 200 drops each.

The default sizes, the named house rules, the least and the greatest of each size and the other blasts must
be right; of 20 tables drawn at random none may be more than one step off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean, median, stdev
from typing import TypeAlias

from grenade_salad.games.salad import physics, vector_geometry
from grenade_salad.games.salad.options import SaladOptions, why_not_options
from grenade_salad.games.salad.pieces import DROPPED_EACH, HEIGHTS, Measures
from grenade_salad.text import say
from tools.bench.figures import format_verdict

DROP_COUNT = 200
BLAST_SHARE, LOST_SHARE = 2 / 5, 1 / 20
"""The limits of GS-03, as shares of the soldiers.

The most that the largest blast may take in the median, and the share that must not be lost from the table.
"""
_SEATS = (2, 3, 4)
_DRAWN_COUNT = 20
"""Number of tables with sizes drawn at random."""
_ERRORS = 2.0
"""Standard errors within which a share may be on either side of the limit.

The share is that of soldiers that are lost, which 200 drops cannot tell better.
"""
Rests: TypeAlias = list[tuple[vector_geometry.Floats, vector_geometry.Floats, int]]
_rests: dict[tuple[float, tuple[float, float], int, float], Rests] = {}


def run() -> None:
    """Print the height by formula and by drops for each size, with a verdict.

    Each is for several numbers of seats.
    """
    for name, measures in _named_measures():
        print(f"height of {name}: {_describe(measures, 0)}", flush=True)
    rng = Random(26)
    for _ in range(_DRAWN_COUNT):
        measures, seats = _draw_measures(rng)
        width, height = measures.table
        name = f"cube {measures.cube:g}, tile {measures.tile:g}, table {width:g} x {height:g}, blast {measures.blast}"
        print(f"height of {name}: {_describe(measures, 1, (seats,))}", flush=True)


def _named_measures() -> Iterator[tuple[str, Measures]]:
    """Yield the tables on which the formula must be right."""
    usual = SaladOptions()
    changes: list[tuple[str, SaladOptions]] = [("the default", usual)]
    presets = {say(name): options for seats in _SEATS for name, options in SaladOptions.presets(seats)}
    changes += [(f"'{name}'", options) for name, options in presets.items()]
    for name in ("cube", "tile"):
        low, high, _ = SaladOptions.__dataclass_fields__[name].metadata["range"]
        changes += [(f"{name} {value:g}", replace(usual, **{name: value})) for value in (low, high)]
    low, high, _ = SaladOptions.__dataclass_fields__["table"].metadata["range"]
    width, height = usual.table
    for table_size in ((low, height), (high, height), (width, low), (width, high), (low, low), (high, high)):
        changes.append((f"table {table_size[0]:g} x {table_size[1]:g}", replace(usual, table=table_size)))
    changes += [("blast 'width'", replace(usual, blast="width")), ("blast 'tile'", replace(usual, blast="tile"))]
    for name, options in changes:
        yield name, options.measures()


def _draw_measures(rng: Random) -> tuple[Measures, int]:
    """Draw legal sizes, and a number of seats."""
    while True:
        options = SaladOptions(
            cube=rng.randrange(8, 41) / 2,
            tile=float(rng.randint(20, 100)),
            table=(float(rng.randrange(200, 1201, 10)), float(rng.randrange(200, 1201, 10))),
            blast=rng.choice(("area", "width", "tile")),
        )
        seats = rng.choice(_SEATS)
        if why_not_options(seats, options) is None:
            return options.measures(), seats


def _describe(measures: Measures, steps: int, seat_counts: tuple[int, ...] = _SEATS) -> str:
    parts = []
    met = True
    for seats in seat_counts:
        by_formula = measures.default_height(seats)
        by_drops = [_height_by_drops(measures, seats, errors) for errors in (0, -_ERRORS, _ERRORS)]
        met = met and min(abs(HEIGHTS.index(by_formula) - HEIGHTS.index(height)) for height in by_drops) <= steps
        border = "" if len(set(by_drops)) == 1 else f", {LOST_SHARE:.0%} lost within the error"
        parts.append(f"{by_formula:g} ({by_drops[0]:g}{border}) mm with {seats}")
    return f"{', '.join(parts)}: {format_verdict(met)}"


def _height_by_drops(measures: Measures, seats: int, errors: float) -> float:
    """Return the height that GS-03 defines, by drops.

    The share that is lost counts as `errors` standard errors greater.
    """
    highest = HEIGHTS[0]
    for height in HEIGHTS:
        rests = _drop_all(measures, seats, height)
        count = DROPPED_EACH * seats
        lost = [lost_count / count for _, _, lost_count in rests]
        if fmean(lost) + errors * stdev(lost) / sqrt(DROP_COUNT) >= LOST_SHARE:
            break
        highest = height
        if (
            median(vector_geometry.largest_blast(measures, xy, angle)[1] for xy, angle, _ in rests)
            <= BLAST_SHARE * count
        ):
            break
    return highest


def _drop_all(measures: Measures, seats: int, height: float) -> Rests:
    """Return where soldiers come to rest in each drop, and how many are lost.

    Tile and blast make no difference, so results are cached without them.
    """
    key = (measures.cube, measures.table, seats, height)
    if key not in _rests:
        drops = [physics.drop(measures, (), range(DROPPED_EACH * seats), height, seed) for seed in range(DROP_COUNT)]
        _rests[key] = [(*vector_geometry.pose_arrays(drop.poses), len(drop.lost)) for drop in drops]
    return _rests[key]
