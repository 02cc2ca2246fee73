"""Cubes of a drop that would run through each other are led around each other, backwards from the end of the film.

At the end all lie apart, so nothing is in anybody's way there; each earlier frame keeps what the later ones needed.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.vector_geometry import Floats

_ROUNDS = 2
_BACK = 0.94
"""What is left of a nudge in the frame before, while nobody is in the way."""
_MOST = 1.6
"""The most that a cube is moved aside within a frame, in mm at cubes of 8 mm."""
_HEARD = 0.25
"""mm aside within a frame from which two cubes are said to meet."""
_SMOOTH = np.array([1.0, 3.0, 4.0, 3.0, 1.0]) / 12


def apart(
    cube: float, places: Floats, headings: Floats, free: int, still: Sequence[Soldier], begin: int
) -> Generator[float, None, tuple[Floats, list[tuple[int, int, float]]]]:
    """How far the first `free` cubes go aside in each frame, (frames, free, 2) in mm; nothing in the last.

    `places` are x, y and z of all that move, in mm; the others of them, and those that stand `still`, are walls.
    Also (frame, cube, strength 0 to 1) of all meetings. Before the frame `begin` nobody is looked at. It is worked out
    in parts of a fraction of a ms, each of which gives the share that is over.
    """
    frames = len(places)
    off = np.zeros((frames, free, 2))
    if not free:
        return off, []
    walls = np.array([(one.x, one.y, 0.0) for one in still]).reshape(-1, 3)
    angles = np.concatenate([headings, [one.angle for one in still]])
    pairs = _Pairs(cube, angles, free)
    met: dict[tuple[int, int], _Met] = {}
    heard: list[_Met] = []
    now = np.zeros((free, 2))
    for frame in range(frames - 2, begin, -1):
        yield 1 - frame / frames
        now = off[frame] = pairs.led(np.concatenate([places[frame], walls]), now * _BACK)
        for first, second, deep in pairs.pushed(_HEARD):
            _meet(met, heard, frame, (first, second), min(0.8, 0.15 + deep / cube))
    off[: begin + 1] = off[min(begin + 1, frames - 1)]
    return _smooth(off), [(one.frame, one.cube, one.hard) for one in heard]


class _Pairs:
    """All pairs of squares of which the first, at least, can be moved: the first `free` of them can."""

    def __init__(self, cube: float, angles: Floats, free: int) -> None:
        self.cube, self.free = cube, free
        one, other = np.triu_indices(len(angles), 1)
        self.one, self.other = one[one < free], other[one < free]
        turned = angles[self.other] - angles[self.one]
        self.size = cube / 2 * (1 + np.abs(np.cos(turned)) + np.abs(np.sin(turned)))
        self.axes = np.array([angles[self.one], angles[self.other]])
        self.cosine, self.sine = np.cos(self.axes), np.sin(self.axes)
        self.near = np.zeros(0, dtype=np.intp)
        self.deep = np.zeros(0)

    def led(self, at: Floats, before: Floats) -> Floats:
        """How far aside they go in a frame, who went `before` so far in the next one; `at` is where they would be."""
        cube, free = self.cube, self.free
        spot = at[:, :2].copy()
        spot[:free] += before
        away = spot[self.other] - spot[self.one]
        high = np.abs(at[self.other, 2] - at[self.one, 2]) / cube
        near = np.flatnonzero((np.abs(away).max(axis=1) < 1.5 * cube) & (high < 1.0))
        self.near, self.deep = near, np.zeros(len(near))
        if not len(near):
            return before
        one, other = self.one[near], self.other[near]
        needed = self.size[near] * np.sqrt(1 - high[near] ** 2)
        cosine, sine = self.cosine[:, near], self.sine[:, near]
        both = other < free
        start = spot.copy()
        for _ in range(_ROUNDS):
            x, y = (spot[other] - spot[one]).T
            along, across = np.abs(x * cosine + y * sine), np.abs(y * cosine - x * sine)
            depth = needed - np.maximum(along, across).max(axis=0)
            if not (depth > 0).any():
                break
            depth = np.maximum(depth, 0.0)
            self.deep += depth
            push = 0.8 * depth / np.maximum(np.hypot(x, y), 1e-6) / (1.0 + both)
            aside = np.stack([x * push, y * push], axis=1)
            np.subtract.at(spot, one, aside)
            np.add.at(spot, other[both], aside[both])
        step = (spot - start)[:free]
        length = np.hypot(step[:, 0], step[:, 1])
        return before + step * np.minimum(1.0, _MOST * cube / 8 / np.maximum(length, 1e-9))[:, None]

    def pushed(self, least: float) -> list[tuple[int, int, float]]:
        """The pairs that were pushed apart last, by more than so many mm, and by how much."""
        hit = self.deep > least
        near = self.near[hit]
        return list(zip(self.one[near].tolist(), self.other[near].tolist(), self.deep[hit].tolist(), strict=True))


@dataclass(slots=True)
class _Met:
    """A meeting: its first frame, one of the two cubes, and how hard they met."""

    frame: int
    cube: int
    hard: float


def _meet(met: dict[tuple[int, int], _Met], heard: list[_Met], frame: int, pair: tuple[int, int], hard: float) -> None:
    """The first of the frames in which two touch is when they meet; the frames come backwards."""
    last = met.get(pair)
    if last is not None and last.frame - frame <= 2:
        last.frame, last.hard = frame, max(last.hard, hard)
    else:
        met[pair] = _Met(frame, pair[0], hard)
        heard.append(met[pair])


def _smooth(off: Floats) -> Floats:
    """Without jerks; in the end there is nothing to smooth."""
    padded = np.concatenate([off[:1], off[:1], off, np.zeros((2, *off.shape[1:]))])
    made = np.zeros_like(off)
    for k, weight in enumerate(_SMOOTH):
        made += weight * padded[k : k + len(off)]
    made[-1] = 0.0
    return made
