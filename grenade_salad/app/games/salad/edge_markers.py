"""Edge markers: arrows to soldiers outside the camera's view or under buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import atan2, cos, hypot, pi, sin, tau
from typing import NamedTuple

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.salad.mat import Blits, Cube
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import INK, PAPER, SMALL, seat_colour, seat_ink, seat_mark

MAX_MARKERS = 6
"""Maximum number of markers at the edge."""
DIRECTIONS = 8
"""Number of directions in which an arrow points."""
_COARSER_DIRECTIONS = (DIRECTIONS, 4, 1)
"""Numbers of directions by which soldiers of a seat share a marker.

The first one that leaves at most `MAX_MARKERS` is used.
"""
_HEIGHT = 30.0
"""Height of a marker, in units."""
_WIDTH, _COUNT_WIDTH = 56.0, 20.0
"""Width in units of a marker, and of a count in it."""
_EDGE, _GAP = 4.0, 4.0
"""Units between a marker and the edge, and to another marker or a blocked box."""
_STEP, _ROWS = 8.0, 4
"""Units between places that are tried along the edge, and rows of such places."""
_BADGE = Rect(4, 5, 20, 20)
"""The box of the seat's mark on a marker, in units."""
_ARROW = 10.0
"""Units from the middle of the arrow to its tip."""
_BARB_TURN = 0.82 * pi
"""Angle from the tip to a barb.

An arrow that is as broad as it is long seems to point to any of its three corners.
"""
_SOLDIER_SHARE = 0.75
"""Half of the box around a soldier that no marker covers, in widths of a cube."""


class EdgeMarker(NamedTuple):
    """A marker of hidden soldiers of a seat."""

    seat: int
    soldier_count: int
    spot: Point
    """The point of the table where the nearest of them is, in mm."""
    direction: int
    """The direction of the nearest of them: 0 right, 2 up, 4 left, 6 down."""
    box: Rect
    """The box of the marker on the screen."""


def is_outside(camera: Camera, cube: Cube) -> bool:
    """True if a soldier on the table, or over it, is outside the camera's view."""
    left, low, right, top = camera.bounds
    return cube.z >= 0 and not (left <= cube.x <= right and low <= cube.y <= top)


def is_under(camera: Camera, cube: Cube, boxes: Sequence[Rect]) -> bool:
    """True if the middle of a soldier on the table is under a box of the screen."""
    spot = camera.to_screen((cube.x, cube.y))
    return cube.z >= 0 and any(box.collidepoint(spot) for box in boxes)


def place_markers(
    camera: Camera, soldiers: Iterable[Cube], blocked: Sequence[Rect] = (), cube: float = 8.0
) -> tuple[EdgeMarker, ...]:
    """Return the markers of all hidden soldiers, the nearest first.

    They are outside the view, or under a blocked box.

    As far as there is space, none covers another marker, a blocked box or a soldier, whose width in mm is `cube`.
    """
    everybody = tuple(soldiers)
    hidden = [soldier for soldier in everybody if is_outside(camera, soldier) or is_under(camera, soldier, blocked)]
    if not hidden:
        return ()
    reach = _SOLDIER_SHARE * cube * camera.scale
    soldier_boxes = [square_around(camera.to_screen((soldier.x, soldier.y)), reach) for soldier in everybody]
    placed: list[EdgeMarker] = []
    for group in _group(camera, hidden):
        nearest = group[0]
        width = _WIDTH + _COUNT_WIDTH * (len(group) > 1)
        taken = [*blocked, *(marker.box for marker in placed)]
        box = _place(camera, (nearest.x, nearest.y), width, taken, soldier_boxes)
        direction = _find_direction(camera, nearest, DIRECTIONS)
        placed.append(EdgeMarker(nearest.seat, len(group), (nearest.x, nearest.y), direction, box))
    return tuple(placed)


def _group(camera: Camera, hidden: Iterable[Cube]) -> Sequence[Sequence[Cube]]:
    """Return the soldiers that share a marker, the nearest group and soldier first."""
    nearest_first = sorted(hidden, key=lambda soldier: _measure_distance(camera, soldier))
    groups: dict[tuple[int, int], list[Cube]] = {}
    for directions in _COARSER_DIRECTIONS:
        groups = {}
        for soldier in nearest_first:
            groups.setdefault((soldier.seat, _find_direction(camera, soldier, directions)), []).append(soldier)
        if len(groups) <= MAX_MARKERS:
            break
    return tuple(groups.values())[:MAX_MARKERS]


def _measure_distance(camera: Camera, soldier: Cube) -> float:
    """Return the distance in mm from a soldier to the view."""
    left, low, right, top = camera.bounds
    across = max(0.0, left - soldier.x, soldier.x - right)
    return hypot(across, max(0.0, low - soldier.y, soldier.y - top))


def _find_direction(camera: Camera, soldier: Cube, directions: int) -> int:
    """Return the direction from the middle of the view to a soldier, of so many.

    They are counted anticlockwise from the right.
    """
    x, y = camera.middle
    share = atan2(soldier.y - y, soldier.x - x) / tau
    return round(share * directions) % directions


def _place(camera: Camera, spot: Point, width: float, taken: Sequence[Rect], soldiers: Sequence[Rect]) -> Rect:
    """Return the free box nearest to a point outside the view.

    It is free of soldiers, too, if there is space for that.
    """
    ideal = Rect(0, 0, width, _HEIGHT)
    ideal.center = camera.to_screen(spot)
    ideal = ideal.clamp(camera.rect.inflate(-2 * _EDGE, -2 * _EDGE))
    spaced = [box.inflate(2 * _GAP, 2 * _GAP) for box in taken]
    free_of_boxes: Rect | None = None
    for box in _list_places(camera.rect, ideal):
        if box.collidelist(spaced) >= 0:
            continue
        if box.collidelist(soldiers) < 0:
            return box
        free_of_boxes = free_of_boxes or box
    return free_of_boxes or ideal


def _list_places(area: Rect, ideal: Rect) -> Iterator[Rect]:
    """Yield boxes along the edges of a view, then farther inside.

    Those nearest to the ideal one come first.
    """
    inner = area.inflate(-2 * _EDGE, -2 * _EDGE)
    for row in range(_ROWS):
        ring = inner.inflate(-2 * row * (_HEIGHT + _GAP), -2 * row * (_HEIGHT + _GAP))
        if ring.width < ideal.width or ring.height < ideal.height:
            return
        start = ideal.clamp(ring)
        corners = _list_ring(ring, start.size)
        yield start
        yield from sorted(corners, key=lambda box: hypot(box.x - start.x, box.y - start.y))


def _list_ring(ring: Rect, size: tuple[float, float]) -> list[Rect]:
    """Return boxes of that size all along the inside of a ring."""
    width, height = size
    across = [ring.x + _STEP * index for index in range(int((ring.width - width) / _STEP) + 1)]
    down = [ring.y + _STEP * index for index in range(int((ring.height - height) / _STEP) + 1)]
    rows = [Rect(x, y, width, height) for x in across for y in (ring.y, ring.bottom - height)]
    return [*rows, *(Rect(x, y, width, height) for y in down for x in (ring.x, ring.right - width))]


def draw_markers(canvas: Canvas, markers: Sequence[EdgeMarker]) -> None:
    """Draw each marker: the seat's colour and mark, a count, and an arrow."""
    for marker in markers:
        canvas.draw_cached(_cache_key(marker), _sheet_box(marker), partial(_draw_sheet, marker))


def marker_blits(canvas: Canvas, markers: Sequence[EdgeMarker]) -> Blits:
    """Return the pictures that `draw_markers` draws, with their positions in pixels.

    Several frames can draw them at once.
    """
    blits: Blits = []
    for marker in markers:
        box = canvas.pixel_rect(_sheet_box(marker))
        if box.width > 0:
            layer = canvas.render_layer(_cache_key(marker), box.size, partial(_draw_sheet, marker))
            blits.append((layer, box.topleft))
    return blits


def _sheet_box(marker: EdgeMarker) -> Rect:
    """Return the box of a marker with its shadow."""
    return Rect(marker.box.x, marker.box.y, marker.box.width, _HEIGHT + 2)


def _cache_key(marker: EdgeMarker) -> tuple[str, int, int, int]:
    return "mark", marker.seat, marker.soldier_count, marker.direction


def _draw_sheet(marker: EdgeMarker, canvas: Canvas) -> None:
    box = Rect(0, 0, marker.box.width, _HEIGHT)
    canvas.fill(box.move(0, 2), INK, _HEIGHT / 2, alpha=90)
    canvas.fill(box, PAPER, _HEIGHT / 2, alpha=240)
    canvas.fill(_BADGE, seat_colour(marker.seat), _BADGE.height / 2)
    canvas.picture(seat_mark(marker.seat), _BADGE.inflate(-7, -7), seat_ink(marker.seat))
    if marker.soldier_count > 1:
        words = str(marker.soldier_count)
        canvas.text(words, (_BADGE.right + 11, box.centery), SMALL, INK, bold=True, anchor="center")
    angle = marker.direction * tau / DIRECTIONS
    middle = box.right - _ARROW - 6, box.centery
    tip, *barbs = (
        (middle[0] + _ARROW * share * cos(angle + turn), middle[1] - _ARROW * share * sin(angle + turn))
        for turn, share in ((0.0, 1.0), (_BARB_TURN, 1.0), (pi, 0.45), (-_BARB_TURN, 1.0))
    )
    canvas.polygon([tip, *barbs], INK)
