"""Drops and their films, against bare pymunk with the same scenes and steps.

Drops are measured beside blocks as well (GS-35). The films are those that the window makes. The sides take
turns by the dozen, so that each pays for its own garbage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from random import Random
from unittest.mock import patch

import pymunk

from grenade_salad.films.drop_film import make_film
from grenade_salad.games.physics.rectangle import rectangle_corners
from grenade_salad.games.physics.release import FRICTION, GRAVITY, Landing, landings
from grenade_salad.games.salad import physics
from grenade_salad.games.salad.blocks import lay_blocks
from grenade_salad.games.salad.pieces import MAX_BLOCKS, Measures
from tools.bench.figures import format_verdict, measure_seconds

MIN_SPEED_SHARE = 0.8
"""Minimum speed, as a share of that of bare pymunk."""
MAX_FILM_MS = 1000 / 60
"""Limit for the film of a drop of 20: a frame, while the hands shake."""
_MEASURES = Measures()
_ROUNDS = 4
_HEIGHT = _MEASURES.default_height(4)


@dataclass(frozen=True)
class _Scene:
    """A drop for bare pymunk: landings with their steps, total steps, and blocks.

    `block_outlines` are the corners of the blocks.
    """

    hits: Sequence[tuple[int, Landing]]
    steps: int
    block_outlines: Sequence[Sequence[tuple[float, float]]]


def run() -> None:
    """Print the ratios for 20, 40 and 80 cubes, and the times of their films."""
    for blocks in (0, MAX_BLOCKS):
        for cubes in (20, 40, 80):
            _compare(cubes, range(1200 // cubes), blocks)


def _compare(cubes: int, seeds: range, blocks: int) -> None:
    ours, films, bare = 0.0, 0.0, 0.0
    drops: list[physics.Drop] = []
    tables = [replace(_MEASURES, blocks=lay_blocks(_MEASURES, blocks, Random(seed))) for seed in seeds]
    scenes = [_scene(measures, cubes, seed) for measures, seed in zip(tables, seeds, strict=True)]

    def drop() -> None:
        for measures, seed in zip(tables, seeds, strict=True):
            drops.append(physics.drop(measures, (), range(cubes), _HEIGHT, seed))

    for _ in range(_ROUNDS):
        ours += measure_seconds(drop)
        bare += measure_seconds(lambda: [_bare(scene) for scene in scenes])
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


def _scene(measures: Measures, cubes: int, seed: int) -> _Scene:
    hits = landings(_MEASURES.cube, _MEASURES.table, range(cubes), _HEIGHT, seed)
    start = int(min(hit.time for hit in hits) * 60) / 60
    with patch.object(pymunk.Space, "step", autospec=True, side_effect=pymunk.Space.step) as step:
        physics.drop(measures, (), range(cubes), _HEIGHT, seed)
    block_outlines = [rectangle_corners(block, block.half) for block in measures.blocks]
    return _Scene([(ceil((hit.time - start) * 240), hit) for hit in hits], step.call_count, block_outlines)


def _bare(scene: _Scene) -> list[tuple[float, float, float]]:
    """Run the same bodies, joints, landings and steps, and read the poses at the end."""
    space = pymunk.Space()
    space.collision_slop, space.collision_bias = 0.01, 0.9**240
    width = _MEASURES.cube
    landings_by_step: dict[int, list[tuple[pymunk.Body, pymunk.Poly, Landing]]] = {}
    bodies = []
    for step, hit in scene.hits:
        body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (width, width)))
        body.position, body.angle = (hit.x, hit.y), hit.angle
        shape = pymunk.Poly.create_box(body, (width, width))
        shape.friction, shape.elasticity = 0.3, 0.3
        shape.filter = pymunk.ShapeFilter(categories=0, mask=0)
        slide = pymunk.PivotJoint(space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        turn = pymunk.GearJoint(space.static_body, body, 0.0, 1.0)
        slide.max_bias = turn.max_bias = 0.0
        slide.max_force, turn.max_force = FRICTION * GRAVITY, FRICTION * GRAVITY * 0.3826 * width
        space.add(body, shape, slide, turn)
        bodies.append(body)
        landings_by_step.setdefault(step, []).append((body, shape, hit))
    for corners in scene.block_outlines:
        block = pymunk.Poly(space.static_body, corners)
        block.friction, block.elasticity = 0.3, 0.3
        space.add(block)
    free = max(landings_by_step) + 24
    for step in range(scene.steps):
        for body, shape, hit in landings_by_step.get(step, ()):
            body.velocity, body.angular_velocity = hit.slide, hit.spin
            shape.filter = pymunk.ShapeFilter()
        if step == free:
            space.collision_bias = 0.5**240
        space.step(1 / 240)
    return [(*body.position, body.angle) for body in bodies]
