"""The search for a place finds a legal one, and no legal place is nearer."""

from __future__ import annotations

from math import cos, dist, inf, isclose, pi, sin
from random import Random

import pytest

from grenade_salad.games.salad.pieces import Measures, Point, Pose
from grenade_salad.games.salad.placement import why_not_place
from grenade_salad.games.salad.placement_search import REACH, Disc, find_nearest_place, find_place_along
from tests.marks import for_each

MEASURES = Measures(table=(200.0, 200.0))


def draw_crowd(rng: Random, width: float, count: int) -> list[Pose]:
    """Draw soldiers at rest in a square at the lower left corner of the table.

    Some of them touch within the tolerance of the rules.
    """
    soldiers: list[Pose] = []
    for _ in range(count * 6):
        x, y, angle = rng.uniform(4, width), rng.uniform(4, width), rng.choice([0.0, 0.0, rng.uniform(-4, 4), pi / 4])
        place = find_nearest_place(MEASURES, soldiers, (x, y), angle)
        if place is not None and len(soldiers) < count:
            soldiers.append(Pose(len(soldiers), *place, angle))
    return soldiers


def is_legal(soldiers: list[Pose], place: Point, angle: float, ignoring: int | None, within: Disc | None) -> bool:
    return (within is None or dist(place, within[0]) <= within[1] + 1e-9) and not why_not_place(
        MEASURES, soldiers, *place, angle, ignoring
    )


@pytest.mark.rule("GS-04", "GS-11", "GS-13")
@for_each("seed", range(4), range(4, 40), range(40, 300))
def test_search_finds_the_nearest_legal_place(seed: int) -> None:
    rng = Random(seed)
    width = rng.choice([40.0, 60.0, 90.0])
    soldiers = draw_crowd(rng, width, rng.choice([5, 12, 40]))
    angle = rng.choice([0.0, pi / 4, soldiers[0].angle, rng.uniform(-pi, pi)])
    lifted = rng.choice([None, *soldiers])
    within = None if lifted is None else ((lifted.x, lifted.y), rng.choice([8.0, 25.0, 50.0]))
    ignoring = None if lifted is None else lifted.id
    target = rng.uniform(-3, width), rng.uniform(-3, width)
    place = find_nearest_place(MEASURES, soldiers, target, angle, ignoring=ignoring, within=within)
    if place is not None:
        assert is_legal(soldiers, place, angle, ignoring, within)
    distance = inf if place is None else dist(place, target)
    assert place is None or distance <= REACH
    rings = [(REACH * ring / 60, 2 * pi * part / 90) for ring in range(61) for part in range(90)]
    for ring, part in rings:
        if ring < distance - 0.001:
            candidate = (target[0] + ring * cos(part), target[1] + ring * sin(part))
            assert not is_legal(soldiers, candidate, angle, ignoring, within), candidate


def test_square_is_pushed_aside_but_has_no_place_over_the_centre_of_another() -> None:
    soldiers = [Pose(0, 100.0, 100.0, 0.0)]
    assert find_nearest_place(MEASURES, soldiers, (96.0, 93.0), 0.0) == pytest.approx((96.0, 92.05), abs=1e-5)
    assert find_nearest_place(MEASURES, soldiers, (100.0, 101.0), 0.0) is None
    assert find_nearest_place(MEASURES, soldiers, (100.0, 101.0), 0.0, ignoring=0) == (100.0, 101.0)
    assert find_nearest_place(MEASURES, soldiers, (100.0, 101.0), 0.0, reach=8.0) == pytest.approx(
        (100.0, 107.95), abs=1e-5
    )
    turned = find_nearest_place(MEASURES, soldiers, (93.0, 100.0), pi / 4)
    assert turned == pytest.approx((100 - 4 - 4 * 2**0.5 + 0.05, 100.0), abs=1e-5)


@pytest.mark.rule("GS-04", "GS-11")
def test_place_is_kept_inside_the_edges_and_the_reach_of_a_move() -> None:
    assert find_nearest_place(MEASURES, [], (1.0, 199.0), 0.0) == pytest.approx((3.95, 196.05), abs=1e-5)
    assert find_nearest_place(MEASURES, [], (-2.0, 100.0), 0.0) is None, "more than 5 mm over the edge"
    reach = ((4.0, 100.0), 50.0)
    place = find_nearest_place(MEASURES, [], (4.0, 150.0), pi / 4, within=reach)
    assert place is not None, "turned at the wall, it must come away from it, and then not so far along"
    assert isclose(dist(place, reach[0]), 50.0, abs_tol=1e-6)
    assert place[0] == pytest.approx(4 * 2**0.5 - 0.05, abs=1e-5)


def test_lifted_soldier_is_placed_beyond_soldiers_in_the_way() -> None:
    row = [Pose(0, 100.0, 100.0, 0.0), Pose(1, 108.0, 100.0, 0.0), Pose(2, 140.0, 100.0, 0.0)]
    assert find_place_along(MEASURES, row, (92.05, 100.0), (1.0, 0.0), 0.0) == pytest.approx((115.95, 100.0), abs=1e-5)
    assert find_place_along(MEASURES, row, (92.05, 100.0), (-1.0, 0.0), 0.0) == pytest.approx((91.05, 100.0))
    assert find_place_along(MEASURES, row, (92.05, 100.0), (1.0, 0.0), 0.0, within=((90.0, 100.0), 20.0)) is None
    assert find_place_along(MEASURES, row, (92.05, 100.0), (0.0, 200.0), 0.0) is None
