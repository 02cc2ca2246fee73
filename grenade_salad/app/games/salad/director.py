"""Automatic camera: from what is shown to a view, without memory or clock.

Its input is only what everybody at the screen sees, so that the view reveals no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import dist, hypot

import numpy as np

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.core import Event
from grenade_salad.games.salad import events
from grenade_salad.games.salad.aim import Intent, Preview
from grenade_salad.games.salad.pieces import Measures, Point, Soldier
from grenade_salad.games.salad.vector_geometry import Floats

_MIN_PIXELS, _MIN_PIXELS_LARGE = 22.0, 30.0
"""Minimum width of a soldier in an automatic view, in pixels.

The second one is for screens from 1080p on.
"""
_LARGE_SCREEN = 1080
"""Shorter side of a large screen, in pixels."""
_MAX_FACTOR = 2.0
"""The maximum width, in minimum ones."""
_CANDIDATES = 24
"""Maximum number of soldiers that are tried as the middle of the view."""
_ZOOM_GAIN = 1.35
"""Growth of soldiers for which alone the camera zooms in."""
_MARGIN = 0.6
"""Margin around all soldiers, in tiles."""
_REQUIRED_MARGIN = 0.75
"""Minimum margin around required points, in widths of a soldier.

Its corners reach farther than half of it.
"""
_ROUNDING = 0.999
"""Share of a scale that is as good as the scale."""
_SPREADS = (0.25, 0.35, 0.45)
"""Distances in which soldiers of Three Circles come to rest, in heights.

Nine of ten stay within the last one.
"""
_NEAR_FACTOR, _NEAR_MARGIN = 2.0, 0.9
"""Maximum growth of soldiers in a near look, and the margin around them in tiles."""
_OVERSCROLL = 60.0
"""Units beyond the table's edge that may be visible, to uncover a soldier."""
_OFFSET_STEP, _OFFSET_COUNT = 30.0, 4
"""Units between views that are tried for that, and their number each way."""
_SHRINKS = (1.0, 0.94, 0.88, 0.8, 0.7)
"""Shares of the scale at which they are tried."""

PointsById = dict[int, Point]


@dataclass(frozen=True)
class Subject:
    """The subject of a view, in mm."""

    living: tuple[Point, ...]
    """The soldiers, also those in the air."""
    required: tuple[Point, ...]
    """The points that are always visible, however small that makes soldiers."""
    about: tuple[Point, ...]
    """The other points that matter, the most important first."""
    cube: float
    """Width of a soldier."""
    tile: float
    """Side of a tile."""
    widths: tuple[float, float]
    """Minimum and maximum width of a soldier in units: see `choose_widths`."""
    wished: tuple[Point, ...] = ()
    """The points that are visible if there is space, but no reason to move."""
    stays: bool = False
    """True if a view that only shows more is no reason to move."""
    covers: tuple[Rect, ...] = ()
    """Boxes on the screen under which no required point may be."""

    @cached_property
    def spots(self) -> Floats:
        """The living soldiers, shape (soldiers, 2)."""
        return np.array(self.living).reshape(-1, 2)


def choose_widths(screen: tuple[int, int], factor: float, scale: float) -> tuple[float, float]:
    """Return the minimum and maximum width of a soldier in units.

    `screen` is its size in pixels, `factor` the pixels of a unit, and `scale` that of the settings, 1 as a rule. Pixels
    count, so that a large screen shows more of the fight, and not the same picture larger.

    >>> choose_widths((1280, 720), 1.0, 1.0), choose_widths((3840, 2160), 3.0, 1.0)
    ((22.0, 44.0), (10.0, 20.0))
    """
    smallest = (_MIN_PIXELS_LARGE if min(screen) >= _LARGE_SCREEN else _MIN_PIXELS) * scale / factor
    return smallest, smallest * _MAX_FACTOR


def choose_view(current: Camera, subject: Subject) -> Camera:
    """Return the view of the subject. The current one stays if it is as good.

    It shows all soldiers, if they are large enough to be told apart. Else it shows the points that the step is about,
    and as many soldiers as possible with them. Required points are always in it.
    """
    wanted = frame_subject(current.overview, subject)
    return current if _is_good_enough(current, wanted, subject) else wanted


def _is_good_enough(current: Camera, wanted: Camera, subject: Subject) -> bool:
    """True if a view shows as much as the wanted one, and not from much farther away."""
    smallest = min(wanted.scale, _min_scale(current, subject))
    if current.scale < smallest * _ROUNDING or not _is_uncovered(current, subject):
        return False
    if not subject.stays and current.scale < wanted.scale / _ZOOM_GAIN:
        return False
    if not all(current.shows(spot, subject.cube * _REQUIRED_MARGIN) for spot in subject.required):
        return False
    if not all(current.shows(spot, subject.cube) for spot in subject.about if wanted.shows(spot, subject.cube)):
        return False
    return subject.stays or _count_visible(current, subject) >= _count_visible(wanted, subject)


def _is_uncovered(camera: Camera, subject: Subject) -> bool:
    """True if no required point is under what covers the view."""
    if not subject.covers:
        return True
    reach = subject.cube * _REQUIRED_MARGIN * camera.scale
    return all(
        square_around(camera.to_screen(spot), reach).collidelist(subject.covers) < 0 for spot in subject.required
    )


def _count_visible(camera: Camera, subject: Subject) -> int:
    """Return how many soldiers a camera shows, as far as they are on the table."""
    left, low, right, top = camera.bounds
    nearest, farthest = np.maximum(0.0, subject.spots - subject.cube), subject.spots + subject.cube
    inside = (nearest >= (left, low)) & (np.minimum(camera.table_size, farthest) <= (right, top))
    return int(inside.all(axis=1).sum())


def _min_scale(camera: Camera, subject: Subject) -> float:
    """Return the minimum scale in units per mm: the whole table may be larger."""
    return max(camera.fit_scale, min(camera.max_scale, subject.widths[0] / subject.cube))


def frame_subject(overview: Camera, subject: Subject) -> Camera:
    """Return the view of the subject.

    `overview` shows the whole table in the same box.
    """
    framed = _frame_points(overview, subject)
    if _is_uncovered(framed, subject):
        return framed
    return next((view for view in _list_views_near(framed) if _shows_required(view, subject)), framed)


def _shows_required(camera: Camera, subject: Subject) -> bool:
    """True if all required points are in the view, and under nothing that covers it."""
    return all(camera.shows(spot, subject.cube * _REQUIRED_MARGIN) for spot in subject.required) and _is_uncovered(
        camera, subject
    )


def _list_views_near(camera: Camera) -> Iterator[Camera]:
    """Yield views near to a view, the nearest and largest first.

    At each scale, those that reach beyond the table's edge are last.
    """
    loose = replace(camera, overscroll=_OVERSCROLL)
    steps = range(-_OFFSET_COUNT, _OFFSET_COUNT + 1)
    offsets = sorted(((across, up) for across in steps for up in steps), key=lambda offset: hypot(*offset))
    for shrink in _SHRINKS:
        scale = max(camera.fit_scale, camera.scale * shrink)
        for (across, up), view in ((offset, view) for view in (camera, loose) for offset in offsets):
            x, y = camera.middle
            yield view.with_scale(scale, (x + across * _OFFSET_STEP / scale, y + up * _OFFSET_STEP / scale))


def _frame_points(overview: Camera, subject: Subject) -> Camera:
    """Return the view of the subject, whatever covers it."""
    spots = (*subject.living, *subject.required, *subject.about, *subject.wished)
    if not spots:
        return overview
    smallest, largest = _min_scale(overview, subject), max(overview.fit_scale, subject.widths[1] / subject.cube)
    if subject.required:
        needed = _fit_scale(overview, _bounding_box(subject.required, subject.cube, overview.table_size))
        smallest = max(overview.fit_scale, min(smallest, needed))
    tight_box = _bounding_box(spots, subject.cube, overview.table_size)
    if _fit_scale(overview, tight_box) >= smallest:
        box = _bounding_box(spots, subject.tile * _MARGIN, overview.table_size)
        scale = max(smallest, min(_fit_scale(overview, box), largest))
        return overview.with_scale(scale, _keep_inside(overview, _middle(box), tight_box, scale))
    about = _fitting_points(overview, subject, smallest)
    return overview.with_scale(smallest, _best_centre(overview, subject, about, smallest))


Box = tuple[float, float, float, float]
"""Left, low, right and high end, in mm."""


def _bounding_box(spots: Sequence[Point], margin: float, table: tuple[float, float]) -> Box:
    """Return the box of points with a margin in mm: left, low, right, high.

    It is cut at the table's edges.
    """
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return (
        max(0.0, min(xs) - margin),
        max(0.0, min(ys) - margin),
        min(table[0], max(xs) + margin),
        min(table[1], max(ys) + margin),
    )


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _keep_inside(camera: Camera, centre: Point, box: Box, scale: float) -> Point:
    """Return the centre, moved as little as shows all of a box."""
    half = camera.rect.width / scale / 2, camera.rect.height / scale / 2
    x, y = (min(max(centre[side], box[side + 2] - half[side]), box[side] + half[side]) for side in (0, 1))
    return x, y


def _fit_scale(camera: Camera, box: Box) -> float:
    """Return the scale in units per mm at which a box fills the camera's view."""
    width, height = max(1e-6, box[2] - box[0]), max(1e-6, box[3] - box[1])
    return min(camera.rect.width / width, camera.rect.height / height)


def _fitting_points(overview: Camera, subject: Subject, scale: float) -> tuple[Point, ...]:
    """Return the points that are visible together, in the order of importance."""
    points = list(subject.required)
    for spot in (*subject.about, *subject.wished):
        if _fit_scale(overview, _bounding_box([*points, spot], subject.cube, overview.table_size)) >= scale:
            points.append(spot)
    return tuple(points)


def _best_centre(overview: Camera, subject: Subject, about: Sequence[Point], scale: float) -> Point:
    """Return the centre with most soldiers visible together with the points."""
    half = overview.rect.width / scale / 2, overview.rect.height / scale / 2
    table = overview.table_size
    box = _bounding_box(about, subject.cube, table) if about else None
    limits = [_limits(half[side], table[side], box and (box[side], box[side + 2])) for side in (0, 1)]
    # What is beyond the edges of the table need not be visible.
    nearest, farthest = np.maximum(0.0, subject.spots - subject.cube), np.minimum(table, subject.spots + subject.cube)

    def allowed(point: Point) -> Point:
        (left, right), (bottom, top) = limits
        return min(max(point[0], left), right), min(max(point[1], bottom), top)

    def visible_from(point: Point) -> list[Point]:
        inside = (nearest >= np.subtract(point, half)).all(axis=1) & (farthest <= np.add(point, half)).all(axis=1)
        return [subject.living[index] for index in np.flatnonzero(inside)]

    # Every soldier is tried as the centre, or every second or third of very many.
    step = max(1, len(subject.living) // _CANDIDATES)
    candidates = [allowed(spot) for spot in (*about, *subject.living[::step])]
    best = max(candidates, key=lambda candidate: len(visible_from(candidate)))
    visible = (*visible_from(best), *about)
    refined = allowed(_middle(_bounding_box(visible, 0.0, table)))
    return refined if len(visible_from(refined)) >= len(visible_from(best)) else best


def _limits(half: float, side: float, about: tuple[float, float] | None) -> tuple[float, float]:
    """Return the limits of the centre along a side.

    Between them, what is from one end of `about` to the other stays visible.
    """
    edge = min(half, side / 2)
    lower, upper = edge, side - edge
    if about is not None:
        lower, upper = (min(max(value, lower), upper) for value in (about[1] - half, about[0] + half))
    return lower, max(lower, upper)


def frame_near(goal: Camera, spots: Sequence[Point], tile: float) -> Camera | None:
    """Return a near view of some points, or None if it is hardly nearer than `goal`."""
    box = _bounding_box(spots, tile * _NEAR_MARGIN, goal.table_size)
    scale = min(_fit_scale(goal, box), goal.scale * _NEAR_FACTOR, goal.max_scale)
    return None if scale < goal.scale * _ZOOM_GAIN else goal.with_scale(scale, _middle(box))


# Points


def around(centre: Point, reach: float) -> tuple[Point, ...]:
    """Return a point and the ends of what reaches around it."""
    x, y = centre
    return centre, (x - reach, y), (x + reach, y), (x, y - reach), (x, y + reach)


def event_points(step_events: Sequence[Event], positions: PointsById, measures: Measures) -> tuple[Point, ...]:
    """Return the points that a step is about, the end first.

    `positions` are those of the soldiers before the step.
    """
    points: list[Point] = []
    for event in step_events:
        match event:
            case events.Moved():
                points += [event.to, event.start]
            case events.Placed():
                points.append(event.to)
            case events.Struck():
                points += [
                    positions[soldier_id] for soldier_id in (event.target, event.soldier) if soldier_id in positions
                ]
            case events.Threw():
                points += around(event.at, measures.blast_reach)
                points += [positions[event.soldier]] if event.soldier in positions else []
            case events.MineWentOff():
                points += around(event.at, measures.blast_reach)
            case events.Tossed():
                middle = (measures.table[0] / 2, measures.table[1] / 2)
                points += [spot for share in _SPREADS for spot in around(middle, share * event.height)]
            case events.Dropped():
                points += around((measures.table[0] / 2, measures.table[1] / 2), measures.tile / 2)
            case events.Killed():
                points += [positions[soldier_id] for soldier_id, _ in event.soldiers if soldier_id in positions]
    return tuple(points)


def near_points(step_events: Sequence[Event], before: Sequence[Soldier], after: Sequence[Soldier]) -> tuple[Point, ...]:
    """Return those who die in a step, if it is worth a near look, else nothing.

    That is if several die at once, or the last soldier of a player.
    """
    dead = {soldier_id for event in step_events if isinstance(event, events.Killed) for soldier_id, _ in event.soldiers}
    fallen = [soldier for soldier in before if soldier.id in dead]
    is_last = any(all(other.seat != soldier.seat for other in after) for soldier in fallen)
    return tuple((soldier.x, soldier.y) for soldier in fallen) if len(fallen) > 1 or is_last else ()


def mine_points(stepped: Sequence[Point], soldiers: Sequence[Point], measures: Measures) -> tuple[Point, ...]:
    """Return the soldiers that mines under some of them could take."""
    half = measures.cube / 2
    return tuple(spot for spot in soldiers if any(dist(spot, mine) <= measures.blast_reach + half for mine in stepped))


def preview_points(preview: Preview) -> tuple[Point, ...]:
    """Return the points of a preview without a pointer, such as a hint."""
    points: list[Point] = []
    if preview.blast is not None:
        points += around(preview.blast.centre, preview.blast.reach)
    if preview.ghost is not None:
        points.append((preview.ghost.x, preview.ghost.y))
    if preview.line is not None:
        points += [preview.line.end, preview.line.start]
    if preview.ring is not None:
        points += around(*preview.ring) if preview.blast is None else [preview.ring[0]]
    return tuple(points)


def has_reach(intent: Intent, preview: Preview) -> bool:
    """True if the preview has the reach of what was chosen, and not of a guess."""
    return preview.ring is not None and (intent.kind in ("move", "circles") or intent.soldier is not None)


def intent_points(intent: Intent, preview: Preview, positions: PointsById, *, by_keys: bool) -> tuple[Point, ...]:
    """Return the points of an intent. With a pointer, only what it starts from.

    These are the reach of the chosen soldier, or all soldiers that can be chosen. A player who aims with a pointer sees
    the target already: the camera follows keys alone.
    """
    if by_keys:
        return (*(() if intent.point is None else (intent.point,)), *preview_points(preview))
    if preview.ring is not None and has_reach(intent, preview):
        return around(*preview.ring)
    if intent.soldier is not None and intent.soldier in positions:
        return (positions[intent.soldier],)
    return tuple(positions[soldier_id] for soldier_id in preview.able if soldier_id in positions)
