"""What hit what, when and how hard: read from a film of what slides, so that nobody pays for it who does not listen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FRAME, Frames, Thing

_LEAST = 25.0
"""mm/s: who changes its speed by less than this between two frames, besides what the table takes, was not hit."""
_TABLE = 1.6
"""What the table takes counts so many times."""
_NEAR = 2.0
"""mm that two may be apart which have met, besides what they go in a frame."""


class Hit(NamedTuple):
    """At `time` s and at `x`, `y` in mm: how much momentum went over, in g mm/s, and between which things. `other` is
    None if it was something that stands."""

    time: float
    x: float
    y: float
    impulse: float
    one: int
    other: int | None


@dataclass(frozen=True, slots=True)
class _Knock:
    row: int
    frame: int
    impulse: float


def hits(
    frames: Frames,
    things: Sequence[Thing],
    started: Collection[int] = (),
    drawn: Collection[int] = (),
    gone: Mapping[int, int] | None = None,
) -> list[Hit]:
    """All hits of a film, in their order; `frames[k, i]` is x, y and angle of `things[i]` at k * FRAME seconds.

    Those that were `started` move from the first frame on without having been hit; those that are `drawn` by a hand
    are heard only with what they hit. `gone` says from which frame on somebody is no longer on the table.
    """
    if len(frames) < 2 or not things:
        return []
    knocks = list(_knocks(frames, things, started, gone or {}))
    at = {(knock.row, knock.frame + late): knock for knock in knocks for late in (-1, 0, 1)}
    hands = [row for row, thing in enumerate(things) if thing.id in drawn]
    done: set[_Knock] = set()
    found = []
    for knock in knocks:
        if knock in done or knock.row in hands:
            continue
        done.add(knock)
        # A hand draws on as if nothing had been hit.
        same = [row for row in range(len(things)) if row in hands or (row, knock.frame) in at]
        row = _nearest(knock, same, frames, things)
        place, impulse = frames[knock.frame, knock.row, :2], knock.impulse
        if row is not None:
            place = (place + frames[knock.frame, row, :2]) / 2
            if row not in hands:
                other = at[row, knock.frame]
                done.add(other)
                impulse = (impulse + other.impulse) / 2
        x, y = place.tolist()
        found.append(
            Hit(knock.frame * FRAME, x, y, impulse, things[knock.row].id, None if row is None else things[row].id)
        )
    return found


def _knocks(
    frames: Frames, things: Sequence[Thing], started: Collection[int], gone: Mapping[int, int]
) -> Iterator[_Knock]:
    """Whenever one of them is suddenly faster, slower or on another way, in the order of time."""
    speeds = np.diff(frames[:, :, :2], axis=0) / FRAME
    before = np.concatenate([np.zeros_like(speeds[:1]), speeds[:-1]])
    for row, thing in enumerate(things):
        if thing.id in started:
            before[0, row] = speeds[0, row]
    changes = speeds - before
    slowed = np.array([_TABLE * thing.matter.grip * GRAVITY * FRAME + _LEAST for thing in things])
    sudden: NDArray[np.bool_] = np.hypot(changes[:, :, 0], changes[:, :, 1]) > slowed
    for row, thing in enumerate(things):
        sudden[max(0, gone.get(thing.id, len(frames)) - 1) :, row] = False
    # A hit within a frame changes the speed of two: what goes on is one hit.
    begins = sudden & ~np.concatenate([np.zeros_like(sudden[:1]), sudden[:-1]])
    for frame, row in np.argwhere(begins).tolist():
        end = frame + 1
        while end < len(sudden) and sudden[end, row] and end < frame + 3:
            end += 1
        change = changes[frame:end, row].sum(axis=0)
        yield _Knock(row, frame, things[row].mass * float(np.hypot(*change)))


def _nearest(knock: _Knock, rows: Sequence[int], frames: Frames, things: Sequence[Thing]) -> int | None:
    """Which of these was near enough to be what was hit."""
    one, best, nearest = things[knock.row], None, float("inf")
    place = frames[knock.frame, knock.row, :2].tolist()
    for row in rows:
        if row == knock.row:
            continue
        way = sum(_way(frames, knock.frame, both) for both in (row, knock.row))
        gap = dist(place, frames[knock.frame, row, :2].tolist()) - _reach(one) - _reach(things[row]) - way
        if gap < min(nearest, _NEAR):
            best, nearest = row, gap
    return best


def _way(frames: Frames, frame: int, row: int) -> float:
    """How far it goes in the frames around that, in mm."""
    first, last = max(0, frame - 1), min(len(frames) - 1, frame + 1)
    return dist(frames[first, row, :2].tolist(), frames[last, row, :2].tolist())


def _reach(thing: Thing) -> float:
    """The greatest distance of its edge from its middle, in mm."""
    return thing.radius or max(dist((0.0, 0.0), corner) for corner in thing.corners)
