"""What the squares of a board are called, where its snap points are a grid: a1 at the lower left, as in chess."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import cos, hypot, sin

from grenade_salad.games.open_table.box import Kind, Point

_NEAR = 0.5
"""Of the way to the next square: what lies nearer to its middle stands on it."""
_ALONE = 60.0
"""Millimetres to the next point, where there is only one."""
_MOST = 26
"""Columns that have a letter."""


@cache
def squares(kind: Kind) -> dict[Point, str]:
    """The name of each snap point of a board, in mm from its middle: that of the box; none if it has none and they are
    no grid."""
    if kind.snap_names:
        return dict(zip(kind.snaps, (*kind.snap_names, *[""] * len(kind.snaps)), strict=False))
    columns, rows = (sorted({point[axis] for point in kind.snaps}) for axis in (0, 1))
    if min(len(columns), len(rows)) < 2 or len(columns) > _MOST or len(columns) * len(rows) != len(set(kind.snaps)):
        return {}
    return {
        (x, y): f"{chr(ord('a') + column)}{row}" for column, x in enumerate(columns) for row, y in enumerate(rows, 1)
    }


def square(boards: Iterable[tuple[Kind, Point, float]], at: Point) -> str:
    """The square at a point of the table in mm; empty if there is none. `boards` have kind, middle and angle, the
    topmost last.
    """
    for kind, (x, y), angle in reversed(list(boards)):
        named = squares(kind)
        if not named:
            continue
        across, up = at[0] - x, at[1] - y
        here = across * cos(angle) + up * sin(angle), up * cos(angle) - across * sin(angle)
        points = list(named)
        near = min(points, key=lambda one: hypot(one[0] - here[0], one[1] - here[1]))
        step = min((hypot(one[0] - near[0], one[1] - near[1]) for one in points if one != near), default=_ALONE)
        if hypot(near[0] - here[0], near[1] - here[1]) < step * _NEAR:
            return named[near]
    return ""
