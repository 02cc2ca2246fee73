"""Reasons against a place of a soldier, and measures of a cluster.

Rules: GS-04, GS-06, GS-11, GS-13. Lengths are in mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist, fsum, isfinite, sqrt

from grenade_salad.core import Reason
from grenade_salad.games.physics.rectangle import rectangle_separation
from grenade_salad.games.salad.geometry import (
    edge_gap,
    find_neighbours,
    find_overlaps,
    is_far_apart,
    overhang,
    separation,
)
from grenade_salad.games.salad.pieces import Measures, Pose, Soldier
from grenade_salad.text import Message, m

TOLERANCE = 0.05
"""Overlaps of no more than this many mm count as touching (GS-04).

They are with another soldier or over the table's edge.
"""
TOUCHING = 0.1
"""Soldiers with gaps of less than this many mm count as touching (GS-06)."""


class Placing(Reason):
    """A reason why a soldier cannot be at a place."""


@dataclass(frozen=True)
class NoPlace(Placing):
    """A place with a number that is infinite or NaN."""

    x: float
    y: float
    angle: float

    def message(self) -> Message:
        x, y, angle = str(self.x), str(self.y), str(self.angle)
        return m("{x}, {y} turned by {angle} is not a place on the table", x=x, y=y, angle=angle)


@dataclass(frozen=True)
class OverEdge(Placing):
    """A part of the soldier would be over the table's edge."""

    by_mm: float

    def message(self) -> Message:
        return m(
            "{by:.1f} mm of the soldier would be over the edge of the table",
            by=self.by_mm,
            plain=m("the soldier would be over the edge"),
        )


@dataclass(frozen=True)
class OnSoldier(Placing):
    """The soldier would be on another one."""

    soldier: int
    """The one that it overlaps most."""
    overlap_mm: float

    def message(self) -> Message:
        return m(
            "soldier {soldier} is in the way: they would overlap by {by:.1f} mm",
            soldier=self.soldier,
            by=self.overlap_mm,
            plain=m("soldier {soldier} is in the way"),
        )


@dataclass(frozen=True)
class OnBlock(Placing):
    """The soldier would be on a block (GS-35)."""

    overlap_mm: float

    def message(self) -> Message:
        return m(
            "a block is in the way: the soldier would be on it by {by:.1f} mm",
            by=self.overlap_mm,
            plain=m("a block is in the way"),
        )


@dataclass(frozen=True)
class Cluster:
    """Measures of a cluster of soldiers, in mm."""

    radius: float
    """The root mean square distance of the centres from their centroid."""
    touching: int
    """The number of soldiers that touch another."""
    width: float
    """The largest distance between two centres."""


def gap(measures: Measures, a: Soldier | Pose, b: Soldier | Pose) -> float:
    """Return the space from edge to edge in mm, 0 if they touch or overlap (GS-16)."""
    return edge_gap(measures.cube, a, b)


def why_not_place(
    measures: Measures,
    soldiers: Sequence[Soldier | Pose],
    x: float,
    y: float,
    angle: float,
    ignoring: int | None = None,
) -> Placing | None:
    """Return why a soldier cannot be put there, or None.

    It would be over the edge, on a block, or on a soldier: the one that it overlaps most. `ignoring` is a soldier
    that is not in the way: the one that is lifted.
    """
    if not (isfinite(x) and isfinite(y) and isfinite(angle)):
        return NoPlace(x, y, angle)
    place = Pose(-1, x, y, angle)
    excess = overhang(measures.cube, measures.table, place)
    if excess > TOLERANCE:
        return OverEdge(excess)
    if measures.blocks and (reason := why_not_off_blocks(measures, place)):
        return reason
    worst: OnSoldier | None = None
    for soldier in soldiers:
        if soldier.id == ignoring or is_far_apart(measures.cube, place, soldier):
            continue
        overlap = -separation(measures.cube, place, soldier)
        if overlap > (worst.overlap_mm if worst else TOLERANCE):
            worst = OnSoldier(soldier.id, overlap)
    return worst


def why_not_off_blocks(measures: Measures, place: Pose) -> OnBlock | None:
    """Return the block on which a soldier would be deepest, as a reason (GS-35)."""
    cube, deepest = measures.cube, TOLERANCE
    for block in measures.blocks:
        reach = (block.width + block.height) / 2 + cube
        if abs(place.x - block.x) < reach and abs(place.y - block.y) < reach:
            deepest = max(deepest, -rectangle_separation(place, (cube / 2, cube / 2), block, block.half))
    return OnBlock(deepest) if deepest > TOLERANCE else None


def why_not_rest(measures: Measures, poses: Sequence[Pose]) -> Placing | None:
    """Return why the soldiers cannot all be at rest like that (GS-04)."""
    for pose in poses:
        if reason := why_not_place(measures, (), pose.x, pose.y, pose.angle):
            return reason
    for first, second in find_overlaps(measures.cube, poses, TOLERANCE):
        return OnSoldier(poses[first].id, -separation(measures.cube, poses[first], poses[second]))
    return None


def cluster(measures: Measures, soldiers: Sequence[Soldier | Pose]) -> Cluster:
    """Return the width of a cluster and how many soldiers touch another (GS-06).

    All values are zero for an empty cluster.
    """
    if not soldiers:
        return Cluster(0.0, 0, 0.0)
    centres = [(soldier.x, soldier.y) for soldier in soldiers]
    count = len(centres)
    centroid = fsum(x for x, _ in centres) / count, fsum(y for _, y in centres) / count
    radius = sqrt(fsum(dist(centre, centroid) ** 2 for centre in centres) / count)
    touching: set[int] = set()
    for first, second in find_neighbours(measures.cube, soldiers, TOUCHING):
        if edge_gap(measures.cube, soldiers[first], soldiers[second]) < TOUCHING:
            touching |= {first, second}
    width = max((dist(a, b) for a, b in combinations(centres, 2)), default=0.0)
    return Cluster(radius, len(touching), width)
