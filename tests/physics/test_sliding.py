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
    pocket = Ground(ROOM.size, traps=(Trap(5000, 5000, 20), Trap(1050, 1004, 10)))
    # At 600 mm/s it comes there with 280; what crosses the 18 mm in less than a frame, faster than 917, flies over it.
    assert flick(pocket, things, 1, (speed, 0.0)).taken == (((1, 1),) if speed == 600 else ())
    wide = Ground(ROOM.size, traps=(Trap(5000, 5000, 20), Trap(1050, 1004, 42)))
    assert flick(wide, things, 1, (speed, 0.0)).taken == ((1, 1),)
    missed = flick(pocket, things, 1, (0.0, speed))
    assert (missed.taken, missed.lost) == ((), ())
    board = Ground(ROOM.size, traps=(Trap(1000, 1000, 40, outside=True),))
    taken = flick(board, things[:1], 1, (speed, 0.0))
    assert (taken.taken, taken.rest, taken.ids) == (((1, 0),), (), (1,))
    edge = flick(Ground((1030, 2500)), things, 1, (speed, 0.0))
    assert (edge.lost, edge.rest, edge.taken) == ((1,), (), ())


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
