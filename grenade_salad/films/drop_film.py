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
from dataclasses import dataclass, field
from math import pi, sqrt
from random import Random
from typing import NamedTuple

import numpy as np

from grenade_salad.films import drop_path, rotation, separation
from grenade_salad.films.drop_path import FPS, GRAVITY, Impact, Path
from grenade_salad.films.rotation import Rotation
from grenade_salad.films.separation import Contact
from grenade_salad.games.salad import vector_geometry
from grenade_salad.games.salad.pieces import BLOCK_RISE, MAX_HEIGHT, MIN_HEIGHT, Measures, Point, Pose, Soldier
from grenade_salad.games.salad.vector_geometry import Floats

SHAKE_SECONDS = 0.7
"""Seconds that the hands shake."""
OPEN_SECONDS = 0.34
"""Seconds that they take to open and to be gone."""
RATTLE_SECONDS = (0.68, 0.95)
"""Seconds from the first landing until all are at rest.

For the lowest and for the highest drop.
"""
_MAKING_MARGIN = 0.05
"""Seconds before the hands open at which all of a film has to be made."""
_MAX_DELAY = 0.12
"""Maximum seconds that a cube stays in the opening hands."""
_HAND_SPACE = 1.6
"""Space that shaken cubes take in the hands, in multiples of their own volume."""
_CLACK_COUNT = 9
"""Number of sounds of wood while the hands shake."""
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
    """The film of a drop.

    Until the hands open, `positions` and most of the `impacts`, which take most of the time to make, are not needed:
    `make_until` makes them meanwhile.
    """

    ids: tuple[int, ...]
    """The soldiers that it moves, the dropped ones first. All others rest."""
    seconds: float
    """The duration of the film."""
    opens_at: float
    """Seconds from the start until the hands open."""
    height: float
    """Height of the drop in mm."""
    middle: Point
    """The point of the table under the hands, in mm."""
    positions: Floats
    """x, y and z in mm, (frames, n, 3).

    `positions[k, i]` is that of soldier `ids[i]` at k / FPS seconds.
    """
    paths: tuple[Path, ...]
    """The path of each soldier in `ids`, before it moves aside or over a block."""
    leave_times: tuple[float, ...]
    """Seconds until each soldier in `ids` leaves the hands; 0 on the table."""
    lost: frozenset[int]
    """The soldiers that go over the edge: they are gone at the end."""
    impacts: tuple[Impact, ...]
    """The sounds, in the order of time."""
    _work: Iterator[float] = field(default_factory=lambda: iter(()))
    """Makes the film part by part, and yields the share that is made."""
    _progress: float = 0.0
    """The share that is made, 0 to 1."""

    def make_until(self, time: float) -> None:
        """Make as much of it as is needed at that time, in seconds from its begin.

        All of it is made before the hands open.
        """
        wanted = 1.0 if time > self.opens_at - _MAKING_MARGIN else time / self.opens_at
        while self._progress < wanted:
            self._progress = next(self._work, 1.0)

    def poses_at(self, time: float) -> list[CubePose]:
        """Return the soldiers that have left the hands after the given seconds."""
        self.make_until(time)
        is_over = time >= self.seconds
        frame = len(self.positions) - 1 if is_over else max(time, 0.0) * FPS
        first = min(int(frame), len(self.positions) - 1)
        second = min(first + 1, len(self.positions) - 1)
        interpolated = self.positions[first] + (self.positions[second] - self.positions[first]) * (frame - first)
        return [
            _cube_pose(soldier, position, path, time=time, is_over=is_over)
            for soldier, position, path, leave_time in zip(
                self.ids, interpolated.tolist(), self.paths, self.leave_times, strict=True
            )
            if time >= leave_time and not (is_over and soldier in self.lost)
        ]

    def impacts_between(self, start: float, end: float) -> Sequence[Impact]:
        """Return the impacts after `start` seconds, up to and including `end`."""
        self.make_until(end)
        times = [impact.time for impact in self.impacts]
        return self.impacts[bisect_right(times, start) : bisect_right(times, end)]


def _cube_pose(soldier: int, position: list[float], path: Path, *, time: float, is_over: bool) -> CubePose:
    x, y, z = position
    if is_over or time >= path.end:
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
        # Sorted, so that each soldier has the same random numbers whatever the order in which they were dropped.
        for soldier in sorted(falling)
    }
    dropped_paths = _set_rattle_time(dropped_paths, height)
    knocked = [soldier for soldier in standing if _was_moved(soldier, rests.get(soldier.id))]
    still = [soldier for soldier in standing if not _was_moved(soldier, rests.get(soldier.id))]
    knocked_paths, knock_impacts = drop_path.make_knocked_paths(measures, knocked, rests, dropped_paths, rng)
    ids = (*dropped_paths, *knocked_paths)
    all_paths = (*dropped_paths.values(), *knocked_paths.values())
    seconds = max((path.end for path in all_paths), default=SHAKE_SECONDS + OPEN_SECONDS)
    frames = int(np.ceil(seconds * FPS)) + 1
    starts = [(*path.segments[0].start_point, path.segments[0].start_height) for path in all_paths]
    film = Film(
        ids=ids,
        seconds=(frames - 1) / FPS,
        opens_at=SHAKE_SECONDS,
        height=height,
        middle=middle,
        positions=np.array([starts]).reshape(1, -1, 3),
        paths=all_paths,
        leave_times=tuple(path.start for path in dropped_paths.values()) + (0.0,) * len(knocked_paths),
        lost=frozenset(ids) - rests.keys(),
        impacts=tuple(_hand_impacts(middle, rng)),
    )
    film._work = _finish_film(
        film,
        measures,
        frames,
        dropped_paths=dropped_paths,
        rests=rests,
        still=still,
        knock_impacts=knock_impacts,
    )
    return film


_PATHS_SHARE = 0.2
"""The share of the time that the paths take; the rest separates the cubes."""


def _finish_film(
    film: Film,
    measures: Measures,
    frames: int,
    *,
    dropped_paths: dict[int, Path],
    rests: dict[int, Pose],
    still: Sequence[Soldier],
    knock_impacts: Sequence[Impact],
) -> Iterator[float]:
    """Make `positions` and `impacts`, and yield the share that is done, repeatedly.

    `still` are the soldiers that do not move, `knock_impacts` the sounds of those that are knocked.
    """
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


def _was_moved(soldier: Soldier, rest: Pose | None) -> bool:
    """True if a standing soldier was knocked, or lost: then it has no rest."""
    if rest is None:
        return True
    return max(abs(soldier.x - rest.x), abs(soldier.y - rest.y), abs(soldier.angle - rest.angle)) > _MOVED_TOLERANCE


def _make_dropped_path(
    measures: Measures, middle: Point, ball: float, height: float, rest: Pose | None, rng: Random
) -> Path:
    """Return the path of a cube from the hands to its rest.

    A lost cube flies over the table's edge.
    """
    z = ball * (1 + rng.uniform(-1, 1))
    leave_time = SHAKE_SECONDS + rng.uniform(0, _MAX_DELAY)
    landing_time = leave_time + sqrt(2 * (height + z) / GRAVITY)
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
    share = min(max((height - MIN_HEIGHT) / (MAX_HEIGHT - MIN_HEIGHT), 0.0), 1.0)
    duration = RATTLE_SECONDS[0] + (RATTLE_SECONDS[1] - RATTLE_SECONDS[0]) * share
    factor = duration / max(1e-6, max(path.end for path in paths.values()) - first)
    return {soldier: path.stretch(first, factor) for soldier, path in paths.items()}


def _hand_impacts(middle: Point, rng: Random) -> list[Impact]:
    """Return the sounds of wood in closed hands."""
    return [
        Impact((index + rng.uniform(0.1, 0.9)) * SHAKE_SECONDS / _CLACK_COUNT, middle, rng.uniform(0.15, 0.4), "hands")
        for index in range(_CLACK_COUNT)
    ]


def _table_impacts(paths: dict[int, Path], ids: Sequence[int], positions: Floats) -> list[Impact]:
    """Return an impact for each time a cube hits the table."""
    impacts = []
    for column, soldier in enumerate(ids[: len(paths)]):
        for time, strength in paths[soldier].hits:
            x, y, _ = positions[min(round(time * FPS), len(positions) - 1), column].tolist()
            impacts.append(Impact(time, (x, y), strength, "table"))
    return impacts


def _bump_impacts(bumps: Sequence[Contact], all_paths: Sequence[Path], positions: Floats) -> list[Impact]:
    """Return an impact for each time two cubes meet that have left the hands."""
    impacts = []
    for bump in bumps:
        if bump.frame / FPS > all_paths[bump.cube].start:
            x, y, _ = positions[bump.frame, bump.cube].tolist()
            impacts.append(Impact(bump.frame / FPS, (x, y), bump.strength, "wood"))
    return impacts


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
    # A cube that is on a block in a frame was in free flight up to it before, and is so down from it afterwards.
    for frames in range(1, int(FPS * np.sqrt(2 * BLOCK_RISE / GRAVITY)) + 1):
        fallen = tops - GRAVITY / 2 * (frames / FPS) ** 2
        np.maximum(min_heights[frames:], fallen[:-frames], out=min_heights[frames:])
        np.maximum(min_heights[:-frames], fallen[frames:], out=min_heights[:-frames])
    lifted: Floats = np.maximum(heights, min_heights)
    lifted[-1] = heights[-1]
    return lifted
