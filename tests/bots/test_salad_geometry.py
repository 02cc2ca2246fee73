"""The players' own geometry gives the answers of the real table."""

from __future__ import annotations

from math import pi
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grenade_salad.bots.salad import geometry
from grenade_salad.games.salad import table
from grenade_salad.games.salad.pieces import Measures, Soldier

MEASURES = (Measures(), Measures(cube=12.0, tile=40.0, table=(320.0, 260.0), blast="width"))
positions = st.builds(
    lambda measures, number, height, seed: (measures, dropped(measures, number, height, seed), Random(seed)),
    st.sampled_from(MEASURES),
    st.integers(2, 40),
    st.floats(20, 300),
    st.integers(0, 10**6),
)


def dropped(measures: Measures, number: int, height: float, seed: int) -> list[Soldier]:
    """Soldiers as they lie after a drop: many of them touch."""
    drop = table.drop(measures, (), range(number), height, seed)
    return [Soldier(pose.id, pose.id % 3, pose.x, pose.y, pose.angle) for pose in drop.poses]


@settings(max_examples=25, deadline=None, derandomize=True)
@given(positions, st.sampled_from(("nine", "centre")))
def test_who_sees_whom(position: tuple[Measures, list[Soldier], Random], rays: table.Rays) -> None:
    measures, soldiers, rng = position
    xy, angle = geometry.arrays(soldiers)
    shooters = np.array(rng.sample(range(len(soldiers)), min(12, len(soldiers))))
    everybody = np.arange(len(soldiers))
    free = geometry.sights(shooters, everybody, xy, angle, measures.cube, rays == "nine")
    ids = [soldier.id for soldier in soldiers]
    pairs = [(ids[one], other) for one in shooters for other in ids if ids[one] != other]
    seen = {(ids[shooters[one]], ids[other]) for one, other in np.argwhere(free)}
    assert seen == set(table.free_sights(measures, soldiers, pairs, rays))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(positions)
def test_whom_a_circle_hits(position: tuple[Measures, list[Soldier], Random]) -> None:
    measures, soldiers, rng = position
    xy, angle = geometry.arrays(soldiers)
    width, height = measures.table
    centres = [(rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * height) for _ in range(10)]
    centres += [(soldier.x, soldier.y) for soldier in soldiers[:5]]
    hit = geometry.hits(geometry.points(centres), measures.blast_radius, xy, angle, measures.cube)
    for row, centre in zip(hit, centres, strict=True):
        assert tuple(soldiers[one].id for one in np.flatnonzero(row)) == table.blast(measures, soldiers, centre)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(positions)
def test_where_there_is_room(position: tuple[Measures, list[Soldier], Random]) -> None:
    measures, soldiers, rng = position
    xy, angle = geometry.arrays(soldiers)
    width, height = measures.table
    places = [(rng.uniform(-5, width + 5), rng.uniform(-5, height + 5), rng.uniform(-pi, pi)) for _ in range(10)]
    places += [
        (one.x + rng.uniform(-12, 12), one.y + rng.uniform(-12, 12), rng.uniform(-pi, pi)) for one in soldiers[:12]
    ]
    to = np.array(places)
    on, taken = geometry.room(to[:, :2], to[:, 2], xy, angle, measures.cube, measures.table)
    lifted = rng.randrange(len(soldiers))
    for row, (x, y, turned) in enumerate(places):
        free = table.why_not_place(measures, soldiers, x, y, turned) is None
        assert free == bool(on[row] and not taken[row].any())
        lifted_free = table.why_not_place(measures, soldiers, x, y, turned, soldiers[lifted].id) is None
        assert lifted_free == bool(on[row] and not np.delete(taken[row], lifted).any())


@settings(max_examples=15, deadline=None, derandomize=True)
@given(positions)
def test_the_space_between_two(position: tuple[Measures, list[Soldier], Random]) -> None:
    measures, soldiers, _ = position
    xy, angle = geometry.arrays(soldiers)
    some = soldiers[:6]
    gaps = geometry.gaps(xy[:6], angle[:6], xy, angle, measures.cube)
    for row, one in zip(gaps, some, strict=True):
        assert row.tolist() == pytest.approx([table.gap(measures, one, other) for other in soldiers], abs=1e-9)


def test_nobody_is_there() -> None:
    none = geometry.arrays([])
    at = geometry.points([(10.0, 10.0)])
    assert geometry.hits(at, 20.0, *none, 8.0).shape == (1, 0)
    on, taken = geometry.room(at, np.zeros(1), *none, 8.0, (100.0, 100.0))
    assert on.all()
    assert taken.shape == (1, 0)
    nobody = np.arange(0)
    assert geometry.sights(nobody, nobody, *none, 8.0).shape == (0, 0)


@pytest.mark.parametrize(
    ("at", "free"), [((28.06, 20.0), False), ((28.04, 20.0), True), ((3.96, 50.0), True), ((3.94, 50.0), False)]
)
def test_touching_is_allowed(at: tuple[float, float], free: bool) -> None:
    """Up to 0.05 mm over another soldier or over the edge, as on the table."""
    soldiers = [Soldier(0, 0, 20.0, 20.0, 0.0), Soldier(1, 0, 36.0, 20.0, 0.0)]
    on, taken = geometry.room(geometry.points([at]), np.zeros(1), *geometry.arrays(soldiers), 8.0, (600.0, 400.0))
    assert bool(on[0] and not taken[0].any()) == free
    assert (table.why_not_place(Measures(), soldiers, *at, 0.0) is None) == free
