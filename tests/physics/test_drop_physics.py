"""Convergence of the drop: any length of a step, and nobody inside another."""

from __future__ import annotations

from itertools import product
from math import cos, dist, pi, sin, tau
from random import Random
from statistics import fmean

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grenade_salad.games.physics.bodies import POSE_SIZE
from grenade_salad.games.physics.drop import FPS, DropSimulation
from grenade_salad.games.physics.placed import Placed
from grenade_salad.games.physics.rectangle import (
    Rectangle,
    overlap_interval,
    rectangle_separation,
    separating_normal,
)
from grenade_salad.games.physics.release import FRICTION, GRAVITY, Landing, landings
from grenade_salad.games.salad import placement
from grenade_salad.games.salad.pieces import Measures, Pose

CUBE = 8.0
HALF = (CUBE / 2, CUBE / 2)
TABLE = (600.0, 400.0)
MIDDLE = (300.0, 200.0)
WIDE_TABLE = (4000.0, 4000.0)
STEPS = (120, 240, 960)

rectangles = st.builds(
    Rectangle,
    st.floats(-40, 40),
    st.floats(-40, 40),
    st.floats(0, tau),
    st.tuples(st.floats(1, 50), st.floats(1, 50)),
)


def landing(
    cube_id: int, x: float, y: float, angle: float = 0.0, slide: tuple[float, float] = (0.0, 0.0), spin: float = 0.0
) -> Landing:
    return Landing(cube_id, 0.2, 200.0, x, y, angle, 2000.0, slide, spin)


def simulate(
    standing: dict[int, Placed], hits: list[Landing], obstacles: list[Rectangle] | None = None, steps: int = 240
) -> DropSimulation:
    simulation = DropSimulation(
        CUBE, TABLE, standing, {hit.id: hit for hit in hits}, obstacles or [], steps_per_frame=steps // FPS
    )
    simulation.run()
    return simulation


def pose(simulation: DropSimulation, index: int) -> Rectangle:
    """Return where a cube rests."""
    x, y, angle = simulation.last[POSE_SIZE * index : POSE_SIZE * index + POSE_SIZE]
    return Rectangle(x, y, angle, HALF)


def mean_spread(cubes: int, seeds: range, steps: int) -> float:
    """Return the mean of the root mean square distance of cubes from their middle."""
    spreads = []
    for seed in seeds:
        hits = {hit.id: hit for hit in landings(CUBE, WIDE_TABLE, range(cubes), 200.0, seed)}
        simulation = DropSimulation(CUBE, WIDE_TABLE, {}, hits, steps_per_frame=steps // FPS)
        simulation.run()
        poses = [Pose(index, *pose(simulation, index)[:POSE_SIZE]) for index in range(cubes)]
        spreads.append(placement.cluster(Measures(CUBE), poses).radius)
    return fmean(spreads)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("speed", [200.0, 1000.0])
def test_single_cube_stops_after_its_stopping_distance(speed: float, steps: int) -> None:
    for time in (0.2, 0.2013, 0.2031):
        # The first landing is when time begins, so the second one is at any time of a step.
        first, second = landing(0, 100.0, 100.0), landing(1, *MIDDLE, slide=(speed, 0.0))._replace(time=time)
        rest = pose(simulate({}, [first, second], steps=steps), 1)
        assert rest.x - MIDDLE[0] == pytest.approx(speed**2 / (2 * FRICTION * GRAVITY), rel=0.01)
        assert rest.y == pytest.approx(MIDDLE[1], abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(("cubes", "seeds"), [(20, 150), (80, 40)])
def test_spread_does_not_depend_on_the_length_of_a_step(cubes: int, seeds: int) -> None:
    spreads = [mean_spread(cubes, range(seeds), steps) for steps in STEPS]
    assert max(spreads) < 1.03 * min(spreads)


def test_cube_that_comes_down_on_another_slides_off_it() -> None:
    for steps, direction in product(STEPS, (0.0, 1.0, 2.5, 4.0)):
        slide = 300 * cos(direction), 300 * sin(direction)
        simulation = simulate({0: Rectangle(*MIDDLE, 0.3, HALF)}, [landing(1, 301.0, 199.0, slide=slide)], steps=steps)
        under, rest = pose(simulation, 0), pose(simulation, 1)
        assert rectangle_separation(under, HALF, rest, HALF) > 0
        assert (rest.x - 301) * slide[0] + (rest.y - 199) * slide[1] > 0
        # The one under it is pushed the other way.
        assert (under.x - 300) * slide[0] + (under.y - 200) * slide[1] < 0


def test_cube_without_a_slide_comes_to_rest_beside_the_one_under_it() -> None:
    simulation = simulate({0: Rectangle(*MIDDLE, 0.0, HALF)}, [landing(1, 301.0, 200.0)])
    assert 0 <= rectangle_separation(pose(simulation, 0), HALF, pose(simulation, 1), HALF) < 0.01


def test_cube_that_slides_over_others_bounces_off_a_block() -> None:
    block = Rectangle(330.0, 200.0, pi / 2, (50.0, 5.0))
    # It slides east over three cubes in a row, of which the last one touches the block.
    row = {index: Rectangle(305.0 + CUBE * index, 200.0, 0.0, HALF) for index in range(3)}
    rest = pose(simulate(row, [landing(9, 305.0, 200.0, slide=(900.0, 0.0))], [block]), 3)
    assert rest.x < 325
    assert rectangle_separation(rest, HALF, block, block.half) >= -0.02


def test_cube_that_comes_down_on_a_block_slides_off_it() -> None:
    block = Rectangle(300.0, 200.0, 0.4, (40.0, 30.0))
    for angle in (0.0, 2.0, 4.0):
        rest = pose(simulate({}, [landing(0, *MIDDLE, slide=(100 * cos(angle), 100 * sin(angle)))], [block]), 0)
        assert 0 <= rectangle_separation(rest, HALF, block, block.half) < 5
        assert dist((rest.x, rest.y), MIDDLE) > 30


@pytest.mark.parametrize("cubes", [20, 80])
def test_nobody_stays_in_the_air_or_in_another(cubes: int) -> None:
    rng = Random(48)
    for seed in range(6):
        blocks = [
            Rectangle(300 + 40 * cos(turn), 200 + 40 * sin(turn), rng.uniform(0, tau), (15.0, 5.0))
            for turn in (0.5, 2.0, 3.5, 5.0)
        ]
        hits = {hit.id: hit for hit in landings(CUBE, TABLE, range(cubes), 60.0, seed)}
        simulation = DropSimulation(CUBE, TABLE, {}, hits, blocks)
        simulation.run()
        assert not simulation.fallen
        cubes_at_rest = [pose(simulation, index) for index in range(cubes)]
        for index, cube in enumerate(cubes_at_rest):
            others = [*cubes_at_rest[:index], *blocks]
            assert min(rectangle_separation(cube, HALF, other, other.half) for other in others) > -0.02


@given(rectangles, rectangles, st.floats(0, tau))
def test_moving_rectangle_overlaps_within_its_interval_and_not_outside(
    moving: Rectangle, other: Rectangle, turn: float
) -> None:
    direction = cos(turn), sin(turn)
    interval = overlap_interval(moving, moving.half, direction, other, other.half)
    # A rectangle that runs along a side of the other touches it all the time.
    assume(interval is None or interval[1] - interval[0] > 0.01)

    def separation_after(distance: float) -> float:
        moved = moving._replace(x=moving.x + distance * direction[0], y=moving.y + distance * direction[1])
        return rectangle_separation(moved, moving.half, other, other.half)

    if interval is None:
        assert all(separation_after(distance) > -0.01 for distance in range(-300, 300, 7))
        return
    start, end = interval
    assert separation_after(start) == pytest.approx(0, abs=1e-6)
    assert separation_after(end) == pytest.approx(0, abs=1e-6)
    assert separation_after((start + end) / 2) < 0
    assert separation_after(start - 5) > 0
    assert separation_after(end + 5) > 0


@given(rectangles, rectangles)
def test_shortest_way_out_of_an_overlap_is_along_the_normal(a: Rectangle, b: Rectangle) -> None:
    separation = rectangle_separation(a, a.half, b, b.half)
    assume(separation < 0)
    normal = separating_normal(a, a.half, b, b.half)
    moved = a._replace(x=a.x - separation * normal[0], y=a.y - separation * normal[1])
    assert rectangle_separation(moved, moved.half, b, b.half) == pytest.approx(0, abs=1e-6)
