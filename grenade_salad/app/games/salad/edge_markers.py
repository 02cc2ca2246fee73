"""Edge markers for soldiers outside the camera's view, with their distance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from math import hypot
from typing import NamedTuple

from grenade_salad.app.games.salad.mat import Blits, Cube
from grenade_salad.app.ui import text
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import INK, PAPER, PAPER_EDGE, SMALL, seat_colour, seat_ink, seat_mark
from grenade_salad.text import Length, m, say
from grenade_salad.text.say import language

_HEIGHT = 26.0
"""Height of a marker, in units."""
_WIDTH, _DIGIT_WIDTH, _COUNT_WIDTH = 82.0, 9.0, 26.0
"""Width in units of a marker, of a further digit of its distance, and of a count."""
_MAX_WIDTH = 120.0
"""Width in units of the strip at a side of the view in which markers are."""
_JOIN_DISTANCES = (60.0, 160.0, float("inf"))
"""Units at the edge within which soldiers of a seat share a marker.

The first distance that leaves space for all markers is used.
"""
_GAP = 4.0
"""Minimum units between two markers, and to a blocked box."""
_ARROW_SPACE = 14.0
"""Width in units at the right end of a marker, for its arrow."""
_BADGE = Rect(4, 4, 18, 18)
"""The box of the seat's mark on a marker, in units."""


class EdgeMarker(NamedTuple):
    """A marker of soldiers of a seat outside the camera's view."""

    seat: int
    soldier_count: int
    spot: Point
    """The point of the table where the nearest of them is, in mm."""
    distance: float
    """Distance in mm from there to the view."""
    side: int
    """The side of the view: 0 left, 1 right, 2 top, 3 bottom."""
    box: Rect
    """The box of the marker on the screen."""


def is_outside(camera: Camera, cube: Cube) -> bool:
    """True if a soldier on the table, or over it, is outside the camera's view."""
    left, low, right, top = camera.bounds
    return cube.z >= 0 and not (left <= cube.x <= right and low <= cube.y <= top)


def place_markers(camera: Camera, soldiers: Iterable[Cube], blocked: Sequence[Rect] = ()) -> tuple[EdgeMarker, ...]:
    """Return the markers of all soldiers outside the camera's view.

    As far as there is space, none covers another marker or a blocked box.
    """
    hidden = [soldier for soldier in soldiers if is_outside(camera, soldier)]
    inside = camera.rect.inflate(-8, -8)
    sorted_markers = sorted((_make_marker(camera, inside, cube) for cube in hidden), key=lambda marker: marker.distance)
    placed: list[EdgeMarker] = []
    for side in range(4):
        members = [marker for marker in sorted_markers if marker.side == side]
        if members:
            along = _arrange_side(members, *_free_range(camera.rect, side, blocked))
            is_free = all(camera.rect.contains(marker.box) and marker.box.collidelist(blocked) < 0 for marker in along)
            # At the left and the right there is space beside what is blocked; above and below it is the same strip.
            if side < 2 and not is_free:
                along = [
                    _move_inside(marker, blocked)
                    for marker in _arrange_side(members, *_free_range(camera.rect, side, ()))
                ]
            placed += along
    return tuple(placed)


def _move_inside(marker: EdgeMarker, blocked: Sequence[Rect]) -> EdgeMarker:
    """Move a marker into the view, past what is blocked at its side."""
    box = Rect(marker.box)
    for obstacle in sorted(blocked, key=lambda rect: rect.x, reverse=marker.side == 1):
        if box.colliderect(obstacle):
            box.x = obstacle.right + _GAP if marker.side == 0 else obstacle.x - _GAP - box.width
    return marker._replace(box=box)


def _make_marker(camera: Camera, inside: Rect, cube: Cube) -> EdgeMarker:
    """Return the marker of one soldier, as near to it as the view allows."""
    area = camera.rect
    x, y = camera.to_screen((cube.x, cube.y))
    gaps = (area.left - x, x - area.right, area.top - y, y - area.bottom)
    distance = hypot(max(0.0, gaps[0], gaps[1]), max(0.0, gaps[2], gaps[3])) / camera.scale
    side = gaps.index(max(gaps))
    box = Rect(0, 0, _marker_width(1, distance), _HEIGHT)
    box.center = (x, y)
    return EdgeMarker(cube.seat, 1, (cube.x, cube.y), distance, side, box.clamp(inside))


def _marker_width(count: int, distance: float) -> float:
    """Return the width of a marker, in units.

    >>> _marker_width(1, 9.0), _marker_width(2, 120.0)
    (82.0, 126.0)
    """
    digits = (distance >= 9.95) + (distance >= 99.5)
    return _WIDTH + _DIGIT_WIDTH * digits + _COUNT_WIDTH * (count > 1)


def _free_range(area: Rect, side: int, blocked: Sequence[Rect]) -> tuple[float, float]:
    """Return the range along a side that is free for markers.

    Blocked boxes at its ends are left out.
    """
    axis = 1 if side < 2 else 0
    edge = Rect(area.x, area.y, area.width, area.height)
    if side < 2:
        edge.width, edge.x = _MAX_WIDTH, area.x if side == 0 else area.right - _MAX_WIDTH
    else:
        edge.height, edge.y = _HEIGHT + 8, area.y if side == 2 else area.bottom - _HEIGHT - 8
    inset = 4.0 if side > 1 else _HEIGHT + 12
    lower, upper = edge.topleft[axis] + inset, edge.bottomright[axis] - inset
    for box in blocked:
        if box.colliderect(edge):
            if box.center[axis] < edge.center[axis]:
                lower = max(lower, box.bottomright[axis] + _GAP)
            else:
                upper = min(upper, box.topleft[axis] - _GAP)
    return lower, upper


def _arrange_side(members: Sequence[EdgeMarker], lower: float, upper: float) -> list[EdgeMarker]:
    """Return the markers of a side in order, joined as far as needed to fit."""
    axis = 1 if members[0].side < 2 else 0
    joined: list[EdgeMarker] = []
    for distance in _JOIN_DISTANCES:
        joined = _join(members, distance)
        if sum(marker.box.size[axis] + _GAP for marker in joined) <= upper - lower:
            break
    # First all are pushed down or to the right, then back from the end of the side.
    order = sorted(joined, key=lambda marker: marker.box.topleft[axis])
    starts, next_start = [], lower
    for marker in order:
        starts.append(max(next_start, marker.box.topleft[axis]))
        next_start = starts[-1] + marker.box.size[axis] + _GAP
    for index in range(len(order) - 1, -1, -1):
        starts[index] = min(starts[index], upper - order[index].box.size[axis])
        upper = starts[index] - _GAP
    return [_move(marker, axis, start) for marker, start in zip(order, starts, strict=True)]


def _join(members: Sequence[EdgeMarker], distance: float) -> list[EdgeMarker]:
    """Join markers of a seat within a distance, in units. The nearest come first."""
    joined: list[EdgeMarker] = []
    indexes_by_seat: dict[int, list[int]] = {}
    for marker in members:
        indexes = indexes_by_seat.setdefault(marker.seat, [])
        for index in indexes:
            neighbour = joined[index]
            if hypot(marker.box.x - neighbour.box.x, marker.box.y - neighbour.box.y) > distance:
                continue
            width = _marker_width(2, neighbour.distance)
            shift = neighbour.box.width - width if neighbour.side == 1 else 0.0  # The right end stays inside the view.
            box = Rect(neighbour.box.x + shift, neighbour.box.y, width, _HEIGHT)
            joined[index] = neighbour._replace(soldier_count=neighbour.soldier_count + 1, box=box)
            break
        else:
            indexes.append(len(joined))
            joined.append(marker)
    return joined


def _move(marker: EdgeMarker, axis: int, start: float) -> EdgeMarker:
    box = Rect(marker.box)
    if axis:
        box.y = start
    else:
        box.x = start
    return marker._replace(box=box)


def draw_markers(canvas: Canvas, markers: Sequence[EdgeMarker]) -> None:
    """Draw each marker as a small sheet.

    It shows the seat's colour and mark, the count if there are several, the distance, and an arrow.
    """
    for marker in markers:
        distance_words = _distance_words(round(marker.distance), language())
        left = _distance_start(canvas, marker)
        box = Rect(marker.box.x, marker.box.y, marker.box.width, _HEIGHT + 2)
        canvas.draw_cached(("mark", *_cache_key(marker)), box, partial(_draw_sheet, marker))
        position = marker.box.x + left, marker.box.y + _HEIGHT / 2
        canvas.text(
            distance_words, position, SMALL, INK, anchor="midleft", max_width=marker.box.width - left - _ARROW_SPACE
        )


def marker_blits(canvas: Canvas, markers: Sequence[EdgeMarker]) -> Blits:
    """Return the pictures that `draw_markers` draws, with their positions in pixels.

    Several frames can draw them at once.
    """
    blits: Blits = []
    for marker in markers:
        box = canvas.pixel_rect(Rect(marker.box.x, marker.box.y, marker.box.width, _HEIGHT + 2))
        if box.width <= 0:
            continue
        blits.append(
            (canvas.render_layer(("mark", *_cache_key(marker)), box.size, partial(_draw_sheet, marker)), box.topleft)
        )
        left = _distance_start(canvas, marker)
        max_width = canvas.px(marker.box.width - left - _ARROW_SPACE)
        words, pixels = text.fit_line(
            _distance_words(round(marker.distance), language()), max(1, canvas.px(SMALL)), max_width, "text"
        )
        line = text.rendered(words, pixels, INK)
        position = canvas.pixel_point((marker.box.x + left, marker.box.y + _HEIGHT / 2))
        blits.append((line, line.get_rect(midleft=position).topleft))
    return blits


def _cache_key(marker: EdgeMarker) -> tuple[int, int, int]:
    return marker.seat, marker.soldier_count, marker.side


@lru_cache(maxsize=1000)
def _distance_words(distance: int, _language: str) -> str:
    """Return a distance in words; cached, since markers are drawn in every frame."""
    return say(m("{far}", far=Length(distance)))


def _distance_start(canvas: Canvas, marker: EdgeMarker) -> float:
    """Return the left end of the distance on the sheet: after the count, if any."""
    left = _BADGE.right + 4
    return left + canvas.width(_count_words(marker), SMALL, bold=True) + 2 if marker.soldier_count > 1 else left


def _count_words(marker: EdgeMarker) -> str:
    return f"{marker.soldier_count}×"


def _draw_sheet(marker: EdgeMarker, canvas: Canvas) -> None:
    """Draw all of a marker but the distance, which changes as the camera moves."""
    box = Rect(0, 0, marker.box.width, _HEIGHT)
    canvas.fill(box.move(0, 2), INK, 13, alpha=90)
    canvas.fill(box, PAPER, 13, alpha=235)
    canvas.fill(_BADGE, seat_colour(marker.seat), 4)
    canvas.picture(seat_mark(marker.seat), _BADGE.inflate(-6, -6), seat_ink(marker.seat))
    if marker.soldier_count > 1:
        canvas.text(_count_words(marker), (_BADGE.right + 4, box.centery), SMALL, INK, bold=True, anchor="midleft")
    _draw_arrow(canvas, box, marker.side)


def _draw_arrow(canvas: Canvas, box: Rect, side: int) -> None:
    """Draw a small arrow that points out of the view."""
    x, y = box.right - 9, box.centery
    directions = ((-4, 0), (4, 0), (0, -4), (0, 4))
    dx, dy = directions[side]
    canvas.polygon([(x + dx, y + dy), (x - dx + dy, y - dy + dx), (x - dx - dy, y - dy - dx)], PAPER_EDGE)
