"""Drops a second, from the start to settled poses, against bare pymunk that builds and steps the same scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median
from time import perf_counter
from unittest.mock import patch

import pymunk

from grenade_salad.games.salad import table
from grenade_salad.games.salad.fall import FRICTION, GRAVITY, Landing, landings
from grenade_salad.games.salad.pieces import Measures

BAR = 0.8
"""The least share of the speed of bare pymunk."""
_MEASURES = Measures()
_HEIGHT = table.DEFAULT_HEIGHT


@dataclass(frozen=True)
class _Scene:
    """What bare pymunk is told: who lands at which step, and how many steps the drop takes."""

    hits: Sequence[tuple[int, Landing]]
    steps: int


def run() -> None:
    """Print the ratio for 20 and for 80 cubes, with and without the track of the animation."""
    for cubes, rounds in ((20, 150), (80, 30)):
        for track in (False, True):
            _compare(cubes, rounds, track)


def _compare(cubes: int, rounds: int, track: bool) -> None:
    ours, bare = [], []
    for seed in range(rounds):
        scene = _scene(cubes, seed)
        start = perf_counter()
        table.drop(_MEASURES, (), range(cubes), _HEIGHT, seed, track)
        middle = perf_counter()
        _bare(scene)
        ours.append(middle - start)
        bare.append(perf_counter() - middle)
    ratio = median(theirs / own for own, theirs in zip(ours, bare, strict=True))
    name = f"drop of {cubes} cubes" + (" with its track" if track else "")
    verdict = "" if track else f", bar {BAR}: {'met' if ratio >= BAR else 'MISSED'}"
    print(f"{name}: {1 / median(ours):.0f} a second, bare pymunk {1 / median(bare):.0f}; ratio {ratio:.2f}{verdict}")


def _scene(cubes: int, seed: int) -> _Scene:
    hits = landings(_MEASURES, range(cubes), _HEIGHT, seed)
    start = int(min(hit.time for hit in hits) * 60) / 60
    with patch.object(pymunk.Space, "step", autospec=True, side_effect=pymunk.Space.step) as step:
        table.drop(_MEASURES, (), range(cubes), _HEIGHT, seed)
    return _Scene([(ceil((hit.time - start) * 240), hit) for hit in hits], step.call_count)


def _bare(scene: _Scene) -> list[tuple[float, float, float]]:
    """The same bodies, joints, landings and steps, and nothing else but reading the poses at the end."""
    space = pymunk.Space()
    space.collision_slop, space.collision_bias = 0.01, 0.9**240
    width = _MEASURES.cube
    due: dict[int, list[tuple[pymunk.Body, pymunk.Poly, Landing]]] = {}
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
        due.setdefault(step, []).append((body, shape, hit))
    free = max(due) + 24
    for step in range(scene.steps):
        for body, shape, hit in due.get(step, ()):
            body.velocity, body.angular_velocity = hit.slide, hit.spin
            shape.filter = pymunk.ShapeFilter()
        if step == free:
            space.collision_bias = 0.5**240
        space.step(1 / 240)
    return [(*body.position, body.angle) for body in bodies]
