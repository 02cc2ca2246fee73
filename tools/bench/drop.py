"""Drops: spread by steps a second, evenness, overlaps, and time with their films.

The spread must not depend on the length of a step, nor the places of the soldiers on a direction or a seat. The time
is that of bare pymunk with the same bodies, steps and test for rest: the bare side gets each cube as it comes onto the
table and each push, so that it has the same collisions. Sides take turns by the dozen, so that each pays for its own
garbage.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import sqrt
from operator import sub
from random import Random
from statistics import fmean, stdev
from typing import TypeAlias
from unittest.mock import patch

import numpy as np
import pymunk
from pymunk.batch import BodyFields, Buffer, get_space_bodies

from grenade_salad.films.drop_film import make_film
from grenade_salad.games.physics.bodies import POSE_SIZE, Bodies, Point
from grenade_salad.games.physics.drop import FPS, STEPS_PER_FRAME, STILL_LIMIT, DropSimulation
from grenade_salad.games.physics.rectangle import rectangle_corners
from grenade_salad.games.physics.release import FRICTION, GRAVITY, landings
from grenade_salad.games.salad import physics, placement, vector_geometry
from grenade_salad.games.salad.blocks import lay_blocks
from grenade_salad.games.salad.pieces import DROPPED_EACH, MAX_BLOCKS, Measures, Pose, Soldier
from tools.bench.figures import format_verdict, measure_seconds

MIN_SPEED_SHARE = 0.85
"""Minimum speed, as a share of that of bare pymunk."""
MAX_FILM_MS = 1000 / 60
"""Limit for the film of a drop of 20: a frame, while the hands shake."""
MAX_SPREAD_DIFFERENCE = 0.03
"""Limit of the difference of two spreads at other steps a second, as a share."""
MAX_OVERLAP = 0.02
"""The most by which two soldiers may overlap at rest, in mm."""
STEPS_PER_SECOND = (120, 240, 480, 960)
_CONVERGENCE = ((20, 600), (80, 150), (300, 40))
"""Numbers of cubes, and of drops with each number of steps."""
_EVEN_DROPS = 2000
_HARMONICS = (1, 2, 4)
"""1 is a drift to one side; 2 and 4 are the axes of the table and of the engine."""
_MIN_CHANCE = 0.001
"""Minimum chance that an even drop would look so uneven."""
_PACKED_ROWS, _PACKED_COLUMNS = 7, 11
_PACKED_DROPS = 200
_STRAYS = 3
"""Cubes that fall on packed ones."""
_MEASURES = Measures()
_WIDE_TABLE = replace(_MEASURES, table=(4000.0, 4000.0))
"""A table without edges in reach, which would cut off the scatter along its axes."""
_SEATS = 4
_HEIGHT = _MEASURES.default_height(_SEATS)
_ROUNDS = 4


def run() -> None:
    """Print the spread by steps, the evenness, the overlaps and the times."""
    for cubes, drops in _CONVERGENCE:
        _compare_steps(cubes, drops)
    _test_evenness()
    _test_packed()
    _test_blocks()
    for blocks in (0, MAX_BLOCKS):
        for cubes in (20, 40, 80):
            _compare_times(cubes, range(1200 // cubes), blocks)


def _simulate(measures: Measures, cubes: int, seed: int, steps_per_frame: int = STEPS_PER_FRAME) -> DropSimulation:
    """Return a drop from the default height that has come to rest."""
    hits = {hit.id: hit for hit in landings(measures.cube, measures.table, range(cubes), _HEIGHT, seed)}
    simulation = DropSimulation(
        measures.cube, measures.table, {}, hits, physics.block_rectangles(measures.blocks), steps_per_frame
    )
    simulation.run()
    return simulation


def _rests(simulation: DropSimulation) -> list[Pose]:
    """Return where all cubes rest that have not fallen, by id."""
    poses = zip(*[iter(simulation.last)] * POSE_SIZE, strict=True)
    return [Pose(index, *pose) for index, pose in enumerate(poses) if index not in simulation.fallen]


def _compare_steps(cubes: int, drops: int) -> None:
    """Print the spread at each number of steps a second, on the same seeds."""
    spreads: dict[int, list[float]] = {}
    overlap = 0.0
    for steps in STEPS_PER_SECOND:
        rests = [_rests(_simulate(_MEASURES, cubes, seed, steps // FPS)) for seed in range(drops)]
        spreads[steps] = [placement.cluster(_MEASURES, poses).radius for poses in rests]
        overlap = max(overlap, *map(_largest_overlap, rests))
    means = {steps: fmean(values) for steps, values in spreads.items()}
    print(f"spread of {cubes} cubes in mm by steps a second: {', '.join(f'{s}: {m:.1f}' for s, m in means.items())}")
    first, second = max(combinations(means, 2), key=lambda pair: abs(means[pair[0]] - means[pair[1]]))
    differences = [(a - b) / means[second] for a, b in zip(spreads[first], spreads[second], strict=True)]
    mean, error = fmean(differences), 1.96 * stdev(differences) / sqrt(drops)
    is_met = abs(mean) <= MAX_SPREAD_DIFFERENCE
    print(
        f"spread of {cubes} cubes: {first} steps differ most, from {second}: {mean:+.1%} ({mean - error:+.1%} to "
        f"{mean + error:+.1%}) in {drops} drops, bar {MAX_SPREAD_DIFFERENCE:.0%}: {format_verdict(is_met)}"
    )
    print(f"overlap of {cubes} cubes: {overlap:.4f} mm, bar {MAX_OVERLAP}: {format_verdict(overlap <= MAX_OVERLAP)}")


def _largest_overlap(poses: Sequence[Pose]) -> float:
    """Return the depth of the deepest overlap of two cubes."""
    xy, angle = vector_geometry.pose_arrays(poses)
    separations = vector_geometry.separations(xy, angle, xy, angle, _MEASURES.cube)
    np.fill_diagonal(separations, 0.0)
    return float(-separations.min(initial=0.0))


def _test_evenness() -> None:
    """Print whether cubes prefer a direction, or those of one seat lie farther out.

    Directions are summed by drop, because cubes of one drop push each other: a sum of even drops has no direction, and
    its length is that of a random walk (Rayleigh). Of seats, the mean distances from the middle of the table are
    compared drop by drop.
    """
    cubes = _SEATS * DROPPED_EACH
    sums: dict[int, list[complex]] = {harmonic: [] for harmonic in _HARMONICS}
    distances = []
    for seed in range(_EVEN_DROPS):
        xy, _ = vector_geometry.pose_arrays(_rests(_simulate(_WIDE_TABLE, cubes, seed)))
        away = (xy[:, 0] - _WIDE_TABLE.table[0] / 2) + 1j * (xy[:, 1] - _WIDE_TABLE.table[1] / 2)
        for harmonic in _HARMONICS:
            sums[harmonic].append(complex(np.exp(1j * harmonic * np.angle(away)).sum()))
        distances.append(np.abs(away).reshape(_SEATS, DROPPED_EACH).mean(axis=1))
    for harmonic, vectors in sums.items():
        power = sum(abs(vector) ** 2 for vector in vectors)
        chance = float(np.exp(-(abs(sum(vectors)) ** 2) / power))
        strength = abs(sum(vectors)) / (cubes * _EVEN_DROPS)
        print(
            f"direction, harmonic {harmonic}: {strength:.4f}, chance {chance:.3f} in {_EVEN_DROPS} drops, "
            f"bar {_MIN_CHANCE}: {format_verdict(chance >= _MIN_CHANCE)}"
        )
    by_seat = np.array(distances)
    for seat in range(_SEATS):
        differences = by_seat[:, seat] - by_seat.mean(axis=1)
        mean, error = differences.mean(), differences.std(ddof=1) / sqrt(_EVEN_DROPS)
        # A normal deviation beyond 3.3 errors has the same chance as the bar for directions.
        print(
            f"seat {seat}: {mean:+.2f} mm farther from the middle than all ({error:.2f} standard error): "
            f"{format_verdict(abs(mean) < 3.3 * error)}"
        )


def _test_packed() -> None:
    """Print how many of packed cubes are lost when others fall on them."""
    cube = _MEASURES.cube
    packed = [
        Soldier(
            row * _PACKED_COLUMNS + column,
            0,
            _MEASURES.table[0] / 2 + (column - (_PACKED_COLUMNS - 1) / 2) * cube,
            _MEASURES.table[1] / 2 + (row - (_PACKED_ROWS - 1) / 2) * cube,
            0.0,
        )
        for row in range(_PACKED_ROWS)
        for column in range(_PACKED_COLUMNS)
    ]
    strays = range(len(packed), len(packed) + _STRAYS)
    lost = sum(len(physics.drop(_MEASURES, packed, strays, _HEIGHT, seed).lost) for seed in range(_PACKED_DROPS))
    print(
        f"{len(packed)} packed cubes hit by {_STRAYS}: {lost} lost in {_PACKED_DROPS} drops, bar 0: "
        f"{format_verdict(lost == 0)}"
    )


def _test_blocks() -> None:
    """Print how deep cubes lie in blocks."""
    deepest = 0.0
    for seed in range(_PACKED_DROPS):
        measures = replace(_MEASURES, blocks=lay_blocks(_MEASURES, MAX_BLOCKS, Random(seed)))
        xy, angle = vector_geometry.pose_arrays(_rests(_simulate(measures, 40, seed)))
        deepest = max(deepest, -vector_geometry.block_separations(xy, angle, measures.blocks, measures.cube).min())
    print(
        f"40 cubes among {MAX_BLOCKS} blocks: {deepest:.4f} mm inside one at most in {_PACKED_DROPS} drops, "
        f"bar {MAX_OVERLAP}: {format_verdict(deepest <= MAX_OVERLAP)}"
    )


_Change: TypeAlias = tuple[int, Point, float | None, Point, float, pymunk.ShapeFilter | None]
"""A body, its place and angle, its velocity and spin, and what it collides with.

For a push, angle and filter are None, and the velocity is the change.
"""


@dataclass
class _Script:
    """What a drop does to its bodies, for bare pymunk."""

    bodies: int
    outlines: Sequence[Sequence[Point]]
    """The corners of the blocks."""
    frames: int = 0
    changes: dict[int, list[_Change]] = field(default_factory=dict)
    """Changes of bodies, by the step before which they happen."""


def _compare_times(cubes: int, seeds: range, blocks: int) -> None:
    ours, films, bare = 0.0, 0.0, 0.0
    drops: list[physics.Drop] = []
    tables = [replace(_MEASURES, blocks=lay_blocks(_MEASURES, blocks, Random(seed))) for seed in seeds]
    scripts = [_record(measures, cubes, seed) for measures, seed in zip(tables, seeds, strict=True)]

    def drop() -> None:
        for measures, seed in zip(tables, seeds, strict=True):
            drops.append(physics.drop(measures, (), range(cubes), _HEIGHT, seed))

    for _ in range(_ROUNDS):
        ours += measure_seconds(drop)
        bare += measure_seconds(lambda: [_run_bare(script) for script in scripts])
        films += measure_seconds(
            lambda: [_film(*scene_and_drop, cubes) for scene_and_drop in zip(tables, drops, strict=True)]
        )
        drops.clear()
    count = _ROUNDS * len(seeds)
    ratio = bare / ours
    suffix = f" beside {blocks} blocks" if blocks else ""
    print(
        f"drop of {cubes} cubes{suffix}: {1000 * ours / count:.1f} ms, bare pymunk {1000 * bare / count:.1f}; "
        f"ratio {ratio:.2f}, bar {MIN_SPEED_SHARE}: {format_verdict(ratio >= MIN_SPEED_SHARE)}"
    )
    took = 1000 * films / count
    bar = f", bar {MAX_FILM_MS:.1f}: {format_verdict(took <= MAX_FILM_MS)}" if cubes == 20 else ""
    print(f"film of {cubes} cubes{suffix}: {took:.1f} ms{bar}")


def _film(measures: Measures, result: physics.Drop, cubes: int) -> int:
    return len(make_film(measures, (), range(cubes), _HEIGHT, result.poses, 1, 1).positions)


def _record(measures: Measures, cubes: int, seed: int) -> _Script:
    """Return what a drop does to its bodies."""
    script = _Script(cubes, [rectangle_corners(block, block.half) for block in measures.blocks])
    steps = 0
    places: dict[int, tuple[Point, float]] = {}
    step, set_pose, set_motion, push = pymunk.Space.step, Bodies.set_pose, Bodies.set_motion, Bodies.push

    def count_step(space: pymunk.Space, seconds: float) -> None:
        nonlocal steps
        steps += 1
        step(space, seconds)

    def note_pose(bodies: Bodies, index: int, pose: Sequence[float]) -> None:
        places[index] = (pose[0], pose[1]), pose[2]
        set_pose(bodies, index, pose)

    def note_motion(bodies: Bodies, index: int, slide: Point, spin: float, collisions: pymunk.ShapeFilter) -> None:
        script.changes.setdefault(steps, []).append((index, *places[index], slide, spin, collisions))
        set_motion(bodies, index, slide, spin, collisions)

    def note_push(bodies: Bodies, index: int, change: Point) -> None:
        script.changes.setdefault(steps, []).append((index, (0.0, 0.0), None, change, 0.0, None))
        push(bodies, index, change)

    with (
        patch.object(pymunk.Space, "step", count_step),
        patch.object(Bodies, "set_pose", note_pose),
        patch.object(Bodies, "set_motion", note_motion),
        patch.object(Bodies, "push", note_push),
    ):
        _simulate(measures, cubes, seed)
    script.frames = steps // STEPS_PER_FRAME
    return script


def _run_bare(script: _Script) -> array[float]:
    """Run the same bodies and changes, and read the poses after each frame."""
    space = pymunk.Space()
    space.collision_slop, space.collision_bias = 0.01, 0.5**240
    width = _MEASURES.cube
    bodies = []
    for _ in range(script.bodies):
        body = pymunk.Body(1.0, width * width / 6)
        shape = pymunk.Poly.create_box(body, (width, width))
        shape.friction, shape.elasticity = 0.3, 0.3
        shape.filter = pymunk.ShapeFilter(categories=0, mask=0)
        slide = pymunk.PivotJoint(space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        turn = pymunk.GearJoint(space.static_body, body, 0.0, 1.0)
        slide.max_bias = turn.max_bias = 0.0
        slide.max_force, turn.max_force = FRICTION * GRAVITY, FRICTION * GRAVITY * 0.3826 * width
        space.add(body, shape, slide, turn)
        bodies.append((body, shape))
    for corners in script.outlines:
        block = pymunk.Poly(space.static_body, corners)
        block.friction, block.elasticity = 0.3, 0.3
        space.add(block)
    buffer = Buffer()
    frame = last = array("d")
    step = 0
    for _ in range(script.frames):
        for _ in range(STEPS_PER_FRAME):
            for index, place, angle, velocity, spin, collisions in script.changes.get(step, ()):
                body, shape = bodies[index]
                if angle is None or collisions is None:
                    body.velocity += velocity
                    continue
                body.position, body.angle = place, angle
                body.velocity, body.angular_velocity = velocity, spin
                shape.filter = collisions
            space.step(1 / (FPS * STEPS_PER_FRAME))
            step += 1
        buffer.clear()
        get_space_bodies(space, BodyFields.POSITION | BodyFields.ANGLE, buffer)
        last, frame = frame, array("d")
        frame.frombytes(buffer.float_buf())
        _ = max(map(abs, map(sub, frame, last)), default=0.0) < STILL_LIMIT
    return frame
