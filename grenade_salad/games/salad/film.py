"""From what the physics reported of a drop to the track of its animation: flight, slide, and the fall over the edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from grenade_salad.games.salad.fall import GRAVITY, Landing
from grenade_salad.games.salad.geometry import separation
from grenade_salad.games.salad.pieces import Measures, Pose
from grenade_salad.games.salad.track import Track

FPS = 60
PARTS = 3
"""Numbers of a soldier in a frame of a way: x and y in mm, angle in radians."""

_TAIL = 20
"""Frames that a fall over the edge is shown for."""
_CLAMBER = 12
"""Frames after its landing in which a cube that lies on others is shown above them."""
_LYING = 0.5
"""Overlap in mm from which a cube lies on another."""
_CLICK = 250.0
"""A change of speed in mm/s within a frame that is heard; the table's friction alone changes some 75."""

_Spot: TypeAlias = tuple[float, float, float, float]


@dataclass
class Way:
    """How the soldiers `ids` moved on the table.

    `frames[k]` holds x, y and angle of each in turn at `(start + k) / FPS` seconds; `gone` tells in which of the
    frames an index fell over the edge: later ones mean nothing for it.
    """

    ids: tuple[int, ...]
    start: int
    frames: list[Sequence[float]]
    gone: dict[int, int] = field(default_factory=dict)

    def at(self, frame: int, index: int) -> tuple[float, float, float]:
        """x, y and angle of one soldier in a frame."""
        x, y, angle = self.frames[frame][PARTS * index : PARTS * index + PARTS]
        return x, y, angle


def film(measures: Measures, way: Way, hits: Mapping[int, Landing]) -> Track:
    """The track of a drop; z is negative for what falls over the edge."""
    number = way.start + max([len(way.frames), *(frame + _TAIL for frame in way.gone.values())])
    columns = [_column(way, index, hits.get(soldier), number) for index, soldier in enumerate(way.ids)]
    for hit in hits.values():
        _lift(measures, way.ids.index(hit.id), hit, columns)
    impacts = [(hit.time, hit.id, hit.speed) for hit in hits.values()] + _clicks(way, hits)
    return Track(float(FPS), way.ids, tuple(zip(*columns, strict=True)), tuple(sorted(impacts)))


def _column(way: Way, index: int, hit: Landing | None, number: int) -> list[_Spot]:
    """All frames of one soldier."""
    falls = index in way.gone
    last = way.gone.get(index, len(way.frames) - 1)
    end, before = way.at(last, index), way.at(max(last - 1, 0), index)
    column = []
    for frame in range(number):
        time, later = frame / FPS, frame - way.start - last
        if hit and time < hit.time:
            angle = hit.angle - hit.spin * (hit.time - time)
            column.append((hit.x, hit.y, angle, max(hit.drop - GRAVITY * time**2 / 2, 0.0)))
        elif later <= 0:
            column.append((*way.at(max(last + later, 0), index), 0.0))
        elif falls:
            x, y, angle = (now + later * (now - then) for now, then in zip(end, before, strict=True))
            column.append((x, y, angle, -GRAVITY * (later / FPS) ** 2 / 2))
        else:
            column.append((*end, 0.0))
    return column


def _lift(measures: Measures, index: int, hit: Landing, columns: Sequence[list[_Spot]]) -> None:
    """Show a cube that has just landed on others above them, the lower the farther it has slid off."""
    width = measures.cube
    reach = width * 1.4143
    first = int(hit.time * FPS) + 1
    for frame in range(first, min(first + _CLAMBER, len(columns[index]))):
        x, y, angle, z = columns[index][frame]
        near = [
            Pose(other, *column[frame][:3])
            for other, column in enumerate(columns)
            if abs(column[frame][0] - x) < reach and abs(column[frame][1] - y) < reach
            if other != index and column[frame][3] == 0.0
        ]
        depth = max((-separation(width, Pose(index, x, y, angle), other) for other in near), default=0.0)
        if z == 0.0 and depth > _LYING:
            columns[index][frame] = (x, y, angle, depth)


def _clicks(way: Way, hits: Mapping[int, Landing]) -> list[tuple[float, int, float]]:
    """Where cubes hit each other: their speed on the table changes at once."""
    clicks = []
    for index, soldier in enumerate(way.ids):
        first = int(hits[soldier].time * FPS) - way.start + 2 if soldier in hits else 0
        spots = [way.at(frame, index)[:2] for frame in range(first, way.gone.get(index, len(way.frames)))]
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(spots)]
        for place, ((x0, y0), (x1, y1)) in enumerate(pairwise(steps), first + 1):
            change = hypot(x1 - x0, y1 - y0) * FPS
            if change > _CLICK:
                clicks.append(((way.start + place) / FPS, soldier, change))
    return clicks
