"""Impacts that are found in the film of a slide."""

from __future__ import annotations

import pytest

from grenade_salad.films.impacts import Impact, find_impacts
from grenade_salad.games.physics.pushing import push
from grenade_salad.games.physics.sliding import Playfield, Slide, SlidingObject, Wall, flick
from tests.physics.discs import PLAYFIELD, RADIUS, WOOD, disc


def hear_slide(slide: Slide, objects: list[SlidingObject], pushed_id: int, held: tuple[int, ...] = ()) -> list[Impact]:
    return find_impacts(slide.frames, [obj for obj in objects if obj.id in slide.ids], (pushed_id,), held)


@pytest.mark.parametrize("speed", [800.0, 2500.0])
def test_frontal_impact_has_the_right_time_place_and_impulse(speed: float) -> None:
    gap = 60.0
    objects = [disc(1, 500, 500), disc(2, 500 + 2 * RADIUS + gap, 500), disc(3, 900, 900)]
    [hit] = hear_slide(flick(PLAYFIELD, objects, 1, (speed, 0.0)), objects, 1)
    deceleration = WOOD.table_friction * 9810
    impact_speed = (speed**2 - 2 * deceleration * gap) ** 0.5
    assert {hit.object_id, hit.other_id} == {1, 2}
    assert hit.time == pytest.approx((speed - impact_speed) / deceleration, abs=0.025)
    assert hit.impulse == pytest.approx(objects[0].mass * impact_speed * (1 + WOOD.elasticity**2) / 2, rel=0.12)
    assert hit.x == pytest.approx(500 + gap + RADIUS, abs=speed * 0.03)


def test_sliding_makes_no_impact_and_a_wall_does() -> None:
    objects = [disc(1, 500, 500)]
    assert hear_slide(flick(PLAYFIELD, objects, 1, (1500.0, 0.0)), objects, 1) == []
    walled = Playfield(PLAYFIELD.size, (Wall((800, 0), (800, 9000), 10.0, WOOD),))
    [hit] = hear_slide(flick(walled, objects, 1, (2500.0, 0.0)), objects, 1)
    assert (hit.object_id, hit.other_id) == (1, None)


def test_held_object_makes_impacts_only_with_what_it_hits() -> None:
    objects = [disc(1, 500, 500), disc(2, 640, 500)]
    path = [(0, 500.0, 500.0), (400, 700.0, 500.0), (600, 500.0, 500.0)]
    impacts = hear_slide(push(PLAYFIELD, objects, 1, path), objects, 1, (1,))
    assert impacts
    assert all({hit.object_id, hit.other_id} == {1, 2} for hit in impacts)
