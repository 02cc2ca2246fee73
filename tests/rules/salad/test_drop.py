"""Drops behave as wooden cubes on linen, end at rest, and are reproducible."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from math import dist, sqrt
from statistics import fmean, median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grenade_salad.games.salad import physics, placement, vector_geometry
from grenade_salad.games.salad.pieces import MAX_HEIGHT, MIN_HEIGHT, Blast, Measures, Pose, Soldier

MEASURES = Measures()
DEFAULT = MEASURES.default_height(4)
MIDDLE = (300.0, 200.0)
HEIGHTS = (20.0, 60.0, 100.0, 150.0, 220.0, 300.0)
SEEDS = 60
"""Drops from a height of which the results are compared."""
CUBES = 20
"""Cubes of four players in the set-up drop."""


def drops(height: float, seeds: int, cubes: int = CUBES) -> list[physics.Drop]:
    return [physics.drop(MEASURES, (), range(cubes), height, seed) for seed in range(seeds)]


def measure_radii(results: list[physics.Drop]) -> list[float]:
    return [placement.cluster(MEASURES, drop.poses).radius for drop in results]


def largest_blast(ended: physics.Drop) -> int:
    return physics.largest_blast(MEASURES, ended.poses)[1]


def make_soldiers(poses: tuple[Pose, ...]) -> list[Soldier]:
    return [Soldier(pose.id, pose.id % 4, pose.x, pose.y, pose.angle) for pose in poses]


def heap() -> list[Soldier]:
    """Return soldiers that touch each other in the middle of the table."""
    return make_soldiers(physics.drop(MEASURES, (), range(20), 20.0, 3).poses)


def check_at_rest(measures: Measures, ended: physics.Drop, ids: set[int]) -> None:
    """Check the end of a drop by GS-04 and GS-07.

    Everybody is accounted for, wholly on the table, and on top of nobody.
    """
    ids_on_table = [pose.id for pose in ended.poses]
    assert ids_on_table == sorted(ids_on_table)
    assert list(ended.lost) == sorted(ended.lost)
    assert set(ids_on_table) | set(ended.lost) == ids
    assert len(ids_on_table) + len(ended.lost) == len(ids)
    for pose in ended.poses:
        assert placement.why_not_place(measures, ended.poses, pose.x, pose.y, pose.angle, ignoring=pose.id) is None


@pytest.mark.slow
@pytest.mark.rule("GS-05", "GS-06")
def test_higher_drops_scatter_wider() -> None:
    middles = [median(measure_radii(drops(height, SEEDS))) for height in HEIGHTS]
    assert 10 <= middles[0] <= 40
    assert 85 <= middles[-1] <= 125
    assert all(higher > lower * 1.1 for lower, higher in pairwise(middles))


@pytest.mark.slow
@pytest.mark.rule("GS-06")
@pytest.mark.parametrize("cubes", [10, 15, 20])
def test_higher_drops_scatter_wider_for_any_number_of_players(cubes: int) -> None:
    middles = [median(measure_radii(drops(height, 150, cubes))) for height in range(20, 301, 40)]
    assert 10 <= middles[0] <= 40
    assert middles[-1] > 85
    assert all(higher > lower for lower, higher in pairwise(middles))


@pytest.mark.rule("GS-06")
def test_lowest_drop_makes_one_heap() -> None:
    results = drops(MIN_HEIGHT, 40)
    clusters = [placement.cluster(MEASURES, drop.poses) for drop in results]
    assert max(cluster.radius for cluster in clusters) < 35
    assert median(cluster.radius for cluster in clusters) < 30
    assert median(cluster.touching for cluster in clusters) >= 9
    assert median(largest_blast(drop) for drop in results) >= 16


@pytest.mark.rule("GS-03", "GS-06")
def test_the_default_height_makes_a_loose_cluster() -> None:
    results = drops(DEFAULT, SEEDS)
    clusters = [placement.cluster(MEASURES, drop.poses) for drop in results]
    assert 50 < median(cluster.radius for cluster in clusters) < 70
    assert median(cluster.touching for cluster in clusters) <= 4
    assert median(largest_blast(drop) for drop in results) <= 8
    assert median(largest_blast(drop) for drop in drops(DEFAULT - 50, SEEDS)) > 8


@pytest.mark.rule("GS-06")
@pytest.mark.parametrize("blast", ["area", "width", "tile"])
def test_largest_blast_hits_as_many_as_any_place_of_a_fine_grid(blast: Blast) -> None:
    measures = replace(MEASURES, blast=blast)
    for seed, height in ((1, 20.0), (2, 150.0), (3, 300.0)):
        soldiers = make_soldiers(physics.drop(MEASURES, (), range(20), height, seed).poses)
        centre, hit_count = physics.largest_blast(measures, soldiers)
        assert len(physics.blast_victims(measures, soldiers, centre)) == hit_count
        xy, angle = vector_geometry.pose_arrays(soldiers)
        grid = np.stack(np.meshgrid(np.arange(0.0, 600.0, 2.0), np.arange(0.0, 400.0, 2.0)), axis=-1).reshape(-1, 2)
        near = grid[(grid > xy.min(axis=0)).all(axis=1) & (grid < xy.max(axis=0)).all(axis=1)]
        assert vector_geometry.blast_hits(near, measures, xy, angle).sum(axis=1).max() <= hit_count


@pytest.mark.rule("GS-06")
def test_the_largest_blast_is_on_the_table() -> None:
    corner = [Soldier(0, 0, 4.0, 4.0, 0.0), Soldier(1, 1, 4.0, 40.0, 0.0), Soldier(2, 1, 500.0, 396.0, 0.0)]
    assert physics.largest_blast(MEASURES, corner)[1] == 2
    (x, y), alone = physics.largest_blast(MEASURES, corner[2:])
    assert alone == 1
    assert 0 <= x <= 600
    assert 0 <= y <= 400
    assert physics.largest_blast(MEASURES, ())[1] == 0


@pytest.mark.rule("GS-06", "GS-07")
def test_few_are_lost_even_from_the_greatest_height() -> None:
    assert sum(len(drop.lost) for drop in drops(MAX_HEIGHT, SEEDS)) < 0.1 * SEEDS * CUBES
    assert sum(len(drop.lost) for drop in drops(DEFAULT, SEEDS)) < 0.05 * SEEDS * CUBES


@pytest.mark.rule("GS-05", "GS-14")
def test_drop_is_centred_on_the_table() -> None:
    for cubes in (3, 20):
        poses = [pose for drop in drops(100.0, SEEDS, cubes) for pose in drop.poses]
        standard_error = 60 / sqrt(len(poses))
        assert dist((fmean(p.x for p in poses), fmean(p.y for p in poses)), MIDDLE) < 2.5 * standard_error


@pytest.mark.slow
@pytest.mark.rule("GS-04", "GS-07")
@settings(max_examples=120)
@given(
    st.floats(4.0, 20.0),
    st.floats(1.0, 3.0),
    st.tuples(st.floats(4.0, 12.0), st.floats(4.0, 12.0)),
    st.sampled_from([1, 3, 10, 20, 80]),
    st.floats(20.0, 300.0),
    st.integers(0, 2**48),
)
def test_every_drop_ends_at_rest(
    cube: float, wider: float, tiles: tuple[float, float], cubes: int, height: float, seed: int
) -> None:
    tile = max(20.0, 2 * cube * wider)
    measures = Measures(cube, tile, (tiles[0] * tile, tiles[1] * tile))
    first = physics.drop(measures, (), range(cubes), height, seed)
    check_at_rest(measures, first, set(range(cubes)))
    second = physics.drop(measures, make_soldiers(first.poses), [900, 91, 517], height, seed)
    check_at_rest(measures, second, {pose.id for pose in first.poses} | {900, 91, 517})


@pytest.mark.rule("GS-04", "GS-07")
def test_overfull_table_comes_to_rest() -> None:
    tight = Measures(20.0, 40.0, (160.0, 160.0))
    ended = physics.drop(tight, (), range(80), 300.0, 1)
    check_at_rest(tight, ended, set(range(80)))
    assert len(ended.lost) >= 80 - 64
    piled = [Soldier(id, 0, 100.0, 100.0, 0.0) for id in range(5)]
    check_at_rest(MEASURES, physics.drop(MEASURES, piled, [9], 20.0, 1), {0, 1, 2, 3, 4, 9})


@pytest.mark.rule("GS-07")
def test_lost_soldiers_fall_over_the_edge() -> None:
    small = Measures(8.0, 50.0, (200.0, 200.0))
    lost = 0
    for seed in range(12):
        ended = physics.drop(small, (), range(20), 250.0, seed)
        check_at_rest(small, ended, set(range(20)))
        lost += len(ended.lost)
    assert lost > 13


@pytest.mark.rule("GS-14")
def test_dropped_soldiers_push_those_on_the_table() -> None:
    soldiers = heap()
    moved_counts = []
    for seed in range(20):
        ended = physics.drop(MEASURES, soldiers, [20, 21, 22], 120.0, seed)
        check_at_rest(MEASURES, ended, set(range(23)))
        poses_by_id = {pose.id: pose for pose in ended.poses}
        rests = [(soldier, poses_by_id[soldier.id]) for soldier in soldiers if soldier.id in poses_by_id]
        moved_counts.append(sum(dist((soldier.x, soldier.y), (rest.x, rest.y)) > 1 for soldier, rest in rests))
    assert median(moved_counts) >= 2


@pytest.mark.rule("GS-14")
def test_soldier_that_is_not_reached_does_not_move() -> None:
    distant = [
        Soldier(0, 0, 10.0, 10.0, 0.123456789),
        Soldier(1, 1, 17.94, 11.03, 0.123456789),
        Soldier(2, 2, 590.0, 390.0, -100.0),
    ]
    ended = physics.drop(MEASURES, distant, [5, 6, 7], 20.0, 4)
    assert ended.poses[:3] == tuple(Pose(s.id, s.x, s.y, s.angle) for s in distant)


@pytest.mark.rule("GS-05")
def test_order_of_the_soldiers_changes_nothing() -> None:
    soldiers = heap()
    ended = physics.drop(MEASURES, soldiers, [20, 21, 22], 150.0, 5)
    assert physics.drop(MEASURES, soldiers[::-1], [22, 20, 21], 150.0, 5) == ended
    assert physics.drop(MEASURES, soldiers, [20, 21, 22], 150.0, 6) != ended


SCRIPT = """
from grenade_salad.games.salad import physics, placement
from tests.rules.salad.test_drop import MEASURES, heap
for height in (20.0, 120.0, 300.0):
    print(physics.drop(MEASURES, heap(), range(20, 50), height, 11).poses)
"""


@pytest.mark.slow
@pytest.mark.rule("GS-05")
def test_drop_is_the_same_in_another_process() -> None:
    expected = "".join(f"{physics.drop(MEASURES, heap(), range(20, 50), h, 11).poses}\n" for h in (20.0, 120.0, 300.0))
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        result = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        assert result.stdout == expected


@pytest.mark.rule("GS-05")
def test_drop_is_the_same_in_several_threads() -> None:
    seeds = range(24)
    alone = [physics.drop(MEASURES, (), range(20), 100.0, seed) for seed in seeds]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda seed: physics.drop(MEASURES, (), range(20), 100.0, seed), seeds))
    assert together == alone


@pytest.mark.parametrize("height", [0.0, -5.0, float("nan"), float("inf")])
def test_impossible_height_is_refused(height: float) -> None:
    with pytest.raises(ValueError, match="cannot be dropped from"):
        physics.drop(MEASURES, (), [0], height, 1)


def test_soldier_may_not_be_there_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        physics.drop(MEASURES, heap(), [3], 100.0, 1)
    with pytest.raises(ValueError, match="twice"):
        physics.drop(MEASURES, (), [3, 3], 100.0, 1)


@pytest.mark.rule("GS-14")
def test_drop_of_no_soldiers_moves_none() -> None:
    soldiers = make_soldiers(physics.drop(MEASURES, (), range(6), 300.0, 3).poses)
    assert physics.drop(MEASURES, soldiers, (), 100.0, 1).poses == tuple(
        Pose(s.id, s.x, s.y, s.angle) for s in soldiers
    )
    assert physics.drop(MEASURES, (), (), 100.0, 1).poses == ()
