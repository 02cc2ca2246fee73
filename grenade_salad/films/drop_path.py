"""Path of one cube of a drop, from its rest backwards: slide, slam, hops, fall.

A path is a chain of segments from contact to contact. In the air a cube flies straight and turns evenly; it comes
down on an edge, slams over it onto a face, and rocks while it slides the last bit. Each hop is lower and shorter than
the one before. Lengths are mm, times seconds of the film, angles radians. The random shares, durations and angles are
for the eye alone: the rules know only the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tau
from random import Random
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from grenade_salad.films import rotation
from grenade_salad.films.rotation import Rotation, Vector
from grenade_salad.games.salad.pieces import Measures, Point, Pose, Soldier
from grenade_salad.games.salad.vector_geometry import Floats

FPS = 60
"""Frames of a film in a second."""
_SLOWDOWN = 1.5
GRAVITY = 9810.0 / _SLOWDOWN**2
"""Gravity in mm/s²: the film runs one and a half times slower than the world."""
_ROCK_COUNT = 2.5
"""Number of times a cube rocks from edge to edge while it slides to its rest."""
_SLAM_POWER = 1.8
"""Exponent of the progress of a slam, which begins slowly and ends fast."""
_MAX_SLIDE = 0.42
"""Maximum seconds that a knocked soldier slides."""
_MIN_KNOCK_SPEED = 15.0
"""Speed in mm/s below which a cube does not knock a soldier."""
_LOUDEST_DROP = 250.0
"""Height in mm from which a cube hits the table as loudly as it can."""
_MIN_STRENGTH = 0.03
"""Strength up to which a hit is not heard."""
_HIDDEN_HEIGHT = -250.0
"""Height in mm at which a lost cube is out of sight under the table."""

SegmentKind: TypeAlias = Literal["air", "slam", "slide"]
Surface: TypeAlias = Literal["table", "wood", "hands"]


class Impact(NamedTuple):
    """A sound of a cube."""

    time: float
    point: Point
    """The point of the table, in mm."""
    strength: float
    """Loudness, 0 to 1."""
    surface: Surface
    """The material that the cube hits."""


class Segment(NamedTuple):
    """Motion from one contact to the next, between two points of the table."""

    kind: SegmentKind
    start: float
    end: float
    start_point: Point
    end_point: Point
    end_rotation: Rotation
    """The rotation of the cube at the end."""
    axis: Vector
    """The axis of its turn in the air and in a slam, and of its rocking in a slide."""
    angle: float
    """The angle by which it turns: in a slide about the vertical."""
    start_height: float = 0.0
    rise: float = 0.0
    """Height at half time above the straight flight."""
    rock_angle: float = 0.0
    """The tilt by which it rocks at first, in a slide."""
    end_height: float = 0.0

    def rotation_at(self, time: float) -> Rotation:
        """Return the rotation of the cube at that time."""
        remaining = 1 - self.progress_at(time)
        if self.kind == "slide":
            orientation = rotation.compose(
                rotation.rotate_about(rotation.UP, -self.angle * remaining * remaining), self.end_rotation
            )
            if self.rock_angle:
                tilt = self.rock_angle * remaining * remaining * sin(_ROCK_COUNT * tau * (1 - remaining))
                orientation = rotation.compose(rotation.rotate_about(self.axis, tilt), orientation)
            return orientation
        if self.kind == "slam":
            remaining = 1 - (1 - remaining) ** _SLAM_POWER
        return rotation.compose(rotation.rotate_about(self.axis, -self.angle * remaining), self.end_rotation)

    def progress_at(self, time: float) -> float:
        """Return the share of it that is over, 0 to 1."""
        return min(max((time - self.start) / max(1e-9, self.end - self.start), 0.0), 1.0)

    def covered_share(self, progress: Floats) -> Floats:
        """Return the share of the line that is behind it.

        When it turns over an edge, its middle follows the edge.
        """
        if self.kind == "air":
            return progress
        if self.kind == "slide":
            return 1 - (1 - progress) ** 2
        tilt = self.angle * (1 - progress**_SLAM_POWER)
        full = 1 - cos(self.angle) + sin(self.angle)
        remaining: Floats = (1 - np.cos(tilt) + np.sin(tilt)) / max(1e-9, full)
        return 1 - remaining


@dataclass(frozen=True)
class Path:
    """The path of a cube, as segments in the order of time."""

    segments: tuple[Segment, ...]
    landing_time: float
    """The time of its first landing, or, for a knocked soldier, of the hit."""
    angle: float
    """The angle of its rest."""
    hits: tuple[tuple[float, float], ...]
    """Times and strengths, 0 to 1, of its sounds on the table."""

    @property
    def start(self) -> float:
        """The time when it begins to move."""
        return self.segments[0].start

    @property
    def end(self) -> float:
        """The time when it comes to rest."""
        return self.segments[-1].end

    def rotation_at(self, time: float) -> Rotation:
        """Return the rotation of the cube at that time."""
        return next((segment for segment in self.segments if time < segment.end), self.segments[-1]).rotation_at(time)

    def stretch(self, fixed: float, factor: float) -> Path:
        """Return the path slower or faster after a moment."""

        def shift(time: float) -> float:
            return time if time <= fixed else fixed + (time - fixed) * factor

        segments = tuple(
            segment._replace(start=shift(segment.start), end=shift(segment.end)) for segment in self.segments
        )
        hits = tuple((shift(time), strength) for time, strength in self.hits)
        return replace(self, segments=segments, landing_time=shift(self.landing_time), hits=hits)

    def sample_positions(self, frames: int) -> Floats:
        """Return x, y and z of its lowest point in each frame, (frames, 3)."""
        positions = np.zeros((frames, 3))
        positions[:] = (*self.segments[0].start_point, self.segments[0].start_height)
        for segment in self.segments:
            positions[ceil(segment.start * FPS) :] = (*segment.end_point, segment.end_height)
            first, last = ceil(segment.start * FPS), min(frames - 1, int(segment.end * FPS))
            progress = (np.arange(first, last + 1) / FPS - segment.start) / max(1e-9, segment.end - segment.start)
            progress = np.clip(progress, 0.0, 1.0)
            covered = segment.covered_share(progress)
            rows = positions[first : last + 1]
            rows[:, 0] = segment.start_point[0] + (segment.end_point[0] - segment.start_point[0]) * covered
            rows[:, 1] = segment.start_point[1] + (segment.end_point[1] - segment.start_point[1]) * covered
            rows[:, 2] = (
                segment.start_height
                + (segment.end_height - segment.start_height) * progress**2
                + 4 * segment.rise * progress * (1 - progress)
            )
        return positions


def path_to_rest(
    cube: float, start: Point, leave_time: float, landing_time: float, drop: float, rest: Pose, rng: Random
) -> Path:
    """Return the path from the hands at `start` to rest.

    It has two or three hops, a slam over an edge, and a slide that rocks.
    """
    end = rest.x, rest.y
    distance = hypot(end[0] - start[0], end[1] - start[1])
    heading = atan2(end[1] - start[1], end[0] - start[0]) if distance > cube / 4 else rng.uniform(0, tau)
    duration = 0.8 * rng.uniform(0.72, 1.0)
    first = min(0.36 * duration, sqrt(8 * (0.28 * drop + 3) / GRAVITY)) * rng.uniform(0.85, 1.0)
    hops = [first, first * rng.uniform(0.5, 0.62)]
    if rng.random() < 0.5:
        hops.append(hops[-1] * rng.uniform(0.45, 0.55))
    slam = rng.uniform(0.1, 0.14)
    slide = max(0.14, duration - sum(hops) - slam)
    times = [landing_time]
    for seconds in (*hops, slam, slide):
        times.append(times[-1] + seconds)

    # From the end: the slide, the slam before it, and the hops before that.
    twist = rng.uniform(0.15, 0.5) * rng.choice((-1, 1))
    rest_rotation = rotation.rotate_about(rotation.UP, rest.angle)
    yaw = rest.angle - twist
    quarter = round((heading - yaw) / (pi / 2)) * (pi / 2)
    along = cos(yaw + quarter), sin(yaw + quarter)
    roll = -along[1], along[0], 0.0
    slid = min(0.09 * distance, 14.0) + rng.uniform(0.3, 1.2)
    slammed = end[0] - slid * cos(heading), end[1] - slid * sin(heading)
    rock_angle = rng.uniform(0.07, 0.16) * rng.choice((-1, 1))
    segments = [Segment("slide", times[-2], times[-1], slammed, end, rest_rotation, roll, twist, rock_angle=rock_angle)]
    tilt = rng.uniform(1.15, 1.5) if rng.random() < 0.55 else rng.uniform(0.5, 1.0)
    back = cube / 2 * (1 - cos(tilt) + sin(tilt))
    edge = slammed[0] - along[0] * back, slammed[1] - along[1] * back
    flat = rotation.rotate_about(rotation.UP, yaw)
    segments.append(Segment("slam", times[-3], times[-2], edge, slammed, flat, roll, tilt))
    segments += _make_hops(start, edge, times[: len(hops) + 1], segments[-1].rotation_at(times[-3]), rng)
    segments.append(_make_fall(start, segments[-1], leave_time, landing_time, drop, rng))
    return Path(tuple(reversed(segments)), landing_time, rest.angle, _table_hits(drop, times, len(hops)))


def _make_hops(start: Point, end: Point, times: Sequence[float], orientation: Rotation, rng: Random) -> list[Segment]:
    """Return hops from `start` to `end`, the last one first.

    Each covers less distance than the one before.
    """
    lengths = [(later - earlier) ** 1.25 for earlier, later in pairwise(times)]
    across, up = end[0] - start[0], end[1] - start[1]
    distance = hypot(across, up)
    points, covered = [start], 0.0
    for length in lengths[:-1]:
        covered += length / sum(lengths)
        offset = rng.uniform(-1, 1) * (1.5 + 0.07 * distance)
        sideways = -up / max(distance, 1.0), across / max(distance, 1.0)
        points.append(
            (start[0] + across * covered + sideways[0] * offset, start[1] + up * covered + sideways[1] * offset)
        )
    points.append(end)
    segments = []
    for index in range(len(lengths) - 1, -1, -1):
        a, b = points[index], points[index + 1]
        seconds = times[index + 1] - times[index]
        heading = atan2(b[1] - a[1], b[0] - a[0]) + rng.uniform(-0.6, 0.6)
        axis = -sin(heading), cos(heading), 0.0
        angle = seconds * rng.uniform(7, 13) * (1 if rng.random() < 0.85 else -1)
        rise = GRAVITY * seconds * seconds / 8
        segments.append(Segment("air", times[index], times[index + 1], a, b, orientation, axis, angle, rise=rise))
        orientation = segments[-1].rotation_at(times[index])
    return segments


def _make_fall(
    start: Point, first: Segment, leave_time: float, landing_time: float, drop: float, rng: Random
) -> Segment:
    """Return the segment from the hands down to the first contact."""
    direction = rng.uniform(0, tau)
    axis = cos(direction), sin(direction), 0.0
    orientation = first.rotation_at(first.start)
    above = start[0] + rng.uniform(-1, 1), start[1] + rng.uniform(-1, 1)
    return Segment(
        "air",
        leave_time,
        landing_time,
        above,
        first.start_point,
        orientation,
        axis,
        rng.uniform(1.0, 2.8),
        start_height=drop,
    )


def _landing_strength(drop: float) -> float:
    return min(1.0, sqrt(drop / _LOUDEST_DROP))


def _table_hits(drop: float, times: Sequence[float], hops: int) -> tuple[tuple[float, float], ...]:
    """Return the times and strengths of hits: as hard as the cube comes down fast."""
    first = _landing_strength(drop)
    hits = [(times[0], first)]
    for index in range(hops):
        hits.append((times[index + 1], min(first, (times[index + 1] - times[index]) * 1.9)))
    slam = times[hops + 1]
    hits.append((slam, 0.42))
    for index in range(1, int(2 * _ROCK_COUNT)):
        share = index / (2 * _ROCK_COUNT)
        hits.append((slam + (times[-1] - slam) * share, 0.26 * (1 - share) ** 2))
    return tuple(hit for hit in hits if hit[1] > _MIN_STRENGTH)


def path_over_edge(
    measures: Measures, start: Point, leave_time: float, landing_time: float, drop: float, rng: Random
) -> Path:
    """Return the path from the hands over the table's edge, for a lost cube."""
    heading = rng.uniform(0, tau)
    width, height = measures.table
    reach = min(
        width / 2 / max(1e-6, abs(cos(heading))),
        height / 2 / max(1e-6, abs(sin(heading))),
    )
    times = [landing_time, landing_time + 0.27, landing_time + 0.44]
    inside = width / 2 + cos(heading) * (reach - 7), height / 2 + sin(heading) * (reach - 7)
    segments = _make_hops(start, inside, times, rotation.rotate_about((1.0, 0.0, 0.0), rng.uniform(0.4, 1.2)), rng)
    segments.insert(0, _make_fall_off(segments[0], heading))
    segments.append(_make_fall(start, segments[-1], leave_time, landing_time, drop, rng))
    hits = ((landing_time, _landing_strength(drop)), (times[1], 0.5), (times[2], 0.35))
    return Path(tuple(reversed(segments)), landing_time, 0.0, hits)


def _make_fall_off(last: Segment, heading: float) -> Segment:
    """Return the segment from the last contact over the edge and down."""
    distance = max(30.0, hypot(last.end_point[0] - last.start_point[0], last.end_point[1] - last.start_point[1]))
    end = last.end_point[0] + distance * cos(heading), last.end_point[1] + distance * sin(heading)
    axis = -sin(heading), cos(heading), 0.0
    orientation = rotation.compose(rotation.rotate_about(axis, 3.0), last.end_rotation)
    return Segment(
        "air",
        last.end,
        last.end + 0.34,
        last.end_point,
        end,
        orientation,
        axis,
        3.0,
        rise=6.0,
        end_height=_HIDDEN_HEIGHT,
    )


def make_knocked_paths(
    measures: Measures,
    knocked: Sequence[Soldier],
    rests: Mapping[int, Pose],
    dropped_paths: Mapping[int, Path],
    rng: Random,
) -> tuple[dict[int, Path], list[Impact]]:
    """Return the paths of knocked soldiers, and their impacts.

    Each begins when the first of the moving cubes reaches the soldier.
    """
    if not knocked:
        return {}, []
    cube = measures.cube
    end = max((path.end for path in dropped_paths.values()), default=1.0)
    frames = int(end * FPS) + 1
    moving = [path.sample_positions(frames) for path in dropped_paths.values()]
    first = ceil(min((path.landing_time for path in dropped_paths.values()), default=0.0) * FPS)
    paths: dict[int, Path] = {}
    impacts = []
    middle = measures.table[0] / 2, measures.table[1] / 2
    # From the middle outwards: those who are hit first can hit the others.
    for soldier in sorted(
        knocked, key=lambda soldier: (hypot(soldier.x - middle[0], soldier.y - middle[1]), soldier.id)
    ):
        frame, strength = _find_contact(cube, soldier, moving, first, frames)
        time = min(frame / FPS, end - 0.12)
        path = _make_knocked_path(measures, soldier, rests.get(soldier.id), time, min(end, time + _MAX_SLIDE), rng)
        moving.append(path.sample_positions(frames))
        paths[soldier.id] = path
        impacts.append(Impact(time, (soldier.x, soldier.y), strength, "wood"))
    return dict(sorted(paths.items())), impacts


def _find_contact(
    cube: float, soldier: Soldier, moving: Sequence[Floats], first: int, frames: int
) -> tuple[int, float]:
    """Return the frame in which a moving cube first hits a soldier, and its strength.

    If none reaches it, the frame is that of the nearest one.
    """
    if not moving:
        return first, 0.3
    positions = np.stack(moving, axis=1)[first:]
    distances = np.hypot(positions[..., 0] - soldier.x, positions[..., 1] - soldier.y) + 2 * np.maximum(
        0.0, positions[..., 2] - cube
    )
    speeds = np.concatenate(
        [np.hypot(*np.moveaxis(np.diff(positions[..., :2], axis=0), 2, 0)), np.zeros((1, len(moving)))]
    )
    # A cube that hardly moves knocks nothing.
    distances += np.where(speeds * FPS < _MIN_KNOCK_SPEED, 4 * cube, 0.0)
    near = distances.min(axis=1)
    hits = np.flatnonzero(near < 1.25 * cube)
    frame = int(hits[0]) if len(hits) else int(np.argmin(near))
    speed = float(speeds[min(frame, len(speeds) - 1), int(np.argmin(distances[frame]))]) * FPS
    return min(first + frame, frames - 1), min(0.9, 0.25 + speed / 500)


def _make_knocked_path(
    measures: Measures, soldier: Soldier, rest: Pose | None, time: float, end: float, rng: Random
) -> Path:
    """Return the slide of a knocked soldier to its rest, or over the nearest edge."""
    start = soldier.x, soldier.y
    if rest is not None:
        distance = hypot(rest.x - soldier.x, rest.y - soldier.y)
        turn_angle = (rest.angle - soldier.angle + pi) % tau - pi
        rest_rotation = rotation.rotate_about(rotation.UP, rest.angle)
        duration = min(end - time, 0.1 + sqrt(distance) * 0.055)
        segment = Segment(
            "slide", time, time + duration, start, (rest.x, rest.y), rest_rotation, rotation.UP, turn_angle
        )
        return Path((segment,), time, rest.angle, ())
    width, height = measures.table
    gaps = [(soldier.x, pi), (width - soldier.x, 0.0), (soldier.y, -pi / 2), (height - soldier.y, pi / 2)]
    gap, heading = min(gaps)
    heading += rng.uniform(-0.3, 0.3)
    edge = soldier.x + gap * cos(heading), soldier.y + gap * sin(heading)
    flat = rotation.rotate_about(rotation.UP, soldier.angle)
    slide = Segment("slide", time, time + 0.2, start, edge, flat, rotation.UP, 0.0)
    axis = -sin(heading), cos(heading), 0.0
    beyond = edge[0] + 22 * cos(heading), edge[1] + 22 * sin(heading)
    tilted = rotation.compose(rotation.rotate_about(axis, 2.6), flat)
    fall = Segment("air", time + 0.2, time + 0.52, edge, beyond, tilted, axis, 2.6, end_height=_HIDDEN_HEIGHT)
    return Path((slide, fall), time, soldier.angle, ())
