"""Where there is room for a soldier: what is found is legal, and nothing legal is nearer."""

from __future__ import annotations

from math import cos, dist, inf, isclose, pi, sin
from random import Random

import pytest

from grenade_salad.games.salad.pieces import Measures, Point, Pose
from grenade_salad.games.salad.placement import why_not_place
from grenade_salad.games.salad.placement_search import REACH, Disc, along, nearest
from tests.marks import over

MEASURES = Measures(table=(200.0, 200.0))


def crowd(rng: Random, wide: float, number: int) -> list[Pose]:
    """Soldiers at rest in a square at the lower left corner, some of them touching by the rules' tolerance."""
    found: list[Pose] = []
    for _ in range(number * 6):
        x, y, angle = rng.uniform(4, wide), rng.uniform(4, wide), rng.choice([0.0, 0.0, rng.uniform(-4, 4), pi / 4])
        place = nearest(MEASURES, found, (x, y), angle)
        if place is not None and len(found) < number:
            found.append(Pose(len(found), *place, angle))
    return found


def legal(soldiers: list[Pose], at: Point, angle: float, ignoring: int | None, within: Disc | None) -> bool:
    return (within is None or dist(at, within[0]) <= within[1] + 1e-9) and not why_not_place(
        MEASURES, soldiers, *at, angle, ignoring
    )


@pytest.mark.rule("GS-04", "GS-11", "GS-13")
@over("seed", range(4), range(4, 300))
def test_what_is_found_is_legal_and_nothing_legal_is_nearer(seed: int) -> None:
    rng = Random(seed)
    wide = rng.choice([40.0, 60.0, 90.0])
    soldiers = crowd(rng, wide, rng.choice([5, 12, 40]))
    angle = rng.choice([0.0, pi / 4, soldiers[0].angle, rng.uniform(-pi, pi)])
    lifted = rng.choice([None, *soldiers])
    within = None if lifted is None else ((lifted.x, lifted.y), rng.choice([8.0, 25.0, 50.0]))
    ignoring = None if lifted is None else lifted.id
    at = rng.uniform(-3, wide), rng.uniform(-3, wide)
    found = nearest(MEASURES, soldiers, at, angle, ignoring=ignoring, within=within)
    if found is not None:
        assert legal(soldiers, found, angle, ignoring, within)
    far = inf if found is None else dist(found, at)
    assert found is None or far <= REACH
    rings = [(REACH * ring / 60, 2 * pi * part / 90) for ring in range(61) for part in range(90)]
    for ring, part in rings:
        if ring < far - 0.001:
            other = (at[0] + ring * cos(part), at[1] + ring * sin(part))
            assert not legal(soldiers, other, angle, ignoring, within), other


def test_a_square_is_pushed_aside_by_a_side_and_none_is_found_over_a_middle() -> None:
    other = [Pose(0, 100.0, 100.0, 0.0)]
    assert nearest(MEASURES, other, (96.0, 93.0), 0.0) == pytest.approx((96.0, 92.05), abs=1e-5)
    assert nearest(MEASURES, other, (100.0, 101.0), 0.0) is None
    assert nearest(MEASURES, other, (100.0, 101.0), 0.0, ignoring=0) == (100.0, 101.0)
    assert nearest(MEASURES, other, (100.0, 101.0), 0.0, reach=8.0) == pytest.approx((100.0, 107.95), abs=1e-5)
    turned = nearest(MEASURES, other, (93.0, 100.0), pi / 4)
    assert turned == pytest.approx((100 - 4 - 4 * 2**0.5 + 0.05, 100.0), abs=1e-5)


@pytest.mark.rule("GS-04", "GS-11")
def test_edges_and_the_reach_of_a_move_hold_it_together() -> None:
    assert nearest(MEASURES, [], (1.0, 199.0), 0.0) == pytest.approx((3.95, 196.05), abs=1e-5)
    assert nearest(MEASURES, [], (-2.0, 100.0), 0.0) is None, "more than 5 mm over the edge"
    own = ((4.0, 100.0), 50.0)
    place = nearest(MEASURES, [], (4.0, 150.0), pi / 4, within=own)
    assert place is not None, "turned at the wall, it must come away from it, and then not so far along"
    assert isclose(dist(place, own[0]), 50.0, abs_tol=1e-6)
    assert place[0] == pytest.approx(4 * 2**0.5 - 0.05, abs=1e-5)


def test_who_is_lifted_comes_down_beyond_whoever_is_in_the_way() -> None:
    row = [Pose(0, 100.0, 100.0, 0.0), Pose(1, 108.0, 100.0, 0.0), Pose(2, 140.0, 100.0, 0.0)]
    assert along(MEASURES, row, (92.05, 100.0), (1.0, 0.0), 0.0) == pytest.approx((115.95, 100.0), abs=1e-5)
    assert along(MEASURES, row, (92.05, 100.0), (-1.0, 0.0), 0.0) == pytest.approx((91.05, 100.0))
    assert along(MEASURES, row, (92.05, 100.0), (1.0, 0.0), 0.0, within=((90.0, 100.0), 20.0)) is None
    assert along(MEASURES, row, (92.05, 100.0), (0.0, 200.0), 0.0) is None
