"""A push: its live view agrees with the whole path, and a hand is no bulldozer."""

from __future__ import annotations

from math import cos, dist, inf, pi, sin
from random import Random

import numpy as np
import pytest

from grenade_salad.games.open_table.legality import MAX_PATH_POINTS, MAX_PUSH_MS
from grenade_salad.games.physics.pushing import MAX_DURATION, MAX_POINTS, PathPoint, Push, push
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FRAME, Playfield, SlidingObject, Wall
from tests.marks import for_each
from tests.physics.discs import PLAYFIELD, RADIUS, WOOD, disc, scatter

SIZE = (1000.0, 600.0)


def random_path(start: tuple[float, float], seed: int, speed: float = 500.0) -> list[PathPoint]:
    """Return a path as long as is allowed, at `speed` mm/s.

    The times are whole ms that fit no frame.
    """
    rng, turn, (x, y), ms = Random(seed), 0.3, start, 0
    path: list[PathPoint] = [(0, x, y)]
    while ms < MAX_DURATION - 16 and len(path) < MAX_POINTS:
        step = rng.choice((7, 13, 16))
        turn += rng.uniform(-0.2, 0.2)
        step_length = speed * step / 1000
        if not (60 < x + step_length * cos(turn) < SIZE[0] - 60 and 60 < y + step_length * sin(turn) < SIZE[1] - 60):
            turn += pi / 2
            step_length = 0.0
        ms, x, y = ms + step, round(x + step_length * cos(turn), 1), round(y + step_length * sin(turn), 1)
        path.append((ms, x, y))
    return path


def random_discs(seed: int, count: int = 60) -> list[SlidingObject]:
    rng = Random(seed)
    return scatter(rng, count, (0, 0, *SIZE), 2 * RADIUS + 1, lambda object_id, x, y: disc(object_id, x, y))


@for_each("seed", [1], range(2, 20))
def test_push_point_by_point_ends_exactly_as_the_whole_path(seed: int) -> None:
    objects = random_discs(seed)
    path = random_path((objects[0].x, objects[0].y), seed)
    whole_push = push(Playfield(SIZE), objects, 0, path)
    assert len(whole_push.ids) > 5 or seed > 1
    live = Push(Playfield(SIZE), list(reversed(objects)), 0)
    visible = []
    for point in path:
        live.feed(point)
        visible.append(live.poses[live.ids.index(whole_push.ids[-1])].tolist())
    ended = live.let_go()
    assert (ended.resting, ended.ids, ended.lost) == (whole_push.resting, whole_push.ids, whole_push.lost)
    assert ended.frames.tobytes() == whole_push.frames.tobytes()
    film_poses = {tuple(place) for place in ended.frames[:, -1].tolist()}
    assert all(tuple(place) in film_poses for place in visible), "what was seen meanwhile is the film"


@for_each("seed", [4, 6], range(7, 17), range(17, 40))
def test_pushed_disc_follows_the_pointer(seed: int) -> None:
    """Allow 2 mm at half a metre a second, through sixty discs."""
    objects = random_discs(seed)
    path = random_path((objects[0].x, objects[0].y), seed)
    live = Push(Playfield(SIZE), objects, 0)
    ms, xs, ys = (np.array(part) for part in zip(*path, strict=True))
    checked = 0
    for point in path:
        live.feed(point)
        moment = point[0] // round(FRAME * 1000) * round(FRAME * 1000)
        wanted = float(np.interp(moment, ms, xs)), float(np.interp(moment, ms, ys))
        assert dist(live.poses[0, :2].tolist(), wanted) <= 2.0
        checked += 1
    assert checked > 150


def test_hand_draws_nothing_through_a_wall_and_lets_go() -> None:
    """Move the pointer behind a wall of 1 mm, with cubes 8 mm wide before it."""
    wall = Wall((300, 0), (300, 600), 1.0, WOOD)
    playfield = Playfield(SIZE, (wall,))
    half = 4.0
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    objects = [
        SlidingObject(0, 250, 300, 0.2, 0.36, WOOD, corners=corners),
        SlidingObject(1, 280, 300, 0.7, 0.36, WOOD, corners=corners),
    ]
    for jump in (50, 400):
        path = [(0, 250.0, 300.0), (jump, 700.0, 320.0), (1500, 900.0, 280.0)]
        ended = push(playfield, objects, 0, path)
        assert all(place < 300 for place in ended.frames[:, :, 0].flat)
        xs = {pose.id: pose.x for pose in ended.resting}
        assert 280 < xs[0] < 300 or 280 < xs[1] < 300, "one stands at the wall"


def test_push_moves_nothing_that_it_does_not_touch() -> None:
    objects = [disc(0, 100, 100), disc(1, 100, 300), disc(2, 101, 300)]
    ended = push(PLAYFIELD, objects, 0, [(0, 90.0, 95.0), (400, 290.0, 95.0)])
    assert ended.ids == (0,)
    assert ended.resting[0].x == pytest.approx(300, abs=45), "it keeps its distance from the pointer, and slides on"


def test_disc_slides_on_after_a_release_at_any_time() -> None:
    """Release the disc on the grid of frames and off it.

    It slides as far as any disc of that speed. Held still before the release, it stops.
    """
    speed, distance = 400.0, 400.0**2 / (2 * WOOD.table_friction * GRAVITY)
    for end in range(200, 221):
        ended = push(PLAYFIELD, [disc(0, 60, 200)], 0, [(0, 60.0, 200.0), (end, 60 + speed * end / 1000, 200.0)])
        slid = ended.resting[0].x - (60 + speed * end / 1000)
        assert slid == pytest.approx(distance, abs=2.5), end
        held = [(0, 60.0, 200.0), (end, 60 + speed * end / 1000, 200.0), (end + 60, 60 + speed * end / 1000, 200.0)]
        stopped = push(PLAYFIELD, [disc(0, 60, 200)], 0, held).resting[0].x
        assert stopped == pytest.approx(60 + speed * end / 1000, abs=0.5)


@pytest.mark.parametrize(
    "path",
    [
        [(5, 0.0, 0.0)],
        [(0, 0.0, 0.0), (0, 1.0, 0.0)],
        [(0, 0.0, 0.0), (MAX_DURATION + 1, 1.0, 0.0)],
        [(0, inf, 0.0)],
        [(ms, 0.0, 0.0) for ms in range(MAX_POINTS + 1)],
    ],
)
def test_impossible_path_is_refused(path: list[PathPoint]) -> None:
    with pytest.raises(ValueError, match=r"^a p(ath|oint)"):
        push(PLAYFIELD, [disc(0, 100, 100)], 0, path)
    with pytest.raises(ValueError, match="there is no thing 7"):
        push(PLAYFIELD, [disc(0, 100, 100)], 7, [])


def test_open_table_has_the_same_limits_of_a_path() -> None:
    assert (MAX_PATH_POINTS, MAX_PUSH_MS) == (MAX_POINTS, MAX_DURATION)
