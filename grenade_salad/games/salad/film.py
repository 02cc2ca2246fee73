"""From what the physics reported of a drop to the track of its animation: flight, slide, and the fall over the edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, repeat
from math import ceil, hypot
from typing import TypeAlias

from grenade_salad.games.salad.fall import GRAVITY, Landing
from grenade_salad.games.salad.geometry import overlaps, separation
from grenade_salad.games.salad.pieces import Measures, Pose
from grenade_salad.games.salad.track import Track

FPS = 60
PARTS = 3
"""Numbers of a soldier in a frame of a way: x and y in mm, angle in radians."""

_TAIL = 20
"""Frames that a fall over the edge is shown for."""
_CLAMBER = 8
"""Frames after the last landing in which cubes that lie on others are shown above them."""
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
    numbers = [max(min(frame - way.start, len(way.frames) - 1), 0) for frame in range(number)]
    rows = [_on_table(way.frames[frame]) for frame in numbers]
    _lift(measures, way, hits, rows)
    for index, last in way.gone.items():
        _over_the_edge(way, index, last, rows)
    for index, soldier in enumerate(way.ids):
        if soldier in hits:
            _in_flight(hits[soldier], index, rows)
    impacts = [(hit.time, hit.id, hit.speed) for hit in hits.values()] + _clicks(way, hits)
    return Track(float(FPS), way.ids, tuple(map(tuple, rows)), tuple(sorted(impacts)))


def _on_table(frame: Sequence[float]) -> list[_Spot]:
    return list(zip(frame[0::PARTS], frame[1::PARTS], frame[2::PARTS], repeat(0.0)))


def _in_flight(hit: Landing, index: int, rows: list[list[_Spot]]) -> None:
    for frame in range(min(ceil(hit.time * FPS), len(rows))):
        time = frame / FPS
        angle = hit.angle - hit.spin * (hit.time - time)
        rows[frame][index] = (hit.x, hit.y, angle, max(hit.drop - GRAVITY * time * time / 2, 0.0))


def _over_the_edge(way: Way, index: int, last: int, rows: list[list[_Spot]]) -> None:
    """After its last frame on the table a soldier goes on as it went, and down."""
    end, before = way.at(last, index), way.at(max(last - 1, 0), index)
    for later, row in enumerate(rows[way.start + last + 1 :], 1):
        x, y, angle = (now + later * (now - then) for now, then in zip(end, before, strict=True))
        row[index] = (x, y, angle, -GRAVITY * (later / FPS) ** 2 / 2)


def _lift(measures: Measures, way: Way, hits: Mapping[int, Landing], rows: list[list[_Spot]]) -> None:
    """Show cubes that have just landed on others above them, the lower the farther they have slid off."""
    landed = [hits[soldier].time if soldier in hits else 0.0 for soldier in way.ids]
    for frame in range(way.start, min(int(max(landed, default=0.0) * FPS) + _CLAMBER, len(rows))):
        there = [index for index, time in enumerate(landed) if time <= frame / FPS]
        spots = [Pose(index, *rows[frame][index][:3]) for index in there]
        for first, second in overlaps(measures.cube, spots, _LYING):
            top = max(there[first], there[second], key=lambda index: landed[index])
            x, y, angle, z = rows[frame][top]
            depth = -separation(measures.cube, spots[first], spots[second])
            rows[frame][top] = (x, y, angle, max(z, depth))


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
