"""Impacts between sliding objects, with time, place and strength, from a film.

They are read from the film, so that they cost nothing where there is no sound.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FRAME, Frames, SlidingObject

_MIN_SPEED_CHANGE = 25.0
"""Minimum change of speed between two frames of an object that was hit, in mm/s.

The deceleration by the table is added.
"""
_FRICTION_FACTOR = 1.6
"""Factor by which the deceleration by the table is multiplied."""
_MAX_GAP = 2.0
"""Maximum gap of two objects that met, in mm, besides their motion in a frame."""
_MAX_FRAMES = 3
"""Maximum consecutive frames with sudden changes of an object that are one impact."""


class Impact(NamedTuple):
    """An impact between two objects, or between an object and a fixed obstacle."""

    time: float
    """Seconds from the start of the film."""
    x: float
    y: float
    """The point in mm, half-way between the middles of the two objects."""
    impulse: float
    """Momentum that was transferred, in g mm/s."""
    object_id: int
    other_id: int | None
    """The other object, or None for a fixed obstacle."""


@dataclass(frozen=True, slots=True)
class _SpeedChange:
    """A sudden change of speed or direction of one object."""

    row: int
    """The index of the object."""
    frame: int
    impulse: float
    """Change of its momentum, in g mm/s."""


def find_impacts(
    frames: Frames,
    objects: Sequence[SlidingObject],
    started: Collection[int] = (),
    held: Collection[int] = (),
    removed_at: Mapping[int, int] | None = None,
) -> list[Impact]:
    """Return all impacts of a film, in the order of time.

    `frames[k, i]` is x, y and angle of `objects[i]` at k * FRAME seconds. Those that were `started` move from the
    first frame on without having been hit; those that are `held` by a hand count only with what they hit.
    `removed_at` is the frame from which on an object is no longer on the table.
    """
    if len(frames) < 2 or not objects:
        return []
    changes = list(_find_speed_changes(frames, objects, started, removed_at or {}))
    # The two objects of an impact can change their speeds in neighbouring frames.
    by_frame = {(change.row, change.frame + late): change for change in changes for late in (-1, 0, 1)}
    held_rows = [row for row, obj in enumerate(objects) if obj.id in held]
    used: set[_SpeedChange] = set()
    impacts = []
    for change in changes:
        if change in used or change.row in held_rows:
            continue
        used.add(change)
        # A hand draws on as if it had hit nothing.
        candidates = [row for row in range(len(objects)) if row in held_rows or (row, change.frame) in by_frame]
        row = _find_partner(change, candidates, frames, objects)
        place, impulse = frames[change.frame, change.row, :2], change.impulse
        if row is not None:
            place = (place + frames[change.frame, row, :2]) / 2
            if row not in held_rows:
                partner = by_frame[row, change.frame]
                used.add(partner)
                impulse = (impulse + partner.impulse) / 2
        x, y = place.tolist()
        impacts.append(
            Impact(
                change.frame * FRAME, x, y, impulse, objects[change.row].id, None if row is None else objects[row].id
            )
        )
    return impacts


def _find_speed_changes(
    frames: Frames, objects: Sequence[SlidingObject], started: Collection[int], removed_at: Mapping[int, int]
) -> Iterator[_SpeedChange]:
    """Yield sudden changes of speed or direction, in the order of time."""
    speeds = np.diff(frames[:, :, :2], axis=0) / FRAME
    old_speeds = np.concatenate([np.zeros_like(speeds[:1]), speeds[:-1]])
    for row, obj in enumerate(objects):
        if obj.id in started:
            old_speeds[0, row] = speeds[0, row]
    changes = speeds - old_speeds
    limits = np.array(
        [_FRICTION_FACTOR * obj.material.table_friction * GRAVITY * FRAME + _MIN_SPEED_CHANGE for obj in objects]
    )
    sudden: NDArray[np.bool_] = np.hypot(changes[:, :, 0], changes[:, :, 1]) > limits
    for row, obj in enumerate(objects):
        sudden[max(0, removed_at.get(obj.id, len(frames)) - 1) :, row] = False
    # An impact within a frame changes the speed in two frames: consecutive changes are one impact.
    beginnings = sudden & ~np.concatenate([np.zeros_like(sudden[:1]), sudden[:-1]])
    for frame, row in np.argwhere(beginnings).tolist():
        end = frame + 1
        while end < len(sudden) and sudden[end, row] and end < frame + _MAX_FRAMES:
            end += 1
        change = changes[frame:end, row].sum(axis=0)
        yield _SpeedChange(row, frame, objects[row].mass * float(np.hypot(*change)))


def _find_partner(
    change: _SpeedChange, rows: Sequence[int], frames: Frames, objects: Sequence[SlidingObject]
) -> int | None:
    """Return the nearest of these rows that was near enough to be hit, or None."""
    obj, best, nearest = objects[change.row], None, float("inf")
    place = frames[change.frame, change.row, :2].tolist()
    for row in rows:
        if row == change.row:
            continue
        travelled = sum(_distance_around(frames, change.frame, moving_row) for moving_row in (row, change.row))
        gap = dist(place, frames[change.frame, row, :2].tolist()) - _reach(obj) - _reach(objects[row]) - travelled
        if gap < min(nearest, _MAX_GAP):
            best, nearest = row, gap
    return best


def _distance_around(frames: Frames, frame: int, row: int) -> float:
    """Return how far an object moves in the frames around that frame, in mm."""
    first, last = max(0, frame - 1), min(len(frames) - 1, frame + 1)
    return dist(frames[first, row, :2].tolist(), frames[last, row, :2].tolist())


def _reach(obj: SlidingObject) -> float:
    """Return the greatest distance of the object's edge from its middle, in mm."""
    return obj.radius or max(dist((0.0, 0.0), corner) for corner in obj.corners)
