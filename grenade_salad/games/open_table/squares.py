"""What the squares of a board are called, where its snap points are a grid: a1 at the lower left, as in chess."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import cos, hypot, sin

from grenade_salad.games.open_table.box import Kind, Point

_ON_SQUARE_SHARE = 0.5
"""Of the way to the next square: what lies nearer to its middle stands on it."""
_LONE_POINT_SPACING = 60.0
"""Millimetres to the next point, where there is only one."""
_MAX_COLUMNS = 26
"""Columns that have a letter."""


@cache
def square_names(kind: Kind) -> dict[Point, str]:
    """The name of each snap point of a board, in mm from its middle: that of the box; none if it has none and they are
    no grid."""
    if kind.snap_names:
        return dict(zip(kind.snaps, (*kind.snap_names, *[""] * len(kind.snaps)), strict=False))
    columns, rows = (sorted({point[axis] for point in kind.snaps}) for axis in (0, 1))
    if (
        min(len(columns), len(rows)) < 2
        or len(columns) > _MAX_COLUMNS
        or len(columns) * len(rows) != len(set(kind.snaps))
    ):
        return {}
    return {
        (x, y): f"{chr(ord('a') + column)}{row}" for column, x in enumerate(columns) for row, y in enumerate(rows, 1)
    }


def find_square(boards: Iterable[tuple[Kind, Point, float]], position: Point) -> str:
    """The square at a point of the table in mm; empty if there is none. `boards` have kind, middle and angle, the
    topmost last.
    """
    for kind, (x, y), angle in reversed(list(boards)):
        names = square_names(kind)
        if not names:
            continue
        across, up = position[0] - x, position[1] - y
        offset = across * cos(angle) + up * sin(angle), up * cos(angle) - across * sin(angle)
        points = list(names)
        nearest = min(points, key=lambda point: hypot(point[0] - offset[0], point[1] - offset[1]))
        spacing = min(
            (hypot(point[0] - nearest[0], point[1] - nearest[1]) for point in points if point != nearest),
            default=_LONE_POINT_SPACING,
        )
        if hypot(nearest[0] - offset[0], nearest[1] - offset[1]) < spacing * _ON_SQUARE_SHARE:
            return names[nearest]
    return ""
