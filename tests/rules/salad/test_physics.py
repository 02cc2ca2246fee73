"""The physics of the mat, against geometry that is computed in another way.

The reference uses Minkowski differences and clipping.
"""

from __future__ import annotations

from cmath import rect
from math import cos, hypot, inf, nan, pi, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grenade_salad.games.salad import physics, placement
from grenade_salad.games.salad.pieces import Blast, Measures, Point, Pose, Soldier
from tests.kinds import expect_type

EXACT = 0.01
MEASURES = Measures()

angles = st.floats(-50.0, 50.0)
measures = st.builds(Measures, st.floats(4.0, 20.0), st.floats(40.0, 100.0))
near = st.floats(0.0, 90.0)
poses = st.builds(Pose, st.just(0), near, near, angles)


@st.composite
def crowds(draw: st.DrawFn, min_count: int = 2, max_count: int = 8) -> list[Soldier]:
    """Draw soldiers near each other.

    They may overlap, which changes nothing for these measures.
    """
    count = draw(st.integers(min_count, max_count))
    return [Soldier(id, id % 3, draw(near), draw(near), draw(angles)) for id in range(count)]


def square_corners(width: float, pose: Pose | Soldier) -> list[complex]:
    """Return the corners of a square, counter-clockwise."""
    return [complex(pose.x, pose.y) + rect(width / sqrt(2), pose.angle + pi / 4 + turn * pi / 2) for turn in range(4)]


def cross(a: complex, b: complex) -> float:
    return a.real * b.imag - a.imag * b.real


def convex_hull(points: list[complex]) -> list[complex]:
    """Return the convex hull of the points, counter-clockwise."""
    halves: list[list[complex]] = []
    for order in (sorted(points, key=lambda p: (p.real, p.imag)), sorted(points, key=lambda p: (-p.real, -p.imag))):
        half: list[complex] = []
        for point in order:
            while len(half) > 1 and cross(half[-1] - half[-2], point - half[-1]) <= 0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return halves[0] + halves[1]


def segment_distance(point: complex, a: complex, b: complex) -> float:
    along = ((point - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(point - (a + min(max(along, 0.0), 1.0) * (b - a)))


def polygon_distance(point: complex, polygon: list[complex]) -> float:
    """Return the distance of the point from the polygon's edge, negative inside."""
    sides = list(zip(polygon, polygon[1:] + polygon[:1], strict=True))
    distance = min(segment_distance(point, a, b) for a, b in sides)
    return -distance if all(cross(b - a, point - a) >= 0 for a, b in sides) else distance


def signed_gap(width: float, a: Pose | Soldier, b: Pose | Soldier) -> float:
    """Return the distance between two squares.

    If they overlap, it is minus the distance by which one must be moved to free it of the other.
    """
    return polygon_distance(
        0j, convex_hull([p - q for p in square_corners(width, a) for q in square_corners(width, b)])
    )


def entry_distance(start: complex, end: complex, polygon: list[complex]) -> float | None:
    """Return the distance from `start` at which a line to `end` enters.

    Returns None if it never enters the polygon.
    """
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
def test_gap_is_measured_from_edge_to_edge(measures: Measures, a: Pose, b: Pose) -> None:
    expected = max(signed_gap(measures.cube, a, b), 0.0)
    assert placement.gap(measures, a, b) == pytest.approx(expected, abs=EXACT)
    assert placement.gap(measures, b, a) == pytest.approx(expected, abs=EXACT)


@pytest.mark.rule("GS-16")
def test_gap_of_known_positions() -> None:
    soldier = Soldier(0, 0, 100.0, 100.0, 0.0)
    assert placement.gap(MEASURES, soldier, Soldier(1, 1, 116.0, 100.0, 0.0)) == pytest.approx(8.0, abs=1e-9)
    assert placement.gap(MEASURES, soldier, Soldier(1, 1, 111.0, 112.0, 0.0)) == pytest.approx(5.0, abs=1e-9)
    assert placement.gap(MEASURES, soldier, Soldier(1, 1, 120.0, 100.0, pi / 4)) == pytest.approx(
        16 - 4 * sqrt(2), abs=1e-9
    )
    assert placement.gap(MEASURES, soldier, Soldier(1, 1, 108.0, 103.0, pi)) == pytest.approx(0.0, abs=1e-9)
    assert placement.gap(MEASURES, soldier, Soldier(1, 1, 100.0, 100.0, pi / 4)) == 0.0


@pytest.mark.rule("GS-04", "GS-11", "GS-13")
@settings(max_examples=300)
@given(measures, crowds(1), poses, st.floats(-20.0, 20.0))
def test_placing_on_soldiers_reports_the_largest_overlap(
    measures: Measures, soldiers: list[Soldier], target: Pose, closer: float
) -> None:
    x, y = target.x + 40.0 + closer, target.y + 40.0
    moved = [Soldier(s.id, s.seat, s.x + 40.0, s.y + 40.0, s.angle) for s in soldiers]
    overlaps = {s.id: -signed_gap(measures.cube, Pose(-1, x, y, target.angle), s) for s in moved}
    reason = placement.why_not_place(measures, moved, x, y, target.angle)
    if reason is None:
        assert max(overlaps.values()) <= 0.05 + EXACT
    else:
        assert isinstance(reason, placement.OnSoldier)
        assert reason.overlap_mm > 0.05
        assert reason.overlap_mm == pytest.approx(overlaps[reason.soldier], abs=EXACT)
        assert reason.overlap_mm == pytest.approx(max(overlaps.values()), abs=EXACT)


@pytest.mark.rule("GS-04", "GS-11", "GS-13")
@given(measures, st.floats(-10.0, 610.0), st.floats(-10.0, 410.0), angles)
def test_placing_over_the_edge_reports_the_distance(measures: Measures, x: float, y: float, angle: float) -> None:
    corners = square_corners(measures.cube, Pose(0, x, y, angle))
    over = max(max(-c.real, -c.imag, c.real - 600.0, c.imag - 400.0) for c in corners)
    reason = placement.why_not_place(measures, (), x, y, angle)
    if reason is None:
        assert over <= 0.05 + EXACT
    else:
        assert isinstance(reason, placement.OverEdge)
        assert reason.by_mm > 0.05
        assert reason.by_mm == pytest.approx(over, abs=EXACT)


@pytest.mark.rule("GS-04")
def test_placing_allows_touching() -> None:
    placed = Soldier(7, 1, 100.0, 100.0, 0.0)
    assert placement.why_not_place(MEASURES, [placed], 108.0, 100.0, 0.0) is None
    assert placement.why_not_place(MEASURES, [placed], 107.96, 100.0, pi / 2) is None
    assert placement.why_not_place(MEASURES, [], 4.0, 396.0, 0.0) is None
    assert placement.why_not_place(MEASURES, [], 3.96, 396.04, 0.0) is None
    reason = expect_type(placement.OnSoldier, placement.why_not_place(MEASURES, [placed], 107.9, 100.0, 0.0))
    assert reason.text() == "soldier 7 is in the way: they would overlap by 0.1 mm"
    assert placement.why_not_place(MEASURES, [Soldier(7, 1, 100.0, 100.0, pi / 4)], 111.4, 100.0, pi / 4) is None
    reason = placement.why_not_place(MEASURES, [Soldier(7, 1, 100.0, 100.0, pi / 4)], 111.0, 100.0, pi / 4)
    assert isinstance(reason, placement.OnSoldier)
    reason = expect_type(placement.OverEdge, placement.why_not_place(MEASURES, [placed], 3.0, 100.0, 0.0))
    assert reason.text() == "1.0 mm of the soldier would be over the edge of the table"


@pytest.mark.rule("GS-11")
def test_the_lifted_soldier_is_not_in_its_own_way() -> None:
    soldiers = [Soldier(3, 0, 100.0, 100.0, 0.0), Soldier(4, 0, 120.0, 100.0, 0.0)]
    assert placement.why_not_place(MEASURES, soldiers, 102.0, 100.0, 0.3, ignoring=3) is None
    reason = expect_type(
        placement.OnSoldier, placement.why_not_place(MEASURES, soldiers, 117.0, 100.0, 0.0, ignoring=3)
    )
    assert reason.soldier == 4


@pytest.mark.rule("GS-13")
@pytest.mark.parametrize("numbers", [(nan, 1.0, 0.0), (1.0, inf, 0.0), (100.0, 100.0, -inf), (100.0, 100.0, nan)])
def test_places_that_are_not_finite_are_refused(numbers: tuple[float, float, float]) -> None:
    reason = expect_type(placement.NoPlace, placement.why_not_place(MEASURES, (), *numbers))
    assert "is not a place on the table" in reason.text()


@pytest.mark.rule("GS-04")
def test_huge_coordinates_are_over_the_edge() -> None:
    assert isinstance(placement.why_not_place(MEASURES, (), 1e300, -1e300, 1e300), placement.OverEdge)


@pytest.mark.rule("GS-04")
@given(st.lists(poses, max_size=4))
def test_soldiers_may_rest_where_each_may_be_placed(drawn: list[Pose]) -> None:
    resting = [Pose(id, pose.x, pose.y, pose.angle) for id, pose in enumerate(drawn)]
    reason = placement.why_not_rest(MEASURES, resting)
    reasons = [placement.why_not_place(MEASURES, resting, p.x, p.y, p.angle, ignoring=p.id) for p in resting]
    assert (reason is None) == all(refusal is None for refusal in reasons)


@pytest.mark.rule("GS-17")
@settings(max_examples=300)
@given(crowds(3), st.sampled_from(["nine", "centre"]))
def test_only_bodies_block_a_line_of_sight(soldiers: list[Soldier], rays: physics.Rays) -> None:
    shooter, target, *bystanders = soldiers
    if hypot(shooter.x - target.x, shooter.y - target.y) < 20:
        target = Soldier(target.id, target.seat, shooter.x + 30.0, shooter.y, target.angle)
    bystanders = [
        candidate
        for candidate in bystanders
        if signed_gap(8.0, shooter, candidate) > -0.05 < signed_gap(8.0, target, candidate)
    ]
    line_of_sight = physics.sight(MEASURES, [shooter, *bystanders, target], shooter.id, target.id, rays)
    assert len(line_of_sight.rays) == (9 if rays == "nine" else 1)
    for ray in line_of_sight.rays:
        start, end = complex(*ray.start), complex(*ray.end)
        distances = {
            bystander.id: entry_distance(start, end, square_corners(8.0, bystander)) for bystander in bystanders
        }
        slimmer = [entry_distance(start, end, square_corners(8.0 - EXACT, slimmer_body)) for slimmer_body in bystanders]
        fatter = [entry_distance(start, end, square_corners(8.0 + EXACT, fatter_body)) for fatter_body in bystanders]
        if ray.blocker is None:
            assert slimmer == [None] * len(bystanders)
        else:
            assert fatter != [None] * len(bystanders)
            assert ray.hit_point is not None
            assert abs(complex(*ray.hit_point) - start) == pytest.approx(distances[ray.blocker], abs=EXACT)
            assert distances[ray.blocker] == pytest.approx(
                min(distance for distance in distances.values() if distance is not None), abs=EXACT
            )
    assert line_of_sight.free == any(ray.blocker is None for ray in line_of_sight.rays)
    assert line_of_sight.blocker == line_of_sight.rays[line_of_sight.best].blocker
    assert (line_of_sight.blocker is None) == line_of_sight.free
    free_pairs = physics.free_sights(MEASURES, [shooter, *bystanders, target], [shooter.id], [target.id], rays)
    assert free_pairs == ([(shooter.id, target.id)] if line_of_sight.free else [])


@pytest.mark.rule("GS-17")
@pytest.mark.parametrize("rays", ["nine", "centre"])
def test_sights_among_dropped_soldiers_match_the_reference(rays: physics.Rays) -> None:
    soldiers = [
        Soldier(p.id, p.id % 2, p.x, p.y, p.angle) for p in physics.drop(MEASURES, (), range(14), 60.0, 1).poses
    ]
    pairs = [(a.id, b.id) for a in soldiers for b in soldiers if a is not b]
    ids = [soldier.id for soldier in soldiers]
    free = set(physics.free_sights(MEASURES, soldiers, ids, ids, rays))
    assert 20 < len(free) < len(pairs) - 20
    for shooter, target in pairs:
        bystanders = [s for s in soldiers if s.id not in (shooter, target)]
        lines = [
            [entry_distance(complex(*ray.start), complex(*ray.end), square_corners(8.0 + wider, s)) for s in bystanders]
            for wider in ([-EXACT] if (shooter, target) in free else [EXACT])
            for ray in physics.sight(MEASURES, soldiers, shooter, target, rays).rays
        ]
        assert ((shooter, target) in free) == any(line == [None] * len(bystanders) for line in lines)


@pytest.mark.rule("GS-17")
def test_nine_rays_end_on_a_grid_of_the_target() -> None:
    soldiers = [Soldier(0, 0, 10.0, 10.0, 1.0), Soldier(1, 1, 110.0, 10.0, 0.0)]
    line_of_sight = physics.sight(MEASURES, soldiers, 0, 1)
    assert {ray.start for ray in line_of_sight.rays} == {(10.0, 10.0)}
    ends = {(round(x, 9), round(y, 9)) for x, y in (ray.end for ray in line_of_sight.rays)}
    assert ends == {(110 + 3.6 * x, 10 + 3.6 * y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    turned = physics.sight(MEASURES, [soldiers[0], Soldier(1, 1, 110.0, 10.0, pi / 4)], 0, 1)
    assert max(ray.end[0] for ray in turned.rays) == pytest.approx(110 + 3.6 * sqrt(2))


@pytest.mark.rule("GS-17")
def test_gap_is_enough_for_nine_rays_but_not_for_one() -> None:
    shooter, target = Soldier(0, 0, 10.0, 100.0, 0.0), Soldier(1, 1, 210.0, 100.0, 0.0)
    blocker = Soldier(2, 0, 200.0, 99.0, 0.0)
    line_of_sight = physics.sight(MEASURES, [shooter, target, blocker], 0, 1)
    assert line_of_sight.free
    assert line_of_sight.blocker is None
    assert line_of_sight.rays[line_of_sight.best].end[1] == pytest.approx(103.6)
    assert line_of_sight.rays[0].blocker == 2
    assert line_of_sight.rays[0].hit_point == pytest.approx((196.0, 100.0))
    centre = physics.sight(MEASURES, [shooter, target, blocker], 0, 1, "centre")
    assert not centre.free
    assert centre.blocker == 2


@pytest.mark.rule("GS-17")
def test_longest_ray_names_the_blocker() -> None:
    shooter, target = Soldier(0, 0, 10.0, 100.0, 0.0), Soldier(1, 1, 210.0, 100.0, 0.0)
    near_soldier, far_soldier = Soldier(2, 0, 50.0, 95.9, 0.0), Soldier(3, 1, 150.0, 102.5, 0.0)
    line_of_sight = physics.sight(MEASURES, [shooter, target, near_soldier, far_soldier], 0, 1)
    assert not line_of_sight.free
    assert line_of_sight.blocker == 3
    assert {ray.blocker for ray in line_of_sight.rays} == {2, 3}


@pytest.mark.rule("GS-17")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_soldiers_of_all_seats_block_a_line_of_sight(seat: int) -> None:
    shooter, target = Soldier(0, 0, 10.0, 100.0, 0.0), Soldier(1, 1, 26.0, 100.0, 0.0)
    assert physics.sight(MEASURES, [shooter, target], 0, 1).free
    line_of_sight = physics.sight(MEASURES, [shooter, target, Soldier(2, seat, 18.0, 100.0, 0.0)], 0, 1)
    assert line_of_sight.blocker == 2
    with pytest.raises(ValueError, match="aim at itself"):
        physics.sight(MEASURES, [shooter, target], 0, 0)


@pytest.mark.rule("GS-19")
@pytest.mark.parametrize("kind", ["area", "width", "tile"])
def test_blast_that_touches_a_soldier_does_not_hit_it(kind: Blast) -> None:
    """Sides and corners touch at all multiples of 15°: rounding never decides."""
    rule = Measures(blast=kind)
    for step in range(24):
        heading, centre = step * pi / 12, (200.3, 150.7)
        for angle in (0.0, pi / 12, pi / 6, pi / 4):
            if kind == "tile":
                reach = 25 + 4 * (abs(cos(angle)) + abs(sin(angle)))
                offset = rect(reach, step // 6 * pi / 2)
            else:
                turned = (0.0, pi / 4)[angle > pi / 7]
                reach = rule.blast_radius + (4 * sqrt(2) if turned else 4.0)
                offset, angle = rect(reach, heading), heading + turned
            touching = Soldier(0, 0, centre[0] + offset.real, centre[1] + offset.imag, angle)
            assert physics.blast_victims(rule, [touching], centre) == ()
            share = 1 - 1e-6 / reach
            inside = Soldier(0, 0, centre[0] + share * offset.real, centre[1] + share * offset.imag, angle)
            assert physics.blast_victims(rule, [inside], centre) == (0,)


@pytest.mark.rule("GS-18", "GS-19")
@settings(max_examples=300)
@given(measures, st.sampled_from(["area", "width"]), crowds(), near, near)
def test_blast_hits_every_soldier_partly_inside(
    measures: Measures, kind: str, soldiers: list[Soldier], x: float, y: float
) -> None:
    area = kind == "area"
    rule = Measures(measures.cube, measures.tile, blast="area" if area else "width")
    radius = measures.tile / sqrt(pi) if area else measures.tile / 2
    hit = physics.blast_victims(rule, soldiers, (x, y))
    assert list(hit) == sorted(hit)
    for soldier in soldiers:
        distance = polygon_distance(complex(x, y), square_corners(measures.cube, soldier))
        assert soldier.id in hit if distance < radius - EXACT else soldier.id not in hit or distance < radius + EXACT


@pytest.mark.slow
@pytest.mark.rule("GS-18", "GS-19")
@settings(max_examples=300)
@given(measures, crowds(), near, near)
def test_tile_hits_every_soldier_partly_under_it(
    measures: Measures, soldiers: list[Soldier], x: float, y: float
) -> None:
    hit = physics.blast_victims(Measures(measures.cube, measures.tile, blast="tile"), soldiers, (x, y))
    assert list(hit) == sorted(hit)
    tile = square_corners(measures.tile, Pose(0, x, y, 0.0))
    for soldier in soldiers:
        distance = polygon_distance(
            0j, convex_hull([p - q for p in tile for q in square_corners(measures.cube, soldier)])
        )
        assert soldier.id in hit if distance < -EXACT else soldier.id not in hit or distance < EXACT


@pytest.mark.rule("GS-19")
def test_soldiers_touching_the_edge_of_a_tile_are_not_hit() -> None:
    centre: Point = (100.0, 100.0)
    tile = Measures(blast="tile")
    assert physics.blast_victims(tile, [Soldier(0, 0, 129.0, 100.0, 0.0)], centre) == ()
    assert physics.blast_victims(tile, [Soldier(0, 0, 128.99, 128.99, 0.0)], centre) == (0,)
    assert physics.blast_victims(tile, [Soldier(0, 0, 129.0, 129.0, 0.0)], centre) == ()
    corner = 125.0 + 4 / sqrt(2)
    assert physics.blast_victims(tile, [Soldier(0, 0, corner - 0.01, corner - 0.01, pi / 4)], centre) == (0,)
    assert physics.blast_victims(tile, [Soldier(0, 0, corner + 0.01, corner + 0.01, pi / 4)], centre) == ()


@pytest.mark.rule("GS-19")
def test_soldiers_touching_the_edge_of_a_blast_are_not_hit() -> None:
    centre: Point = (100.0, 100.0)
    narrow = Measures(blast="width")
    radius = 50 / sqrt(pi)
    assert physics.blast_victims(narrow, [Soldier(0, 0, 129.0, 100.0, 0.0)], centre) == ()
    assert physics.blast_victims(narrow, [Soldier(0, 0, 128.99, 100.0, 0.0)], centre) == (0,)
    assert physics.blast_victims(MEASURES, [Soldier(0, 0, 104.0 + radius + 0.01, 100.0, 0.0)], centre) == ()
    assert physics.blast_victims(MEASURES, [Soldier(0, 0, 104.0 + radius - 0.01, 100.0, 0.0)], centre) == (0,)
    corner = radius + 4 * sqrt(2)
    tip = Soldier(5, 2, 100 + corner * cos(1.0) - 0.01, 100 + corner * sin(1.0), 1.0 + pi / 4)
    assert physics.blast_victims(MEASURES, [tip, Soldier(2, 1, 100.0, 100.0, 0.4)], centre) == (2, 5)


@pytest.mark.rule("GS-06")
@given(crowds(1))
def test_cluster_measures_match_the_reference(soldiers: list[Soldier]) -> None:
    measured = placement.cluster(MEASURES, soldiers)
    centres = [complex(s.x, s.y) for s in soldiers]
    pairs = [abs(a - b) ** 2 for a in centres for b in centres]
    assert measured.radius == pytest.approx(sqrt(sum(pairs) / 2) / len(centres), abs=EXACT)
    assert measured.width == pytest.approx(sqrt(max(pairs)), abs=EXACT)
    for margin, at_least in ((EXACT, False), (-EXACT, True)):
        touching = sum(any(a is not b and signed_gap(8.0, a, b) < 0.1 + margin for b in soldiers) for a in soldiers)
        assert measured.touching >= touching if at_least else measured.touching <= touching


@pytest.mark.rule("GS-06")
def test_cluster_of_few_soldiers() -> None:
    assert placement.cluster(MEASURES, []) == placement.Cluster(0.0, 0, 0.0)
    row = [Pose(0, 100.0, 50.0, 0.0), Pose(1, 108.05, 50.0, 0.0), Pose(2, 150.0, 50.0, 0.0)]
    assert placement.cluster(MEASURES, row).touching == 2
    assert placement.cluster(MEASURES, [row[0], Pose(1, 108.12, 50.0, 0.0)]).touching == 0
    assert placement.cluster(MEASURES, row[:2]).radius == pytest.approx(4.025)
