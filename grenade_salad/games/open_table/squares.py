"""Names of the squares of a board whose snap points are a grid.

They are counted as in chess: a1 is at the lower left.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import cos, hypot, sin

from grenade_salad.games.open_table.box import Kind, Point

_ON_SQUARE_SHARE = 0.5
"""A piece is on a square within this share of the distance to the next square."""
_LONE_POINT_SPACING = 60.0
"""Distance to the next point in mm, where there is only one."""
_MAX_COLUMNS = 26
"""Maximum number of columns: each needs a letter."""


@cache
def square_names(kind: Kind) -> dict[Point, str]:
    """Return the name of each snap point of a board, in mm from its middle.

    Names that the box gives come first. The result is empty if it gives none and the points are no grid.
    """
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
    """Return the name of the square at a position of the table in mm, or "".

    `boards` have kind, middle and angle, the topmost last.
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
