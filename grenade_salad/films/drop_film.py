"""Film of a drop: hands open, and cubes fall, hop, turn over and rattle to rest.

It is made from the record alone: where the soldiers were before, the height, where they are after it, the seed and the
index of the line. So it is the same whenever it is shown, and a rest line that was written by hand has one as well.
It reveals nothing that the line does not: the rules never see it.

Everything is made from its end: each cube's path is computed backwards from where it comes to rest (`drop_path`), and
then cubes that would run through each other are led around each other, again from the end (`separation`). The hands
hide what both cannot explain. Cubes jump over blocks. The film runs slower than the world, so that eyes can follow.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import pi, sqrt
from random import Random
from typing import NamedTuple

import numpy as np

from grenade_salad.films import drop_path, rotation, separation
from grenade_salad.films.drop_path import FPS, GRAVITY, Impact, Path
from grenade_salad.films.rotation import Rotation
from grenade_salad.games.salad import vector_geometry
from grenade_salad.games.salad.pieces import BLOCK_RISE, Measures, Point, Pose, Soldier
from grenade_salad.games.salad.vector_geometry import Floats

SHAKE_SECONDS = 0.7
"""Seconds that the hands shake."""
OPEN_SECONDS = 0.34
"""Seconds that they take to open and to be gone."""
RATTLE_SECONDS = (0.68, 0.95)
"""Seconds from the first landing until all are at rest.

For the lowest and for the highest drop.
"""
_MAX_DELAY = 0.12
"""Maximum seconds that a cube stays in the opening hands."""
_HAND_SPACE = 1.6
"""Space that shaken cubes take in the hands, in multiples of their own volume."""
_LOWEST, _HIGHEST = 20.0, 300.0
_MOVED_TOLERANCE = 1e-6
"""Minimum change in mm or radians of a standing soldier that was knocked."""
_BLOCK_EDGE = 1.0
"""Distance in mm inside a block's side over which a cube is lifted to its top.

A cube that only touches the block is not lifted.
"""


class CubePose(NamedTuple):
    """A cube at a moment, in mm and radians; `z` is of its lowest point.

    `z` is above the table. `rotation` is None while the cube is flat with its mark up.
    """

    id: int
    x: float
    y: float
    z: float
    angle: float
    rotation: Rotation | None


@dataclass(eq=False)
class Film:
    """The film of a drop. `ids` are all soldiers that it moves; the others rest.

    `positions[k, i]` is (x, y, z) of soldier `ids[i]` at k / FPS seconds, in mm. A dropped soldier is in the hands
    until its time in `leave_times`, and a lost one is gone at the end. Until the hands open, `positions` and most of
    the `impacts`, which take most of the time to make, are not needed: `make_until` makes them meanwhile.
    """

    ids: tuple[int, ...]
    seconds: float
    opens_at: float
    height: float
    middle: Point
    positions: Floats
    paths: tuple[Path, ...]
    leave_times: tuple[float, ...]
    lost: frozenset[int]
    impacts: tuple[Impact, ...]
    _work: Iterator[float] | None = None
    _progress: float = 0.0

    def make_until(self, time: float) -> None:
        """Make as much of it as is needed at that time, in seconds from its begin.

        All of it is made before the hands open.
        """
        wanted = 1.0 if time > self.opens_at - 0.05 else time / self.opens_at
        while self._work is not None and self._progress < wanted:
            self._progress = next(self._work, 1.0)
            if self._progress >= 1.0:
                self._work = None

    def poses_at(self, time: float) -> list[CubePose]:
        """Return the soldiers that have left the hands after the given seconds."""
        self.make_until(time)
        last = time >= self.seconds
        frame = len(self.positions) - 1 if last else max(time, 0.0) * FPS
        first = min(int(frame), len(self.positions) - 1)
        second = min(first + 1, len(self.positions) - 1)
        interpolated = self.positions[first] + (self.positions[second] - self.positions[first]) * (frame - first)
        return [
            _cube_pose(soldier, position, path, time, last)
            for soldier, position, path, leave_time in zip(
                self.ids, interpolated.tolist(), self.paths, self.leave_times, strict=True
            )
            if time >= leave_time and not (last and soldier in self.lost)
        ]

    def impacts_between(self, start: float, end: float) -> Sequence[Impact]:
        """Return the impacts after `start` seconds, up to and including `end`."""
        self.make_until(end)
        times = [impact.time for impact in self.impacts]
        return self.impacts[bisect_right(times, start) : bisect_right(times, end)]


def _cube_pose(soldier: int, position: list[float], path: Path, time: float, last: bool) -> CubePose:
    x, y, z = position
    if last or time >= path.end:
        return CubePose(soldier, x, y, z, path.angle, None)
    orientation = path.rotation_at(time)
    return CubePose(
        soldier, x, y, z, rotation.heading(orientation), None if rotation.is_flat(orientation) else orientation
    )


def make_film(
    measures: Measures,
    standing: Sequence[Soldier],
    falling: Sequence[int],
    height: float,
    resting: Sequence[Pose],
    seed: int,
    line: int,
) -> Film:
    """Return the film of the drop in a line of a record with that seed.

    The soldiers fall from `height` mm above the table's middle. `standing` were there before, `falling` were dropped,
    `resting` are there in the end: soldiers without a pose went over the edge.
    """
    film = start_film(measures, standing, falling, height, resting, seed, line)
    film.make_until(film.seconds)
    return film


def start_film(
    measures: Measures,
    standing: Sequence[Soldier],
    falling: Sequence[int],
    height: float,
    resting: Sequence[Pose],
    seed: int,
    line: int,
) -> Film:
    """Return the same film, most of which is made while the hands shake."""
    rng = Random(f"film of {line} of {seed}")
    rests = {pose.id: pose for pose in resting}
    middle = measures.table[0] / 2, measures.table[1] / 2
    ball = measures.cube * (max(1, len(falling)) * _HAND_SPACE * 3 / (4 * pi)) ** (1 / 3)
    dropped_paths = {
        soldier: _make_dropped_path(measures, middle, ball, height, rests.get(soldier), rng)
        for soldier in sorted(falling)
    }
    dropped_paths = _set_rattle_time(dropped_paths, height)
    knocked = [soldier for soldier in standing if (rest := rests.get(soldier.id)) is None or _was_moved(soldier, rest)]
    still = [soldier for soldier in standing if soldier.id in rests and not _was_moved(soldier, rests[soldier.id])]
    knocked_paths, knock_impacts = drop_path.make_knocked_paths(measures, knocked, rests, dropped_paths, rng)
    ids = (*dropped_paths, *knocked_paths)
    all_paths = (*dropped_paths.values(), *knocked_paths.values())
    seconds = max((path.end for path in all_paths), default=SHAKE_SECONDS + OPEN_SECONDS)
    frames = int(np.ceil(seconds * FPS)) + 1
    film = Film(
        ids,
        (frames - 1) / FPS,
        SHAKE_SECONDS,
        height,
        middle,
        np.array([[(*path.segments[0].start_point, path.segments[0].start_height) for path in all_paths]]).reshape(
            1, -1, 3
        ),
        all_paths,
        tuple(path.start for path in dropped_paths.values()) + (0.0,) * len(knocked_paths),
        frozenset(ids) - rests.keys(),
        tuple(_hand_impacts(middle, rng)),
    )
    film._work = _finish_film(film, measures, frames, (dropped_paths, rests, still, knock_impacts))
    return film


_PATHS_SHARE = 0.2
"""The share of the time that the paths take."""


def _finish_film(
    film: Film,
    measures: Measures,
    frames: int,
    parts: tuple[dict[int, Path], dict[int, Pose], Sequence[Soldier], Sequence[Impact]],
) -> Iterator[float]:
    """Make `positions` and `impacts`, and yield the share that is done, repeatedly.

    `parts` are the paths of the dropped soldiers, the rests, the soldiers that do not move, and the impacts of the
    knocked ones.
    """
    dropped_paths, rests, still, knock_impacts = parts
    positions = np.zeros((frames, len(film.ids), 3))
    for column, path in enumerate(film.paths):
        positions[:, column] = path.sample_positions(frames)
        yield _PATHS_SHARE * column / len(film.paths)
    headings = np.array([path.angle for path in film.paths])
    steps = separation.separate_cubes(
        measures.cube, positions, headings, len(dropped_paths), still, int(SHAKE_SECONDS * FPS)
    )
    while True:
        try:
            yield _PATHS_SHARE + (1 - _PATHS_SHARE) * next(steps)
        except StopIteration as stop:
            offsets, bumps = stop.value
            break
    positions[:, : len(dropped_paths), :2] += offsets
    positions[:, :, 2] = _lift_over_blocks(measures, positions, headings)
    for column, soldier in enumerate(film.ids):
        if rest := rests.get(soldier):
            positions[-1, column] = rest.x, rest.y, 0.0
    impacts = (
        *film.impacts,
        *_table_impacts(dropped_paths, film.ids, positions),
        *knock_impacts,
        *_bump_impacts(bumps, film.paths, positions),
    )
    film.positions, film.impacts = positions, tuple(sorted(impacts))


def _was_moved(soldier: Soldier, rest: Pose) -> bool:
    return max(abs(soldier.x - rest.x), abs(soldier.y - rest.y), abs(soldier.angle - rest.angle)) > _MOVED_TOLERANCE


def _make_dropped_path(
    measures: Measures, middle: Point, ball: float, height: float, rest: Pose | None, rng: Random
) -> Path:
    """Return the path of a cube from the hands to its rest.

    A lost cube flies over the table's edge.
    """
    z = ball * (1 + rng.uniform(-1, 1))
    leave_time = SHAKE_SECONDS + rng.uniform(0, _MAX_DELAY)
    landing_time = leave_time + sqrt(2 * (height + z) / drop_path.GRAVITY)
    start = middle[0] + ball * rng.uniform(-0.6, 0.6), middle[1] + ball * rng.uniform(-0.6, 0.6)
    if rest is None:
        return drop_path.path_over_edge(measures, start, leave_time, landing_time, height + z, rng)
    return drop_path.path_to_rest(measures.cube, start, leave_time, landing_time, height + z, rest, rng)


def _set_rattle_time(paths: dict[int, Path], height: float) -> dict[int, Path]:
    """Stretch the paths so that the rattle lasts as long as the height demands.

    The rattle is the time from the first landing until the last cube is at rest.
    """
    if not paths:
        return paths
    first = min(path.landing_time for path in paths.values())
    share = min(max((height - _LOWEST) / (_HIGHEST - _LOWEST), 0.0), 1.0)
    duration = RATTLE_SECONDS[0] + (RATTLE_SECONDS[1] - RATTLE_SECONDS[0]) * share
    factor = duration / max(1e-6, max(path.end for path in paths.values()) - first)
    return {soldier: path.stretch(first, factor) for soldier, path in paths.items()}


def _hand_impacts(middle: Point, rng: Random) -> list[Impact]:
    """Return the sounds of wood in closed hands."""
    return [
        Impact((index + rng.uniform(0.1, 0.9)) * SHAKE_SECONDS / 9, middle, rng.uniform(0.15, 0.4), "hands")
        for index in range(9)
    ]


def _table_impacts(paths: dict[int, Path], ids: Sequence[int], positions: Floats) -> list[Impact]:
    """Return an impact for each time a cube hits the table."""
    impacts = []
    for column, soldier in enumerate(ids[: len(paths)]):
        for time, strength in paths[soldier].hits:
            x, y, _ = positions[min(round(time * FPS), len(positions) - 1), column].tolist()
            impacts.append(Impact(time, (x, y), strength, "table"))
    return impacts


def _bump_impacts(
    bumps: Sequence[tuple[int, int, float]], all_paths: Sequence[Path], positions: Floats
) -> list[Impact]:
    """Return an impact for each time two cubes meet that have left the hands."""
    return [
        Impact(frame / FPS, (float(positions[frame, column, 0]), float(positions[frame, column, 1])), strength, "wood")
        for frame, column, strength in bumps
        if frame / FPS > all_paths[column].start
    ]


def _lift_over_blocks(measures: Measures, positions: Floats, headings: Floats) -> Floats:
    """Return heights in each frame in mm, (frames, n), never inside a block.

    They are as in `positions` (frames, n, 3) elsewhere. Before and after a block a cube flies with gravity; in the
    last frame its height stays.
    """
    heights = positions[..., 2].copy()
    if not measures.blocks or not heights.size:
        return heights
    angles = np.tile(headings, len(positions))
    gaps = vector_geometry.block_separations(positions[..., :2].reshape(-1, 2), angles, measures.blocks, measures.cube)
    tops = BLOCK_RISE * np.clip(-gaps.min(axis=1) / _BLOCK_EDGE, 0.0, 1.0).reshape(heights.shape)
    tops[heights < 0] = 0.0
    min_heights = tops.copy()
    for frames in range(1, int(FPS * np.sqrt(2 * BLOCK_RISE / GRAVITY)) + 1):
        fallen = tops - GRAVITY / 2 * (frames / FPS) ** 2
        np.maximum(min_heights[frames:], fallen[:-frames], out=min_heights[frames:])
        np.maximum(min_heights[:-frames], fallen[frames:], out=min_heights[:-frames])
    lifted: Floats = np.maximum(heights, min_heights)
    lifted[-1] = heights[-1]
    return lifted
