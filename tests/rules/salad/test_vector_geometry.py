"""Vector geometry gives the answers of single rays and of plain numbers."""

from __future__ import annotations

from math import pi
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grenade_salad.games.salad import physics, placement, vector_geometry
from grenade_salad.games.salad.geometry import point_square_distance
from grenade_salad.games.salad.pieces import Measures, Soldier

MEASURES = (Measures(), Measures(cube=12.0, tile=40.0, table=(320.0, 260.0), blast="width"))
positions = st.builds(
    lambda measures, count, height, seed: (measures, drop_soldiers(measures, count, height, seed), Random(seed)),
    st.sampled_from(MEASURES),
    st.integers(2, 40),
    st.floats(20, 300),
    st.integers(0, 10**6),
)


def drop_soldiers(measures: Measures, count: int, height: float, seed: int) -> list[Soldier]:
    """Return soldiers after a drop: many of them touch."""
    drop = physics.drop(measures, (), range(count), height, seed)
    return [Soldier(pose.id, pose.id % 3, pose.x, pose.y, pose.angle) for pose in drop.poses]


@pytest.mark.rule("GS-17")
@settings(max_examples=25, deadline=None, derandomize=True)
@given(positions, st.sampled_from(("nine", "centre")))
def test_vector_sights_equal_cast_rays(position: tuple[Measures, list[Soldier], Random], rays: physics.Rays) -> None:
    measures, soldiers, rng = position
    ids = [soldier.id for soldier in soldiers]
    shooters = rng.sample(ids, min(12, len(ids)))
    pairs = [(shooter, target) for shooter in shooters for target in ids]
    assert physics.free_sights(measures, soldiers, shooters, ids, rays) == list(
        physics.cast_sights(measures, soldiers, pairs, rays)
    )


@pytest.mark.quick("0.0-nine", "1e-09-centre")
@pytest.mark.rule("GS-17")
@pytest.mark.parametrize("rays", ["nine", "centre"])
@pytest.mark.parametrize("nudge", [0.0, 1e-12, 1e-9, 1e-7, 1e-5])
def test_rays_along_a_border_are_cast(rays: physics.Rays, nudge: float) -> None:
    """Place soldiers on a grid, where many rays run along a side or through a corner."""
    rng = Random(4)
    unsure_count = 0
    for _ in range(8):
        spots = rng.sample([(100 + 4 * column, 100 + 4 * row) for column in range(12) for row in range(12)], 40)
        free = [spot for n, spot in enumerate(spots) if all(max(map(abs, offsets(spot, o))) >= 8 for o in spots[:n])]
        soldiers = [
            Soldier(index, 0, x + rng.choice((-nudge, 0.0, nudge)), y, rng.choice((0.0, nudge)))
            for index, (x, y) in enumerate(free)
        ]
        everybody = range(len(soldiers))
        pairs = [(shooter, target) for shooter in everybody for target in everybody]
        sights = physics.free_sights(MEASURES[0], soldiers, everybody, everybody, rays)
        assert sights == list(physics.cast_sights(MEASURES[0], soldiers, pairs, rays))
        indexes = np.arange(len(soldiers))
        unsure_count += vector_geometry.find_sights(
            indexes, indexes, *vector_geometry.pose_arrays(soldiers), 8.0, rays == "nine"
        )[1].sum()
    assert unsure_count > 20


def offsets(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Return the distances of two points along the sides of the table."""
    return a[0] - b[0], a[1] - b[1]


@pytest.mark.rule("GS-19")
@settings(max_examples=25, deadline=None, derandomize=True)
@given(positions)
def test_vector_blast_equals_plain_numbers(position: tuple[Measures, list[Soldier], Random]) -> None:
    measures, soldiers, rng = position
    width, height = measures.table
    centres = [(rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * height) for _ in range(10)]
    centres += [(soldier.x, soldier.y) for soldier in soldiers[:5]]
    for centre in centres:
        hit_ids = [
            soldier.id
            for soldier in soldiers
            if point_square_distance(measures.cube, centre, soldier) < measures.blast_radius
        ]
        assert physics.blast_victims(measures, soldiers, centre) == tuple(hit_ids)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(positions)
def test_vector_free_places_equal_single_checks(position: tuple[Measures, list[Soldier], Random]) -> None:
    measures, soldiers, rng = position
    xy, angle = vector_geometry.pose_arrays(soldiers)
    width, height = measures.table
    places = [(rng.uniform(-5, width + 5), rng.uniform(-5, height + 5), rng.uniform(-pi, pi)) for _ in range(10)]
    places += [
        (soldier.x + rng.uniform(-12, 12), soldier.y + rng.uniform(-12, 12), rng.uniform(-pi, pi))
        for soldier in soldiers[:12]
    ]
    poses = np.array(places)
    on_table, taken = vector_geometry.check_places(poses[:, :2], poses[:, 2], xy, angle, measures.cube, measures.table)
    lifted = rng.randrange(len(soldiers))
    for row, (x, y, turned) in enumerate(places):
        free = placement.why_not_place(measures, soldiers, x, y, turned) is None
        assert free == bool(on_table[row] and not taken[row].any())
        lifted_free = placement.why_not_place(measures, soldiers, x, y, turned, soldiers[lifted].id) is None
        assert lifted_free == bool(on_table[row] and not np.delete(taken[row], lifted).any())


@settings(max_examples=15, deadline=None, derandomize=True)
@given(positions)
def test_vector_gaps_equal_single_gaps(position: tuple[Measures, list[Soldier], Random]) -> None:
    measures, soldiers, _ = position
    xy, angle = vector_geometry.pose_arrays(soldiers)
    first_soldiers = soldiers[:6]
    gaps = vector_geometry.gaps(xy[:6], angle[:6], xy, angle, measures.cube)
    for row, soldier in zip(gaps, first_soldiers, strict=True):
        assert row.tolist() == pytest.approx(
            [placement.gap(measures, soldier, other_soldier) for other_soldier in soldiers], abs=1e-9
        )


def test_vector_functions_accept_an_empty_table() -> None:
    none = vector_geometry.pose_arrays([])
    points = vector_geometry.point_array([(10.0, 10.0)])
    assert vector_geometry.blast_hits(points, Measures(), *none).shape == (1, 0)
    on_table, taken = vector_geometry.check_places(points, np.zeros(1), *none, 8.0, (100.0, 100.0))
    assert on_table.all()
    assert taken.shape == (1, 0)
    no_indexes = np.arange(0)
    assert vector_geometry.find_sights(no_indexes, no_indexes, *none, 8.0)[0].shape == (0, 0)


@pytest.mark.parametrize(
    ("at", "free"), [((28.06, 20.0), False), ((28.04, 20.0), True), ((3.96, 50.0), True), ((3.94, 50.0), False)]
)
def test_touching_is_allowed(at: tuple[float, float], free: bool) -> None:
    """Allow 0.05 mm over another soldier or over the edge, as on the table."""
    soldiers = [Soldier(0, 0, 20.0, 20.0, 0.0), Soldier(1, 0, 36.0, 20.0, 0.0)]
    on_table, taken = vector_geometry.check_places(
        vector_geometry.point_array([at]), np.zeros(1), *vector_geometry.pose_arrays(soldiers), 8.0, (600.0, 400.0)
    )
    assert bool(on_table[0] and not taken[0].any()) == free
    assert (placement.why_not_place(Measures(), soldiers, *at, 0.0) is None) == free
