"""Offsets for cubes of a drop that would pass through each other.

They are computed backwards from the end of the film, when all cubes are apart. Each earlier frame keeps the offsets
that the later ones needed.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.vector_geometry import Floats

_ITERATIONS = 2
"""Rounds in each frame: a cube that moves aside can meet another."""
_DECAY = 0.94
"""The share of an offset that is left in the previous frame without contacts."""
_MAX_STEP = 1.6
"""Maximum motion of a cube to the side in a frame, in mm for cubes of 8 mm."""
_AUDIBLE_STEP = 0.25
"""Motion in mm to the side in a frame from which two cubes have a contact."""
_CONTACT_GAP = 2
"""Maximum frames between two contacts of a pair that are heard as a single one."""
_SMOOTH = np.array([1.0, 3.0, 4.0, 3.0, 1.0]) / 12
"""Weights of five consecutive frames in the smoothed offset of the middle one."""


@dataclass(slots=True)
class Contact:
    """A contact of two cubes that move aside for each other."""

    frame: int
    """The first frame of the contact."""
    cube: int
    """The column of the first of the two cubes."""
    strength: float
    """Loudness, 0 to 1."""


def separate_cubes(
    cube: float, places: Floats, headings: Floats, free: int, still: Sequence[Soldier], first_frame: int
) -> Generator[float, None, tuple[Floats, list[Contact]]]:
    """Return how far the first `free` cubes move aside in each frame, and contacts.

    The offsets are (frames, free, 2) in mm, and zero in the last frame. `places` are x, y and z of all that move, in
    mm; the others of them, and those that are `still`, are walls. Frames before `first_frame` are not computed. The
    generator yields the share that is done, after parts of a fraction of a ms.
    """
    frames = len(places)
    offsets = np.zeros((frames, free, 2))
    if not free:
        return offsets, []
    walls = np.array([(soldier.x, soldier.y, 0.0) for soldier in still]).reshape(-1, 3)
    angles = np.concatenate([headings, [soldier.angle for soldier in still]])
    pairs = _Pairs(cube, angles, free)
    last_contacts: dict[tuple[int, int], Contact] = {}
    contacts: list[Contact] = []
    current = np.zeros((free, 2))
    for frame in range(frames - 2, first_frame, -1):
        yield 1 - frame / frames
        current = offsets[frame] = pairs.separate(np.concatenate([places[frame], walls]), current * _DECAY)
        for first, second, depth in pairs.contacts_over(_AUDIBLE_STEP):
            _add_contact(last_contacts, contacts, frame, (first, second), min(0.8, 0.15 + depth / cube))
    offsets[: first_frame + 1] = offsets[min(first_frame + 1, frames - 1)]
    return _smooth(offsets), contacts


class _Pairs:
    """All pairs of squares of which at least the first is one of the `free` ones."""

    def __init__(self, cube: float, angles: Floats, free: int) -> None:
        """Squares with sides of `cube` mm, turned by `angles`; the first are free."""
        self.cube, self.free = cube, free
        first, second = np.triu_indices(len(angles), 1)
        self.first, self.second = first[first < free], second[first < free]
        turned = angles[self.second] - angles[self.first]
        self.size = cube / 2 * (1 + np.abs(np.cos(turned)) + np.abs(np.sin(turned)))
        """Distance in mm along an axis of either square from which a pair is apart."""
        axes = np.array([angles[self.first], angles[self.second]])
        self.cosine, self.sine = np.cos(axes), np.sin(axes)
        self.near = np.zeros(0, dtype=np.intp)
        """Indexes of the pairs that were near each other in the last call of `separate`."""
        self.depths = np.zeros(0)
        """By how many mm each of the `near` pairs overlapped then."""

    def separate(self, places: Floats, offsets: Floats) -> Floats:
        """Return the offsets of the free squares in a frame.

        `offsets` are those in the next frame, `places` the positions without offsets.
        """
        cube, free = self.cube, self.free
        positions = places[:, :2].copy()
        positions[:free] += offsets
        distances = positions[self.second] - positions[self.first]
        height = np.abs(places[self.second, 2] - places[self.first, 2]) / cube
        near = np.flatnonzero((np.abs(distances).max(axis=1) < 1.5 * cube) & (height < 1.0))
        self.near, self.depths = near, np.zeros(len(near))
        if not len(near):
            return offsets
        first, second = self.first[near], self.second[near]
        needed = self.size[near] * np.sqrt(1 - height[near] ** 2)
        cosine, sine = self.cosine[:, near], self.sine[:, near]
        both_free = second < free
        start = positions.copy()
        for _ in range(_ITERATIONS):
            x, y = (positions[second] - positions[first]).T
            along, across = np.abs(x * cosine + y * sine), np.abs(y * cosine - x * sine)
            depth = needed - np.maximum(along, across).max(axis=0)
            if not (depth > 0).any():
                break
            depth = np.maximum(depth, 0.0)
            self.depths += depth
            factor = 0.8 * depth / np.maximum(np.hypot(x, y), 1e-6) / (1.0 + both_free)
            aside = np.stack([x * factor, y * factor], axis=1)
            np.subtract.at(positions, first, aside)
            np.add.at(positions, second[both_free], aside[both_free])
        step = (positions - start)[:free]
        length = np.hypot(step[:, 0], step[:, 1])
        return offsets + step * np.minimum(1.0, _MAX_STEP * cube / 8 / np.maximum(length, 1e-9))[:, None]

    def contacts_over(self, min_depth: float) -> list[tuple[int, int, float]]:
        """Return the pairs that were separated last by more than `min_depth` mm.

        The third value is the depth of their overlap.
        """
        is_hit = self.depths > min_depth
        near = self.near[is_hit]
        return list(
            zip(self.first[near].tolist(), self.second[near].tolist(), self.depths[is_hit].tolist(), strict=True)
        )


def _add_contact(
    last_contacts: dict[tuple[int, int], Contact],
    contacts: list[Contact],
    frame: int,
    pair: tuple[int, int],
    strength: float,
) -> None:
    """Add a contact, or move its beginning to an earlier frame.

    The frames come in reverse order.
    """
    last = last_contacts.get(pair)
    if last is not None and last.frame - frame <= _CONTACT_GAP:
        last.frame, last.strength = frame, max(last.strength, strength)
    else:
        last_contacts[pair] = Contact(frame, pair[0], strength)
        contacts.append(last_contacts[pair])


def _smooth(offsets: Floats) -> Floats:
    """Smooth the offsets of all frames but the last."""
    padded = np.concatenate([offsets[:1], offsets[:1], offsets, np.zeros((2, *offsets.shape[1:]))])
    result = np.zeros_like(offsets)
    for k, weight in enumerate(_SMOOTH):
        result += weight * padded[k : k + len(offsets)]
    # The end is exact: there the cubes are where the record says.
    result[-1] = 0.0
    return result
