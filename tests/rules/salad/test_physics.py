"""What the table measures, against geometry that is computed in another way: Minkowski differences and clipping."""

from __future__ import annotations

from cmath import rect
from math import cos, hypot, inf, nan, pi, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grenade_salad.games.salad import physics
from grenade_salad.games.salad.pieces import Blast, Measures, Point, Pose, Soldier
from tests.kinds import as_a

EXACT = 0.01
MEASURES = Measures()

angles = st.floats(-50.0, 50.0)
measures = st.builds(Measures, st.floats(4.0, 20.0), st.floats(40.0, 100.0))
near = st.floats(0.0, 90.0)
poses = st.builds(Pose, st.just(0), near, near, angles)


@st.composite
def crowds(draw: st.DrawFn, least: int = 2, most: int = 8) -> list[Soldier]:
    """Soldiers near each other; they may overlap, which changes nothing for these measures."""
    number = draw(st.integers(least, most))
    return [Soldier(id, id % 3, draw(near), draw(near), draw(angles)) for id in range(number)]


def square(width: float, at: Pose | Soldier) -> list[complex]:
    """The corners, counter-clockwise."""
    return [complex(at.x, at.y) + rect(width / sqrt(2), at.angle + pi / 4 + turn * pi / 2) for turn in range(4)]


def cross(a: complex, b: complex) -> float:
    return a.real * b.imag - a.imag * b.real


def hull(points: list[complex]) -> list[complex]:
    """The convex hull, counter-clockwise."""
    halves: list[list[complex]] = []
    for order in (sorted(points, key=lambda p: (p.real, p.imag)), sorted(points, key=lambda p: (-p.real, -p.imag))):
        half: list[complex] = []
        for point in order:
            while len(half) > 1 and cross(half[-1] - half[-2], point - half[-1]) <= 0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return halves[0] + halves[1]


def to_segment(point: complex, a: complex, b: complex) -> float:
    along = ((point - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(point - (a + min(max(along, 0.0), 1.0) * (b - a)))


def to_polygon(point: complex, polygon: list[complex]) -> float:
    """The distance to the polygon's edge, negative inside."""
    sides = list(zip(polygon, polygon[1:] + polygon[:1], strict=True))
    distance = min(to_segment(point, a, b) for a, b in sides)
    return -distance if all(cross(b - a, point - a) >= 0 for a, b in sides) else distance


def signed_gap(width: float, a: Pose | Soldier, b: Pose | Soldier) -> float:
    """How far apart two squares are, or minus how far one must be moved to free it of the other."""
    return to_polygon(0j, hull([p - q for p in square(width, a) for q in square(width, b)]))


def way_to(start: complex, end: complex, polygon: list[complex]) -> float | None:
    """How far one gets on the way from start to end until one enters the polygon, or None if one never does."""
    enter, leave = 0.0, abs(end - start)
    direction = (end - start) / leave
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        height, climb = cross(b - a, start - a), cross(b - a, direction)
        if climb == 0:
            if height < 0:
                return None
        elif climb > 0:
            enter = max(enter, -height / climb)
        else:
            leave = min(leave, -height / climb)
    return enter if enter < leave else None


@pytest.mark.rule("GS-16")
@settings(max_examples=300)
@given(measures, poses, poses)
def test_gap_is_from_edge_to_edge(measures: Measures, a: Pose, b: Pose) -> None:
    expected = max(signed_gap(measures.cube, a, b), 0.0)
    assert physics.gap(measures, a, b) == pytest.approx(expected, abs=EXACT)
    assert physics.gap(measures, b, a) == pytest.approx(expected, abs=EXACT)


@pytest.mark.rule("GS-16")
def test_gap_of_plain_positions() -> None:
    here = Soldier(0, 0, 100.0, 100.0, 0.0)
    assert physics.gap(MEASURES, here, Soldier(1, 1, 116.0, 100.0, 0.0)) == pytest.approx(8.0, abs=1e-9)
    assert physics.gap(MEASURES, here, Soldier(1, 1, 111.0, 112.0, 0.0)) == pytest.approx(5.0, abs=1e-9)
    assert physics.gap(MEASURES, here, Soldier(1, 1, 120.0, 100.0, pi / 4)) == pytest.approx(16 - 4 * sqrt(2), abs=1e-9)
    assert physics.gap(MEASURES, here, Soldier(1, 1, 108.0, 103.0, pi)) == pytest.approx(0.0, abs=1e-9)
    assert physics.gap(MEASURES, here, Soldier(1, 1, 100.0, 100.0, pi / 4)) == 0.0


@pytest.mark.rule("GS-04", "GS-11", "GS-13")
@settings(max_examples=300)
@given(measures, crowds(1), poses, st.floats(-20.0, 20.0))
def test_placing_on_soldiers(measures: Measures, soldiers: list[Soldier], at: Pose, closer: float) -> None:
    x, y = at.x + 40.0 + closer, at.y + 40.0
    moved = [Soldier(s.id, s.seat, s.x + 40.0, s.y + 40.0, s.angle) for s in soldiers]
    overlaps = {s.id: -signed_gap(measures.cube, Pose(-1, x, y, at.angle), s) for s in moved}
    reason = physics.why_not_place(measures, moved, x, y, at.angle)
    if reason is None:
        assert max(overlaps.values()) <= 0.05 + EXACT
    else:
        assert isinstance(reason, physics.OnSoldier)
        assert reason.overlap_mm > 0.05
        assert reason.overlap_mm == pytest.approx(overlaps[reason.soldier], abs=EXACT)
        assert reason.overlap_mm == pytest.approx(max(overlaps.values()), abs=EXACT)


@pytest.mark.rule("GS-04", "GS-11", "GS-13")
@given(measures, st.floats(-10.0, 610.0), st.floats(-10.0, 410.0), angles)
def test_placing_over_the_edge(measures: Measures, x: float, y: float, angle: float) -> None:
    corners = square(measures.cube, Pose(0, x, y, angle))
    over = max(max(-c.real, -c.imag, c.real - 600.0, c.imag - 400.0) for c in corners)
    reason = physics.why_not_place(measures, (), x, y, angle)
    if reason is None:
        assert over <= 0.05 + EXACT
    else:
        assert isinstance(reason, physics.OverEdge)
        assert reason.by_mm > 0.05
        assert reason.by_mm == pytest.approx(over, abs=EXACT)


@pytest.mark.rule("GS-04")
def test_placing_allows_touching() -> None:
    there = Soldier(7, 1, 100.0, 100.0, 0.0)
    assert physics.why_not_place(MEASURES, [there], 108.0, 100.0, 0.0) is None
    assert physics.why_not_place(MEASURES, [there], 107.96, 100.0, pi / 2) is None
    assert physics.why_not_place(MEASURES, [], 4.0, 396.0, 0.0) is None
    assert physics.why_not_place(MEASURES, [], 3.96, 396.04, 0.0) is None
    reason = as_a(physics.OnSoldier, physics.why_not_place(MEASURES, [there], 107.9, 100.0, 0.0))
    assert reason.text() == "soldier 7 is in the way: they would overlap by 0.1 mm"
    assert physics.why_not_place(MEASURES, [Soldier(7, 1, 100.0, 100.0, pi / 4)], 111.4, 100.0, pi / 4) is None
    reason = physics.why_not_place(MEASURES, [Soldier(7, 1, 100.0, 100.0, pi / 4)], 111.0, 100.0, pi / 4)
    assert isinstance(reason, physics.OnSoldier)
    reason = as_a(physics.OverEdge, physics.why_not_place(MEASURES, [there], 3.0, 100.0, 0.0))
    assert reason.text() == "1.0 mm of the soldier would be over the edge of the table"


@pytest.mark.rule("GS-11")
def test_the_lifted_soldier_is_not_in_its_own_way() -> None:
    soldiers = [Soldier(3, 0, 100.0, 100.0, 0.0), Soldier(4, 0, 120.0, 100.0, 0.0)]
    assert physics.why_not_place(MEASURES, soldiers, 102.0, 100.0, 0.3, ignoring=3) is None
    reason = as_a(physics.OnSoldier, physics.why_not_place(MEASURES, soldiers, 117.0, 100.0, 0.0, ignoring=3))
    assert reason.soldier == 4


@pytest.mark.rule("GS-13")
@pytest.mark.parametrize("numbers", [(nan, 1.0, 0.0), (1.0, inf, 0.0), (100.0, 100.0, -inf), (100.0, 100.0, nan)])
def test_places_that_are_no_numbers_are_refused(numbers: tuple[float, float, float]) -> None:
    reason = as_a(physics.NoPlace, physics.why_not_place(MEASURES, (), *numbers))
    assert "is not a place on the table" in reason.text()


@pytest.mark.rule("GS-04")
def test_huge_numbers_are_over_the_edge() -> None:
    assert isinstance(physics.why_not_place(MEASURES, (), 1e300, -1e300, 1e300), physics.OverEdge)


@pytest.mark.rule("GS-04")
@given(st.lists(poses, max_size=4))
def test_what_may_lie_at_rest(several: list[Pose]) -> None:
    lying = [Pose(id, pose.x, pose.y, pose.angle) for id, pose in enumerate(several)]
    reason = physics.why_not_rest(MEASURES, lying)
    alone = [physics.why_not_place(MEASURES, lying, p.x, p.y, p.angle, ignoring=p.id) for p in lying]
    assert (reason is None) == all(one is None for one in alone)


@pytest.mark.rule("GS-17")
@settings(max_examples=300)
@given(crowds(3), st.sampled_from(["nine", "centre"]))
def test_sight_is_blocked_by_bodies_alone(soldiers: list[Soldier], rays: physics.Rays) -> None:
    shooter, target, *others = soldiers
    if hypot(shooter.x - target.x, shooter.y - target.y) < 20:
        target = Soldier(target.id, target.seat, shooter.x + 30.0, shooter.y, target.angle)
    others = [other for other in others if signed_gap(8.0, shooter, other) > -0.05 < signed_gap(8.0, target, other)]
    seen = physics.sight(MEASURES, [shooter, *others, target], shooter.id, target.id, rays)
    assert len(seen.rays) == (9 if rays == "nine" else 1)
    for ray in seen.rays:
        start, end = complex(*ray.start), complex(*ray.end)
        ways = {other.id: way_to(start, end, square(8.0, other)) for other in others}
        slimmer = [way_to(start, end, square(8.0 - EXACT, other)) for other in others]
        fatter = [way_to(start, end, square(8.0 + EXACT, other)) for other in others]
        if ray.blocker is None:
            assert slimmer == [None] * len(others)
        else:
            assert fatter != [None] * len(others)
            assert ray.at is not None
            assert abs(complex(*ray.at) - start) == pytest.approx(ways[ray.blocker], abs=EXACT)
            assert ways[ray.blocker] == pytest.approx(min(way for way in ways.values() if way is not None), abs=EXACT)
    assert seen.free == any(ray.blocker is None for ray in seen.rays)
    assert seen.blocker == seen.rays[seen.best].blocker
    assert (seen.blocker is None) == seen.free
    found = physics.free_sights(MEASURES, [shooter, *others, target], [shooter.id], [target.id], rays)
    assert found == ([(shooter.id, target.id)] if seen.free else [])


@pytest.mark.rule("GS-17")
@pytest.mark.parametrize("rays", ["nine", "centre"])
def test_sight_among_dropped_soldiers(rays: physics.Rays) -> None:
    soldiers = [
        Soldier(p.id, p.id % 2, p.x, p.y, p.angle) for p in physics.drop(MEASURES, (), range(14), 60.0, 1).poses
    ]
    pairs = [(a.id, b.id) for a in soldiers for b in soldiers if a is not b]
    ids = [soldier.id for soldier in soldiers]
    free = set(physics.free_sights(MEASURES, soldiers, ids, ids, rays))
    assert 20 < len(free) < len(pairs) - 20
    for shooter, target in pairs:
        others = [s for s in soldiers if s.id not in (shooter, target)]
        lines = [
            [way_to(complex(*ray.start), complex(*ray.end), square(8.0 + wider, s)) for s in others]
            for wider in ([-EXACT] if (shooter, target) in free else [EXACT])
            for ray in physics.sight(MEASURES, soldiers, shooter, target, rays).rays
        ]
        assert ((shooter, target) in free) == any(line == [None] * len(others) for line in lines)


@pytest.mark.rule("GS-17")
def test_the_nine_rays() -> None:
    soldiers = [Soldier(0, 0, 10.0, 10.0, 1.0), Soldier(1, 1, 110.0, 10.0, 0.0)]
    seen = physics.sight(MEASURES, soldiers, 0, 1)
    assert {ray.start for ray in seen.rays} == {(10.0, 10.0)}
    ends = {(round(x, 9), round(y, 9)) for x, y in (ray.end for ray in seen.rays)}
    assert ends == {(110 + 3.6 * x, 10 + 3.6 * y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    turned = physics.sight(MEASURES, [soldiers[0], Soldier(1, 1, 110.0, 10.0, pi / 4)], 0, 1)
    assert max(ray.end[0] for ray in turned.rays) == pytest.approx(110 + 3.6 * sqrt(2))


@pytest.mark.rule("GS-17")
def test_a_gap_is_enough_for_nine_rays_but_not_for_one() -> None:
    shooter, target = Soldier(0, 0, 10.0, 100.0, 0.0), Soldier(1, 1, 210.0, 100.0, 0.0)
    blocker = Soldier(2, 0, 200.0, 99.0, 0.0)
    seen = physics.sight(MEASURES, [shooter, target, blocker], 0, 1)
    assert seen.free
    assert seen.blocker is None
    assert seen.rays[seen.best].end[1] == pytest.approx(103.6)
    assert seen.rays[0].blocker == 2
    assert seen.rays[0].at == pytest.approx((196.0, 100.0))
    centre = physics.sight(MEASURES, [shooter, target, blocker], 0, 1, "centre")
    assert not centre.free
    assert centre.blocker == 2


@pytest.mark.rule("GS-17")
def test_the_ray_that_gets_farthest_names_the_blocker() -> None:
    shooter, target = Soldier(0, 0, 10.0, 100.0, 0.0), Soldier(1, 1, 210.0, 100.0, 0.0)
    near_one, far_one = Soldier(2, 0, 50.0, 95.9, 0.0), Soldier(3, 1, 150.0, 102.5, 0.0)
    seen = physics.sight(MEASURES, [shooter, target, near_one, far_one], 0, 1)
    assert not seen.free
    assert seen.blocker == 3
    assert {ray.blocker for ray in seen.rays} == {2, 3}


@pytest.mark.rule("GS-17")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_everybody_blocks_but_the_two(seat: int) -> None:
    shooter, target = Soldier(0, 0, 10.0, 100.0, 0.0), Soldier(1, 1, 26.0, 100.0, 0.0)
    assert physics.sight(MEASURES, [shooter, target], 0, 1).free
    seen = physics.sight(MEASURES, [shooter, target, Soldier(2, seat, 18.0, 100.0, 0.0)], 0, 1)
    assert seen.blocker == 2
    with pytest.raises(ValueError, match="aim at itself"):
        physics.sight(MEASURES, [shooter, target], 0, 0)


@pytest.mark.rule("GS-19")
@pytest.mark.parametrize("kind", ["area", "width", "tile"])
def test_blast_that_touches_a_soldier_does_not_hit_it(kind: Blast) -> None:
    """Sides and corners touch, in all directions that are multiples of 15°: rounding never decides."""
    rule = Measures(blast=kind)
    for step in range(24):
        heading, at = step * pi / 12, (200.3, 150.7)
        for angle in (0.0, pi / 12, pi / 6, pi / 4):
            if kind == "tile":
                reach = 25 + 4 * (abs(cos(angle)) + abs(sin(angle)))
                away = rect(reach, step // 6 * pi / 2)
            else:
                turned = (0.0, pi / 4)[angle > pi / 7]
                reach = rule.blast_radius + (4 * sqrt(2) if turned else 4.0)
                away, angle = rect(reach, heading), heading + turned
            touching = Soldier(0, 0, at[0] + away.real, at[1] + away.imag, angle)
            assert physics.blast(rule, [touching], at) == ()
            share = 1 - 1e-6 / reach
            inside = Soldier(0, 0, at[0] + share * away.real, at[1] + share * away.imag, angle)
            assert physics.blast(rule, [inside], at) == (0,)


@pytest.mark.rule("GS-18", "GS-19")
@settings(max_examples=300)
@given(measures, st.sampled_from(["area", "width"]), crowds(), near, near)
def test_blast_hits_every_part_inside(
    measures: Measures, kind: str, soldiers: list[Soldier], x: float, y: float
) -> None:
    area = kind == "area"
    rule = Measures(measures.cube, measures.tile, blast="area" if area else "width")
    radius = measures.tile / sqrt(pi) if area else measures.tile / 2
    hit = physics.blast(rule, soldiers, (x, y))
    assert list(hit) == sorted(hit)
    for soldier in soldiers:
        distance = to_polygon(complex(x, y), square(measures.cube, soldier))
        assert soldier.id in hit if distance < radius - EXACT else soldier.id not in hit or distance < radius + EXACT


@pytest.mark.slow
@pytest.mark.rule("GS-18", "GS-19")
@settings(max_examples=300)
@given(measures, crowds(), near, near)
def test_a_tile_hits_every_part_under_it(measures: Measures, soldiers: list[Soldier], x: float, y: float) -> None:
    hit = physics.blast(Measures(measures.cube, measures.tile, blast="tile"), soldiers, (x, y))
    assert list(hit) == sorted(hit)
    tile = square(measures.tile, Pose(0, x, y, 0.0))
    for soldier in soldiers:
        apart = to_polygon(0j, hull([p - q for p in tile for q in square(measures.cube, soldier)]))
        assert soldier.id in hit if apart < -EXACT else soldier.id not in hit or apart < EXACT


@pytest.mark.rule("GS-19")
def test_the_edge_of_a_tile() -> None:
    at: Point = (100.0, 100.0)
    tile = Measures(blast="tile")
    assert physics.blast(tile, [Soldier(0, 0, 129.0, 100.0, 0.0)], at) == ()
    assert physics.blast(tile, [Soldier(0, 0, 128.99, 128.99, 0.0)], at) == (0,)
    assert physics.blast(tile, [Soldier(0, 0, 129.0, 129.0, 0.0)], at) == ()
    corner = 125.0 + 4 / sqrt(2)
    assert physics.blast(tile, [Soldier(0, 0, corner - 0.01, corner - 0.01, pi / 4)], at) == (0,)
    assert physics.blast(tile, [Soldier(0, 0, corner + 0.01, corner + 0.01, pi / 4)], at) == ()


@pytest.mark.rule("GS-19")
def test_the_edge_of_a_blast() -> None:
    at: Point = (100.0, 100.0)
    narrow = Measures(blast="width")
    radius = 50 / sqrt(pi)
    assert physics.blast(narrow, [Soldier(0, 0, 129.0, 100.0, 0.0)], at) == ()
    assert physics.blast(narrow, [Soldier(0, 0, 128.99, 100.0, 0.0)], at) == (0,)
    assert physics.blast(MEASURES, [Soldier(0, 0, 104.0 + radius + 0.01, 100.0, 0.0)], at) == ()
    assert physics.blast(MEASURES, [Soldier(0, 0, 104.0 + radius - 0.01, 100.0, 0.0)], at) == (0,)
    corner = radius + 4 * sqrt(2)
    tip = Soldier(5, 2, 100 + corner * cos(1.0) - 0.01, 100 + corner * sin(1.0), 1.0 + pi / 4)
    assert physics.blast(MEASURES, [tip, Soldier(2, 1, 100.0, 100.0, 0.4)], at) == (2, 5)


@pytest.mark.rule("GS-06")
@given(crowds(1))
def test_cluster_in_numbers(soldiers: list[Soldier]) -> None:
    found = physics.cluster(MEASURES, soldiers)
    centres = [complex(s.x, s.y) for s in soldiers]
    pairs = [abs(a - b) ** 2 for a in centres for b in centres]
    assert found.radius == pytest.approx(sqrt(sum(pairs) / 2) / len(centres), abs=EXACT)
    assert found.width == pytest.approx(sqrt(max(pairs)), abs=EXACT)
    for margin, at_least in ((EXACT, False), (-EXACT, True)):
        touching = sum(any(a is not b and signed_gap(8.0, a, b) < 0.1 + margin for b in soldiers) for a in soldiers)
        assert found.touching >= touching if at_least else found.touching <= touching


@pytest.mark.rule("GS-06")
def test_cluster_of_few() -> None:
    assert physics.cluster(MEASURES, []) == physics.Cluster(0.0, 0, 0.0)
    row = [Pose(0, 100.0, 50.0, 0.0), Pose(1, 108.05, 50.0, 0.0), Pose(2, 150.0, 50.0, 0.0)]
    assert physics.cluster(MEASURES, row).touching == 2
    assert physics.cluster(MEASURES, [row[0], Pose(1, 108.12, 50.0, 0.0)]).touching == 0
    assert physics.cluster(MEASURES, row[:2]).radius == pytest.approx(4.025)
