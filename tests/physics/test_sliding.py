"""What slides on a table behaves as wood does: measured at poses, as a game gets them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import atan2, cos, dist, hypot, nan, pi, radians, sin, sqrt, tau
from random import Random
from statistics import fmean, pstdev

import numpy as np
import pytest

from grenade_salad.games.physics.bodies import Matter, Point
from grenade_salad.games.physics.pushing import push
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FASTEST, FRAME, SPREAD, Ground, Slide, Sliding, Thing, Trap, Wall, flick
from grenade_salad.games.salad.geometry import overlaps
from grenade_salad.games.salad.pieces import Pose
from tests.marks import over

WOOD = Matter(grip=0.3, rub=0.2, bounce=0.7)
ROOM = Ground((10_000, 10_000))
RADIUS = 15.0


def disc(one: int, x: float, y: float, matter: Matter = WOOD, mass: float = 10.0, radius: float = RADIUS) -> Thing:
    return Thing(one, x, y, 0.0, mass, matter, radius=radius)


def cube(one: int, x: float, y: float, angle: float, width: float = 8.0, matter: Matter = WOOD) -> Thing:
    half = width / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return Thing(one, x, y, angle, width**3 * 0.0007, matter, corners=corners)


def walled(size: Point, thick: float = 10.0) -> Ground:
    wide, high = size
    corners = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high), (0.0, 0.0))
    return Ground(size, tuple(Wall(one, other, thick, WOOD) for one, other in pairwise(corners)))


def scattered(
    rng: Random,
    many: int,
    box: tuple[float, float, float, float],
    apart: float,
    make: Callable[[int, float, float], Thing],
) -> list[Thing]:
    """Things that do not touch, in a box from x and y, so wide and high."""
    left, low, wide, high = box
    found: list[Thing] = []
    while len(found) < many:
        x, y = left + rng.uniform(apart, wide - apart), low + rng.uniform(apart, high - apart)
        if all(dist((x, y), (one.x, one.y)) > apart for one in found):
            found.append(make(len(found), x, y))
    return found


def lying(things: Sequence[Thing], slide: Slide) -> dict[int, Pose]:
    """Where everything is in the end that is on the table."""
    gone = {*slide.lost, *dict(slide.taken)}
    before = {one.id: Pose(one.id, one.x, one.y, one.angle) for one in things if one.id not in gone}
    return before | {one.id: Pose(*one) for one in slide.rest}


@pytest.mark.parametrize("grip", [0.15, 0.3, 0.45])
def test_a_disc_alone_stops_after_its_way(grip: float) -> None:
    for speed in (50, 100, 300, 1000, 3000):
        (rest,) = flick(ROOM, [disc(1, 1000, 1000, Matter(grip, 0.2, 0.7))], 1, (speed, 0.0)).rest
        assert rest.x - 1000 == pytest.approx(speed**2 / (2 * grip * GRAVITY), rel=0.01)
        assert rest.y == 1000


@pytest.mark.parametrize("bounce", [0.5, 0.7, 0.9])
def test_of_a_frontal_hit_of_equal_discs_so_much_passes_over(bounce: float) -> None:
    """(1 + e) / 2 of the speed; e is the product of what both give back."""
    matter = Matter(0.3, 0.2, sqrt(bounce))
    slows = 2 * matter.grip * GRAVITY
    for speed in (300, 1000, 3000):
        gap = 10.0
        things = [disc(1, 1000, 1000, matter), disc(2, 1000 + 2 * RADIUS + gap, 1000, matter)]
        ends = lying(things, flick(ROOM, things, 1, (speed, 0.0)))
        at_hit = sqrt(speed**2 - slows * gap)
        passed = sqrt(slows * (ends[2].x - things[1].x))
        assert passed == pytest.approx((1 + bounce) / 2 * at_hit, rel=0.02)
        assert ends[1].y == ends[2].y == 1000


@over("seed", range(6), range(6, 60))
def test_momentum_is_kept_and_energy_never_grows(seed: int) -> None:
    """Without friction momentum stays; with it, and walls, energy only falls, of discs and of cubes."""
    rng = Random(seed)
    smooth = Matter(0.0, 0.2, 0.9)
    things = scattered(
        rng, 12, (4800, 4800, 400, 400), 40, lambda one, x, y: disc(one, x, y, smooth, rng.uniform(5, 20))
    )
    sliding = Sliding(ROOM, things)
    angle = rng.uniform(0, tau)
    sliding.start(0, (2000 * cos(angle), 2000 * sin(angle)))
    whole = 2000 * things[0].mass
    for _ in range(20):
        before = sliding.last
        sliding.frame()
        speeds = (sliding.last - before)[:, :2] / FRAME
    momentum = sum(speed * thing.mass for speed, thing in zip(speeds, sliding.things, strict=True))
    assert dist(momentum, (whole * cos(angle), whole * sin(angle))) <= 0.02 * whole
    matter = Matter(0.3, rng.choice((0.0, 0.2, 0.8)), rng.choice((0.0, 0.5, 0.95)))
    made = (
        (lambda one, x, y: cube(one, x, y, rng.uniform(0, tau), 16, matter))
        if seed % 2
        else (lambda one, x, y: disc(one, x, y, matter, radius=8.0))
    )
    things = scattered(rng, 20, (0, 0, 600, 400), 24, made)
    sliding = Sliding(walled((600, 400)), things)
    sliding.start(0, (4000 * cos(angle), 4000 * sin(angle)))
    first = energy = sliding.energy()
    while sliding.frame():
        now = sliding.energy()
        assert now <= energy + 1e-9 * first
        energy = now
    assert energy <= 1e-6 * first


@over("seed", range(12), range(12, 1000))
def test_nothing_passes_through_anything_at_five_metres_a_second(seed: int) -> None:
    """A cube of 8 mm at a cube, at a wall of 1 mm, and at a row of cubes before that wall."""
    rng = Random(seed)
    wall = Wall((1070, 800), (1070 + rng.uniform(-10, 10), 1200), 1.0, WOOD)
    ground = Ground(ROOM.size, (wall,) if seed % 3 else ())
    row = rng.randint(1, 4) if seed % 3 != 1 else 0
    things = [cube(0, 1000, 1000, rng.uniform(0, tau))]
    things += [cube(1 + n, 1006 + 12 * (n + 1), 1000 + rng.uniform(-1, 1), rng.uniform(0, tau)) for n in range(row)]
    sliding = Sliding(ground, things)
    turn = radians(rng.uniform(-3, 3))
    sliding.start(0, (5000 * cos(turn), 5000 * sin(turn)))
    for _ in range(250):
        before = sliding.last
        sliding.bodies.space.step(FRAME / sliding.steps)
        sliding.look()
        for one, other in combinations(range(len(things)), 2):
            ways = [(place[one] - place[other])[:2].tolist() for place in (before, sliding.last)]
            assert nearest(*ways) > 4, f"{one} went through {other}"
        if ground.walls:
            xs, ys = sliding.last[:, 0], sliding.last[:, 1]
            at = 1070 + (wall.end[0] - 1070) * (ys - 800) / 400
            assert not (xs[(ys > 800) & (ys < 1200)] > at[(ys > 800) & (ys < 1200)]).any(), "through the wall"


def nearest(start: Point, end: Point) -> float:
    """How near a straight way comes to the origin."""
    way = end[0] - start[0], end[1] - start[1]
    length = hypot(*way) or 1.0
    share = -(start[0] * way[0] + start[1] * way[1]) / length**2
    return hypot(start[0] + min(max(share, 0), 1) * way[0], start[1] + min(max(share, 0), 1) * way[1])


@over("seed", range(4), range(4, 60))
def test_at_rest_nothing_overlaps(seed: int) -> None:
    rng = Random(seed)
    discs = scattered(rng, 24, (170, 70, 260, 260), 31, lambda one, x, y: disc(one, x, y))
    discs.append(disc(99, 60, 200))
    ends = lying(discs, flick(walled((600, 400)), discs, 99, (rng.uniform(1000, 5000), rng.uniform(-300, 300))))
    assert all(2 * RADIUS - dist((a.x, a.y), (b.x, b.y)) <= 0.05 for a, b in combinations(ends.values(), 2))
    cubes = scattered(rng, 24, (200, 140, 120, 120), 12, lambda one, x, y: cube(one, x, y, rng.uniform(0, tau)))
    cubes.append(cube(99, 60, 200, 0.0))
    moved = flick(walled((600, 400)), cubes, 99, (rng.uniform(1000, 5000), rng.uniform(-300, 300)))
    poses = lying(cubes, moved)
    assert not list(overlaps(8.0, [poses[one] for one in sorted(poses)], 0.05))


def test_what_nobody_hits_does_not_move_whatever_lies_on_whatever() -> None:
    """Lifting and laying never disturb: things that people laid on each other stay as they lie."""
    heap = [disc(one, 500 + one, 500) for one in range(5)]
    slide = flick(ROOM, [*heap, disc(9, 1000, 1000)], 9, (800.0, 0.0))
    assert slide.ids == (9,)
    hit = flick(ROOM, [*heap, disc(9, 400, 500)], 9, (1500.0, 0.0))
    assert set(hit.ids) > {9}


@pytest.mark.parametrize("speed", [600, 1500, 4000])
def test_pockets_ditches_and_the_edge_take_what_comes(speed: float) -> None:
    things = [disc(1, 1000, 1000), disc(2, 2000, 2000)]
    pocket = Ground(ROOM.size, traps=(Trap(5000, 5000, 20), Trap(1050, 1004, hypot(10, RADIUS))))
    # At 600 mm/s it comes there with 280; what crosses the 18 mm in less than a frame, faster than 917, flies over it.
    assert flick(pocket, things, 1, (speed, 0.0)).taken == (((1, 1),) if speed == 600 else ())
    wide = Ground(ROOM.size, traps=(Trap(5000, 5000, 20), Trap(1050, 1004, hypot(42, RADIUS))))
    assert flick(wide, things, 1, (speed, 0.0)).taken == ((1, 1),)
    missed = flick(pocket, things, 1, (0.0, speed))
    assert (missed.taken, missed.lost) == ((), ())
    board = Ground(ROOM.size, traps=(Trap(1000, 1000, 40, outside=True),))
    taken = flick(board, things[:1], 1, (speed, 0.0))
    assert (taken.taken, taken.rest, taken.ids) == (((1, 0),), (), (1,))
    edge = flick(Ground((1030, 2500)), things, 1, (speed, 0.0))
    assert (edge.lost, edge.rest, edge.taken) == ((1,), (), ())


def test_what_falls_into_a_hole_depends_on_its_size_alone() -> None:
    """A disc tips when its centre is nearer to the hole's than the root of R² - r², and never if it is the larger one.

    It comes slowly at all distances. Things far away that make steps shorter do not matter.
    """
    slow = sqrt(2 * WOOD.grip * GRAVITY * 91)
    far = [Thing(7, 3000, 3000, 0.0, 0.5, WOOD, radius=1.0)]
    for radius, hole in ((16.0, 17.5), (RADIUS, 30.0), (12.0, 12.5), (12.0, 12.0), (14.0, 12.0)):
        reach = sqrt(max(0.0, hole**2 - radius**2))
        for beside in (0.0, 0.9 * reach, 1.1 * reach + 0.1, 0.9 * hole):
            ground = Ground(ROOM.size, traps=(Trap(1090, 1000 + beside, hole),))
            for more in ([], far):
                slide = flick(ground, [disc(1, 1000, 1000, radius=radius), *more], 1, (slow, 0.0))
                assert bool(slide.taken) is (beside < reach), (radius, hole, beside)


def test_what_is_not_round_falls_by_its_inner_circle() -> None:
    for hole, falls in ((7.9, False), (8.1, True)):
        ground = Ground(ROOM.size, traps=(Trap(1040, 1000, hole),))
        slow = sqrt(2 * WOOD.grip * GRAVITY * 40)
        assert bool(flick(ground, [cube(1, 1000, 1000, 0.3, 16.0)], 1, (slow, 0.0)).taken) is falls


def test_what_bounces_back_from_the_rim_falls_whenever_that_is() -> None:
    """A peg stops the disc 1.5 mm after it began to tip; where in a frame that is does not matter."""
    peg = Wall((1100, 1000), (1100, 1000), 10.0, WOOD)
    ground = Ground(ROOM.size, (peg,), (Trap(1080 + 12.5, 1000, hypot(14, RADIUS)),))
    for tenth in range(20):
        slide = flick(ground, [disc(1, 950 + tenth, 1000)], 1, (1100.0, 0.0))
        assert slide.taken == ((1, 0),), tenth


@over("seed", range(2), range(2, 10))
def test_ever_lighter_elastic_discs_stay_on_a_closed_table(seed: int) -> None:
    """Each hit gives the next one nearly twice the speed, and the last weighs a thousandth of the first."""
    rng = Random(seed)
    elastic = Matter(0.1, 0.0, 1.0)
    sizes = [40.0, 20.0, 10.0, 5.0, 3.0]
    x, y, things = 150.0, 300 + rng.uniform(-80, 80), []
    for number, radius in enumerate(sizes):
        things.append(disc(number, x, y + rng.uniform(-0.1, 0.1), elastic, 0.02 * radius**2 * radius / 4, radius))
        x += radius + 3 + (sizes[number + 1] if number + 1 < len(sizes) else 0)
    thin = Wall((700, -10), (700, 610), 2.0, elastic)
    ground = walled((900, 600))
    slide = flick(Ground(ground.size, (*ground.walls, thin)), things, 0, (FASTEST - 1, rng.uniform(-20, 20)))
    assert not slide.lost
    assert len(slide.ids) == len(sizes)
    assert (slide.frames[:, :, 0] > 0).all()
    assert (slide.frames[:, :, 0] < 700).all(), "behind the thin wall"
    assert ((slide.frames[:, :, 1] > 0) & (slide.frames[:, :, 1] < 600)).all()


def test_a_heavy_striker_drives_no_bead_through_a_wall() -> None:
    """Nor does it when it is pushed: it may hit the bead again and again between itself and the wall."""
    ground = walled((900, 600))
    ground = Ground(ground.size, (*ground.walls, Wall((600, -10), (600, 610), 2.0, WOOD)))
    for number in range(10):
        striker = disc(0, 200, 300, mass=60.0, radius=40.0)
        bead = disc(1, 400 + 10 * number, 300 + number, mass=0.1, radius=3.0)
        for slide in (
            flick(ground, [striker, bead], 0, (FASTEST, 0.0)),
            push(ground, [striker, bead], 0, [(0, 200.0, 300.0), (250, 900.0, 300.0)]),
        ):
            assert slide.ids == (0, 1)
            assert (slide.frames[:, :, 0] < 600).all(), number


def test_the_same_call_gives_the_same_table_and_the_film_ends_where_it_rests() -> None:
    rng = Random(3)
    things = scattered(rng, 24, (0, 0, 400, 400), 32, lambda one, x, y: disc(one, x, y))
    first = flick(walled((400, 400)), things, 5, (2500.0, 1800.0), 7, SPREAD)
    rng.shuffle(things)
    again = flick(walled((400, 400)), things, 5, (2500.0, 1800.0), 7, SPREAD)
    assert (first.rest, first.ids) == (again.rest, again.ids)
    assert np.array_equal(first.frames, again.frames)
    assert [tuple(place) for place in first.frames[-1].tolist()] == [tuple(one[1:]) for one in first.rest]
    assert flick(walled((400, 400)), things, 5, (2500.0, 1800.0), 8, SPREAD).rest != first.rest


def test_a_flick_misses_by_its_spread_and_by_nothing_without() -> None:
    ways = [flick(ROOM, [disc(1, 5000, 5000)], 1, (1500.0, 0.0), seed, SPREAD).rest[0] for seed in range(80)]
    turns = [atan2(one.y - 5000, one.x - 5000) * 180 / pi for one in ways]
    speeds = [sqrt(2 * WOOD.grip * GRAVITY * hypot(one.x - 5000, one.y - 5000)) for one in ways]
    assert pstdev(turns) == pytest.approx(SPREAD[0], rel=0.15)
    assert pstdev(speeds) / 1500 == pytest.approx(SPREAD[1], rel=0.15)
    assert fmean(turns) == pytest.approx(0.0, abs=0.1)
    assert len({flick(ROOM, [disc(1, 5000, 5000)], 1, (1500.0, 0.0), seed).rest for seed in range(3)}) == 1


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
def test_what_cannot_be_is_refused_in_a_line(things: list[Thing], which: int, speed: Point, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        flick(ROOM, things, which, speed)
    assert FASTEST < 1e5
