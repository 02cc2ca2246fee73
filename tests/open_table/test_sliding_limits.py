"""Sliding pieces stay on the table and on their side of every wall."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, pi
from random import Random

from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions, physics
from grenade_salad.games.open_table.box import Box, Kind, Point
from grenade_salad.games.open_table.legality import SLIDING
from grenade_salad.games.physics.pushing import MAX_DURATION, PathPoint
from grenade_salad.games.physics.sliding import MAX_SPEED
from tests.marks import for_each

_REACH = 0.75
"""Radius around a piece that nothing else enters, as a share of its size."""
_ACTIONS = ("flick", "flick", "push", "roll")


def test_pieces_stay_on_bundled_tables_and_behind_walls() -> None:
    sliding_boxes = {name: box for name in bundled.names() if _sliding_kinds(box := bundled.load_box(name).box)}
    assert sliding_boxes
    for name, box in sliding_boxes.items():
        _try_actions(box, Random(name), 3)


@for_each("seed", [16, 28], [*range(12), 35, 61, 66, 96])
def test_pieces_stay_on_random_tables_and_behind_walls(seed: int) -> None:
    rng = Random(seed)
    _try_actions(_random_box(rng), rng, 4)


def _random_box(rng: Random) -> Box:
    """Return a random table with a striker, lighter pieces and thin walls.

    Each kind is smaller and lighter than the previous one; shapes and bounces are random.
    """
    width, height = rng.uniform(200, 1000), rng.uniform(200, 800)
    kinds, size, mass = [], rng.uniform(30, 80), rng.uniform(20, 200)
    for index in range(4):
        piece, bounce = rng.choice(("disc", "disc", "cube", "pawn")), rng.choice((0.5, 0.9, 1.0))
        kinds.append(Kind(f"kind {index}", piece, title="a piece", size=(size, size), mass=mass, bounce=bounce))
        size, mass = max(4.0, size * rng.uniform(0.2, 0.9)), max(0.05, mass * rng.uniform(0.05, 0.5))
    left, lower, right, upper = width * 0.1, height * 0.1, width * 0.9, height * 0.8
    corners = (left, lower), (right, lower), (right, upper), (left, upper), (left, lower)
    walls = tuple((*start, *end) for start, end in pairwise(corners))
    return Box("Any", table=(width, height), kinds=tuple(kinds), walls=walls, thick=2.0)


def _sliding_kinds(box: Box) -> list[Kind]:
    return [kind for kind in box.kinds if kind.piece in SLIDING]


def _try_actions(box: Box, rng: Random, times: int) -> None:
    """Flick, push and roll scattered pieces, and check every frame of their motion."""
    kinds = _sliding_kinds(box)
    for _ in range(times):
        snapshot = _scatter(box, kinds, rng)
        # Prefer the first kind: in random boxes it is the heaviest, the striker.
        piece_id = rng.choice(
            [piece.id for piece in snapshot.pieces if piece.kind is kinds[0]] or sorted(snapshot.pieces_by_id)
        )
        angle, speed = rng.uniform(-pi, pi), rng.choice((MAX_SPEED, rng.uniform(100, MAX_SPEED)))
        action: actions.Flick | actions.Push | actions.Roll = actions.Flick(0, piece_id, angle, speed)
        kind = rng.choice(_ACTIONS)
        if kind == "push":
            action = actions.Push(0, piece_id, _draw_path(box, rng))
        elif kind == "roll" and all(piece.kind.fronts for piece in snapshot.pieces):
            action = actions.Roll(0, tuple(sorted(snapshot.pieces_by_id)))
        slide, _ = physics.simulate(snapshot, action, steady=True, rng=rng)
        assert not slide.lost, action
        (width, height), frames = box.table, slide.frames
        assert (frames[..., 0] >= 0).all(), action
        assert (frames[..., 0] <= width).all(), action
        assert (frames[..., 1] >= 0).all(), action
        assert (frames[..., 1] <= height).all(), action
        # Four walls are a closed rectangle here: in carrom and in random boxes.
        if len(box.walls) == 4:
            (left, lower), (right, upper) = box.walls[0][:2], box.walls[1][2:]
            is_inside = (frames[..., 0] > left) & (frames[..., 0] < right)
            is_inside &= (frames[..., 1] > lower) & (frames[..., 1] < upper)
            assert (is_inside == is_inside[0]).all(), action


def _scatter(box: Box, kinds: list[Kind], rng: Random) -> physics.PhysicsSnapshot:
    """Put pieces anywhere beside each other and the walls, as many as have space."""
    width, height = box.table
    bare = physics.make_playfield(physics.PhysicsSnapshot(box, (), ()))
    pieces: list[physics.PhysicsPiece] = []
    for _ in range(150):
        kind = rng.choice(kinds)
        reach = max(kind.size) * _REACH
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        is_free = all(hypot(x - piece.x, y - piece.y) > reach + max(piece.kind.size) * _REACH for piece in pieces)
        if is_free and all(_distance((x, y), wall.start, wall.end) > reach + wall.thickness / 2 for wall in bare.walls):
            pieces.append(physics.PhysicsPiece(len(pieces) + 1, kind, x, y, rng.uniform(-pi, pi), False, True))
    return physics.PhysicsSnapshot(box, tuple(box.holders_for(2).values()), tuple(pieces))


def _distance(position: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a segment."""
    (x, y), (u, v) = start, end
    length = (u - x) ** 2 + (v - y) ** 2
    share = ((position[0] - x) * (u - x) + (position[1] - y) * (v - y)) / length
    share = min(max(share, 0.0), 1.0)
    return hypot(position[0] - x - share * (u - x), position[1] - y - share * (v - y))


def _draw_path(box: Box, rng: Random) -> tuple[PathPoint, ...]:
    """Return the path of a hasty pointer, which sometimes leaves the table."""
    width, height = box.table
    ms, path = 0, []
    while ms < MAX_DURATION - 400:
        path.append((ms, rng.uniform(-50, width + 50), rng.uniform(-50, height + 50)))
        ms += rng.randint(50, 300)
    return tuple(path)
