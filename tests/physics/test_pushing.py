"""A push: what is seen while it goes on is what comes of the whole path, and the hand is no bulldozer."""

from __future__ import annotations

from math import cos, dist, inf, pi, sin
from random import Random

import numpy as np
import pytest

from grenade_salad.games.physics.pushing import LONGEST, POINTS, At, Push, push
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FRAME, Ground, Thing, Wall
from tests.marks import over
from tests.physics.test_sliding import RADIUS, ROOM, WOOD, disc, scattered

SIZE = (1000.0, 600.0)


def wandering(start: tuple[float, float], seed: int, speed: float = 500.0) -> list[At]:
    """A path of the longest kind, with so many mm/s, at whole ms that fit no frame."""
    rng, turn, (x, y), ms = Random(seed), 0.3, start, 0
    path: list[At] = [(0, x, y)]
    while ms < LONGEST - 16 and len(path) < POINTS:
        step = rng.choice((7, 13, 16))
        turn += rng.uniform(-0.2, 0.2)
        way = speed * step / 1000
        if not (60 < x + way * cos(turn) < SIZE[0] - 60 and 60 < y + way * sin(turn) < SIZE[1] - 60):
            turn += pi / 2
            way = 0.0
        ms, x, y = ms + step, round(x + way * cos(turn), 1), round(y + way * sin(turn), 1)
        path.append((ms, x, y))
    return path


def table(seed: int, many: int = 60) -> list[Thing]:
    rng = Random(seed)
    return scattered(rng, many, (0, 0, *SIZE), 2 * RADIUS + 1, lambda one, x, y: disc(one, x, y))


@over("seed", [1], range(2, 20))
def test_point_by_point_it_ends_as_the_whole_path_does_to_the_last_bit(seed: int) -> None:
    things = table(seed)
    path = wandering((things[0].x, things[0].y), seed)
    whole = push(Ground(SIZE), things, 0, path)
    assert len(whole.ids) > 5 or seed > 1
    live = Push(Ground(SIZE), list(reversed(things)), 0)
    seen = []
    for at in path:
        live.feed(at)
        seen.append(live.poses[live.ids.index(whole.ids[-1])].tolist())
    ended = live.let_go()
    assert (ended.rest, ended.ids, ended.lost) == (whole.rest, whole.ids, whole.lost)
    assert ended.frames.tobytes() == whole.frames.tobytes()
    shown = {tuple(place) for place in ended.frames[:, -1].tolist()}
    assert all(tuple(place) in shown for place in seen), "what was seen meanwhile is the film"


@over("seed", [4, 6], range(7, 40))
def test_it_follows_the_pointer(seed: int) -> None:
    """Within 2 mm at half a metre a second, through sixty discs."""
    things = table(seed)
    path = wandering((things[0].x, things[0].y), seed)
    live = Push(Ground(SIZE), things, 0)
    ms, xs, ys = (np.array(part) for part in zip(*path, strict=True))
    looked = 0
    for at in path:
        live.feed(at)
        moment = at[0] // round(FRAME * 1000) * round(FRAME * 1000)
        wanted = float(np.interp(moment, ms, xs)), float(np.interp(moment, ms, ys))
        assert dist(live.poses[0, :2].tolist(), wanted) <= 2.0
        looked += 1
    assert looked > 150


def test_the_hand_draws_nothing_through_a_wall_and_lets_go() -> None:
    """Whatever the pointer does behind it; the wall is 1 mm thick and the cube 8 mm wide."""
    wall = Wall((300, 0), (300, 600), 1.0, WOOD)
    ground = Ground(SIZE, (wall,))
    half = 4.0
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    things = [
        Thing(0, 250, 300, 0.2, 0.36, WOOD, corners=corners),
        Thing(1, 280, 300, 0.7, 0.36, WOOD, corners=corners),
    ]
    for jump in (50, 400):
        path = [(0, 250.0, 300.0), (jump, 700.0, 320.0), (1500, 900.0, 280.0)]
        ended = push(ground, things, 0, path)
        assert all(place < 300 for place in ended.frames[:, :, 0].flat)
        xs = {one.id: one.x for one in ended.rest}
        assert 280 < xs[0] < 300 or 280 < xs[1] < 300, "one stands at the wall"


def test_it_takes_nothing_along_that_it_does_not_touch() -> None:
    things = [disc(0, 100, 100), disc(1, 100, 300), disc(2, 101, 300)]
    ended = push(ROOM, things, 0, [(0, 90.0, 95.0), (400, 290.0, 95.0)])
    assert ended.ids == (0,)
    assert ended.rest[0].x == pytest.approx(300, abs=45), "it keeps its distance from the pointer, and slides on"


def test_let_go_in_motion_it_slides_on_whenever_that_is() -> None:
    """On the grid of frames and off it alike: as far as a disc of that speed slides; held still first, it stops."""
    speed, far = 400.0, 400.0**2 / (2 * WOOD.grip * GRAVITY)
    for end in range(200, 221):
        ended = push(ROOM, [disc(0, 60, 200)], 0, [(0, 60.0, 200.0), (end, 60 + speed * end / 1000, 200.0)])
        slid = ended.rest[0].x - (60 + speed * end / 1000)
        assert slid == pytest.approx(far, abs=2.5), end
        held = [(0, 60.0, 200.0), (end, 60 + speed * end / 1000, 200.0), (end + 60, 60 + speed * end / 1000, 200.0)]
        stopped = push(ROOM, [disc(0, 60, 200)], 0, held).rest[0].x
        assert stopped == pytest.approx(60 + speed * end / 1000, abs=0.5)


@pytest.mark.parametrize(
    "path",
    [
        [(5, 0.0, 0.0)],
        [(0, 0.0, 0.0), (0, 1.0, 0.0)],
        [(0, 0.0, 0.0), (LONGEST + 1, 1.0, 0.0)],
        [(0, inf, 0.0)],
        [(ms, 0.0, 0.0) for ms in range(POINTS + 1)],
    ],
)
def test_a_path_that_cannot_be_is_refused(path: list[At]) -> None:
    with pytest.raises(ValueError, match=r"^a p(ath|oint)"):
        push(ROOM, [disc(0, 100, 100)], 0, path)
    with pytest.raises(ValueError, match="there is no thing 7"):
        push(ROOM, [disc(0, 100, 100)], 7, [])
