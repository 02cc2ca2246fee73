"""One thing is drawn along a table, against whatever stands there, by a hand of limited force.

What is seen while somebody pushes and what the whole path gives is the same function: `Push` is fed point by point, and
steps as far as the points go, so that where it ends does not depend on when they came.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite
from typing import TypeAlias

import pymunk
from pymunk.constraints import PivotJoint

from grenade_salad.games.physics.bodies import Point
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.games.physics.sliding import FRAME, Frames, Playfield, Slide, Sliding, SlidingObject

PathPoint: TypeAlias = tuple[int, float, float]
"""Whole ms since the first point, and where the pointer is, in mm."""
MAX_POINTS = 240
"""A path has so many at most."""
MAX_DURATION = 3000
"""ms that a path takes at most."""
_HAND_FORCE = 60.0
"""The force of the hand, in weights of what it holds: it moves a hundred such things and more, none through a wall."""
_MAX_HAND_SPEED = 1500.0
"""mm/s that the hand follows with at most."""
_FRAME_MS = round(FRAME * 1000)
_PULL_BIAS = 0.05**60
"""The share of its distance from the hand that a thing still has after a second."""


def push(playfield: Playfield, objects: Sequence[SlidingObject], object_id: int, path: Sequence[PathPoint]) -> Slide:
    """Draw a thing along a path, let go at its end, and let everything come to rest.

    The path is that of the pointer: the thing keeps its distance from it. Raises ValueError for a path that is too
    long, goes back in time or has numbers that are none, and for things as in `flick`.
    """
    hand_push = Push(playfield, objects, object_id)
    for point in path:
        hand_push.feed(point)
    return hand_push.let_go()


class Push:
    """A push that goes on: `feed` it the points of its path, and look at `poses` in between."""

    def __init__(self, playfield: Playfield, objects: Sequence[SlidingObject], object_id: int) -> None:
        """Nothing moves yet. Raises ValueError as `push` does."""
        self._sliding = sliding = Sliding(playfield, objects, (object_id,))
        if object_id not in sliding.index:
            raise ValueError(f"there is no thing {object_id}")
        obj = sliding.objects[sliding.index[object_id]]
        sliding.set_step_length(obj.mass * _MAX_HAND_SPEED**2 / 2)
        self._object_id, self._start = object_id, (obj.x, obj.y)
        self._body = sliding.bodies.bodies[sliding.index[object_id]][0]
        self._hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._hand.position = self._start
        self._joint: PivotJoint | None = PivotJoint(self._hand, self._body, (0.0, 0.0), (0.0, 0.0))
        self._joint.max_force = _HAND_FORCE * obj.mass * GRAVITY
        self._joint.error_bias = _PULL_BIAS
        self._joint.collide_bodies = False
        sliding.bodies.space.add(self._hand, self._joint)
        self._path: list[PathPoint] = []
        self._segment = 0

    @property
    def poses(self) -> Frames:
        """x, y and angle of all things, in order of their ids, as far as the points go."""
        return self._sliding.last_poses

    @property
    def ids(self) -> tuple[int, ...]:
        """The rows of `poses`."""
        return tuple(obj.id for obj in self._sliding.objects)

    @property
    def objects(self) -> Sequence[SlidingObject]:
        """All of them, by id, as they lay at first."""
        return self._sliding.objects

    @property
    def frame_count(self) -> int:
        """How many frames there have been."""
        return self._sliding.frame_count

    def frames(self, first: int) -> Frames:
        """The film from that frame on, for all things."""
        return self._sliding.bodies.poses_by_row(self._sliding.film[first:])

    def feed(self, point: PathPoint) -> None:
        """The next point of the path. Raises ValueError for one that cannot follow, with nothing changed."""
        self._check(point)
        self._path.append(point)
        while self._joint is not None and (self._sliding.frame_count + 1) * _FRAME_MS <= point[0]:
            self._run_frame()

    def let_go(self) -> Slide:
        """The hand lets go at the end of its path, within a frame too, so that what it drew slides on; how it ends."""
        end = self._path[-1][0] if self._path else 0
        if self._joint is not None and (left := end - self._sliding.frame_count * _FRAME_MS) > 0:
            self._run_frame(left)
        self._release()
        self._sliding.run()
        return self._sliding.build_result()

    def _check(self, point: PathPoint) -> None:
        if not (isfinite(point[1]) and isfinite(point[2])):
            raise ValueError("a point of the path has a number that is none")
        if len(self._path) >= MAX_POINTS or point[0] > MAX_DURATION:
            raise ValueError(f"a path has at most {MAX_POINTS} points in {MAX_DURATION} ms")
        if point[0] != 0 if not self._path else point[0] <= self._path[-1][0]:
            raise ValueError("a path begins at 0 ms and goes on in time")

    def _hand_target(self, ms: float) -> Point:
        """Where the hand should be then; where the path ends, it stays."""
        while self._segment + 2 < len(self._path) and self._path[self._segment + 1][0] <= ms:
            self._segment += 1
        (begin, *start), (end, *finish) = (
            self._path[self._segment],
            self._path[min(self._segment + 1, len(self._path) - 1)],
        )
        share = min(max((ms - begin) / (end - begin), 0.0), 1.0) if end > begin else 1.0
        x, y = (a + share * (b - a) for a, b in zip(start, finish, strict=True))
        return self._start[0] + x - self._path[0][1], self._start[1] + y - self._path[0][2]

    def _run_frame(self, held_ms: int = _FRAME_MS) -> None:
        """The hand goes on for a frame, and whatever is in its way; after so many ms of it the hand lets go."""
        sliding, hand, begin = self._sliding, self._hand, self._sliding.frame_count * _FRAME_MS
        position = hand.position
        sliding.watch_holes()
        if self._hand_target(begin + _FRAME_MS) != tuple(position):
            self._body.activate()
        steps = sliding.steps
        held_steps = steps * held_ms // _FRAME_MS
        for step in range(1, held_steps + 1):
            target = self._hand_target(begin + _FRAME_MS * step / steps)
            offset = target[0] - hand.position[0], target[1] - hand.position[1]
            share = min(1.0, _MAX_HAND_SPEED * FRAME / steps / max(hypot(*offset), 1e-9))
            # The engine moves the hand itself, with this speed, at the beginning of the step.
            hand.velocity = offset[0] * share * steps / FRAME, offset[1] * share * steps / FRAME
            sliding.step(FRAME / steps)
            if self._object_id in sliding.taken:
                self._release()
        hand.velocity = 0.0, 0.0
        if held_steps < steps:
            self._release()
        for _ in range(steps - held_steps):
            sliding.step(FRAME / steps)
        sliding.observe()
        if self._object_id in sliding.taken or self._object_id in sliding.lost:
            self._release()

    def _release(self) -> None:
        if self._joint is not None:
            self._sliding.bodies.space.remove(self._joint, self._hand)
            self._joint = None
