"""The film of a drop: hands that open, and cubes that fall, hop, turn over and rattle until they lie as recorded.

It is made from the record alone: where the soldiers lay before, the height, where they lie after it, the seed and the
number of the line. So it is the same whenever it is shown, and a rest line that was written by hand has one as well.
It tells nothing that the line does not: the rules never see it.

Everything is made from its end: each cube's way is laid out backwards from where it comes to rest (`ways`), and then
cubes that would run through each other are led around each other, again from the end (`nudges`). Where both have
freedom left they are hidden in the hands. Blocks are jumped over. The film runs slower than the world, so
that eyes can follow.
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
from grenade_salad.films.drop_path import FPS, GRAVITY, Clack, Way
from grenade_salad.films.rotation import Turn
from grenade_salad.games.salad import vector_geometry
from grenade_salad.games.salad.pieces import BLOCKS_RISE, Measures, Point, Pose, Soldier
from grenade_salad.games.salad.vector_geometry import Floats

SHAKES = 0.7
"""Seconds that the hands shake."""
OPENS = 0.34
"""Seconds that they take to open and to be gone."""
RATTLE = (0.68, 0.95)
"""Seconds from the first landing until all lie still: after the lowest and after the highest drop."""
_LATER = 0.12
"""The longest that a cube stays in the opening hands, in seconds."""
_LOOSE = 1.6
"""The room that shaken cubes take in the hands, in multiples of their own volume."""
_LOWEST, _HIGHEST = 20.0, 300.0
_STIRRED = 1e-6
"""mm and radians from which a standing soldier was knocked."""
_EDGE = 1.0
"""mm from a block's side inwards on which a cube is lifted to the block's top: whoever only touches it is not."""


class Seen(NamedTuple):
    """A cube at a moment: mm and radians; `z` of its lowest point above the table. `turn` is None while it lies flat
    with its mark up."""

    id: int
    x: float
    y: float
    z: float
    angle: float
    turn: Turn | None


@dataclass(eq=False)
class Film:
    """A drop to be looked at. `ids` are all whom it moves; the others lie where they lay.

    `places[k, i]` is (x, y, z) of soldier `ids[i]` at k / FPS seconds, in mm. Whoever is dropped is in the hands until
    the moment in `leaves`, and whoever is lost is gone at the end. Until the hands open nothing is seen or heard of
    what takes most of the time to make, `places` and most of the `clacks`: it is `made` meanwhile.
    """

    ids: tuple[int, ...]
    seconds: float
    opens: float
    height: float
    middle: Point
    places: Floats
    ways: tuple[Way, ...]
    leaves: tuple[float, ...]
    lost: frozenset[int]
    clacks: tuple[Clack, ...]
    _parts: Iterator[float] | None = None
    _share: float = 0.0

    def made(self, time: float) -> None:
        """Make as much of it as is needed so many seconds after its begin: all of it before the hands open."""
        due = 1.0 if time > self.opens - 0.05 else time / self.opens
        while self._parts is not None and self._share < due:
            self._share = next(self._parts, 1.0)
            if self._share >= 1.0:
                self._parts = None

    def at(self, time: float) -> list[Seen]:
        """The soldiers that have left the hands after the given seconds."""
        self.made(time)
        last = time >= self.seconds
        frame = len(self.places) - 1 if last else max(time, 0.0) * FPS
        first = min(int(frame), len(self.places) - 1)
        then = min(first + 1, len(self.places) - 1)
        now = self.places[first] + (self.places[then] - self.places[first]) * (frame - first)
        return [
            _seen(soldier, place, way, time, last)
            for soldier, place, way, leaves in zip(self.ids, now.tolist(), self.ways, self.leaves, strict=True)
            if time >= leaves and not (last and soldier in self.lost)
        ]

    def heard(self, start: float, end: float) -> Sequence[Clack]:
        """What is heard after `start` seconds, up to and with `end`."""
        self.made(end)
        times = [clack.time for clack in self.clacks]
        return self.clacks[bisect_right(times, start) : bisect_right(times, end)]


def _seen(soldier: int, place: list[float], way: Way, time: float, last: bool) -> Seen:
    x, y, z = place
    if last or time >= way.end:
        return Seen(soldier, x, y, z, way.angle, None)
    turn = way.turned(time)
    return Seen(soldier, x, y, z, rotation.heading(turn), None if rotation.is_flat(turn) else turn)


def film(
    measures: Measures,
    before: Sequence[Soldier],
    falling: Sequence[int],
    height: float,
    after: Sequence[Pose],
    seed: int,
    line: int,
) -> Film:
    """The film of the drop in that line of a record with that seed, from `height` mm above the table's middle.

    `before` stood there, `falling` were dropped, `after` lie there in the end: who does not went over the edge.
    """
    begun = begun_film(measures, before, falling, height, after, seed, line)
    begun.made(begun.seconds)
    return begun


def begun_film(
    measures: Measures,
    before: Sequence[Soldier],
    falling: Sequence[int],
    height: float,
    after: Sequence[Pose],
    seed: int,
    line: int,
) -> Film:
    """The same film, of which most is still to be `made` while the hands shake."""
    luck = Random(f"film of {line} of {seed}")
    rests = {pose.id: pose for pose in after}
    middle = measures.table[0] / 2, measures.table[1] / 2
    ball = measures.cube * (max(1, len(falling)) * _LOOSE * 3 / (4 * pi)) ** (1 / 3)
    made = {soldier: _dropped(measures, middle, ball, height, rests.get(soldier), luck) for soldier in sorted(falling)}
    made = _timed(made, height)
    struck = [one for one in before if (rest := rests.get(one.id)) is None or _stirs(one, rest)]
    still = [one for one in before if one.id in rests and not _stirs(one, rests[one.id])]
    knocked, knocks = drop_path.knocked(measures, struck, rests, made, luck)
    ids = (*made, *knocked)
    all_ways = (*made.values(), *knocked.values())
    seconds = max((way.end for way in all_ways), default=SHAKES + OPENS)
    frames = int(np.ceil(seconds * FPS)) + 1
    begun = Film(
        ids,
        (frames - 1) / FPS,
        SHAKES,
        height,
        middle,
        np.array([[(*way.legs[0].a, way.legs[0].high) for way in all_ways]]).reshape(1, -1, 3),
        all_ways,
        tuple(way.start for way in made.values()) + (0.0,) * len(knocked),
        frozenset(ids) - rests.keys(),
        tuple(_shaken(middle, luck)),
    )
    begun._parts = _parts(begun, measures, frames, (made, rests, still, knocks))
    return begun


_WAYS = 0.2
"""The share of the time that the ways take."""


def _parts(
    film: Film,
    measures: Measures,
    frames: int,
    given: tuple[dict[int, Way], dict[int, Pose], Sequence[Soldier], Sequence[Clack]],
) -> Iterator[float]:
    """Make `places` and `clacks`; the share that is over, time and again. `given` are the ways of the dropped, the
    rests, who does not stir, and what is heard of those who are knocked."""
    made, rests, still, knocks = given
    places = np.zeros((frames, len(film.ids), 3))
    for column, way in enumerate(film.ways):
        places[:, column] = way.places(frames)
        yield _WAYS * column / len(film.ways)
    headings = np.array([way.angle for way in film.ways])
    led = separation.apart(measures.cube, places, headings, len(made), still, int(SHAKES * FPS))
    while True:
        try:
            yield _WAYS + (1 - _WAYS) * next(led)
        except StopIteration as over:
            off, bumps = over.value
            break
    places[:, : len(made), :2] += off
    places[:, :, 2] = _over_blocks(measures, places, headings)
    for column, soldier in enumerate(film.ids):
        if rest := rests.get(soldier):
            places[-1, column] = rest.x, rest.y, 0.0
    heard = (*film.clacks, *_hit(made, film.ids, places), *knocks, *_bumped(bumps, film.ways, places))
    film.places, film.clacks = places, tuple(sorted(heard))


def _stirs(one: Soldier, rest: Pose) -> bool:
    return max(abs(one.x - rest.x), abs(one.y - rest.y), abs(one.angle - rest.angle)) > _STIRRED


def _dropped(measures: Measures, middle: Point, ball: float, height: float, rest: Pose | None, luck: Random) -> Way:
    """The way of one cube from the hands to its rest; one that is lost flies over the table's edge."""
    z = ball * (1 + luck.uniform(-1, 1))
    leaves = SHAKES + luck.uniform(0, _LATER)
    lands = leaves + sqrt(2 * (height + z) / drop_path.GRAVITY)
    start = middle[0] + ball * luck.uniform(-0.6, 0.6), middle[1] + ball * luck.uniform(-0.6, 0.6)
    if rest is None:
        return drop_path.over_the_edge(measures, start, leaves, lands, height + z, luck)
    return drop_path.to_rest(measures.cube, start, leaves, lands, height + z, rest, luck)


def _timed(made: dict[int, Way], height: float) -> dict[int, Way]:
    """All of them, the last of which lies still as long after the first landing as the height has it."""
    if not made:
        return made
    first = min(way.lands for way in made.values())
    share = min(max((height - _LOWEST) / (_HIGHEST - _LOWEST), 0.0), 1.0)
    wanted = RATTLE[0] + (RATTLE[1] - RATTLE[0]) * share
    times = wanted / max(1e-6, max(way.end for way in made.values()) - first)
    return {soldier: way.stretched(first, times) for soldier, way in made.items()}


def _shaken(middle: Point, luck: Random) -> list[Clack]:
    """Wood in closed hands."""
    return [
        Clack((number + luck.uniform(0.1, 0.9)) * SHAKES / 9, middle, luck.uniform(0.15, 0.4), "hands")
        for number in range(9)
    ]


def _hit(made: dict[int, Way], ids: Sequence[int], places: Floats) -> list[Clack]:
    """Each time a cube hits the table."""
    heard = []
    for column, soldier in enumerate(ids[: len(made)]):
        for time, hard in made[soldier].hits:
            x, y, _ = places[min(round(time * FPS), len(places) - 1), column].tolist()
            heard.append(Clack(time, (x, y), hard, "table"))
    return heard


def _bumped(bumps: Sequence[tuple[int, int, float]], all_ways: Sequence[Way], places: Floats) -> list[Clack]:
    """Each time two cubes meet that have left the hands."""
    return [
        Clack(frame / FPS, (float(places[frame, column, 0]), float(places[frame, column, 1])), hard, "wood")
        for frame, column, hard in bumps
        if frame / FPS > all_ways[column].start
    ]


def _over_blocks(measures: Measures, places: Floats, headings: Floats) -> Floats:
    """How high all are in each frame (frames, n), in mm: as in `places` (frames, n, 3), but not inside a block.

    Before and after a block a cube flies as gravity has it; in the last frame it lies as it lay.
    """
    high = places[..., 2].copy()
    if not measures.blocks or not high.size:
        return high
    angles = np.tile(headings, len(places))
    apart = vector_geometry.beside_blocks(places[..., :2].reshape(-1, 2), angles, measures.blocks, measures.cube)
    top = BLOCKS_RISE * np.clip(-apart.min(axis=1) / _EDGE, 0.0, 1.0).reshape(high.shape)
    top[high < 0] = 0.0
    least = top.copy()
    for frames in range(1, int(FPS * np.sqrt(2 * BLOCKS_RISE / GRAVITY)) + 1):
        fallen = top - GRAVITY / 2 * (frames / FPS) ** 2
        np.maximum(least[frames:], fallen[:-frames], out=least[frames:])
        np.maximum(least[:-frames], fallen[frames:], out=least[:-frames])
    made: Floats = np.maximum(high, least)
    made[-1] = high[-1]
    return made
