"""Sliding on a table behaves as wood does, measured at the poses a game gets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import atan2, cos, dist, hypot, nan, pi, radians, sin, sqrt, tau
from random import Random
from statistics import fmean, pstdev

import numpy as np
import pytest

from grenade_salad.games.physics.bodies import Material, Point
from grenade_salad.games.physics.pushing import push
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import (
    FRAME,
    MAX_SPEED,
    Playfield,
    Slide,
    Sliding,
    SlidingObject,
    Trap,
    Wall,
    flick,
)
from grenade_salad.games.salad.geometry import find_overlaps
from grenade_salad.games.salad.pieces import Pose
from tests.marks import for_each
from tests.physics.discs import PLAYFIELD, RADIUS, WOOD, disc, scatter

FLICK_ERROR = (0.5, 0.03)
"""Standard deviations of a flick: degrees, and a share of the speed."""


def cube(
    object_id: int, x: float, y: float, angle: float, width: float = 8.0, matter: Material = WOOD
) -> SlidingObject:
    half = width / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return SlidingObject(object_id, x, y, angle, width**3 * 0.0007, matter, corners=corners)


def make_walled_playfield(size: Point, thickness: float = 10.0) -> Playfield:
    width, height = size
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0))
    return Playfield(size, tuple(Wall(start, end, thickness, WOOD) for start, end in pairwise(corners)))


def final_poses(objects: Sequence[SlidingObject], slide: Slide) -> dict[int, Pose]:
    """Return the final poses of everything that is still on the table."""
    removed = {*slide.lost, *dict(slide.taken)}
    unmoved = {obj.id: Pose(obj.id, obj.x, obj.y, obj.angle) for obj in objects if obj.id not in removed}
    return unmoved | {resting.id: Pose(*resting) for resting in slide.resting}


@pytest.mark.parametrize("grip", [0.15, 0.3, 0.45])
def test_single_disc_stops_after_its_stopping_distance(grip: float) -> None:
    for speed in (50, 100, 300, 1000, 3000):
        (rest,) = flick(PLAYFIELD, [disc(1, 1000, 1000, Material(grip, 0.2, 0.7))], 1, (speed, 0.0)).resting
        assert rest.x - 1000 == pytest.approx(speed**2 / (2 * grip * GRAVITY), rel=0.01)
        assert rest.y == 1000


@pytest.mark.parametrize("bounce", [0.5, 0.7, 0.9])
def test_frontal_impact_of_equal_discs_passes_on_its_share_of_the_speed(bounce: float) -> None:
    """Expect (1 + e) / 2 of the speed, where e is the product of both restitutions."""
    matter = Material(0.3, 0.2, sqrt(bounce))
    doubled_deceleration = 2 * matter.table_friction * GRAVITY
    for speed in (300, 1000, 3000):
        gap = 10.0
        objects = [disc(1, 1000, 1000, matter), disc(2, 1000 + 2 * RADIUS + gap, 1000, matter)]
        poses = final_poses(objects, flick(PLAYFIELD, objects, 1, (speed, 0.0)))
        impact_speed = sqrt(speed**2 - doubled_deceleration * gap)
        passed_speed = sqrt(doubled_deceleration * (poses[2].x - objects[1].x))
        assert passed_speed == pytest.approx((1 + bounce) / 2 * impact_speed, rel=0.02)
        assert poses[1].y == poses[2].y == 1000


@for_each("seed", range(6), range(6, 20), range(20, 60))
def test_momentum_is_preserved_and_energy_never_grows(seed: int) -> None:
    """Without friction momentum stays; with friction and walls, energy only falls.

    Both for discs and for cubes.
    """
    rng = Random(seed)
    smooth = Material(0.0, 0.2, 0.9)
    objects = scatter(
        rng, 12, (4800, 4800, 400, 400), 40, lambda object_id, x, y: disc(object_id, x, y, smooth, rng.uniform(5, 20))
    )
    sliding = Sliding(PLAYFIELD, objects)
    angle = rng.uniform(0, tau)
    sliding.start(0, (2000 * cos(angle), 2000 * sin(angle)))
    momentum_before = 2000 * objects[0].mass
    for _ in range(20):
        previous = sliding.last_poses
        sliding.run_frame()
        speeds = (sliding.last_poses - previous)[:, :2] / FRAME
    momentum = sum(speed * obj.mass for speed, obj in zip(speeds, sliding.objects, strict=True))
    assert dist(momentum, (momentum_before * cos(angle), momentum_before * sin(angle))) <= 0.02 * momentum_before
    matter = Material(0.3, rng.choice((0.0, 0.2, 0.8)), rng.choice((0.0, 0.5, 0.95)))
    make = (
        (lambda object_id, x, y: cube(object_id, x, y, rng.uniform(0, tau), 16, matter))
        if seed % 2
        else (lambda object_id, x, y: disc(object_id, x, y, matter, radius=8.0))
    )
    objects = scatter(rng, 20, (0, 0, 600, 400), 24, make)
    sliding = Sliding(make_walled_playfield((600, 400)), objects)
    sliding.start(0, (4000 * cos(angle), 4000 * sin(angle)))
    first = energy = sliding.energy()
    while sliding.run_frame():
        current = sliding.energy()
        assert current <= energy + 1e-9 * first
        energy = current
    assert energy <= 1e-6 * first


@for_each("seed", range(12), range(12, 112), range(112, 1000))
def test_nothing_passes_through_anything_at_five_metres_a_second(seed: int) -> None:
    """Shoot a cube of 8 mm at a cube, at a wall of 1 mm, and at cubes before it."""
    rng = Random(seed)
    wall = Wall((1070, 800), (1070 + rng.uniform(-10, 10), 1200), 1.0, WOOD)
    playfield = Playfield(PLAYFIELD.size, (wall,) if seed % 3 else ())
    row = rng.randint(1, 4) if seed % 3 != 1 else 0
    objects = [cube(0, 1000, 1000, rng.uniform(0, tau))]
    objects += [cube(1 + n, 1006 + 12 * (n + 1), 1000 + rng.uniform(-1, 1), rng.uniform(0, tau)) for n in range(row)]
    sliding = Sliding(playfield, objects)
    turn = radians(rng.uniform(-3, 3))
    sliding.start(0, (5000 * cos(turn), 5000 * sin(turn)))
    for _ in range(250):
        previous = sliding.last_poses
        sliding.bodies.space.step(FRAME / sliding.steps)
        sliding.observe()
        for first, second in combinations(range(len(objects)), 2):
            gaps = [(place[first] - place[second])[:2].tolist() for place in (previous, sliding.last_poses)]
            assert distance_to_origin(*gaps) > 4, f"{first} went through {second}"
        if playfield.walls:
            xs, ys = sliding.last_poses[:, 0], sliding.last_poses[:, 1]
            wall_x = 1070 + (wall.end[0] - 1070) * (ys - 800) / 400
            assert not (xs[(ys > 800) & (ys < 1200)] > wall_x[(ys > 800) & (ys < 1200)]).any(), "through the wall"


def distance_to_origin(start: Point, end: Point) -> float:
    """Return the distance between the origin and a straight segment."""
    direction = end[0] - start[0], end[1] - start[1]
    length = hypot(*direction) or 1.0
    share = -(start[0] * direction[0] + start[1] * direction[1]) / length**2
    return hypot(start[0] + min(max(share, 0), 1) * direction[0], start[1] + min(max(share, 0), 1) * direction[1])


@for_each("seed", range(4), range(4, 18), range(18, 60))
def test_nothing_overlaps_at_rest(seed: int) -> None:
    rng = Random(seed)
    discs = scatter(rng, 24, (170, 70, 260, 260), 31, lambda object_id, x, y: disc(object_id, x, y))
    discs.append(disc(99, 60, 200))
    disc_poses = final_poses(
        discs, flick(make_walled_playfield((600, 400)), discs, 99, (rng.uniform(1000, 5000), rng.uniform(-300, 300)))
    )
    assert all(2 * RADIUS - dist((a.x, a.y), (b.x, b.y)) <= 0.05 for a, b in combinations(disc_poses.values(), 2))
    cubes = scatter(
        rng, 24, (200, 140, 120, 120), 12, lambda object_id, x, y: cube(object_id, x, y, rng.uniform(0, tau))
    )
    cubes.append(cube(99, 60, 200, 0.0))
    slide = flick(make_walled_playfield((600, 400)), cubes, 99, (rng.uniform(1000, 5000), rng.uniform(-300, 300)))
    cube_poses = final_poses(cubes, slide)
    assert not list(find_overlaps(8.0, [cube_poses[object_id] for object_id in sorted(cube_poses)], 0.05))


def test_overlapping_objects_that_are_not_hit_do_not_move() -> None:
    """Objects that people laid on each other stay where they are.

    Lifting and laying never disturb them.
    """
    heap = [disc(object_id, 500 + object_id, 500) for object_id in range(5)]
    slide = flick(PLAYFIELD, [*heap, disc(9, 1000, 1000)], 9, (800.0, 0.0))
    assert slide.ids == (9,)
    hit = flick(PLAYFIELD, [*heap, disc(9, 400, 500)], 9, (1500.0, 0.0))
    assert set(hit.ids) > {9}


@pytest.mark.parametrize("speed", [600, 1500, 4000])
def test_pockets_ditches_and_the_edge_take_what_reaches_them(speed: float) -> None:
    objects = [disc(1, 1000, 1000), disc(2, 2000, 2000)]
    pocket = Playfield(PLAYFIELD.size, traps=(Trap(5000, 5000, 20), Trap(1050, 1004, hypot(10, RADIUS))))
    # At 600 mm/s the disc reaches the pocket with 280; above 917 it crosses the 18 mm in less than a frame.
    assert flick(pocket, objects, 1, (speed, 0.0)).taken == (((1, 1),) if speed == 600 else ())
    wide_pocket = Playfield(PLAYFIELD.size, traps=(Trap(5000, 5000, 20), Trap(1050, 1004, hypot(42, RADIUS))))
    assert flick(wide_pocket, objects, 1, (speed, 0.0)).taken == ((1, 1),)
    missed_slide = flick(pocket, objects, 1, (0.0, speed))
    assert (missed_slide.taken, missed_slide.lost) == ((), ())
    board = Playfield(PLAYFIELD.size, traps=(Trap(1000, 1000, 40, is_ditch=True),))
    ditch_slide = flick(board, objects[:1], 1, (speed, 0.0))
    assert (ditch_slide.taken, ditch_slide.resting, ditch_slide.ids) == (((1, 0),), (), (1,))
    edge_slide = flick(Playfield((1030, 2500)), objects, 1, (speed, 0.0))
    assert (edge_slide.lost, edge_slide.resting, edge_slide.taken) == ((1,), (), ())


def test_fall_into_a_hole_depends_only_on_the_sizes() -> None:
    """A disc tips when its centre is closer to the hole's than the root of R² - r².

    It never does if it is the larger one. It arrives slowly at all distances. Distant objects that make steps shorter
    do not matter.
    """
    speed = sqrt(2 * WOOD.table_friction * GRAVITY * 91)
    distant = [SlidingObject(7, 3000, 3000, 0.0, 0.5, WOOD, radius=1.0)]
    for radius, hole in ((16.0, 17.5), (RADIUS, 30.0), (12.0, 12.5), (12.0, 12.0), (14.0, 12.0)):
        reach = sqrt(max(0.0, hole**2 - radius**2))
        for offset in (0.0, 0.9 * reach, 1.1 * reach + 0.1, 0.9 * hole):
            playfield = Playfield(PLAYFIELD.size, traps=(Trap(1090, 1000 + offset, hole),))
            for extra_objects in ([], distant):
                slide = flick(playfield, [disc(1, 1000, 1000, radius=radius), *extra_objects], 1, (speed, 0.0))
                assert bool(slide.taken) is (offset < reach), (radius, hole, offset)


def test_angular_object_falls_by_its_inner_circle() -> None:
    for hole, falls in ((7.9, False), (8.1, True)):
        playfield = Playfield(PLAYFIELD.size, traps=(Trap(1040, 1000, hole),))
        speed = sqrt(2 * WOOD.table_friction * GRAVITY * 40)
        assert bool(flick(playfield, [cube(1, 1000, 1000, 0.3, 16.0)], 1, (speed, 0.0)).taken) is falls


def test_disc_that_bounces_back_at_the_rim_falls_at_any_time() -> None:
    """Stop the disc with a peg 1.5 mm after it began to tip, at any time in a frame."""
    peg = Wall((1100, 1000), (1100, 1000), 10.0, WOOD)
    playfield = Playfield(PLAYFIELD.size, (peg,), (Trap(1080 + 12.5, 1000, hypot(14, RADIUS)),))
    for tenth in range(20):
        slide = flick(playfield, [disc(1, 950 + tenth, 1000)], 1, (1100.0, 0.0))
        assert slide.taken == ((1, 0),), tenth


@for_each("seed", range(2), range(2, 10))
def test_ever_lighter_elastic_discs_stay_on_a_closed_table(seed: int) -> None:
    """Each impact nearly doubles the speed of the next disc.

    The last disc weighs a thousandth of the first.
    """
    rng = Random(seed)
    elastic = Material(0.1, 0.0, 1.0)
    sizes = [40.0, 20.0, 10.0, 5.0, 3.0]
    x, y, objects = 150.0, 300 + rng.uniform(-80, 80), []
    for index, radius in enumerate(sizes):
        objects.append(disc(index, x, y + rng.uniform(-0.1, 0.1), elastic, 0.02 * radius**2 * radius / 4, radius))
        x += radius + 3 + (sizes[index + 1] if index + 1 < len(sizes) else 0)
    thin = Wall((700, -10), (700, 610), 2.0, elastic)
    playfield = make_walled_playfield((900, 600))
    slide = flick(
        Playfield(playfield.size, (*playfield.walls, thin)), objects, 0, (MAX_SPEED - 1, rng.uniform(-20, 20))
    )
    assert not slide.lost
    assert len(slide.ids) == len(sizes)
    assert (slide.frames[:, :, 0] > 0).all()
    assert (slide.frames[:, :, 0] < 700).all(), "behind the thin wall"
    assert ((slide.frames[:, :, 1] > 0) & (slide.frames[:, :, 1] < 600)).all()


def test_heavy_striker_drives_no_bead_through_a_wall() -> None:
    """Flick and push the striker.

    A push may hit the bead again and again between the striker and the wall.
    """
    playfield = make_walled_playfield((900, 600))
    playfield = Playfield(playfield.size, (*playfield.walls, Wall((600, -10), (600, 610), 2.0, WOOD)))
    for index in range(10):
        striker = disc(0, 200, 300, mass=60.0, radius=40.0)
        bead = disc(1, 400 + 10 * index, 300 + index, mass=0.1, radius=3.0)
        for slide in (
            flick(playfield, [striker, bead], 0, (MAX_SPEED, 0.0)),
            push(playfield, [striker, bead], 0, [(0, 200.0, 300.0), (250, 900.0, 300.0)]),
        ):
            assert slide.ids == (0, 1)
            assert (slide.frames[:, :, 0] < 600).all(), index


def test_flick_is_reproducible_and_its_film_ends_at_rest() -> None:
    rng = Random(3)
    objects = scatter(rng, 24, (0, 0, 400, 400), 32, lambda object_id, x, y: disc(object_id, x, y))
    first = flick(make_walled_playfield((400, 400)), objects, 5, (2500.0, 1800.0), 7, FLICK_ERROR)
    rng.shuffle(objects)
    repeated = flick(make_walled_playfield((400, 400)), objects, 5, (2500.0, 1800.0), 7, FLICK_ERROR)
    assert (first.resting, first.ids) == (repeated.resting, repeated.ids)
    assert np.array_equal(first.frames, repeated.frames)
    assert [tuple(place) for place in first.frames[-1].tolist()] == [tuple(resting[1:]) for resting in first.resting]
    assert (
        flick(make_walled_playfield((400, 400)), objects, 5, (2500.0, 1800.0), 8, FLICK_ERROR).resting != first.resting
    )


def test_flick_varies_by_its_error_and_is_exact_without() -> None:
    resting_poses = [
        flick(PLAYFIELD, [disc(1, 5000, 5000)], 1, (1500.0, 0.0), seed, FLICK_ERROR).resting[0] for seed in range(80)
    ]
    turns = [atan2(pose.y - 5000, pose.x - 5000) * 180 / pi for pose in resting_poses]
    speeds = [sqrt(2 * WOOD.table_friction * GRAVITY * hypot(pose.x - 5000, pose.y - 5000)) for pose in resting_poses]
    assert pstdev(turns) == pytest.approx(FLICK_ERROR[0], rel=0.15)
    assert pstdev(speeds) / 1500 == pytest.approx(FLICK_ERROR[1], rel=0.15)
    assert fmean(turns) == pytest.approx(0.0, abs=0.1)
    assert len({flick(PLAYFIELD, [disc(1, 5000, 5000)], 1, (1500.0, 0.0), seed).resting for seed in range(3)}) == 1


@pytest.mark.parametrize(
    ("things", "which", "speed", "why"),
    [
        ([disc(1, 0, 0)], 1, (1e9, 0.0), "nothing is flicked"),
        ([disc(1, 0, 0)], 1, (nan, 0.0), "nothing is flicked"),
        ([disc(1, nan, 0)], 1, (1.0, 0.0), "a number that is none"),
        ([disc(1, 0, 0), disc(1, 9, 9)], 1, (1.0, 0.0), "there twice"),
        ([disc(1, 0, 0)], 2, (1.0, 0.0), "there is no thing 2"),
        ([disc(1, 0, 0, radius=-4.0)], 1, (1.0, 0.0), "no size"),
        ([disc(1, 0, 0, mass=0.0)], 1, (1.0, 0.0), "no mass"),
    ],
)
def test_impossible_flick_is_refused_with_a_reason(
    things: list[SlidingObject], which: int, speed: Point, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        flick(PLAYFIELD, things, which, speed)
    assert MAX_SPEED < 1e5
