"""Drops behave as wooden cubes on linen, end at rest, and are the same wherever they are computed."""

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

from grenade_salad.games.salad import physics, vector_geometry
from grenade_salad.games.salad.pieces import Blast, Measures, Pose, Soldier

MEASURES = Measures()
DEFAULT = MEASURES.default_height(4)
MIDDLE = (300.0, 200.0)
HEIGHTS = (20.0, 60.0, 100.0, 150.0, 220.0, 300.0)
ROUNDING = 0.001


def drops(height: float, seeds: int, cubes: int = 20) -> list[physics.Drop]:
    return [physics.drop(MEASURES, (), range(cubes), height, seed) for seed in range(seeds)]


def radii(many: list[physics.Drop]) -> list[float]:
    return [physics.cluster(MEASURES, one.poses).radius for one in many]


def largest(ended: physics.Drop) -> int:
    return physics.largest_blast(MEASURES, ended.poses)[1]


def standing(poses: tuple[Pose, ...]) -> list[Soldier]:
    return [Soldier(pose.id, pose.id % 4, pose.x, pose.y, pose.angle) for pose in poses]


def heap() -> list[Soldier]:
    return standing(physics.drop(MEASURES, (), range(20), 20.0, 3).poses)


def at_rest(measures: Measures, ended: physics.Drop, ids: set[int]) -> None:
    """GS-04 and GS-07: everybody is accounted for, wholly on the table, and lies on nobody."""
    lying = [pose.id for pose in ended.poses]
    assert lying == sorted(lying)
    assert list(ended.lost) == sorted(ended.lost)
    assert set(lying) | set(ended.lost) == ids
    assert len(lying) + len(ended.lost) == len(ids)
    for pose in ended.poses:
        assert physics.why_not_place(measures, ended.poses, pose.x, pose.y, pose.angle, ignoring=pose.id) is None


@pytest.mark.slow
@pytest.mark.rule("GS-05", "GS-06")
def test_higher_drops_scatter_wider() -> None:
    middles = [median(radii(drops(height, 60))) for height in HEIGHTS]
    assert 10 <= middles[0] <= 40
    assert 85 <= middles[-1] <= 125
    assert all(higher > lower * 1.1 for lower, higher in pairwise(middles))


@pytest.mark.slow
@pytest.mark.rule("GS-06")
@pytest.mark.parametrize("cubes", [10, 15, 20])
def test_higher_drops_scatter_wider_for_any_number_of_players(cubes: int) -> None:
    middles = [median(radii(drops(height, 150, cubes))) for height in range(20, 301, 40)]
    assert 10 <= middles[0] <= 40
    assert middles[-1] > 85
    assert all(higher > lower for lower, higher in pairwise(middles))


@pytest.mark.rule("GS-06")
def test_the_lowest_drop_makes_one_heap() -> None:
    for one in drops(physics.MIN_HEIGHT, 40):
        found = physics.cluster(MEASURES, one.poses)
        assert found.radius < 30
        assert found.touching >= 10


@pytest.mark.rule("GS-03", "GS-06")
def test_the_default_height_makes_a_loose_cluster() -> None:
    many = drops(DEFAULT, 60)
    clusters = [physics.cluster(MEASURES, one.poses) for one in many]
    assert 75 < median(found.radius for found in clusters) < 105
    assert 2 <= median(found.touching for found in clusters) <= 6
    assert median(largest(one) for one in many) <= 8
    assert median(largest(one) for one in drops(DEFAULT - 50, 60)) > 8


@pytest.mark.rule("GS-06")
@pytest.mark.parametrize("blast", ["area", "width", "tile"])
def test_the_largest_blast_takes_as_many_as_any_place_of_a_fine_grid(blast: Blast) -> None:
    measures = replace(MEASURES, blast=blast)
    for seed, height in ((1, 20.0), (2, 150.0), (3, 300.0)):
        soldiers = standing(physics.drop(MEASURES, (), range(20), height, seed).poses)
        at, most = physics.largest_blast(measures, soldiers)
        assert len(physics.blast(measures, soldiers, at)) == most
        xy, angle = vector_geometry.placed(soldiers)
        grid = np.stack(np.meshgrid(np.arange(0.0, 600.0, 2.0), np.arange(0.0, 400.0, 2.0)), axis=-1).reshape(-1, 2)
        near = grid[(grid > xy.min(axis=0)).all(axis=1) & (grid < xy.max(axis=0)).all(axis=1)]
        assert vector_geometry.hits(near, measures, xy, angle).sum(axis=1).max() <= most


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
    assert sum(len(one.lost) for one in drops(physics.MAX_HEIGHT, 60)) < 60 * 20 * 0.1
    assert sum(len(one.lost) for one in drops(DEFAULT, 60)) < 60 * 20 * 0.05


@pytest.mark.rule("GS-05", "GS-14")
def test_the_middle_of_the_table_is_the_middle_of_a_drop() -> None:
    for cubes in (3, 20):
        poses = [pose for one in drops(100.0, 60, cubes) for pose in one.poses]
        assert dist((fmean(p.x for p in poses), fmean(p.y for p in poses)), MIDDLE) < 60 / sqrt(len(poses)) * 2.5


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
    at_rest(measures, first, set(range(cubes)))
    second = physics.drop(measures, standing(first.poses), [900, 91, 517], height, seed)
    at_rest(measures, second, {pose.id for pose in first.poses} | {900, 91, 517})


@pytest.mark.rule("GS-04", "GS-07")
def test_a_table_too_full_still_comes_to_rest() -> None:
    tight = Measures(20.0, 40.0, (160.0, 160.0))
    ended = physics.drop(tight, (), range(80), 300.0, 1)
    at_rest(tight, ended, set(range(80)))
    assert len(ended.lost) >= 80 - 64
    piled = [Soldier(id, 0, 100.0, 100.0, 0.0) for id in range(5)]
    at_rest(MEASURES, physics.drop(MEASURES, piled, [9], 20.0, 1), {0, 1, 2, 3, 4, 9})


@pytest.mark.rule("GS-07")
def test_the_lost_fall_over_the_edge() -> None:
    small = Measures(8.0, 50.0, (200.0, 200.0))
    lost = 0
    for seed in range(12):
        ended = physics.drop(small, (), range(20), 250.0, seed)
        at_rest(small, ended, set(range(20)))
        lost += len(ended.lost)
    assert lost > 13


@pytest.mark.rule("GS-14")
def test_dropped_soldiers_knock_those_that_stand_there() -> None:
    before = heap()
    for seed in range(5):
        ended = physics.drop(MEASURES, before, [20, 21, 22], 120.0, seed)
        at_rest(MEASURES, ended, set(range(23)))
        after = {pose.id: pose for pose in ended.poses}
        assert sum(dist((s.x, s.y), (after[s.id].x, after[s.id].y)) > 1 for s in before if s.id in after) >= 3


@pytest.mark.rule("GS-14")
def test_whoever_is_not_reached_does_not_stir() -> None:
    far = [
        Soldier(0, 0, 10.0, 10.0, 0.123456789),
        Soldier(1, 1, 17.94, 11.03, 0.123456789),
        Soldier(2, 2, 590.0, 390.0, -100.0),
    ]
    ended = physics.drop(MEASURES, far, [5, 6, 7], 20.0, 4)
    assert ended.poses[:3] == tuple(Pose(s.id, s.x, s.y, s.angle) for s in far)


@pytest.mark.rule("GS-05")
def test_the_order_of_the_soldiers_changes_nothing() -> None:
    before = heap()
    ended = physics.drop(MEASURES, before, [20, 21, 22], 150.0, 5)
    assert physics.drop(MEASURES, before[::-1], [22, 20, 21], 150.0, 5) == ended
    assert physics.drop(MEASURES, before, [20, 21, 22], 150.0, 6) != ended


SCRIPT = """
from grenade_salad.games.salad import physics
from tests.rules.salad.test_drop import MEASURES, heap
for height in (20.0, 120.0, 300.0):
    print(physics.drop(MEASURES, heap(), range(20, 50), height, 11).poses)
"""


@pytest.mark.slow
@pytest.mark.rule("GS-05")
def test_the_same_drop_in_another_process() -> None:
    here = "".join(f"{physics.drop(MEASURES, heap(), range(20, 50), h, 11).poses}\n" for h in (20.0, 120.0, 300.0))
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout == here


@pytest.mark.rule("GS-05")
def test_the_same_drop_in_several_threads() -> None:
    seeds = range(24)
    alone = [physics.drop(MEASURES, (), range(20), 100.0, seed) for seed in seeds]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda seed: physics.drop(MEASURES, (), range(20), 100.0, seed), seeds))
    assert together == alone


@pytest.mark.parametrize("height", [0.0, -5.0, float("nan"), float("inf")])
def test_a_height_must_be_a_height(height: float) -> None:
    with pytest.raises(ValueError, match="cannot be dropped from"):
        physics.drop(MEASURES, (), [0], height, 1)


def test_nobody_is_there_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        physics.drop(MEASURES, heap(), [3], 100.0, 1)
    with pytest.raises(ValueError, match="twice"):
        physics.drop(MEASURES, (), [3, 3], 100.0, 1)


@pytest.mark.rule("GS-14")
def test_dropping_nobody_moves_nobody() -> None:
    before = standing(physics.drop(MEASURES, (), range(6), 300.0, 3).poses)
    assert physics.drop(MEASURES, before, (), 100.0, 1).poses == tuple(Pose(s.id, s.x, s.y, s.angle) for s in before)
    assert physics.drop(MEASURES, (), (), 100.0, 1).poses == ()
