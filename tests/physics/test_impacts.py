"""What hit what: read from the film of what slides."""

from __future__ import annotations

import pytest

from grenade_salad.films.impacts import Hit, hits
from grenade_salad.games.physics.pushing import push
from grenade_salad.games.physics.sliding import Ground, Slide, Thing, Wall, flick
from tests.physics.test_sliding import RADIUS, ROOM, WOOD, disc


def heard(slide: Slide, things: list[Thing], started: int, drawn: tuple[int, ...] = ()) -> list[Hit]:
    return hits(slide.frames, [thing for thing in things if thing.id in slide.ids], (started,), drawn)


@pytest.mark.parametrize("speed", [800.0, 2500.0])
def test_a_frontal_hit_is_heard_when_and_as_hard_as_it_is(speed: float) -> None:
    way = 60.0
    things = [disc(1, 500, 500), disc(2, 500 + 2 * RADIUS + way, 500), disc(3, 900, 900)]
    [hit] = heard(flick(ROOM, things, 1, (speed, 0.0)), things, 1)
    slow = WOOD.grip * 9810
    meets = (speed**2 - 2 * slow * way) ** 0.5
    assert {hit.one, hit.other} == {1, 2}
    assert hit.time == pytest.approx((speed - meets) / slow, abs=0.025)
    assert hit.impulse == pytest.approx(things[0].mass * meets * (1 + WOOD.bounce**2) / 2, rel=0.12)
    assert hit.x == pytest.approx(500 + way + RADIUS, abs=speed * 0.03)


def test_who_only_slides_is_not_heard_and_a_wall_is() -> None:
    things = [disc(1, 500, 500)]
    assert heard(flick(ROOM, things, 1, (1500.0, 0.0)), things, 1) == []
    walled = Ground(ROOM.size, (Wall((800, 0), (800, 9000), 10.0, WOOD),))
    [hit] = heard(flick(walled, things, 1, (2500.0, 0.0)), things, 1)
    assert (hit.one, hit.other) == (1, None)


def test_a_hand_that_draws_is_heard_only_by_what_it_hits() -> None:
    things = [disc(1, 500, 500), disc(2, 640, 500)]
    path = [(0, 500.0, 500.0), (400, 700.0, 500.0), (600, 500.0, 500.0)]
    found = heard(push(ROOM, things, 1, path), things, 1, (1,))
    assert found
    assert all({hit.one, hit.other} == {1, 2} for hit in found)
