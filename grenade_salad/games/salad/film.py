"""From what the physics reported of a drop to the track of its animation: flight, slide, and the fall over the edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot

from grenade_salad.games.salad.fall import GRAVITY, Landing
from grenade_salad.games.salad.track import Track

FPS = 60
PARTS = 3
"""Numbers of a soldier in a frame of a course: x and y in mm, angle in radians."""

_TAIL = 20
"""Frames that the fall over the edge is shown for."""
_CLICK = 250.0
"""A change of speed in mm/s within a frame that is heard; the table's friction alone changes some 75."""


@dataclass
class Course:
    """How the soldiers `ids` moved on the table.

    `frames[k][PARTS * i:]` are x, y and angle of `ids[i]` at `(start + k) / FPS` seconds; `gone` tells in which of the
    frames an index fell over the edge: later ones mean nothing for it.
    """

    ids: tuple[int, ...]
    start: int
    frames: list[Sequence[float]] = field(default_factory=list)
    gone: dict[int, int] = field(default_factory=dict)


def film(course: Course, hits: Mapping[int, Landing]) -> Track:
    """The track of a drop; z is negative for what falls over the edge."""
    number = max([len(course.frames), *(frame + _TAIL for frame in course.gone.values())]) + course.start
    columns = [_column(course, index, hits.get(soldier), number) for index, soldier in enumerate(course.ids)]
    landed = [(hit.time, hit.id, hit.speed) for hit in hits.values()]
    return Track(
        float(FPS), course.ids, tuple(zip(*columns, strict=True)), tuple(sorted(landed + _clicks(course, hits)))
    )


def _column(course: Course, index: int, hit: Landing | None, number: int) -> list[tuple[float, float, float, float]]:
    """All frames of one soldier."""
    gone = course.gone.get(index, len(course.frames) - 1)
    last = course.frames[gone][PARTS * index : PARTS * index + PARTS]
    before = course.frames[max(gone - 1, 0)][PARTS * index : PARTS * index + PARTS]
    drift = [(now - then) if index in course.gone else 0.0 for now, then in zip(last, before, strict=True)]
    column = []
    for frame in range(number):
        if hit and frame / FPS < hit.time:
            column.append(_in_flight(hit, frame / FPS))
            continue
        later = frame - course.start - gone
        if later <= 0:
            x, y, angle = course.frames[max(gone + later, 0)][PARTS * index : PARTS * index + PARTS]
            column.append((x, y, angle, 0.0))
        else:
            x, y, angle = (value + later * step for value, step in zip(last, drift, strict=True))
            depth = GRAVITY * (later / FPS) ** 2 / 2 if index in course.gone else 0.0
            column.append((x, y, angle, -depth))
    return column


def _in_flight(hit: Landing, time: float) -> tuple[float, float, float, float]:
    angle = hit.angle - hit.spin * (hit.time - time)
    return hit.x, hit.y, angle, max(hit.drop - GRAVITY * time**2 / 2, 0.0)


def _clicks(course: Course, hits: Mapping[int, Landing]) -> list[tuple[float, int, float]]:
    """Where cubes hit each other: their speed on the table changes at once."""
    clicks = []
    for index, soldier in enumerate(course.ids):
        landed = int(hits[soldier].time * FPS) - course.start + 2 if soldier in hits else 0
        path = [(frame[PARTS * index], frame[PARTS * index + 1]) for frame in course.frames[: course.gone.get(index)]]
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
        for place in range(max(landed, 1), len(steps)):
            (x0, y0), (x1, y1) = steps[place - 1], steps[place]
            change = hypot(x1 - x0, y1 - y0) * FPS
            if change > _CLICK:
                clicks.append(((course.start + place) / FPS, soldier, change))
    return clicks
