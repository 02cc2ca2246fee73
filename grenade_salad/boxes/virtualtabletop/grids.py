"""Grids of pieces: there a piece snaps to its grid, here to points of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, cos, floor, radians, sin

from grenade_salad.boxes.virtualtabletop.game_state import (
    HEIGHT,
    WIDTH,
    Facts,
    GameState,
    Transform,
    as_facts,
    as_list,
    read_number,
)
from grenade_salad.boxes.virtualtabletop.parts import MM_PER_UNIT, Parts, Start
from grenade_salad.games.open_table.box import Kind, Point

_MAX_SNAPS = 1000
"""Maximum number of points of a board."""
_MAX_POINTS = 1500
"""Maximum number of points of a grid: one with more only tidies up."""
_MAX_GRIDS = 30
"""Maximum number of different grids that are looked at, and of those of one piece."""
_MAX_BOARDS = 30
"""Maximum number of boards on which a grid may be, the largest ones."""
_SAMPLES = 100
"""Number of points of a grid that choose its board."""
_TYPES = ("card", "basic", "dice")
"""Types of widgets that people move here, too."""
_MIN_STEP = 8.0
"""Units of the finest grid that is one: below that, it only tidies up."""
_UNLIMITED = 99_999.0
_SAME_POINT = 3.0
"""Units within which two points are the same: sizes of pieces differ a little."""


@dataclass(frozen=True)
class _Grid:
    """The middles of pieces on a grid, in the units of their parent."""

    transform: Transform
    """From the parent to the room."""
    step: Point
    offset: Point
    """One of the middles."""
    minimum: Point
    maximum: Point


def add_snaps(parts: Parts) -> None:
    """Give boards the points to which pieces snap; count grids without a board.

    A kind has them on all its boards: only one that has a single board gets any.
    """
    counts: dict[int, list[Start]] = {}
    for start in parts.starts:
        kind = parts.kinds[start.kind]
        if kind.piece == "board" and kind.pictures and start.place.is_in_room:
            counts.setdefault(start.kind, []).append(start)
    boards = [starts[0] for starts in counts.values() if len(starts) == 1]
    boards.sort(key=lambda board: -board.place.width * board.place.height)
    del boards[_MAX_BOARDS:]
    snaps: dict[int, dict[tuple[int, int], Point]] = {}
    for grid in _list_grids(parts.state):
        points = list(_list_points(grid))
        board = _find_board(boards, points[:: ceil(len(points) / _SAMPLES) or 1])
        if board is None:
            parts.losses.add("place", "grid", count=bool(points))
            continue
        present = snaps.setdefault(board.kind, {})
        added = {(round(x / _SAME_POINT), round(y / _SAME_POINT)): (x, y) for x, y in points if _is_on(board, x, y)}
        if len(added.keys() | present.keys()) > _MAX_SNAPS:
            parts.losses.add("place", "number")
            continue
        snaps[board.kind] = added | present
    for index, points_by_place in snaps.items():
        (board,) = counts[index]
        parts.kinds[index] = _add_points(parts.kinds[index], board, list(points_by_place.values()))


def _list_grids(state: GameState) -> list[_Grid]:
    """Return the different grids of all pieces that people move."""
    grids: dict[_Grid, None] = {}
    for name in (name for kind in _TYPES for name in state.names_of_type(kind)):
        entries = as_list(state.get(name, "grid"))[:_MAX_GRIDS]
        if not entries or state.get(name, "movable") is False:
            continue
        for entry in entries:
            if (grid := _read_grid(state, name, as_facts(entry))) is not None:
                grids.setdefault(grid)
        if len(grids) >= _MAX_GRIDS:
            break
    return list(grids)[:_MAX_GRIDS]


def _read_grid(state: GameState, name: str, entry: Facts) -> _Grid | None:
    """Return a grid of a piece; None for one that is too fine to be seen."""
    step = read_number(entry.get("x"), 0), read_number(entry.get("y"), 0)
    if min(step) < _MIN_STEP:
        return None
    # Where a piece is carried it has no parent, unless it stays with it.
    parent = state.parent_of(name) if state.get(name, "fixedParent") is True else ""
    transform = (state.transform(parent) if parent in state.stated else None) or Transform()
    width, height = state.size(name)
    middle = width / 2, height / 2
    offset = (
        read_number(entry.get("offsetX"), 0) - read_number(entry.get("alignX"), 0) * width + middle[0],
        read_number(entry.get("offsetY"), 0) - read_number(entry.get("alignY"), 0) * height + middle[1],
    )
    minimum = _read_limit(entry, "minX", -1) + middle[0], _read_limit(entry, "minY", -1) + middle[1]
    maximum = _read_limit(entry, "maxX", 1) + middle[0], _read_limit(entry, "maxY", 1) + middle[1]
    return _Grid(transform, step, (offset[0] % step[0], offset[1] % step[1]), minimum, maximum)


def _read_limit(entry: Facts, key: str, sign: int) -> float:
    """Return where a grid ends; 0 is no limit there."""
    return read_number(entry.get(key), 0) or sign * _UNLIMITED


def _list_points(grid: _Grid) -> Iterator[Point]:
    """Yield the points of a grid in the room; none if there are too many.

    A piece that is let go within the limits snaps up to half a step beyond them.
    """
    corners = [_invert(grid.transform, x, y) for x in (0.0, WIDTH) for y in (0.0, HEIGHT)]
    columns, rows = (
        _list_lines(
            max(grid.minimum[axis] - grid.step[axis] / 2, min(corner[axis] for corner in corners)),
            min(grid.maximum[axis] + grid.step[axis] / 2, max(corner[axis] for corner in corners)),
            grid.offset[axis],
            grid.step[axis],
        )
        for axis in (0, 1)
    )
    if len(columns) * len(rows) > _MAX_POINTS:
        return
    for y in rows:
        for x in columns:
            yield grid.transform.apply(x, y)


def _list_lines(minimum: float, maximum: float, offset: float, step: float) -> list[float]:
    first, last = ceil((minimum - offset) / step), floor((maximum - offset) / step)
    return [offset + step * index for index in range(first, min(last, first + _MAX_POINTS) + 1)]


def _invert(transform: Transform, x: float, y: float) -> Point:
    """Return the point that the transform brings to a point of the room."""
    turn = radians(-transform.degrees % 360)
    across, along = (x - transform.x) / transform.scale, (y - transform.y) / transform.scale
    return across * cos(turn) - along * sin(turn), across * sin(turn) + along * cos(turn)


def _find_board(boards: Sequence[Start], points: Sequence[Point]) -> Start | None:
    """Return the board under most of the points; of several it is the smallest."""
    best: tuple[int, float] = (0, 0.0)
    result: Start | None = None
    for board in boards:
        rank = sum(_is_on(board, x, y) for x, y in points), -board.place.width * board.place.height
        if rank[0] and (result is None or rank > best):
            best, result = rank, board
    return result


def _is_on(board: Start, x: float, y: float) -> bool:
    across, along = _from_middle(board, x, y)
    return abs(across) <= board.place.width / 2 and abs(along) <= board.place.height / 2


def _from_middle(board: Start, x: float, y: float) -> Point:
    """Return a point of the room in units from the middle of a board, as it is turned."""
    turn = radians(-board.place.degrees % 360)
    across, along = x - board.place.x, y - board.place.y
    return across * cos(turn) - along * sin(turn), across * sin(turn) + along * cos(turn)


def _add_points(kind: Kind, board: Start, points: Sequence[Point]) -> Kind:
    middles = (_from_middle(board, x, y) for x, y in points)
    snaps = dict.fromkeys((round(x * MM_PER_UNIT, 1), round(-y * MM_PER_UNIT, 1)) for x, y in middles)
    return replace(kind, snaps=tuple(sorted(snaps, key=lambda point: (-point[1], point[0]))))
